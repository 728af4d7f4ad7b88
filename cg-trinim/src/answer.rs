//! The answers about positions: the winner, the winning moves, and the number of P-positions. They
//! come from a table, from files, or from a search.

use crate::engine::SolveOptions;
use crate::{
    BitTable, Convention, Error, Layers, PieceCounts, Position, Result, Store, Table, retrograde,
    solve,
};
use cg_core::{Arrange, Interrupt};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// A position and the moves that win it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionAnswer {
    /// The position.
    pub position: Position,
    /// The convention.
    pub convention: Convention,
    /// Whether the player to move wins.
    pub win: bool,
    /// The positions after each winning move, in full.
    pub winning: Vec<Position>,
    /// The same up to the symmetries of the position: one move of each class, and the size of the
    /// class.
    pub classes: Vec<WinningClass>,
}

/// Winning moves that a symmetry of the position maps to each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WinningClass {
    /// The position after one of them.
    pub after: Position,
    /// The number of moves in the class.
    pub moves: usize,
}

impl PositionAnswer {
    /// Finds all winning moves of a position.
    ///
    /// ```
    /// use cg_trinim::{Convention, PositionAnswer, Search};
    /// let mut search = Search::new(Convention::Normal, 0);
    /// let answer = PositionAnswer::new("3".parse()?, Convention::Normal, &mut search)?;
    /// assert!(answer.win);
    /// assert_eq!(answer.classes.iter().map(|c| c.moves).sum::<usize>(), answer.winning.len());
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of the lookup.
    pub fn new(
        position: Position,
        convention: Convention,
        lookup: &mut dyn Lookup,
    ) -> Result<Self> {
        let options: Vec<Position> = position.options().collect();
        let wins = lookup.wins(&options)?;
        let winning: Vec<Position> =
            options.into_iter().zip(wins).filter(|(_, win)| !win).map(|(o, _)| o).collect();
        let win = if position.pieces() == 0 {
            convention.stuck_player_wins()
        } else {
            !winning.is_empty()
        };
        let mut classes: BTreeMap<u64, WinningClass> = BTreeMap::new();
        for &after in &winning {
            let class = classes
                .entry(after.canonical().pieces())
                .or_insert(WinningClass { after, moves: 0 });
            class.moves += 1;
        }
        let mut classes: Vec<WinningClass> = classes.into_values().collect();
        classes.arrange_by_key(|c| position.pieces() ^ c.after.pieces());
        Ok(Self { position, convention, win, winning, classes })
    }
}

/// The known facts about a whole board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardAnswer {
    /// k.
    pub layers: u8,
    /// The convention.
    pub convention: Convention,
    /// The number of positions, 2^(k(k+1)/2).
    pub positions: u64,
    /// The number of P-positions.
    pub p_positions: u64,
    /// P-positions by the number of pieces left.
    pub p_by_pieces: Vec<u64>,
    /// The ratio of P-positions to all positions, as in the text of the paper.
    pub p_to_all: f64,
    /// The ratio of P-positions to N-positions, as in the caption of its Fig. 13.
    pub p_to_n: f64,
    /// The full board and its winning moves.
    pub full_board: PositionAnswer,
}

impl BoardAnswer {
    /// Looks up the full board and its moves, and adds the counts.
    ///
    /// # Errors
    ///
    /// Errors of the lookup.
    pub fn new(
        layers: Layers,
        convention: Convention,
        counts: &PieceCounts,
        lookup: &mut dyn Lookup,
    ) -> Result<Self> {
        let positions = 1u64 << layers.pieces();
        let p_positions = counts.total();
        Ok(Self {
            layers: layers.get(),
            convention,
            positions,
            p_positions,
            p_by_pieces: counts.by_pieces().to_vec(),
            // Rounded to 53 bits: these numbers are for readers.
            p_to_all: p_positions as f64 / positions as f64,
            p_to_n: p_positions as f64 / (positions - p_positions) as f64,
            full_board: PositionAnswer::new(Position::full(layers), convention, lookup)?,
        })
    }
}

/// A source of answers: a table, a folder of files or a search.
pub trait Lookup {
    /// For each position, whether the player to move wins.
    ///
    /// # Errors
    ///
    /// The position is on another board, a file is missing or damaged, or a search reaches its
    /// limit.
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>>;
}

