//! Parts of replies: those that may be missing, games in each notation, winning moves.

use cg_lang::Error;
use serde::Serialize;

/// A part of a reply, or what kept it from being worked out: a text that is too long, a
/// limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Part<T> {
    /// The part.
    Known(T),
    /// Why it is missing.
    Missing {
        /// The reason.
        error: Fault,
    },
}

impl<T> Part<T> {
    /// The part, if it is known.
    pub fn known(&self) -> Option<&T> {
        match self {
            Part::Known(part) => Some(part),
            Part::Missing { .. } => None,
        }
    }

    /// Whether a limit keeps it back.
    pub fn is_late(&self) -> bool {
        matches!(self, Part::Missing { error } if error.limit)
    }

    /// The part, or why it is missing.
    pub fn as_ref(&self) -> Part<&T> {
        match self {
            Part::Known(part) => Part::Known(part),
            Part::Missing { error } => Part::Missing { error: error.clone() },
        }
    }

    /// Something else made of the part, if it is known.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Part<U> {
        match self {
            Part::Known(part) => Part::Known(make(part)),
            Part::Missing { error } => Part::Missing { error },
        }
    }

    /// The part itself, if it is known.
    pub fn into_known(self) -> Option<T> {
        match self {
            Part::Known(part) => Some(part),
            Part::Missing { .. } => None,
        }
    }
}

/// Why something is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fault {
    /// A short, stable name of this kind of error.
    pub code: &'static str,
    /// The error in words.
    pub message: String,
    /// Whether a limit was reached.
    pub limit: bool,
    /// Whether the user stopped the computation.
    #[serde(skip)]
    pub interrupted: bool,
}

impl Fault {
    /// The words of an error, without its place.
    pub fn of(error: &Error) -> Self {
        Fault {
            code: error.code(),
            message: error.to_string(),
            limit: error.is_limit(),
            interrupted: error.is_interruption(),
        }
    }
}

/// A game in each notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Texts {
    /// In LaTeX.
    pub latex: Part<String>,
    /// In the notation of the paper.
    pub paper: Part<String>,
    /// In the notation in force.
    pub shown: Part<String>,
    /// In standard notation.
    pub standard: Part<String>,
    /// In standard notation with the signs of Unicode.
    pub unicode: Part<String>,
}

/// A first move that wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WinningMoveReply {
    /// The component in which it is made: `Nim(7)`.
    pub from: String,
    /// The component after the move: `Nim(6)`.
    pub to: String,
    /// Both in each notation, where the component is a value: `*5` and `*3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<[Box<Texts>; 2]>,
    /// The cells or edges that change, where that says all: `"#" at [0, 1]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// The value of the whole position after the move; none under misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<Texts>,
}

impl WinningMoveReply {
    /// A move with its component alone.
    pub(crate) fn new(from: String, to: String) -> Self {
        WinningMoveReply { from, to, values: None, change: None, leaves: None }
    }
}
