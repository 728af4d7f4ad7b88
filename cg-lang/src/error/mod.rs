//! Errors: one type for each stage, joined in [`Error`]. Errors carry data and
//! do not draw themselves; [`crate::render`] does.

mod reading;
mod running;

use cg_core::Error as GameError;
use thiserror::Error as ThisError;

use crate::source::{Source, Span};

pub use reading::ParseError;
pub use running::{PartialAnswer, RunError};

/// What went wrong, by stage.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum ErrorKind {
    /// In the text.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// In the names, or while the statement or directive ran.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<GameError> for ErrorKind {
    fn from(error: GameError) -> Self {
        RunError::from(error).into()
    }
}

/// An error and where it happened.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error("{}", .0.kind)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    origin: Source,
    span: Span,
    calls: Vec<String>,
}

impl Error {
    /// An error at a place of a program. The place holds whole characters: it is widened to
    /// their borders, and cut to the text. [`RunError::Elsewhere`] keeps its own place.
    ///
    /// ```
    /// use cg_lang::{Error, RunError, Source, Span};
    /// let text = Source::new("<input>", "\u{2191}3");
    /// let kind = || RunError::Refused { function: "f".into(), message: "an example".into() };
    /// assert_eq!(Error::new(kind(), &text, Span::new(1, 2)).span(), Span::new(0, 3));
    /// assert_eq!(Error::new(kind(), &text, Span::new(3, 9)).span(), Span::new(3, 4));
    /// ```
    pub fn new(kind: impl Into<ErrorKind>, origin: &Source, span: Span) -> Self {
        let kind = match kind.into() {
            ErrorKind::Run(RunError::Elsewhere(error)) => return *error,
            kind => kind,
        };
        let (origin, span) = (origin.clone(), origin.whole_characters(span));
        Error(Box::new(Inner { kind, origin, span, calls: Vec::new() }))
    }

    /// With the calls that were being computed, innermost first, unless it has some.
    #[must_use]
    pub(crate) fn within(mut self, calls: Vec<String>) -> Self {
        if self.0.calls.is_empty() {
            self.0.calls = calls;
        }
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The program in which it went wrong: not always the one that was run,
    /// since functions keep the source that defined them.
    pub fn origin(&self) -> &Source {
        &self.0.origin
    }

    /// The place in [`Error::origin`].
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// The calls that were being computed, innermost first, the first few.
    pub fn calls(&self) -> &[String] {
        &self.0.calls
    }

    /// A short, stable name of this kind of error: `missing-operand`.
    pub fn code(&self) -> &'static str {
        match self.kind() {
            ErrorKind::Parse(error) => error.code(),
            ErrorKind::Run(error) => error.code(),
        }
    }

    /// What to write or do instead, when that is known.
    pub fn help(&self) -> Option<String> {
        match self.kind() {
            ErrorKind::Parse(error) => error.help(),
            ErrorKind::Run(error) => error.help(),
        }
    }

    /// The known part of the answer, when a limit or an interruption ended a search.
    pub fn known(&self) -> Option<&PartialAnswer> {
        match self.kind() {
            ErrorKind::Run(RunError::Stopped { known, .. }) => Some(known),
            _ => None,
        }
    }

    /// Whether more text could mend it: a prompt asks for another line then.
    pub fn is_unfinished(&self) -> bool {
        match self.kind() {
            ErrorKind::Parse(error) => error.is_unfinished(),
            _ => false,
        }
    }

    /// Whether the user stopped the computation.
    pub fn is_interruption(&self) -> bool {
        matches!(
            self.kind(),
            ErrorKind::Run(
                RunError::Game(GameError::Interrupted)
                    | RunError::Stopped { error: GameError::Interrupted, .. }
            )
        )
    }

    /// Whether a limit ended the computation.
    pub fn is_limit(&self) -> bool {
        match self.kind() {
            ErrorKind::Run(RunError::Game(error) | RunError::Stopped { error, .. }) => {
                error.is_limit()
            }
            ErrorKind::Run(
                RunError::TooDeep { .. }
                | RunError::Memory { .. }
                | RunError::PositionsTooDeep(_)
                | RunError::IntegerTooLarge
                | RunError::Unfinished { .. },
            ) => true,
            _ => false,
        }
    }
}

impl From<Error> for ErrorKind {
    /// The error with its own place.
    fn from(error: Error) -> Self {
        RunError::Elsewhere(Box::new(error)).into()
    }
}

impl From<Error> for RunError {
    /// The error of rules, for the question that asked them: it keeps its place. Limits and interruptions
    /// are those of the question.
    fn from(error: Error) -> Self {
        let placed =
            !error.is_limit() && !error.is_interruption() && !error.origin().text().is_empty();
        match (placed, error.kind()) {
            (false, ErrorKind::Run(inner)) => inner.clone(),
            _ => RunError::Elsewhere(Box::new(error)),
        }
    }
}

// Did you mean ...?

/// The name among `known` that looks most like `name`, if one looks alike.
pub(crate) fn similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // Comparing long names costs the product of their lengths.
    if name.len() > 64 {
        return None;
    }
    let folded = name.to_lowercase();
    known
        .into_iter()
        .filter(|candidate| candidate.len() <= 64 && *candidate != name)
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&folded, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|&(distance, candidate)| {
            distance <= 1 && candidate.len().min(name.len()) > 1
                || distance == 0
                || distance <= candidate.len().min(name.len()) / 3
        })
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn slips_are_recognised() {
        let known = ["Nim", "Kayles", "PK", "outcome"];
        assert_eq!(similar("Nimm", known).as_deref(), Some("Nim"));
        assert_eq!(similar("nim", known).as_deref(), Some("Nim"));
        assert_eq!(similar("Kayle", known).as_deref(), Some("Kayles"));
        assert_eq!(similar("Kalyes", known).as_deref(), Some("Kayles"));
        assert_eq!(similar("otucome", known).as_deref(), Some("outcome"));
        assert_eq!(similar("Domineering", known), None);
        assert_eq!(similar("x", known), None);
    }
}
