//! The rulesets of the table: their examples, values from the literature, and the laws
//! that all of them keep. The values of XT Domineering.

use cg_core::{Game, Limits, Notation};
use cg_rulesets::{Entry, Start};
use cg_simplify::Engine;
use cg_solve::Values;

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

fn value(engine: &mut Engine, start: &Start) -> Game {
    Values::new().value(engine, &start.rules, start.position.clone()).unwrap()
}

fn shown(engine: &mut Engine, text: &str) -> String {
    let start = Start::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let value = value(engine, &start);
    engine.print(value, Notation::Standard).unwrap()
}

/// All that differs is listed at once.
fn compare(rows: impl Iterator<Item = (String, String)>) {
    let mut engine = engine();
    let mut wrong = String::new();
    for (position, expected) in rows {
        let found = shown(&mut engine, &position);
        if found != expected {
            wrong += &format!("{position}: {found}, not {expected}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn examples_have_their_values() {
    compare(
        Entry::all()
            .iter()
            .map(|entry| (format!("{} {}", entry.name, entry.example), entry.value.to_owned())),
    );
}

/// Each row: position, value, source.
#[test]
fn positions_have_the_values_of_the_literature() {
    let rows = include_str!("../../testdata/rulesets.tsv").lines();
    compare(rows.filter(|row| !row.is_empty() && !row.starts_with('#')).map(|row| {
        let [position, value, _source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        (position.to_owned(), value.to_owned())
    }));
}

/// Each row: position of XT Domineering, value, atomic weight.
#[test]
fn positions_of_xt_domineering_have_their_values_and_atomic_weights() {
    let mut engine = engine();
    let rows = include_str!("../../testdata/xt.tsv").lines();
    let mut wrong = String::new();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let [position, expected, weight] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let start = Start::read(&format!("xt domineering {position}")).unwrap();
        let value = value(&mut engine, &start);
        let found = engine.print(value, Notation::Standard).unwrap();
        let found_weight = engine.atomic_weight(value).unwrap();
        let found_weight = engine.print(found_weight, Notation::Standard).unwrap();
        if (&found[..], &found_weight[..]) != (expected, weight) {
            wrong += &format!("{position}: {found}, {found_weight}, not {expected}, {weight}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
