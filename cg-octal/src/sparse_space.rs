//! Sparse spaces: a mask that splits the nim-values into rare and common ones.
//!
//! For many games there is a mask `m` such that almost all values have an odd number of bits in
//! common with `m` (Winning Ways, chapter 4, "sparse spaces"). Those are the *common* values, the
//! others the *rare* ones. In some games the parity of the heap takes part, too. Rare xor rare is
//! rare, rare xor common is common, common xor common is rare. So a common value of a split is
//! always rare xor common. To find the least common value that a heap cannot reach, pair it with
//! the few rare heaps.
//!
//! Any mask gives right values; a bad one is slow.

use serde::{Deserialize, Serialize};

/// A split of the values into rare and common.
///
/// A value at a heap is *rare* if the number of its bits inside `mask` is even. If `parity` is set,
/// the heap and the number of tokens that a splitting move removes are added to that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseSpace {
    /// The mask; not zero.
    pub mask: u32,
    /// Whether the parity of the heap takes part.
    pub parity: bool,
    /// Whether splitting moves remove an odd number of tokens (used with `parity` only).
    pub odd_split: bool,
}

impl SparseSpace {
    /// The parity, 0 or 1, that is added to the parity of the bits at `heap`.
    #[inline(always)]
    pub(crate) fn turn(self, heap: u64) -> u32 {
        u32::from(self.parity && ((heap & 1 == 1) != self.odd_split))
    }

    /// Whether `value` at `heap` is rare.
    ///
    /// ```
    /// let space = cg_octal::SparseSpace { mask: 0b110, parity: false, odd_split: false };
    /// assert!(space.is_rare(0b110, 9) && !space.is_rare(0b101, 9));
    /// ```
    #[inline]
    pub fn is_rare(self, value: u32, heap: u64) -> bool {
        ((value & self.mask).count_ones() ^ self.turn(heap)) & 1 == 0
    }

    /// The index of `value` in its class. The lowest bit of the mask is left out, since the class
    /// determines it. Values of one class have the order of their indices.
    #[inline]
    pub(crate) fn index(self, value: u32) -> u32 {
        let low = (self.mask & self.mask.wrapping_neg()).wrapping_sub(1);
        (value >> 1 & !low) | (value & low)
    }

    /// The value with `index` in the rare or the common class of a heap whose [`Self::turn`] is
    /// `turn`.
    #[inline]
    pub(crate) fn value(self, index: u32, rare: bool, turn: u32) -> u32 {
        let bit = self.mask & self.mask.wrapping_neg();
        let low = bit.wrapping_sub(1);
        let value = (index & !low) << 1 | (index & low);
        let odd = ((value & self.mask).count_ones() ^ turn) & 1 == 1;
        if odd == rare { value | bit } else { value }
    }

    /// The number of rare values below the common value with `index`. They are exactly the rare
    /// values with smaller index than this number.
    #[inline]
    pub(crate) fn rare_below(self, index: u32, turn: u32) -> u32 {
        let bit = self.mask & self.mask.wrapping_neg();
        let common = self.value(index, false, turn);
        let upper = if common & bit == 0 { 0 } else { bit };
        (index & !(bit - 1)) + upper
    }
}

/// Counts of values by the parity of the heap. A mask is chosen from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts([Vec<u64>; 2]);

impl Counts {
    /// A mask has one of these bits; the windows of the engines need it.
    const LOW_BITS: u32 = 0xff;

    pub(crate) fn add(&mut self, heap: u64, value: u32) {
        let row = &mut self.0[usize::from(heap & 1 == 1)];
        let at = value as usize;
        if row.len() <= at {
            row.resize((at + 1).next_power_of_two(), 0);
        }
        row[at] += 1;
    }

    /// The mask with the fewest rare values among the counted ones, and the number of these.
    /// `odd_split` is `None` if there are splits of both parities, or none; then the parity of the
    /// heap cannot take part.
    ///
    /// With the Walsh-Hadamard transform `T[m] = sum of count[v] (-1)^popcount(v & m)`, the number
    /// of rare values is `(total + T[m]) / 2`.
    pub(crate) fn best_space(&self, odd_split: Option<bool>) -> Option<(SparseSpace, u64)> {
        let size = self.0[0].len().max(self.0[1].len()).max(2);
        let transform = |row: &[u64]| {
            let mut t: Vec<i64> =
                row.iter().map(|&c| i64::try_from(c).expect("heaps are fewer than 2^63")).collect();
            t.resize(size, 0);
            walsh_hadamard(&mut t);
            t
        };
        let (even, odd) = (transform(&self.0[0]), transform(&self.0[1]));
        let total = even[0] + odd[0];
        let mut best: Option<(SparseSpace, i64)> = None;
        for (mask, (&e, &o)) in (0u32..).zip(even.iter().zip(&odd)).skip(1) {
            if mask & Self::LOW_BITS == 0 {
                continue;
            }
            let plain = SparseSpace { mask, parity: false, odd_split: false };
            let mut offers = vec![(plain, e + o)];
            if let Some(odd_split) = odd_split {
                let sign = if odd_split { o - e } else { e - o };
                offers.push((SparseSpace { mask, parity: true, odd_split }, sign));
            }
            for (space, sum) in offers {
                if best.is_none_or(|(_, least)| sum < least) {
                    best = Some((space, sum));
                }
            }
        }
        let (space, sum) = best?;
        Some((space, u64::try_from((total + sum) / 2).expect("a number of heaps")))
    }
}

fn walsh_hadamard(t: &mut [i64]) {
    let mut step = 1;
    while step < t.len() {
        for block in t.chunks_mut(2 * step) {
            let (low, high) = block.split_at_mut(step);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        step *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_keep_order_and_come_back() {
        for mask in 1u32..32 {
            for (parity, odd_split) in [(false, false), (true, false), (true, true)] {
                let space = SparseSpace { mask, parity, odd_split };
                for heap in 0..2 {
                    let turn = space.turn(heap);
                    let mut last = [None, None];
                    for value in 0..64 {
                        let rare = space.is_rare(value, heap);
                        let index = space.index(value);
                        assert_eq!(space.value(index, rare, turn), value);
                        assert!(last[usize::from(rare)] < Some(index), "order");
                        last[usize::from(rare)] = Some(index);
                        if !rare {
                            let below = (0..value).filter(|&v| space.is_rare(v, heap)).count();
                            assert_eq!(space.rare_below(index, turn) as usize, below);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_best_mask_has_the_fewest_rare_values() {
        let rules: crate::Rules = ".77".parse().unwrap();
        let values = crate::oracle(&rules, 300);
        let mut counts = Counts::default();
        for (heap, &value) in (0u64..).zip(&values) {
            counts.add(heap, value);
        }
        let (space, rare) = counts.best_space(None).unwrap();
        let count = |space: SparseSpace| {
            (0u64..).zip(&values).filter(|&(h, &v)| space.is_rare(v, h)).count()
        };
        assert_eq!(count(space) as u64, rare);
        for mask in 1..16 {
            assert!(count(SparseSpace { mask, parity: false, odd_split: false }) as u64 >= rare);
        }
    }
}
