//! Positions that are sums of positions: vertices of a graph that is not complete yet, plus a
//! value.
//!
//! A move in a sum is a move in one summand, so the positions after `F + G` are sums, too. In a
//! graph whose options are sums ([`Sums`]), a position is a multiset of vertices, some of them
//! negated, and one value: known summands are added at once. This is the reachable part of the
//! product graph. It may be infinite, as for `{F + F|}`, so there is a limit.
//!
//! Adding values at once is sound. Sums of equal games are equal. If a move in a vertex adds a
//! further value, the same move can be answered in the other graph.

use cg_core::{Game, Player};
use cg_simplify::Engine;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::arena::Stoppers;
use crate::draft::{Draft, Target};
use crate::game_graph::{number, place};
use crate::side::Loopy;

/// The largest number of positions in a graph of sums.
pub const MOST_SUMS: usize = 100_000;

/// A sum of vertices of a graph of [`Sums`], some of them negated, and a value.
///
/// ```
/// use cg_core::Game;
/// use cg_loopy::Sum;
///
/// let one = Sum::from_vertex(3);
/// assert_eq!(one.value(), None);
/// assert_eq!(Sum::from_value(Game::ZERO.into()).value(), Some(Game::ZERO.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// In order, each once.
    parts: Vec<Part>,
    value: Loopy,
}

/// Copies of a vertex, or of its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Part {
    vertex: u32,
    negated: bool,
    copies: u64,
}

/// Why a graph of sums was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumsError {
    /// The engine's errors: a limit, an interrupt, a failing subgroup.
    Game(cg_core::Error),
    /// More than [`MOST_SUMS`] positions.
    TooMany,
    /// Some values were to be added, but no sides of their sum were found.
    NoSides,
    /// A sum of a vertex and a value with two sides, which has no moves.
    TwoSides(Loopy),
}

impl From<cg_core::Error> for SumsError {
    fn from(error: cg_core::Error) -> Self {
        SumsError::Game(error)
    }
}

/// The result of adding positions.
pub type SumsResult<T> = std::result::Result<T, SumsError>;

impl Sum {
    /// The sum of one vertex.
    pub fn from_vertex(vertex: u32) -> Self {
        let part = Part { vertex, negated: false, copies: 1 };
        Sum { parts: vec![part], value: Game::ZERO.into() }
    }

    /// The sum of a value alone.
    pub const fn from_value(value: Loopy) -> Self {
        Sum { parts: Vec::new(), value }
    }

    /// The value, if the sum has no vertices.
    pub fn value(&self) -> Option<Loopy> {
        self.parts.is_empty().then_some(self.value)
    }

    /// Adds copies of a vertex, or of its negative.
    fn add_part(&mut self, part: Part) -> SumsResult<()> {
        if part.copies == 0 {
            return Ok(());
        }
        let key = |part: &Part| (part.vertex, part.negated);
        match self.parts.binary_search_by_key(&key(&part), key) {
            Ok(at) => {
                let copies = &mut self.parts[at].copies;
                *copies = copies.checked_add(part.copies).ok_or(SumsError::TooMany)?;
            }
            Err(at) => self.parts.insert(at, part),
        }
        Ok(())
    }

    /// Removes one copy of the part at this index.
    fn without(&self, at: usize) -> Self {
        let mut rest = self.clone();
        rest.parts[at].copies -= 1;
        if rest.parts[at].copies == 0 {
            rest.parts.remove(at);
        }
        rest
    }

    /// Adds `copies` copies of `other`, or of its negative.
    ///
    /// # Errors
    /// The engine's errors; values without known sides of their sum; too many copies.
    pub fn add(
        &mut self,
        engine: &mut Engine,
        stoppers: &mut Stoppers,
        other: &Sum,
        negated: bool,
        copies: u64,
    ) -> SumsResult<()> {
        self.add_parts(other, negated, copies)?;
        let added = stoppers.multiple(engine, copies, other.value)?.ok_or(SumsError::NoSides)?;
        self.value = plus(engine, stoppers, self.value, added, negated)?;
        Ok(())
    }

    /// Adds the vertices of another sum.
    fn add_parts(&mut self, other: &Sum, negated: bool, copies: u64) -> SumsResult<()> {
        for part in &other.parts {
            let copies = part.copies.checked_mul(copies).ok_or(SumsError::TooMany)?;
            self.add_part(Part { negated: part.negated != negated, copies, ..*part })?;
        }
        Ok(())
    }
}

/// A value plus another one, or minus it.
fn plus(
    engine: &mut Engine,
    stoppers: &mut Stoppers,
    value: Loopy,
    summand: Loopy,
    negated: bool,
) -> SumsResult<Loopy> {
    let summand = if negated { stoppers.negate(engine, summand)? } else { summand };
    stoppers.sum(engine, value, summand)?.ok_or(SumsError::NoSides)
}

