//! `cg trinim init`, `block` and `status`: a run whose jobs somebody else starts, such as a
//! scheduler on a cluster.

use std::time::{Instant, SystemTime};

use cg_calculator::Convention;
use cg_calculator::cg_plot::{counted, grouped};
use cg_calculator::cg_trinim::{JobReport, SolveOptions, Store};
use indicatif::{HumanBytes, HumanDuration};
use serde::Serialize;

use super::{BlockArguments, Init, Report, Status, Work};
use crate::error::CommandResult;
use crate::output::object;

/// The folder of a new run.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "folder")]
struct Folder {
    folder: String,
    layers: u8,
    convention: Convention,
    /// The block-ID pieces.
    pieces: Vec<u32>,
    jobs: usize,
    /// The most bytes of memory of a job.
    memory: u64,
}

/// A block, solved or kept.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "block")]
struct Block {
    block: u64,
    file: String,
    kept: bool,
    report: JobReport,
    seconds: f64,
}

/// How far a run has come.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "status")]
struct State {
    layers: u8,
    convention: Convention,
    blocks: u64,
    done: u64,
    /// The share of the work that is done, from 0 to 1.
    share: f64,
    bytes: u64,
    /// The time of the last block, in seconds since 1970.
    last: Option<f64>,
    seconds_left: Option<f64>,
}

pub(super) fn init(work: &Work<'_>, args: &Init) -> CommandResult<Report> {
    let (options, convention) = (work.options(Some(1)), args.play.convention());
    let store = args.choice.store(&args.db, args.layers, convention, &options)?;
    let jobs = store.folding().canonical_blocks().count();
    let (folder, memory) = (args.db.display(), store.layout().memory_per_job());
    let text = format!(
        "{folder} is for {} layers, {convention} play: {}, each with at most {} of memory\n",
        args.layers,
        counted(jobs as u64, "job"),
        HumanBytes(memory),
    );
    let pieces = store.folding().block_pieces();
    let pieces: Vec<u32> =
        (0..args.layers.pieces()).filter(|piece| pieces >> piece & 1 == 1).collect();
    let layers = args.layers.get();
    let json =
        object(&Folder { folder: folder.to_string(), layers, convention, pieces, jobs, memory });
    Ok(Report { text, json })
}

pub(super) fn block(work: &Work<'_>, args: &BlockArguments) -> CommandResult<Report> {
    let options = SolveOptions { check: args.check, ..work.options(Some(args.threads)) };
    let start = Instant::now();
    let store = match args.layers {
        Some(layers) => args.choice.store(&args.db, layers, args.play.convention(), &options)?,
        None => Store::open(&args.db)?,
    };
    let file = store.path(args.block);
    let kept = args.keep && store.is_done(args.block)?;
    let job = match kept {
        true => JobReport::default(),
        false => store.solve_block(args.block, &options)?,
    };
    let seconds = start.elapsed().as_secs_f64();
    let text = match kept {
        true => format!("block {}: {} is there and whole\n", args.block, file.display()),
        false => format!(
            "block {}: {} and {}, {} bytes in {}, {seconds:.2} s\n",
            args.block,
            counted(job.decoded, "source"),
            counted(job.updates, "update"),
            grouped(job.bytes_written),
            file.display(),
        ),
    };
    let json = object(&Block {
        block: args.block,
        file: file.display().to_string(),
        kept,
        report: job,
        seconds,
    });
    Ok(Report { text, json })
}

pub(super) fn status(args: &Status) -> CommandResult<Report> {
    let store = Store::open(&args.db)?;
    let progress = store.progress()?;
    let (layers, convention) = (store.folding().layers(), store.convention());
    let done = progress.done == progress.blocks;
    let mut text = format!(
        "{layers} layers, {convention} play: {} of {} blocks, {:.1}% of the work, {}\n",
        grouped(progress.done),
        grouped(progress.blocks),
        100.0 * progress.share,
        HumanBytes(progress.bytes),
    );
    if let Some(ago) = progress.last.and_then(|last| SystemTime::now().duration_since(last).ok()) {
        text += &format!("the last block was written {} ago", HumanDuration(ago));
        text += &match progress.left {
            Some(left) if !done => {
                format!("; about {} left at the pace so far", HumanDuration(left))
            }
            _ => String::new(),
        };
        text.push('\n');
    }
    let seconds = |time: std::time::Duration| time.as_secs_f64();
    let last = progress.last.and_then(|last| last.duration_since(SystemTime::UNIX_EPOCH).ok());
    let json = object(&State {
        layers: layers.get(),
        convention,
        blocks: progress.blocks,
        done: progress.done,
        share: progress.share,
        bytes: progress.bytes,
        last: last.map(seconds),
        seconds_left: progress.left.map(seconds),
    });
    Ok(Report { text, json })
}
