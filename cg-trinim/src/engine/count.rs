//! Exact numbers of P-positions by number of pieces left, one block at a time.

use super::register::{BY_PIECES, PAGE, Page, Register, WORD_LEVELS};
use crate::Layers;
use serde::Serialize;

/// The numbers of P-positions with 0, 1, 2, ... pieces left.
///
/// Counts are exact: a board has at most 2^55 positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceCounts {
    by_pieces: Vec<u64>,
}

impl PieceCounts {
    /// No counted positions.
    pub fn new(layers: Layers) -> Self {
        Self { by_pieces: vec![0; layers.pieces() as usize + 1] }
    }

    /// Counts `number` positions with `pieces` pieces left.
    pub(crate) fn add(&mut self, pieces: u32, number: u64) {
        self.by_pieces[pieces as usize] += number;
    }

    /// Adds the counts of another part of the same board, `times` times.
    pub(crate) fn add_all(&mut self, other: &Self, times: u64) {
        for (sum, &n) in self.by_pieces.iter_mut().zip(&other.by_pieces) {
            *sum += times * n;
        }
    }

    /// Entry `i` counts the P-positions with `i` pieces left.
    pub fn by_pieces(&self) -> &[u64] {
        &self.by_pieces
    }

    /// The number of all P-positions.
    pub fn total(&self) -> u64 {
        self.by_pieces.iter().sum()
    }
}

/// Adds the P-positions of `pages`, a block in which `block_pieces` block-ID
/// pieces are left, to `counts`.
#[inline(always)]
pub(crate) fn count(pages: &[Page], block_pieces: u32, counts: &mut PieceCounts) {
    let mut by_pieces = [[0u64; 64]; 4];
    for (number, page) in pages.iter().enumerate() {
        // Registers with the same number of pieces are added as binary numbers of three digits,
        // seven at a time. Then the bits are counted.
        let mut start = 0;
        for (pieces, size) in [1, 7, 21, 35, 35, 21, 7, 1].into_iter().enumerate() {
            let above = number.count_ones() as usize + pieces;
            for chunk in BY_PIECES[start..start + size].chunks(7) {
                let digits = add_seven(page, chunk);
                for (digit, sum) in digits.iter().enumerate() {
                    for (word, by_pieces) in sum.0.iter().zip(&mut by_pieces) {
                        for (level, mask) in WORD_LEVELS.iter().enumerate() {
                            let ones = (word & mask).count_ones();
                            by_pieces[above + level] += u64::from(ones) << digit;
                        }
                    }
                }
            }
            start += size;
        }
    }
    for (word, sums) in by_pieces.iter().enumerate() {
        for (pieces, &ones) in (0..).zip(sums) {
            if ones != 0 {
                counts.add(block_pieces + word.count_ones() + pieces, ones);
            }
        }
    }
}

/// For each bit, the number of up to seven registers that have it, as ones, twos and fours.
#[inline(always)]
fn add_seven(page: &Page, registers: &[u8]) -> [Register; 3] {
    let mut digits = [Register([0; 4]); 3];
    for &r in registers {
        for w in 0..4 {
            let mut carry = page.0[r as usize % PAGE].0[w];
            for digit in &mut digits {
                let sum = digit.0[w] ^ carry;
                carry &= digit.0[w];
                digit.0[w] = sum;
            }
        }
    }
    digits
}
