//! A long run that can be killed and resumed:
//! `cargo run --release -p cg-octal --example long_run -- CODE HEAPS BYTES FILE [SECONDS [STATES]]`.
//!
//! Resumes from the checkpoint FILE if it exists, writes a checkpoint every SECONDS (60) and at the
//! end, and prints its progress. No other run can use FILE at the same time. STATES keeps the state
//! at every 10^9 heaps. The whole proof of .106 is
//! `-- .106 2000000000000 32000000 106.checkpoint 60 106.states`.

use std::time::{Duration, Instant};

use cg_octal::{Checkpoint, Limits, Rules, Settings, StateLog};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [code, heaps, memory, file, rest @ ..] = arguments.as_slice() else {
        return Err("CODE HEAPS BYTES FILE [SECONDS [STATES]]".into());
    };
    let rules: Rules = code.parse()?;
    let settings = Settings { memory: memory.parse()?, ..Settings::default() };
    let every = Duration::from_secs_f64(rest.first().map_or(Ok(60.0), |text| text.parse())?);
    let mut checkpoint = Checkpoint::open(file, every)?;
    let mut run = checkpoint.run(&rules, settings)?;
    let first = run.sequence().known();
    println!("{code}: from heap {first} on");
    let limits = Limits { heaps: heaps.parse()?, time: None, all_heaps: false };
    let start = Instant::now();
    let mut said = Instant::now();
    let never = cg_core::Interrupt::new();
    let mut watch = |point: &cg_octal::WatchPoint<'_>| {
        if let Some(stretched) = checkpoint.keep(point.run)? {
            eprintln!("writing takes long: from now on every {stretched:.0?}");
        }
        if said.elapsed() >= every {
            said = Instant::now();
            let progress = point.progress;
            eprintln!(
                "{} heaps, {:.1} M/s, {:?}",
                progress.heaps,
                progress.rate / 1e6,
                progress.candidate
            );
        }
        Ok(())
    };
    let ending = match rest.get(1) {
        Some(path) => {
            let mut states = StateLog::open(path, &rules.to_string(), 1_000_000_000)?;
            run.go_keeping_states(&mut states, limits, &never, &mut watch)?
        }
        None => run.go(limits, &never, &mut watch)?,
    };
    checkpoint.save(&run)?;
    let known = run.sequence().known();
    let seconds = start.elapsed().as_secs_f64();
    let rate = (known - first) as f64 / seconds / 1e6;
    println!(
        "{code}: {ending:?} at {known} heaps, {rate:.1} M/s, {:?}, maximum {:?}",
        run.finding(),
        run.maximum()
    );
    Ok(())
}
