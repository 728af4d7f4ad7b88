//! `cg trinim plan`: what a choice of block-ID pieces costs; and how a user writes such a choice.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;

use cg_calculator::cg_plot::counted;
use cg_calculator::cg_trinim::{
    Error, Folding, Layers, Layout, Means, Plan, PlannedJob, Position, Rates, RunOptions,
    SolveOptions, Store, Symmetry, affordable_plans, planned_jobs, search_plans,
};
use cg_calculator::{Convention, cg_trinim};
use indicatif::HumanBytes;
use serde::Serialize;

use super::{Choice, Plan as Args, Report, Work};
use crate::error::{CommandError, CommandResult};
use crate::output::object;
use crate::watch::Bar;

/// A plan with what it was made from.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "plan")]
struct PlanReply {
    #[serde(flatten)]
    plan: Plan,
    /// The block-ID pieces.
    pieces: Vec<u32>,
    /// The measured rates.
    rates: Option<Rates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<Vec<PlannedJob>>,
}

pub(super) fn plan(work: &Work<'_>, args: &Args) -> CommandResult<Report> {
    // The plan may be for a machine with more memory than this one.
    let memory = work.common.memory.unwrap_or(SolveOptions::default().memory);
    let means = Means { memory, threads: args.threads };
    let sample = sample_for(args.layers)?;
    let rates = (args.measure || args.disk.is_some())
        .then(|| measured(work, sample, args.threads))
        .transpose()?;
    let foldings = match (args.choice.folding(args.layers)?, args.search, args.disk.zip(rates)) {
        (Some(folding), ..) => vec![folding],
        (None, Some(pieces), _) => found(args, pieces)?,
        (None, None, Some((disk, rates))) => affordable(args, &rates, means, disk)?,
        (None, None, None) => {
            let message = "say which block-ID pieces: --block-pieces 0,28,35, --orbits 0, --search 6, \
                           or how much --disk there is";
            return Err(CommandError::Refused(message.into()));
        }
    };
    let mut report = Report::default();
    for folding in &foldings {
        let plan = Plan::new(folding, rates.as_ref(), Some(means));
        let jobs = args.jobs.then(|| planned_jobs(folding, rates.as_ref())).transpose()?;
        let listed = jobs.as_deref().map_or_else(String::new, listed);
        report.text += &format!("{plan}\n{listed}\n");
        let pieces = 0..args.layers.pieces();
        let pieces = pieces.filter(|piece| folding.block_pieces() >> piece & 1 == 1).collect();
        report.json += &object(&PlanReply { plan, pieces, rates, jobs });
    }
    if rates.is_some() {
        report.text += &format!(
            "estimated from {sample} layers, solved in blocks on cores as busy as these are now;\n\
             positions with more options inside their block take longer, and fewer bits\n"
        );
    }
    Ok(report)
}

/// The choices with the fewest updates.
fn found(args: &Args, pieces: u32) -> CommandResult<Vec<Folding>> {
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
        return Err(CommandError::Refused(what));
    }
    foldings_of(plans, symmetric)
}

/// The choices that take least time with so much memory and disk.
fn affordable(args: &Args, rates: &Rates, means: Means, disk: u64) -> CommandResult<Vec<Folding>> {
    let plans = affordable_plans(args.layers, rates, means, disk, args.top.into())?;
    if plans.is_empty() {
        return Err(CommandError::Refused(format!(
            "no choice of at most some thousand blocks does with {} of memory and {} of disk: try more of them, \
             fewer --threads, or --search",
            HumanBytes(means.memory),
            HumanBytes(disk)
        )));
    }
    foldings_of(plans, true)
}

fn foldings_of(plans: Vec<Plan>, symmetric: bool) -> CommandResult<Vec<Folding>> {
    let pieces = plans.into_iter().map(|plan| plan.block_pieces);
    let folding = |p: Position| Folding::new(p.layers(), p.pieces(), symmetric);
    Ok(pieces.map(folding).collect::<cg_trinim::Result<_>>()?)
}

