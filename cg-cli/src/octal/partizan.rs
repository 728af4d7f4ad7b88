//! `cg octal '.7|.07'`: a code for each player.

use std::time::Duration;

use cg_calculator::Calculator;
use cg_calculator::cg_octal::{PartizanEffort, PartizanExplanation, PartizanReport, PartizanRules};

use super::{Job, SequenceArguments, refuse};
use crate::error::CommandResult;
use crate::output::{Ending, print, print_reply};
use crate::watch::Watch;

/// With -n a period is looked for so long.
const PATIENCE: Duration = Duration::from_secs(2);

/// The two codes that a text on the command line names.
fn rules(text: &str) -> PartizanRules {
    text.parse().unwrap_or_else(|error| refuse(error))
}

pub(super) fn explain(code: &str, job: &Job<'_>) -> CommandResult<()> {
    Ok(print_reply(&PartizanExplanation::of(&rules(code)), job.json)?)
}

pub(super) fn show(
    arguments: &SequenceArguments,
    mut calculator: Calculator,
    job: &Job<'_>,
) -> CommandResult {
    let rules = rules(&arguments.code);
    let others = [
        ("--plot", arguments.plot),
        ("--svg", arguments.svg.is_some()),
        ("--certificate", arguments.certificate.is_some()),
        ("--checkpoint", arguments.checkpoint.is_some()),
        ("--threads", arguments.threads.is_some()),
        ("--misere", arguments.misere),
    ];
    if let Some((other, _)) = others.iter().find(|(_, given)| *given) {
        refuse(format!("{other} needs a game with one code, and {rules} has one for each player"));
    }
    if arguments.csv && job.json {
        refuse("--csv and --json exclude each other");
    }
    if let Some(heaps) = &arguments.heaps {
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        refuse(format!(
            "--heaps needs a game with one code; write: cg eval '?? octal(\"{rules}\", [{}])'",
            heaps.join(", ")
        ));
    }
    let effort = PartizanEffort::default();
    let effort = PartizanEffort {
        shown: arguments.count,
        heaps: arguments.limit.unwrap_or_else(|| effort.heaps.max(arguments.count.unwrap_or(0))),
        patience: arguments.count.map(|_| PATIENCE),
        ..effort
    };
    let watch = Watch::start(calculator.progress());
    calculator.engine().restart_clock();
    let report = PartizanReport::of(calculator.engine(), rules, effort);
    drop(watch);
    let report = report?;
    match arguments.csv {
        true => print(&report.csv())?,
        false => print_reply(&report, job.json)?,
    }
    Ok(match report.limit {
        true => Ending::LimitReached,
        false => Ending::Answered,
    })
}
