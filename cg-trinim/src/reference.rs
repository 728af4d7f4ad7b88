//! Slow and readable solvers, the oracles of the fast ones. Single positions use plain recursion.
//! Whole boards use the two published methods, position by position.

use crate::{Convention, Error, Layers, PieceCounts, Position, Result, moves};
use std::collections::HashMap;

/// The winner of single positions, by plain recursion over the options.
///
/// It can solve full boards of up to 4 layers, and positions with up to about 20 pieces.
///
/// ```
/// use cg_trinim::{Convention, Oracle};
/// let mut oracle = Oracle::new(Convention::Misere);
/// assert!(oracle.is_win("xx/x".chars().rev().collect::<String>().parse()?));
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    convention: Convention,
    known: HashMap<Position, bool>,
}

impl Oracle {
    /// An oracle without results.
    pub fn new(convention: Convention) -> Self {
        Self { convention, known: HashMap::new() }
    }

    /// Whether the player to move wins: an N-position.
    pub fn is_win(&mut self, position: Position) -> bool {
        if position.pieces() == 0 {
            return self.convention.stuck_player_wins();
        }
        if let Some(&win) = self.known.get(&position) {
            return win;
        }
        let win = position.options().any(|option| !self.is_win(option));
        self.known.insert(position, win);
        win
    }
}

/// One bit for each position of a board in the piece numbering of
/// [`Position`]: 1 for an N-position, a win for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitTable {
    layers: Layers,
    words: Vec<u64>,
}

/// The largest board of these references: 2^28 positions, 32 MiB.
const MAX_LAYERS: u8 = 7;

impl BitTable {
    fn zeros(layers: Layers) -> Result<Self> {
        if layers.get() > MAX_LAYERS {
            return Err(Error::Memory {
                what: format!("a reference table of {layers} layers"),
                needed: 1 << (layers.pieces() - 3),
                limit: 1 << 25,
                advice: "use the bit-parallel engine".into(),
            });
        }
        Ok(Self { layers, words: vec![0; 1 << layers.pieces().saturating_sub(6)] })
    }

    fn positions(&self) -> u64 {
        1 << self.layers.pieces()
    }

    fn get(&self, position: u64) -> bool {
        self.words[word(position)] >> (position & 63) & 1 == 1
    }

    fn set(&mut self, position: u64) {
        self.words[word(position)] |= 1 << (position & 63);
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    ///
    /// [`Error::LayersDiffer`] if the position is on another board.
    pub fn is_win(&self, position: Position) -> Result<bool> {
        position.check_board(self.layers)?;
        Ok(self.get(position.pieces()))
    }

    /// The number of P-positions by number of pieces left.
    pub fn p_counts(&self) -> PieceCounts {
        let mut counts = PieceCounts::new(self.layers);
        for position in (0..self.positions()).filter(|&p| !self.get(p)) {
            counts.add(position.count_ones(), 1);
        }
        counts
    }
}

/// The index of the word of a position. Tables are small enough for any `usize`.
fn word(position: u64) -> usize {
    usize::try_from(position >> 6).expect("at most 2^22 words")
}

/// Forward checking (section 2.1 of the paper): a position is a win if some option is a loss. The
/// options are already known.
///
/// # Errors
///
/// [`Error::Memory`] above 7 layers.
pub fn forward_checking(layers: Layers, convention: Convention) -> Result<BitTable> {
    let mut table = BitTable::zeros(layers)?;
    let moves = moves(layers);
    for position in 0..table.positions() {
        let ends = position == 0 && convention.stuck_player_wins();
        if ends || moves.iter().any(|m| m & !position == 0 && !table.get(position ^ m)) {
            table.set(position);
        }
    }
    Ok(table)
}

/// The retrograde method (section 2.2): each P-position that is visited makes all its parents wins.
///
/// ```
/// use cg_trinim::{Convention, Layers, retrograde};
/// let table = retrograde(Layers::new(4)?, Convention::Normal)?;
/// assert_eq!(table.p_counts().total(), 149);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Memory`] above 7 layers.
pub fn retrograde(layers: Layers, convention: Convention) -> Result<BitTable> {
    let mut table = BitTable::zeros(layers)?;
    let moves = moves(layers);
    if convention.stuck_player_wins() {
        table.set(0);
    }
    for position in 0..table.positions() {
        if !table.get(position) {
            for m in moves.iter().filter(|&m| m & position == 0) {
                table.set(position | m);
            }
        }
    }
    Ok(table)
}
