//! What can keep `cg octal` from answering, and what the exit status says of it.

use std::io;
use std::path::{Path, PathBuf};

use cg_octal::OctalError;
use serde_json::json;

use crate::exit::Ending;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The library's errors.
    #[error(transparent)]
    Octal(#[from] OctalError),
    /// A file that cannot be read or written.
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    /// Standard output cannot be written to.
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
    /// What was asked for cannot be given.
    #[error("{0}")]
    Refused(String),
    /// A limit on time.
    #[error("stopped by the time limit")]
    Time,
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// An ending, or why there is none.
pub(super) type Done<T = Ending> = Result<T, Failure>;

impl Failure {
    /// What maps an error on `path`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }

    fn ending(&self) -> Ending {
        match self {
            Self::Octal(OctalError::Interrupted { .. }) | Self::Interrupted => Ending::Interrupted,
            Self::Octal(OctalError::Limit { .. }) | Self::Time => Ending::LimitReached,
            // Nobody reads any more (`cg octal ... | head`): stop quietly.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Answered,
            _ => Ending::ProgramError,
        }
    }

    /// Says what is wrong: on standard error, or as an object on standard output.
    pub(super) fn report(&self, as_json: bool) -> Ending {
        let ending = self.ending();
        if ending == Ending::Answered {
            return ending;
        }
        if as_json && !matches!(self, Self::Output(_)) {
            let limit = ending == Ending::LimitReached;
            let object = json!({ "kind": "error", "error": { "message": self.to_string(), "limit": limit } });
            // The exit status still tells.
            let _ = super::print(&format!("{object}\n"));
        } else {
            eprintln!("cg: {self}");
        }
        ending
    }
}
