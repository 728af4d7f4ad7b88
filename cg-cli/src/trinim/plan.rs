//! `cg trinim plan`: what a choice of block-ID pieces costs.

use std::fmt::Write;
use std::num::NonZeroUsize;

use cg_plot::counted;
use cg_trinim::{
    Convention, Folding, Layers, Plan, PlannedJob, Rates, RunLimits, SolveOptions, Store, Symmetry,
    planned_jobs, search_plans,
};
use serde_json::json;

use super::Report;
use super::args::Plan as Args;
use super::failure::Failure;
use super::work::Work;

/// The board on which rates are measured.
const MEASURED: u64 = 7;

pub(super) fn plan(work: &Work<'_>, args: &Args) -> Result<Report, Failure> {
    let foldings = match (args.choice.folding(args.layers)?, args.search) {
        (Some(folding), _) => vec![folding],
        (None, Some(pieces)) => found(args, pieces)?,
        (None, None) => {
            let message =
                "say which block-ID pieces: --block-pieces 0,28,35, --orbits 0, or --search 6";
            return Err(Failure::Asked(message.into()));
        }
    };
    let rates = if args.measure { Some(measured(work)?) } else { None };
    let mut report = Report::default();
    for folding in &foldings {
        let plan = Plan::new(folding, rates.as_ref());
        let mut object = json!(plan);
        object["kind"] = json!("plan");
        object["pieces"] = json!(
            (0..args.layers.pieces())
                .filter(|p| folding.block_pieces() >> p & 1 == 1)
                .collect::<Vec<_>>()
        );
        object["rates"] = json!(rates);
        report.text += &format!("{plan}\n");
        if args.jobs {
            let jobs = planned_jobs(folding);
            report.text += &listed(&jobs);
            object["jobs"] = json!(jobs);
        }
        report.text.push('\n');
        report.json.push(object);
    }
    if rates.is_some() {
        report.text += &format!(
            "estimated from {MEASURED} layers, solved in blocks on one core as busy as this one is now;\n\
             blocks of larger boards take fewer bits per position\n"
        );
    }
    Ok(report)
}

/// The choices with the fewest updates.
fn found(args: &Args, pieces: u32) -> Result<Vec<Folding>, Failure> {
    let symmetric = !args.choice.no_symmetry;
    let plans = search_plans(args.layers, pieces, symmetric, args.top.into())?;
    if plans.is_empty() {
        let of = counted(pieces, "piece");
        let what = if symmetric {
            format!(
                "no choice of {of} is one that the symmetries keep: try another number, or --no-symmetry"
            )
        } else {
            format!("a board of {} layers has no {of} to choose", args.layers)
        };
        return Err(Failure::Asked(what));
    }
    let folding = |plan: Plan| Folding::new(args.layers, plan.block_pieces.pieces(), symmetric);
    Ok(plans.into_iter().map(folding).collect::<cg_trinim::Result<_>>()?)
}

fn listed(jobs: &[PlannedJob]) -> String {
    let mut text = String::from("jobs, each after those it needs:\n");
    for job in jobs {
        let needs: Vec<String> = job.needs.iter().map(u64::to_string).collect();
        let needs = if needs.is_empty() { "nothing".into() } else { needs.join(" ") };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "block {} (group of {}) needs {needs}", job.block, job.group);
    }
    text
}

/// The rates of one core: of a run on disk, in a folder that is removed again.
fn measured(work: &Work<'_>) -> Result<Rates, Failure> {
    let layers = Layers::new(MEASURED)?;
    let six = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, 1 << 1));
    let folder = tempfile::tempdir().map_err(Failure::io(&std::env::temp_dir()))?;
    let store = Store::create(folder.path(), Folding::new(layers, six, true)?, Convention::Normal)?;
    let options = SolveOptions { threads: NonZeroUsize::MIN, ..work.options(None) };
    let report = store.run(&options, RunLimits::default(), &|_, _, _| ())?;
    Rates::measured(&report, store.layout().local_bits())
        .ok_or_else(|| Failure::Asked("no rates: the clock of this machine is too coarse".into()))
}
