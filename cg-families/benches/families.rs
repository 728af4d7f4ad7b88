//! How long does it take to find a family and to prove its rule, and how long to tell who wins a sum
//! by the rule? The answers are asserted.

use std::hint::black_box;

use cg_core::{Game, Limits, Registry};
use cg_families::{Proof, ProvedSums};
use cg_simplify::Engine;
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

/// The components are those of 3x3 boards in random order, and the family is asked as the solver asks
/// it: by the values of the components.
fn who_wins_a_sum_of_a_thousand_components(c: &mut Criterion) {
    let known = known::KNOWN.iter().find(|it| it.title == "xt domineering 3x3").expect("known");
    let mut plain = known::engine();
    let values = (known.values)(&mut plain);
    let (family, proved) = known::found(&mut plain, &values);
    let names = vec![String::new(); known.count];
    let proof = Proof::of(&mut plain, known.title, &names, &family, &proved).expect("no limit");
    let registry = cg_subgroups::register(Registry::builder());
    let registry = registry.with_sums(ProvedSums::verified("xt33", &proof.write()));
    let registry = registry.close().expect("they fit");
    let mut engine = Engine::new(registry, Limits::default()).expect("it starts");
    let trees = engine.registry().sum_families()[0].trees().expect("the proof holds");
    // The first of the known games are the values.
    let games: Vec<Game> =
        trees[..known.count].iter().map(|tree| engine.of_tree(tree).expect("no limit")).collect();
    let mut random = fastrand::Rng::with_seed(7);
    let mut counts = vec![0; known.count];
    let mut sum = Vec::new();
    for _ in 0..1_000 {
        let (at, sign) = (random.usize(..known.count), if random.bool() { 1 } else { -1 });
        counts[at] += sign;
        sum.push((IBig::from(sign), games[at]));
    }
    let counts: Vec<IBig> = counts.into_iter().map(IBig::from).collect();
    let outcome = proved.rule.outcome(&proved.rule.element(&counts)).expect("the rule tells all");
    c.bench_function("who wins a sum of a thousand components", |b| {
        b.iter(|| {
            let decided = engine.decide_sum(black_box(&sum)).expect("no limit");
            assert_eq!(decided, Some((outcome, 0)));
        });
    });
}

criterion_group!(
    benches,
    how_long_until_a_family_is_proved,
    who_wins_a_sum,
    who_wins_a_sum_of_a_thousand_components
);
criterion_main!(benches);
