//! Nimstring: strings and coins, where who frees a coin moves again.
//!
//! A cut that frees a coin is not an ordinary move: the same player must cut or move once
//! more, anywhere in the whole sum. Winning Ways (chapter 16) shows what that comes to among
//! impartial games: a position is equal to a nimber, or it is *loony*, and then who moves
//! wins, whatever impartial game is beside it. Let a cut that frees a coin lead to H. If
//! H is loony, so is the position. If H is `*h`, the position is `*h` too, unless another
//! cut that frees a coin leads to something else, or one that frees none leads to `*h`: then it
//! is loony. Without a cut that frees a coin the position is the mex of those that are not loony.
//!
//! So a position that is not loony is an impartial game of whole turns: cuts that free
//! coins, then one that frees none, such that what is left is not loony. The mex of its turns
//! is that nimber, and its parts add up.

use std::collections::HashMap;

use cg_core::{NumberUpsStar, Player};

use crate::edges::{FOR_GROUND, GROUND, GROUNDED};
use crate::graph::{Graph, Labels};
use crate::listed::{Found, Listed};
use crate::{Drawing, Known, NotationError, Sign};

/// The most strings of a position: its subsets are gone through.
const MOST_STRINGS: usize = 20;

/// Nimstring on a graph: coins are vertices, strings are edges, and the vertex `g` is the
/// ground, which is no coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nimstring;

/// Strings that are left, as bits.
type Left = u32;

/// The positions that a graph can come to.
struct Cuts {
    /// The ends of each string that are coins.
    coins: Vec<Vec<usize>>,
    /// The nimbers of those that were asked for; `None` for loony ones.
    known: HashMap<Left, Option<u32>>,
}

impl Cuts {
    fn new(graph: &Graph) -> Self {
        let is_coin = |vertex: &usize| graph.vertices()[*vertex].label != GROUNDED;
        let ends = graph.edges().iter().map(|edge| [edge.from, edge.to]);
        let coins = ends.map(|ends| ends.into_iter().filter(is_coin).collect()).collect();
        Cuts { coins, known: HashMap::new() }
    }

    fn all(&self) -> Left {
        (1 << self.coins.len()) - 1
    }

    /// The positions after the cut of each string, and whether the cut frees a coin.
    fn after(&self, left: Left) -> Vec<(usize, Left, bool)> {
        let strings = (0..self.coins.len()).filter(|string| left >> string & 1 == 1);
        let cut = |string: usize| {
            let after = left & !(1 << string);
            let holds = |coin: &usize| {
                (0..self.coins.len())
                    .any(|other| after >> other & 1 == 1 && self.coins[other].contains(coin))
            };
            (string, after, !self.coins[string].iter().all(holds))
        };
        strings.map(cut).collect()
    }

    /// The nimber of a position; `None` when it is loony.
    fn nimber(&mut self, left: Left) -> Option<u32> {
        if let Some(&known) = self.known.get(&left) {
            return known;
        }
        let mut again: Option<Option<u32>> = None;
        let mut is_loony = false;
        let mut plain = Vec::new();
        // At most as deep as there are strings.
        for (_, after, frees) in self.after(left) {
            let nimber = self.nimber(after);
            if frees {
                is_loony |= nimber.is_none() || again.is_some_and(|other| other != nimber);
                again = Some(nimber);
            } else {
                plain.extend(nimber);
            }
        }
        let nimber = match again.flatten() {
            _ if is_loony => None,
            Some(again) => Some(again).filter(|again| !plain.contains(again)),
            None => (0..).find(|nimber| !plain.contains(nimber)),
        };
        self.known.insert(left, nimber);
        nimber
    }

    /// The positions after all turns, each with the strings that one such turn cuts, in order.
    fn turns(&mut self, left: Left) -> Vec<(Left, Vec<usize>)> {
        let mut found: Vec<(Left, Vec<usize>)> = Vec::new();
        let mut begun = vec![(left, Vec::new())];
        let mut met = vec![left];
        while let Some((left, cuts)) = begun.pop() {
            for (string, after, frees) in self.after(left) {
                let with = || cuts.iter().copied().chain([string]).collect();
                if frees {
                    if !met.contains(&after) {
                        met.push(after);
                        begun.push((after, with()));
                    }
                } else if self.nimber(after).is_some()
                    && found.iter().all(|(other, _)| *other != after)
                {
                    found.push((after, with()));
                }
            }
        }
        found
    }
}

impl Nimstring {
    /// The nimber of a position; `None` when it is loony: who moves wins, whatever impartial
    /// game is beside it. At most 20 strings are looked at.
    fn nimber(graph: &Graph) -> Option<u32> {
        let mut cuts = Cuts::new(graph);
        cuts.nimber(cuts.all())
    }

