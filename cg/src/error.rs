//! Why the library has no answer.

use cg_core::Error;
use cg_rulesets::NotationError;
use cg_solve::SolveError;

/// Why there is no calculator, no answer about a sum, no database or no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CalculatorError {
    /// The families of games do not fit together, or the engine failed: a limit, an interruption.
    /// The file of a database that is being built keeps the finished work.
    #[error(transparent)]
    Engine(#[from] Error),
    /// An expression has an error, or reached a limit.
    #[error(transparent)]
    Expression(#[from] cg_lang::Error),
    /// A text of a sum or a position is wrong.
    #[error(transparent)]
    Text(#[from] NotationError),
    /// The request cannot be done, with the reason.
    #[error("{0}")]
    Asked(String),
    /// The solver failed for another reason than the engine: the rules, a file of a database.
    #[error(transparent)]
    Solve(SolveError),
    /// The value is no sequence.
    #[cfg(feature = "plot")]
    #[error(
        "a sequence is a list of whole numbers or of nimbers, such as [nimvalue(Nim(k)) : k = 0..50]"
    )]
    NoSequence,
    /// The value is no table.
    #[cfg(feature = "plot")]
    #[error(
        "a table is a list of lists, such as [[a xor b : b = 0..9] : a = 0..9], or a dictionary of lists, of at most {} values",
        crate::picture::MOST_CELLS
    )]
    NoTable,
    /// The value is no list of points.
    #[cfg(feature = "plot")]
    #[error("a scatter plot takes pairs of whole numbers, such as [[n, n*n] : n = 0..9]")]
    NoPoints,
    /// The graph has more vertices than can be told apart.
    #[cfg(feature = "plot")]
    #[error(
        "the graph has more than {} vertices: too many to be told apart",
        cg_plot::GraphPicture::MOST
    )]
    LargeGraph,
}

impl CalculatorError {
    pub(crate) fn text(problem: impl Into<String>, at: std::ops::Range<usize>) -> Self {
        NotationError::new(problem, at).into()
    }
}

impl From<SolveError> for CalculatorError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Engine(error) => error.into(),
            error => CalculatorError::Solve(error),
        }
    }
}
