//! Where the value of a position comes from: a table, files, or a search.

use crate::engine::{SolveOptions, Solver};
use crate::{
    BitTable, Convention, Error, Layers, Position, Result, Store, Table, retrograde, solve,
};
use cg_core::Interrupt;
use std::collections::{BTreeMap, HashMap};

/// Something that knows who wins.
pub trait Lookup {
    /// For each position, whether the player to move wins.
    ///
    /// # Errors
    ///
    /// When the position lives on another board, a file is missing or damaged,
    /// or a search reaches its limit.
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>>;
}

impl Lookup for &Table {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        positions.iter().map(|&p| self.is_win(p)).collect()
    }
}

/// Looks positions up in a folder of block files; each lookup decodes each block
/// that it needs once, which takes a second for blocks of 2^30 positions.
#[derive(Debug)]
pub struct StoreLookup<'a> {
    store: &'a Store,
    options: &'a SolveOptions,
}

impl<'a> StoreLookup<'a> {
    /// Lookups with the backend and interrupt flag of `options`.
    pub fn new(store: &'a Store, options: &'a SolveOptions) -> Self {
        Self { store, options }
    }
}

impl Lookup for StoreLookup<'_> {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        let (folding, layout) = (self.store.folding(), self.store.layout());
        let mut by_block: BTreeMap<u64, Vec<(usize, u64)>> = BTreeMap::new();
        for (i, &position) in positions.iter().enumerate() {
            same_board(layout.layers(), position)?;
            let (_, symmetry) = folding.canonical(layout.block_of(position.pieces()));
            let (block, index) = layout.locate(symmetry.apply(position).pieces());
            by_block.entry(block).or_default().push((i, index));
        }
        let solver = Solver::new(folding, layout, self.options)?;
        let mut wins = vec![false; positions.len()];
        for (block, wanted) in by_block {
            let decoded = self.store.decode(block, &solver, &mut 0)?;
            for (i, index) in wanted {
                wins[i] = !decoded.get(index);
            }
            solver.give_back(decoded);
        }
        Ok(wins)
    }
}

fn same_board(expected: Layers, position: Position) -> Result<()> {
    let (expected, found) = (expected.get(), position.layers().get());
    if expected == found { Ok(()) } else { Err(Error::LayersDiffer { expected, found }) }
}

/// Searches positions of any board: whatever fits a board of 7 layers is looked
/// up in a table, solved in some hundredths of a second on first use; larger
/// positions are tried move by move, with what was learnt on the way.
///
/// ```
/// use cg_trinim::{Convention, Lookup, Position, Search};
/// let mut search = Search::new(Convention::Normal, 1_000);
/// let full: Position = "6".parse()?;
/// assert_eq!(search.wins(&[full])?, [true]);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Debug)]
pub struct Search {
    convention: Convention,
    limit: u64,
    interrupt: Interrupt,
    visited: u64,
    small: BTreeMap<u8, Small>,
    known: HashMap<Position, bool>,
}

/// A solved board of at most 7 layers.
#[derive(Debug)]
enum Small {
    Scalar(BitTable),
    Blocks(Table),
}

/// The largest board whose table is made on the way.
const SMALL: u8 = 7;

impl Search {
    /// A search that fails after visiting `limit` positions larger than 7 layers.
    pub fn new(convention: Convention, limit: u64) -> Self {
        Self {
            convention,
            limit,
            interrupt: Interrupt::new(),
            visited: 0,
            small: BTreeMap::new(),
            known: HashMap::new(),
        }
    }

    /// The same, stopped with [`Error::Interrupted`] when `interrupt` is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Positions visited so far that did not fit a table.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    fn is_win(&mut self, position: Position) -> Result<bool> {
        let position = position.fitted();
        if position.layers().get() <= SMALL {
            return self.look_up(position);
        }
        let position = position.canonical();
        if let Some(&win) = self.known.get(&position) {
            return Ok(win);
        }
        if self.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        self.visited += 1;
        if self.visited > self.limit {
            return Err(Error::SearchLimit(self.limit));
        }
        // Options that a table knows come first; then those with fewer pieces.
        let mut options: Vec<Position> = position.options().map(Position::fitted).collect();
        options.sort_by_key(|o| (o.layers().get() > SMALL, o.pieces().count_ones()));
        let mut win = false;
        for option in options {
            if !self.is_win(option)? {
                win = true;
                break;
            }
        }
        self.known.insert(position, win);
        Ok(win)
    }

    fn look_up(&mut self, position: Position) -> Result<bool> {
        let layers = position.layers();
        let small = match self.small.entry(layers.get()) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => new.insert(if layers.get() < 5 {
                Small::Scalar(retrograde(layers, self.convention)?)
            } else {
                let interrupt = self.interrupt.clone();
                let options = SolveOptions { interrupt, ..SolveOptions::default() };
                Small::Blocks(solve(layers, self.convention, &options, &|_| ())?)
            }),
        };
        match small {
            Small::Scalar(table) => table.is_win(position),
            Small::Blocks(table) => table.is_win(position),
        }
    }
}

impl Lookup for Search {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        positions.iter().map(|&p| self.is_win(p)).collect()
    }
}
