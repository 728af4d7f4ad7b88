//! Where a player's lines come from: a line editor on a terminal, else standard input.

use std::io::{self, BufRead, IsTerminal, Read};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::failure::{Done, Failure};

/// Longer lines are no moves.
const LONGEST_LINE: u64 = 1 << 16;

/// What came from the player.
#[derive(Debug)]
pub(super) enum Line {
    /// A line, without blanks around it.
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of input.
    End,
}

/// Reads lines.
pub(super) enum Input {
    /// From a terminal, created when it is first needed.
    Terminal(Option<Box<DefaultEditor>>),
    /// From a file or a pipe.
    Plain,
}

impl Input {
    pub(super) fn new() -> Self {
        if io::stdin().is_terminal() { Input::Terminal(None) } else { Input::Plain }
    }

    /// Whether someone sits at a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line.
    pub(super) fn line(&mut self, prompt: &str) -> Done<Line> {
        let Input::Terminal(editor) = self else { return plain_line() };
        let editor = match editor {
            Some(editor) => editor,
            None => {
                let new = DefaultEditor::new();
                editor.insert(Box::new(new.map_err(|error| Failure::Terminal(error.to_string()))?))
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
            Err(error) => Err(Failure::Terminal(error.to_string())),
        }
    }
}

fn plain_line() -> Done<Line> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    if (&mut stdin).take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        let message = format!("a line of the input has more than {LONGEST_LINE} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message).into());
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
