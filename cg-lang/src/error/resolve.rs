//! What can be wrong with the names of a program before it runs.

use thiserror::Error;

/// An error found when a statement or a definition is compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// A built-in function with the wrong number of arguments.
    #[error("`{name}` takes {expected}, not {found}")]
    ArgumentCount {
        /// The function.
        name: String,
        /// How many it takes, in words.
        expected: String,
        /// How many it was given.
        found: usize,
        /// How it is written.
        usage: String,
    },
    /// A definition with the name of a built-in function.
    #[error("`{name}` is built in and cannot be defined anew")]
    BuiltIn {
        /// The function.
        name: String,
    },
    /// `misere` inside a definition.
    #[error("`misere` is about a position that a query names, not inside a definition")]
    MisereInside,
    /// `it` inside a definition.
    #[error("`it` is the last answer, which changes: a definition cannot use it")]
    ItInside,
}

impl ResolveError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            ResolveError::ArgumentCount { .. } => "argument-count",
            ResolveError::BuiltIn { .. } => "built-in",
            ResolveError::MisereInside => "misere-inside",
            ResolveError::ItInside => "it-inside",
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            ResolveError::ArgumentCount { usage, .. } => format!("write `{usage}`"),
            ResolveError::BuiltIn { .. } => "choose another name".into(),
            ResolveError::MisereInside => "write `misere(Nim(3) + Nim(5))` as a query".into(),
            ResolveError::ItInside => {
                "bind it to a name first, `x = it`, or make it a parameter".into()
            }
        })
    }
}
