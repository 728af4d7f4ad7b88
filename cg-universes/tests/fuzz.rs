//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it with a fixed
//! seed.

use cg_core::Limits;
use cg_properties::mutations;

use cg_universes::TopEntails;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is a library for fuzzing")]
mod targets;

use targets::{checkpoint_any, form_any};

#[test]
fn forms() {
    let texts = [
        "0",
        "{*,-1|{0|*3}}",
        "{end,1|*,1}",
        "{{oo|}|{|-oo}}",
        "{end(-1),score(1/2)|{end(0)|end(2)}}",
        "--{ | 0 }",
        "{score(0)|score(-1),{end(0)|end(1)}}",
    ];
    let corpus: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    assert!(corpus.iter().all(|text| form_any(text)));
    let read = mutations(&corpus).take(1000).filter(|bytes| form_any(bytes)).count();
    assert!((50..900).contains(&read), "{read}");
}

#[test]
fn checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stacks");
    let mut stacks = TopEntails::default();
    stacks.extend_to(60, Limits::default()).unwrap();
    stacks.save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert!(checkpoint_any(&bytes));
    // The check sum finds all others.
    let whole = mutations(std::slice::from_ref(&bytes))
        .take(2000)
        .filter(|bytes| checkpoint_any(bytes))
        .count();
    assert!(whole < 200, "{whole}");
    // Values that are forged, with a check sum that fits, are read or refused.
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..500 {
        let mut forged = bytes[..bytes.len() - 4].to_vec();
        let at = random.usize(..forged.len());
        forged[at] = random.u8(..);
        let check = crc32fast::hash(&forged);
        forged.extend(check.to_le_bytes());
        checkpoint_any(&forged);
    }
}
