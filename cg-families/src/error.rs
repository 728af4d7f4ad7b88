//! The errors of this crate.

/// An error of a search for a family, or of a proof's check.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// A limit, an interrupt, a failing subgroup.
    #[error(transparent)]
    Game(#[from] cg_core::Error),
    /// An integer of a matrix or of a vector does not fit into 64 bits.
    #[error("a coefficient has more than 64 bits: take simpler values, or fewer")]
    TooLarge,
    /// More values than relations are looked for among.
    #[error("{count} values are too many (the limit is {limit}): take fewer, or smaller boards")]
    TooMany {
        /// Their number, without 0, each with its negative counted once.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// A proof file that does not read.
    #[error("this is no proof of a family: {0}")]
    Format(String),
    /// A proof that does not hold.
    #[error("the proof does not hold: {0}")]
    Wrong(String),
}

impl FamilyError {
    /// Whether a limit or an interrupt stopped the work, so that nothing is wrong with the question.
    pub fn is_limit(&self) -> bool {
        matches!(self, FamilyError::Game(error) if error.is_limit())
    }
}

/// The result of work on families.
pub type Result<T> = std::result::Result<T, FamilyError>;
