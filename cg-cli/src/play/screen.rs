//! Output for the players: text, or one JSON object a line.

use std::io::{self, IsTerminal};

use cg_calculator::cg_play::{
    AnyContest, Ending as GameEnding, PlayError, Points, Score, Seat, drawn, folded,
};
use cg_calculator::{Convention, Player, Sides, cg_lang, cg_play};
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

use crate::error::{CommandError, CommandResult};
use crate::options::{Colour, Common};
use crate::output::{Ending, OfKind, complain, object, print};

/// A score for a program: a number, or the text of a fraction.
fn number(score: Score) -> Number {
    match score.fraction() {
        (points, 1) => Number::Whole(points),
        _ => Number::Fraction(score.to_string()),
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Fraction(String),
}

/// The beginning of a game, and how it ends with best play.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "prediction")]
struct Prediction {
    game: String,
    play: &'static str,
    position: String,
    /// The player who moves first.
    first: &'static str,
    players: [String; 2],
    /// The winner; `None` where the position is too large.
    winner: Option<&'static str>,
    /// The reasons.
    why: Vec<String>,
    /// The lead of the player who moves first; of games that points decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<Option<Number>>,
}

/// A move, and the position after it.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "turn")]
struct PlayedTurn {
    number: usize,
    mover: &'static str,
    player: String,
    #[serde(rename = "move")]
    text: String,
    position: String,
    outcome: Option<String>,
}

/// The end of a game.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "end")]
struct End {
    winner: &'static str,
    moves: usize,
    /// The winner: a person or the computer; `None` after a draw.
    player: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Sides<Number>>,
}

/// A note, a hint or an error.
#[derive(Serialize)]
struct Said<'a> {
    text: &'a str,
}

/// Where a game is shown.
pub(super) struct Screen {
    json: bool,
    colour: bool,
}

/// The players and their names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    /// Who moves first.
    pub(super) first: Player,
    /// Who sits where: the player who moves first, then the other.
    pub(super) seats: [Seat; 2],
    pub(super) partizan: bool,
}

impl Names {
    /// Who makes the moves of a player.
    pub(super) fn seat(&self, player: Player) -> Seat {
        self.seats[usize::from(player != self.first)]
    }

    /// Whether a person plays against the computer.
    fn is_duel(&self) -> bool {
        self.seats[0] != self.seats[1]
    }

    /// A player's name, as the first word of a sentence.
    pub(super) fn name(&self, player: Player) -> String {
        let who = match (self.is_duel(), self.seat(player)) {
            (true, Seat::Human) => "You",
            (true, Seat::Computer) => "The computer",
            _ if self.partizan => return player.to_string(),
            _ if player == self.first => "Player 1",
            _ => "Player 2",
        };
        if self.partizan { format!("{who} ({player})") } else { who.into() }
    }

    /// `You win`, `Left wins`.
    fn wins(&self, player: Player) -> String {
        let you = self.is_duel() && self.seat(player) == Seat::Human;
        format!("{} {}", self.name(player), if you { "win" } else { "wins" })
    }

    /// How a game ends: `You win`, `Left wins`, `nobody wins: a draw`.
    fn ends(&self, ending: GameEnding) -> String {
        match ending.winner() {
            Some(winner) => self.wins(winner),
            None => "nobody wins: a draw".into(),
        }
    }

    /// The same with the lead of a player at the end: `You win by 3 points`.
    pub(super) fn ends_with(&self, player: Player, lead: Score) -> String {
        let ending = Points::ending(player, lead);
        let by = match lead.max(lead.negated()) {
            Score::ZERO => String::new(),
            points if points == Score::from(1) => " by 1 point".into(),
            points => format!(" by {points} points"),
        };
        self.ends(ending) + &by
    }

    /// The points of both players: `You 3, the computer 6`.
    fn points(&self, points: Points) -> String {
        let other = self.name(Player::Right);
        format!("{} {}, {} {}", self.name(Player::Left), points.left, lower(&other), points.right)
    }

