//! Why a sum has no answer.

use std::ops::Range;

use cg_solve::SolveError;

/// Why a sum does not read, or cannot be solved.
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
    /// The solver failed: a limit, or an interruption.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl SumError {
    pub(crate) fn text(problem: impl Into<String>, at: Range<usize>) -> Self {
        SumError::Text { problem: problem.into(), at }
    }
}
