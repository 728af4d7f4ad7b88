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
    },
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
            DirectiveError::NestedLoad(_) => "nested-load",
            DirectiveError::NoHelp { .. } => "no-help",
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
            DirectiveError::NoHelp { similar: Some(similar), .. } => {
                format!("did you mean `{similar}`?")
            }
            DirectiveError::NoHelp { .. } => "`:help` lists what there is".into(),
            _ => return None,
        })
    }
}
