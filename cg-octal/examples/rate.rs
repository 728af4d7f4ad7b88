//! Values per second: `cargo run --release -p cg-octal --example rate -- CODE HEAPS [THREADS]`.

use std::time::Instant;

use cg_octal::{Sequence, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = arguments.next().ok_or("which game?")?.parse()?;
    let heaps: usize = arguments.next().ok_or("how many heaps?")?.parse()?;
    let threads = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut sequence = Sequence::new(&rules, Settings { threads, ..Settings::default() })?;
    let start = Instant::now();
    sequence.extend(heaps, &cg_core::Interrupt::new())?;
    let seconds = start.elapsed().as_secs_f64();
    let last = sequence.value(heaps - 1);
    let rate = sequence.known() as f64 / seconds / 1e6;
    println!(
        "{rules}: {heaps} heaps in {seconds:.2} s, {rate:.2} M/s, {}, {:?}, {} rare, last {:?}, G({}) = {last:?}, {}",
        sequence.engine_name(),
        sequence.space(),
        sequence.rare_heaps().len(),
        sequence.rare_heaps().last(),
        heaps - 1,
        sequence.internals(),
    );
    Ok(())
}
