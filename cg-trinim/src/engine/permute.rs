//! A block seen through a symmetry of the triangle.
//!
//! A symmetry that keeps the block-ID pieces permutes the index bits of a
//! block. The six lowest bits, inside a word, are chosen so that they are
//! permuted among themselves; the others only move whole words about.

use super::register::Run;

/// Index bits inside a word.
pub(crate) const WORD_BITS: usize = 6;
/// Index bits inside a line of eight words, the unit that a cache moves.
const LINE_BITS: usize = 9;
/// Bits that one table of addresses covers.
const TABLE_BITS: usize = 10;

/// Where each index bit of the image is found in the original.
#[derive(Clone, Debug)]
pub(crate) struct BitMap {
    /// Swaps of bits inside a word, applied in order: (shift, mask).
    swaps: Vec<(u32, u64)>,
    /// Addresses in the original of the eight words of a line, relative to the first.
    words: [usize; 8],
    /// For each table and entry: the line of the image, the word of the original.
    tables: Vec<Vec<(usize, usize)>>,
    lines: usize,
}

impl BitMap {
    /// The map by which index bit `i` of the image is bit `from[i]` of the
    /// original; `None` when a bit enters or leaves the words.
    pub(crate) fn new(from: &[u32]) -> Option<Self> {
        let from: Vec<usize> = from.iter().map(|&b| b as usize).collect();
        if from.len() < LINE_BITS || from[..WORD_BITS].iter().any(|&b| b >= WORD_BITS) {
            return None;
        }
        let address = |bit: usize| 1 << (from[bit] - WORD_BITS);
        let words = std::array::from_fn(|w| {
            (0..3).filter(|b| w >> b & 1 == 1).map(|b| address(WORD_BITS + b)).sum()
        });
        // Lines that share lines of the original come one after another.
        let mut order: Vec<usize> = (LINE_BITS..from.len()).collect();
        order.sort_by_key(|&b| (from[b] >= LINE_BITS, b));
        let tables = order.chunks(TABLE_BITS).map(|bits| {
            let entry = |t: usize| {
                let set =
                    bits.iter().enumerate().filter(move |(i, _)| t >> i & 1 == 1).map(|(_, &b)| b);
                set.fold((0, 0), |(to, source), b| (to | 1 << (b - LINE_BITS), source | address(b)))
            };
            (0..1 << bits.len()).map(entry).collect()
        });
        let tables = tables.collect();
        Some(Self { swaps: swaps(&from[..WORD_BITS]), words, tables, lines: 1 << order.len() })
    }

    /// Writes the image of `original`.
    #[inline(always)]
    pub(crate) fn apply(&self, original: &[Run], image: &mut [Run]) {
        let original: &[u64] = bytemuck::cast_slice(original);
        let image: &mut [[u64; 8]] = bytemuck::cast_slice_mut(image);
        let [first, rest @ ..] = self.tables.as_slice() else {
            return self.line(original, 0, &mut image[0]);
        };
        for high in 0..self.lines / first.len() {
            let (mut to, mut source, mut index) = (0, 0, high);
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

/// Swaps of two index bits of a word that together bring bit `from[i]` to bit `i`.
fn swaps(from: &[usize]) -> Vec<(u32, u64)> {
    let mut now: Vec<usize> = (0..from.len()).collect();
    let mut swaps = Vec::new();
    for (i, wanted) in from.iter().enumerate() {
        let j = now.iter().position(|b| b == wanted).unwrap_or(i);
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
    use super::{BitMap, Run};
    use crate::Backend;

    #[test]
    fn every_bit_lands_where_the_map_says() {
        // Inside a word and outside it, with lines split and kept together.
        let maps: [[u32; 16]; 3] = [
            [3, 0, 1, 2, 5, 4, 8, 6, 7, 9, 10, 11, 12, 13, 14, 15],
            [0, 1, 2, 3, 4, 5, 15, 12, 9, 6, 7, 8, 10, 11, 13, 14],
            [5, 4, 3, 2, 1, 0, 6, 7, 14, 13, 12, 11, 10, 9, 8, 15],
        ];
        let mut original = vec![Run::ZERO; 2];
        let mut state = 1u64;
        for word in bytemuck::cast_slice_mut::<_, u64>(&mut original) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *word = state ^ state >> 29;
        }
        let bit = |runs: &[Run], index: usize| {
            bytemuck::cast_slice::<_, u64>(runs)[index / 64] >> (index % 64) & 1
        };
        for from in maps {
            let map = BitMap::new(&from).expect("the words keep their bits");
            for backend in Backend::available() {
                let mut image = vec![Run::ZERO; 2];
                backend.permute(&map, &original, &mut image);
                for index in 0..1 << 16 {
                    let source =
                        (0..16).filter(|b| index >> b & 1 == 1).fold(0, |s, b| s | 1 << from[b]);
                    assert_eq!(bit(&image, index), bit(&original, source), "{from:?} {index}");
                }
            }
        }
        assert!(BitMap::new(&[6, 1, 2, 3, 4, 5, 0, 7, 8, 9]).is_none());
    }
}
