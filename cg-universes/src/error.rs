//! What can go wrong.

use cg_core::LimitReached;

/// The result type of this crate.
pub type Result<T, E = UniverseError> = std::result::Result<T, E>;

/// An error of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UniverseError {
    /// An interruption, or a limit on forms, memory, time or the size of a number.
    #[error(transparent)]
    Core(#[from] cg_core::Error),
    /// A form is not in the universe that it is asked about.
    #[error("not in {universe}: the follower {follower} {why}{}", words_of_least(*least))]
    NotInUniverse {
        /// The name of the theory that was asked.
        universe: &'static str,
        /// The follower that lies outside.
        follower: String,
        /// The rule that it breaks.
        why: String,
        /// The name of the least universe of misère play that holds the form, where it is asked about in
        /// one.
        least: Option<&'static str>,
    },
    /// A thing of one theory stands in a game of another.
    #[error("{thing} belongs to {theory}, and this game is asked about in {asked}")]
    Mixed {
        /// The thing, as it is written.
        thing: String,
        /// The theory that has it.
        theory: &'static str,
        /// The theory that was asked.
        asked: &'static str,
    },
    /// The game has no inverse.
    #[error("{game} has no inverse: added to its conjugate it is {sum}, not 0")]
    NoInverse {
        /// The simplest form.
        game: String,
        /// The simplest form of the game and its conjugate.
        sum: String,
    },
    /// A text is no form.
    #[error("no form: {0}")]
    Notation(String),
    /// A question that has no answer, or whose answer is out of reach.
    #[error("{0}")]
    Refused(String),
    /// A checkpoint is damaged, of another version, or of another game.
    #[error("{0}")]
    Data(String),
}

fn words_of_least(least: Option<&str>) -> String {
    least.map_or_else(String::new, |least| {
        format!("; the least universe that holds the form is {least}")
    })
}

impl UniverseError {
    pub(crate) fn notation(problem: impl Into<String>) -> Self {
        Self::Notation(problem.into())
    }

    /// Whether a larger limit could have given an answer.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Core(error) if error.is_limit())
    }
}

impl From<LimitReached> for UniverseError {
    fn from(limit: LimitReached) -> Self {
        Self::Core(limit.into())
    }
}
