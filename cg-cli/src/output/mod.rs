//! Where answers and errors go: as lines of text or as JSON, one answer a line.

mod json;

use std::io::{self, IsTerminal, Write};

use cg_core::Notation;
use cg_lang::{Answer, Error, Session};

use crate::args::{Colour, Common};
use crate::exit::Ending;

/// Writes answers to standard output and errors to standard error.
pub(crate) struct Output {
    json: bool,
    notation: Option<Notation>,
    colour: bool,
}

impl Output {
    pub(crate) fn new(options: &Common, notation: Option<Notation>) -> Self {
        let colour = match options.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        Output { json: options.json, notation, colour }
    }

    /// Writes an answer, or what kept it from being written out.
    ///
    /// # Errors
    /// Standard output cannot be written to.
    pub(crate) fn answer(&self, session: &mut Session, answer: &Answer) -> io::Result<Ending> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json::answer(session, answer))?;
            return Ok(Ending::Answered);
        }
        let notation = self.notation.unwrap_or_else(|| session.notation());
        match answer.text_in(session, notation) {
            Ok(text) => writeln!(out, "{text}")?,
            Err(error) => {
                drop(out);
                self.error(&error)?;
                return Ok(match error.is_limit() {
                    true => Ending::LimitReached,
                    false => Ending::ProgramError,
                });
            }
        }
        if session.shows_time() {
            writeln!(out, "  in {}", seconds(answer.elapsed()))?;
        }
        out.flush()?;
        Ok(Ending::Answered)
    }

    /// Writes an error: drawn with its place in the program, or as JSON.
    ///
    /// # Errors
    /// Standard error, or for JSON standard output, cannot be written to.
    pub(crate) fn error(&self, error: &Error) -> io::Result<()> {
        if self.json {
            return writeln!(io::stdout().lock(), "{}", json::error(error));
        }
        writeln!(io::stderr().lock(), "{}", cg_lang::render::render(error, self.colour))
    }
}

/// A duration in the unit that suits it.
fn seconds(elapsed: std::time::Duration) -> String {
    match elapsed.as_secs_f64() {
        short if short < 1e-3 => format!("{:.1} microseconds", short * 1e6),
        short if short < 1.0 => format!("{:.1} milliseconds", short * 1e3),
        long => format!("{long:.2} seconds"),
    }
}
