//! Random graphs against the definitions: order by outcomes of sums with distinguishing
//! games, equal handles exactly for equal values, values against retrograde analysis.

use cg_core::{Limits, Meter, Notation, Player};
use cg_loopy::{
    Draft, Ending, Graph, Loopy, LoopyOutcome, Solved, Stoppers, Target, loopy_nimbers,
};
use cg_simplify::Engine;
use proptest::prelude::*;

/// A graph as lists of vertices: Left's options, then Right's.
type Plain = Vec<[Vec<u32>; 2]>;

fn plain(vertices: std::ops::RangeInclusive<usize>, most: usize) -> impl Strategy<Value = Plain> {
    vertices.prop_flat_map(move |count| {
        let last = u32::try_from(count).unwrap();
        let options = prop::collection::vec(0..last, 0..=most);
        prop::collection::vec((options.clone(), options), count)
            .prop_map(|graph| graph.into_iter().map(|(left, right)| [left, right]).collect())
    })
}

fn draft(plain: &Plain) -> Draft {
    let mut draft = Draft::default();
    for [left, right] in plain {
        let side = |side: &Vec<u32>| side.iter().map(|&to| Target::Vertex(to)).collect();
        draft.add(side(left), side(right));
    }
    draft
}

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

fn meter() -> Meter {
    Meter::new(Limits::default())
}

/// The endings of the sum of two graphs, when Left starts and when Right starts.
fn endings_of_sum(g: &Plain, h: &Plain) -> [Ending; 2] {
    let (graph, _) = Graph::explore([(0u32, 0u32)], &mut meter(), |&(a, b), player, out| {
        let side = usize::from(player == Player::Right);
        out.extend(g[a as usize][side].iter().map(|&a| (a, b)));
        out.extend(h[b as usize][side].iter().map(|&b| (a, b)));
        Ok::<(), cg_core::Error>(())
    })
    .unwrap();
    let solved = Solved::new(&graph, &mut meter()).unwrap();
    Player::BOTH.map(|player| solved.ending(0, player))
}

/// Whether play that alternates never goes on for ever, from anywhere: by definition,
/// following every line without a repeated state.
fn is_stopper(graph: &Plain) -> bool {
    // The states from which all alternating lines end: a least fixpoint.
    let mut ends = vec![[false; 2]; graph.len()];
    loop {
        let mut changed = false;
        for vertex in 0..graph.len() {
            for side in 0..2 {
                let all = graph[vertex][side].iter().all(|&to| ends[to as usize][1 - side]);
                if all && !ends[vertex][side] {
                    (ends[vertex][side], changed) = (true, true);
                }
            }
        }
        if !changed {
            let (mut seen, mut waiting) = (vec![false; graph.len()], vec![0]);
            while let Some(vertex) = waiting.pop() {
                if !std::mem::replace(&mut seen[vertex], true) {
                    waiting.extend(graph[vertex].iter().flatten().map(|&to| to as usize));
                }
            }
            return (0..graph.len()).all(|v| !seen[v] || ends[v] == [true, true]);
        }
    }
}

fn negative(graph: &Plain) -> Plain {
    graph.iter().map(|[left, right]| [right.clone(), left.clone()]).collect()
}

/// The simplest form of a stopper as a graph of its own, up to a depth of short games.
fn written_out(engine: &mut Engine, stoppers: &Stoppers, value: Loopy) -> Option<Plain> {
    let mut places = vec![value.stopper()?];
    let mut graph = Plain::new();
    while let Some(&side) = places.get(graph.len()) {
        let mut vertex = [Vec::new(), Vec::new()];
        for (options, player) in vertex.iter_mut().zip(Player::BOTH) {
            for option in stoppers.options_of(engine, side, player).unwrap() {
                let at = places.iter().position(|&other| other == option).unwrap_or_else(|| {
                    places.push(option);
                    places.len() - 1
                });
                options.push(u32::try_from(at).unwrap());
            }
        }
        graph.push(vertex);
    }
    Some(graph)
}

/// Whether all games among these show o(g + X) <= o(h + X), for either starter.
fn ordered_with(g: &Plain, h: &Plain, with: &[Plain]) -> bool {
    with.iter().all(|x| {
        let (g, h) = (endings_of_sum(g, x), endings_of_sum(h, x));
        g[0] <= h[0] && g[1] <= h[1]
    })
}

