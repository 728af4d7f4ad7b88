//! Which piece is which index bit.

use super::program::Program;
use super::register::RUN_INDEX_BITS;
use crate::{Error, Layers, Position, Result, Symmetry, moves, symmetry::permute};

/// An order of the pieces of a board: index bits, lowest first, the highest of
/// them the block number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    layers: Layers,
    order: Vec<u32>,
    bit_of: Vec<u32>,
    block_bits: u32,
    moves: Vec<u64>,
}

impl Layout {
    /// The layout with the block-ID pieces `block_pieces` (a set), the lowest
    /// piece lowest in the block number. Where it can, the order lets the given
    /// symmetries permute the six lowest index bits among themselves.
    ///
    /// # Errors
    ///
    /// [`Error::BlockPieces`] when a piece is not on the board, or when fewer
    /// than 15 pieces would be left inside a block.
    pub fn new(layers: Layers, block_pieces: u64, symmetries: &[Symmetry]) -> Result<Self> {
        if block_pieces & !layers.full() != 0 {
            return Err(Error::BlockPieces(format!("some are not on a board of {layers} layers")));
        }
        let block_bits = block_pieces.count_ones();
        if layers.pieces() < RUN_INDEX_BITS + block_bits {
            let most = layers.pieces().saturating_sub(RUN_INDEX_BITS);
            let reason = format!(
                "the bit-parallel engine takes boards of 5 or more layers and leaves {RUN_INDEX_BITS} pieces \
                 inside a block; choose at most {most} of the {} pieces",
                layers.pieces()
            );
            return Err(Error::BlockPieces(reason));
        }
        let mut order =
            super::layout_order::inside(layers, layers.full() & !block_pieces, symmetries);
        order.extend((0..layers.pieces()).filter(|p| block_pieces >> p & 1 == 1));
        let mut bit_of = vec![0; order.len()];
        for (bit, &piece) in (0..).zip(&order) {
            bit_of[piece as usize] = bit;
        }
        let moves = moves(layers).into_iter().map(|m| permute(m, &bit_of)).collect();
        Ok(Self { layers, order, bit_of, block_bits, moves })
    }

    /// The board.
    pub fn layers(&self) -> Layers {
        self.layers
    }

    /// The number of block-ID pieces.
    pub fn block_bits(&self) -> u32 {
        self.block_bits
    }

    /// The number of pieces inside a block: 2^`local_bits` positions each.
    pub fn local_bits(&self) -> u32 {
        self.layers.pieces() - self.block_bits
    }

    /// The piece of each index bit.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The index bit of a piece.
    pub(crate) fn bit(&self, piece: u32) -> u32 {
        self.bit_of[piece as usize]
    }

    /// The block-ID pieces as a set.
    pub fn block_pieces(&self) -> u64 {
        self.pieces_of_block((1 << self.block_bits) - 1)
    }

    /// The block-ID pieces that are left in a block.
    pub fn pieces_of_block(&self, block: u64) -> u64 {
        permute(block << self.local_bits(), &self.order)
    }

    /// The number of the block in which all of `pieces` that are block-ID pieces are left.
    pub fn block_of(&self, pieces: u64) -> u64 {
        permute(pieces, &self.bit_of) >> self.local_bits()
    }

    /// The block of a set of pieces, and the index inside it.
    pub fn locate(&self, pieces: u64) -> (u64, u64) {
        let index = permute(pieces, &self.bit_of);
        (index >> self.local_bits(), index & ((1 << self.local_bits()) - 1))
    }

    /// The position at an index of a block.
    pub fn position(&self, block: u64, index: u64) -> Position {
        Position::on(self.layers, permute(block << self.local_bits() | index, &self.order))
    }

    /// The moves that take exactly the block-ID pieces `steps[i - 1]`, as source
    /// `i`, and where `inside` those that take none, as source 0.
    pub(crate) fn program(&self, steps: &[u64], inside: bool) -> Program {
        let local = (1 << self.local_bits()) - 1;
        Program::new(self.moves.iter().filter_map(|m| {
            let taken = m >> self.local_bits();
            let source = if taken == 0 {
                inside.then_some(0)
            } else {
                steps.iter().position(|&h| h == taken).map(|i| i + 1)
            };
            source.map(|source| (source, m & local))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::{Layers, Symmetry, moves};

    #[test]
    fn the_order_is_one_and_the_low_pieces_are_not_adjacent() {
        for k in 5..=10 {
            let layers = Layers::new(k).unwrap();
            for symmetries in [&Symmetry::ALL[..], &Symmetry::ALL[..1]] {
                let layout = Layout::new(layers, 0, symmetries).unwrap();
                let mut order = layout.order().to_vec();
                order.sort_unstable();
                assert_eq!(order, (0..layers.pieces()).collect::<Vec<_>>());
                for pieces in [0, 1, layers.full(), layers.full() / 3] {
                    let (block, index) = layout.locate(pieces);
                    assert_eq!(layout.position(block, index).pieces(), pieces);
                }
                let low = |n: usize| layout.order()[..n].iter().fold(0, |set, p| set | 1u64 << p);
                let inside = |set: u64| moves(layers).iter().filter(|&m| m & !set == 0).count();
                if k >= 7 {
                    assert_eq!(inside(low(8)), 8);
                    assert!(symmetries.iter().all(|s| s.apply_to(layers, low(6)) == low(6)));
                }
            }
        }
    }
}
