//! Values of graphs: stoppers, and onsides of parts that are not stoppers.
//!
//! The strongly connected parts are handled from below. A part without an alternating cycle
//! consists of stoppers, which get simplest forms. In another part, endless play counts as a win
//! for Left (the *onside*), and the part is turned into stoppers with the same onsides:
//!
//! 1. Right's reversible options are bypassed. If a chain of bypasses comes back, nothing replaces
//!    the option: Right would only go round in a cycle that Left wins.
//! 2. If alternating cycles remain, moves of Right on them are dropped, in batches that are halved
//!    if they fail. This cannot harm Left, so one comparison proves that it is right.
//!
//! Each step is proved by a comparison of its result with the graph before it, as onsides
//! ([`Rule::Onside`]). So an answer is right. If there is no answer, that proves nothing.

use cg_core::{Player, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

use crate::contest::{Field, Known, Rule};
use crate::game_graph::{GameGraph, Node, number, place};
use crate::side::Side;

/// The treatment of parts that are not stoppers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Leave them: endless play is a draw.
    Free,
    /// Find their onsides.
    Onside,
}

/// The known values of vertices.
pub(crate) type Values = FxHashMap<u32, Side>;

impl Field<'_> {
    /// The values of the vertices that can be reached from `start`, if they are found. Options that
    /// get a value are replaced by it.
    pub(crate) fn resolve(
        &mut self,
        graph: &mut GameGraph,
        start: u32,
        mode: Mode,
    ) -> Result<Values> {
        let mut values = Values::default();
        // Vertices that represent others of the same structure.
        let mut same: FxHashMap<u32, u32> = FxHashMap::default();
        for mut component in graph.components(&graph.reachable(start)) {
            self.engine.check()?;
            graph.replace(&component, |vertex| match values.get(&vertex) {
                Some(&value) => Some(value.into()),
                None => same.get(&vertex).map(|&other| Node::Vertex(other)),
            });
            let members = component.clone();
            if component.len() > 1 {
                component = merged(self.engine, graph, &component, &mut same)?;
            }
            let within: rustc_hash::FxHashSet<u32> = component.iter().copied().collect();
            let open = component.iter().any(|&vertex| {
                let mut options = graph.vertices[vertex as usize].iter().flatten();
                options.any(|node| matches!(node, Node::Vertex(to) if !within.contains(to)))
            });
            if open {
                continue;
            }
            if graph.alternates(&component) {
                match mode {
                    Mode::Free => continue,
                    Mode::Onside => {
                        if !self.onside(graph, &component, None)? {
                            continue;
                        }
                    }
                }
            }
            self.simplest(graph, &component, &mut values)?;
            for member in members {
                if let Some(value) = same.get(&member).and_then(|other| values.get(other)) {
                    values.insert(member, *value);
                }
            }
        }
        if let Some(&other) = same.get(&start)
            && let Some(&value) = values.get(&other)
        {
            values.insert(start, value);
        }
        if mode == Mode::Onside && !values.contains_key(&start) {
            // If some parts have no known onside, the start may still have one.
            let start = same.get(&start).copied().unwrap_or(start);
            let all = graph.reachable(start);
            if self.onside(graph, &all, Some(start))? {
                let reachable = graph.reachable(start);
                self.simplest(graph, &reachable, &mut values)?;
            }
        }
        Ok(values)
    }

    /// Turns vertices into stoppers with the same onsides. Options elsewhere are values. With a
    /// `start`, only the onside of the start must stay. Returns false if no way was found; then the
    /// vertices are unchanged.
    fn onside(
        &mut self,
        graph: &mut GameGraph,
        vertices: &[u32],
        start: Option<u32>,
    ) -> Result<bool> {
        let kept = graph.clone();
        let mut known = Known::default();
        let wanted = self.wanted(graph, vertices)?;
        self.decide(graph, Rule::Onside, wanted, &mut known)?;
        let mut changed = Vec::new();
        for &vertex in vertices {
            let options = self.bypassed(graph, Rule::Onside, vertex, Player::Right, &mut known)?;
            changed.push(options);
        }
        for (&vertex, options) in vertices.iter().zip(changed) {
            graph.vertices[vertex as usize][place(Player::Right)] = options;
        }
        drop(known);
        if !self.same_onsides(&kept, graph, vertices, start)? {
            graph.clone_from(&kept);
        }
        if self.cut(graph, vertices, start)? {
            return Ok(true);
        }
        *graph = kept;
        Ok(false)
    }

    /// Whether these vertices have the same onsides in two graphs; with a `start`, only the start.
    fn same_onsides(
        &mut self,
        old: &GameGraph,
        new: &GameGraph,
        vertices: &[u32],
        start: Option<u32>,
    ) -> Result<bool> {
        let (both, moved) = joined(old, new, vertices);
        let asked: Vec<u32> = start.map_or_else(|| vertices.to_vec(), |start| vec![start]);
        let pairs = asked.iter().flat_map(|vertex| {
            let (old, new) = (Node::Vertex(*vertex), Node::Vertex(moved[vertex]));
            [(old, new), (new, old)]
        });
        let pairs: Vec<(Node, Node)> = pairs.collect();
        let mut known = Known::default();
        self.decide(&both, Rule::Onside, pairs.iter().copied(), &mut known)?;
        Ok(pairs.iter().all(|&(g, h)| known.le(g, h) == Some(true)))
    }

    /// Drops moves of Right until no alternating cycle remains.
    fn cut(&mut self, graph: &mut GameGraph, vertices: &[u32], start: Option<u32>) -> Result<bool> {
        loop {
            // Vertices that cannot be reached from the start do not matter.
            let here = match start {
                Some(start) => graph.reachable(start),
                None => vertices.to_vec(),
            };
            let moves = graph.alternating(&here, Player::Right);
            if moves.is_empty() {
                return Ok(true);
            }
            let mut batches = vec![moves];
            let mut dropped = false;
            while let Some(batch) = batches.pop() {
                self.engine.check()?;
                let mut less = graph.clone();
                for &(from, to) in &batch {
                    less.vertices[from as usize][place(Player::Right)]
                        .retain(|&option| option != Node::Vertex(to));
                }
                if self.same_onsides(graph, &less, &here, start)? {
                    (*graph, dropped) = (less, true);
                    continue;
                }
                if batch.len() > 1 {
                    let (first, second) = batch.split_at(batch.len() / 2);
                    batches.extend([second.to_vec(), first.to_vec()]);
                }
            }
            if !dropped {
                return Ok(false);
            }
        }
    }
}

