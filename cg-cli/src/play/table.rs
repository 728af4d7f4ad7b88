//! The course of a game: who is asked, what is answered, and where a player's lines come
//! from.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use cg_calculator::Interrupt;
use cg_calculator::cg_play::{AnyContest, Computer, DRAW, PlayError, Promise, Seat, Transcript};
use cg_files::Waiting;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::screen::{Names, Screen, lower};
use crate::error::{CommandError, CommandResult};
use crate::output::Ending;

/// The most lines that `moves` prints.
const MOST_LINES: usize = 20;

/// The game and its settings.
pub(super) struct Plan<'a> {
    /// The game and its first position, as a transcript names them.
    pub(super) game: String,
    pub(super) position: String,
    /// Who moves first and who second.
    pub(super) seats: [Seat; 2],
    pub(super) computer: Computer,
    pub(super) save: Option<&'a Path>,
    /// The moves of a transcript that are made at the start, and its file.
    pub(super) replay: Option<(&'a Path, Vec<(usize, String)>)>,
    pub(super) interrupt: &'a Interrupt,
}

/// A game at the table.
struct Table<'a> {
    contest: Box<dyn AnyContest + Send>,
    plan: Plan<'a>,
    names: Names,
    screen: &'a Screen,
    input: Input,
    /// A line that came from a pipe was wrong.
    mistaken: bool,
}

/// The next step.
enum Next {
    /// The game goes on.
    On,
    /// The player leaves.
    Leave,
}

/// Plays a game to its end, or until the player leaves.
pub(super) fn play(
    contest: Box<dyn AnyContest + Send>,
    plan: Plan<'_>,
    screen: &Screen,
) -> CommandResult {
    let (first, partizan) = (contest.first(), contest.is_partizan());
    let names = Names { first, seats: plan.seats, partizan };
    let input = Input::new(plan.interrupt)?;
    let mut table = Table { contest, plan, names, screen, input, mistaken: false };
    let ended = table.run();
    // The moves are kept even when the game cannot go on.
    let saved = match table.plan.save {
        Some(file) => table.save(file),
        None => Ok(()),
    };
    let ending = ended?;
    saved?;
    Ok(if table.mistaken { ending.max(Ending::ProgramError) } else { ending })
}

