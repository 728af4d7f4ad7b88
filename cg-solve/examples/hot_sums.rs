//! How many positions the search of hot sums looks at: ten and fewer hot values, boards of
//! Domineering, boards of Amazons. Each sum is asked for both players. The sums come from seeds, so
//! that each run counts the same.

use std::convert::Infallible;

use cg_core::{Dyadic, Game, Limits, Player};
use cg_rulesets::{Amazons, Domineering, Hints, Notated};
use cg_simplify::Engine;
use cg_solve::{Settings, Solver, Term};
use fastrand::Rng;

fn engine() -> Engine {
    let registry = cg_subgroups::standard().expect("the subgroups fit");
    Engine::new(registry, Limits::default()).expect("the limits allow 0")
}

/// A hot game with so many moves to an integer.
fn hot_value(engine: &mut Engine, random: &mut Rng, moves: u32) -> Game {
    if moves == 0 {
        return engine.integer(&random.i64(-8..9).into()).expect("no limit");
    }
    loop {
        let [left, right] = [(); 2].map(|()| hot_value(engine, random, moves - 1));
        let game = engine.game(&[left], &[right]).expect("no limit");
        if engine.is_hot(game).expect("no limit") {
            return game;
        }
    }
}

/// The positions for a sum, when either player moves first.
fn searched(engine: &mut Engine, solver: &mut Solver, sum: &[Term]) -> u64 {
    for player in Player::BOTH {
        solver.wins(engine, sum, player).expect("no limit");
    }
    solver.work().positions
}

/// Sums of hot values, and the number with which their mean is 0.
fn values(terms: usize, sums: u64) -> u64 {
    let mut positions = 0;
    for seed in 0..sums {
        let (mut random, mut engine) = (Rng::with_seed(seed), engine());
        let mut sum = Vec::new();
        let mut mean = Dyadic::ZERO;
        for _ in 0..terms {
            let game = hot_value(&mut engine, &mut random, 2);
            mean = &mean + &engine.mean(game).expect("no limit");
            sum.push(Term::Value(game));
        }
        sum.push(Term::Value(engine.number(&-&mean).expect("no limit")));
        positions += searched(&mut engine, &mut Solver::new(Settings::default()), &sum);
    }
    positions
}

/// Sums of boards of these sizes. The first and the last cell have these letters, if any, and a
/// quarter of the others is taken.
fn boards<R>(rules: &R, sizes: &[[usize; 2]], ends: Option<[char; 2]>, sums: u64) -> u64
where
    R: Notated + Hints<Error = Infallible> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    let mut positions = 0;
    for seed in 0..sums {
        let (mut random, mut engine) = (Rng::with_seed(seed), engine());
        let mut solver = Solver::new(Settings { values: ends.is_some(), ..Settings::default() });
        let id = solver.add(rules.clone());
        let mut sum = Vec::new();
        for &[rows, columns] in sizes {
            let cell = |_| if random.u8(..4) == 0 { '#' } else { '.' };
            let mut cells: Vec<char> = (0..rows * columns).map(cell).collect();
            if let Some([first, last]) = ends {
                (cells[0], cells[rows * columns - 1]) = (first, last);
            }
            let lines: Vec<String> =
                cells.chunks(columns).map(|row| row.iter().collect()).collect();
            let position = rules.read_position(&lines.join("|")).expect("it is a board");
            sum.extend(solver.terms(id, position).expect("the rules do not fail"));
        }
        positions += searched(&mut engine, &mut solver, &sum);
    }
    positions
}

fn main() {
    for terms in [6, 8, 10] {
        println!("40 sums of {terms} hot values: {} positions", values(terms, 40));
    }
    let rooms = boards(&Domineering, &[[4, 4]; 3], None, 30);
    println!("30 sums of three boards 4x4 of Domineering: {rooms} positions");
    let queens = Some(['X', 'O']);
    let small = boards(&Amazons, &[[3, 3]; 2], queens, 20);
    println!("20 sums of two boards 3x3 of Amazons: {small} positions");
    let large = boards(&Amazons, &[[4, 4], [2, 4]], queens, 20);
    println!("20 sums of boards 4x4 and 2x4 of Amazons: {large} positions");
}
