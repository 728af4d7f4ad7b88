//! The sub-command `cg trinim`: Triangular Nim, whole boards and single
//! positions, runs on disk, their plans and their verification.

mod answer;
mod args;
mod block;
mod board;
mod database;
mod failure;
mod function;
mod pieces;
mod plan;
mod plot;
mod progress;
mod solve;
mod work;

use std::io::Write;
use std::sync::atomic::Ordering;

use cg_core::Interrupt;

pub(crate) use args::Command;
pub(crate) use function::trinim as function;

use crate::args::Common;
use crate::exit::Ending;
use failure::Failure;
use work::Work;

/// What a sub-command has to say.
#[derive(Debug, Default)]
struct Report {
    /// For a reader; ends with a line break.
    text: String,
    /// For a program, one object a line.
    json: Vec<serde_json::Value>,
}

/// Does what a sub-command asks for, and writes out what comes of it.
pub(crate) fn run(command: &Command, common: &Common, interrupt: &Interrupt) -> Ending {
    let terminal = crate::terminal::of_answers(common);
    let work = Work { common, interrupt, terminal };
    let late = work.watch_the_time();
    let report = match command {
        Command::Solve(args) => solve::solve(&work, args),
        Command::Value(args) => answer::value(&work, args),
        Command::Best(args) => answer::best(&work, args),
        Command::Plan(args) => plan::plan(&work, args),
        Command::Block(args) => block::block(&work, args),
        Command::Verify(args) => block::verify(&work, args),
    };
    let (mut report, failure) = match report {
        Ok(report) => (report, None),
        Err(failure) => {
            let failure = failure.or_stopped(late.load(Ordering::Acquire), command.works_on_disk());
            (Report::default(), Some(failure))
        }
    };
    let ending = failure.as_ref().map_or(Ending::Answered, Failure::ending);
    if let Some(failure) = failure {
        if common.json {
            report.json.push(failure.to_json());
        } else {
            eprintln!("cg trinim: {failure}");
        }
    }
    let text = match common.json {
        true => report.json.iter().map(|object| format!("{object}\n")).collect(),
        false => report.text,
    };
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("cg trinim: cannot write the answer: {error}");
            ending.max(Ending::ProgramError)
        }
        // Nobody reads any more (`cg trinim ... | head`): no error.
        _ => ending,
    }
}