    /// The graph with some strings, and without coins that are free.
    fn with(graph: &Graph, left: Left) -> Graph {
        let cut = graph.without_edges(|string| left >> string & 1 == 0);
        let held: Vec<usize> = cut.edges().iter().flat_map(|edge| [edge.from, edge.to]).collect();
        cut.without(|vertex| !held.contains(&vertex))
    }
}

impl Listed for Nimstring {
    type Position = Graph;

    fn read(&self, text: &str) -> Result<Graph, NotationError> {
        let graph = Graph::read_with(text, FOR_GROUND, Labels::None)?.undirected(text)?;
        let fault = |problem: String| Err(NotationError::new(problem, 0..text.len()));
        if graph.edges().len() > MOST_STRINGS {
            let strings = graph.edges().len();
            return fault(format!("{strings} strings are too many: write at most {MOST_STRINGS}"));
        }
        let none: Vec<(usize, u32)> =
            (0..graph.vertices().len()).map(|vertex| (vertex, 0)).collect();
        let ground = GROUND.iter().find_map(|name| graph.vertex(name));
        let grounded: Vec<(usize, u32)> =
            ground.map(|ground| (ground, GROUNDED)).into_iter().collect();
        let graph = graph.labelled(&none).labelled(&grounded);
        let graph = Self::with(&graph, Left::MAX);
        if Self::nimber(&graph).is_none() {
            return fault(
                "this position is loony: who moves wins it together with any impartial game, so it has no value"
                    .into(),
            );
        }
        Ok(graph)
    }

    fn write(&self, graph: &Graph) -> String {
        // The name of the ground says what it is.
        let plain: Vec<(usize, u32)> =
            (0..graph.vertices().len()).map(|vertex| (vertex, 0)).collect();
        graph.labelled(&plain).text(Labels::None, Labels::None)
    }

    fn draw(&self, graph: &Graph) -> Drawing {
        graph.drawing(FOR_GROUND, Labels::None)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, graph: &Graph, _: Player, found: Found<'_, Graph>) {
        let mut cuts = Cuts::new(graph);
        for (left, strings) in cuts.turns(cuts.all()) {
            found(Self::with(graph, left), &|| {
                let names: Vec<String> =
                    strings.iter().map(|&string| graph.edge_name(string)).collect();
                names.join(", ")
            });
        }
    }

    /// Strings that hang together only by the ground are a sum.
    fn split(&self, graph: Graph, part: &mut dyn FnMut(Graph, Sign)) {
        let ground = |vertex: usize| graph.vertices()[vertex].label == GROUNDED;
        graph.components_at(ground).into_iter().for_each(|one| part(one, Sign::Plus));
    }

    fn normal(&self, graph: Graph) -> (Graph, Sign) {
        (graph.canonical(), Sign::Plus)
    }

    fn known(&self, graph: &Graph) -> Option<Known> {
        if graph.edges().is_empty() {
            return Some(Known::Ended);
        }
        let nimber = Self::nimber(graph).expect("no turn leads to a loony position");
        Some(Known::Value(NumberUpsStar { nimber: nimber.into(), ..NumberUpsStar::default() }))
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "a-b, b-c   cuts these strings: all but the last free a coin; `moves` lists all".into(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_and_loops_have_the_nimbers_of_winning_ways() {
        let nimber = |text: &str| {
            let graph = Graph::read_with(text, FOR_GROUND, Labels::None).unwrap();
            let ground: Vec<(usize, u32)> =
                graph.vertex("g").map(|ground| (ground, GROUNDED)).into_iter().collect();
            Nimstring::nimber(&graph.labelled(&ground))
        };
        // One coin on n strings: the cuts but the last are ordinary.
        for (strings, expected) in [(1, 0), (2, 1), (3, 0), (4, 1)] {
            assert_eq!(nimber(&vec!["a-g"; strings].join(", ")), Some(expected), "{strings}");
        }
        // In a chain of one or two coins one cut can be answered; every cut in a longer one is
        // loony.
        for (length, expected) in [(1, 1), (2, 1), (3, 0), (4, 0), (5, 0), (6, 0)] {
            let coins: String = (0..length).map(|coin| format!("-c{coin}")).collect();
            assert_eq!(nimber(&format!("g{coins}-g")), Some(expected), "{length}");
        }
        // An open end of two coins is loony: take both, or cut behind them and pass the move.
        assert_eq!(nimber("a-b, b-g"), None);
        // Two coins on one string are both freed at once.
        assert_eq!(nimber("a-b"), Some(0));
    }
}
