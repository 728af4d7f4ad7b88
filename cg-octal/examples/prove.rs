//! Computes a game until its period is proved:
//! `cargo run --release -p cg-octal --example prove -- .354 .16`.
//!
//! `PROVE_HEAPS` limits the heaps (default 3e9), `PROVE_MEMORY` the bytes of stored values (default
//! 4e9), `PROVE_THREADS` the threads for a game (default 1). Ends with an error if a period is not
//! proved.

use std::time::Instant;

use cg_octal::{Ending, Limits, Run, Settings};

fn number(name: &str, default: usize) -> Result<usize, Box<dyn std::error::Error>> {
    Ok(std::env::var(name).ok().map(|text| text.parse()).transpose()?.unwrap_or(default))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limits =
        Limits { heaps: number("PROVE_HEAPS", 3_000_000_000)?, time: None, all_heaps: false };
    let settings = Settings {
        memory: number("PROVE_MEMORY", 4_000_000_000)?,
        threads: number("PROVE_THREADS", 1)?,
        ..Settings::default()
    };
    let mut all = true;
    for code in std::env::args().skip(1) {
        let start = Instant::now();
        let mut run = Run::new(&code.parse()?, settings)?;
        let ending = run.go(limits, &cg_core::Interrupt::new(), &mut |_| Ok(()))?;
        let seconds = start.elapsed().as_secs_f64();
        let known = run.sequence().known();
        println!(
            "{code}: {ending:?} after {known} heaps in {seconds:.3} s, {:.1} M/s; {:?}; maximum {:?}; {} rare, {}",
            known as f64 / seconds / 1e6,
            run.finding(),
            run.maximum(),
            run.sequence().rare_heaps().len(),
            run.sequence().internals(),
        );
        all &= ending == Ending::Proved;
    }
    if all { Ok(()) } else { Err("not all periods are proved".into()) }
}
