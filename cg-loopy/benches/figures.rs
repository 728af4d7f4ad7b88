//! The speed of loopy games: retrograde analysis of ten million moves, and its bytes for each move;
//! the values of Fox and Geese, of Backsliding Toads and Frogs, of Hare and Hounds, and of a tiny
//! with 17 vertices.
//!
//! ```text
//! cargo bench -p cg-loopy [-- WORD]
//! ```
//!
//! asks the questions whose names contain WORD, checks the answers, and prints for each the least
//! CPU time of this thread in some cold runs.

use std::time::Duration;

use cg_core::{Limits, Meter, Notation, Player};
use cg_loopy::{Draft, Ending, Graph, LoopyOutcome, Solved, Stoppers, Target};
use cg_properties::cpu_time;
use cg_rulesets::{LoopyRules, Ruleset};
use cg_simplify::Engine;

/// A question is repeated until this time is used, at most [`MOST_RUNS`] times.
const ENOUGH: Duration = Duration::from_secs(3);
const MOST_RUNS: u32 = 7;

/// The answer, and the least CPU seconds of several runs.
fn measured<T>(mut ask: impl FnMut() -> T) -> (f64, T) {
    let (mut best, mut spent, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    loop {
        let before = cpu_time();
        let answer = ask();
        let time = cpu_time().saturating_sub(before);
        (best, spent, runs) = (best.min(time), spent + time, runs + 1);
        if spent > ENOUGH || runs == MOST_RUNS {
            return (best.as_secs_f64(), answer);
        }
    }
}

fn meter() -> Meter {
    Meter::new(Limits::default())
}

/// A line of the status of this process, in bytes, if the system has it.
fn status(name: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: usize = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes << 10)
}

const VERTICES: u32 = 2_000_000;

/// Some ten million moves between two million positions. Every 16th position is an end.
fn large_graph() -> Graph {
    let moves = |&place: &u32, player: Player, out: &mut Vec<u32>| {
        let count = match (place % 16, player) {
            (0, _) => 0,
            (_, Player::Left) => 3,
            (_, Player::Right) => 2 + place % 2,
        };
        let mut seed = u64::from(place) << 1 | player as u64;
        for _ in 0..count {
            // The generator of Steele, Lea and Flood.
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            out.push(u32::try_from(mixed >> 33).expect("31 bits") % VERTICES);
        }
        Ok::<(), cg_core::Error>(())
    };
    let (graph, _) = Graph::explore([1], &mut meter(), moves).expect("it fits");
    graph
}

