//! Why a sum was not solved.

use std::sync::Arc;

use cg_core::Error;

use crate::database::DatabaseError;

/// Why a sum was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The rules of a component failed.
    #[error(transparent)]
    Rules(RulesError),
    /// A limit, an interruption, a failing subgroup.
    #[error(transparent)]
    Engine(#[from] Error),
    /// A position came back: the game is loopy.
    #[error("a position comes back: the search is for games that end")]
    Loopy,
    /// The walls of a thermograph need numbers that are too large or too fine.
    #[error("a number is beyond 2^22, or has more than 28 binary places")]
    OutOfRange,
    /// A database cannot be read, or is damaged.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl SolveError {
    /// The rules of a component failed, with their error or a message.
    pub fn rules(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        SolveError::Rules(RulesError(Arc::from(error.into())))
    }
}

/// An error of rules, as they gave it.
///
/// ```
/// use cg_solve::SolveError;
///
/// let SolveError::Rules(error) = SolveError::rules(std::fmt::Error) else { unreachable!() };
/// assert_eq!(error.given(), Some(&std::fmt::Error));
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct RulesError(Arc<dyn std::error::Error + Send + Sync>);

impl RulesError {
    /// The error itself, if it is of this type.
    pub fn given<E: std::error::Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl PartialEq for RulesError {
    /// Whether both are the same error; others are not compared.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for RulesError {}
