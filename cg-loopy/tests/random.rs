//! Random graphs compared with the definitions: order by outcomes of sums with test games, equal
//! handles exactly for equal values, values by retrograde analysis.

use cg_core::{Limits, Meter, Notation, Player};
use cg_loopy::{
    Draft, Ending, Graph, Loopy, LoopyOutcome, Named, Solved, Stoppers, Sum, Sums, SumsError,
    Target, loopy_nimbers,
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

/// The endings of the sum of two graphs, if Left starts and if Right starts.
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

/// Whether alternating play always ends, from any vertex: by definition, following every line
/// without a repeated state.
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

/// The simplest form of a stopper as a separate graph, up to a depth of short games.
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

/// Whether all games X of these have o(g + X) <= o(h + X), for each starting player.
fn ordered_with(g: &Plain, h: &Plain, with: &[Plain]) -> bool {
    with.iter().all(|x| {
        let (g, h) = (endings_of_sum(g, x), endings_of_sum(h, x));
        g[0] <= h[0] && g[1] <= h[1]
    })
}

proptest! {
    #![proptest_config(cg_properties::cases(10_000))]

    /// The outcome by sides is the outcome by retrograde analysis. Stoppers are recognised as
    /// stoppers. The simplest form has the same sums as the graph.
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

    /// If sidling settles, it gives the sides.
    #[test]
    fn sidling_that_settles_gives_the_sides(g in plain(1..=5, 2)) {
        let (mut engine, mut stoppers) = (engine(), Stoppers::default());
        let value = stoppers.value(&mut engine, &draft(&g), 0).unwrap();
        let Some(value) = value.filter(|value| value.stopper().is_none()) else { return Ok(()) };
        for (winner, side) in [(Player::Left, value.onside), (Player::Right, value.offside)] {
            let sidling = stoppers.sidling(&mut engine, value, winner).unwrap().unwrap();
            prop_assert!(!sidling.settled || sidling.rounds.last() == Some(&side));
        }
    }
}

proptest! {
    #![proptest_config(cg_properties::cases(2_000))]

    /// No sum contradicts `<=`. If it is false, the negatives or a small game show that. Equal
    /// values, and only these, have equal handles.
    #[test]
    fn order_is_that_of_sums(g in plain(1..=4, 2), h in plain(1..=4, 2), more in prop::collection::vec(plain(1..=3, 2), 6)) {
        let (mut engine, mut stoppers) = (engine(), Stoppers::default());
        let a = stoppers.value(&mut engine, &draft(&g), 0).unwrap();
        let b = stoppers.value(&mut engine, &draft(&h), 0).unwrap();
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        let mut with = more;
        // A stopper of each side with the other one: these distinguish everything that can be
        // distinguished.
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

    /// Sums of values are values of sums, and negatives cancel.
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
        // Printing never fails.
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

    /// The value of a sum gives its outcome, like retrograde analysis of all pairs of positions.
    /// Heaps of Nim among the games distinguish unequal values.
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

/// Graphs whose options are sums of vertices, some of them negated. Each option is a list of
/// vertices with signs.
type PlainSums = Vec<[Vec<Vec<(u32, bool)>>; 2]>;

/// The games that represent values in addition to the vertices: 0, 1, *, over, and upon.
const VALUES: u32 = 5;

/// The graph of [`VALUES`], whose vertices begin at `from`.
fn values_as_vertices(from: u32) -> PlainSums {
    let one = |vertex: u32| vec![(from + vertex, false)];
    vec![
        [vec![], vec![]],
        [vec![one(0)], vec![]],
        [vec![one(0)], vec![one(0)]],
        [vec![one(0)], vec![one(3)]],
        [vec![one(4)], vec![one(2)]],
    ]
}

/// Up to three vertices whose options are sums of at most two vertices or values. The second
/// summand of an option of a vertex is below it or is a value.
fn plain_sums() -> impl Strategy<Value = PlainSums> {
    (1..=3u32).prop_flat_map(|count| {
        let option = move |vertex: u32| {
            let first = (0..count + VALUES, any::<bool>());
            let second = (0..vertex + VALUES, any::<bool>()).prop_map(move |(of, negated)| {
                (if of < vertex { of } else { of - vertex + count }, negated)
            });
            (first, prop::option::weighted(0.4, second))
                .prop_map(|(first, second)| [first].into_iter().chain(second).collect::<Vec<_>>())
        };
        let vertex = move |vertex| {
            let side = prop::collection::vec(option(vertex), 0..=2);
            (side.clone(), side).prop_map(|(left, right)| [left, right])
        };
        (0..count).map(vertex).collect::<Vec<_>>()
    })
}

/// The graph of multisets of vertices, by the definition; `None` if it is large.
fn multisets(graph: &PlainSums, start: Vec<(u32, bool)>) -> Option<Plain> {
    const MOST: usize = 300;
    let mut positions = vec![start];
    let mut plain = Plain::new();
    while let Some(position) = positions.get(plain.len()).cloned() {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().enumerate() {
            for (at, &(vertex, negated)) in position.iter().enumerate() {
                for option in &graph[vertex as usize][if negated { 1 - side } else { side }] {
                    let mut after = position.clone();
                    after.remove(at);
                    after.extend(option.iter().map(|&(vertex, sign)| (vertex, sign != negated)));
                    after.sort_unstable();
                    let place = positions.iter().position(|known| *known == after);
                    options.push(u32::try_from(place.unwrap_or(positions.len())).unwrap());
                    if place.is_none() {
                        positions.push(after);
                    }
                }
            }
        }
        if positions.len() > MOST {
            return None;
        }
        plain.push(sides);
    }
    Some(plain)
}

proptest! {
    #![proptest_config(cg_properties::cases(3_000))]

    /// A graph of sums, in which values are added at once, compared with the graph of all multisets
    /// of summands: the same outcomes, alone and in sums with other games, and the same value.
    #[test]
    fn sums_are_multisets_of_their_summands(
        graph in plain_sums(),
        start in prop::collection::vec((0..2u32, any::<bool>()), 1..=2),
        x in plain(1..=3, 2),
    ) {
        let (mut engine, mut stoppers) = (engine(), Stoppers::default());
        let count = u32::try_from(graph.len()).unwrap();
        let zero = engine.game(&[], &[]).unwrap();
        let one = engine.game(&[zero], &[]).unwrap();
        let star = engine.game(&[zero], &[zero]).unwrap();
        let over = stoppers.named(&mut engine, Named::Over).unwrap();
        let upon = stoppers.named(&mut engine, Named::Upon).unwrap();
        let values: [Loopy; VALUES as usize] =
            [zero.into(), one.into(), star.into(), over, upon];
        let sum = |engine: &mut Engine, stoppers: &mut Stoppers, parts: &[(u32, bool)]| {
            let mut sum = Sum::from_value(zero.into());
            for &(vertex, negated) in parts {
                let part = match vertex.checked_sub(count) {
                    None => Sum::from_vertex(vertex),
                    Some(value) => Sum::from_value(values[value as usize]),
                };
                sum.add(engine, stoppers, &part, negated, 1)?;
            }
            Ok::<Sum, SumsError>(sum)
        };
        let start: Vec<(u32, bool)> =
            start.into_iter().map(|(vertex, negated)| (vertex % count, negated)).collect();
        let mut sums = Sums::default();
        for sides in &graph {
            let mut added = [Vec::new(), Vec::new()];
            for (added, options) in added.iter_mut().zip(sides) {
                for option in options {
                    // upon - upon has two sides, and is refused in a sum with a vertex.
                    let Ok(option) = sum(&mut engine, &mut stoppers, option) else { return Ok(()) };
                    added.push(option);
                }
            }
            let [left, right] = added;
            sums.add(left, right);
        }
        let first = sum(&mut engine, &mut stoppers, &start).unwrap();
        let mut all = graph;
        all.extend(values_as_vertices(count));
        let mut start = start;
        start.sort_unstable();
        let Some(oracle) = multisets(&all, start) else { return Ok(()) };
        let found = match sums.positions(&mut engine, &mut stoppers, first) {
            Ok(found) => found,
            Err(SumsError::TwoSides(_) | SumsError::NoSides) => return Ok(()),
            Err(error) => panic!("{error:?}"),
        };
        prop_assert!(found.draft.vertices() <= oracle.len());
        let value = stoppers.value(&mut engine, &found.draft, 0).unwrap();
        let expected = stoppers.value(&mut engine, &draft(&oracle), 0).unwrap();
        prop_assert!(value.is_none() || expected.is_none() || value == expected);
        let outcome = stoppers.outcome_of(&mut engine, &found.draft, 0).unwrap();
        let nothing = vec![[vec![], vec![]]];
        prop_assert_eq!([outcome.left, outcome.right], endings_of_sum(&oracle, &nothing));
        if let Some(value) = value && let Some(form) = written_out(&mut engine, &stoppers, value) {
            prop_assert_eq!(endings_of_sum(&form, &x), endings_of_sum(&oracle, &x));
        }
    }
}
