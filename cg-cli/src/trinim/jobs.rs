//! `cg trinim init`, `block` and `status`: a run whose jobs somebody else starts, such as a
//! scheduler on a cluster.

use std::time::{Instant, SystemTime};

use cg_plot::{counted, grouped};
use cg_trinim::{JobReport, SolveOptions, Store};
use indicatif::{HumanBytes, HumanDuration};
use serde_json::json;

use super::{BlockArguments, Init, Report, Status, Work};
use crate::error::CommandResult;

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
    let json = json!({ "kind": "folder", "folder": args.db, "layers": args.layers.get(),
                       "convention": convention, "pieces": pieces, "jobs": jobs,
                       "memory": memory });
    Ok(Report { text, json: vec![json] })
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
    let json = json!({ "kind": "block", "block": args.block, "file": file, "kept": kept,
                       "report": job, "seconds": seconds });
    Ok(Report { text, json: vec![json] })
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
    let json = json!({ "kind": "status", "layers": layers.get(), "convention": convention,
                       "blocks": progress.blocks, "done": progress.done, "share": progress.share,
                       "bytes": progress.bytes, "last": last.map(seconds),
                       "seconds_left": progress.left.map(seconds) });
    Ok(Report { text, json: vec![json] })
}
