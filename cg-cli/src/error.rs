//! The error of the command: its words and its exit status.

use std::io;
use std::path::{Path, PathBuf};

use cg_calculator::cg_families::FamilyError;
use cg_calculator::cg_octal::OctalError;
use cg_calculator::cg_play::PlayError;
use cg_calculator::cg_plugin::PluginError;
use cg_calculator::cg_prove::ProveError;
use cg_calculator::cg_solve::SolveError;
use cg_calculator::cg_trinim::Error as TrinimError;
use cg_calculator::{CalculatorError, GameError};
use serde::Serialize;

use crate::output::{Ending, Unwritten, complain, object, print};

/// Why a command gives no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// A configuration file that cannot be read, or is bad.
    #[error(transparent)]
    Configuration(#[from] PluginError),
    /// The families do not fit together, or the limits are too low.
    #[error(transparent)]
    SetUp(GameError),
    /// A plugin that `--plugin` names is not there: other families would answer in its place.
    #[error("the plugin at {} is not loaded: {reason}", path.display())]
    Plugin { path: PathBuf, reason: String },
    #[error(transparent)]
    Engine(#[from] GameError),
    #[error(transparent)]
    Language(#[from] cg_calculator::Error),
    #[error(transparent)]
    Family(#[from] FamilyError),
    #[error(transparent)]
    Octal(#[from] OctalError),
    #[error(transparent)]
    Play(#[from] PlayError),
    #[error(transparent)]
    Proof(#[from] ProveError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Calculator(#[from] CalculatorError),
    #[error(transparent)]
    Trinim(#[from] TrinimError),
    /// A transcript of a game that cannot be replayed.
    #[error("{}: {error}", path.display())]
    Transcript { path: PathBuf, error: PlayError },
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// Standard input does not work.
    #[error("{0}")]
    Input(io::Error),
    /// Standard output does not take the answer.
    #[error(transparent)]
    Output(#[from] Unwritten),
    /// The request cannot be answered.
    #[error("{0}")]
    Refused(String),
    /// A limit that no library met.
    #[error("{0}")]
    Limit(String),
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
    /// A table of Triangular Nim, stopped before its end by the time limit or by the user.
    #[error(
        "{}; {}",
        if *late { "stopped at the time limit" } else { "interrupted" },
        if *on_disk {
            "what was finished on disk is kept, and the same command goes on"
        } else {
            "nothing is kept of work in memory"
        }
    )]
    Stopped { late: bool, on_disk: bool },
}

/// An ending, or why there is none.
pub(crate) type CommandResult<T = Ending> = Result<T, CommandError>;

/// Prints what a command answers, or says why there is no answer.
pub(crate) fn finish(command: &str, answer: Result<String, impl Into<CommandError>>) -> Ending {
    match answer {
        Ok(text) => Ending::of(print(&text)),
        Err(error) => error.into().report(command, false),
    }
}

/// An error for a program.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "error")]
struct ErrorReply {
    error: Message,
}

#[derive(Serialize)]
struct Message {
    message: String,
    /// Whether a limit was reached.
    limit: bool,
}

impl CommandError {
    /// Returns a function that maps an error on `path`.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }

    /// How the error ends the command.
    pub(crate) fn ending(&self) -> Ending {
        let (is_interruption, is_limit) = match self {
            Self::Plugin { .. } => return Ending::WrongUsage,
            Self::Engine(error)
            | Self::Family(FamilyError::Game(error))
            | Self::Proof(ProveError::Limit(error))
            | Self::Solve(SolveError::Engine(error))
            | Self::Calculator(CalculatorError::Engine(error)) => {
                (*error == GameError::Interrupted, error.is_limit())
            }
            Self::Language(error) | Self::Calculator(CalculatorError::Expression(error)) => {
                (error.is_interruption(), error.is_limit())
            }
            Self::Octal(error) => (
                matches!(error, OctalError::Interrupted { .. }),
                matches!(error, OctalError::Limit { .. }),
            ),
            Self::Play(error) | Self::Transcript { error, .. } => {
                (error.is_interruption(), error.is_limit())
            }
            Self::Trinim(error) => (matches!(error, TrinimError::Interrupted), error.is_limit()),
            Self::Stopped { late, .. } => (!late, *late),
            Self::Limit(_) => (false, true),
            Self::Interrupted => (true, false),
            _ => (false, false),
        };
        match (is_interruption, is_limit) {
            (true, _) => Ending::Interrupted,
            (false, true) => Ending::LimitReached,
            (false, false) => Ending::ProgramError,
        }
    }

    /// The error as a program reads it: an object on a line.
    pub(crate) fn to_json(&self) -> String {
        let limit = self.ending() == Ending::LimitReached;
        object(&ErrorReply { error: Message { message: self.to_string(), limit } })
    }

    /// Says what is wrong: on standard error behind the name of the command, or as an object on
    /// standard output.
    pub(crate) fn report(&self, command: &str, as_json: bool) -> Ending {
        let ending = self.ending();
        match self {
            Self::Output(unwritten) => unwritten.report(),
            _ if as_json && !matches!(self, Self::Input(_)) => {
                ending.max(Ending::of(print(&self.to_json())))
            }
            _ => {
                complain(&format!("{command}: {self}"));
                ending
            }
        }
    }
}
