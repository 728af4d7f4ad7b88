//! What rules tell a solver beside the game itself: guesses about speed, and ways to bound a
//! position by tying one player's hands.

use std::ops::Range;

use cg_core::Player;

use crate::Ruleset;

/// A board on whose free cells Left places upright dominoes and Right flat ones, for a search of
/// the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominoes {
    /// How many rows the board has.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
    /// The free cells: bit *row * columns + column*.
    pub free: u128,
}

/// Rules that help a solver. The defaults say nothing: `impl Hints for MyRules {}` is enough.
///
/// Only [`Hints::band`], [`Hints::line_words`], [`Hints::is_copied`] and [`Hints::dominoes`] could
/// make an answer wrong.
pub trait Hints: Ruleset {
    /// Whether a search should work out the value of a position at once, as it is small.
    /// This is a guess about speed alone.
    fn is_small(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// About how much there is to search in a position: the number of its cells, say.
    /// This is a guess about speed alone.
    fn size(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// How good a position seems for Left: above 0 for a position that Left likes. A
    /// search tries first what seems best. This is a guess about speed alone.
    fn estimate(&self, position: &Self::Position) -> f32 {
        let _ = position;
        0.0
    }

    /// Into how many lines a position can be cut such that only `player` moves across
    /// a cut; 0 when there is no such way. In Domineering these are the rows for Left,
    /// whose dominoes stand upright, and the columns for Right.
    fn lines(&self, position: &Self::Position, player: Player) -> u32 {
        let _ = (position, player);
        0
    }

    /// Some neighbouring lines of a position, cut out: see [`Hints::lines`]. Where
    /// `player` may no longer move across the cuts, a position is the sum of its bands.
    fn band(&self, position: &Self::Position, player: Player, lines: Range<u32>) -> Self::Position {
        let _ = (player, lines);
        position.clone()
    }

    /// The lines of a position, a word for each, such that bands with the same words, for the
    /// same player, are the same sum; nothing where that takes more than a word for a line. So
    /// a solver knows a band again without cutting it out.
    fn line_words(&self, position: &Self::Position, player: Player, words: &mut impl Extend<u64>) {
        let _ = (position, player, words);
    }

    /// The position as a board of dominoes, when it is one and has at most 128 cells.
    fn dominoes(&self, position: &Self::Position) -> Option<Dominoes> {
        let _ = position;
        None
    }

    /// Whether in an impartial position who moves second wins by copying each move
    /// elsewhere. No is always a right answer.
    fn is_copied(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }
}
