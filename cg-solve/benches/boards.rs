//! What does it cost to value a board, from cold, when the ruleset tells its solver of
//! components and symmetry, and when it tells nothing?

#[path = "../tests/rulesets/mod.rs"]
mod rulesets;

use cg_core::{Limits, Notation};
use cg_simplify::Engine;
use cg_solve::Values;
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

criterion_group!(benches, boards);
criterion_main!(benches);
