//! What goes wrong, and the Python exception that says so.
//!
//! The classes of exceptions are Python's own code, in `cg_calculator/errors.py`: some have two
//! bases, such as the calculator's and `MemoryError`.

use std::any::Any;

use cg_calculator::cg_core::LimitReached;
use cg_calculator::cg_lang::{ErrorKind, RunError};
use cg_calculator::cg_octal::OctalError;
use cg_calculator::cg_rulesets::NotationError;
use cg_calculator::cg_simplify::FunctionError;
use cg_calculator::cg_solve::SolveError;
use cg_calculator::{CalculatorError, Error, GameError, Problem, Reply, cg_misere, cg_trinim};
use pyo3::prelude::*;

/// The class of the exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Something that the calculator cannot do: its own base class.
    Refused,
    /// A text of the language G that is wrong, or fails.
    Program,
    /// A text of a position or a code that is wrong.
    Notation,
    /// A limit other than those below.
    Limit,
    /// The limit on memory.
    Memory,
    /// The limit on time.
    Time,
    /// Ctrl-C, or `interrupt()`.
    Interrupted,
    /// A position that comes back.
    Loopy,
    /// A value of Python that does not fit.
    Value,
    /// A type of Python that does not fit.
    Type,
    /// A fault of the calculator itself.
    Internal,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Refused => "CalculatorError",
            Class::Program => "ProgramError",
            Class::Notation => "NotationError",
            Class::Limit => "LimitError",
            Class::Memory => "MemoryLimitError",
            Class::Time => "TimeLimitError",
            Class::Interrupted => "Interrupted",
            Class::Loopy => "LoopyError",
            Class::Value => "BadValueError",
            Class::Type => "BadTypeError",
            Class::Internal => "InternalError",
        }
    }
}

/// Something that went wrong. It can be sent to another thread.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    class: Class,
    message: String,
    /// Of a program: the error with its place, and how it is drawn.
    program: Option<Box<(Problem, String)>>,
    /// Steps ran out: a larger piece of work may end.
    unfinished: bool,
}

pub(crate) type Done<T> = Result<T, Fault>;

impl Fault {
    pub(crate) fn new(class: Class, message: impl Into<String>) -> Self {
        Fault { class, message: message.into(), program: None, unfinished: false }
    }

    /// Whether the work was bounded and needs more steps.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Fault::new(
            Class::Internal,
            format!("a fault of the calculator, which should be reported: {text}"),
        )
    }

    /// The exception.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        match self.exception(py) {
            Ok(error) | Err(error) => error,
        }
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let class = py.import("cg_calculator.errors")?.getattr(self.class.name())?;
        let Some(program) = self.program else {
            return Ok(PyErr::from_value(class.call1((self.message,))?));
        };
        let (problem, shown) = *program;
        let error = class.call1((self.message,))?;
        error.setattr("code", problem.code)?;
        error.setattr("help", problem.help)?;
        error.setattr("source", problem.place.source)?;
        error.setattr("line", problem.place.line)?;
        error.setattr("column", problem.place.column)?;
        error.setattr("calls", problem.calls)?;
        error.setattr("shown", shown)?;
        Ok(PyErr::from_value(error))
    }
}

/// The class of an error of the engine.
fn class(error: &GameError) -> Class {
    match error {
        GameError::Interrupted => Class::Interrupted,
        GameError::Limit(LimitReached::Memory { .. }) => Class::Memory,
        GameError::Limit(LimitReached::Time { .. }) => Class::Time,
        error if error.is_limit() => Class::Limit,
        _ => Class::Refused,
    }
}

impl From<GameError> for Fault {
    fn from(error: GameError) -> Self {
        let unfinished = matches!(error, GameError::Limit(LimitReached::Steps { .. }));
        Fault { unfinished, ..Fault::new(class(&error), error.to_string()) }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let class = match error.kind() {
            ErrorKind::Run(RunError::Game(error)) => match class(error) {
                Class::Refused => Class::Program,
                class => class,
            },
            ErrorKind::Run(RunError::Memory { .. }) => Class::Memory,
            _ if error.is_limit() => Class::Limit,
            _ => Class::Program,
        };
        let shown = Reply::from(&error).shown;
        let program = Some(Box::new((Problem::from(&error), shown)));
        Fault { class, message: error.to_string(), program, unfinished: false }
    }
}

impl From<RunError> for Fault {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Game(error) => error.into(),
            error => Fault::new(Class::Refused, error.to_string()),
        }
    }
}

impl From<FunctionError> for Fault {
    fn from(error: FunctionError) -> Self {
        match error {
            FunctionError::Game(error) => error.into(),
            error => Fault::new(Class::Refused, error.to_string()),
        }
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Engine(error) => error.into(),
            SolveError::Loopy => Fault::new(Class::Loopy, error.to_string()),
            error => Fault::new(Class::Refused, error.to_string()),
        }
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Self {
        Fault::new(Class::Notation, error.to_string())
    }
}

impl From<OctalError> for Fault {
    fn from(error: OctalError) -> Self {
        let class = match &error {
            OctalError::Interrupted { .. } => Class::Interrupted,
            OctalError::Limit { .. } => Class::Limit,
            _ => Class::Notation,
        };
        Fault::new(class, error.to_string())
    }
}

impl From<cg_misere::MisereError> for Fault {
    fn from(error: cg_misere::MisereError) -> Self {
        let class = match &error {
            cg_misere::MisereError::Octal(_) | cg_misere::MisereError::Notation { .. } => {
                Class::Notation
            }
            cg_misere::MisereError::Limit { .. } => Class::Limit,
            cg_misere::MisereError::Interrupted => Class::Interrupted,
            _ => Class::Refused,
        };
        Fault::new(class, error.to_string())
    }
}

impl From<cg_trinim::Error> for Fault {
    fn from(error: cg_trinim::Error) -> Self {
        let class = match &error {
            cg_trinim::Error::Interrupted => Class::Interrupted,
            cg_trinim::Error::SearchLimit(_) => Class::Limit,
            _ => Class::Notation,
        };
        Fault::new(class, error.to_string())
    }
}

impl From<CalculatorError> for Fault {
    fn from(error: CalculatorError) -> Self {
        match error {
            CalculatorError::Expression(error) => error.into(),
            CalculatorError::Engine(error) => error.into(),
            error => Fault::new(Class::Refused, error.to_string()),
        }
    }
}