    /// Who wins, for a program; `draw` when nobody does.
    fn ending_key(&self, ending: GameEnding) -> &'static str {
        ending.winner().map_or("draw", |winner| self.key(winner))
    }

    /// The player for a program.
    fn key(&self, player: Player) -> &'static str {
        match (self.partizan, player) {
            (true, Player::Left) => "left",
            (true, Player::Right) => "right",
            _ if player == self.first => "first",
            _ => "second",
        }
    }
}

impl Screen {
    pub(super) fn new(options: &Common) -> Self {
        let colour = match options.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        Screen { json: options.json, colour }
    }

    /// Whether the output is for programs.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    fn painted(&self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn strong(&self, text: &str) -> String {
        self.painted(Style::new().bold(), text)
    }

    fn print(&self, text: &str) -> CommandResult<()> {
        Ok(print(text)?)
    }

    fn object(&self, reply: &impl Serialize) -> CommandResult<()> {
        self.print(&object(reply))
    }

    /// The heading, the first position, and who wins with best play.
    pub(super) fn opening(&self, contest: &mut dyn AnyContest, names: Names) -> CommandResult<()> {
        let favourite = known(contest.favourite())?;
        let lead = known(contest.lead())?.flatten();
        let (text, reasons) = (contest.position_text()?, contest.reasons()?);
        let (title, convention) = (contest.title(), contest.convention());
        if self.json {
            return self.object(&Prediction {
                game: title,
                play: convention.name(),
                position: text,
                first: names.key(names.first),
                players: names.seats.map(|seat| seat.to_string()),
                winner: favourite.map(|favourite| names.ending_key(favourite)),
                why: reasons,
                lead: contest.points()?.map(|_| lead.map(number)),
            });
        }
        let last = match convention {
            _ if contest.points()?.is_some() => "",
            Convention::Normal if contest.comes_back() => {
                "Who makes the last move wins. A position that comes up for the third time is a draw; \
                 `draw` claims one earlier."
            }
            Convention::Normal => "Who makes the last move wins.",
            Convention::Misere => "Misere play: who makes the last move loses.",
        };
        let mut lines = vec![self.strong(&title), String::new()];
        lines.extend(contest.rules());
        lines.extend((!last.is_empty()).then(|| last.to_owned()));
        self.print(&format!("{}\n\n", folded(&lines.join("\n"))))?;
        self.board(contest, names)?;
        let moves_first = match names.name(names.first) {
            name if name.starts_with("You") => format!("{name} move first"),
            name => format!("{name} moves first"),
        };
        let line = match (favourite, lead) {
            (Some(_), Some(lead)) => {
                let ends = names.ends_with(contest.mover(), lead);
                format!("{moves_first}. With best play {}.", lower(&ends))
            }
            (Some(favourite), None) => {
                format!("{moves_first}. With best play {}.", lower(&names.ends(favourite)))
            }
            (None, _) => format!("{moves_first}. Who wins with best play is not known."),
        };
        let reasons = folded(&reasons.join("\n"));
        self.print(&format!("{}\n{reasons}\n\n", self.strong(&line)))
    }

    /// Who wins from here with best play, and why.
    pub(super) fn favourite(
        &self,
        contest: &mut dyn AnyContest,
        names: Names,
    ) -> CommandResult<()> {
        let favourite = match contest.lead()? {
            Some(lead) => names.ends_with(contest.mover(), lead),
            None => names.ends(contest.favourite()?),
        };
        let mut lines = vec![format!("With best play {} from here.", lower(&favourite))];
        lines.extend(contest.reasons()?);
        self.note(&lines.join("\n"))
    }

    /// The position as it stands.
    pub(super) fn board(&self, contest: &mut dyn AnyContest, names: Names) -> CommandResult<()> {
        if self.json {
            return Ok(());
        }
        let points = contest.points()?.map(|points| format!("\n{}\n", names.points(points)));
        self.print(&format!("{}\n{}\n", drawn(&contest.drawing()?), points.unwrap_or_default()))
    }

    /// The last move, and the position after it.
    pub(super) fn turn(&self, contest: &mut dyn AnyContest, names: Names) -> CommandResult<()> {
        let number = contest.turns().len();
        let Some(turn) = contest.turns().last().cloned() else { return Ok(()) };
        if self.json {
            let (text, outcome) = (contest.position_text()?, known(contest.outcome())?);
            return self.object(&PlayedTurn {
                number,
                mover: names.key(turn.mover),
                player: names.seat(turn.mover).to_string(),
                text: turn.text,
                position: text,
                outcome: outcome.map(|outcome| outcome.to_string()),
            });
        }
        let name = names.name(turn.mover);
        self.print(&format!("{number}. {}: {}\n\n", name, self.strong(&turn.text)))?;
        self.board(contest, names)
    }

    /// How the game has ended.
    pub(super) fn end(
        &self,
        contest: &dyn AnyContest,
        ending: GameEnding,
        names: Names,
    ) -> CommandResult<()> {
        let (moves, points) = (contest.turns().len(), contest.points()?);
        if self.json {
            return self.object(&End {
                winner: names.ending_key(ending),
                moves,
                player: ending.winner().map(|winner| names.seat(winner).to_string()),
                points: points.map(|Points { left, right }| Sides {
                    left: number(left),
                    right: number(right),
                }),
            });
        }
        let number = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
        let text = match ending.winner() {
            Some(winner) => {
                let how = points.map_or_else(String::new, |Points { left, right }| {
                    format!(" {} to {}", left.max(right), left.min(right))
                });
                format!("{}{how} after {number}.", names.wins(winner))
            }
            None => format!("A draw after {number}."),
        };
        self.print(&format!("{}\n", self.strong(&text)))
    }

    /// What the player asked to be told, with a style for a terminal.
    fn say(&self, kind: &'static str, text: &str, style: Style) -> CommandResult<()> {
        if self.json {
            return self.object(&OfKind { kind, reply: Said { text } });
        }
        self.print(&format!("{}\n", self.painted(style, &folded(text))))
    }

    pub(super) fn note(&self, text: &str) -> CommandResult<()> {
        self.say("note", text, Style::new())
    }

    pub(super) fn hint(&self, text: &str) -> CommandResult<()> {
        self.say("hint", text, AnsiColor::Green.on_default())
    }

    /// Something that was wrong, after which the game goes on.
    pub(super) fn mistake(&self, error: &CommandError) -> CommandResult<()> {
        if self.json {
            return self.print(&error.to_json());
        }
        let text = match error {
            CommandError::Play(PlayError::Language(error)) => {
                cg_lang::render::render(error, self.colour)
            }
            other => other.to_string(),
        };
        self.say("error", &text, AnsiColor::Red.on_default())
    }

    /// Says why the game does not go on; an error in a program has its place.
    pub(super) fn report(&self, error: &CommandError) -> Ending {
        match error {
            CommandError::Play(PlayError::Language(program)) if !self.json => {
                complain(&cg_lang::render::render(program, self.colour));
                error.ending()
            }
            other => other.report("cg play", self.json),
        }
    }

    /// The line that came from a pipe, so that the output reads like a session.
    pub(super) fn echo(&self, prompt: &str, line: &str) -> CommandResult<()> {
        if self.json {
            return Ok(());
        }
        let shown = line.replace(|c: char| c.is_control(), "?");
        self.print(&format!("{prompt}{shown}\n"))
    }
}

/// An answer; none when the position is too large for one.
fn known<T>(answer: cg_play::Result<T>) -> CommandResult<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(PlayError::TooLarge(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// With a small first letter, unless it is a name.
pub(super) fn lower(name: &str) -> String {
    for start in ["You", "The"] {
        if name.starts_with(start) {
            return name.replacen(start, &start.to_lowercase(), 1);
        }
    }
    name.to_owned()
}