/// A graph whose options are sums of its vertices and of values.
///
/// ```
/// use cg_core::{Game, Limits, Notation};
/// use cg_loopy::{Stoppers, Sum, Sums};
/// use cg_simplify::Engine;
///
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let mut stoppers = Stoppers::default();
/// // F = {0 | F + *}
/// let star = engine.nimber(&1u8.into())?;
/// let mut option = Sum::from_vertex(0);
/// option.add(&mut engine, &mut stoppers, &Sum::from_value(star.into()), false, 1).unwrap();
/// let mut sums = Sums::default();
/// sums.add(vec![Sum::from_value(Game::ZERO.into())], vec![option]);
/// let found = sums.positions(&mut engine, &mut stoppers, Sum::from_vertex(0)).unwrap();
/// let value = stoppers.value(&mut engine, &found.draft, 0)?.expect("its sides are found");
/// assert_eq!(stoppers.print(&mut engine, value, Notation::Standard)?, "1 & *");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sums {
    vertices: Vec<[Vec<Sum>; 2]>,
}

/// The followers of a sum.
#[derive(Debug)]
pub struct SumPositions {
    /// Their graph. The sum itself is its first vertex.
    pub draft: Draft,
    places: IndexSet<Sum, FxBuildHasher>,
}

impl SumPositions {
    /// The target of a sum in the graph, if it was reached or is a value.
    pub fn target(&self, sum: &Sum) -> Option<Target> {
        match sum.value() {
            Some(value) => Some(Target::Value(value)),
            None => self.places.get_index_of(sum).map(|at| Target::Vertex(number(at))),
        }
    }
}

impl Sums {
    /// Adds a vertex with these options. They may contain vertices that are added later.
    ///
    /// # Panics
    /// More than 2^32 vertices.
    pub fn add(&mut self, left: Vec<Sum>, right: Vec<Sum>) -> u32 {
        self.vertices.push([left, right]);
        number(self.vertices.len() - 1)
    }

    /// Changes the options of a vertex.
    ///
    /// # Panics
    /// A vertex that was not added.
    pub fn set(&mut self, vertex: u32, options: [Vec<Sum>; 2]) {
        self.vertices[vertex as usize] = options;
    }

    /// The graph of the followers of `start`. It has no vertex if `start` is a value.
    ///
    /// # Errors
    /// See [`SumsError`].
    ///
    /// # Panics
    /// A vertex that was not added.
    pub fn positions(
        &self,
        engine: &mut Engine,
        stoppers: &mut Stoppers,
        start: Sum,
    ) -> SumsResult<SumPositions> {
        let mut found = SumPositions { draft: Draft::default(), places: IndexSet::default() };
        let mut adding = Adding { engine, stoppers, known: FxHashMap::default() };
        if start.value().is_none() {
            found.places.insert(start);
        }
        let (mut done, mut held) = (0, 0);
        while let Some(position) = found.places.get_index(done).cloned() {
            done += 1;
            held += size_of::<Part>() * position.parts.len();
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for option in self.options(&mut adding, &position, player)? {
                    side.push(match option.value() {
                        Some(value) => Target::Value(value),
                        None => Target::Vertex(number(found.places.insert_full(option).0)),
                    });
                }
                // Sums that are not single vertices may have no end.
                if found.places.len() > MOST_SUMS.max(2 * self.vertices.len()) {
                    return Err(SumsError::TooMany);
                }
            }
            let [left, right] = sides;
            found.draft.add(left, right);
            adding.engine.check()?;
            if done % (1 << 12) == 0 {
                let each = 3 * size_of::<Sum>() + 16 * size_of::<Target>();
                let memory = held + found.places.len() * each + adding.stoppers.memory();
                adding.engine.look(memory)?;
            }
        }
        Ok(found)
    }

    /// The positions after a move of `player`.
    fn options(
        &self,
        adding: &mut Adding<'_>,
        position: &Sum,
        player: Player,
    ) -> SumsResult<Vec<Sum>> {
        let mut options = Vec::new();
        for (at, part) in position.parts.iter().enumerate() {
            let mover = if part.negated { player.opponent() } else { player };
            let moves = &self.vertices[part.vertex as usize][place(mover)];
            if moves.is_empty() {
                continue;
            }
            let rest = position.without(at);
            for option in moves {
                let mut after = rest.clone();
                adding.add(&mut after, option, part.negated)?;
                options.push(after);
            }
        }
        if position.value != Game::ZERO.into() {
            let Some(side) = position.value.stopper() else {
                return Err(SumsError::TwoSides(position.value));
            };
            for side in adding.stoppers.options_of(adding.engine, side, player)? {
                options.push(Sum { parts: position.parts.clone(), value: side.into() });
            }
        }
        Ok(options)
    }
}

/// Adds sums, and remembers the sums of values.
struct Adding<'a> {
    engine: &'a mut Engine,
    stoppers: &'a mut Stoppers,
    known: FxHashMap<(Loopy, Loopy, bool), Loopy>,
}

impl Adding<'_> {
    fn add(&mut self, sum: &mut Sum, other: &Sum, negated: bool) -> SumsResult<()> {
        sum.add_parts(other, negated, 1)?;
        if other.value == Game::ZERO.into() {
            return Ok(());
        }
        let key = (sum.value, other.value, negated);
        let added = match self.known.get(&key) {
            Some(&added) => added,
            None => {
                let added = plus(self.engine, self.stoppers, sum.value, other.value, negated)?;
                self.known.insert(key, added);
                added
            }
        };
        sum.value = added;
        Ok(())
    }
}
