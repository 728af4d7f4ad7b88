//! Values that may go on for ever, and parts of them whose braces are still open.
//!
//! A `pass`, a label and a call that is under way stand for games that are not known yet.
//! [`Loops`] keeps them as vertices of a graph that grows; braces with such options become
//! vertices too, and so do sums with them. When nothing that is unfinished can be reached
//! from a vertex, its part of the graph is closed: it gets its values, and its vertices are
//! forgotten. This is how strongly connected parts are found in a search in depth.

use cg_core::Game;
use cg_loopy::{Draft, Loopy, Stoppers, Sum, SumPositions, Sums, SumsError, Target};
use cg_simplify::Engine;
use rustc_hash::{FxHashMap, FxHashSet};

/// A game that may go on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyGame {
    /// Its value: a stopper, or two sides.
    Sided(Loopy),
    /// A graph whose first vertex has no sides that are stoppers, as far as was looked.
    /// It has an outcome, but no value that could be added or compared.
    Unsided(Draft),
}

impl std::hash::Hash for LoopyGame {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            LoopyGame::Sided(value) => value.hash(state),
            LoopyGame::Unsided(draft) => draft.vertices().hash(state),
        }
    }
}

/// A game that is not known yet. It stands only as an option, in braces, and in sums there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Open(pub(crate) Part);

/// What an open game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// The braces in which it stands.
    Pass,
    /// A vertex of [`Loops`].
    Vertex(u32),
}

/// An option of braces that are being collected.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LooseOption {
    Value(Loopy),
    Open(Part),
}

/// What is known of a vertex.
#[derive(Clone, Debug)]
enum Cell {
    /// Nothing yet: a label or a call that is under way.
    Unfinished,
    /// It is another vertex.
    Same(u32),
    /// Its value.
    Value(Loopy),
    /// Its options.
    Braces([Vec<Target>; 2]),
    /// Copies of vertices, or of their negatives, and a value.
    Sum(Vec<Summand>, Loopy),
    /// It is no game.
    NoGame,
}

/// Copies of a vertex, or of its negative, in a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summand {
    pub(crate) vertex: u32,
    pub(crate) negated: bool,
    pub(crate) copies: u64,
}

/// The graph of a part that is closed.
#[derive(Debug)]
pub(crate) struct Closed {
    positions: SumPositions,
    /// What each vertex of the part is.
    vertices: FxHashMap<u32, Sum>,
}

impl Closed {
    /// The graph of the positions.
    pub(crate) fn draft(self) -> Draft {
        self.positions.draft
    }

    /// The graph of the positions.
    pub(crate) fn graph(&self) -> &Draft {
        &self.positions.draft
    }

    /// Where a vertex is in the graph, or its value; `None` for one that is not reached.
    pub(crate) fn target(&self, vertex: u32) -> Option<Target> {
        self.positions.target(self.vertices.get(&vertex)?)
    }
}

/// Why a part of the graph is not closed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotClosed {
    /// It leads to this vertex, which comes before it.
    Leads(u32),
    /// A game that is nothing but itself.
    Itself,
    /// A position that is no game.
    NoGame,
    /// Sums of positions that have no graph.
    Sums(SumsError),
}

impl From<SumsError> for NotClosed {
    fn from(error: SumsError) -> Self {
        NotClosed::Sums(error)
    }
}

/// The graph of what is not closed yet.
#[derive(Debug, Default)]
pub(crate) struct Loops {
    cells: Vec<Cell>,
    /// For each vertex one that is unfinished or leads to one, the lowest that was seen.
    lows: Vec<u32>,
    bytes: usize,
}

