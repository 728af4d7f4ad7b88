//! How long does the order of all pairs of games born by day 3 take, from cold?

use cg_core::{Game, Limits, Registry, Relation};
use cg_simplify::Engine;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

fn day_three() -> (Engine, Vec<Game>) {
    let mut engine = Engine::new(Registry::empty(), Limits::default()).expect("an engine");
    let games = engine.born_by(3).expect("no limit");
    assert_eq!(games.len(), 1474);
    // What was learnt while the games were made is forgotten: the order is from cold.
    engine.forget();
    (engine, games)
}

fn order(c: &mut Criterion) {
    let mut group = c.benchmark_group("order");
    group.sample_size(10);
    group.bench_function("all_pairs_born_by_day_three", |b| {
        b.iter_batched(
            day_three,
            |(mut engine, games)| {
                let mut at_most = 0;
                for &g in &games {
                    for &h in &games {
                        at_most += usize::from(engine.le(g, h).expect("no limit"));
                    }
                }
                // 1,474 games equal to themselves, the other pairs one way or none.
                assert_eq!(at_most, AT_MOST);
                (engine, games)
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
    let (mut engine, games) = day_three();
    let confused = games
        .iter()
        .filter(|&&g| engine.compare(g, Game::ZERO).expect("no limit") == Relation::Confused);
    assert_eq!(confused.count(), CONFUSED_WITH_ZERO);
}

const AT_MOST: usize = 654_647;
const CONFUSED_WITH_ZERO: usize = 1_039;

criterion_group!(benches, order);
criterion_main!(benches);
