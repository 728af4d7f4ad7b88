//! How long does it take to find a family and to prove its rule, and how long to tell who wins a sum
//! by the rule? The answers are asserted.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dashu_int::IBig;

#[path = "../tests/known.rs"]
mod known;

fn how_long_until_a_family_is_proved(c: &mut Criterion) {
    let mut group = c.benchmark_group("how long until a family is proved");
    group.sample_size(10);
    for family in known::KNOWN {
        group.bench_function(family.title, |b| {
            b.iter(|| {
                let mut engine = known::engine();
                let values = (family.values)(&mut engine);
                let (found, proved) = known::found(&mut engine, black_box(&values));
                assert_eq!(found.group(), family.group);
                let rule = &proved.rule;
                assert_eq!((rule.classes.len(), rule.corners()), (family.classes, family.corners));
            });
        });
    }
    group.finish();
}

fn who_wins_a_sum(c: &mut Criterion) {
    let mut group = c.benchmark_group("who wins a sum");
    for family in known::KNOWN {
        let mut engine = known::engine();
        let values = (family.values)(&mut engine);
        let (found, proved) = known::found(&mut engine, &values);
        let mut random = fastrand::Rng::with_seed(5);
        let mut sums = Vec::new();
        for _ in 0..family.sums.min(100) {
            let sum: Vec<i64> =
                (0..family.count).map(|_| random.i64(-family.width..=family.width)).collect();
            let value = found.value(&mut engine, &sum).expect("no limit");
            let outcome = engine.outcome(value).expect("no limit");
            sums.push((sum.into_iter().map(IBig::from).collect::<Vec<IBig>>(), outcome));
        }
        let mut at = 0;
        group.bench_function(family.title, |b| {
            b.iter(|| {
                let (sum, outcome) = &sums[at];
                at = (at + 1) % sums.len();
                let element = proved.rule.element(black_box(sum));
                assert_eq!(proved.rule.outcome(&element), Some(*outcome));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, how_long_until_a_family_is_proved, who_wins_a_sum);
criterion_main!(benches);
