//! Whole boards of dominoes: the search of the board beside the search of sums.

use std::convert::Infallible;

use cg_core::{Error, LimitReached, Limits, Outcome, Player};
use cg_rulesets::{Domineering, Notated, ReadError};
use cg_simplify::Engine;
use cg_solve::{Search, Settings, SolveError, Solver, Term};

/// The board itself is searched, not its value.
const WHOLE: Settings = Settings { steps: 0, ..Settings::DEFAULT };

fn engine(limits: Limits) -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), limits).unwrap()
}

fn terms(solver: &mut Solver, text: &str) -> Vec<Term> {
    let id = solver.add(Domineering);
    let read: Result<_, ReadError<Infallible>> = Domineering.read_position(text);
    let Ok(board) = read else { panic!("{text} does not read") };
    solver.terms(id, board).unwrap()
}

/// The winners of empty boards that the literature and other programs have.
#[test]
fn empty_boards_have_known_winners() {
    for (text, expected) in [
        ("4x4", Outcome::Next),
        ("5x5", Outcome::Previous),
        ("5x6", Outcome::Right),
        ("6x6", Outcome::Next),
        ("5x7", Outcome::Right),
        ("7x7", Outcome::Next),
        ("8x7", Outcome::Left),
        ("7x8", Outcome::Right),
    ] {
        let mut solver = Solver::new(WHOLE);
        let sum = terms(&mut solver, text);
        let found = solver.outcome(&mut engine(Limits::default()), &sum).unwrap();
        assert_eq!(found, expected, "{text}");
    }
}

/// A random board of so many rows and columns, of which about a part of 8 is taken.
fn board(random: &mut fastrand::Rng, rows: usize, columns: usize) -> String {
    let taken = random.u8(0..5);
    let mut row = || -> String {
        (0..columns).map(|_| if random.u8(0..16) < taken { '#' } else { '.' }).collect()
    };
    (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
}

/// Random boards, alone and beside a number, are won as the search of sums says.
#[test]
fn random_boards_are_won_as_the_search_of_sums_says() {
    let mut random = fastrand::Rng::with_seed(8);
    let sums = Settings { search: Search::AlphaBeta, ..Settings::DEFAULT };
    for (rows, columns, count) in [(4, 4, 40), (5, 5, 40), (5, 6, 30), (6, 5, 30), (6, 6, 20)] {
        for _ in 0..count {
            let text = board(&mut random, rows, columns);
            let quarters = random.i32(-6..=6);
            let mut found = Vec::new();
            for settings in [WHOLE, sums] {
                let mut engine = engine(Limits::default());
                let mut solver = Solver::new(settings);
                let mut sum = terms(&mut solver, &text);
                let alone = solver.outcome(&mut engine, &sum).unwrap();
                let number = cg_core::Dyadic::new(quarters.into(), 2).unwrap();
                sum.push(Term::Value(engine.number(&number).unwrap()));
                found.push((alone, solver.outcome(&mut engine, &sum).unwrap()));
            }
            assert_eq!(found[0], found[1], "{text} and {quarters}/4");
        }
    }
}

/// A limit of memory is an error, and no answer.
#[test]
fn limits_end_the_search_of_a_board() {
    let mut solver = Solver::new(WHOLE);
    let sum = terms(&mut solver, "8x8");
    let mut small = engine(Limits { memory: 12 << 20, ..Limits::default() });
    let found = solver.wins(&mut small, &sum, Player::Left);
    assert!(
        matches!(found, Err(SolveError::Engine(Error::Limit(LimitReached::Memory { .. })))),
        "{found:?}"
    );
}
