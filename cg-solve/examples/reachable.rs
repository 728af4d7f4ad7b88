//! How long do the canonical forms of all positions take that play can reach from the start
//! of a small board, up to symmetry? The counts are checked; the table is that of the guide's
//! page on the solver.
//!
//! `cargo run --release -p cg-solve --example reachable -- [WORD]...`

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Instant;

use cg_core::{Game, Limits, Player};
use cg_rulesets::{Amazons, Clobber, Col, Cram, Domineering, Notated, Snort};
use cg_simplify::Engine;
use cg_solve::Values;

/// Values all positions that can be reached from a start, and writes a row of the table.
fn row<R: Notated<Error = Infallible>>(name: &str, rules: &R, start: &str, expected: [usize; 2]) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    let clock = Instant::now();
    let mut engine = Engine::new(cg_subgroups::standard().expect("they fit"), Limits::default())
        .expect("the limits allow 0");
    let mut values = Values::new();
    let first = rules.normal(rules.read_position(start).expect("the rows are right")).0;
    let mut met = HashSet::from([first.clone()]);
    let mut waiting = vec![first];
    let mut different: HashSet<Game> = HashSet::new();
    while let Some(position) = waiting.pop() {
        for player in Player::BOTH {
            let mut after = Vec::new();
            let Ok(()) = rules.moves(&position, player, &mut after);
            for position in after {
                let normal = rules.normal(position).0;
                if met.insert(normal.clone()) {
                    waiting.push(normal);
                }
            }
        }
        different.insert(values.value(&mut engine, rules, position).expect("it is small"));
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!("| {name} {start} | {} | {} | {seconds:.2} |", met.len(), different.len());
    assert_eq!([met.len(), different.len()], expected, "{name}");
}

fn main() {
    println!("| start | positions | different values | s |");
    println!("| --- | --- | --- | --- |");
    row("domineering", &Domineering, "4x4", [649, 113]);
    row("cram", &Cram, "4x4", [649, 6]);
    row("col", &Col, "4x4", [34_510, 55]);
    row("snort", &Snort, "4x4", [34_510, 2305]);
    row("clobber", &Clobber, "checker 4x4", [218_041, 14_881]);
    row("amazons", &Amazons, "3x3", [897, 63]);
}
