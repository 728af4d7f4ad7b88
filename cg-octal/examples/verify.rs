//! Proves the period of a game, writes the certificate, reads it again, and lets the independent
//! checker verify it: `cargo run --release -p cg-octal --example verify -- .354 .16`. For a chain
//! in a file, it verifies one segment for some seconds and prints the rate: `-- 106.json 5 30`.

use std::time::{Duration, Instant};

use cg_octal::{Certificate, ChainCertificate, Limits, OctalError, Run, Settings};

/// Verifies a segment of a chain, for at most some seconds.
fn segment(file: &str, segment: usize, most: Duration) -> Result<(), Box<dyn std::error::Error>> {
    let interrupt = cg_core::Interrupt::new();
    let chain = ChainCertificate::from_json(&std::fs::read_to_string(file)?)?;
    let checked = chain.check(&interrupt)?;
    let (start, mut heaps) = (Instant::now(), 0);
    let mut progress = |done| {
        heaps += done;
        if start.elapsed() > most {
            interrupt.raise();
        }
    };
    let verified = match checked.verify(segment, &mut progress, &interrupt) {
        Err(OctalError::Interrupted { .. }) => "the time was up",
        verified => verified.map(|_| "it holds")?,
    };
    let rate = heaps as f64 / start.elapsed().as_secs_f64() / 1e6;
    println!(
        "segment {segment} of {}, {:?}: {heaps} heaps, {rate:.1} million a second, {verified}",
        checked.segments(),
        checked.heaps(segment)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let interrupt = cg_core::Interrupt::new();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [file, number, seconds] = arguments.as_slice()
        && file.ends_with(".json")
    {
        return segment(file, number.parse()?, Duration::from_secs_f64(seconds.parse()?));
    }
    for code in arguments {
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
