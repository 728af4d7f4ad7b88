//! Blocks that symmetries map to each other (section 3.2 of the paper).

use crate::board::permute;
use crate::engine::BitMap;
use crate::{Error, Layers, Layout, Result, Symmetry, moves};

/// A choice of block-ID pieces, its blocks, and the blocks that must be solved.
///
/// ```
/// use cg_trinim::{Folding, Layers};
/// // The corners of 8 layers: pieces 0, 28 and 35.
/// let folding = Folding::new(Layers::new(8)?, 1 << 0 | 1 << 28 | 1 << 35, true)?;
/// assert_eq!((folding.blocks(), folding.canonical_blocks().count()), (8, 4));
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Folding {
    layers: Layers,
    block_pieces: u64,
    symmetries: Vec<Symmetry>,
    /// For each symmetry, its map of the bits of a block number.
    number_maps: Vec<Vec<u32>>,
    steps: Vec<u64>,
}

/// The largest number of block-ID pieces: block numbers are counted one by one.
const MAX_BLOCK_PIECES: u32 = 24;

impl Folding {
    /// The blocks of the block-ID pieces `block_pieces`, folded by all symmetries that keep this
    /// set, or by none if `fold` is false.
    ///
    /// # Errors
    ///
    /// [`Error::BlockPieces`] if a piece is not on the board or if there are more than 24.
    pub fn new(layers: Layers, block_pieces: u64, fold: bool) -> Result<Self> {
        if block_pieces & !layers.full() != 0 {
            return Err(Error::BlockPieces(format!("some are not on a board of {layers} layers")));
        }
        if block_pieces.count_ones() > MAX_BLOCK_PIECES {
            return Err(Error::BlockPieces(format!("choose at most {MAX_BLOCK_PIECES} of them")));
        }
        let keeps = |s: &Symmetry| s.apply_to(layers, block_pieces) == block_pieces;
        let symmetries: Vec<_> = Symmetry::ALL
            .into_iter()
            .filter(|&s| if fold { keeps(&s) } else { s == Symmetry::IDENTITY })
            .collect();
        let pieces: Vec<u32> =
            (0..layers.pieces()).filter(|p| block_pieces >> p & 1 == 1).collect();
        let number_of = |piece: u32| (block_pieces & ((1 << piece) - 1)).count_ones();
        let number_map = |s: &Symmetry| {
            let map = s.piece_map(layers);
            pieces.iter().map(|&p| number_of(map[p as usize])).collect()
        };
        let number_maps = symmetries.iter().map(number_map).collect();
        let as_number = |taken: u64| {
            pieces.iter().filter(|&p| taken >> p & 1 == 1).fold(0, |n, &p| n | 1 << number_of(p))
        };
        let mut steps: Vec<u64> =
            moves(layers).into_iter().map(as_number).filter(|&h| h != 0).collect();
        steps.sort_unstable();
        steps.dedup();
        Ok(Self { layers, block_pieces, symmetries, number_maps, steps })
    }

    /// The board.
    pub fn layers(&self) -> Layers {
        self.layers
    }

    /// The block-ID pieces as a set.
    pub fn block_pieces(&self) -> u64 {
        self.block_pieces
    }

    /// The symmetries that map blocks to each other.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The number of blocks, 2^T.
    pub fn blocks(&self) -> u64 {
        1 << self.block_pieces.count_ones()
    }

    /// The least block number of a group, and the symmetry that maps `block` to it.
    pub fn canonical(&self, block: u64) -> (u64, Symmetry) {
        let images =
            self.number_maps.iter().zip(&self.symmetries).map(|(map, &s)| (permute(block, map), s));
        images.min_by_key(|&(image, _)| image).unwrap_or((block, Symmetry::IDENTITY))
    }

    /// The images of this block under the symmetries, each once, sorted by number.
    pub(crate) fn images(&self, block: u64) -> Vec<u64> {
        let mut images: Vec<u64> = self.number_maps.iter().map(|map| permute(block, map)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The number of images of this block under the symmetries: 1, 2, 3 or 6.
    pub fn group_size(&self, block: u64) -> u64 {
        self.images(block).len() as u64
    }

    /// The blocks to solve. Each comes after its sources.
    pub fn canonical_blocks(&self) -> impl Iterator<Item = u64> {
        (0..self.blocks()).filter(|&b| self.canonical(b).0 == b)
    }

    /// The sets of block-ID pieces that one move can take, as bits of a block number.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// The inter-block updates into `block`: one for each possible step.
    pub fn updates(&self, block: u64) -> impl Iterator<Item = Update> {
        self.steps.iter().filter(move |&h| h & !block == 0).map(move |&taken| {
            let (canonical, symmetry) = self.canonical(block ^ taken);
            Update { taken, canonical, symmetry }
        })
    }

    /// The canonical blocks from which `block` is solved, each once.
    pub fn sources(&self, block: u64) -> Vec<u64> {
        let mut sources: Vec<u64> = self.updates(block).map(|u| u.canonical).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// The map of index bits for the image of a source block under `symmetry`, in 2^`part_bits`
    /// parts.
    pub(crate) fn bit_map(
        &self,
        layout: &Layout,
        symmetry: Symmetry,
        part_bits: u32,
    ) -> Result<BitMap> {
        let map = symmetry.piece_map(self.layers);
        let inside = layout.local_bits() as usize;
        let from: Vec<u32> =
            layout.order()[..inside].iter().map(|&p| layout.bit(map[p as usize])).collect();
        BitMap::new(&from, part_bits).ok_or_else(|| {
            Error::BlockPieces("they leave no six pieces for one word that symmetry keeps: choose others, or no symmetry".into())
        })
    }
}

/// A step between blocks: positions of a block can move to positions of a smaller one. The smaller
/// block is read from its canonical block through a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// The block-ID pieces taken, as bits of the block number.
    pub taken: u64,
    /// The canonical block to read.
    pub canonical: u64,
    /// The symmetry from the source block to the canonical one.
    pub symmetry: Symmetry,
}
