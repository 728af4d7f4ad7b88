//! The targets of fuzzing: each reads any bytes as some input of this crate, and ends quickly. A
//! panic, a hang or a crash is a defect.

use std::time::Duration;

use cg_core::Interrupt;

use crate::checkpoint::{Version, write_parts};
use crate::{
    Certificate, ChainCertificate, Ending, Limits, Report, Rules, Run, Settings, nim_values,
    oracle, survey_table,
};

#[cfg(test)]
mod tests;

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 1 << 14;

/// The largest number of heaps that a certificate may compute.
const MOST_HEAPS: u64 = 400;

/// The games of the checkpoints that [`checkpoint_any`] reads: one that needs the general
/// engine, one for which a sparse space is found, one without a code, and a small one.
pub const CHECKPOINT_GAMES: [&str; 4] = [".3F", ".16", "Grundy", ".77"];

fn cut(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(MOST_BYTES)]
}

/// Reads `bytes` as a code or a name of a game. The printed game must be read as the same game, and
/// the engines must agree with the definition on its first heaps. Returns whether it was a game.
pub fn code_any(bytes: &[u8]) -> bool {
    const HEAPS: usize = 12;
    let read: Result<Rules, _> = String::from_utf8_lossy(cut(bytes)).parse();
    let Ok(rules) = read.map_err(|error| assert!(!error.to_string().is_empty())) else {
        return false;
    };
    assert_eq!(rules.to_string().parse::<Rules>().ok().as_ref(), Some(&rules));
    if let Some(name) = rules.name() {
        assert_eq!(name.parse::<Rules>().ok().as_ref(), Some(&rules));
    }
    if let Ok(values) = nim_values(&rules, HEAPS) {
        assert_eq!(values, oracle(&rules, HEAPS), "{rules}");
    }
    true
}

/// Reads `bytes` as a certificate and verifies it up to 400 heaps. The printed certificate must be
/// read as the same one. If it holds, the values must repeat as it says. Returns whether it was
/// read and whether it holds.
pub fn certificate_any(bytes: &[u8]) -> (bool, bool) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(chain) = ChainCertificate::from_json(&text) {
        return (true, chain_holds(&chain));
    }
    let Ok(certificate) = Certificate::from_json(&text) else {
        return (false, false);
    };
    let again = certificate.to_json().and_then(|json| Certificate::from_json(&json));
    assert_eq!(again.ok().as_ref(), Some(&certificate));
    // A heap costs as many steps as there are digits that split.
    if certificate.code.len() > 100 {
        return (true, false);
    }
    let Ok(verified) = certificate.verify(MOST_HEAPS, &Interrupt::new()) else {
        return (true, false);
    };
    assert!(verified.heaps <= MOST_HEAPS);
    let period = certificate.period;
    let heaps = usize::try_from(4 * MOST_HEAPS).expect("a small number");
    let rules = certificate.rules().expect("it was read to verify");
    let values = nim_values(&rules, heaps).expect("few heaps need little memory");
    let [first, length] =
        [period.preperiod, period.period].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    for (here, there) in values[first..].iter().zip(&values[first + length..]) {
        assert_eq!(u64::from(*here) + period.saltus, u64::from(*there), "{certificate:?}");
    }
    (true, true)
}

/// The same for a certificate in segments.
fn chain_holds(chain: &ChainCertificate) -> bool {
    assert_eq!(ChainCertificate::from_json(&chain.to_json()).ok().as_ref(), Some(chain));
    let never = Interrupt::new();
    if chain.code.len() > 100 || chain.depth > MOST_HEAPS {
        return false;
    }
    let Ok(checked) = chain.check(&never) else {
        return false;
    };
    let segments = 0..checked.segments();
    let heaps = segments.clone().last().map_or(0, |last| checked.heaps(last).end);
    if heaps > 4 * MOST_HEAPS
        || !segments.into_iter().all(|segment| checked.verify(segment, &mut |_| {}, &never).is_ok())
    {
        return false;
    }
    let rules: Rules = chain.code.parse().expect("it was checked");
    let count = usize::try_from(4 * MOST_HEAPS).expect("a small number");
    let values = nim_values(&rules, 2 * count).expect("few heaps need little memory");
    let [first, length] = [chain.period.preperiod, chain.period.period]
        .map(|n| usize::try_from(n).expect("it lies among the heaps"));
    for (here, there) in values[first..].iter().zip(&values[first + length..]) {
        assert_eq!(here, there, "{chain:?}");
    }
    true
}

/// Reads `bytes` as a checkpoint, and then as the inside of one, so that fuzzing passes length and
/// checksum: a header, a line break, and the parts. A run that is read must be written as something
/// that is read as the same, and it must go on. Returns how many were read.
pub fn checkpoint_any(bytes: &[u8]) -> usize {
    let bytes = cut(bytes);
    let (header, parts) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[][..]),
    };
    let forged =
        write_parts(Vec::new(), Version::Plain, header, &[parts]).expect("writing to a vector");
    let games = CHECKPOINT_GAMES.iter().filter_map(|code| code.parse::<Rules>().ok());
    games.map(|rules| [bytes, &forged].iter().filter(|file| resumed(file, &rules)).count()).sum()
}

fn resumed(file: &[u8], rules: &Rules) -> bool {
    // Little memory, so values are dropped early.
    let settings = Settings { memory: 1 << 16, ..Settings::default() };
    let Ok(mut run) = Run::from_bytes(file, rules, settings) else {
        return false;
    };
    let written = |run: &Run| run.write(Vec::new()).expect("writing to a vector");
    let first = written(&run);
    let again = Run::from_bytes(&first, rules, settings);
    assert!(again.is_ok_and(|again| written(&again) == first), "what was read is not read again");
    report(&run, Ending::Heaps);
    let heaps = run.sequence().known().saturating_add(200);
    let limits = Limits { heaps, time: Some(Duration::from_millis(100)), all_heaps: true };
    // A state that is impossible in this game may end in an error.
    if let Ok(ending) = run.go(limits, &Interrupt::new(), &mut |_| Ok(())) {
        report(&run, ending);
    }
    true
}

fn report(run: &Run, ending: Ending) {
    let json = Report::new(run, ending, 0.0, 100).to_json();
    assert!(json.is_ok_and(|json| report_any(json.as_bytes())));
}

/// Reads `bytes` as a report, as in a line of a survey's record, and draws its tables. The printed
/// report must be read as the same one. Returns whether it was a report.
pub fn report_any(bytes: &[u8]) -> bool {
    let Ok(mut report) = serde_json::from_slice::<Report>(bytes) else {
        return false;
    };
    drop(report.table(80));
    drop(survey_table(std::slice::from_ref(&report)));
    // The decimals of seconds may be rounded.
    report.seconds = 0.0;
    let again = report.to_json().and_then(|json| serde_json::from_str(&json));
    assert_eq!(again.ok(), Some(report));
    true
}
