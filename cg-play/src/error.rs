//! Errors. Each message suggests what to write instead.

use cg_octal::OctalError;
use cg_trinim::Error as TrinimError;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A move that the rules do not allow, with the reason.
    #[error("{0}")]
    Illegal(String),
    /// A game or a position that cannot be played.
    #[error("{0}")]
    Start(String),
    /// A position that is too large to be searched.
    #[error("{0}")]
    TooLarge(String),
    /// The interrupt flag was raised during a search.
    #[error("interrupted")]
    Interrupted,
    /// A text that is not a transcript.
    #[error("line {line}: {problem}")]
    Transcript {
        /// The line, counted from 1.
        line: usize,
        /// The fault.
        problem: String,
    },
    /// The errors of taking-and-breaking games.
    #[error(transparent)]
    Octal(OctalError),
    /// The errors of Triangular Nim.
    #[error(transparent)]
    Trinim(TrinimError),
    /// The errors of the language and of its engine.
    #[error(transparent)]
    Language(cg_lang::Error),
}

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, PlayError>;

impl PlayError {
    /// Whether the error is a limit of memory, time or search.
    pub fn is_limit(&self) -> bool {
        match self {
            PlayError::TooLarge(_) | PlayError::Octal(OctalError::Limit { .. }) => true,
            PlayError::Trinim(error) => error.is_limit(),
            PlayError::Language(error) => error.is_limit(),
            _ => false,
        }
    }

    /// Whether the user stopped the work.
    pub fn is_interruption(&self) -> bool {
        matches!(self, PlayError::Interrupted)
    }

    /// Whether only a move was wrong. The game can go on with another move.
    pub fn is_illegal_move(&self) -> bool {
        matches!(self, PlayError::Illegal(_))
    }
}

impl From<OctalError> for PlayError {
    fn from(error: OctalError) -> Self {
        match error {
            OctalError::Interrupted { .. } => PlayError::Interrupted,
            other => PlayError::Octal(other),
        }
    }
}

impl From<TrinimError> for PlayError {
    fn from(error: TrinimError) -> Self {
        match error {
            TrinimError::Interrupted => PlayError::Interrupted,
            other => PlayError::Trinim(other),
        }
    }
}

impl From<cg_lang::Error> for PlayError {
    fn from(error: cg_lang::Error) -> Self {
        if error.is_interruption() { PlayError::Interrupted } else { PlayError::Language(error) }
    }
}

impl From<std::convert::Infallible> for PlayError {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
