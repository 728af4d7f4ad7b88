//! Exact numbers of P-positions, by number of pieces left.

use crate::Layers;
use serde::Serialize;

/// How many P-positions there are with 0, 1, 2, ... pieces left.
///
/// Counts are exact: a board has at most 2^55 positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceCounts {
    by_pieces: Vec<u64>,
}

impl PieceCounts {
    /// No position counted yet.
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

    /// All P-positions.
    pub fn total(&self) -> u64 {
        self.by_pieces.iter().sum()
    }
}