fn listed(jobs: &[PlannedJob]) -> String {
    let mut text = String::from("jobs, each after those it needs:\n");
    for job in jobs {
        let needs: Vec<String> = job.needs.iter().map(u64::to_string).collect();
        let needs = if needs.is_empty() { "nothing".into() } else { needs.join(" ") };
        // Writing to a string cannot fail.
        let _ = write!(text, "block {} (group of {}) needs {needs}", job.block, job.group);
        if let Some(seconds) = job.seconds {
            let _ = write!(text, "; about {seconds:.1} s");
        }
        text.push('\n');
    }
    if let Some(job) = jobs.first() {
        let _ = writeln!(text, "each takes at most {} of memory", HumanBytes(job.memory));
    }
    text
}

/// The board on which rates are measured. Blocks that no cache holds are slower, and these are
/// compared with such blocks.
fn sample_for(layers: Layers) -> CommandResult<Layers> {
    Ok(Layers::new(if layers.get() > 8 { 8 } else { 7 })?)
}

/// The rates of each of so many threads: of a run on disk, in a folder that is removed again.
fn measured(work: &Work<'_>, layers: Layers, threads: NonZeroUsize) -> CommandResult<Rates> {
    let six = orbits(layers, 1 << 1);
    let folder = tempfile::tempdir().map_err(CommandError::at(&std::env::temp_dir()))?;
    let store = Store::create(folder.path(), Folding::new(layers, six, true)?, Convention::Normal)?;
    // A thread on each block, as far as there are cores and memory; and so little memory that
    // sources must be decoded.
    let options = work.options(None);
    let of_job = store.layout().memory_per_job();
    let most = threads.min(options.threads).get() as u64;
    let jobs = (options.memory / of_job).clamp(1, most);
    let threads = usize::try_from(jobs).ok().and_then(NonZeroUsize::new);
    let threads = threads.expect("there is a job at least, and no more than there are threads");
    let options = SolveOptions { threads, memory: of_job * jobs, ..options };
    let progress = Bar::new(store.folding().canonical_blocks().count() as u64, "blocks");
    let report = store.run(&options, RunOptions::default(), &|_, done, _| {
        progress.set(done as u64);
    })?;
    Rates::measured(&report, store.layout()).ok_or_else(|| {
        CommandError::Refused("no rates: the clock of this machine is too coarse".into())
    })
}

/// A set of pieces: by their numbers, or as the pieces of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// By their numbers.
    Numbers(Vec<u32>),
    /// As the pieces of a board.
    Board(Position),
}

impl FromStr for Pieces {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains(|c: char| c.is_ascii_digit()) {
            let number = |part: &str| {
                let part = part.trim();
                part.parse()
                    .map_err(|_| format!("`{part}` is no piece: write numbers such as 0,28,35"))
            };
            return text.split(',').map(number).collect::<Result<_, _>>().map(Pieces::Numbers);
        }
        text.parse().map(Pieces::Board).map_err(|error: Error| error.to_string())
    }
}

impl Pieces {
    /// The set on a board.
    fn on(&self, layers: Layers) -> CommandResult<u64> {
        match self {
            Pieces::Numbers(numbers) => numbers.iter().try_fold(0, |set, &number| {
                if number < layers.pieces() {
                    return Ok(set | 1 << number);
                }
                Err(CommandError::Refused(format!(
                    "piece {number} is not on a board of {layers} layers: its pieces are 0 to {}, row by row from the top",
                    layers.pieces() - 1
                )))
            }),
            Pieces::Board(board) if board.layers() == layers => Ok(board.pieces()),
            Pieces::Board(board) => {
                let (expected, found) = (layers.get(), board.layers().get());
                Err(Error::LayersDiffer { expected, found }.into())
            }
        }
    }
}

impl Choice {
    /// The chosen block-ID pieces; `None` when the user leaves the choice open.
    pub(super) fn folding(&self, layers: Layers) -> CommandResult<Option<Folding>> {
        let pieces = match (&self.block_pieces, &self.orbits) {
            (Some(pieces), _) => pieces.on(layers)?,
            (None, Some(pieces)) => orbits(layers, pieces.on(layers)?),
            (None, None) => return Ok(None),
        };
        Ok(Some(Folding::new(layers, pieces, !self.no_symmetry)?))
    }

