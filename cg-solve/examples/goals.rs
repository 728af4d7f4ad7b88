//! How long do known hard positions take? Each row is solved from cold, and its answer is
//! checked; the table is that of the guide's page on the solver.
//!
//! `cargo run --release -p cg-solve --example goals -- [WORD]... [--long]` solves the rows
//! whose names have one of the words, or all; with `--long` also those that take minutes or
//! have no answer yet, with `--report` also the boards that nobody expects an answer for: each
//! is stopped after half an hour, and what was done is written. With `--threads=N` so many threads
//! search, and seconds are those of the clock. With `--memory=N` they may take N GiB, in place of 4. Answers are who wins when Left starts and when Right
//! starts, a nimber, or a value.

use std::convert::Infallible;
use std::num::NonZero;
use std::time::{Duration, Instant};

use cg_core::{Limits, Notation, Outcome, Player};
use cg_rulesets::{
    Amazons, Clobber, Cram, Domineering, Hints, NoGo, Notated, Ruleset, Variant, Varied,
};
use cg_simplify::Engine;
use cg_solve::{Settings, SolveError, Solver, Term, Values};

/// Seconds of the processor that this thread took, where the system tells.
fn cpu() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).map_or(0.0, |ns| ns / 1e9)
}

/// What stands behind an option.
fn told(option: &str) -> Option<String> {
    std::env::args().find_map(|word| Some(word.strip_prefix(option)?.to_owned()))
}

/// How many threads search.
fn threads() -> NonZero<usize> {
    told("--threads=").map_or(NonZero::<usize>::MIN, |told| told.parse().expect("a number"))
}

/// What is asked, and the answer.
enum Asked {
    /// Who wins when Left, and when Right starts: `LR` is the first player.
    Winners(&'static str),
    /// The same, for what is no known position: compared with the value of the sum.
    WinnersByValue,
    Nimber(u64),
    Value(&'static str),
    /// Who wins, or how far half an hour leads; nothing is expected.
    Reported,
}

use Asked::{Nimber, Reported, Value, Winners, WinnersByValue};

/// How long a reported board is searched.
const REPORTED: Duration = Duration::from_secs(1_700);

/// Who wins a sum when Left, and when Right starts, by its value.
fn winners_by_value<R>(rules: &R, boards: &[R::Position]) -> String
where
    R: Ruleset<Error = Infallible>,
{
    let registry = cg_subgroups::standard().expect("they fit");
    let mut engine = Engine::new(registry, Limits::default()).expect("the limits allow 0");
    let mut values = Values::new();
    let mut value =
        |board: &R::Position| values.value(&mut engine, rules, board.clone()).expect("it has one");
    let games: Vec<_> = boards.iter().map(&mut value).collect();
    let sum = engine.sum(&games).expect("small");
    let winners = match engine.outcome(sum).expect("small") {
        Outcome::Previous => "RL",
        Outcome::Next => "LR",
        Outcome::Left => "LL",
        Outcome::Right => "RR",
    };
    winners.into()
}

/// Solves a row of the table of one board, and writes it.
fn row<R>(name: &str, goal: f64, rules: &R, board: R::Position, asked: &Asked)
where
    R: Hints<Error = Infallible> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    sum_row(name, goal, rules, vec![board], asked);
}

/// Solves a row of the table, and writes it.
fn sum_row<R>(name: &str, goal: f64, rules: &R, boards: Vec<R::Position>, asked: &Asked)
where
    R: Hints<Error = Infallible> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    let arguments = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let words: Vec<String> = arguments.collect();
    if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    let time = matches!(asked, Reported).then_some(REPORTED);
    let memory = told("--memory=").map(|told| told.parse::<u64>().expect("a number") << 30);
    let memory = memory.unwrap_or(Limits::default().memory);
    let limits = Limits { time, memory, ..Limits::default() };
    let mut engine = Engine::new(cg_subgroups::standard().expect("they fit"), limits)
        .expect("the limits allow 0");
    let mut solver = Solver::new(Settings { threads: threads(), ..Settings::default() });
    let id = solver.add(rules.clone());
    let by_value = match asked {
        WinnersByValue => winners_by_value(rules, &boards),
        _ => String::new(),
    };
    let (start, clock) = (cpu(), Instant::now());
    let mut terms = Vec::new();
    for board in boards {
        terms.extend(solver.terms(id, board).expect("the rules do not fail"));
    }
    let (found, expected) = match asked {
        Nimber(expected) => {
            let found = solver.nimber(&mut engine, &terms).expect("it is solved");
            let found = found.expect("the game is impartial");
            (found.to_string(), expected.to_string())
        }
        Value(expected) => {
            let value = solver.sum_value(&mut engine, &terms).expect("it is solved");
            (engine.print(value, Notation::Standard).expect("small"), (*expected).to_owned())
        }
        Reported => {
            let found = reported(&mut solver, &mut engine, &terms);
            (found.clone(), found)
        }
        Winners(_) | WinnersByValue => {
            let mut found = String::new();
            for player in Player::BOTH {
                let wins = solver.wins(&mut engine, &terms, player).expect("it is solved");
                let winner = if wins { player } else { player.opponent() };
                found.push(if winner == Player::Left { 'L' } else { 'R' });
            }
            let expected = if let Winners(known) = asked { *known } else { &by_value };
            (found, expected.to_owned())
        }
    };
    assert_eq!(found, expected, "{name}");
    let work = solver.work();
    let seconds = match threads().get() {
        1 => cpu() - start,
        _ => clock.elapsed().as_secs_f64(),
    };
    println!(
        "| {name} | {found} | {goal} | {seconds:.2} | {} | {} |",
        work.positions,
        (work.bytes + engine.memory()) >> 20,
    );
}

