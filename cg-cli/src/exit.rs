//! What the exit status says.

use std::process::ExitCode;

/// How a run ended. The worst ending of its statements is that of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// Everything was answered.
    Answered,
    /// The program has an error.
    ProgramError,
    /// A limit was reached.
    LimitReached,
    /// The user interrupted.
    Interrupted,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        ExitCode::from(match ending {
            Ending::Answered => 0,
            Ending::ProgramError => 1,
            // 2, wrong usage, is the argument parser's.
            Ending::LimitReached => 3,
            Ending::Interrupted => 130,
        })
    }
}
