use cg_core::Interrupt;

use super::*;
use crate::{Ending, Limits};

fn rules(code: &str) -> Rules {
    code.parse().unwrap()
}

fn run_to(run: &mut Run, heaps: usize) -> Ending {
    let limits = Limits { heaps, time: None, all_heaps: true };
    run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap()
}

fn bytes(run: &Run) -> Vec<u8> {
    let path = scratch("bytes");
    run.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(path).unwrap();
    bytes
}

fn scratch(name: &str) -> PathBuf {
    let thread = std::thread::current();
    let unique = format!("cg-octal-{}-{:?}-{name}", std::process::id(), thread.id());
    std::env::temp_dir().join(unique.replace(['(', ')'], ""))
}

/// Saves and loads at many steps; ends as a run that was never stopped.
fn resumed_is_the_same(code: &str, heaps: usize, settings: Settings) {
    let rules = rules(code);
    let mut whole = Run::new(&rules, settings).unwrap();
    run_to(&mut whole, heaps);
    let mut pieces = Run::new(&rules, settings).unwrap();
    let limits = Limits { heaps, time: None, all_heaps: true };
    for stop_after in [1, 3, 10, 2, 25, 100, usize::MAX] {
        let interrupt = Interrupt::new();
        let flag = interrupt.clone();
        let mut steps = 0;
        let before = pieces.clone();
        let ending = pieces.steps(limits, &interrupt, &mut |_| {
            steps += 1;
            if steps == stop_after {
                flag.raise();
            }
            Ok(())
        });
        assert!(
            matches!(ending.unwrap(), Ending::Interrupted | Ending::Heaps | Ending::Limit(_)),
            "{before:?}"
        );
        pieces = Run::from_bytes(&bytes(&pieces), &rules, settings).unwrap();
    }
    assert!(bytes(&whole) == bytes(&pieces), "{code}");
    assert_eq!(whole.finding(), pieces.finding());
}

#[test]
fn a_resumed_run_ends_in_the_same_state() {
    let settings = Settings::default();
    for (code, heaps) in [
        (".106", 600_000),
        (".16", 400_000),
        (".376", 20_000),
        (".07", 4000),
        (".3F", 500),
        (".(06)", 700),
        ("0.1F", 400),
        ("Grundy", 9000),
        (".004", 6000),
    ] {
        resumed_is_the_same(code, heaps, settings);
    }
}

#[test]
fn with_little_memory_too() {
    let settings = Settings { memory: 1 << 18, ..Settings::default() };
    resumed_is_the_same(".106", 900_000, settings);
    let mut run = Run::new(&rules(".106"), settings).unwrap();
    let mut full = Run::new(&rules(".106"), Settings::default()).unwrap();
    run_to(&mut run, 900_000);
    run_to(&mut full, 900_000);
    assert_eq!(run.sequence().value(500_000), None);
    for heap in (0..1000).chain(899_000..900_000) {
        assert_eq!(run.sequence().value(heap), full.sequence().value(heap));
    }
    assert_eq!(run.maximum(), full.maximum());
}

#[test]
fn damaged_checkpoints_are_refused() {
    let rules = rules(".16");
    let settings = Settings::default();
    let mut run = Run::new(&rules, settings).unwrap();
    run_to(&mut run, 3000);
    let good = bytes(&run);
    let error = |bytes: &[u8]| Run::from_bytes(bytes, &rules, settings).unwrap_err().to_string();
    for end in 0..good.len() {
        error(&good[..end]);
    }
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x11;
        error(&bad);
    }
    assert!(error(b"something else").contains("no checkpoint"));
    let other = Run::from_bytes(&good, &".17".parse().unwrap(), settings).unwrap_err().to_string();
    assert!(other.contains("is of the game .16, not of .17"), "{other}");
}

/// Changes with a right checksum, as no accident makes them: refused or harmless.
#[test]
fn forged_checkpoints_do_not_panic() {
    let rules = rules(".16");
    let settings = Settings::default();
    let mut run = Run::new(&rules, settings).unwrap();
    run_to(&mut run, 3000);
    let good = bytes(&run);
    for at in MAGIC.len()..good.len() - 4 {
        for change in [0x01, 0x03, 0x18, 0x80] {
            let mut bad = good.clone();
            bad[at] ^= change;
            let end = bad.len() - 4;
            let sum = crc32fast::hash(&bad[..end]);
            bad[end..].copy_from_slice(&sum.to_le_bytes());
            if let Ok(mut run) = Run::from_bytes(&bad, &rules, settings) {
                let limits = Limits { heaps: 3100, time: None, all_heaps: true };
                let _ = run.go(limits, &Interrupt::new(), &mut |_| Ok(()));
            }
        }
    }
}

#[test]
fn a_full_disk_keeps_the_old_file() {
    let path = scratch("kept");
    let mut run = Run::new(&rules(".77"), Settings::default()).unwrap();
    run_to(&mut run, 500);
    run.save(&path).unwrap();
    let before = fs::read(&path).unwrap();
    // A folder in the place of the new file: it cannot be written.
    let beside = PathBuf::from(format!("{}.new", path.display()));
    fs::create_dir(&beside).unwrap();
    run_to(&mut run, 600);
    let error = run.save(&path).unwrap_err().to_string();
    assert!(error.contains(".new"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::remove_dir(beside).unwrap();
    fs::remove_file(path).unwrap();
}

/// Forged values of the general engine, whose checksum is right.
#[test]
fn values_that_no_options_make_are_refused() {
    let rules = rules(".1F");
    let mut run = Run::new(&rules, Settings::default()).unwrap();
    run_to(&mut run, 200);
    let (header, parts) = run.state();
    let header = serde_json::to_vec(&header).unwrap();
    for (part, at) in [(0, 403), (1, 7)] {
        let mut parts = parts.clone().map(std::borrow::Cow::into_owned);
        parts[part][at] = 0xff;
        let forged = write_parts(Vec::new(), &header, &parts).unwrap();
        let error = Run::from_bytes(&forged, &rules, Settings::default()).unwrap_err().to_string();
        assert!(error.contains("does not fit together: the sets"), "{error}");
    }
}

/// A header that asks for long work, or tells of a period that cannot be, is refused.
#[test]
fn a_header_cannot_ask_for_the_impossible() {
    for (code, heaps, from, to) in [
        (".3F", 100, "\"General\":100", "\"General\":18446744073709551615"),
        (".77", 400, "\"period\":12,", "\"period\":0,"),
        (".77", 400, "\"preperiod\":71,", "\"preperiod\":18446744073709551615,"),
    ] {
        let rules = rules(code);
        let mut run = Run::new(&rules, Settings::default()).unwrap();
        run_to(&mut run, heaps);
        let (header, parts) = run.state();
        let header = serde_json::to_string(&header).unwrap();
        assert!(header.contains(from), "{header}");
        let forged = header.replace(from, to);
        let forged = write_parts(Vec::new(), forged.as_bytes(), &parts).unwrap();
        let error = Run::from_bytes(&forged, &rules, Settings::default()).unwrap_err().to_string();
        assert!(error.contains("does not fit together"), "{error}");
    }
}
