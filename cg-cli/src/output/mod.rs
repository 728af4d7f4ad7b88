//! Where answers and errors go: as lines of text or as JSON, one answer a line.

pub(crate) mod bar;
mod json;
mod json_why;
pub(crate) mod paint;
mod shorten;
mod watch;

use std::io::{self, IsTerminal, Write};

use cg_core::{Interrupt, Notation, Progress};
use cg_lang::{Answer, AnswerKind, Error, Reading, Session};

use crate::args::Common;
use crate::exit::Ending;
use crate::terminal::has_colour;
use shorten::Screen;
pub(crate) use watch::Watch;

/// How much is written between two looks at the interrupt flag, in bytes.
const CHUNK: usize = 1 << 12;

/// How much text is made to be shortened, in bytes: more than any screen holds.
const MOST_SHORTENED: usize = 1 << 22;

/// Writes answers to standard output and errors to standard error.
pub(crate) struct Output {
    json: bool,
    notation: Option<Notation>,
    /// Colours in answers, and in errors.
    colour: [bool; 2],
    /// A reader sits at the terminal: answers are shortened to a screen.
    shortens: bool,
}

impl Output {
    pub(crate) fn new(options: &Common, notation: Option<Notation>) -> Self {
        let colour = [io::stdout().is_terminal(), io::stderr().is_terminal()]
            .map(|terminal| has_colour(options.color, terminal));
        Output { json: options.json, notation, colour, shortens: false }
    }

    /// Shortens long answers from here on, if they go to a terminal.
    pub(crate) fn for_a_reader(&mut self) {
        self.shortens = !self.json && io::stdout().is_terminal();
    }

    /// Whether what is typed is coloured.
    pub(crate) fn colours_input(&self) -> bool {
        self.colour[0]
    }

    /// Shows how far a computation is, where that can be shown.
    pub(crate) fn watch(&self, progress: Progress) -> Option<Watch> {
        if self.json { None } else { Watch::start(progress) }
    }

    /// Writes an answer, or what kept it from being written out. `watch` shows how far the
    /// computation is until there is something to write.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub(crate) fn answer(
        &self,
        session: &mut Session,
        answer: &Answer,
        watch: Option<&Watch>,
    ) -> io::Result<Ending> {
        if self.json {
            let object = json::answer(session, answer);
            writeln!(io::stdout().lock(), "{object}")?;
            return Ok(Ending::Answered);
        }
        let notation = self.notation.unwrap_or_else(|| session.notation());
        let whole = matches!(answer.kind(), AnswerKind::Text(_) | AnswerKind::Full(_));
        let text = match self.shortens && !whole {
            true => answer.start_in(session, notation, MOST_SHORTENED),
            false => answer.text_in(session, notation).map(|text| (text, true)),
        };
        let _pause = watch.map(Watch::pause);
        let (text, all) = match text {
            Ok(text) => text,
            Err(error) => {
                self.error(&error)?;
                return Ok(match error.is_limit() {
                    true => Ending::LimitReached,
                    false => Ending::ProgramError,
                });
            }
        };
        let (shown, note) = match self.shortens && !whole {
            true => Screen::of_terminal().shorten(&text, all),
            false => (text.as_str(), None),
        };
        let painted = self.painted(answer, shown, notation);
        let interrupt = &session.limits().interrupt;
        let mut out = io::stdout().lock();
        if !write_whole(&mut out, painted.as_deref().unwrap_or(shown), interrupt)? {
            writeln!(out, "...")?;
            return Ok(Ending::Interrupted);
        }
        writeln!(out)?;
        if let Some(note) = note {
            writeln!(out, "{}", self.aside(note))?;
        }
        if session.shows_time() {
            writeln!(out, "{}", self.aside(format!("  in {}", seconds(answer.elapsed()))))?;
        }
        out.flush()?;
        Ok(Ending::Answered)
    }

    /// The text of an answer in colour, if it is to have any.
    fn painted(&self, answer: &Answer, text: &str, notation: Notation) -> Option<String> {
        if !self.colour[0] {
            return None;
        }
        match answer.kind() {
            AnswerKind::Value(_) => match notation {
                Notation::Paper | Notation::Standard => {
                    Some(paint::value(text, Reading::from(notation)))
                }
                _ => None,
            },
            AnswerKind::Outcome { outcome, .. } => Some(paint::outcome(text, *outcome)),
            AnswerKind::Moves(moves) => Some(paint::outcome(text, moves.outcome)),
            AnswerKind::Full(answer) => self.painted(answer, text, notation),
            _ => None,
        }
    }

    /// A note about an answer.
    fn aside(&self, note: String) -> String {
        if self.colour[0] { paint::aside().apply_to(note).to_string() } else { note }
    }

    /// Writes an error: drawn with its place in the program, or as JSON.
    ///
    /// # Errors
    /// Standard error, or for JSON standard output, cannot be written to.
    pub(crate) fn error(&self, error: &Error) -> io::Result<()> {
        if self.json {
            return writeln!(io::stdout().lock(), "{}", json::error(error));
        }
        writeln!(io::stderr().lock(), "{}", cg_lang::render::render(error, self.colour[1]))
    }
}

/// Writes `text`, unless the user interrupts; tells whether it was written whole.
fn write_whole(out: &mut impl Write, text: &str, interrupt: &Interrupt) -> io::Result<bool> {
    for chunk in text.as_bytes().chunks(CHUNK) {
        if interrupt.is_raised() {
            return Ok(false);
        }
        out.write_all(chunk)?;
    }
    Ok(true)
}

/// A duration in the unit that suits it.
fn seconds(elapsed: std::time::Duration) -> String {
    match elapsed.as_secs_f64() {
        short if short < 1e-3 => format!("{:.1} microseconds", short * 1e6),
        short if short < 1.0 => format!("{:.1} milliseconds", short * 1e3),
        long => format!("{long:.2} seconds"),
    }
}
