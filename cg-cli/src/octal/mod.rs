//! The sub-command `cg octal`: nim-sequences of taking-and-breaking games, their
//! periods, certificates, pictures, sums and surveys; and the functions of G on them.

mod arguments;
mod directive;
mod explain;
mod failure;
mod file;
mod functions;
mod picture;
mod progress;
mod recognise;
mod record;
mod sequence;
mod sum;
mod summary;
mod survey;
mod verify;

use std::io::{self, Write};
use std::time::Duration;

use cg_core::Interrupt;
use cg_octal::{Rules, Settings};
use cg_plot::Terminal;

use crate::args::Common;
use crate::exit::Ending;
use arguments::Action;
use failure::Failure;

pub(crate) use arguments::Arguments;
pub(crate) use directive::directive;
pub(crate) use functions::functions;

/// What all actions need to know.
#[derive(Clone, Copy, Debug)]
struct Job<'a> {
    json: bool,
    time: Option<Duration>,
    memory: Option<u64>,
    interrupt: &'a Interrupt,
    /// Where pictures are shown.
    terminal: Terminal,
}

impl Job<'_> {
    fn settings(&self) -> Settings {
        let default = Settings::default();
        let memory = self.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Settings { memory: memory.unwrap_or(default.memory), ..default }
    }
}

/// Does what the command line asks for.
pub(crate) fn run(
    arguments: &Arguments,
    common: &Common,
    settings: &crate::settings::Settings,
) -> Ending {
    let job = Job {
        json: common.json,
        time: settings.limits.time,
        memory: settings.memory,
        interrupt: &settings.limits.interrupt,
        terminal: crate::terminal::of_answers(common),
    };
    let done = match (&arguments.action, &arguments.sequence) {
        (Some(_), Some(_)) => wrong_usage(
            "the options of explain, verify and survey go behind their name, without a game before it",
        ),
        (Some(Action::Explain { codes }), None) => explain::show(codes, &job),
        (Some(Action::Verify { files, limit }), None) => verify::check(files, *limit, &job),
        (Some(Action::Survey(arguments)), None) => survey::show(arguments, &job),
        (None, Some(arguments)) => sequence::show(arguments, &job),
        (None, None) => wrong_usage("a game is missing"),
    };
    done.unwrap_or_else(|failure| failure.report(job.json))
}

/// The game that a text on the command line names.
fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| wrong_usage(error))
}

/// Ends the command as the argument parser does: nothing has begun yet.
fn wrong_usage(what: impl std::fmt::Display) -> ! {
    crate::args::wrong_usage("octal", what)
}

/// Writes `text` to standard output, all of it.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
