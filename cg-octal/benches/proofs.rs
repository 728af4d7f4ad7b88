//! How long do proofs of periods take from the start, and how long the first values of unsolved
//! games?

use std::hint::black_box;

use cg_core::Interrupt;
use cg_octal::{Ending, Limits, Run, Sequence, Settings};
use criterion::{Criterion, criterion_group, criterion_main};

fn proves(code: &str) -> (u64, u64) {
    let mut run = Run::new(&code.parse().expect("a code"), Settings::default()).expect("an engine");
    let limits = Limits { heaps: 100_000_000, time: None, all_heaps: false };
    let ending = run.go(limits, &Interrupt::new(), &mut |_| Ok(())).expect("no error");
    assert_eq!(ending, Ending::Proved);
    let period = run.finding().expect("a period").period;
    (period.preperiod, period.period)
}

fn value(code: &str, heap: usize) -> Option<u32> {
    let rules = code.parse().expect("a code");
    let mut sequence = Sequence::new(&rules, Settings::default()).expect("an engine");
    sequence.extend(heap + 1, &Interrupt::new()).expect("no error");
    sequence.value(heap)
}

fn how_long_until_a_period_is_proved(c: &mut Criterion) {
    let mut group = c.benchmark_group("how long until a period is proved");
    group.sample_size(10);
    for (code, preperiod, period) in [
        (".16", 105_351, 149_459),
        (".56", 326_640, 144),
        (".354", 10_061_916, 1180),
        (".376", 2_268_248, 4),
    ] {
        group.bench_function(code, |b| {
            b.iter(|| assert_eq!(proves(black_box(code)), (preperiod, period)));
        });
    }
    group.finish();
}

fn how_long_for_the_first_heaps(c: &mut Criterion) {
    let mut group = c.benchmark_group("how long for the first heaps");
    group.sample_size(10);
    // The last values are also those of the portable form of the engines.
    for (code, heaps, last) in [
        (".106", 10_000_000, 6),
        (".324", 1_000_000, 38),
        (".174", 1_000_000, 1),
        (".6", 1_000_000, 64),
        ("Grundy", 1_000_000, 3),
        (".007", 20_000, 143),
        (".3F", 1000, 498),
    ] {
        group.bench_function(code, |b| {
            b.iter(|| assert_eq!(value(black_box(code), heaps - 1), Some(last)));
        });
    }
    group.finish();
}

criterion_group!(benches, how_long_until_a_period_is_proved, how_long_for_the_first_heaps);
criterion_main!(benches);
