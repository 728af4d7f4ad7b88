//! How fast are loopy games solved? Retrograde analysis of ten million moves, and what it
//! takes a move; Fox and Geese from the line of the geese; the sides of Backsliding Toads
//! and Frogs; Hare and Hounds.
//!
//! `cargo bench -p cg-loopy`

use std::hint::black_box;

use cg_core::{Limits, Meter, Notation, Player};
use cg_loopy::{Draft, Ending, Graph, Solved, Stoppers, Target};
use cg_rulesets::{LoopyRules, Ruleset};
use cg_simplify::Engine;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

const VERTICES: u32 = 2_000_000;

/// A graph of two million vertices with some ten million moves; every 16th vertex is an end.
fn large_graph() -> Graph {
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        u32::try_from(seed >> 33).expect("31 bits") % VERTICES
    };
    let moves: Vec<[Vec<u32>; 2]> = (0..VERTICES)
        .map(|vertex| {
            let mut side =
                |n| if vertex % 16 == 0 { vec![] } else { (0..n).map(|_| random()).collect() };
            [side(3), side(2 + vertex % 2)]
        })
        .collect();
    Graph::new(&moves).expect("it fits")
}

fn solved(graph: &Graph) -> Solved {
    Solved::new(graph, &mut Meter::new(Limits::default())).expect("within the limits")
}

/// Each ending is the best of those that the moves lead to.
fn check(graph: &Graph, solved: &Solved) {
    let mut drawn = 0;
    for vertex in 0..VERTICES {
        for player in Player::BOTH {
            let ending = solved.ending(vertex, player);
            let after = |&to: &u32| solved.ending(to, player.opponent());
            let endings = graph.moves(vertex, player).iter().map(after);
            let best = match player {
                Player::Left => endings.max().unwrap_or(Ending::Right),
                Player::Right => endings.min().unwrap_or(Ending::Left),
            };
            assert_eq!(ending, best, "vertex {vertex}");
            drawn += u32::from(ending == Ending::Draw);
        }
    }
    assert!(drawn > 0 && drawn < 2 * VERTICES, "some positions are drawn");
}

fn ten_million_moves(c: &mut Criterion) {
    let graph = large_graph();
    let answer = solved(&graph);
    check(&graph, &answer);
    let bytes = Solved::memory_for(&graph) / graph.edges();
    println!("{} moves, {bytes} bytes a move at the most", graph.edges());
    assert!(bytes < 20, "{bytes} bytes a move");
    let mut group = c.benchmark_group("retrograde");
    group.sample_size(10).throughput(Throughput::Elements(graph.edges() as u64));
    group.bench_function("ten_million_moves", |b| b.iter(|| solved(black_box(&graph))));
    group.finish();
}

/// The value of a position, from cold.
fn value(rules: LoopyRules, text: &str, positions: usize) -> String {
    let registry = cg_subgroups::standard().expect("they agree");
    let mut engine = Engine::new(registry, Limits::default()).expect("an engine starts");
    let mut stoppers = Stoppers::default();
    let mut meter = Meter::new(Limits::default());
    let start = rules.read(text).expect("a position");
    let (graph, found) = Graph::explore([start], &mut meter, |board, player, out| {
        let Ok(()) = rules.moves(board, player, out);
        Ok::<(), cg_core::Error>(())
    })
    .expect("it fits");
    assert_eq!(found.len(), positions, "{text}");
    let mut draft = Draft::default();
    for vertex in 0..u32::try_from(found.len()).expect("it fits") {
        let [left, right] = Player::BOTH.map(|player| {
            graph.moves(vertex, player).iter().map(|&to| Target::Vertex(to)).collect()
        });
        draft.add(left, right);
    }
    let value = stoppers.value(&mut engine, &draft, 0).expect("within the limits");
    let value = value.expect("its sides are found");
    stoppers.print(&mut engine, value, Notation::Standard).expect("it is short")
}

fn values(c: &mut Criterion) {
    let mut group = c.benchmark_group("values");
    group.sample_size(10);
    for (name, rules, text, positions, expected) in [
        ("fox_and_geese", LoopyRules::FoxAndGeese, "........|...f....|g.g.g.g.", 0, "2"),
        ("fox_at_the_side", LoopyRules::FoxAndGeese, "........|.......f|g.g.g.g.", 0, "4 + over"),
        (
            "ceylonese_fox_and_geese",
            LoopyRules::CeyloneseFoxAndGeese,
            "f.......|........|........|.g.g.g.g",
            0,
            "{{9|{4 - upon + *|5/2*}}|{3|5/2v,5/2*||5/2}}",
        ),
        (
            "fox_and_geese_on_ten_columns",
            LoopyRules::FoxAndGeese,
            "........f.|..........|g.g.g.g.g.",
            0,
            "{6 + over|5*}",
        ),
        ("hare_and_hounds", LoopyRules::HareAndHounds, "#d..#|d...h|#d..#", 0, "on & over"),
        (
            "backsliding_ttt_fff",
            LoopyRules::Backsliding,
            "ttt..fff",
            560,
            "{on|{0|-1/2}} & {{1/2|0}|off}",
        ),
    ] {
        group.bench_function(name, |b| {
            b.iter_batched(
                || (),
                |()| assert_eq!(value(rules, black_box(text), positions), expected),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, ten_million_moves, values);
criterion_main!(benches);
