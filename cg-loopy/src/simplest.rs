//! The simplest form of a stopper.
//!
//! It is found as for short games: a dominated option is removed, and a reversible option is
//! replaced by the options of the reply that reverses it. In a stopper both steps are sound, in any
//! order, and two equal stoppers end with the same graph (Siegel, *Combinatorial Game Theory*,
//! section VI.3). The order of the vertices is computed once, since their values do not change.

use cg_core::{Arrange, Player, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::contest::{Field, Known, Rule};
use crate::game_graph::{GameGraph, Node, place};
use crate::side::Side;

impl Field<'_> {
    /// Whether `worse` is at most as good for `player` as `better`.
    pub(crate) fn at_most_for(
        &mut self,
        graph: &GameGraph,
        rule: Rule,
        player: Player,
        worse: Node,
        better: Node,
        known: &mut Known,
    ) -> Result<bool> {
        match player {
            Player::Left => self.le(graph, rule, worse, better, known),
            Player::Right => self.le(graph, rule, better, worse, known),
        }
    }

    /// The comparisons that are needed first to simplify these vertices: of options with each
    /// other, and of the replies to them with the vertex.
    pub(crate) fn wanted(
        &mut self,
        graph: &GameGraph,
        vertices: &[u32],
    ) -> Result<Vec<(Node, Node)>> {
        let mut wanted = FxHashSet::default();
        for &vertex in vertices {
            for player in Player::BOTH {
                let mut want = |worse: Node, better: Node| {
                    if worse != better {
                        wanted.insert(match player {
                            Player::Left => (worse, better),
                            Player::Right => (better, worse),
                        });
                    }
                };
                let options = graph.options(vertex, player);
                for &option in options {
                    options.iter().for_each(|&other| want(option, other));
                    for reply in self.options(graph, option, player.opponent())? {
                        want(reply, Node::Vertex(vertex));
                    }
                }
            }
        }
        let games = |&(g, h): &(Node, Node)| !matches!((g, h), (Node::Game(_), Node::Game(_)));
        Ok(wanted.into_iter().filter(games).collect())
    }

    /// The values of vertices that are stoppers. Their options are values, or vertices among them.
    pub(crate) fn simplest(
        &mut self,
        graph: &mut GameGraph,
        vertices: &[u32],
        values: &mut FxHashMap<u32, Side>,
    ) -> Result<()> {
        let mut known = Known::default();
        let wanted = self.wanted(graph, vertices)?;
        self.decide(graph, Rule::Safety, wanted, &mut known)?;
        for &vertex in vertices {
            for player in Player::BOTH {
                let options = self.bypassed(graph, Rule::Safety, vertex, player, &mut known)?;
                let options = self.undominated(graph, Rule::Safety, player, options, &mut known)?;
                graph.vertices[vertex as usize][place(player)] = options;
            }
        }
        self.stoppers.settle(self.engine, graph, vertices, values)
    }

    /// The options of `player` in a vertex after all reversible ones are replaced, again and again.
    /// A chain of replacements that comes back adds nothing.
    pub(crate) fn bypassed(
        &mut self,
        graph: &GameGraph,
        rule: Rule,
        vertex: u32,
        player: Player,
        known: &mut Known,
    ) -> Result<Vec<Node>> {
        let mut waiting = graph.options(vertex, player).to_vec();
        let mut seen: FxHashSet<Node> = waiting.iter().copied().collect();
        let mut kept = Vec::new();
        while let Some(option) = waiting.pop() {
            self.engine.check()?;
            let mut reversing = None;
            for reply in self.options(graph, option, player.opponent())? {
                if self.at_most_for(graph, rule, player, reply, Node::Vertex(vertex), known)? {
                    reversing = Some(reply);
                    break;
                }
            }
            match reversing {
                None => kept.push(option),
                Some(reply) => {
                    let behind = self.options(graph, reply, player)?;
                    waiting.extend(behind.into_iter().filter(|&option| seen.insert(option)));
                }
            }
        }
        kept.arrange();
        Ok(kept)
    }

    /// The options of `player` that are not dominated. Of equal options, the first remains, and
    /// values come before vertices.
    pub(crate) fn undominated(
        &mut self,
        graph: &GameGraph,
        rule: Rule,
        player: Player,
        options: Vec<Node>,
        known: &mut Known,
    ) -> Result<Vec<Node>> {
        let mut kept: Vec<Node> = Vec::new();
        'options: for option in options {
            for &other in &kept {
                if self.at_most_for(graph, rule, player, option, other, known)? {
                    continue 'options;
                }
            }
            let mut still = Vec::with_capacity(kept.len() + 1);
            for other in kept {
                if !self.at_most_for(graph, rule, player, other, option, known)? {
                    still.push(other);
                }
            }
            still.push(option);
            kept = still;
        }
        Ok(kept)
    }
}
