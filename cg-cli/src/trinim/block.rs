//! `cg trinim block` and `cg trinim verify`: single jobs, and the check of all.

use std::time::Instant;

use cg_plot::{counted, grouped};
use cg_trinim::{Store, verify_store};
use serde_json::json;

use super::Report;
use super::args::{Block, Verify};
use super::failure::Failure;
use super::progress::Progress;
use super::work::Work;

pub(super) fn block(work: &Work<'_>, args: &Block) -> Result<Report, Failure> {
    let options = work.options(Some(1));
    let start = Instant::now();
    let store = match args.layers {
        Some(layers) => args.choice.store(&args.db, layers, args.play.convention(), &options)?,
        None => Store::open(&args.db)?,
    };
    let job = store.solve_block(args.block, &options)?;
    let seconds = start.elapsed().as_secs_f64();
    let text = format!(
        "block {}: {} and {}, {} bytes in {}, {seconds:.2} s\n",
        args.block,
        counted(job.decoded, "source"),
        counted(job.updates, "update"),
        grouped(job.bytes_written),
        store.path(args.block).display(),
    );
    let json = json!({ "kind": "block", "block": args.block, "file": store.path(args.block),
                       "report": job, "seconds": seconds });
    Ok(Report { text, json: vec![json] })
}

pub(super) fn verify(work: &Work<'_>, args: &Verify) -> Result<Report, Failure> {
    let options = work.options(args.threads.number);
    let start = Instant::now();
    let store = Store::open(&args.folder)?;
    let progress = Progress::new(store.folding().canonical_blocks().count() as u64, "blocks");
    let checked = verify_store(&store, options.threads.get(), &options.interrupt, &|done, _| {
        progress.set(done as u64);
    })?;
    drop(progress);
    let (layers, convention) = (store.folding().layers(), store.convention());
    let seconds = start.elapsed().as_secs_f64();
    let text = format!(
        "{layers} layers, {convention} play: right at each of {} positions of {} blocks, {seconds:.1} s\n\
         P-positions of the whole board, counted again: {}\n",
        grouped(checked.positions),
        grouped(checked.blocks),
        grouped(checked.p_counts.total())
    );
    let json = json!({ "kind": "verified", "layers": layers.get(), "convention": convention,
                       "blocks": checked.blocks, "positions": checked.positions,
                       "p_positions": checked.p_counts.total(),
                       "p_by_pieces": checked.p_counts.by_pieces(), "seconds": seconds });
    Ok(Report { text, json: vec![json] })
}
