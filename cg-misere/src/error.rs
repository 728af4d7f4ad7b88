//! Errors.

use cg_octal::OctalError;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MisereError {
    /// A code, a heap or a limit that `cg-octal` refuses.
    #[error(transparent)]
    Octal(#[from] OctalError),
    /// A limit on memory, elements or positions was reached.
    #[error("{what} would need more than the limit of {limit}; raise the limit or ask for less")]
    Limit {
        /// The action that failed.
        what: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// A limit of the caller was reached.
    #[error(transparent)]
    Reached(cg_core::Error),
    /// A partizan quotient has more elements than are looked for.
    #[error("more than {elements} elements are distinguished, and there may be infinitely many")]
    ManyElements {
        /// The most elements.
        elements: usize,
    },
    /// A partizan quotient was not found within a limit.
    #[error(
        "{elements} elements are distinguished so far, and there may be infinitely many: {why}"
    )]
    Elements {
        /// The number of elements that tests distinguish.
        elements: usize,
        /// The limit.
        why: Box<MisereError>,
    },
    /// The interrupt flag was raised.
    #[error("interrupted")]
    Interrupted,
    /// The quotient is not known for this heap.
    #[error(
        "heap {heap} is beyond what is known: the quotient is verified for heaps to {known} and no period is proved"
    )]
    Unknown {
        /// The heap.
        heap: u64,
        /// The last heap for which the quotient is verified.
        known: u64,
    },
    /// A certificate is damaged, of another version, or wrong.
    #[error("{0}")]
    Data(String),
    /// A text that is not a game in the notation of misère play.
    #[error("not a misère game: {what} at byte {at}; write for instance `0`, `*3` or `*[2[3],0]`")]
    Notation {
        /// The fault.
        what: String,
        /// Byte offset of the first thing that does not fit.
        at: usize,
    },
}

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, MisereError>;

impl MisereError {
    pub(crate) fn limit(what: impl Into<String>, limit: impl Into<String>) -> Self {
        Self::Limit { what: what.into(), limit: limit.into() }
    }
}
