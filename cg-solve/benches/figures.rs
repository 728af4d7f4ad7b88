//! What does it cost to know mean and temperature of a large position, from cold, by its walls and
//! by its canonical form?

use std::convert::Infallible;

use cg_core::Limits;
use cg_rulesets::{Amazons, Domineering, Hints, Notated, Ruleset};
use cg_simplify::Engine;
use cg_solve::{Figure, Settings, Solver};
use criterion::{Criterion, criterion_group, criterion_main};

/// Mean and temperature of a position.
fn figures<R>(rules: &R, text: &str, by_walls: bool) -> [String; 2]
where
    R: Notated + Hints + Ruleset<Error = Infallible> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    let registry = cg_subgroups::standard().expect("the subgroups fit");
    let mut engine = Engine::new(registry, Limits::default()).expect("the limits allow 0");
    let mut solver = Solver::new(Settings::default());
    let id = solver.add(rules.clone());
    let position = rules.read_position(text).expect("it is a position");
    let terms = solver.terms(id, position).expect("the rules do not fail");
    if by_walls {
        let found = solver.figures(&mut engine, &terms, Figure::Temperature).expect("no limit");
        return [found.mean.to_string(), found.temperature.to_string()];
    }
    let value = solver.sum_value(&mut engine, &terms).expect("no limit");
    let [mean, temperature] = [engine.mean(value), engine.temperature(value)];
    [mean, temperature].map(|figure| figure.expect("no limit").to_string())
}

fn temperatures(c: &mut Criterion) {
    let mut group = c.benchmark_group("mean_and_temperature_of_a_position");
    group.sample_size(10);
    for by_walls in [true, false] {
        let route = if by_walls { "walls" } else { "canonical_form" };
        for (board, mean, temperature) in [("4x7", "1", "-1"), ("5x6", "-3/2", "-1/2")] {
            group.bench_function(format!("domineering_{board}_by_{route}"), |b| {
                b.iter(|| assert_eq!(figures(&Domineering, board, by_walls), [mean, temperature]));
            });
        }
        group.bench_function(format!("amazons_4x4_two_queens_by_{route}"), |b| {
            let board = "X...|....|....|...O";
            b.iter(|| assert_eq!(figures(&Amazons, board, by_walls), ["0", "5/2"]));
        });
    }
    group.finish();
}

criterion_group!(benches, temperatures);
criterion_main!(benches);
