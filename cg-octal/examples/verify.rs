//! Proves the period of a game, writes the certificate, reads it back and has
//! the independent checker verify it:
//! `cargo run --release -p cg-octal --example verify -- .354 .16`.

use std::time::Instant;

use cg_octal::{Certificate, Limits, Run, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let interrupt = cg_core::Interrupt::new();
    for code in std::env::args().skip(1) {
        let mut run = Run::new(&code.parse()?, Settings::default())?;
        let limits = Limits { heaps: 1_000_000_000, time: None, all_heaps: false };
        let start = Instant::now();
        run.go(limits, &interrupt, &mut |_| Ok(()))?;
        let proved = start.elapsed();
        let certificate = Certificate::of(&run).ok_or("no period is proved")?;
        let text = certificate.to_json()?;
        println!("{text}");
        let start = Instant::now();
        let verified = Certificate::from_json(&text)?.verify(1 << 40, &interrupt)?;
        println!(
            "{code}: proved in {proved:.2?}, verified on {} heaps in {:.2?}",
            verified.heaps,
            start.elapsed()
        );
    }
    Ok(())
}