impl Table<'_> {
    fn run(&mut self) -> CommandResult {
        self.screen.opening(&mut *self.contest, self.names)?;
        if !self.replay()? {
            return Ok(Ending::Answered);
        }
        loop {
            if let Some(ending) = self.contest.ended()? {
                self.screen.end(&*self.contest, ending, self.names)?;
                return Ok(Ending::Answered);
            }
            let next = match self.names.seat(self.contest.mover()) {
                Seat::Computer => match self.computer_moves() {
                    Err(error)
                        if error.ending() == Ending::Interrupted
                            && self.input.is_terminal()
                            && self.plan.seats.contains(&Seat::Human) =>
                    {
                        self.halted()?
                    }
                    done => done.map(|()| Next::On)?,
                },
                Seat::Human => self.human_moves()?,
            };
            match next {
                Next::On => {}
                Next::Leave => return Ok(Ending::Answered),
            }
        }
    }

    /// Shows the moves of the transcript; false when the player leaves.
    fn replay(&mut self) -> CommandResult<bool> {
        let Some((file, moves)) = self.plan.replay.take() else { return Ok(true) };
        for (line, text) in moves {
            if self.input.is_terminal() && !self.screen.is_json() {
                match self.input.line("Enter shows the next move ")? {
                    Line::End | Line::Interrupted => return Ok(false),
                    Line::Text(text) if is_leave(&text) => return Ok(false),
                    Line::Text(_) => {}
                }
            }
            self.contest.play(&text).map_err(|error| {
                let problem = error.to_string();
                let error = match error.is_illegal_move() {
                    true => PlayError::Transcript { line, problem },
                    false => error,
                };
                CommandError::Transcript { path: file.to_owned(), error }
            })?;
            self.screen.turn(&mut *self.contest, self.names)?;
        }
        Ok(true)
    }

    fn computer_moves(&mut self) -> CommandResult<()> {
        if self.plan.interrupt.is_raised() {
            return Err(PlayError::Interrupted.into());
        }
        if self.contest.let_move(&mut self.plan.computer)? {
            self.screen.turn(&mut *self.contest, self.names)?;
        }
        Ok(())
    }

    /// After Ctrl-C while the computer was thinking.
    fn halted(&mut self) -> CommandResult<Next> {
        self.plan.interrupt.clear();
        self.screen.note(
            "The computer was stopped. Enter lets it think again, undo takes your move back, quit leaves.",
        )?;
        match self.input.line("> ")? {
            Line::Text(text) if text == "undo" => self.undo().map(|()| Next::On),
            Line::Text(text) if is_leave(&text) => Ok(Next::Leave),
            Line::End => Ok(Next::Leave),
            Line::Text(_) | Line::Interrupted => Ok(Next::On),
        }
    }

    fn human_moves(&mut self) -> CommandResult<Next> {
        let name = self.names.name(self.contest.mover());
        let prompt = match name.strip_prefix("You") {
            Some(rest) => format!("Your move{rest}> "),
            None => format!("{name}> "),
        };
        let text = match self.input.line(&prompt)? {
            Line::End => return Ok(Next::Leave),
            Line::Interrupted => {
                self.screen.note("quit, or Ctrl-D, leaves the game")?;
                return Ok(Next::On);
            }
            Line::Text(text) => text,
        };
        if !self.input.is_terminal() {
            if self.plan.interrupt.is_raised() {
                return Err(PlayError::Interrupted.into());
            }
            self.screen.echo(&prompt, &text)?;
        }
        self.plan.interrupt.clear();
        match self.obey(&text) {
            Ok(next) => Ok(next),
            Err(error @ CommandError::Output(_)) => Err(error),
            Err(error) if error.ending() == Ending::Interrupted && !self.input.is_terminal() => {
                Err(error)
            }
            Err(error) => {
                self.mistaken |= !self.input.is_terminal();
                self.screen.mistake(&error)?;
                Ok(Next::On)
            }
        }
    }

    /// Does what a line says: a word of the command, or a move.
    fn obey(&mut self, text: &str) -> CommandResult<Next> {
        match text {
            "" => {}
            "help" | "?" => self.help()?,
            "hint" => self.hint()?,
            "why" => self.screen.favourite(&mut *self.contest, self.names)?,
            "moves" => {
                let lines = self.contest.list_moves(MOST_LINES)?;
                self.screen.note(&lines.join("\n"))?;
            }
            "show" => {
                if self.screen.is_json() {
                    let text = self.contest.position_text()?;
                    self.screen.note(&text)?;
                }
                self.screen.board(&mut *self.contest, self.names)?;
            }
            "undo" => self.undo()?,
            text if is_leave(text) => return Ok(Next::Leave),
            _ => match text.strip_prefix("save ").map(str::trim) {
                Some(file) if !file.is_empty() => self.save(Path::new(file))?,
                _ => {
                    self.contest.play(text)?;
                    self.screen.turn(&mut *self.contest, self.names)?;
                }
            },
        }
        Ok(Next::On)
    }

    fn help(&self) -> CommandResult<()> {
        let mut lines = vec!["A move is written like this:".to_owned()];
        lines.extend(self.contest.move_help().into_iter().map(|line| format!("  {line}")));
        lines.push("Or one of these:".into());
        for (word, what) in [
            ("hint", "a winning move, or the most trying one"),
            ("why", "who wins with best play, and the reason"),
            ("moves", "the moves that there are"),
            ("show", "the position again"),
            ("undo", "takes your last move back, and the reply to it"),
            ("save FILE", "writes the game so far, which `cg play --replay FILE` shows"),
            ("quit", "leaves, and so does Ctrl-D"),
        ] {
            if word == "quit" && self.contest.comes_back() {
                lines.push(format!(
                    "  {DRAW:<12}claims a draw: the position has come back, or nobody can win"
                ));
            }
            lines.push(format!("  {word:<12}{what}"));
        }
        self.screen.note(&lines.join("\n"))
    }

    fn hint(&mut self) -> CommandResult<()> {
        let Some(advice) = self.contest.advice(&mut Computer::default())? else {
            return self.screen.hint("there is no move");
        };
        let written = advice.text;
        let text = match (advice.promise, advice.why) {
            (Promise::Judged(ahead), _) => {
                let moves = if ahead == 1 { "one move".into() } else { format!("{ahead} moves") };
                format!("{written} seems best, when one looks {moves} ahead")
            }
            (Promise::Lead(lead), _) => {
                let ends = self.names.ends_with(self.contest.mover(), lead);
                format!("{written} is best: {}", lower(&ends))
            }
            (Promise::Wins, Some(why)) => format!("{written} wins: {why}"),
            (Promise::Wins, None) => format!("{written} wins"),
            (Promise::Draws, _) => format!("no move wins; {written} draws"),
            (Promise::Loses(leaves), _) => {
                let replies = match (leaves.winning, leaves.total) {
                    (1, 1) => "its only reply wins".to_owned(),
                    (1, total) => format!("1 of {total} replies wins"),
                    (winning, total) => format!("{winning} of {total} replies win"),
                };
                format!("no move wins; the most trying is {written}, after which {replies}")
            }
        };
        self.screen.hint(&text)
    }

    /// Takes back the last move of a person, and what followed it.
    fn undo(&mut self) -> CommandResult<()> {
        let turns = self.contest.turns();
        let last = turns.iter().rposition(|turn| self.names.seat(turn.mover) == Seat::Human);
        let Some(keep) = last else {
            return self.screen.note("there is no move of yours to take back");
        };
        while self.contest.turns().len() > keep {
            self.contest.undo();
        }
        self.screen.note("Taken back.")?;
        self.screen.board(&mut *self.contest, self.names)
    }

    fn save(&self, file: &Path) -> CommandResult<()> {
        let moves = self.contest.turns().iter().map(|turn| (0, turn.text.clone())).collect();
        let transcript = Transcript {
            game: self.plan.game.clone(),
            position: self.plan.position.clone(),
            play: self.contest.convention(),
            first: self.contest.first(),
            players: self.plan.seats,
            moves,
        };
        cg_files::write_whole(file, |out| out.write_all(transcript.to_string().as_bytes()))
            .map_err(CommandError::at(file))?;
        self.screen.note(&format!("Saved to {}.", file.display()))
    }
}

