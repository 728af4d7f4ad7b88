//! Solves a board in memory and times it: `solve LAYERS [THREADS] [misere] [BACKEND] [verify]`.

use cg_trinim::{Backend, Convention, Layers, SolveOptions, solve, verify_table};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let layers = Layers::new(args.first().map_or(Ok(7), |a| a.parse())?)?;
    let mut options = SolveOptions::default();
    if let Some(threads) = args.get(1) {
        options.threads = threads.parse()?;
    }
    let convention = args.get(2).map_or(Ok(Convention::Normal), |a| a.parse())?;
    if let Some(name) = args.get(3) {
        let found =
            Backend::available().into_iter().find(|b| format!("{b:?}").eq_ignore_ascii_case(name));
        options.backend = found.ok_or("no such backend here")?;
    }
    let start = Instant::now();
    let table = solve(layers, convention, &options, &|_| ())?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{layers} layers, {convention}: {} P-positions", table.p_counts().total());
    println!(
        "{:?}, {} threads: {seconds:.3} s, {:.3e} positions/s",
        options.backend,
        options.threads,
        (1u64 << layers.pieces()) as f64 / seconds
    );
    if args.get(4).is_some_and(|a| a == "verify") {
        let start = Instant::now();
        let verified = verify_table(&table, options.threads.get(), &options.interrupt, &|_, _| ())?;
        assert_eq!(verified.p_counts, *table.p_counts());
        println!("verified {} blocks in {:.1} s", verified.blocks, start.elapsed().as_secs_f64());
    }
    Ok(())
}
