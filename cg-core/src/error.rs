//! What can go wrong in the core.

use std::time::Duration;

use thiserror::Error as ThisError;

/// The result of an operation of the core.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a computation on games gave no answer. Never a wrong value: an
/// operation that cannot be finished exactly ends in one of these.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The user, or another thread, asked the computation to stop.
    #[error("interrupted")]
    Interrupted,
    /// A limit of [`crate::Limits`] was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// A number would need more bits than the operation allows.
    #[error("a number would need more than {} binary digits", power(*bits))]
    NumberTooLarge {
        /// The bits that are allowed, by whoever refuses more.
        bits: usize,
    },
    /// A subgroup with bounds of its own would need a larger element than it can
    /// hold.
    #[error("subgroup {subgroup}: {message}")]
    SubgroupLimit {
        /// The name of the subgroup.
        subgroup: String,
        /// Which bound, in words.
        message: String,
    },
    /// A game has more options than can be listed.
    #[error("{game} has {count} options for {player}, too many to list (the limit is {limit})")]
    TooManyOptions {
        /// The game, as its subgroup prints it.
        game: String,
        /// How many options, in words ("at least ..." when not counted).
        count: String,
        /// Whose options.
        player: crate::Player,
        /// How many may be listed.
        limit: u64,
    },
    /// A game has infinitely many options, and all of them were needed.
    #[error("{game} has infinitely many options for {player}: it is no short game")]
    NotShort {
        /// The game, as its subgroup prints it.
        game: String,
        /// Whose options.
        player: crate::Player,
    },
    /// A text would be longer than the limit: a game is a graph with shared
    /// parts, and written out it can be exponentially larger.
    #[error("written out, this game is longer than {limit} characters")]
    TextTooLong {
        /// Characters allowed.
        limit: usize,
    },
    /// A subgroup could not do what its contract says.
    #[error("subgroup {subgroup}: {message}")]
    Subgroup {
        /// The name of the subgroup.
        subgroup: String,
        /// What it says went wrong.
        message: String,
    },
    /// A plugin broke the contract of the ABI in a way that could be
    /// contained. It is not asked again.
    #[error(
        "plugin {plugin} failed in {function}: {fault}; it is not used any more, \
         and its values are gone"
    )]
    PluginFault {
        /// The name of its subgroup.
        plugin: String,
        /// The function of the ABI that failed first.
        function: &'static str,
        /// What it did.
        fault: String,
    },
    /// A text is not an element of the subgroup that was asked to read it.
    #[error("{text:?} is not an element of {subgroup}: {reason}")]
    Parse {
        /// The name of the subgroup.
        subgroup: String,
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Which limit ended a computation, and how far it got.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum LimitReached {
    /// The limit on memory.
    #[error("memory limit of {limit} bytes reached with {games} games held")]
    Memory {
        /// Bytes allowed.
        limit: u64,
        /// Games in the arena by then.
        games: u64,
    },
    /// The limit on the number of games held at a time.
    #[error("limit of {limit} games reached")]
    Games {
        /// Games allowed.
        limit: u64,
    },
    /// The limit on time.
    #[error("time limit of {limit:?} reached with {games} games held")]
    Time {
        /// Time allowed.
        limit: Duration,
        /// Games in the arena by then.
        games: u64,
    },
    /// The limit on steps of a bounded piece of work.
    #[error("limit of steps reached with {games} games held")]
    Steps {
        /// Games in the arena by then.
        games: u64,
    },
}

impl Error {
    /// An [`Error::Subgroup`], for implementors.
    pub fn subgroup(name: impl Into<String>, message: impl Into<String>) -> Self {
        Error::Subgroup { subgroup: name.into(), message: message.into() }
    }

    /// An integer or a dyadic would need more than [`crate::MAX_NUMBER_BITS`] bits,
    /// which are the most anywhere.
    pub const NUMBER_TOO_LARGE: Error = Error::NumberTooLarge { bits: crate::MAX_NUMBER_BITS };

    /// An [`Error::SubgroupLimit`], for implementors whose elements are bounded.
    pub fn subgroup_limit(name: impl Into<String>, message: impl Into<String>) -> Self {
        Error::SubgroupLimit { subgroup: name.into(), message: message.into() }
    }

    /// An [`Error::Parse`], for implementors.
    pub fn parse(
        name: impl Into<String>,
        text: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Error::Parse { subgroup: name.into(), text: text.into(), reason: reason.into() }
    }

    /// Whether a larger limit could have given an answer.
    ///
    /// ```
    /// assert!(!cg_core::Error::Interrupted.is_limit());
    /// assert!(cg_core::Error::NUMBER_TOO_LARGE.is_limit());
    /// ```
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Error::Limit(_)
                | Error::NumberTooLarge { .. }
                | Error::SubgroupLimit { .. }
                | Error::TooManyOptions { .. }
                | Error::TextTooLong { .. }
        )
    }
}

/// A bound as people read it: a power of two as such.
fn power(bits: usize) -> String {
    match bits.is_power_of_two() {
        true => format!("2^{}", bits.trailing_zeros()),
        false => bits.to_string(),
    }
}
