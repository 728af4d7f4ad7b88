//! The time of the canonical forms of Toads and Frogs, from a cold start: toads, two gaps and frogs
//! in a row.

use std::hint::black_box;

use cg_core::Outcome;
use criterion::{Criterion, criterion_group, criterion_main};

#[path = "questions/toads_and_frogs.rs"]
mod toads_and_frogs;

fn rows(c: &mut Criterion) {
    let mut group = c.benchmark_group("toads_and_frogs_two_gaps");
    group.sample_size(20);
    for each in 3..=6 {
        group.bench_function(format!("{each}_a_side"), |b| {
            b.iter(|| {
                let (value, mut engine) =
                    toads_and_frogs::position(black_box(each)).expect("no limit");
                // The position is its own mirror image, so it is its own negative.
                assert_eq!(engine.negate(value), Ok(value));
                let outcome = engine.outcome(value).expect("no limit");
                assert!(matches!(outcome, Outcome::Next | Outcome::Previous));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rows);
criterion_main!(benches);