impl Lookup for &Table {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        positions.iter().map(|&p| self.is_win(p)).collect()
    }
}

/// Looks up positions in a folder of block files. A call decodes each block that it needs once,
/// which takes a second for a block of 2^30 positions.
#[derive(Debug)]
pub struct StoreLookup<'a> {
    store: &'a Store,
    options: &'a SolveOptions,
}

impl<'a> StoreLookup<'a> {
    /// Lookups that use the backend and the interrupt flag of `options`.
    pub fn new(store: &'a Store, options: &'a SolveOptions) -> Self {
        Self { store, options }
    }
}

impl Lookup for StoreLookup<'_> {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        let (folding, layout) = (self.store.folding(), self.store.layout());
        let mut by_block: BTreeMap<u64, Vec<(usize, u64)>> = BTreeMap::new();
        for (i, &position) in positions.iter().enumerate() {
            position.check_board(layout.layers())?;
            let (_, symmetry) = folding.canonical(layout.block_of(position.pieces()));
            let (block, index) = layout.locate(symmetry.apply(position).pieces());
            by_block.entry(block).or_default().push((i, index));
        }
        let solver = self.store.solver(self.options, 1, self.options.threads.get())?;
        let mut wins = vec![false; positions.len()];
        for (block, wanted) in by_block {
            let decoded = self.store.decode(block, &solver, &mut 0)?;
            for (i, index) in wanted {
                wins[i] = !decoded.get(index);
            }
            solver.pool.give_back(decoded);
        }
        Ok(wins)
    }
}

/// Searches positions of any board. A position that fits a board of 7 layers is looked up in a
/// table. The table is made at the first use, in some hundredths of a second. Larger positions are
/// searched move by move, and their results are kept.
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

/// The largest board for which a search makes a table.
const SMALL: u8 = 7;

impl Search {
    /// A search that fails after it has visited `limit` positions larger than 7 layers.
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

    /// The same search, but it stops with [`Error::Interrupted`] if `interrupt` is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The number of visited positions that did not fit a table.
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
        // Options in a table come first, then those with fewer pieces.
        let mut options: Vec<Position> = position.options().map(Position::fitted).collect();
        options.arrange_by_key(|o| (o.layers().get() > SMALL, o.pieces().count_ones()));
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

/// Nim-values of positions in normal play. Computed values are kept.
#[derive(Debug)]
pub struct NimValues {
    known: HashMap<Position, u32>,
    limit: u64,
    interrupt: Interrupt,
}

impl NimValues {
    /// Fails after `limit` distinct parts.
    pub fn new(limit: u64) -> Self {
        Self { known: HashMap::new(), limit, interrupt: Interrupt::new() }
    }

    /// The same, but it stops with [`Error::Interrupted`] if `interrupt` is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The n for which the position equals `*n`. It is the nim-sum of the values of the parts. The
    /// value of a part is the least number that is not the value of an option.
    ///
    /// ```
    /// use cg_trinim::{NimValues, Position};
    /// let mut values = NimValues::new(1_000);
    /// let row: Position = "./../xxx".parse()?;
    /// assert_eq!(values.value(row)?, 3);
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::SearchLimit`] if the limit is reached: a part of n pieces can have up to 2^n
    /// positions.
    pub fn value(&mut self, position: Position) -> Result<u32> {
        position
            .parts()
            .into_iter()
            .try_fold(0, |sum, part| Ok(sum ^ self.part(part.fitted().canonical())?))
    }

    fn part(&mut self, part: Position) -> Result<u32> {
        if let Some(&value) = self.known.get(&part) {
            return Ok(value);
        }
        if self.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        let mut seen = Vec::new();
        for option in part.options() {
            seen.push(self.value(option)?);
        }
        if self.known.len() as u64 >= self.limit {
            return Err(Error::SearchLimit(self.limit));
        }
        seen.sort_unstable();
        seen.dedup();
        let value = (0..).zip(&seen).find(|(i, v)| i != *v).map_or(seen.len(), |(i, _)| i as usize);
        let value = u32::try_from(value).expect("a board has some hundred moves");
        self.known.insert(part, value);
        Ok(value)
    }
}
