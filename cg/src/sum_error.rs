//! Why a sum has no answer, or a database is not built.

use std::ops::Range;

use cg_core::Error;
use cg_solve::SolveError;

/// Why a sum does not read or cannot be solved, or a database is not built or is not good.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SumError {
    /// The text is wrong.
    #[error("{problem}")]
    Text {
        /// What is wrong, and what to write instead.
        problem: String,
        /// The bytes that are wrong.
        at: Range<usize>,
    },
    /// What was asked for cannot be done.
    #[error("{0}")]
    Asked(String),
    /// The solver failed: a limit, an interruption, a file of a database. What was done until then is
    /// in the file of a database that is being built.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<Error> for SumError {
    fn from(error: Error) -> Self {
        SolveError::from(error).into()
    }
}

impl SumError {
    pub(crate) fn text(problem: impl Into<String>, at: Range<usize>) -> Self {
        SumError::Text { problem: problem.into(), at }
    }
}
