//! Graphs of positions: the moves of both players, with cycles allowed.

use std::hash::Hash;

use cg_core::{Error, Meter, Player, Result};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The positions of the vertices of a [`Graph`], each stored once. The index of a position is the
/// number of its vertex.
pub type Positions<P> = IndexSet<P, FxBuildHasher>;

/// A graph of positions: for each player the moves from each vertex. A move may lead back to an
/// earlier vertex, and to the vertex itself (a pass).
///
/// Vertices are numbered from 0. A move takes four bytes, a vertex eight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    moves: [Lists; 2],
}

/// A list of vertices for each vertex, one after another in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lists {
    /// The start of the list of each vertex, and the end of the last list.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(lists: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Lists { starts, items: Vec::with_capacity(items) }
    }

    /// Adds an item to the open list.
    pub(crate) fn push(&mut self, item: u32) {
        self.items.push(item);
    }

    /// Closes a list. The start of the next one must fit into 32 bits.
    pub(crate) fn close(&mut self) -> Result<()> {
        let end = u32::try_from(self.items.len()).map_err(|_| too_large())?;
        self.starts.push(end);
        Ok(())
    }

    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns, for each item, the lists that contain it.
    pub(crate) fn reversed(&self) -> Self {
        let mut starts = vec![0u32; self.len() + 1];
        for &item in &self.items {
            starts[item as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut items = vec![0; self.items.len()];
        let vertices = u32::try_from(self.len()).expect("vertices have 32-bit numbers");
        for vertex in 0..vertices {
            for &item in self.of(vertex) {
                let place = &mut starts[item as usize];
                items[*place as usize] = vertex;
                *place += 1;
            }
        }
        // Each start has moved to the end of its list.
        starts.rotate_right(1);
        starts[0] = 0;
        Lists { starts, items }
    }

    pub(crate) fn memory(&self) -> usize {
        (self.starts.capacity() + self.items.capacity()) * size_of::<u32>()
    }
}

/// The error for a graph that is too large for its numbers.
pub(crate) fn too_large() -> Error {
    Error::Limit(cg_core::LimitReached::Games { limit: u64::from(u32::MAX) })
}

/// The limits are checked after the moves of this many positions.
const POSITIONS_PER_LOOK: usize = 16;

/// About the bytes of a position on the heap, if it is not stored in one piece.
const BYTES_ELSEWHERE: usize = 160;

impl Graph {
    /// The graph with these moves of Left and of Right from each vertex.
    ///
    /// ```
    /// use cg_core::Player;
    /// use cg_loopy::Graph;
    ///
    /// // Left may pass in vertex 0; Right may move to vertex 1, where nobody can move.
    /// let graph = Graph::new(&[[vec![0], vec![1]], [vec![], vec![]]])?;
    /// assert_eq!(graph.moves(0, Player::Left), [0]);
    /// assert_eq!((graph.vertices(), graph.edges()), (2, 2));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than 2^32 moves.
    ///
    /// # Panics
    /// A move to a vertex that does not exist.
    pub fn new(moves: &[[Vec<u32>; 2]]) -> Result<Self> {
        let mut lists = [(); 2].map(|()| Lists::new(moves.len(), 0));
        for vertex in moves {
            for (list, targets) in lists.iter_mut().zip(vertex) {
                for &target in targets {
                    assert!((target as usize) < moves.len(), "a move to vertex {target}");
                    list.push(target);
                }
                list.close()?;
            }
        }
        Ok(Graph { moves: lists })
    }

    /// The graph of all positions that can be reached from `starts`, and the position of each
    /// vertex. The positions of `starts` come first, in their order. `moves` appends the positions
    /// after a move of the player to the list.
    ///
    /// ```
    /// use cg_core::{Limits, Meter};
    /// use cg_loopy::Graph;
    ///
    /// // A token on a round of five places, one step for Left and two for Right.
    /// let (graph, places) = Graph::explore([0], &mut Meter::new(Limits::default()), |&place, player, out| {
    ///     out.push((place + if player == cg_core::Player::Left { 1 } else { 2 }) % 5);
    ///     Ok::<(), cg_core::Error>(())
    /// })?;
    /// assert_eq!((graph.vertices(), graph.edges(), places[0]), (5, 10, 0));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of `moves`, limits, and more than 2^32 positions or moves.
    pub fn explore<P: Clone + Eq + Hash, E: From<Error>>(
        starts: impl IntoIterator<Item = P>,
        meter: &mut Meter,
        mut moves: impl FnMut(&P, Player, &mut Vec<P>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(Self, Positions<P>), E> {
        let mut positions = Positions::default();
        let number = |position: P, positions: &mut Positions<P>| {
            let (number, _) = positions.insert_full(position);
            u32::try_from(number).map_err(|_| too_large())
        };
        for start in starts {
            number(start, &mut positions)?;
        }
        let mut lists = [(); 2].map(|()| Lists::new(0, 0));
        let (mut done, mut out) = (0, Vec::new());
        while let Some(position) = positions.get_index(done).cloned() {
            for (list, player) in lists.iter_mut().zip(Player::BOTH) {
                moves(&position, player, &mut out)?;
                let from = list.items.len();
                for after in out.drain(..) {
                    list.push(number(after, &mut positions)?);
                }
                // Two moves may lead to the same position.
                list.items[from..].sort_unstable();
                let mut kept = from;
                for at in from..list.items.len() {
                    if at == from || list.items[at] != list.items[kept - 1] {
                        list.items[kept] = list.items[at];
                        kept += 1;
                    }
                }
                list.items.truncate(kept);
                list.close()?;
            }
            // Listing moves may take long.
            if meter.due() || done % POSITIONS_PER_LOOK == 0 {
                let elsewhere = if std::mem::needs_drop::<P>() { BYTES_ELSEWHERE } else { 0 };
                let each = size_of::<P>() + 3 * size_of::<usize>() + elsewhere;
                let memory =
                    lists.iter().map(Lists::memory).sum::<usize>() + positions.capacity() * each;
                meter.look(positions.len(), memory)?;
            }
            done += 1;
        }
        Ok((Graph { moves: lists }, positions))
    }

    /// The vertices to which `player` can move from `vertex`.
    pub fn moves(&self, vertex: u32, player: Player) -> &[u32] {
        self.lists(player).of(vertex)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.moves[0].len()
    }

    /// The number of moves of both players.
    pub fn edges(&self) -> usize {
        self.moves.iter().map(|lists| lists.items.len()).sum()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.moves.iter().map(Lists::memory).sum()
    }

    pub(crate) fn lists(&self, player: Player) -> &Lists {
        match player {
            Player::Left => &self.moves[0],
            Player::Right => &self.moves[1],
        }
    }
}

/// The strongly connected components of a graph with `vertices` vertices. Each comes after the
/// components to which it leads. `next(v, i)` is the target of the i-th edge from v.
pub(crate) fn components(
    vertices: usize,
    next: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let (mut index, mut low) = (vec![NEW; vertices], vec![0; vertices]);
    let mut on_stack = vec![false; vertices];
    let (mut stack, mut path, mut found, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for root in 0..vertices {
        if index[root] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (vertex, ref mut edge)) = path.last_mut() {
            if *edge == 0 && index[vertex] == NEW {
                (index[vertex], low[vertex]) = (count, count);
                count += 1;
                stack.push(vertex);
                on_stack[vertex] = true;
            }
            match next(vertex, *edge) {
                Some(target) => {
                    *edge += 1;
                    if index[target] == NEW {
                        path.push((target, 0));
                    } else if on_stack[target] {
                        low[vertex] = low[vertex].min(index[target]);
                    }
                }
                None => {
                    path.pop();
                    if let Some(&(before, _)) = path.last() {
                        low[before] = low[before].min(low[vertex]);
                    }
                    if low[vertex] == index[vertex] {
                        let from = stack.iter().rposition(|&v| v == vertex);
                        let component =
                            stack.split_off(from.expect("a vertex stays until its component"));
                        for &v in &component {
                            on_stack[v] = false;
                        }
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}