/// Each ending is the best one among those after the moves.
fn check(graph: &Graph, solved: &Solved) {
    let mut drawn = 0;
    let vertices = u32::try_from(graph.vertices()).expect("32 bits");
    for vertex in 0..vertices {
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
    assert!(drawn > 0 && drawn < 2 * vertices, "some positions are drawn");
}

fn retrograde() {
    let (exploring, graph) = measured(large_graph);
    let (moves, positions) = (graph.edges(), graph.vertices());
    #[allow(clippy::cast_precision_loss, reason = "a rate of millions")]
    let rate = |seconds: f64| moves as f64 / seconds / 1e6;
    println!(
        "explore {positions} positions with {moves} moves: {exploring:.2} s, {:.1} million moves a second",
        rate(exploring)
    );
    // The graph itself exists before.
    let before = status("VmRSS:");
    let cleared = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let answer = Solved::new(&graph, &mut meter()).expect("within the limits");
    let peak = status("VmHWM:").filter(|_| cleared);
    check(&graph, &answer);
    drop(answer);
    let (seconds, _) = measured(|| Solved::new(&graph, &mut meter()).expect("within the limits"));
    println!(
        "retrograde analysis of it: {seconds:.2} s, {:.1} million moves a second",
        rate(seconds)
    );
    let most = Solved::memory_for(&graph) as f64 / moves as f64;
    println!("bytes a move, the graph included: {most:.1} at the most, as computed");
    assert!(most < 20.0, "{most} bytes a move");
    if let (Some(before), Some(peak)) = (before, peak) {
        let held = (peak.saturating_sub(before) + graph.memory()) as f64 / moves as f64;
        println!("bytes a move, the graph included: {held:.1}, as the system tells");
    }
}

/// A question: the value of a position, the number of its followers, and the text of the value.
type Row = (&'static str, LoopyRules, &'static str, usize, &'static str);

const ROWS: [Row; 8] = [
    ("fox-and-geese", LoopyRules::FoxAndGeese, "........|...f....|g.g.g.g.", 2153, "2"),
    ("fox-at-the-side", LoopyRules::FoxAndGeese, "........|.......f|g.g.g.g.", 2153, "4 + over"),
    (
        "fox-and-geese-on-eight-rows",
        LoopyRules::FoxAndGeese,
        "........|........|........|........|........|........|...f....|g.g.g.g.",
        813_024,
        "2",
    ),
    (
        "ceylonese-fox-and-geese",
        LoopyRules::CeyloneseFoxAndGeese,
        "f.......|........|........|.g.g.g.g",
        14_815,
        "{{9|{4 - upon + *|5/2*}}|{3|5/2v,5/2*||5/2}}",
    ),
    (
        "fox-and-geese-on-ten-columns",
        LoopyRules::FoxAndGeese,
        "........f.|..........|g.g.g.g.g.",
        13_138,
        "{6 + over|5*}",
    ),
    ("hare-and-hounds", LoopyRules::HareAndHounds, "#d..#|d...h|#d..#", 1083, "on & over"),
    ("backsliding-tt..ff", LoopyRules::Backsliding, "tt..ff", 90, "*"),
    (
        "backsliding-ttt..fff",
        LoopyRules::Backsliding,
        "ttt..fff",
        560,
        "{on|{0|-1/2}} & {{1/2|0}|off}",
    ),
];

/// The followers of a position, and the graph of their moves.
fn positions(rules: LoopyRules, text: &str) -> Graph {
    let start = rules.read(text).expect("a position");
    let explored = Graph::explore([start], &mut meter(), |board, player, out| {
        let Ok(()) = rules.moves(board, player, out);
        Ok::<(), cg_core::Error>(())
    });
    explored.expect("it fits").0
}

/// The value of the first vertex of a graph, from a cold start.
fn value(draft: &Draft) -> String {
    let registry = cg_subgroups::standard().expect("they agree");
    let mut engine = Engine::new(registry, Limits::default()).expect("an engine starts");
    let mut stoppers = Stoppers::default();
    let value = stoppers.value(&mut engine, draft, 0).expect("within the limits");
    let value = value.expect("its sides are found");
    stoppers.print(&mut engine, value, Notation::Standard).expect("it is short")
}

fn draft(graph: &Graph) -> Draft {
    let mut draft = Draft::default();
    for vertex in 0..u32::try_from(graph.vertices()).expect("32 bits") {
        let [left, right] = Player::BOTH.map(|player| {
            graph.moves(vertex, player).iter().map(|&to| Target::Vertex(to)).collect()
        });
        draft.add(left, right);
    }
    draft
}

fn main() {
    // Arguments from `cargo bench` begin with a hyphen.
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let asked = |name: &str| name.contains(&word);
    if asked("retrograde") {
        retrograde();
    }
    for (name, rules, text, count, expected) in ROWS.into_iter().filter(|row| asked(row.0)) {
        let (seconds, (found, text)) = measured(|| {
            let graph = positions(rules, text);
            (graph.vertices(), value(&draft(&graph)))
        });
        println!("{name}: {found} positions, {seconds:.3} s: {text}");
        assert_eq!(found, count, "{name}");
        assert_eq!(text, expected, "{name}");
    }
    let name = "hare-and-hounds-solved";
    if asked(name) {
        let (seconds, (found, outcome, lengths)) = measured(|| {
            let graph = positions(LoopyRules::HareAndHounds, "#d..#|d...h|#d..#");
            let solved = Solved::new(&graph, &mut meter()).expect("within the limits");
            let lengths = Player::BOTH.map(|player| solved.length(0, player));
            (graph.vertices(), solved.outcome(0), lengths)
        });
        let win = LoopyOutcome { left: Ending::Left, right: Ending::Left };
        assert_eq!((outcome, lengths), (win, [Some(23), Some(24)]));
        println!("{name}: {found} positions, {seconds:.4} s: {outcome}, in 23 or 24 moves");
    }
}
