//! The time of the order of all pairs of games born by day 3, from a cold start.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

#[path = "questions/order.rs"]
mod order;

use order::{AT_MOST, day_three, pairs_at_most};

fn all_pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("order");
    group.sample_size(10);
    group.bench_function("all_pairs_born_by_day_three", |b| {
        b.iter_batched(
            || day_three().expect("no limit"),
            |(mut engine, games)| {
                assert_eq!(pairs_at_most(&mut engine, &games), Ok(AT_MOST));
                (engine, games)
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, all_pairs);
criterion_main!(benches);
