//! What can go wrong in a function on games.

use cg_core::Error;
use thiserror::Error as ThisError;

/// Why a function on games gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum FunctionError {
    /// A computation on games failed: a limit, an interrupt, a subgroup.
    #[error(transparent)]
    Game(#[from] Error),
    /// A function of numbers was given another game.
    #[error("{function} takes a number here, and {game} is none")]
    NotANumber {
        /// The function, as the language calls it.
        function: &'static str,
        /// The game.
        game: String,
    },
    /// `simplest(a, b)` with a >= b.
    #[error("no number lies strictly between {low} and {high}: the smaller bound comes first")]
    NothingBetween {
        /// The first bound.
        low: String,
        /// The second.
        high: String,
    },
    /// `nimvalue` of a game that is no nimber.
    #[error("{game} is no nimber, so it has no nim-value")]
    NotANimber {
        /// The game.
        game: String,
    },
    /// The game is not equal to a multiple of up plus what is smaller.
    #[error("{game} has no atomic weight")]
    NotAtomic {
        /// The game.
        game: String,
    },
    /// `uptimal` of a game that is no number plus uptimal plus nimber.
    #[error("{game} is no number plus uptimal plus nimber")]
    NotAnUptimal {
        /// The game.
        game: String,
    },
    /// Cooling below the temperature of the integers.
    #[error("cooling by {temperature} is not defined: the coldest games have temperature -1")]
    TooCold {
        /// The temperature asked for.
        temperature: String,
    },
    /// The unit of a product, or the x of a tiny, must be positive.
    #[error("{function} takes a positive game here, and {game} is none")]
    NotPositive {
        /// The function, as the language calls it.
        function: &'static str,
        /// The game.
        game: String,
    },
    /// A set of games is too large to be listed.
    #[error("{game} has {count} followers, too many to list (the limit is {limit})")]
    TooManyFollowers {
        /// The game.
        game: String,
        /// How many there are.
        count: String,
        /// How many may be listed.
        limit: u64,
    },
    /// A function was called with too many or too few arguments.
    #[error("{function} is called as {usage}")]
    WrongArguments {
        /// The function, as the language calls it.
        function: &'static str,
        /// How it is called.
        usage: &'static str,
    },
}

/// The answer of a function on games.
pub type FunctionResult<T> = Result<T, FunctionError>;
