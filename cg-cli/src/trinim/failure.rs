//! What keeps a sub-command from answering, and the exit status it gives.

use std::path::{Path, PathBuf};

use cg_trinim::Error;
use serde_json::{Value as Json, json};

use crate::exit::Ending;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Trinim(#[from] Error),
    /// A file that the command itself writes or reads.
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    /// Stopped before the end, by the time limit or by the user.
    #[error(
        "{}; {}",
        if *late { "stopped at the time limit" } else { "interrupted" },
        if *on_disk {
            "what was finished on disk is kept, and the same command goes on"
        } else {
            "nothing is kept of work in memory"
        }
    )]
    Stopped { late: bool, on_disk: bool },
    /// Options that do not go together with each other or with what is there.
    #[error("{0}")]
    Asked(String),
}

impl Failure {
    /// The operating system's refusal of `path`.
    pub(super) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        |source| Failure::Io { path, source }
    }

    /// An interruption, with what is known of it: whether it came from the time
    /// limit, and whether the work was on disk.
    pub(super) fn or_stopped(self, late: bool, on_disk: bool) -> Self {
        match self {
            Failure::Trinim(Error::Interrupted) => Failure::Stopped { late, on_disk },
            other => other,
        }
    }

    pub(super) fn ending(&self) -> Ending {
        match self {
            Failure::Stopped { late: true, .. } => Ending::LimitReached,
            Failure::Stopped { late: false, .. } | Failure::Trinim(Error::Interrupted) => {
                Ending::Interrupted
            }
            Failure::Trinim(
                Error::Memory { .. } | Error::NoRoom { .. } | Error::SearchLimit(_),
            ) => Ending::LimitReached,
            _ => Ending::ProgramError,
        }
    }

    pub(super) fn to_json(&self) -> Json {
        let limit = self.ending() == Ending::LimitReached;
        json!({ "kind": "error", "error": { "message": self.to_string(), "limit": limit } })
    }
}