/// One vertex of each structure in a component. The others are noted in `same`.
fn merged(
    engine: &mut Engine,
    graph: &mut GameGraph,
    component: &[u32],
    same: &mut FxHashMap<u32, u32>,
) -> Result<Vec<u32>> {
    let classes = graph.classes(engine, component)?;
    let mut chosen: FxHashMap<usize, u32> = FxHashMap::default();
    for (&vertex, class) in component.iter().zip(classes) {
        let first = *chosen.entry(class).or_insert(vertex);
        if first != vertex {
            same.insert(vertex, first);
        }
    }
    let chosen: Vec<u32> =
        component.iter().copied().filter(|vertex| !same.contains_key(vertex)).collect();
    graph.replace(&chosen, |vertex| same.get(&vertex).map(|&first| Node::Vertex(first)));
    Ok(chosen)
}

/// A graph with these vertices of `old` under their numbers and those of `new` after them, and the
/// new numbers of the latter.
fn joined(old: &GameGraph, new: &GameGraph, vertices: &[u32]) -> (GameGraph, FxHashMap<u32, u32>) {
    let mut both = old.clone();
    let from = old.vertices.len();
    let moved: FxHashMap<u32, u32> =
        vertices.iter().zip(from..).map(|(&vertex, at)| (vertex, number(at))).collect();
    for &vertex in vertices {
        let options = new.vertices[vertex as usize].clone();
        both.vertices.push(options.map(|side| {
            let node = |node| match node {
                Node::Vertex(to) => Node::Vertex(*moved.get(&to).unwrap_or(&to)),
                value => value,
            };
            side.into_iter().map(node).collect()
        }));
    }
    (both, moved)
}
