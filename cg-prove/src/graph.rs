//! Graphs of positions: of games whose rules are not in the Coq library.

use std::collections::HashMap;
use std::hash::Hash;

use cg_core::Player;

use crate::error::ProveError;

/// The positions that can be reached from one, with the moves of both players. They are numbered
/// from 1, options before the positions that have them. Positions with the same options are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionGraph {
    nodes: Vec<Node>,
    start: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    /// As it is typed.
    text: String,
    options: [Vec<u32>; 2],
}

impl PositionGraph {
    /// The graph of at most `most` positions. `look` gives a position as it is typed, and the
    /// options of Left and of Right.
    ///
    /// # Errors
    /// There are more positions, or one comes back; errors of `look`.
    pub fn new<P: Clone + Eq + Hash>(
        start: P,
        most: usize,
        mut look: impl FnMut(&P) -> Result<(String, [Vec<P>; 2]), ProveError>,
    ) -> Result<Self, ProveError> {
        struct Open<P> {
            position: P,
            text: String,
            options: [Vec<P>; 2],
            /// How many options have numbers.
            done: usize,
        }
        let mut nodes: Vec<Node> = Vec::new();
        let mut alike: HashMap<[Vec<u32>; 2], u32> = HashMap::new();
        // Without a number: a position on the way to the one that is looked at.
        let mut numbers: HashMap<P, Option<u32>> = HashMap::new();
        let mut start_number = None;
        let mut stack: Vec<Open<P>> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next.take() {
                if numbers.len() == most {
                    return Err(ProveError::route(format!(
                        "a graph has at most {most} positions, and here are more"
                    )));
                }
                let (text, options) = look(&position)?;
                numbers.insert(position.clone(), None);
                stack.push(Open { position, text, options, done: 0 });
            }
            let Some(open) = stack.last_mut() else {
                let start = start_number.expect("the start was the last to be numbered");
                return Ok(PositionGraph { nodes, start });
            };
            while let Some(option) = open.options.iter().flatten().nth(open.done) {
                match numbers.get(option) {
                    Some(Some(_)) => open.done += 1,
                    Some(None) => {
                        return Err(ProveError::route(format!(
                            "{} comes back: play may go on for ever",
                            open.text
                        )));
                    }
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                }
            }
            if next.is_none() {
                let Open { position, text, options, .. } =
                    stack.pop().expect("it is the one that was looked at");
                let number =
                    |option: &P| numbers[option].expect("each option was given a number above");
                let options = options.map(|side| {
                    let mut side: Vec<u32> = side.iter().map(number).collect();
                    side.sort_unstable();
                    side.dedup();
                    side
                });
                let number = *alike.entry(options.clone()).or_insert_with(|| {
                    nodes.push(Node { text, options });
                    u32::try_from(nodes.len()).expect("memory ends before 2^32 positions")
                });
                numbers.insert(position, Some(number));
                start_number = Some(number);
            }
        }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of the position where play starts.
    pub(crate) fn start(&self) -> u32 {
        self.start
    }

    /// The positions to which a player can move.
    pub(crate) fn options(&self, number: u32, player: Player) -> &[u32] {
        &self.nodes[number as usize - 1].options[player as usize]
    }

    /// A position as it is typed.
    pub(crate) fn text(&self, number: u32) -> &str {
        &self.nodes[number as usize - 1].text
    }

    /// The numbers of the positions.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        (1..).take(self.nodes.len())
    }

    /// Whether both players have the same moves everywhere.
    pub(crate) fn is_impartial(&self) -> bool {
        self.nodes.iter().all(|node| node.options[0] == node.options[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(heap: &u32) -> Result<(String, [Vec<u32>; 2]), ProveError> {
        Ok((heap.to_string(), [(0..*heap).collect(), (0..heap / 2).collect()]))
    }

    #[test]
    fn options_come_first_and_each_position_once() {
        let graph = PositionGraph::new(6, 7, heap).unwrap();
        assert_eq!((graph.len(), graph.start(), graph.is_impartial()), (7, 7, false));
        for number in graph.numbers() {
            let own: usize = graph.text(number).parse().unwrap();
            let [left, right] = Player::BOTH.map(|player| graph.options(number, player));
            assert!(left.iter().chain(right).all(|&option| option < number));
            assert_eq!((left.len(), right.len()), (own, own / 2));
        }
        // Heaps of which all can be taken at once and nothing else are alike.
        let alike = PositionGraph::new(3, 9, |&heap: &u32| {
            let options = if heap == 0 { Vec::new() } else { vec![0] };
            Ok((heap.to_string(), [vec![heap / 3, heap.saturating_sub(1)], options]))
        });
        assert!(alike.is_err_and(|error| error.to_string().contains("0 comes back")));
        let alike = PositionGraph::new(3, 9, |&heap: &u32| {
            let options = if heap == 0 { vec![] } else { vec![0, heap / 4] };
            Ok((heap.to_string(), [options.clone(), options]))
        });
        let alike = alike.unwrap();
        assert_eq!((alike.len(), alike.start(), alike.text(2)), (2, 2, "3"));
        assert!(alike.is_impartial());
    }

    #[test]
    fn what_is_large_or_comes_back_is_refused() {
        let error = PositionGraph::new(7, 7, heap).unwrap_err().to_string();
        assert!(error.contains("at most 7 positions"), "{error}");
        let round = |place: &u32| Ok((format!("at {place}"), [vec![(place + 1) % 3], Vec::new()]));
        let error = PositionGraph::new(0, 100, round).unwrap_err().to_string();
        assert!(error.contains("at 2 comes back"), "{error}");
    }
}
