//! Values that may go on for ever, and parts of them whose braces are still open.
//!
//! A `pass`, a label and a call that is under way stand for games that are not known yet.
//! [`Loops`] keeps them as vertices of a graph that grows; braces with such options become
//! vertices too. When nothing that is unfinished can be reached from a vertex, its part of
//! the graph is closed: it gets its values, and its vertices are forgotten. This is how
//! strongly connected parts are found in a search in depth.

use cg_loopy::{Draft, Loopy, Target};
use rustc_hash::FxHashMap;

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

/// A game that is not known yet. It stands only as an option, in braces.
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
    /// It is no game.
    NoGame,
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
    /// unfinished, and the vertex of the graph for each vertex here. The start comes first.
    pub(crate) fn closed(
        &mut self,
        start: u32,
        first: u32,
    ) -> Result<(Draft, FxHashMap<u32, Target>), NotClosed> {
        let low = self.lows[start as usize];
        if low < first {
            return Err(NotClosed::Leads(low));
        }
        let mut targets: FxHashMap<u32, Target> = FxHashMap::default();
        let mut order = Vec::new();
        let mut waiting = vec![start];
        while let Some(vertex) = waiting.pop() {
            if targets.contains_key(&vertex) {
                continue;
            }
            // What it is the same as, in the end.
            let mut same = vec![vertex];
            let target = loop {
                let last = *same.last().expect("the vertex itself is there");
                if last < first || matches!(self.cells[last as usize], Cell::Unfinished) {
                    let low = self.lows[last as usize].min(last);
                    self.lows[start as usize] = low;
                    return Err(NotClosed::Leads(low));
                }
                if let Some(&known) = targets.get(&last) {
                    break known;
                }
                match &self.cells[last as usize] {
                    Cell::Same(other) if same.contains(other) => return Err(NotClosed::Itself),
                    Cell::Same(other) => same.push(*other),
                    Cell::Value(value) => break Target::Value(*value),
                    Cell::NoGame => return Err(NotClosed::NoGame),
                    Cell::Unfinished => unreachable!("looked at above"),
                    Cell::Braces(sides) => {
                        let place = u32::try_from(order.len()).expect("fewer than the cells");
                        order.push(last);
                        waiting.extend(sides.iter().flatten().filter_map(|target| match target {
                            Target::Vertex(to) => Some(*to),
                            Target::Value(_) => None,
                        }));
                        break Target::Vertex(place);
                    }
                }
            };
            targets.extend(same.into_iter().map(|vertex| (vertex, target)));
        }
        let mut draft = Draft::default();
        for vertex in order {
            let Cell::Braces(sides) = &self.cells[vertex as usize] else {
                unreachable!("only braces are in the order")
            };
            let [left, right] = [0, 1].map(|side| {
                let options = sides[side].iter().map(|target| match target {
                    Target::Vertex(to) => targets[to],
                    value => *value,
                });
                options.collect()
            });
            draft.add(left, right);
        }
        Ok((draft, targets))
    }

    /// Forgets the vertices from `first` on.
    pub(crate) fn truncate(&mut self, first: u32) {
        for cell in self.cells.drain(first as usize..) {
            if let Cell::Braces(sides) = cell {
                self.bytes -=
                    sides.iter().map(|side| side.len() * size_of::<Target>()).sum::<usize>();
            }
        }
        self.lows.truncate(first as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_to_nothing_unfinished_is_closed() {
        let mut loops = Loops::default();
        let label = loops.begin();
        let inner = loops.braces([vec![LooseOption::Open(Part::Vertex(label))], vec![]]);
        assert_eq!(loops.closed(inner, inner).unwrap_err(), NotClosed::Leads(label));
        let outer = loops.braces([
            vec![LooseOption::Open(Part::Vertex(inner))],
            vec![LooseOption::Open(Part::Pass)],
        ]);
        assert!(loops.closed(outer, outer).is_err());
        loops.is_same(label, outer);
        let (draft, targets) = loops.closed(label, label).unwrap();
        assert_eq!(draft.vertices(), 2);
        assert_eq!(targets[&label], Target::Vertex(0));
        // A label that is nothing but itself.
        loops.truncate(0);
        let label = loops.begin();
        loops.is_same(label, label);
        assert_eq!(loops.closed(label, label).unwrap_err(), NotClosed::Itself);
    }
}
