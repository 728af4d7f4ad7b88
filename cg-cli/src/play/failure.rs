//! What can keep `cg play` from going on, and what the exit status says of it.

use std::io;
use std::path::{Path, PathBuf};

use cg_play::PlayError;
use serde_json::{Value as Json, json};

use crate::output::Ending;

/// Why the game does not go on.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The library's errors.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// A transcript of a game that cannot be replayed.
    #[error("{}: {error}", path.display())]
    Transcript { path: PathBuf, error: PlayError },
    /// The terminal has no line editor.
    #[error("cannot read from the terminal: {0}")]
    Terminal(String),
    /// Standard output or input does not work.
    #[error("{0}")]
    Stream(#[from] io::Error),
}

/// What comes out, or why nothing does.
pub(super) type Done<T = Ending> = Result<T, Failure>;

impl Failure {
    /// What maps an error on `path`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }

    pub(super) fn is_interruption(&self) -> bool {
        matches!(self, Self::Play(error) if error.is_interruption())
    }

    fn ending(&self) -> Ending {
        match self {
            Self::Play(error) | Self::Transcript { error, .. } if error.is_interruption() => {
                Ending::Interrupted
            }
            Self::Play(error) | Self::Transcript { error, .. } if error.is_limit() => {
                Ending::LimitReached
            }
            // Nobody reads any more (`cg play ... | head`): stop quietly.
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Answered,
            _ => Ending::ProgramError,
        }
    }

    pub(super) fn to_json(&self) -> Json {
        let limit = self.ending() == Ending::LimitReached;
        json!({ "kind": "error", "error": { "message": self.to_string(), "limit": limit } })
    }

    /// The error for a reader: one in a program with its place.
    pub(super) fn to_text(&self, colour: bool) -> String {
        match self {
            Self::Play(PlayError::Language(error)) => cg_lang::render::render(error, colour),
            other => format!("cg play: {other}"),
        }
    }

    /// Says what is wrong: on standard error, or as an object on standard output.
    pub(super) fn report(&self, as_json: bool, colour: bool) -> Ending {
        let ending = self.ending();
        if ending == Ending::Answered {
            return ending;
        }
        if as_json && !matches!(self, Self::Stream(_)) {
            println!("{}", self.to_json());
        } else {
            eprintln!("{}", self.to_text(colour));
        }
        ending
    }
}
