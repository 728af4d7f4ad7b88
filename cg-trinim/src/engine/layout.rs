//! The index bit of each piece, and the effect of a symmetry of the triangle on these bits.

use super::register::{Block, LOW_BITS, PAGE_INDEX_BITS, Page};
use super::sweep::Program;
use crate::board::permute;
use crate::{Error, Folding, Layers, Position, Result, Symmetry, moves};
use cg_core::Arrange;

/// An order of the pieces of a board. The place of a piece in this order is its bit in the index of
/// a position. The highest bits are the block number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    layers: Layers,
    order: Vec<u32>,
    bit_of: Vec<u32>,
    block_bits: u32,
    moves: Vec<u64>,
}

impl Layout {
    /// The layout with the block-ID pieces `block_pieces` (a set). In the block number, the lowest
    /// piece is the lowest bit. If possible, the given symmetries permute the six lowest index bits
    /// among themselves.
    ///
    /// # Errors
    ///
    /// [`Error::BlockPieces`] if a piece is not on the board, or if fewer than 15 pieces remain
    /// inside a block.
    pub fn new(layers: Layers, block_pieces: u64, symmetries: &[Symmetry]) -> Result<Self> {
        if block_pieces & !layers.full() != 0 {
            return Err(Error::BlockPieces(format!("some are not on a board of {layers} layers")));
        }
        let block_bits = block_pieces.count_ones();
        if layers.pieces() < PAGE_INDEX_BITS + block_bits {
            let most = layers.pieces().saturating_sub(PAGE_INDEX_BITS);
            let reason = format!(
                "the bit-parallel engine takes boards of 5 or more layers and leaves {PAGE_INDEX_BITS} pieces \
                 inside a block; choose at most {most} of the {} pieces",
                layers.pieces()
            );
            return Err(Error::BlockPieces(reason));
        }
        let mut order = inside(layers, layers.full() & !block_pieces, symmetries);
        order.extend((0..layers.pieces()).filter(|p| block_pieces >> p & 1 == 1));
        let mut bit_of = vec![0; order.len()];
        for (bit, &piece) in (0..).zip(&order) {
            bit_of[piece as usize] = bit;
        }
        let moves = moves(layers).into_iter().map(|m| permute(m, &bit_of)).collect();
        Ok(Self { layers, order, bit_of, block_bits, moves })
    }