proptest! {
    #![proptest_config(cg_properties::cases(2_000))]

    /// The outcome by sides is the outcome by retrograde analysis; stoppers are found to be
    /// stoppers; the simplest form has the same sums as the graph.
    #[test]
    fn values_have_the_outcomes_of_their_graphs(g in plain(1..=5, 2), x in plain(1..=3, 2)) {
        let (mut engine, mut stoppers) = (engine(), Stoppers::default());
        let value = stoppers.value(&mut engine, &draft(&g), 0).unwrap();
        let nothing = vec![[vec![], vec![]]];
        if let Some(value) = value {
            let outcome = stoppers.outcome(&mut engine, value).unwrap();
            prop_assert_eq!([outcome.left, outcome.right], endings_of_sum(&g, &nothing));
            prop_assert!(!is_stopper(&g) || value.stopper().is_some());
            if let Some(form) = written_out(&mut engine, &stoppers, value) {
                prop_assert!(is_stopper(&form));
                prop_assert_eq!(endings_of_sum(&form, &x), endings_of_sum(&g, &x));
                // Idempotent: the simplest form of a simplest form is itself.
                let again = stoppers.value(&mut engine, &draft(&form), 0).unwrap();
                prop_assert_eq!(again, Some(value));
            }
        } else {
            prop_assert!(!is_stopper(&g));
        }
    }

    /// `<=` is never contradicted by a sum, and where it fails the negatives or a small game
    /// show it. Equal values have equal handles, and only those.
    #[test]
    fn order_is_that_of_sums(g in plain(1..=4, 2), h in plain(1..=4, 2), more in prop::collection::vec(plain(1..=3, 2), 6)) {
        let (mut engine, mut stoppers) = (engine(), Stoppers::default());
        let a = stoppers.value(&mut engine, &draft(&g), 0).unwrap();
        let b = stoppers.value(&mut engine, &draft(&h), 0).unwrap();
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        let mut with = more;
        // A stopper of each side against the other: these tell what can be told.
        for value in [a, b] {
            for side in [value.onside, value.offside] {
                let negated = stoppers.negate_side(&mut engine, side).unwrap();
                with.push(written_out(&mut engine, &stoppers, negated.into()).unwrap());
            }
        }
        with.extend([vec![[vec![], vec![]]], negative(&g), negative(&h)]);
        let (le, ge) = (stoppers.le(&mut engine, a, b).unwrap(), stoppers.le(&mut engine, b, a).unwrap());
        prop_assert_eq!(le, ordered_with(&g, &h, &with));
        prop_assert_eq!(ge, ordered_with(&h, &g, &with));
        prop_assert_eq!(le && ge, a == b);
    }

    /// Sums of values are values of sums, and negatives undo themselves.
    #[test]
    fn sums_are_sums_of_graphs(g in plain(1..=3, 2), h in plain(1..=3, 2)) {
        let (mut engine, mut stoppers) = (engine(), Stoppers::default());
        let a = stoppers.value(&mut engine, &draft(&g), 0).unwrap();
        let b = stoppers.value(&mut engine, &draft(&h), 0).unwrap();
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        let sum = stoppers.sum(&mut engine, a, b).unwrap();
        let width = u32::try_from(h.len()).unwrap();
        let mut product = Plain::new();
        for (v, in_g) in (0..).zip(&g) {
            for (w, in_h) in (0..).zip(&h) {
                product.push([0, 1].map(|side| {
                    let first = in_g[side].iter().map(|&to| to * width + w);
                    first.chain(in_h[side].iter().map(|&to| v * width + to)).collect()
                }));
            }
        }
        let whole = stoppers.value(&mut engine, &draft(&product), 0).unwrap();
        prop_assert!(sum.is_none() || whole.is_none() || sum == whole);
        let negated = stoppers.negate(&mut engine, a).unwrap();
        prop_assert_eq!(stoppers.negate(&mut engine, negated).unwrap(), a);
        let graph = stoppers.value(&mut engine, &draft(&negative(&g)), 0).unwrap();
        prop_assert!(graph.is_none() || graph == Some(negated));
        // Prints never fail.
        stoppers.print(&mut engine, a, Notation::Standard).unwrap();
    }
}

/// An impartial graph: both players have the same moves.
fn impartial(vertices: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Plain> {
    plain(vertices, 4)
        .prop_map(|graph| graph.into_iter().map(|[moves, _]| [moves.clone(), moves]).collect())
}

proptest! {
    #![proptest_config(cg_properties::cases(5_000))]

    /// The value of a sum tells who wins it, as retrograde analysis of all pairs of
    /// positions does; heaps of Nim among the games tell unequal values apart.
    #[test]
    fn loopy_nimbers_tell_who_wins_sums(g in impartial(1..=7), h in impartial(1..=7)) {
        let values = |graph: &Plain| {
            loopy_nimbers(&Graph::new(graph).unwrap(), &mut meter()).unwrap()
        };
        let expected = |sum: &cg_loopy::LoopyNimber| {
            let LoopyOutcome { left, right } = sum.outcome();
            [left, right]
        };
        let (of_g, of_h) = (values(&g), values(&h));
        prop_assert_eq!(endings_of_sum(&g, &h), expected(&of_g[0].sum(&of_h[0])));
        let nim: Plain = (0..9u32).rev().map(|heap| {
            let moves: Vec<u32> = (9 - heap..9).collect();
            [moves.clone(), moves]
        }).collect();
        for (heap, value) in (0..9u32).rev().zip(values(&nim)) {
            prop_assert_eq!(&value, &cg_loopy::LoopyNimber::Nimber(heap));
            let start = 8 - heap;
            let from_heap: Plain = nim[start as usize..].iter().map(|sides| {
                sides.clone().map(|moves| moves.iter().map(|to| to - start).collect())
            }).collect();
            prop_assert_eq!(endings_of_sum(&g, &from_heap), expected(&of_g[0].sum(&value)));
        }
    }
}
