//! A short, repeatable run of the fuzz target: mutations of a small database with a fixed
//! seed, with checksums made right.

use std::path::Path;

use cg_core::Limits;
use cg_properties::mutations;
use cg_rulesets::{Clobber, Notated};
use cg_simplify::Engine;

use super::database_any;
use crate::{DatabaseWriter, Settings, Solver};

/// A header, a line break and a body.
fn database(steps: u32) -> Vec<u8> {
    let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap();
    let mut solver = Solver::new(Settings { values: steps > 0, ..Settings::default() });
    let id = solver.add_written(Clobber, |rules, board| {
        let Ok(text) = rules.write_position(board);
        text
    });
    for term in solver.terms(id, Clobber.read_position("XOX|OXO").unwrap()).unwrap() {
        solver.work_out(&mut engine, term, steps).unwrap();
    }
    let mut writer = DatabaseWriter::new(None).unwrap();
    writer.gather(&mut engine, &mut solver, id).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clobber");
    writer.write(&path, "clobber", [2, 3], steps, None).unwrap();
    let bytes = std::fs::read::<&Path>(&path).unwrap();
    assert_eq!(database_any(&bytes), 1);
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    [&bytes[12..12 + length], b"\n", &bytes[16 + length..]].concat()
}

#[test]
fn databases() {
    let corpus = [database(0), database(1000)];
    assert!(corpus.iter().all(|bytes| database_any(bytes) == 1));
    let read = mutations(&corpus).take(10_000).filter(|bytes| database_any(bytes) > 0).count();
    assert!((100..9_500).contains(&read), "{read}");
}
