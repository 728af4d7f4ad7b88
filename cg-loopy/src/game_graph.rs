//! A mutable game graph: an option is a known value or a vertex.

use cg_core::{Arrange, Game, Player, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

use crate::graph::components;
use crate::side::{Side, Stopper};

/// The target of a move in a graph that is being simplified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Node {
    Game(Game),
    Stopper(Stopper),
    Vertex(u32),
}

impl From<Side> for Node {
    fn from(side: Side) -> Self {
        match side {
            Side::Game(game) => Node::Game(game),
            Side::Stopper(stopper) => Node::Stopper(stopper),
        }
    }
}

impl Node {
    /// The value, if it is known.
    pub(crate) fn side(self) -> Option<Side> {
        match self {
            Node::Game(game) => Some(Side::Game(game)),
            Node::Stopper(stopper) => Some(Side::Stopper(stopper)),
            Node::Vertex(_) => None,
        }
    }
}

/// The options of a vertex: Left's, then Right's.
pub(crate) type Options = [Vec<Node>; 2];

/// The place of a player's options.
pub(crate) const fn place(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// The number of a vertex.
pub(crate) fn number(vertex: usize) -> u32 {
    u32::try_from(vertex).expect("vertices are numbered with 32 bits")
}

/// Vertices by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameGraph {
    pub(crate) vertices: Vec<Options>,
}

impl GameGraph {
    pub(crate) fn options(&self, vertex: u32, player: Player) -> &[Node] {
        &self.vertices[vertex as usize][place(player)]
    }

    /// The vertices among the options of `vertex`.
    fn next(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.vertices[vertex as usize].iter().flatten().filter_map(|node| match node {
            Node::Vertex(vertex) => Some(*vertex),
            _ => None,
        })
    }

    /// The strongly connected components of these vertices. Each comes after the components to
    /// which it leads.
    pub(crate) fn components(&self, vertices: &[u32]) -> Vec<Vec<u32>> {
        let places: FxHashMap<u32, usize> =
            vertices.iter().enumerate().map(|(at, &vertex)| (vertex, at)).collect();
        let next: Vec<Vec<usize>> = vertices
            .iter()
            .map(|&vertex| self.next(vertex).filter_map(|to| places.get(&to).copied()).collect())
            .collect();
        components(vertices.len(), |from, edge| next[from].get(edge).copied())
            .into_iter()
            .map(|component| component.into_iter().map(|at| vertices[at]).collect())
            .collect()
    }

    /// Whether a component has a cycle: it has more than one vertex, or a pass.
    pub(crate) fn is_cyclic(&self, component: &[u32]) -> bool {
        component.len() > 1 || self.next(component[0]).any(|to| to == component[0])
    }

    /// The moves of `mover` inside these vertices that are on an alternating cycle.
    pub(crate) fn alternating(&self, vertices: &[u32], mover: Player) -> Vec<(u32, u32)> {
        let places: FxHashMap<u32, usize> =
            vertices.iter().enumerate().map(|(at, &vertex)| (vertex, at)).collect();
        // In state 2v, Left moves at v; in state 2v + 1, Right does.
        let next: Vec<Vec<usize>> = (0..2 * vertices.len())
            .map(|state| {
                self.vertices[vertices[state / 2] as usize][state % 2]
                    .iter()
                    .filter_map(|node| match node {
                        Node::Vertex(to) => Some(2 * *places.get(to)? + (1 - state % 2)),
                        _ => None,
                    })
                    .collect()
            })
            .collect();
        let mut part = vec![0; next.len()];
        let found = components(next.len(), |from, edge| next[from].get(edge).copied());
        for (index, component) in found.iter().enumerate() {
            for &state in component {
                part[state] = index;
            }
        }
        let mut moves = Vec::new();
        for from in (place(mover)..next.len()).step_by(2) {
            for &to in next[from].iter().filter(|&&to| part[to] == part[from]) {
                moves.push((vertices[from / 2], vertices[to / 2]));
            }
        }
        moves
    }

    /// Whether alternating play can go on for ever inside these vertices.
    pub(crate) fn alternates(&self, vertices: &[u32]) -> bool {
        !self.alternating(vertices, Player::Left).is_empty()
    }

    /// All vertices that can be reached from `start`, which comes first.
    pub(crate) fn reachable(&self, start: u32) -> Vec<u32> {
        let mut found = vec![start];
        let mut seen: rustc_hash::FxHashSet<u32> = [start].into_iter().collect();
        let mut done = 0;
        while let Some(&vertex) = found.get(done) {
            done += 1;
            found.extend(self.next(vertex).filter(|&to| seen.insert(to)));
        }
        found
    }

    /// Replaces options of these vertices.
    pub(crate) fn replace(&mut self, vertices: &[u32], with: impl Fn(u32) -> Option<Node>) {
        for &vertex in vertices {
            for options in &mut self.vertices[vertex as usize] {
                for option in options.iter_mut() {
                    if let Node::Vertex(to) = *option
                        && let Some(node) = with(to)
                    {
                        *option = node;
                    }
                }
                options.arrange();
                options.dedup();
            }
        }
    }

    /// The coarsest classes of these vertices for which vertices of one class have options of the
    /// same classes. Classes are numbered from 0. If each class has one vertex, the order does not
    /// depend on the numbers of the vertices. Nodes outside are distinguished by their values.
    ///
    /// # Errors
    /// A limit, an interrupt.
    pub(crate) fn classes(&self, engine: &mut Engine, vertices: &[u32]) -> Result<Vec<usize>> {
        let places: FxHashMap<u32, usize> =
            vertices.iter().enumerate().map(|(at, &vertex)| (vertex, at)).collect();
        let options = |vertex: u32| {
            self.vertices[vertex as usize].clone().map(|options| {
                options
                    .into_iter()
                    .map(|node| match node {
                        Node::Vertex(to) => places.get(&to).copied().ok_or(node),
                        outside => Err(outside),
                    })
                    .collect::<Vec<std::result::Result<usize, Node>>>()
            })
        };
        refined(engine, &vertices.iter().map(|&vertex| options(vertex)).collect::<Vec<_>>())
    }
}

/// The coarsest classes of `items`, as in [`GameGraph::classes`]. An option is the index of an
/// item, or something else.
///
/// # Errors
/// A limit, an interrupt.
pub(crate) fn refined<T: Ord + Clone>(
    engine: &mut Engine,
    items: &[[Vec<std::result::Result<usize, T>>; 2]],
) -> Result<Vec<usize>> {
    let mut class = vec![0; items.len()];
    let mut count = 1;
    loop {
        let mut signature = |at: usize| {
            engine.check()?;
            let sides = items[at].clone().map(|options| {
                let mut colours: Vec<std::result::Result<usize, T>> =
                    options.into_iter().map(|option| option.map(|to| class[to])).collect();
                colours.arrange();
                colours.dedup();
                colours
            });
            Ok((class[at], sides))
        };
        let signatures = (0..items.len()).map(&mut signature).collect::<Result<Vec<_>>>()?;
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.arrange_by(|&a, &b| signatures[a].cmp(&signatures[b]));
        let mut next = vec![0; items.len()];
        let mut last = 0;
        for pair in order.windows(2) {
            last += usize::from(signatures[pair[0]] != signatures[pair[1]]);
            next[pair[1]] = last;
        }
        let now = last + 1;
        if now == count {
            return Ok(class);
        }
        (class, count) = (next, now);
    }
}
