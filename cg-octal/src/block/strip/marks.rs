//! Marks of rows of heaps, in words of 32 bits.

use crate::kernel::{LANES, Source, Strips};

/// Marks of `L` heaps in a row: of the indices below 32, and of the 16 above them.
#[derive(Clone, Copy)]
pub(super) struct Marks<const L: usize> {
    pub(super) low: [u32; L],
    pub(super) high: [u32; L],
}

impl<const L: usize> Marks<L> {
    pub(super) const NONE: Self = Self { low: [0; L], high: [0; L] };

    /// Marks the indices below `4 N` of the pairs with `sources`, those below `4 M` in the
    /// low words.
    #[inline(always)]
    pub(super) fn add<K: Strips, const N: usize, const M: usize>(
        &mut self,
        kernel: K,
        cells: &[u8],
        at: usize,
        sources: &Sources,
    ) {
        kernel.strip::<M, L>(cells, at, &sources.low, &mut self.low);
        if N > M {
            kernel.strip::<4, L>(cells, at, &sources.high, &mut self.high);
        }
    }

    /// The `S` heaps from `first` on.
    #[inline(always)]
    pub(super) fn part<const S: usize>(&self, first: usize) -> Marks<S> {
        let mut part = Marks::NONE;
        part.low.copy_from_slice(&self.low[first..first + S]);
        part.high.copy_from_slice(&self.high[first..first + S]);
        part
    }

    /// The marks of one heap.
    #[inline(always)]
    pub(super) fn word<const N: usize, const M: usize>(&self, heap: usize) -> u64 {
        let high = if N > M { u64::from(self.high[heap]) << 32 } else { 0 };
        high | u64::from(self.low[heap])
    }
}

impl Marks<LANES> {
    /// The marks of a block of heaps from those of the sums that their splits leave: of the
    /// block of sums before, and of their own.
    #[inline(always)]
    pub(super) fn of_splits<const N: usize, const M: usize>(
        sums: &[Self; 2],
        splits: &[usize],
    ) -> Self {
        let mut marks = Self::NONE;
        join_splits(&mut marks.low, [sums[0].low, sums[1].low].as_flattened(), splits);
        if N > M {
            join_splits(&mut marks.high, [sums[0].high, sums[1].high].as_flattened(), splits);
        }
        marks
    }
}

/// Joins the marks of the sums that the splits of a block of heaps leave; `sums` begin a
/// block before the heaps.
#[inline(always)]
pub(super) fn join_splits(marks: &mut [u32; LANES], sums: &[u32], splits: &[usize]) {
    for take in splits {
        for (mark, sum) in marks.iter_mut().zip(&sums[LANES - take..]) {
            *mark |= sum;
        }
    }
}

/// Heaps to be paired with, as seen from the indices below 32 and from those above.
#[derive(Default)]
pub(super) struct Sources {
    pub(super) low: Vec<Source>,
    pub(super) high: Vec<Source>,
}

impl FromIterator<Source> for Sources {
    fn from_iter<I: IntoIterator<Item = Source>>(sources: I) -> Self {
        let low: Vec<Source> = sources.into_iter().collect();
        let high = low.iter().map(|source| Source { index: source.index ^ 32, ..*source });
        Self { high: high.collect(), low }
    }
}
