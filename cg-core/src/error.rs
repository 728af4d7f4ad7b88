//! Errors of the core.

use std::time::Duration;

use thiserror::Error as ThisError;

/// The result of an operation of the core.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a computation on games has no answer, or subgroups make no registry. There is never a wrong
/// value: an operation that cannot be finished exactly returns one of these errors.
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
        /// The number of allowed bits.
        bits: usize,
    },
    /// A subgroup with bounds would need a larger element than it can hold.
    #[error("subgroup {subgroup}: {message}")]
    SubgroupLimit {
        /// The name of the subgroup.
        subgroup: String,
        /// The bound, in words.
        message: String,
    },
    /// A game has more options than can be listed.
    #[error("{game} has {count} options for {player}, too many to list (the limit is {limit})")]
    TooManyOptions {
        /// The game, as its subgroup prints it.
        game: String,
        /// The number of options, in words ("at least ..." if they were not counted).
        count: String,
        /// The player of the options.
        player: crate::Player,
        /// The largest number that is listed.
        limit: u64,
    },
    /// A game has infinitely many options, and all of them are needed.
    #[error("{game} has infinitely many options for {player}: it is no short game")]
    NotShort {
        /// The game, as its subgroup prints it.
        game: String,
        /// The player of the options.
        player: crate::Player,
    },
    /// A text would be longer than the limit. A game is a graph with shared parts, so its text can
    /// be exponentially larger.
    #[error("written out, this game is longer than {limit} characters")]
    TextTooLong {
        /// Characters allowed.
        limit: usize,
    },
    /// A subgroup did not keep its contract.
    #[error("subgroup {subgroup}: {message}")]
    Subgroup {
        /// The name of the subgroup.
        subgroup: String,
        /// Its message.
        message: String,
    },
    /// A plugin broke the contract of the ABI, and the fault was contained. It is not called again.
    #[error(
        "plugin {plugin} failed in {function}: {fault}; it is not used any more, \
         and its values are gone"
    )]
    PluginFault {
        /// The name of its subgroup.
        plugin: String,
        /// The function of the ABI that failed first.
        function: &'static str,
        /// The fault.
        fault: String,
    },
    /// A text is not an element of the subgroup that read it.
    #[error("{text:?} is not an element of {subgroup}: {reason}")]
    Parse {
        /// The name of the subgroup.
        subgroup: String,
        /// The text.
        text: String,
        /// The fault.
        reason: String,
    },
    /// A name of a notation that is not in [`crate::Notation::ALL`].
    #[error("unknown notation {0:?}: there are paper, standard, unicode and latex")]
    UnknownNotation(String),
    /// Two subgroups of a registry have the same name.
    #[error("there are two subgroups named {0:?}; rename one, or register it as a replacement")]
    DuplicateName(String),
    /// A subgroup should replace one that does not exist.
    #[error("there is no subgroup {0:?} to replace")]
    NothingToReplace(String),
    /// A subgroup includes one that is not registered.
    #[error("{subgroup} includes {included:?}, which is not registered")]
    UnknownRelative {
        /// The subgroup that declares it.
        subgroup: String,
        /// The missing subgroup.
        included: String,
    },
    /// Subgroups include each other in a circle.
    #[error("{0} includes itself by way of others")]
    CircularInclusion(String),
    /// The sum of elements of two subgroups could go to either of two subgroups.
    #[error(
        "{} and {} have two least common homes, {} and {}: \
         let one include the other, or register a subgroup that both include",
        subgroups[0], subgroups[1], homes[0], homes[1]
    )]
    AmbiguousHome {
        /// The two subgroups.
        subgroups: Box<[String; 2]>,
        /// Their least common homes.
        homes: Box<[String; 2]>,
    },
    /// More subgroups than [`crate::MOST_SUBGROUPS`].
    #[error("more than {} subgroups", crate::MOST_SUBGROUPS)]
    TooManySubgroups,
}

/// The limit that ended a computation, and its progress.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum LimitReached {
    /// The limit on memory.
    #[error("memory limit of {limit} bytes reached with {games} games held")]
    Memory {
        /// Bytes allowed.
        limit: u64,
        /// The number of games at that time.
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
        /// The number of games at that time.
        games: u64,
    },
    /// The limit on steps of bounded work.
    #[error("limit of steps reached with {games} games held")]
    Steps {
        /// The number of games at that time.
        games: u64,
    },
}

impl Error {
    /// An [`Error::Subgroup`], for implementors.
    pub fn subgroup(name: impl Into<String>, message: impl Into<String>) -> Self {
        Error::Subgroup { subgroup: name.into(), message: message.into() }
    }

    /// An integer or a dyadic would need more than [`crate::MAX_NUMBER_BITS`] bits, which is the
    /// largest number anywhere.
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

    /// Whether a larger limit could help.
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

/// A bound for readers: a power of two is written as such.
fn power(bits: usize) -> String {
    match bits.is_power_of_two() {
        true => format!("2^{}", bits.trailing_zeros()),
        false => bits.to_string(),
    }
}
