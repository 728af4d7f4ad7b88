//! A run with several threads reaches the same state as one with one thread, also if a late heap is
//! rare.

use std::path::Path;

use cg_octal::{Ending, Limits, Run, Settings};

/// The checkpoint of a run in two calls.
fn state(code: &str, heaps: usize, threads: usize, folder: &Path) -> Vec<u8> {
    let settings = Settings { threads, ..Settings::default() };
    let mut run = Run::new(&code.parse().unwrap(), settings).unwrap();
    for heaps in [heaps / 2 + 77, heaps] {
        let limits = Limits { heaps, time: None, all_heaps: true };
        let ending = run.go(limits, &Default::default(), &mut |_| Ok(())).unwrap();
        assert_eq!(ending, Ending::Heaps);
    }
    let file = folder.join("state");
    run.save(&file).unwrap();
    std::fs::read(file).unwrap()
}

#[test]
fn more_threads_leave_the_state_of_one() {
    let folder = tempfile::tempdir().unwrap();
    // In .376 heap 1140540 is rare, and the lead is dropped there.
    for (code, heaps) in [(".106", 1_000_000), (".376", 1_300_000), (".6", 300_000)] {
        let states = [1, 2, 3].map(|threads| state(code, heaps, threads, folder.path()));
        assert!(states.iter().all(|state| *state == states[0]), "{code}");
    }
}
