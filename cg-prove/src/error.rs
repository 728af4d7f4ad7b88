//! Why nothing was proved.

use cg_core::Error;
use cg_solve::SolveError;

/// Why a claim was not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The claim does not read.
    #[error("{0}")]
    Text(String),
    /// The claim is false; a line that shows it.
    #[error("false: {0}")]
    False(String),
    /// No theorem of the library leads to it.
    #[error("not proved: {0}")]
    NoRoute(String),
    /// A limit was reached, or somebody interrupted.
    #[error(transparent)]
    Limit(#[from] Error),
}

impl ProveError {
    /// A reason why there is no route.
    pub(crate) fn route(reason: impl Into<String>) -> Self {
        ProveError::NoRoute(reason.into())
    }
}

impl From<SolveError> for ProveError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Engine(error) => ProveError::Limit(error),
            error => ProveError::NoRoute(error.to_string()),
        }
    }
}
