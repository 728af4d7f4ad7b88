//! Graphs of positions, as input of this crate.

use cg_core::Player;
use rustc_hash::FxHashMap;

use crate::game_graph::{number, place};
use crate::side::Loopy;

/// Graphs with more vertices are not remembered.
pub(crate) const MOST_VERTICES: usize = 64;

/// The largest number of values whose graphs are remembered.
const MOST_VALUES: usize = 1 << 10;

/// The target of a move in a [`Draft`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A value.
    Value(Loopy),
    /// A vertex of the draft.
    Vertex(u32),
}

/// A graph of positions: vertices with options of Left and of Right. Cycles are allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub(crate) vertices: Vec<[Vec<Target>; 2]>,
}

impl Draft {
    /// Adds a vertex with these options. They may be vertices that are added later.
    ///
    /// # Panics
    /// More than 2^32 vertices.
    pub fn add(&mut self, left: Vec<Target>, right: Vec<Target>) -> u32 {
        self.vertices.push([left, right]);
        number(self.vertices.len() - 1)
    }

    /// About the number of bytes.
    pub fn memory(&self) -> usize {
        let options: usize = self.vertices.iter().flatten().map(Vec::len).sum();
        self.vertices.len() * size_of::<[Vec<Target>; 2]>() + options * size_of::<Target>()
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// The options of `player` in a vertex.
    pub fn options(&self, vertex: u32, player: Player) -> &[Target] {
        &self.vertices[vertex as usize][place(player)]
    }
}

/// The graph of a value, and the vertex of the value.
pub(crate) type Start = (Draft, u32);

/// Graphs of values with two sides. Such values do not record the moves from which they came.
#[derive(Debug, Default)]
pub(crate) struct KnownGraphs(FxHashMap<Loopy, Start>);

impl KnownGraphs {
    /// The remembered graph of a value.
    pub(crate) fn get(&self, value: Loopy) -> Option<&Start> {
        self.0.get(&value)
    }

    /// Remembers the graph of a value, if the value has two sides and the graph is small.
    pub(crate) fn note(&mut self, value: Loopy, draft: &Draft, start: u32) {
        let fits = draft.vertices() <= MOST_VERTICES && self.0.len() < MOST_VALUES;
        if value.stopper().is_none() && fits && !self.0.contains_key(&value) {
            self.0.insert(value, (draft.clone(), start));
        }
    }
}
