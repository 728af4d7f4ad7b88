//! The figures of `docs/engine.md`: what the engine is asked, from cold, and the
//! CPU time that it takes.
//!
//! ```text
//! cargo run --release -p cg-simplify --example figures [-- WORD [RUNS]]
//! ```
//!
//! asks the questions whose names contain WORD, RUNS times each (5 unless told
//! otherwise), asserts each answer, and prints the least CPU time of this thread
//! and what the engine held. Without optimisation (no `--release`) it prints
//! instead how often each way to decide something was taken.

use std::time::Duration;

use cg_core::{Dyadic, Game, Limits, Result};
use cg_simplify::Engine;

#[path = "../benches/questions/domineering.rs"]
mod domineering;
#[path = "../benches/questions/order.rs"]
mod order;
#[path = "../benches/questions/sums.rs"]
mod sums;
#[path = "../benches/questions/thermographs.rs"]
mod thermographs;
#[path = "../benches/questions/toads_and_frogs.rs"]
mod toads_and_frogs;

/// CPU time of this thread.
#[cfg(unix)]
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("time that was used is not negative")
}

/// Time passed, where the CPU time is not to be had.
#[cfg(not(unix))]
fn clock() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// One run: the time for the question alone, and the engine afterwards.
type Run = fn() -> Result<(Duration, Engine)>;

/// Not inlined, so that a profiler can look at what is asked and leave out what
/// is made ready before.
#[inline(never)]
fn asked<T>(ask: impl FnOnce() -> T) -> (Duration, T) {
    let before = clock();
    let answer = ask();
    (clock().saturating_sub(before), answer)
}

fn subsets() -> Result<(Duration, Engine)> {
    let (time, answer) = asked(|| domineering::values_of_subsets(4, 4));
    let (solver, values) = answer?;
    assert_eq!(values.len(), 717);
    Ok((time, solver.engine))
}

fn board<const ROWS: u32, const COLUMNS: u32, const COMPONENTS: usize>()
-> Result<(Duration, Engine)> {
    let (time, answer) = asked(|| domineering::empty_board(ROWS, COLUMNS, Limits::default()));
    let (solver, _) = answer?;
    assert_eq!(solver.values.len(), COMPONENTS);
    Ok((time, solver.engine))
}

fn toads<const EACH: u32>() -> Result<(Duration, Engine)> {
    let (time, answer) = asked(|| toads_and_frogs::position(EACH));
    let (value, mut engine) = answer?;
    assert_eq!(engine.negate(value)?, value);
    Ok((time, engine))
}

fn all_pairs() -> Result<(Duration, Engine)> {
    let (mut engine, games) = order::day_three()?;
    let (time, answer) = asked(|| order::pairs_at_most(&mut engine, &games));
    assert_eq!(answer?, order::AT_MOST);
    Ok((time, engine))
}

fn of_three(
    day: u32,
    count: fn(&mut Engine, &[[Game; 3]]) -> Result<usize>,
) -> Result<(Duration, Engine)> {
    let (mut engine, triples) = sums::triples(day)?;
    let (time, answer) = asked(|| count(&mut engine, &triples));
    assert_eq!(answer?, 1000);
    Ok((time, engine))
}

fn chain<const ORDERS: usize>() -> Result<(Duration, Engine)> {
    let (mut engine, chain) = sums::chain(ORDERS)?;
    let expected = sums::chain_one_by_one(&mut engine, &chain)?;
    // The clock is not fine enough for one.
    const TIMES: u32 = 100;
    let (time, answer) =
        asked(|| (0..TIMES).try_fold(Game::ZERO, |_, _| sums::chain_at_once(&mut engine, &chain)));
    assert_eq!(answer?, expected);
    Ok((time / TIMES, engine))
}

fn thermographs_of_4x4() -> Result<(Duration, Engine)> {
    let (mut solver, values) = thermographs::values_of_4x4()?;
    let (time, answer) = asked(|| thermographs::thermographs(&mut solver, &values));
    thermographs::check(&answer?);
    Ok((time, solver.engine))
}

/// Heating *12 by 1.
fn heated_nimber() -> Result<(Duration, Engine)> {
    let mut engine =
        Engine::new(cg_subgroups::standard().expect("the subgroups fit"), Limits::default())?;
    let (nimber, one) = (engine.nimber(&12u8.into())?, engine.integer(&1.into())?);
    let (time, heated) = asked(|| engine.heat(nimber, one));
    let back = engine.cool(heated?, &Dyadic::ONE).expect("a positive number to cool by");
    assert_eq!(back, nimber);
    Ok((time, engine))
}

/// Name, seconds that the fastest known peer or the goal takes, the question.
const QUESTIONS: &[(&str, f64, Run)] = &[
    ("domineering, all subsets of 4x4", 0.015, subsets),
    ("domineering, empty 4x5", 0.015, board::<4, 5, 2303>),
    ("domineering, empty 4x6", 0.25, board::<4, 6, 16_237>),
    ("domineering, empty 5x5", 0.5, board::<5, 5, 16_456>),
    ("toads and frogs, 3 a side", 0.0005, toads::<3>),
    ("toads and frogs, 4 a side", 0.0029, toads::<4>),
    ("toads and frogs, 5 a side", 0.0143, toads::<5>),
    ("toads and frogs, 6 a side", 0.067, toads::<6>),
    ("order of all pairs born by day 3", 0.03, all_pairs),
    ("1,000 x (S - S), S of three games of day 2", 0.1, || of_three(2, sums::differences)),
    ("1,000 x (S - S), S of three games of day 3", 0.1, || of_three(3, sums::differences)),
    ("1,000 sums of day 3 in two orders", 0.1, || of_three(3, sums::sums_in_two_orders)),
    ("chain of 1,000 numbers, ups and stars", 17e-6, chain::<1>),
    ("chain of 1,000 numbers, ups of 15 orders and stars", 17e-6, chain::<15>),
    ("thermographs of all subsets of 4x4", 0.127, thermographs_of_4x4),
    ("*12 heated by 1", 0.00021, heated_nimber),
];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next().unwrap_or_default();
    let runs = arguments.next().and_then(|runs| runs.parse().ok()).unwrap_or(5);
    println!("| question | goal (ms) | least CPU time (ms) of {runs} runs | games | bytes |");
    println!("| --- | --- | --- | --- | --- |");
    for (name, goal, run) in QUESTIONS.iter().filter(|(name, ..)| name.contains(&word)) {
        let mut least = Duration::MAX;
        let mut held = (0, 0);
        let mut counts = Vec::new();
        for _ in 0..runs {
            let (time, engine) = run()?;
            least = least.min(time);
            held = (engine.games(), engine.memory());
            counts = engine.counts();
        }
        let (goal, least) = (1000.0 * goal, 1000.0 * least.as_secs_f64());
        println!("| {name} | {goal} | {least:.3} | {} | {} |", held.0, held.1);
        for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
            println!("    {count:>10} {name}");
        }
    }
    Ok(())
}
