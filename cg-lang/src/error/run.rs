//! What can go wrong while a program runs.

use cg_core::{Error as GameError, LimitReached};
use thiserror::Error;

/// An error of the evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The engine gave no value: a limit, an interruption, a failing plugin.
    #[error("{0}")]
    Game(#[from] GameError),
    /// A call of a function that is not defined.
    #[error("there is no function `{name}`")]
    UnknownFunction {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
    },
    /// A name that is not bound.
    #[error("the name `{name}` is not bound")]
    UnknownName {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
        /// It stands in a definition.
        inside: bool,
    },
    /// `it` before anything was answered.
    #[error("`it` is the last answer, and nothing was answered yet")]
    NoAnswerYet,
    /// A name of a function where a value belongs.
    #[error("`{name}` is a function, not a value")]
    FunctionAsValue {
        /// The function.
        name: String,
    },
    /// A call with the wrong number of arguments.
    #[error("`{name}` takes {expected} argument{}, not {found}", if *expected == 1 { "" } else { "s" })]
    ArgumentCount {
        /// The function.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many it was given.
        found: usize,
    },
    /// No clause of the definition fits the arguments.
    #[error("no clause of `{name}` fits {call}")]
    NoClause {
        /// The function.
        name: String,
        /// The call.
        call: String,
    },
    /// A call that needs its own value.
    #[error("{} needs its own value", calls.first().map_or("this call", String::as_str))]
    Cycle {
        /// The calls of the cycle; the last is the first again.
        calls: Vec<String>,
    },
    /// Calls inside calls until the memory limit was reached.
    #[error("the calls never end, or need more than the memory limit of {limit} bytes")]
    TooDeep {
        /// The limit.
        limit: u64,
        /// How many calls were waiting.
        depth: usize,
        /// The first of them, outermost first.
        calls: Vec<String>,
    },
    /// The memory of lists, texts and remembered values reached the limit.
    #[error("memory limit of {limit} bytes reached by lists, texts and remembered values")]
    Memory {
        /// The limit.
        limit: u64,
    },
    /// A value of the wrong kind.
    #[error("{place} is {found}, not {expected}")]
    WrongKind {
        /// Which value: "the argument of `*`".
        place: String,
        /// What it must be.
        expected: String,
        /// What it is.
        found: String,
        /// What to write instead, if that is clear.
        help: Option<String>,
    },
    /// A product with a game that is not a number.
    #[error("a product takes integers and numbers")]
    ProductOfGame {
        /// What to write instead.
        help: String,
    },
    /// A quotient of 0.
    #[error("division by zero")]
    DivisionByZero,
    /// A quotient that is not a dyadic rational.
    #[error("{quotient} is the value of no finite game: its denominator is not a power of 2")]
    NotDyadic {
        /// The quotient in lowest terms.
        quotient: String,
    },
    /// A nimber of a negative number.
    #[error("there is no nimber {0}: nimbers count from 0")]
    NegativeNimber(String),
    /// An index outside its list or text.
    #[error("index {index} lies outside: the length is {length}")]
    OutOfRange {
        /// The index.
        index: String,
        /// The length of the list or text.
        length: usize,
    },
    /// Lists inside lists without end.
    #[error("lists are nested more than {0} deep")]
    NestedTooDeep(u32),
    /// A function cannot do this with these arguments.
    #[error("`{function}`: {message}")]
    Refused {
        /// The function.
        function: String,
        /// Why.
        message: String,
    },
}

impl RunError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            RunError::Game(GameError::Interrupted) => "interrupted",
            RunError::Game(GameError::Limit(_)) => "limit",
            RunError::Game(_) => "game",
            RunError::UnknownFunction { .. } => "unknown-function",
            RunError::UnknownName { .. } => "unknown-name",
            RunError::NoAnswerYet => "no-answer-yet",
            RunError::FunctionAsValue { .. } => "function-as-value",
            RunError::ArgumentCount { .. } => "call-argument-count",
            RunError::NoClause { .. } => "no-clause",
            RunError::Cycle { .. } => "cycle",
            RunError::TooDeep { .. } => "too-deep",
            RunError::Memory { .. } => "memory",
            RunError::WrongKind { .. } => "wrong-kind",
            RunError::ProductOfGame { .. } => "product-of-game",
            RunError::DivisionByZero => "division-by-zero",
            RunError::NotDyadic { .. } => "not-dyadic",
            RunError::NegativeNimber(_) => "negative-nimber",
            RunError::OutOfRange { .. } => "out-of-range",
            RunError::NestedTooDeep(_) => "nested-too-deep",
            RunError::Refused { .. } => "refused",
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            RunError::Game(GameError::Limit(limit)) => match limit {
                LimitReached::Memory { .. } => "`:limit memory 16GiB` raises the limit".into(),
                LimitReached::Time { .. } => "`:limit time 10min` raises the limit".into(),
                LimitReached::Games { .. } => "`:limit games N` raises the limit".into(),
                _ => return None,
            },
            RunError::Memory { .. } => "`:limit memory 16GiB` raises the limit".into(),
            RunError::UnknownName { name, .. } if no_name(name).is_some() => no_name(name)?,
            RunError::UnknownFunction { similar, .. } | RunError::UnknownName { similar, .. } => {
                match similar {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => match self {
                        RunError::UnknownFunction { name, .. } => {
                            format!("define it: `{name}(n) {{ case 0: 0; default: {{ ... }}; }}`")
                        }
                        RunError::UnknownName { name, inside: true, .. } => format!(
                            "each option has its own generators: `F({name}) : {name} = 0..n`"
                        ),
                        RunError::UnknownName { name, .. } => format!("bind it: `{name} = ...`"),
                        _ => return None,
                    },
                }
            }
            RunError::NoAnswerYet => "ask something first".into(),
            RunError::FunctionAsValue { name } => format!("call it: `{name}(...)`"),
            RunError::NoClause { .. } => "add a `case` for it, or a `default`".into(),
            RunError::Cycle { calls } => chain(calls),
            RunError::TooDeep { depth, calls, .. } => {
                format!("{} -> ..., {depth} calls deep", chain(calls))
            }
            RunError::WrongKind { help, .. } => help.clone()?,
            RunError::ProductOfGame { help } => help.clone(),
            RunError::OutOfRange { length: 0, .. } => "there is nothing in it".into(),
            RunError::OutOfRange { length, .. } => format!("indices go from 0 to {}", length - 1),
            _ => return None,
        })
    }
}

/// What to write instead of a word that was hardly meant as a name.
fn no_name(name: &str) -> Option<String> {
    match name {
        "quit" | "exit" => Some("Ctrl-D leaves the session".into()),
        _ => crate::session::is_directive(name)
            .then(|| format!("a directive begins with a colon: `:{name}`")),
    }
}

fn chain(calls: &[String]) -> String {
    calls.join(" -> ")
}
