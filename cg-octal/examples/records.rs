//! The solved octal games of the literature, each proved again, as a table of the guide:
//! `cargo run --release -p cg-octal --example records`.
//!
//! Reads `testdata/octal_records.tsv`. Games named as arguments are not proved (.106 takes hours).
//! Their rows describe the chain in `testdata/certificates`, whose segments `cg octal verify`
//! verifies, or say that they are not in this run. Ends with an error if a period differs from that
//! of the literature, or if a certificate does not hold.

use cg_octal::{Certificate, ChainCertificate, Ending, Limits, Run, Settings};

/// More heaps than the longest of these proofs needs, except .106.
const MOST_HEAPS: usize = 3_000_000_000;

/// Certificates with up to this many heaps are also verified by the other code.
const MOST_VERIFIED: u64 = 30_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let left_out: Vec<String> = std::env::args().skip(1).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/octal_records.tsv");
    let text = std::fs::read_to_string(path)?;
    println!(
        "| code | preperiod | period | largest value | rare heaps | proved here by | first solved by |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[code, preperiod, period, author, year, source] = fields.as_slice() else {
            return Err(format!("a row has six fields: {row}").into());
        };
        let first = format!("{author}, {year} ({source})");
        if left_out.iter().any(|left_out| left_out == code) {
            let kept = format!(
                "{}/../testdata/certificates/{}.json",
                env!("CARGO_MANIFEST_DIR"),
                code.trim_start_matches('.')
            );
            let how = match std::fs::read_to_string(kept) {
                Err(_) => "not in this run".into(),
                Ok(text) => {
                    let chain = ChainCertificate::from_json(&text)?;
                    let checked = chain.check(&cg_core::Interrupt::new())?;
                    let found = chain.period;
                    if (found.preperiod, found.period) != (preperiod.parse()?, period.parse()?) {
                        return Err(
                            format!("{code}: the chain is of {found:?}, not of {row}").into()
                        );
                    }
                    let segments = checked.segments();
                    format!(
                        "{} heaps, a chain of {segments} segments",
                        checked.heaps(segments - 1).end
                    )
                }
            };
            println!("| {code} | {preperiod} | {period} | | | {how} | {first} |");
            continue;
        }
        let settings = Settings { memory: 4_000_000_000, ..Settings::default() };
        let mut run = Run::new(&code.parse()?, settings)?;
        let limits = Limits { heaps: MOST_HEAPS, time: None, all_heaps: false };
        let never = cg_core::Interrupt::new();
        let ending = run.go(limits, &never, &mut |_| Ok(()))?;
        let found = run.finding().filter(|_| ending == Ending::Proved);
        let found = found.ok_or_else(|| format!("{code}: {ending:?}"))?.period;
        if (found.preperiod, found.period) != (preperiod.parse()?, period.parse()?) {
            return Err(format!("{code}: found {found:?}, and the literature has {row}").into());
        }
        let certificate = Certificate::of(&run).ok_or("a run that stores all has a certificate")?;
        let how = match certificate.verify(MOST_VERIFIED, &never) {
            Ok(verified) => format!("{} heaps, verified", verified.heaps),
            Err(cg_octal::OctalError::Limit { .. }) => format!("{} heaps", run.sequence().known()),
            Err(error) => return Err(error.into()),
        };
        let (largest, at, _) = run.maximum();
        let rare = run.sequence().rare_heaps().len();
        println!(
            "| {code} | {preperiod} | {period} | {largest}, first at {at} | {rare} | {how} | {first} |"
        );
    }
    Ok(())
}
