//! The figures of `docs/notes/engine.md`: questions to the engine from a cold start, with their CPU
//! times.
//!
//! ```text
//! cargo run --release -p cg-simplify --example figures [-- WORD [RUNS]]
//! ```
//!
//! asks the questions whose names contain WORD, RUNS times each (5 by default), checks each answer,
//! and prints the least CPU time of this thread and the size of the engine. Last, it prints how
//! long a long sum goes on after an interrupt. Without optimisation (no `--release`) it prints how
//! often each way to decide a question was taken.

use std::time::{Duration, Instant};

use cg_core::{Dyadic, Error, Game, Interrupt, Limits, Registry, Result};
use cg_properties::cpu_time;
use cg_simplify::Engine;

#[path = "../benches/questions/boards.rs"]
mod boards;
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

/// The time of a question alone, and the size of the engine after it.
struct Measured {
    time: Duration,
    games: usize,
    bytes: usize,
    counts: Vec<(&'static str, u64)>,
}

impl Measured {
    fn of(time: Duration, engine: &Engine) -> Self {
        let (games, bytes, counts) = (engine.games(), engine.memory(), engine.counts());
        Measured { time, games, bytes, counts }
    }
}

type Run = fn() -> Result<Measured>;

/// Not inlined, so that a profiler can separate the question from its preparation.
#[inline(never)]
fn asked<T>(ask: impl FnOnce() -> T) -> (Duration, T) {
    let before = cpu_time();
    let answer = ask();
    (cpu_time().saturating_sub(before), answer)
}

fn subsets() -> Result<Measured> {
    let (time, answer) = asked(|| boards::values_of_subsets(4, 4));
    let (solver, values) = answer?;
    assert_eq!(values.len(), 717);
    Ok(Measured::of(time, &solver.engine))
}

fn board<const ROWS: u32, const COLUMNS: u32, const COMPONENTS: usize>() -> Result<Measured> {
    let (time, answer) = asked(|| boards::empty_board(ROWS, COLUMNS, Limits::default()));
    let (solver, _) = answer?;
    assert_eq!(solver.values.len(), COMPONENTS);
    Ok(Measured::of(time, &solver.engine))
}

fn toads<const EACH: u32>() -> Result<Measured> {
    let (time, answer) = asked(|| toads_and_frogs::position(EACH));
    let (value, mut engine) = answer?;
    assert_eq!(engine.negate(value)?, value);
    Ok(Measured::of(time, &engine))
}

fn all_pairs() -> Result<Measured> {
    let (mut engine, games) = order::day_three()?;
    let (time, answer) = asked(|| order::pairs_at_most(&mut engine, &games));
    assert_eq!(answer?, order::AT_MOST);
    Ok(Measured::of(time, &engine))
}

type Count = fn(&mut Engine, &[[Game; 3]]) -> Result<usize>;

fn of_three(day: u32, registry: Registry, count: Count) -> Result<Measured> {
    let (mut engine, triples) = sums::triples(day, registry)?;
    let (time, answer) = asked(|| count(&mut engine, &triples));
    assert_eq!(answer?, triples.len());
    Ok(Measured::of(time, &engine))
}

fn general_sums<const DAY: u32>() -> Result<Measured> {
    of_three(DAY, Registry::empty(), sums::differences)
}

fn sums_with_subgroups<const DAY: u32>() -> Result<Measured> {
    of_three(DAY, cg_subgroups::standard().expect("the subgroups fit"), sums::differences)
}

fn sums_in_two_orders() -> Result<Measured> {
    of_three(3, Registry::empty(), sums::sums_in_two_orders)
}

fn chain<const ORDERS: usize>() -> Result<Measured> {
    let (mut engine, chain) = sums::chain(ORDERS)?;
    let expected = sums::chain_one_by_one(&mut engine, &chain)?;
    // The clock is not fine enough for a single run.
    const TIMES: u32 = 100;
    let (time, answer) =
        asked(|| (0..TIMES).try_fold(Game::ZERO, |_, _| sums::chain_at_once(&mut engine, &chain)));
    assert_eq!(answer?, expected);
    Ok(Measured::of(time / TIMES, &engine))
}

fn thermographs_of_4x4() -> Result<Measured> {
    let (mut solver, values) = thermographs::values_of_4x4()?;
    let (time, answer) = asked(|| thermographs::thermographs(&mut solver, &values));
    thermographs::check(&answer?);
    Ok(Measured::of(time, &solver.engine))
}

/// Heating *12 by 1.
fn heated_nimber() -> Result<Measured> {
    let mut engine =
        Engine::new(cg_subgroups::standard().expect("the subgroups fit"), Limits::default())?;
    let (nimber, one) = (engine.nimber(&12u8.into())?, engine.integer(&1.into())?);
    let (time, heated) = asked(|| engine.heat(nimber, one));
    let measured = Measured::of(time, &engine);
    let back = engine.cool(heated?, &Dyadic::ONE).expect("a positive number to cool by");
    assert_eq!(back, nimber);
    Ok(measured)
}

/// The time that a long sum goes on after an interrupt, on the clock.
fn latency() -> Result<Duration> {
    let interrupt = Interrupt::new();
    let mut engine = Engine::new(
        Registry::empty(),
        Limits { interrupt: interrupt.clone(), ..Limits::default() },
    )?;
    let games = engine.born_by(3)?;
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        interrupt.raise();
        Instant::now()
    });
    let sum = games.iter().skip(700).try_fold(Game::ZERO, |sum, &game| engine.add(sum, game));
    let stopped = Instant::now();
    assert_eq!(sum, Err(Error::Interrupted));
    Ok(stopped.saturating_duration_since(raiser.join().expect("it only raises a flag")))
}

/// Name, seconds of the fastest known peer or of the goal, question.
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
    ("1,000 x (S - S), three games of day 2, no subgroups", 0.1, general_sums::<2>),
    ("1,000 x (S - S), three games of day 2", 0.1, sums_with_subgroups::<2>),
    ("1,000 x (S - S), three games of day 3, no subgroups", 0.1, general_sums::<3>),
    ("1,000 x (S - S), three games of day 3", 0.1, sums_with_subgroups::<3>),
    ("1,000 sums of three games of day 3, in two orders, no subgroups", 0.1, sums_in_two_orders),
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
        let mut least = run()?;
        for _ in 1..runs {
            least = Some(run()?).filter(|again| again.time < least.time).unwrap_or(least);
        }
        let Measured { time, games, bytes, counts } = least;
        let (goal, time) = (1000.0 * goal, 1000.0 * time.as_secs_f64());
        println!("| {name} | {goal:.3} | {time:.3} | {games} | {bytes} |");
        for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
            println!("    {count:>10} {name}");
        }
    }
    const INTERRUPT: &str = "an interrupt of a long sum, the longest";
    if INTERRUPT.contains(&word) {
        let mut longest = Duration::ZERO;
        for _ in 0..runs {
            longest = longest.max(latency()?);
        }
        println!("| {INTERRUPT} | 100.000 | {:.3} | | |", 1000.0 * longest.as_secs_f64());
    }
    Ok(())
}