    /// Opens the folder of a run, or makes it: with the pieces chosen, with those it
    /// has, or with pieces of the rim.
    pub(super) fn store(
        &self,
        folder: &Path,
        layers: Layers,
        convention: Convention,
        options: &SolveOptions,
    ) -> CommandResult<Store> {
        if let Some(folding) = self.folding(layers)? {
            return Ok(Store::create(folder, folding, convention)?);
        }
        match Store::open(folder) {
            Ok(store) => {
                fits(&store, layers, convention)?;
                Ok(store)
            }
            // Anything else that is wrong with the folder shows when it is made.
            Err(Error::NoRun { .. }) => {
                let pieces = on_the_rim(layers, options)?;
                Ok(Store::create(
                    folder,
                    Folding::new(layers, pieces, !self.no_symmetry)?,
                    convention,
                )?)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Refuses a folder of another board or convention.
pub(super) fn fits(store: &Store, layers: Layers, convention: Convention) -> CommandResult<()> {
    let (found, play) = (store.folding().layers(), store.convention());
    if (found, play) == (layers, convention) {
        return Ok(());
    }
    Err(CommandError::Refused(format!(
        "{} holds {found} layers, {play} play, not {layers} layers, {convention} play: choose another folder",
        store.place().display()
    )))
}

/// A set of pieces with all that symmetry makes like them.
fn orbits(layers: Layers, pieces: u64) -> u64 {
    Symmetry::ALL.into_iter().fold(0, |set, symmetry| set | symmetry.apply_to(layers, pieces))
}

/// Block-ID pieces for a folder: the corners and what lies next to them on the
/// rim, as few as the memory allows. Blocks of such pieces code well.
fn on_the_rim(layers: Layers, options: &SolveOptions) -> CommandResult<u64> {
    // A job takes a little more than three blocks.
    let block_bytes = |pieces: u64| (1u64 << (layers.pieces() - pieces.count_ones())) / 8;
    let fits =
        |&pieces: &u64, jobs: u64| block_bytes(pieces).saturating_mul(4 * jobs) <= options.memory;
    let most = u32::from(layers.get()).div_ceil(2);
    // Small boards need their corners inside the blocks.
    let mut choices: Vec<u64> = (0..2)
        .flat_map(|first| (first + 1..=most).map(move |end| first..end))
        .map(|rows| rows.fold(0, |set, row| set | orbits(layers, 1 << (row * (row + 1) / 2))))
        .filter(|&pieces| is_storable(layers, pieces))
        .collect();
    choices.sort_by_key(|pieces| pieces.count_ones());
    let jobs = options.threads.get() as u64;
    let of_all = choices.iter().find(|pieces| fits(pieces, jobs));
    let of_one = || choices.iter().find(|pieces| fits(pieces, 1)).or(choices.last());
    of_all.or_else(of_one).copied().ok_or_else(|| {
        CommandError::Refused(format!(
            "folders hold boards of 7 to {} layers: leave --db out, {layers} layers take milliseconds in memory",
            Layers::MAX
        ))
    })
}

/// Whether blocks of these pieces can be kept in files.
fn is_storable(layers: Layers, pieces: u64) -> bool {
    Folding::new(layers, pieces, true).is_ok_and(|folding| Layout::of_files(&folding).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbers_or_a_board() {
        let layers = Layers::new(3).unwrap();
        let on = |text: &str| text.parse::<Pieces>().unwrap().on(layers);
        assert_eq!(on("0, 3,5").unwrap(), 0b10_1001);
        assert_eq!(on("x/../x.x").unwrap(), 0b10_1001);
        assert!(on("6").unwrap_err().to_string().contains("0 to 5"));
        assert!(on("x/..").unwrap_err().to_string().contains("3 layers"));
        for bad in ["", "a", "1,,2", "1;2", "-1", "x/x", "99999999999"] {
            assert!(bad.parse::<Pieces>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_rim_gives_blocks_that_fit_and_can_be_stored() {
        for k in 7..=10 {
            let layers = Layers::new(k).unwrap();
            let options = SolveOptions { memory: 1 << 30, ..SolveOptions::default() };
            let pieces = on_the_rim(layers, &options).unwrap();
            assert!(is_storable(layers, pieces), "{k}");
            assert_eq!(orbits(layers, pieces), pieces, "{k}");
        }
        for k in 1..=6 {
            assert!(on_the_rim(Layers::new(k).unwrap(), &SolveOptions::default()).is_err(), "{k}");
        }
    }
}
