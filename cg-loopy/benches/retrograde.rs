//! How fast are loopy games solved? Retrograde analysis of a random graph, with the bytes
//! that it takes; the sides of Backsliding Toads and Frogs; Fox and Geese.
//!
//! `cargo bench -p cg-loopy`

use std::time::Instant;

use cg_core::{Limits, Meter, Notation, Player};
use cg_loopy::{Draft, Ending, Graph, Solved, Stoppers, Target};
use cg_rulesets::{Cells, LoopyRules};
use cg_simplify::Engine;

fn main() {
    ten_million_edges();
    for (rules, text, expected) in [
        (LoopyRules::FoxAndGeese, "........|...f....|g.g.g.g.", "2"),
        (LoopyRules::FoxAndGeese, "........|.......f|g.g.g.g.", "4 + over"),
        (LoopyRules::Backsliding, "ttt..fff", "{on|{0|-1/2}} & {{1/2|0}|off}"),
    ] {
        value(rules, text, expected);
    }
}

/// A graph of two million vertices with ten million moves; every 16th vertex is an end.
fn ten_million_edges() {
    const VERTICES: u32 = 2_000_000;
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        u32::try_from(seed >> 33).expect("31 bits") % VERTICES
    };
    let mut meter = Meter::new(Limits::default());
    let moves: Vec<[Vec<u32>; 2]> = (0..VERTICES)
        .map(|vertex| {
            let mut side =
                |n| if vertex % 16 == 0 { vec![] } else { (0..n).map(|_| random()).collect() };
            [side(3), side(2 + vertex % 2)]
        })
        .collect();
    let graph = Graph::new(&moves).expect("it fits");
    drop(moves);
    let started = Instant::now();
    let solved = Solved::new(&graph, &mut meter).expect("within the limits");
    let seconds = started.elapsed().as_secs_f64();
    // A vertex that a player wins by a move to where the other loses.
    let mut drawn = 0;
    for vertex in 0..VERTICES {
        for player in Player::BOTH {
            let ending = solved.ending(vertex, player);
            let best =
                graph.moves(vertex, player).iter().map(|&to| solved.ending(to, player.opponent()));
            let best = match player {
                Player::Left => best.max().unwrap_or(Ending::Right),
                Player::Right => best.min().unwrap_or(Ending::Left),
            };
            assert_eq!(ending, best, "vertex {vertex}");
            drawn += u32::from(ending == Ending::Draw);
        }
    }
    let edges = graph.edges();
    println!(
        "{edges} moves solved in {seconds:.2} s, {:.1} million a second; {} bytes a move; {drawn} of {} drawn",
        edges as f64 / seconds / 1e6,
        (2 * graph.memory() + 16 * VERTICES as usize + 8 * 2 * VERTICES as usize) / edges,
        2 * VERTICES,
    );
}

fn value(rules: LoopyRules, text: &str, expected: &str) {
    let started = Instant::now();
    let mut engine = Engine::new(cg_subgroups::standard().expect("they agree"), Limits::default())
        .expect("an engine starts");
    let mut stoppers = Stoppers::default();
    let mut meter = Meter::new(Limits::default());
    let start = rules.read(text).expect("a position");
    let moves = |board: &Cells, player: Player, out: &mut Vec<Cells>| {
        rules.each_move(board, player, &mut |after, _| out.push(after));
        Ok::<(), cg_core::Error>(())
    };
    let (graph, positions) = Graph::explore([start], &mut meter, moves).expect("it fits");
    let mut draft = Draft::default();
    for vertex in 0..u32::try_from(positions.len()).expect("it fits") {
        let [left, right] = Player::BOTH.map(|player| {
            graph.moves(vertex, player).iter().map(|&to| Target::Vertex(to)).collect()
        });
        draft.add(left, right);
    }
    let value = stoppers.value(&mut engine, &draft, 0).expect("within the limits");
    let value = value.expect("its sides are found");
    let shown = stoppers.print(&mut engine, value, Notation::Standard).expect("it is short");
    let seconds = started.elapsed().as_secs_f64();
    println!("{} {text}: {shown}, {} positions, {seconds:.3} s", rules.title(), positions.len());
    assert_eq!(shown, expected);
}
