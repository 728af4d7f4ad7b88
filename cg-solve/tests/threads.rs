//! Several threads: the answers of one thread; limits are errors; what comes later is known to
//! all. Random sums are in `tests/solver.rs`, where each setting is tried.

use std::convert::Infallible;
use std::num::NonZero;
use std::time::Duration;

use cg_core::{Error, Limits, Outcome, Player};
use cg_rulesets::{Amazons, Clobber, Domineering, Hints, NoGo, Notated};
use cg_simplify::Engine;
use cg_solve::{RulesetId, Search, Settings, SolveError, Solver, Term};

fn engine(limits: Limits) -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), limits).unwrap()
}

fn solver(threads: usize, search: Search) -> Solver {
    let threads = NonZero::new(threads).unwrap();
    Solver::new(Settings { threads, search, ..Settings::default() })
}

fn terms<R>(solver: &mut Solver, id: RulesetId<R>, rules: &R, board: &str) -> Vec<Term>
where
    R: Notated<Error = Infallible> + Hints + Send + 'static,
    R::Position: Send + 'static,
{
    let Ok(position) = rules.read_position(board) else { panic!("{board} does not read") };
    solver.terms(id, position).unwrap()
}

/// A sum with boards of several rulesets and values that are numbers, ups and hot, as it is
/// searched by so many threads.
fn outcome(threads: usize, search: Search, boards: &[(&str, &str)], hot: i64) -> Outcome {
    let mut engine = engine(Limits::default());
    let mut solver = solver(threads, search);
    let (clobber, nogo) = (solver.add(Clobber), solver.add(NoGo));
    let (domineering, amazons) = (solver.add(Domineering), solver.add(Amazons));
    let mut sum = Vec::new();
    for &(name, board) in boards {
        sum.extend(match name {
            "clobber" => terms(&mut solver, clobber, &Clobber, board),
            "nogo" => terms(&mut solver, nogo, &NoGo, board),
            "domineering" => terms(&mut solver, domineering, &Domineering, board),
            "amazons" => terms(&mut solver, amazons, &Amazons, board),
            other => panic!("no ruleset {other}"),
        });
    }
    let [up, down] = [1, -1].map(|ups: i64| engine.up(&ups.into()).unwrap());
    let number = engine.integer(&hot.into()).unwrap();
    let switch = engine.game(&[number], &[down]).unwrap();
    let tall = engine.game(&[switch, number], &[up, switch]).unwrap();
    sum.extend([up, switch, tall].map(Term::Value));
    solver.outcome(&mut engine, &sum).unwrap()
}

#[test]
fn threads_find_what_one_finds() {
    let sums: [&[(&str, &str)]; 5] = [
        &[("clobber", "(XO)^11")],
        &[("nogo", "1x9"), ("clobber", "XOX|OXO")],
        &[("amazons", "X..|..#|..O")],
        &[("domineering", "5x6"), ("nogo", "2x3")],
        &[("nogo", "3x3"), ("amazons", "X..|..O"), ("domineering", "3x4")],
    ];
    for boards in sums {
        let expected = outcome(1, Search::Chosen, boards, 4);
        for (threads, search) in [
            (2, Search::Chosen),
            (2, Search::AlphaBeta),
            (3, Search::ProofNumbers),
            (5, Search::Chosen),
        ] {
            let found = outcome(threads, search, boards, 4);
            assert_eq!(found, expected, "{boards:?} {threads} {search:?}");
        }
    }
}

/// The limits are those of all threads together, and no answer comes of them. With more the
/// search goes on.
#[test]
fn a_limit_of_a_thread_is_no_answer() {
    for search in [Search::AlphaBeta, Search::ProofNumbers] {
        let memory = 4 << 20;
        let mut engine = engine(Limits { memory, ..Limits::default() });
        let mut solver = solver(3, search);
        let nogo = solver.add(NoGo);
        let sum = terms(&mut solver, nogo, &NoGo, "3x5");
        let found = solver.outcome(&mut engine, &sum);
        let Err(SolveError::Engine(error @ Error::Limit(_))) = found else { panic!("{found:?}") };
        assert!(error.is_limit());
        // About: each thread tells its bytes every few hundred positions.
        let bytes = solver.work().bytes + engine.memory();
        assert!(bytes < 2 * usize::try_from(memory).unwrap(), "{bytes}");

        let time = Some(Duration::from_millis(1));
        engine.set_limits(Limits { time, ..Limits::default() });
        engine.restart_clock();
        let found = solver.outcome(&mut engine, &sum);
        assert!(matches!(found, Err(SolveError::Engine(Error::Limit(_)))), "{found:?}");

        let limits = Limits::default();
        engine.set_limits(limits.clone());
        limits.interrupt.raise();
        engine.restart_clock();
        let found = solver.outcome(&mut engine, &sum);
        assert_eq!(found, Err(SolveError::Engine(Error::Interrupted)));
        limits.interrupt.clear();
        assert_eq!(solver.outcome(&mut engine, &sum), Ok(Outcome::Next));
    }
}

/// A ruleset that is added after a search is known to all threads, and so is what an earlier
/// search found.
#[test]
fn rulesets_come_later() {
    let mut engine = engine(Limits::default());
    let mut solver = solver(2, Search::Chosen);
    let clobber = solver.add(Clobber);
    let strip = terms(&mut solver, clobber, &Clobber, "(XO)^15");
    assert_eq!(solver.outcome(&mut engine, &strip), Ok(Outcome::Next));
    let before = solver.work().positions;
    assert!(before > 0);
    assert_eq!(solver.known(&mut engine, &strip, Player::Left), Ok(Some(true)));
    assert_eq!(solver.outcome(&mut engine, &strip), Ok(Outcome::Next));
    assert_eq!(solver.work().positions, before);
    let nogo = solver.add(NoGo);
    let mut sum = strip;
    sum.extend(terms(&mut solver, nogo, &NoGo, "1x9"));
    let found = solver.outcome(&mut engine, &sum);
    assert_eq!(found, outcome_of_one(&["(XO)^15"], &["1x9"]));
}

fn outcome_of_one(clobber: &[&str], nogo: &[&str]) -> Result<Outcome, SolveError> {
    let mut engine = engine(Limits::default());
    let mut solver = solver(1, Search::Chosen);
    let (of_clobber, of_nogo) = (solver.add(Clobber), solver.add(NoGo));
    let mut sum = Vec::new();
    for board in clobber {
        sum.extend(terms(&mut solver, of_clobber, &Clobber, board));
    }
    for board in nogo {
        sum.extend(terms(&mut solver, of_nogo, &NoGo, board));
    }
    solver.outcome(&mut engine, &sum)
}