impl Loops {
    /// How many vertices there are.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.cells.len()).expect("memory ends before vertices do")
    }

    pub(crate) fn memory(&self) -> usize {
        self.bytes + self.cells.capacity() * (size_of::<Cell>() + size_of::<u32>())
    }

    fn add(&mut self, cell: Cell, low: u32) -> u32 {
        let vertex = self.len();
        self.cells.push(cell);
        self.lows.push(low);
        vertex
    }

    /// A label or a call that is under way.
    pub(crate) fn begin(&mut self) -> u32 {
        self.add(Cell::Unfinished, self.len())
    }

    /// Braces with these options, which may be vertices or passes.
    pub(crate) fn braces(&mut self, sides: [Vec<LooseOption>; 2]) -> u32 {
        let me = self.len();
        let mut low = me;
        let sides = sides.map(|side| {
            side.into_iter()
                .map(|option| match option {
                    LooseOption::Value(value) => Target::Value(value),
                    LooseOption::Open(Part::Pass) => Target::Vertex(me),
                    LooseOption::Open(Part::Vertex(to)) => {
                        low = low.min(self.lows[to as usize]);
                        Target::Vertex(to)
                    }
                })
                .collect::<Vec<_>>()
        });
        self.bytes += sides.iter().map(|side| side.len() * size_of::<Target>()).sum::<usize>();
        self.add(Cell::Braces(sides), low)
    }

    /// A sum of vertices and of a value.
    pub(crate) fn sum(&mut self, summands: Vec<Summand>, value: Loopy) -> u32 {
        let low = |summand: &Summand| self.lows[summand.vertex as usize];
        let low = summands.iter().map(low).min().expect("a sum that is not known has a vertex");
        self.bytes += summands.len() * size_of::<Summand>();
        self.add(Cell::Sum(summands, value), low.min(self.len()))
    }

    /// A vertex that is under way turns out to be another one.
    pub(crate) fn is_same(&mut self, vertex: u32, other: u32) {
        self.cells[vertex as usize] = Cell::Same(other);
        self.lows[vertex as usize] = self.lows[other as usize];
    }

    /// A vertex that is under way turns out to have a value, or to be no game.
    pub(crate) fn is_value(&mut self, vertex: u32, value: Option<Loopy>) {
        self.cells[vertex as usize] = value.map_or(Cell::NoGame, Cell::Value);
        self.lows[vertex as usize] = vertex;
    }

    /// The graph that `start` leads to, when nothing in it comes before `first` or is
    /// unfinished. The start comes first.
    pub(crate) fn closed(
        &mut self,
        start: u32,
        first: u32,
        engine: &mut Engine,
        stoppers: &mut Stoppers,
    ) -> Result<Closed, NotClosed> {
        let reached = self.finished(start, first)?;
        let mut sums = Sums::default();
        let mut vertices = FxHashMap::default();
        for &vertex in &reached {
            if let Cell::Braces(_) = self.cells[vertex as usize] {
                let place = sums.add(Vec::new(), Vec::new());
                vertices.insert(vertex, Sum::from_vertex(place));
            }
        }
        for &vertex in &reached {
            self.resolve(vertex, engine, stoppers, &mut vertices)?;
        }
        let mut place = 0;
        for vertex in &reached {
            let Cell::Braces(sides) = &self.cells[*vertex as usize] else { continue };
            sums.set(
                place,
                [0, 1].map(|side| {
                    let options = sides[side].iter().map(|target| match target {
                        Target::Vertex(to) => vertices[to].clone(),
                        Target::Value(value) => Sum::from_value(*value),
                    });
                    options.collect()
                }),
            );
            place += 1;
        }
        let positions = sums.positions(engine, stoppers, vertices[&start].clone())?;
        Ok(Closed { positions, vertices })
    }

    /// The vertices that `start` leads to, when none of them comes before `first` or is
    /// unfinished.
    fn finished(&mut self, start: u32, first: u32) -> Result<Vec<u32>, NotClosed> {
        let low = self.lows[start as usize];
        if low < first {
            return Err(NotClosed::Leads(low));
        }
        let (mut reached, mut seen) = (vec![start], FxHashSet::from_iter([start]));
        let mut done = 0;
        while let Some(&vertex) = reached.get(done) {
            done += 1;
            if vertex < first || matches!(self.cells[vertex as usize], Cell::Unfinished) {
                let low = self.lows[vertex as usize].min(vertex);
                self.lows[start as usize] = low;
                return Err(NotClosed::Leads(low));
            }
            match &self.cells[vertex as usize] {
                Cell::Same(other) => reached.extend(seen.insert(*other).then_some(*other)),
                Cell::Sum(summands, _) => {
                    let vertices = summands.iter().map(|summand| summand.vertex);
                    reached.extend(vertices.filter(|&vertex| seen.insert(vertex)));
                }
                Cell::Braces(sides) => {
                    let vertices = sides.iter().flatten().filter_map(|target| match target {
                        Target::Vertex(to) => Some(*to),
                        Target::Value(_) => None,
                    });
                    reached.extend(vertices.filter(|&vertex| seen.insert(vertex)));
                }
                Cell::Value(_) => {}
                Cell::NoGame => return Err(NotClosed::NoGame),
                Cell::Unfinished => unreachable!("looked at above"),
            }
        }
        Ok(reached)
    }

    /// Finds what a vertex is, as a sum of braces and of a value. What is known already is
    /// in `known`, and all braces are.
    fn resolve(
        &self,
        vertex: u32,
        engine: &mut Engine,
        stoppers: &mut Stoppers,
        known: &mut FxHashMap<u32, Sum>,
    ) -> Result<(), NotClosed> {
        let mut path = vec![vertex];
        let mut on_path = FxHashSet::from_iter([vertex]);
        while let Some(&vertex) = path.last() {
            if known.contains_key(&vertex) {
                path.pop();
                on_path.remove(&vertex);
                continue;
            }
            let one;
            let (summands, value) = match &self.cells[vertex as usize] {
                Cell::Same(other) => {
                    one = [Summand { vertex: *other, negated: false, copies: 1 }];
                    (&one[..], Game::ZERO.into())
                }
                Cell::Sum(summands, value) => (&summands[..], *value),
                Cell::Value(value) => (&[][..], *value),
                Cell::Braces(_) | Cell::NoGame | Cell::Unfinished => {
                    unreachable!("braces are known, and others were refused")
                }
            };
            let missing = summands.iter().find(|summand| !known.contains_key(&summand.vertex));
            if let Some(missing) = missing {
                if !on_path.insert(missing.vertex) {
                    return Err(NotClosed::Itself);
                }
                path.push(missing.vertex);
                continue;
            }
            let mut sum = Sum::from_value(value);
            for Summand { vertex, negated, copies } in summands {
                sum.add(engine, stoppers, &known[vertex], *negated, *copies)?;
            }
            known.insert(vertex, sum);
        }
        Ok(())
    }

    /// Forgets the vertices from `first` on.
    pub(crate) fn truncate(&mut self, first: u32) {
        for cell in self.cells.drain(first as usize..) {
            self.bytes -= match cell {
                Cell::Braces(sides) => sides.iter().map(|s| s.len() * size_of::<Target>()).sum(),
                Cell::Sum(summands, _) => summands.len() * size_of::<Summand>(),
                _ => 0,
            };
        }
        self.lows.truncate(first as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_to_nothing_unfinished_is_closed() {
        let limits = cg_core::Limits::default();
        let mut engine = Engine::new(cg_core::Registry::empty(), limits).unwrap();
        let mut stoppers = Stoppers::default();
        let mut closed =
            |loops: &mut Loops, start: u32| loops.closed(start, start, &mut engine, &mut stoppers);
        let mut loops = Loops::default();
        let label = loops.begin();
        let inner = loops.braces([vec![LooseOption::Open(Part::Vertex(label))], vec![]]);
        assert_eq!(closed(&mut loops, inner).unwrap_err(), NotClosed::Leads(label));
        let outer = loops.braces([
            vec![LooseOption::Open(Part::Vertex(inner))],
            vec![LooseOption::Open(Part::Pass)],
        ]);
        assert!(closed(&mut loops, outer).is_err());
        loops.is_same(label, outer);
        let found = closed(&mut loops, label).unwrap();
        assert_eq!(found.graph().vertices(), 2);
        assert_eq!(found.target(label), Some(Target::Vertex(0)));
        // A label that is nothing but itself, or itself and more.
        loops.truncate(0);
        let label = loops.begin();
        loops.is_same(label, label);
        assert_eq!(closed(&mut loops, label).unwrap_err(), NotClosed::Itself);
        loops.truncate(0);
        let label = loops.begin();
        let summand = Summand { vertex: label, negated: true, copies: 1 };
        let sum = loops.sum(vec![summand], Game::ZERO.into());
        loops.is_same(label, sum);
        assert_eq!(closed(&mut loops, label).unwrap_err(), NotClosed::Itself);
        loops.truncate(0);
        assert_eq!(loops.bytes, 0);
    }
}