/// Who wins, or which limit was reached.
fn reported(solver: &mut Solver, engine: &mut Engine, terms: &[Term]) -> String {
    let mut found = || {
        if let Some(nimber) = solver.nimber(engine, terms)? {
            return Ok(nimber.to_string());
        }
        solver.outcome(engine, terms).map(|outcome| format!("{outcome:?}"))
    };
    found().unwrap_or_else(|error: SolveError| error.to_string())
}

fn board<R: Notated<Error = Infallible>>(rules: &R, text: &str) -> R::Position {
    rules.read_position(text).expect("the rows are right")
}

fn main() {
    println!("| instance | answer | goal, s | measured, s | positions | MB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let clobber = |text, goal, asked| {
        row(&format!("clobber {text}"), goal, &Clobber, board(&Clobber, text), &asked);
    };
    clobber("(XO)^20", 0.01, Winners("LR"));
    clobber("(XO)^30", 0.5, Winners("LR"));
    clobber("3x6", 0.1, Winners("RL"));
    clobber("3x7", 0.15, Winners("LR"));
    clobber("4x5", 0.15, Winners("LR"));
    clobber("2x12", 0.5, Winners("RL"));
    clobber("3x8", 5.0, Winners("RL"));
    clobber("(XXO)^60", 1.0, Value("^30"));
    for strips in [10, 20] {
        let mut random = fastrand::Rng::with_seed(strips);
        let mut strip = || -> String {
            let cells = random.usize(10..=14);
            (0..cells).map(|_| ['X', 'O', 'X', 'O', 'X', 'O', '.'][random.usize(..7)]).collect()
        };
        let boards = (0..strips).map(|_| board(&Clobber, &strip())).collect();
        let name = format!("{strips} random strips of clobber, 10 to 14 cells");
        sum_row(&name, 0.01, &Clobber, boards, &WinnersByValue);
    }
    let domineering = |text, goal, expected| {
        let board = board(&Domineering, text);
        row(&format!("domineering {text}"), goal, &Domineering, board, &Winners(expected));
    };
    domineering("6x6", 0.01, "LR");
    domineering("7x7", 0.05, "LR");
    domineering("8x8", 1.5, "LR");
    domineering("4x9", 0.1, "LL");
    let mut random = fastrand::Rng::with_seed(10);
    let mut room = || -> String {
        let cells = (0..20).map(|_| if random.u8(..4) == 0 { '#' } else { '.' });
        let cells: Vec<char> = cells.collect();
        cells.chunks(5).map(|row| row.iter().collect()).collect::<Vec<String>>().join("|")
    };
    let rooms = (0..10).map(|_| board(&Domineering, &room())).collect();
    let name = "10 random rooms of domineering, 4x5 with a quarter taken";
    sum_row(name, 0.01, &Domineering, rooms, &WinnersByValue);
    let cram = |text, goal, nimber| {
        row(&format!("cram {text}"), goal, &Cram, board(&Cram, text), &Nimber(nimber));
    };
    cram("5x6", 0.05, 2);
    cram("5x7", 0.4, 1);
    let nogo = |text, goal, expected| {
        row(&format!("nogo {text}"), goal, &NoGo, board(&NoGo, text), &Winners(expected));
    };
    nogo("1x16", 0.02, "LR");
    nogo("1x20", 0.2, "LR");
    nogo("1x22", 0.7, "LR");
    nogo("3x5", 0.2, "LR");
    nogo("4x4", 1.0, "RL");
    let nogo = Varied::new(NoGo, Variant::Impartial);
    row("impartial nogo 1x15", 0.05, &nogo, board(&nogo, "1x15"), &Nimber(1));
    let clobber = Varied::new(Clobber, Variant::Impartial);
    // As computed here; no other source was at hand.
    let strip = board(&clobber, "(XO)^100");
    row("impartial clobber (XO)^100", 0.3, &clobber, strip, &Nimber(3));
    row("amazons 4x4", 1.0, &Amazons, board(&Amazons, "4x4"), &Winners("LR"));
    if std::env::args().any(|word| word == "--long") {
        self::long();
    }
    if std::env::args().any(|word| word == "--report") {
        self::report();
    }
}

/// What is only reported on.
fn report() {
    let half_an_hour = 1_800.0;
    let amazons = |size| {
        let name = format!("amazons {size}");
        row(&name, half_an_hour, &Amazons, board(&Amazons, size), &Reported);
    };
    amazons("5x4");
    amazons("5x5");
    row("clobber 5x5", half_an_hour, &Clobber, board(&Clobber, "5x5"), &Reported);
    row("cram 7x7", half_an_hour, &Cram, board(&Cram, "7x7"), &Reported);
    row("nogo 5x5", half_an_hour, &NoGo, board(&NoGo, "5x5"), &Reported);
    row("domineering 9x9", half_an_hour, &Domineering, board(&Domineering, "9x9"), &Reported);
}

/// What takes minutes, or has no answer yet.
fn long() {
    let clobber = |text, goal, expected| {
        let name = format!("clobber {text}");
        row(&name, goal, &Clobber, board(&Clobber, text), &Winners(expected));
    };
    clobber("(XO)^35", 2.0, "LR");
    clobber("(XO)^40", 10.0, "LR");
    row("cram 6x7", 20.0, &Cram, board(&Cram, "6x7"), &Nimber(5));
}
