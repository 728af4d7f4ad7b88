//! Errors. Each message suggests what to write instead.

use std::path::PathBuf;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OctalError {
    /// The text is no code, set or name.
    #[error(
        "not a game code: {what} at byte {at} of `{text}`; write for instance `.77`, `4.7`, `0.(3)`, `.3F`, `S{{1,3,4}}`, `AllBut{{2}}` or a name such as `Kayles`"
    )]
    Parse {
        /// The text, shortened when it is long.
        text: String,
        /// Byte offset of the first thing that does not fit.
        at: usize,
        /// The fault at this place.
        what: String,
    },
    /// The text is no pair of codes.
    #[error(
        "not a pair of codes: {what} at byte {at} of `{text}`; write Left's code, `|` and Right's code, such as `.7|.07` or `S{{1,2}}|S{{1,3}}`"
    )]
    TwoCodes {
        /// The text, shortened when it is long.
        text: String,
        /// Byte offset of the first thing that does not fit.
        at: usize,
        /// The fault at this place.
        what: String,
    },
    /// A code with more digits than [`crate::Code::MAX_DIGITS`].
    #[error("the code has more than {limit} digits; this is the longest that is read")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// A digit with more bits than [`crate::Code::MAX_DIGIT`] has.
    #[error("digit {digit} is too big: digits up to {limit} (heaps left: up to 15) are read")]
    DigitTooBig {
        /// The digit.
        digit: u64,
        /// The largest digit read.
        limit: u32,
    },
    /// A digit before the point that asks for an impossible move.
    #[error(
        "digit {digit} before the point: without removing a token a heap can only be split, so the digit is a sum of 4, 8, 16, ..."
    )]
    ZeroDigit {
        /// The digit.
        digit: u32,
    },
    /// The engine cannot play this kind of game.
    #[error("the {engine} engine does not play {game}: {why}")]
    Unsupported {
        /// The engine.
        engine: &'static str,
        /// The game, as it prints.
        game: String,
        /// The reason, and what to use instead.
        why: &'static str,
    },
    /// A limit on memory or on the size of a search was reached.
    #[error("{what} would need more than the limit of {limit}; raise the limit or ask for less")]
    Limit {
        /// The action that failed.
        what: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// The interrupt flag was raised.
    #[error("interrupted after {at} steps")]
    Interrupted {
        /// The progress of the work: known heaps, or searched positions.
        at: u64,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason the system gives.
        source: std::io::Error,
    },
    /// Another run uses the checkpoint.
    #[error(
        "{path}: the checkpoint is in use by {by}: wait until that run ends, or give this one another file"
    )]
    InUse {
        /// The file.
        path: PathBuf,
        /// The process that uses it: `process 1234 on host`.
        by: String,
    },
    /// A checkpoint or certificate is damaged, of another version or of another game.
    #[error("{what}")]
    Data {
        /// The fault.
        what: String,
    },
}

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, OctalError>;

impl OctalError {
    pub(crate) fn data(what: impl Into<String>) -> Self {
        Self::Data { what: what.into() }
    }

    pub(crate) fn limit(what: impl Into<String>, limit: impl Into<String>) -> Self {
        Self::Limit { what: what.into(), limit: limit.into() }
    }
}

/// The rules cannot fail.
impl From<std::convert::Infallible> for OctalError {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
