//! Answers: who wins, by which moves, and how often.

use crate::{Convention, Layers, Lookup, PieceCounts, Position, Result};
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The same up to the symmetries of the position: one of each class, and its size.
    pub classes: Vec<WinningClass>,
}

/// Winning moves that symmetry makes alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WinningClass {
    /// The position after one of them.
    pub after: Position,
    /// How many there are.
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
    /// Those of the lookup.
    pub fn new(
        position: Position,
        convention: Convention,
        lookup: &mut dyn Lookup,
    ) -> Result<Self> {
        let options: Vec<Position> = position.options().collect();
        let wins = lookup.wins(&options)?;
        let winning: Vec<Position> =
            options.into_iter().zip(wins).filter(|(_, win)| !win).map(|(o, _)| o).collect();
        let win =
            if position.pieces() == 0 { convention.empty_is_win() } else { !winning.is_empty() };
        let mut classes: BTreeMap<u64, WinningClass> = BTreeMap::new();
        for &after in &winning {
            let class = classes
                .entry(after.canonical().pieces())
                .or_insert(WinningClass { after, moves: 0 });
            class.moves += 1;
        }
        let mut classes: Vec<WinningClass> = classes.into_values().collect();
        classes.sort_by_key(|c| position.pieces() ^ c.after.pieces());
        Ok(Self { position, convention, win, winning, classes })
    }
}

/// What is known of a whole board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardAnswer {
    /// k.
    pub layers: u8,
    /// The convention.
    pub convention: Convention,
    /// Positions in all, 2^(k(k+1)/2).
    pub positions: u64,
    /// P-positions in all.
    pub p_positions: u64,
    /// P-positions by number of pieces left.
    pub p_by_pieces: Vec<u64>,
    /// P-positions to all positions, as in the text of the paper.
    pub p_to_all: f64,
    /// P-positions to N-positions, as in the caption of its Fig. 13.
    pub p_to_n: f64,
    /// The full board and its winning moves.
    pub full_board: PositionAnswer,
}

impl BoardAnswer {
    /// Puts counts and lookups together.
    ///
    /// # Errors
    ///
    /// Those of the lookup.
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
            // Rounded to 53 bits: these are for reading.
            p_to_all: p_positions as f64 / positions as f64,
            p_to_n: p_positions as f64 / (positions - p_positions) as f64,
            full_board: PositionAnswer::new(Position::full(layers), convention, lookup)?,
        })
    }
}
