//! How long do comparisons and simplest forms take in each theory, and how fast is Top Entails? The
//! answers are asserted.
//!
//! ```text
//! cargo bench -p cg-universes
//! DOMINEERING=20 TOP_ENTAILS=2000000 cargo bench -p cg-universes -- long
//! ```
//!
//! The second line works out misère Domineering on boards with two rows until one takes 20 seconds, and Top
//! Entails to the stack that is named, once each.

use std::hint::black_box;

use cg_core::{Limits, Relation};
use cg_properties::cpu_time;
use cg_rulesets::{Domineering, Listed};
use cg_universes::{
    AllMisere, Blocking, DeadEnding, Dicots, DotsAndBoxes, Ends, Form, TopEntails, Universe,
    UniverseError,
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fastrand::Rng;

fn games<T: Ends>(ends: T) -> Universe<T> {
    Universe::new(ends, Limits::default())
}

fn count<T: Ends>(ends: T, day: u32) -> usize {
    games(ends).classes(day, &[]).expect("no limit").len()
}

/// Random forms with options among games of the universe.
fn random_forms<T: Ends>(games: &mut Universe<T>, options: &[Form], count: usize) -> Vec<Form> {
    let mut rng = Rng::with_seed(1);
    let mut forms = Vec::new();
    while forms.len() < count {
        let mut side =
            || (0..rng.usize(1..5)).map(|_| options[rng.usize(0..options.len())]).collect();
        let (left, right) = (side(), side());
        forms.push(games.form(left, right).expect("no limit"));
    }
    forms
}

/// How many of some random comparisons find that the first game is less.
fn compare_at_random<T: Ends>(games: &mut Universe<T>, forms: &[Form], times: usize) -> usize {
    let mut rng = Rng::with_seed(2);
    let mut less = 0;
    for _ in 0..times {
        let [g, h] = [0; 2].map(|_| forms[rng.usize(0..forms.len())]);
        less += usize::from(games.compare(g, h).expect("no limit") == Relation::Less);
    }
    less
}

fn members<T: Ends>(games: &mut Universe<T>, day: u32) -> Vec<Form> {
    let classes = games.classes(day, &[]).expect("no limit");
    classes.into_iter().map(|class| games.member(class).expect("no limit")).collect()
}

fn order(c: &mut Criterion) {
    let mut group = c.benchmark_group("universes");
    group.sample_size(10);
    group.bench_function("dicots_by_day_3", |b| {
        b.iter(|| assert_eq!(count(black_box(Dicots), 3), 1268));
    });
    group.bench_function("dead_ending_by_day_2", |b| {
        b.iter(|| assert_eq!(count(black_box(DeadEnding), 2), 196));
    });
    group.bench_function("blocking_by_day_2", |b| {
        b.iter(|| assert_eq!(count(black_box(Blocking), 2), 220));
    });
    group.bench_function("all_misere_by_day_2", |b| {
        b.iter(|| assert_eq!(count(black_box(AllMisere), 2), 256));
    });
    group.bench_function("order_of_the_dicots_of_day_3", |b| {
        let new = || {
            let mut games = games(Dicots);
            let forms = games.classes(3, &[]).expect("no limit");
            (games, forms)
        };
        b.iter_batched(
            new,
            |(mut games, forms)| {
                let mut above = 0;
                for &g in &forms {
                    for &h in &forms {
                        above += usize::from(games.at_least(g, h).expect("no limit"));
                    }
                }
                assert_eq!(above, ORDER_OF_DAY_3);
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("million_comparisons_of_dicots_of_day_4", |b| {
        let new = || {
            let mut games = games(Dicots);
            let options = members(&mut games, 3);
            let forms = random_forms(&mut games, &options, 2000);
            (games, forms)
        };
        b.iter_batched(
            new,
            |(mut games, forms)| {
                assert_eq!(compare_at_random(&mut games, &forms, 1_000_000), LESS_DICOTS);
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("million_comparisons_of_dead_ending_games_of_day_3", |b| {
        let new = || {
            let mut games = games(DeadEnding);
            let options = members(&mut games, 2);
            let forms = random_forms(&mut games, &options, 2000);
            (games, forms)
        };
        b.iter_batched(
            new,
            |(mut games, forms)| {
                assert_eq!(compare_at_random(&mut games, &forms, 1_000_000), LESS_DEAD_ENDING);
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("simplest_forms_of_2000_dead_ending_games_of_day_3", |b| {
        let new = || {
            let mut games = games(DeadEnding);
            let options = members(&mut games, 2);
            let forms = random_forms(&mut games, &options, 2000);
            (games, forms)
        };
        b.iter_batched(
            new,
            |(mut games, forms)| {
                let mut simplest: Vec<Form> =
                    forms.iter().map(|&form| games.simplest(form).expect("no limit")).collect();
                simplest.sort_unstable();
                simplest.dedup();
                assert_eq!(simplest.len(), SIMPLEST_DEAD_ENDING);
            },
            BatchSize::PerIteration,
        );
    });
    for (columns, nodes) in [(8, 199), (9, 402)] {
        group.bench_function(format!("misere_domineering_2x{columns}"), |b| {
            b.iter(|| {
                let mut games = games(DeadEnding);
                let row = ".".repeat(black_box(columns));
                let board = Domineering.read(&format!("{row}|{row}")).expect("a board");
                let form = games.simplest_of::<_, UniverseError>(&Domineering, &board);
                assert_eq!(games.forms().followers(form.expect("no limit")).len(), nodes);
            });
        });
    }
    group.finish();
}

const ORDER_OF_DAY_3: usize = 114_059;
const LESS_DICOTS: usize = 37_711;
const LESS_DEAD_ENDING: usize = 45_586;
const SIMPLEST_DEAD_ENDING: usize = 1_921;

fn rulesets(c: &mut Criterion) {
    let mut group = c.benchmark_group("entailing_and_scores");
    group.sample_size(10);
    group.bench_function("top_entails_to_50000", |b| {
        b.iter(|| {
            let mut stacks = TopEntails::default();
            stacks.extend_to(black_box(50_000), Limits::default()).expect("no limit");
            assert_eq!(stacks.loony(), [1, 3, 2403, 2505, 33_243]);
        });
    });
    group.bench_function("dots_and_boxes_3x3_from_every_position", |b| {
        let board = DotsAndBoxes::new(3, 3).expect("a board");
        b.iter(|| {
            let nets = board.all_nets(&Limits::default()).expect("no limit");
            // The starter is three behind.
            assert_eq!((nets.len(), nets[0]), (1 << 24, -3));
        });
    });
    group.bench_function("dots_and_boxes_3x3_from_the_start", |b| {
        let board = DotsAndBoxes::new(3, 3).expect("a board");
        b.iter(|| assert_eq!(board.net(black_box(0), &Limits::default()).expect("no limit"), -3));
    });
    group.finish();
}

/// The boards of misère Domineering with two rows, as far as some seconds go.
fn long_domineering() {
    let Some(seconds) = std::env::var("DOMINEERING").ok() else { return };
    let seconds: f64 = seconds.parse().expect("seconds");
    for columns in 1.. {
        let before = cpu_time();
        let mut games = games(DeadEnding);
        let row = ".".repeat(columns);
        let board = Domineering.read(&format!("{row}|{row}")).expect("a board");
        let form = games.simplest_of::<_, UniverseError>(&Domineering, &board).expect("no limit");
        let nodes = games.forms().followers(form).len();
        let outcome = games.outcome(form).expect("no limit");
        let spent = cpu_time().saturating_sub(before).as_secs_f64();
        println!("2x{columns}: {nodes} nodes, {outcome}, {spent:.2} s");
        if spent > seconds {
            break;
        }
    }
}

/// A board of Dots and Boxes from the start, as `BOXES=3x5` names it.
fn long_boxes() {
    let Some(size) = std::env::var("BOXES").ok() else { return };
    let (rows, columns) = size.split_once('x').expect("a size such as 3x5");
    let [rows, columns] = [rows, columns].map(|count| count.parse().expect("a number"));
    let board = DotsAndBoxes::new(rows, columns).expect("a board");
    let limits = Limits { memory: 16 << 30, ..Limits::default() };
    let before = cpu_time();
    let net = board.net(0, &limits).expect("no limit");
    let seconds = cpu_time().saturating_sub(before).as_secs_f64();
    println!("Dots and Boxes {rows}x{columns}: {net}, {seconds:.1} s of CPU");
}

/// The long runs, once.
fn long(_: &mut Criterion) {
    long_domineering();
    long_boxes();
    let Some(last) = std::env::var("TOP_ENTAILS").ok() else { return };
    let last = last.parse().expect("a stack");
    let mut stacks = TopEntails::default();
    let before = cpu_time();
    stacks.extend_to(last, Limits::default()).expect("no limit");
    let seconds = cpu_time().saturating_sub(before).as_secs_f64();
    let (loony, largest) = (stacks.loony(), stacks.largest());
    println!(
        "Top Entails to {last}: {seconds:.1} s of CPU, loony at {loony:?}, largest value {largest}"
    );
    let known = [1, 3, 2403, 2505, 33_243, 640_193, 696_157, 696_401];
    let known = known.into_iter().filter(|&stack| stack <= last);
    let within: Vec<usize> = loony.into_iter().filter(|&stack| stack <= 2_000_000).collect();
    assert_eq!(within, known.collect::<Vec<_>>());
}

criterion_group!(benches, order, rulesets, long);
criterion_main!(benches);
