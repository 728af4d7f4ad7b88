//! How long do sums take: a thousand S - S of general games, and a chain of a
//! thousand numbers, ups and stars?

use std::hint::black_box;

use cg_core::{Dyadic, Game, Limits, Registry};
use cg_simplify::Engine;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// A fixed sequence of well-mixed numbers (an LCG, the high bits of it).
fn mixed(count: usize) -> impl Iterator<Item = usize> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    (0..count).map(move |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 40).expect("24 bits")
    })
}

/// A thousand triples of games born by day 3, in an engine that knows nothing
/// about them but their canonical forms.
fn triples() -> (Engine, Vec<[Game; 3]>) {
    let mut engine = Engine::new(Registry::empty(), Limits::default()).expect("an engine");
    let games = engine.born_by(3).expect("no limit");
    engine.forget();
    let picks: Vec<Game> = mixed(3000).map(|pick| games[pick % games.len()]).collect();
    (engine, picks.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect())
}

fn sums(c: &mut Criterion) {
    let mut group = c.benchmark_group("sums");
    group.sample_size(10);
    group.bench_function("thousand_differences_of_equal_sums_of_three", |b| {
        b.iter_batched(
            triples,
            |(mut engine, triples)| {
                for three in &triples {
                    // Once in each order, and without telling the engine that they are equal.
                    let add = |engine: &mut Engine, games: [Game; 3]| {
                        games.into_iter().try_fold(Game::ZERO, |sum, game| engine.add(sum, game))
                    };
                    let [a, b, c] = *three;
                    let sum = add(&mut engine, [a, b, c]).expect("no limit");
                    let again = add(&mut engine, [c, b, a]).expect("no limit");
                    assert_eq!(engine.subtract(sum, again).expect("no limit"), Game::ZERO);
                }
                engine
            },
            BatchSize::PerIteration,
        );
    });

    let mut engine = Engine::new(cg_subgroups::standard().expect("they fit"), Limits::default())
        .expect("an engine");
    let mut chain = Vec::new();
    for (index, pick) in mixed(1000).enumerate() {
        let size = i64::try_from(pick % 32).expect("small") - 16;
        chain.push(match index % 3 {
            0 => engine.number(&Dyadic::new(size.into(), pick % 5).expect("small")),
            1 => engine.up(&Dyadic::from(size)),
            _ => engine.nimber(&(pick % 16).into()),
        });
    }
    let chain: Vec<Game> = chain.into_iter().collect::<Result<_, _>>().expect("no limit");
    let total = |engine: &mut Engine| {
        chain.iter().try_fold(Game::ZERO, |sum, &game| engine.add(sum, game)).expect("no limit")
    };
    let expected = total(&mut engine);
    assert_eq!(engine.subgroup_name(expected), Some("numberish"));
    group.bench_function("chain_of_a_thousand_numbers_ups_and_stars_one_by_one", |b| {
        b.iter(|| {
            engine.forget();
            assert_eq!(total(black_box(&mut engine)), expected);
        });
    });
    group.bench_function("chain_of_a_thousand_numbers_ups_and_stars_at_once", |b| {
        b.iter(|| assert_eq!(engine.sum(black_box(&chain)).expect("no limit"), expected));
    });
    group.finish();
}

criterion_group!(benches, sums);
criterion_main!(benches);