fn is_leave(text: &str) -> bool {
    matches!(text, "quit" | "exit" | "q")
}

/// Longer lines are no moves.
const LONGEST_LINE: u64 = 1 << 16;

/// The input of the player.
#[derive(Debug)]
enum Line {
    /// A line, without blanks around it.
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of input.
    End,
}

/// Reads lines.
enum Input {
    /// From a terminal, created when it is first needed.
    Terminal(Option<Box<DefaultEditor>>),
    /// From a file or a pipe, until the game is interrupted.
    Plain(Box<dyn BufRead>, Interrupt),
}

impl Input {
    fn new(interrupt: &Interrupt) -> CommandResult<Self> {
        if io::stdin().is_terminal() {
            return Ok(Input::Terminal(None));
        }
        let flag = interrupt.clone();
        let lines =
            Waiting::standard_input(move || flag.is_raised()).map_err(CommandError::Input)?;
        Ok(Input::Plain(Box::new(BufReader::new(lines)), interrupt.clone()))
    }

    /// Whether someone sits at a terminal.
    fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line.
    fn line(&mut self, prompt: &str) -> CommandResult<Line> {
        let editor = match self {
            Input::Terminal(editor) => editor,
            Input::Plain(lines, interrupt) => {
                return plain_line(lines).map_err(|error| match interrupt.is_raised() {
                    true => PlayError::Interrupted.into(),
                    false => CommandError::Input(error),
                });
            }
        };
        let editor = match editor {
            Some(editor) => editor,
            None => {
                let new = DefaultEditor::new();
                editor.insert(Box::new(new.map_err(|error| no_terminal(&error))?))
            }
        };
        match editor.readline(prompt) {
            Ok(text) => {
                // A history that cannot be kept is no reason to stop.
                let _ = editor.add_history_entry(text.trim());
                Ok(Line::Text(text.trim().to_owned()))
            }
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(no_terminal(&error)),
        }
    }
}

fn no_terminal(error: &ReadlineError) -> CommandError {
    CommandError::Refused(format!("cannot read from the terminal: {error}"))
}

fn plain_line(lines: &mut dyn BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    if lines.take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        let message = format!("a line of the input has more than {LONGEST_LINE} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
