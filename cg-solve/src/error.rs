//! Why a sum was not solved.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cg_core::Error;

/// Why a sum was not solved.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The rules of a component failed, with their error.
    ///
    /// ```
    /// use cg_solve::SolveError;
    ///
    /// let SolveError::Rules(error) = SolveError::rules(std::fmt::Error) else { unreachable!() };
    /// assert_eq!(error.downcast_ref(), Some(&std::fmt::Error));
    /// ```
    #[error("{0}")]
    Rules(Arc<dyn std::error::Error + Send + Sync>),
    /// A limit, an interruption, a failing subgroup.
    #[error(transparent)]
    Engine(#[from] Error),
    /// A position came back: the game is loopy.
    #[error("a position comes back: the search is for games that end")]
    Loopy,
    /// The walls of a thermograph need numbers that are too large or too fine.
    #[error("a number is beyond 2^22, or has more than 28 binary places")]
    OutOfRange,
    /// A database cannot be read or written, or is damaged.
    #[error("the database {}: {reason}", path.display())]
    Database {
        /// Its file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
}

impl SolveError {
    /// The rules of a component failed, with their error or a message.
    pub fn rules(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        SolveError::Rules(Arc::from(error.into()))
    }

    /// The database at `path` is refused for this reason.
    pub fn database(path: &Path, reason: impl Into<String>) -> Self {
        SolveError::Database { path: path.to_owned(), reason: reason.into() }
    }
}

impl PartialEq for SolveError {
    /// Errors of rules are equal if they are the same one; others are not compared.
    fn eq(&self, other: &Self) -> bool {
        use SolveError::{Database, Engine, Loopy, OutOfRange, Rules};
        match (self, other) {
            (Rules(one), Rules(other)) => Arc::ptr_eq(one, other),
            (Engine(one), Engine(other)) => one == other,
            (Database { path, reason }, Database { path: other, reason: why }) => {
                (path, reason) == (other, why)
            }
            (Loopy, Loopy) | (OutOfRange, OutOfRange) => true,
            _ => false,
        }
    }
}

impl Eq for SolveError {}
