//! The costs of the rules. Each bench checks its answers.

use std::hint::black_box;

use cg_core::{Dyadic, Notation, Outcome, Relation, Subgroup, Text};
use cg_subgroups::{Infinitesimal, Nimbers, NumberPlus, Numberish, Numbers, Sumbers};
use criterion::{Criterion, criterion_group, criterion_main};
use dashu_int::{IBig, UBig};

fn read(text: &str) -> NumberPlus {
    Numberish.parse(text, Notation::Paper).unwrap_or_else(|e| panic!("{e}"))
}

fn sumber(text: &str) -> Infinitesimal {
    read(text).infinitesimal
}

/// Forms of sumbers with a few small options, and their values.
const FORMS: [(&[&str], &[&str], Option<&str>); 8] = [
    (&["0"], &["^+*"], Some("2^")),
    (&["0"], &["^(1/2)+*"], Some("^(1/2)+^")),
    (&["0"], &["^(1/2)+*", "^(1/2)+^"], Some("2^(1/2)")),
    (&["0"], &["^-^(2)+*"], Some("^")),
    (&["^"], &["2^"], Some("3^+*")),
    (&["^(2)"], &["-^"], Some("*")),
    (&["2^"], &["-2^"], None),
    (&["*", "-^"], &["-2^-^(2)+^(3)+*"], Some("-2^-^(2)+2^(3)")),
];

fn simplify_small(c: &mut Criterion) {
    let forms = FORMS.map(|(left, right, value)| {
        let list = |side: &[&str]| side.iter().map(|text| sumber(text)).collect::<Vec<_>>();
        (list(left), list(right), value.map(sumber))
    });
    c.bench_function("how_long_do_8_small_simplifications_take", |b| {
        b.iter(|| {
            for (left, right, value) in &forms {
                let (left, right): (Vec<_>, Vec<_>) =
                    (left.iter().collect(), right.iter().collect());
                let found = Sumbers.simplify(black_box(&left), black_box(&right));
                assert_eq!(found.as_ref(), Ok(value));
            }
        });
    });
}

/// A sumber with 16 terms and coefficients near 1000, from a fixed sequence.
fn wide(seed: u64) -> Infinitesimal {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 40).expect("24 bits") % 2001 - 1000
    };
    let terms = (1..=16).map(|n| (Dyadic::new((n * 3).into(), 2).expect("small"), next().into()));
    Infinitesimal::from_terms(terms.collect(), UBig::ZERO).expect("small")
}

fn simplify_wide(c: &mut Criterion) {
    use cg_core::Player::{Left, Right};
    let value = wide(7);
    let [left, right] = [Left, Right].map(|player| {
        let count = Sumbers.option_count(&value, player).expect("counted");
        (0..count).map(|i| Sumbers.option(&value, player, i).expect("there")).collect::<Vec<_>>()
    });
    let (left, right): (Vec<_>, Vec<_>) = (left.iter().collect(), right.iter().collect());
    c.bench_function("how_long_does_a_simplification_with_16_terms_take", |b| {
        b.iter(|| {
            let found = Sumbers.simplify(black_box(&left), black_box(&right));
            assert_eq!(found.as_ref(), Ok(&Some(value.clone())));
        });
    });
    let other = wide(8);
    let (left, right): (Vec<_>, Vec<_>) = (vec![left[0], &other], vec![right[0]]);
    c.bench_function("how_long_does_a_no_with_16_terms_take", |b| {
        b.iter(|| assert_eq!(Sumbers.simplify(black_box(&left), black_box(&right)), Ok(None)));
    });
}

fn group_and_outcome(c: &mut Criterion) {
    let (g, h) = (read("0.1+2^-^(2)+*(5)"), read("1.1-^+^(2)+*(3)"));
    let sum = read("2+^+*(6)");
    c.bench_function("how_long_does_a_small_sum_take", |b| {
        b.iter(|| assert_eq!(Numberish.add(black_box(&g), black_box(&h)).as_ref(), Ok(&sum)));
    });
    let up = sumber("^(2)-^+*");
    c.bench_function("how_long_does_a_small_outcome_take", |b| {
        b.iter(|| assert_eq!(Sumbers.outcome(black_box(&up)), Ok(Outcome::Next)));
    });
    let (g, h) = (sumber("2^-^(2)+*"), sumber("^+^(2)+*"));
    c.bench_function("how_long_does_a_small_comparison_take", |b| {
        b.iter(|| {
            assert_eq!(Sumbers.compare(black_box(&g), black_box(&h)), Ok(Relation::Less));
        });
    });
    let million = read("1000000^(1/1024)+*5");
    c.bench_function("who_wins_a_million_tiny_ups_less_star_5", |b| {
        b.iter(|| assert_eq!(Numberish.outcome(black_box(&million)), Ok(Outcome::Left)));
    });
    let (g, h) = (UBig::from(1_000_000_000_000u64), UBig::ONE);
    let sum = UBig::from(1_000_000_000_001u64);
    c.bench_function("what_is_the_sum_of_two_nimbers", |b| {
        b.iter(|| assert_eq!(Nimbers.add(black_box(&g), black_box(&h)).as_ref(), Ok(&sum)));
    });
}

fn large(c: &mut Criterion) {
    let low = Dyadic::new(IBig::ONE, 400).expect("small");
    let high = Dyadic::new(IBig::from(3), 401).expect("small");
    let middle = Dyadic::new(IBig::from(5), 402).expect("small");
    c.bench_function("what_is_the_simplest_number_between_400_bit_neighbours", |b| {
        b.iter(|| {
            let found = Numbers.simplify(black_box(&[&low]), black_box(&[&high]));
            assert_eq!(found.as_ref(), Ok(&Some(middle.clone())));
        });
    });
    let heaps: Vec<UBig> = (0..2000u32).map(UBig::from).collect();
    let options: Vec<&UBig> = heaps.iter().collect();
    c.bench_function("which_nimber_has_2000_options", |b| {
        b.iter(|| {
            let found = Nimbers.simplify(black_box(&options), black_box(&options));
            assert_eq!(found, Ok(Some(UBig::from(2000u32))));
        });
    });
    let options: Vec<NumberPlus> =
        heaps.iter().map(|n| Infinitesimal::nimber(n.clone()).into()).collect();
    let mut options: Vec<&NumberPlus> = options.iter().collect();
    let apart = NumberPlus::from(sumber("^(2)-^"));
    options.push(&apart);
    let heap = NumberPlus::from(Infinitesimal::nimber(UBig::from(2000u32)));
    c.bench_function("which_value_has_2000_nimbers_and_a_sumber_as_options", |b| {
        b.iter(|| {
            let found = Numberish.simplify(black_box(&options), black_box(&options));
            assert_eq!(found.as_ref(), Ok(&Some(heap.clone())));
        });
    });
    let (g, h) = (wide(1), wide(2));
    c.bench_function("how_long_does_a_comparison_with_16_terms_take", |b| {
        let relation = Relation::from(g.add(&h.negate()).expect("small").outcome());
        b.iter(|| assert_eq!(Sumbers.compare(black_box(&g), black_box(&h)), Ok(relation)));
    });
}

criterion_group!(benches, simplify_small, simplify_wide, group_and_outcome, large);
criterion_main!(benches);
