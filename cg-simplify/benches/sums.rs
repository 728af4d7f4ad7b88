//! The time of sums: a thousand S - S of general games, and a chain of a thousand numbers, ups and
//! stars.

use std::hint::black_box;

use cg_core::{Game, Registry, Result};
use cg_simplify::Engine;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

#[path = "questions/sums.rs"]
mod sums;

type Count = fn(&mut Engine, &[[Game; 3]]) -> Result<usize>;

fn of_three(c: &mut Criterion) {
    let mut group = c.benchmark_group("sums_of_three");
    group.sample_size(10);
    for (name, day, count) in [
        ("thousand_differences_of_equal_sums_of_day_2", 2, sums::differences as Count),
        ("thousand_differences_of_equal_sums_of_day_3", 3, sums::differences),
        ("thousand_sums_of_day_3_in_two_orders", 3, sums::sums_in_two_orders),
    ] {
        group.bench_function(name, |b| {
            b.iter_batched(
                || sums::triples(day, Registry::empty()).expect("no limit"),
                |(mut engine, triples)| {
                    assert_eq!(count(&mut engine, &triples), Ok(1000));
                    engine
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn chain(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain_of_a_thousand_numbers_ups_and_stars");
    for (orders, of) in [(1, "one_order"), (15, "fifteen_orders")] {
        let (mut engine, chain) = sums::chain(orders).expect("no limit");
        let expected = sums::chain_one_by_one(&mut engine, &chain).expect("no limit");
        assert_eq!(engine.subgroup_name(expected), Some("numberish"));
        group.bench_function(format!("{of}_one_by_one"), |b| {
            b.iter(|| {
                let sum = sums::chain_one_by_one(black_box(&mut engine), &chain);
                assert_eq!(sum, Ok(expected));
            });
        });
        group.bench_function(format!("{of}_at_once"), |b| {
            b.iter(|| {
                let sum = sums::chain_at_once(black_box(&mut engine), &chain);
                assert_eq!(sum, Ok(expected));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, of_three, chain);
criterion_main!(benches);
