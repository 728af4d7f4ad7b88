//! What can be wrong with a directive.

use thiserror::Error;

/// An error of a line like `:load nim.g`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DirectiveError {
    /// No directive of this name.
    #[error("there is no directive `:{name}`")]
    Unknown {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
    },
    /// A directive with an argument it does not take.
    #[error("{problem}")]
    BadArgument {
        /// What is wrong.
        problem: String,
        /// How the directive is written.
        usage: &'static str,
    },
    /// A file that cannot be read or written.
    #[error("cannot {action} {path}: {reason}")]
    File {
        /// "read" or "write".
        action: &'static str,
        /// The file.
        path: String,
        /// Why, as the system says.
        reason: String,
        /// A file that may have been meant.
        similar: Option<String>,
    },
    /// A file that would be lost if it were written over.
    #[error("there is a file {path} already")]
    Exists {
        /// The file.
        path: String,
    },
    /// The last answer, when there is none.
    #[error("nothing was answered yet")]
    NothingAnswered,
    /// Files that load each other.
    #[error("files load each other more than {0} deep")]
    NestedLoad(usize),
    /// Help on a name that is unknown.
    #[error("there is no help on `{name}`")]
    NoHelp {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
    },
    /// Something else than one expression where a directive needs one.
    #[error("an expression is due here, and nothing else")]
    NoExpression,
    /// A binding that cannot be written as source.
    #[error("cannot save `{name}`: {reason}")]
    NotSaved {
        /// The binding.
        name: String,
        /// Why.
        reason: String,
    },
}

impl DirectiveError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            DirectiveError::Unknown { .. } => "unknown-directive",
            DirectiveError::BadArgument { .. } => "bad-argument",
            DirectiveError::File { .. } => "file",
            DirectiveError::Exists { .. } => "file-exists",
            DirectiveError::NothingAnswered => "nothing-answered",
            DirectiveError::NestedLoad(_) => "nested-load",
            DirectiveError::NoHelp { .. } => "no-help",
            DirectiveError::NoExpression => "no-expression",
            DirectiveError::NotSaved { .. } => "not-saved",
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            DirectiveError::Unknown { similar: Some(similar), .. } => {
                format!("did you mean `:{similar}`?")
            }
            DirectiveError::Unknown { .. } => "`:help` lists the directives".into(),
            DirectiveError::BadArgument { usage, .. } => format!("write `{usage}`"),
            DirectiveError::File { similar: Some(similar), .. }
            | DirectiveError::NoHelp { similar: Some(similar), .. } => {
                format!("did you mean `{similar}`?")
            }
            DirectiveError::NoHelp { .. } => "`:help` lists what there is".into(),
            DirectiveError::Exists { path } => format!("`:write! {path}` writes over it"),
            DirectiveError::NothingAnswered => "ask something first".into(),
            _ => return None,
        })
    }
}
