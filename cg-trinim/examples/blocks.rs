//! Solves a board in blocks on disk, and prints the time of each kind of work:
//! `blocks FOLDER LAYERS ORBITS [MEMORY_MB] [THREADS] [SECONDS] [normal|misere] [verify|final] [CHECKED_IN_A_BLOCK]`.
//! With `final`, only the files for the winning first moves are kept.
//!
//! ORBITS names block-ID pieces by one piece of each orbit, as in `3,12`.

use cg_trinim::{
    Convention, Folding, Layers, Means, Plan, Rates, RunOptions, RunTotals, SolveOptions, Store,
    Symmetry, verify_store,
};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, layers, orbits, rest @ ..] = args.as_slice() else {
        return Err(
            "write: blocks FOLDER LAYERS ORBITS [MEMORY_MB] [THREADS] [SECONDS] [normal|misere] [verify|final] [CHECKED_IN_A_BLOCK]".into()
        );
    };
    let layers = Layers::new(layers.parse()?)?;
    let mut pieces = 0;
    for piece in orbits.split(',') {
        let one = 1u64 << piece.parse::<u32>()?;
        pieces = Symmetry::ALL.into_iter().fold(pieces, |set, s| set | s.apply_to(layers, one));
    }
    let mut options = SolveOptions::default();
    if let Some(memory) = rest.first() {
        options.memory = memory.parse::<u64>()? * 1_000_000;
    }
    if let Some(threads) = rest.get(1) {
        options.threads = threads.parse()?;
    }
    let time = rest.get(2).map(|s| s.parse()).transpose()?.map(Duration::from_secs);
    options.check = rest.get(5).map_or(Ok(0), |a| a.parse())?;
    let convention = rest.get(3).map_or(Ok(Convention::Normal), |a| a.parse())?;
    let store = Store::create(folder.as_ref(), Folding::new(layers, pieces, true)?, convention)?;
    let start = Instant::now();
    let keep_final = rest.get(4).is_some_and(|a| a == "final");
    let limits = RunOptions { time, blocks: None, keep_final };
    let report = store.run(&options, limits, &|job, done, all| {
        println!("{done}/{all} {:.1} s {}", start.elapsed().as_secs_f64(), job.bytes_written);
    })?;
    println!("{report:#?}");
    println!("wall {:.2} s", start.elapsed().as_secs_f64());
    let rates = Rates::measured(&report, store.layout());
    let means = Means { memory: options.memory, threads: options.threads };
    println!("{}", Plan::new(store.folding(), rates.as_ref(), Some(means)));
    if let Some(RunTotals { p_counts: counts, checked }) = store.totals()? {
        println!("{} P-positions, {checked} positions checked", counts.total());
        if rest.get(4).is_some_and(|a| a == "verify") {
            let start = Instant::now();
            let verified =
                verify_store(&store, options.threads.get(), &options.interrupt, &|_, _| ())?;
            assert_eq!(verified.p_counts, counts);
            println!(
                "verified {} blocks in {:.1} s",
                verified.blocks,
                start.elapsed().as_secs_f64()
            );
        }
    }
    Ok(())
}
