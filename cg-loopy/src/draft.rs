//! Graphs of positions as a user of the crate hands them in.

use cg_core::Player;
use rustc_hash::FxHashMap;

use crate::game_graph::{number, place};
use crate::side::Loopy;

/// Graphs of more vertices are not remembered.
pub(crate) const MOST_VERTICES: usize = 64;

/// Graphs of so many values are remembered.
const MOST_VALUES: usize = 1 << 10;

/// Where a move of a [`Draft`] leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// To a value.
    Value(Loopy),
    /// To a vertex of the draft.
    Vertex(u32),
}

/// A graph of positions whose value is asked for: vertices with options of Left and of
/// Right. Cycles are allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub(crate) vertices: Vec<[Vec<Target>; 2]>,
}

impl Draft {
    /// A vertex with these options. They may be vertices that are added later.
    ///
    /// # Panics
    /// More than 2^32 vertices.
    pub fn add(&mut self, left: Vec<Target>, right: Vec<Target>) -> u32 {
        self.vertices.push([left, right]);
        number(self.vertices.len() - 1)
    }

    /// Bytes held, roughly.
    pub fn memory(&self) -> usize {
        let options: usize = self.vertices.iter().flatten().map(Vec::len).sum();
        self.vertices.len() * size_of::<[Vec<Target>; 2]>() + options * size_of::<Target>()
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// The options of `player` in a vertex.
    pub fn options(&self, vertex: u32, player: Player) -> &[Target] {
        &self.vertices[vertex as usize][place(player)]
    }
}

/// The graph of a value, and the vertex where it begins.
pub(crate) type Start = (Draft, u32);

/// Graphs of values with two sides, which say nothing of the moves that led to them.
#[derive(Debug, Default)]
pub(crate) struct KnownGraphs(FxHashMap<Loopy, Start>);

impl KnownGraphs {
    /// The graph that is remembered of a value.
    pub(crate) fn get(&self, value: Loopy) -> Option<&Start> {
        self.0.get(&value)
    }

    /// Remembers where a value comes from, if it has two sides and the graph is small.
    pub(crate) fn note(&mut self, value: Loopy, draft: &Draft, start: u32) {
        let fits = draft.vertices() <= MOST_VERTICES && self.0.len() < MOST_VALUES;
        if value.stopper().is_none() && fits && !self.0.contains_key(&value) {
            self.0.insert(value, (draft.clone(), start));
        }
    }
}