    /// The layout of blocks in files. It is the only check of a choice of block-ID pieces for runs
    /// on disk. A plan of jobs, a folder and a job all make it first.
    ///
    /// ```
    /// use cg_trinim::{Folding, Layers, Layout};
    /// let seven = Layers::new(7)?;
    /// assert!(Layout::of_files(&Folding::new(seven, 0b110, false)?).is_ok());
    /// // The top and the row below it leave too few pieces that are not adjacent.
    /// let many = (1 << 13) - 1;
    /// assert!(Layout::of_files(&Folding::new(seven, many, false)?).is_err());
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::BlockPieces`] as for [`Layout::new`]. The pieces inside a block must also have
    /// eight that are pairwise not adjacent, and six that every symmetry permutes.
    pub fn of_files(folding: &Folding) -> Result<Self> {
        let layout = Self::new(folding.layers(), folding.block_pieces(), folding.symmetries())?;
        if layout.program(&[], true).has_inner_moves() {
            let reason = "they leave no eight pairwise non-adjacent pieces for a register";
            return Err(Error::BlockPieces(reason.into()));
        }
        let turned = folding.symmetries().iter().filter(|&&s| s != Symmetry::IDENTITY);
        for &symmetry in turned.filter(|_| folding.blocks() > 1) {
            folding.bit_map(&layout, symmetry, layout.part_bits())?;
        }
        Ok(layout)
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

    /// The bytes of memory that a job on one block needs: the block and a source, a part of the
    /// source's image, and coded bits.
    pub fn memory_per_job(&self) -> u64 {
        2 * Block::bytes(self.local_bits()) + beside_blocks(self.local_bits())
    }

    /// The number of the highest index bits inside a block that number the parts in which images of
    /// source blocks are made.
    pub(crate) fn part_bits(&self) -> u32 {
        part_bits(self.local_bits())
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

    /// The block-ID pieces that are present in a block.
    pub fn pieces_of_block(&self, block: u64) -> u64 {
        permute(block << self.local_bits(), &self.order)
    }

    /// The number of the block whose present block-ID pieces are those in `pieces`.
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

    /// The moves that take exactly the block-ID pieces `steps[i - 1]`, as source `i`. With
    /// `inside`, also the moves that take none, as source 0.
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

    /// The moves that take one of the sets `steps` of block-ID pieces, and exactly `above` of the
    /// highest `part_bits` pieces inside a block. They lead from a part of the target to a part of
    /// a source block, which is source 1.
    pub(crate) fn update_program(&self, steps: &[u64], part_bits: u32, above: u64) -> Program {
        let inside_part = self.local_bits() - part_bits;
        let part = (1 << part_bits) - 1;
        Program::new(self.moves.iter().filter_map(|m| {
            let (taken, high) = (m >> self.local_bits(), m >> inside_part & part);
            (steps.contains(&taken) && high == above).then_some((1, m & ((1 << inside_part) - 1)))
        }))
    }
}

/// A whole image would take as much memory as a block. So it is made in eight parts.
fn part_bits(local_bits: u32) -> u32 {
    3.min(local_bits.saturating_sub(PAGE_INDEX_BITS))
}

/// Bytes that a job takes in addition to blocks of 2^`local_bits` positions: a part of the image of
/// a source, and coded bits. A coded block has been seen to take a sixth of its raw size. It exists
/// twice while its file is read or written.
fn beside_blocks(local_bits: u32) -> u64 {
    let block = Block::bytes(local_bits);
    (block >> part_bits(local_bits)) + block / 3
}

/// The number of blocks of 2^`local_bits` positions that fit into the memory, if `jobs` jobs run at
/// the same time with their other data.
pub(crate) fn room(local_bits: u32, memory: u64, jobs: u64) -> usize {
    let blocks = memory.saturating_sub(jobs * beside_blocks(local_bits)) / Block::bytes(local_bits);
    usize::try_from(blocks).unwrap_or(usize::MAX)
}

/// Orders `pieces`, lowest index bit first.
///
/// The 8 lowest pieces should be pairwise non-adjacent, so that moves inside a register take only
/// single pieces. The 6 lowest should be permuted among themselves by `symmetries`. Among such
/// choices, corners and edges are best, since few moves take them. The pieces of many moves come
/// next, so most options are near. Boards of 5 and 6 layers have no 8 such pieces.
fn inside(layers: Layers, pieces: u64, symmetries: &[Symmetry]) -> Vec<u32> {
    let moves = moves(layers);
    let degree = |p: u32| moves.iter().filter(|&m| m >> p & 1 == 1).count();
    let mut rest: Vec<u32> = (0..layers.pieces()).filter(|p| pieces >> p & 1 == 1).collect();
    rest.arrange_by_key(|&p| (degree(p), p));
    let adjacent = |p: u32, q: u32| p != q && moves.contains(&(1 << p | 1 << q));
    let orbits = orbits(layers, &rest, symmetries);
    let singles: Vec<Vec<u32>> = rest.iter().map(|&p| vec![p]).collect();
    // A whole orbit for the bits after the word keeps the words of a line together. Otherwise take
    // any two pieces, or as many as there are.
    let mut words = Vec::new();
    independent(&orbits, &adjacent, &[], WORD_BITS, &mut words);
    let extended = |units: &[Vec<u32>], size: usize| {
        words.iter().find_map(|word| {
            let mut found = Vec::new();
            independent(units, &adjacent, word, size - word.len(), &mut found);
            found.into_iter().next()
        })
    };
    let low = LOW_BITS as usize;
    let mut order =
        extended(&orbits, low + 1).or_else(|| extended(&singles, low)).unwrap_or_default();
    if order.is_empty() {
        order =
            (WORD_BITS..low).rev().find_map(|size| extended(&singles, size)).unwrap_or_default();
    }
    if order.is_empty() {
        let mut found = Vec::new();
        (0..=low).rev().find(|&size| {
            independent(&singles, &adjacent, &[], size, &mut found);
            !found.is_empty()
        });
        order = found.into_iter().next().unwrap_or_default();
    }
    rest.retain(|p| !order.contains(p));
    rest.reverse();
    order.extend(rest);
    order
}

/// The orbits of pieces, sorted by their number of moves.
fn orbits(layers: Layers, pieces: &[u32], symmetries: &[Symmetry]) -> Vec<Vec<u32>> {
    let maps: Vec<_> = symmetries.iter().map(|s| s.piece_map(layers)).collect();
    let mut orbits: Vec<Vec<u32>> = Vec::new();
    for &p in pieces {
        if !orbits.iter().any(|o| o.contains(&p)) {
            let mut orbit: Vec<u32> = maps.iter().map(|m| m[p as usize]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbits.push(orbit);
        }
    }
    orbits
}

/// The number of sets that are examined.
const CANDIDATES: usize = 64;

/// The first sets that contain `beside` and orbits of `size` further pieces. No two of these pieces
/// are adjacent to each other or to `beside`.
fn independent(
    orbits: &[Vec<u32>],
    adjacent: &dyn Fn(u32, u32) -> bool,
    beside: &[u32],
    size: usize,
    found: &mut Vec<Vec<u32>>,
) {
    if size == 0 {
        found.push(beside.to_vec());
        return;
    }
    for (i, orbit) in orbits.iter().enumerate() {
        let free =
            |p: &u32| !beside.contains(p) && !beside.iter().chain(orbit).any(|&q| adjacent(*p, q));
        if found.len() < CANDIDATES && orbit.len() <= size && orbit.iter().all(free) {
            let taken: Vec<u32> = beside.iter().chain(orbit).copied().collect();
            independent(&orbits[i + 1..], adjacent, &taken, size - orbit.len(), found);
        }
    }
}

/// Index bits inside a word.
const WORD_BITS: usize = 6;
/// Index bits inside a line of eight words, the unit of a cache.
const LINE_BITS: usize = 9;
/// Bits that one table of addresses covers.
const TABLE_BITS: usize = 10;

/// For each index bit of the image, the index bit of the original.
#[derive(Clone, Debug)]
pub(crate) struct BitMap {
    /// Swaps of bits inside a word, in order: (shift, mask).
    swaps: Vec<(u32, u64)>,
    /// The addresses in the original of the eight words of a line, relative to the first.
    words: [usize; 8],
    /// For each table and entry: the line of the image, the word of the original.
    tables: Vec<Vec<(usize, usize)>>,
    lines: usize,
    /// The addresses in the original of the index bits that number the parts of the image.
    parts: Vec<usize>,
}

impl BitMap {
    /// The map by which index bit `i` of the image is bit `from[i]` of the original. The highest
    /// `part_bits` bits number parts of the image. `None` if a bit enters or leaves the words.
    pub(crate) fn new(from: &[u32], part_bits: u32) -> Option<Self> {
        let from: Vec<usize> = from.iter().map(|&b| b as usize).collect();
        let inside_part = from.len().checked_sub(part_bits as usize)?;
        if inside_part < LINE_BITS || from[..WORD_BITS].iter().any(|&b| b >= WORD_BITS) {
            return None;
        }
        let address = |bit: usize| 1 << (from[bit] - WORD_BITS);
        let words = std::array::from_fn(|w| {
            (0..3).filter(|b| w >> b & 1 == 1).map(|b| address(WORD_BITS + b)).sum()
        });
        // Lines of the image that use the same lines of the original come one after another.
        let mut order: Vec<usize> = (LINE_BITS..inside_part).collect();
        order.arrange_by_key(|&b| (from[b] >= LINE_BITS, b));
        let tables = order.chunks(TABLE_BITS).map(|bits| {
            let entry = |t: usize| {
                let set =
                    bits.iter().enumerate().filter(move |(i, _)| t >> i & 1 == 1).map(|(_, &b)| b);
                set.fold((0, 0), |(to, source), b| (to | 1 << (b - LINE_BITS), source | address(b)))
            };
            (0..1 << bits.len()).map(entry).collect()
        });
        let tables = tables.collect();
        Some(Self {
            swaps: swaps(&from[..WORD_BITS]),
            words,
            tables,
            lines: 1 << order.len(),
            parts: (inside_part..from.len()).map(address).collect(),
        })
    }

    /// Writes part `part` of the image of `original`.
    #[inline(always)]
    pub(crate) fn apply(&self, original: &[Page], part: usize, image: &mut [Page]) {
        let original: &[u64] = bytemuck::cast_slice(original);
        let image: &mut [[u64; 8]] = bytemuck::cast_slice_mut(image);
        let mut start = 0;
        for (bit, address) in self.parts.iter().enumerate() {
            start |= if part >> bit & 1 == 1 { *address } else { 0 };
        }
        let [first, rest @ ..] = self.tables.as_slice() else {
            return self.line(original, start, &mut image[0]);
        };
        for high in 0..self.lines / first.len() {
            let (mut to, mut source, mut index) = (0, start, high);
            for table in rest {
                let (t, s) = table[index % table.len()];
                (to, source, index) = (to | t, source | s, index / table.len());
            }
            for &(t, s) in first {
                self.line(original, source | s, &mut image[to | t]);
            }
        }
    }

    #[inline(always)]
    fn line(&self, original: &[u64], at: usize, image: &mut [u64; 8]) {
        let mut words = [0; 8];
        for w in 0..8 {
            words[w] = original[at | self.words[w]];
        }
        for &(shift, mask) in &self.swaps {
            for word in &mut words {
                let differ = (*word >> shift ^ *word) & mask;
                *word ^= differ ^ differ << shift;
            }
        }
        *image = words;
    }
}

/// Swaps of pairs of index bits of a word whose product moves bit `from[i]` to bit `i`.
fn swaps(from: &[usize]) -> Vec<(u32, u64)> {
    let mut now: Vec<usize> = (0..from.len()).collect();
    let mut swaps = Vec::new();
    for (i, wanted) in from.iter().enumerate() {
        let j = now.iter().position(|b| b == wanted);
        let j = j.expect("the map permutes the bits of a word");
        if i != j {
            now.swap(i, j);
            let (low, high) = (i.min(j), i.max(j));
            let mask = (0..64)
                .filter(|x| x >> low & 1 == 1 && x >> high & 1 == 0)
                .fold(0, |m, x| m | 1 << x);
            swaps.push(((1 << high) - (1 << low), mask));
        }
    }
    swaps
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

    use super::{BitMap, Page};
    use crate::Backend;

    #[test]
    fn every_bit_lands_where_the_map_says() {
        // Inside a word and outside it, with lines that are split and lines that are kept together.
        let maps: [[u32; 16]; 3] = [
            [3, 0, 1, 2, 5, 4, 8, 6, 7, 9, 10, 11, 12, 13, 14, 15],
            [0, 1, 2, 3, 4, 5, 15, 12, 9, 6, 7, 8, 10, 11, 13, 14],
            [5, 4, 3, 2, 1, 0, 6, 7, 14, 13, 12, 11, 10, 9, 8, 15],
        ];
        let mut original = vec![Page::ZERO; 2];
        let mut state = 1u64;
        for word in bytemuck::cast_slice_mut::<_, u64>(&mut original) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *word = state ^ state >> 29;
        }
        let bit = |pages: &[Page], index: usize| {
            bytemuck::cast_slice::<_, u64>(pages)[index / 64] >> (index % 64) & 1
        };
        for from in maps {
            for (backend, part_bits) in
                Backend::available().into_iter().flat_map(|b| [(b, 0), (b, 1)])
            {
                let map = BitMap::new(&from, part_bits).expect("the words keep their bits");
                let mut image = vec![Page::ZERO; 2];
                for (part, pages) in image.chunks_mut(2 >> part_bits).enumerate() {
                    backend.permute(&map, &original, part, pages);
                }
                for index in 0..1 << 16 {
                    let source =
                        (0..16).filter(|b| index >> b & 1 == 1).fold(0, |s, b| s | 1 << from[b]);
                    assert_eq!(bit(&image, index), bit(&original, source), "{from:?} {index}");
                }
            }
        }
        assert!(BitMap::new(&[6, 1, 2, 3, 4, 5, 0, 7, 8, 9], 0).is_none());
    }
}
