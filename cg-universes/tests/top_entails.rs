//! Top Entails at array speed, beside the solver of sets, and its checkpoints.

use cg_core::Limits;
use cg_universes::{
    Entailing, EntailingMove, EntailingSolver, EntailingValue, TopEntails, UniverseError,
};

struct Stacks;

impl Entailing for Stacks {
    type Position = u32;

    fn each_move(&self, &n: &u32, out: &mut Vec<EntailingMove<u32>>) {
        out.extend((n > 0).then(|| EntailingMove::Entails(n - 1)));
        out.extend((1..=n / 2).map(|k| EntailingMove::To(vec![k, n - k])));
    }
}

#[test]
fn the_array_has_the_values_of_the_sets() {
    let mut stacks = TopEntails::default();
    stacks.extend_to(400, Limits::default()).unwrap();
    let mut solver = EntailingSolver::new(Stacks, Limits::default());
    for n in 0..=400 {
        assert_eq!(stacks.value(n as usize), Some(solver.value(&n).unwrap()), "{n}");
    }
}

#[test]
fn a_checkpoint_goes_on_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stacks");
    let mut whole = TopEntails::default();
    whole.extend_to(3000, Limits::default()).unwrap();
    let mut first = TopEntails::default();
    first.extend_to(1234, Limits::default()).unwrap();
    first.save(&path).unwrap();
    let mut second = TopEntails::load(&path, &Limits::default()).unwrap();
    assert_eq!(second, first);
    second.extend_to(3000, Limits::default()).unwrap();
    assert_eq!(second, whole);
    let small = Limits { memory: 1000, ..Limits::default() };
    assert!(TopEntails::load(&path, &small).unwrap_err().is_limit());
    let bytes = std::fs::read(&path).unwrap();
    let is_refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let error = TopEntails::load(&path, &Limits::default()).unwrap_err();
        matches!(error, UniverseError::Data(_))
    };
    for at in [3, 40, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(is_refused(&damaged), "{at}");
    }
    assert!(is_refused(&bytes[..bytes.len() - 3]));
}

#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let limits = Limits::default();
    limits.interrupt.raise();
    let mut stacks = TopEntails::default();
    assert!(stacks.extend_to(1000, limits).is_err());
    assert_eq!(stacks.last(), 63);
    stacks.extend_to(100, Limits::default()).unwrap();
    assert_eq!(stacks.value(79), Some(EntailingValue::Nimber(9)));
}
