//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.

use std::io::Read;

use cg_core::Interrupt;
use cg_properties::{kept, mutations};

use super::{CHECKPOINT_GAMES, certificate_any, checkpoint_any, code_any, report_any};
use crate::{Certificate, EngineKind, Limits, Report, Run, Settings};

const CODES: &[&str] = &[
    ".77",
    "0.137",
    "4.7",
    ".3F",
    ".(3)",
    "0.\\dot{30}",
    ".[65535]1",
    "C.0e...",
    "S{1,3,4}",
    "AllBut{2, 5}",
    "Dawson's Kayles",
    "Grundy's game",
];

fn run(code: &str, heaps: usize, engine: EngineKind) -> Run {
    let settings = Settings { engine, ..Settings::default() };
    let mut run = Run::new(&code.parse().unwrap(), settings).unwrap();
    let limits = Limits { heaps, time: None, all_heaps: false };
    run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
    run
}

#[test]
fn codes() {
    let corpus: Vec<Vec<u8>> = CODES.iter().map(|code| code.as_bytes().to_vec()).collect();
    assert!(corpus.iter().all(|code| code_any(code)));
    let read = mutations(&corpus).take(4000).filter(|bytes| code_any(bytes)).count();
    assert!((300..3500).contains(&read), "{read}");
}

#[test]
fn certificates() {
    let corpus: Vec<Vec<u8>> = [".77", "S{1,3,4}", "Nim", "AllBut{2,5}", ".156", "4.7"]
        .iter()
        .map(|code| Certificate::of(&run(code, 100_000, EngineKind::Auto)).unwrap())
        .map(|certificate| certificate.to_json().unwrap().into_bytes())
        .collect();
    assert!(corpus.iter().filter(|json| certificate_any(json) == (true, true)).count() >= 4);
    let read = mutations(&corpus).take(3000).filter(|json| certificate_any(json).0).count();
    assert!((30..2700).contains(&read), "{read}");
}

#[test]
fn checkpoints() {
    let engines = [EngineKind::Auto, EngineKind::Auto, EngineKind::Auto, EngineKind::Block];
    let path = std::env::temp_dir().join(format!("cg-octal-fuzz-{}", std::process::id()));
    let files: Vec<Vec<u8>> = CHECKPOINT_GAMES
        .iter()
        .zip(engines)
        .map(|(code, engine)| {
            run(code, 300, engine).save(&path).unwrap();
            std::fs::read(&path).unwrap()
        })
        .collect();
    std::fs::remove_file(&path).unwrap();
    assert!(files.iter().all(|file| checkpoint_any(file) == 1));
    // Without magic, version, length and checksum.
    let insides: Vec<Vec<u8>> = files
        .iter()
        .map(|file| {
            let start = b"cg-octal checkpoint\n".len() + 8;
            let length = u32::from_le_bytes(file[start - 4..start].try_into().unwrap()) as usize;
            let (header, body) = file[start..file.len() - 4].split_at(length);
            let mut inside = [header, b"\n"].concat();
            flate2::read::DeflateDecoder::new(body).read_to_end(&mut inside).unwrap();
            inside
        })
        .collect();
    assert!(insides.iter().all(|inside| checkpoint_any(inside) == 1));
    let read = mutations(&insides).take(2000).filter(|inside| checkpoint_any(inside) > 0).count();
    assert!((50..1900).contains(&read), "{read}");
    // The checksum detects all changes.
    let changed = |file: &[u8]| checkpoint_any(file) > 0 && !files.iter().any(|good| good == file);
    assert_eq!(mutations(&files).take(500).filter(|bytes| changed(bytes)).count(), 0);
}

#[test]
fn reports() {
    let corpus: Vec<Vec<u8>> = [".77", ".3F", "Grundy", "AllBut{2,5}"]
        .iter()
        .map(|code| {
            let run = run(code, 300, EngineKind::Auto);
            Report::new(&run, crate::Ending::Heaps, 0.25, 30).to_json().unwrap().into_bytes()
        })
        .collect();
    assert!(corpus.iter().all(|json| report_any(json)));
    let read = mutations(&corpus).take(5000).filter(|bytes| report_any(bytes)).count();
    assert!((100..4500).contains(&read), "{read}");
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let codes = kept(include_str!("../../fuzz/kept/code.hex"));
    let read = codes.iter().filter(|bytes| code_any(bytes)).count();
    assert!((100..codes.len()).contains(&read), "{read} of {}", codes.len());
    let certificates = kept(include_str!("../../fuzz/kept/certificate.hex"));
    let read = certificates.iter().filter(|bytes| certificate_any(bytes).0).count();
    assert!((1..certificates.len()).contains(&read), "{read} of {}", certificates.len());
    let checkpoints = kept(include_str!("../../fuzz/kept/checkpoint.hex"));
    let read = checkpoints.iter().filter(|bytes| checkpoint_any(bytes) > 0).count();
    assert!((10..checkpoints.len()).contains(&read), "{read} of {}", checkpoints.len());
    let reports = kept(include_str!("../../fuzz/kept/report.hex"));
    for bytes in &reports {
        report_any(bytes);
    }
    assert!(reports.len() > 1000);
}
