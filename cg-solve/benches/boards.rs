//! What does it cost to value a board, from cold, when the ruleset tells its solver of
//! components and symmetry, and when it tells nothing? And to say who wins a larger one?

#[path = "../tests/rulesets/mod.rs"]
mod rulesets;

use cg_core::{Limits, Notation, Player};
use cg_rulesets::Notated;
use cg_simplify::Engine;
use cg_solve::{Settings, Solver, Values};
use criterion::{Criterion, criterion_group, criterion_main};
use rulesets::{Domineering, board};

fn value(rows: u32, columns: u32, helps: bool) -> String {
    let registry = cg_subgroups::standard().expect("the subgroups fit");
    let mut engine = Engine::new(registry, Limits::default()).expect("the limits allow 0");
    let mut values = Values::new();
    let value = values.value(&mut engine, &Domineering { helps }, board(rows, columns));
    engine.print(value.expect("small"), Notation::Standard).expect("small")
}

fn boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("value_of_an_empty_board_of_domineering");
    group.sample_size(10);
    for (rows, columns, helps, expected) in
        [(4, 5, true, "1"), (4, 5, false, "1"), (5, 5, true, "0"), (4, 7, true, "1")]
    {
        let told = if helps { "told" } else { "untold" };
        group.bench_function(format!("{rows}x{columns}_{told}"), |b| {
            b.iter(|| assert_eq!(value(rows, columns, helps), expected));
        });
    }
    group.finish();
}

fn left_wins_first(text: &str) -> bool {
    let registry = cg_subgroups::standard().expect("the subgroups fit");
    let mut engine = Engine::new(registry, Limits::default()).expect("the limits allow 0");
    let mut solver = Solver::new(Settings::default());
    let id = solver.add(cg_rulesets::Domineering);
    let board = cg_rulesets::Domineering.read_position(text).expect("it is a board");
    let terms = solver.terms(id, board).expect("the rules do not fail");
    solver.wins(&mut engine, &terms, Player::Left).expect("the limits suffice")
}

fn whole_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("whether_left_wins_an_empty_board_of_domineering_first");
    group.sample_size(10);
    for (board, expected) in [("7x7", true), ("7x8", false), ("8x8", true)] {
        group.bench_function(board, |b| b.iter(|| assert_eq!(left_wins_first(board), expected)));
    }
    group.finish();
}

criterion_group!(benches, boards, whole_boards);
criterion_main!(benches);
