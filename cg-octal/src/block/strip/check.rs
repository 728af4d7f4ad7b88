//! Checking the heaps of a strip: whether the rare values below theirs are excluded.

use super::marks::join_splits;
use super::{Block, MOST_BLOCKS, Plan};
use crate::block::Stop;
use crate::kernel::{Cell, LANES, Strips};

impl Block<u8> {
    /// Checks the heaps from `first` on. False when one is rare: the heaps after it are unknown then.
    #[inline(always)]
    pub(super) fn check<K: Strips, const N: usize, const M: usize>(
        &mut self,
        kernel: K,
        plan: &Plan<N>,
        first: usize,
    ) -> Result<bool, Stop> {
        let count = self.known - first;
        let blocks = count.div_ceil(LANES);
        // The marks of sums with the picks, from a block before `first` on.
        let mut sums = [[0; 2 * LANES]; MOST_BLOCKS / 2 + 1];
        let before = first - LANES - self.base;
        for (pair, marks) in sums[..=blocks / 2].iter_mut().enumerate() {
            let at = before + pair * 2 * LANES;
            kernel.strip::<M, { 2 * LANES }>(&self.cells, at, &self.picks, marks);
        }
        let sums = sums.as_flattened();
        // An entry is written for each heap, and kept when the heap is open.
        let mut open = [(0u32, 0u32); MOST_BLOCKS * LANES + 1];
        let (mut opens, mut number) = (0, 0);
        for block in 0..blocks {
            let lane = block * LANES;
            let at = first - self.base + lane;
            let mut excluded = [0; LANES];
            kernel.strip::<M, LANES>(&self.cells, at, &plan.leave, &mut excluded);
            join_splits(&mut excluded, &sums[lane..], &plan.splits);
            let needs = [0, 1]
                .map(|step| &plan.needs[self.space.turn((first + lane + step) as u64) as usize]);
            let cells = &self.cells[at..at + LANES];
            for step in 0..LANES {
                let need = needs[step % 2][usize::from(cells[step] & 0x7f)];
                open[opens] = (number, excluded[step]);
                opens += usize::from(need & !u64::from(excluded[step]) != 0);
                number += 1;
            }
        }
        for &(number, excluded) in &open[..opens] {
            let lane = number as usize;
            if lane < count && !self.confirm_at(kernel, first + lane, excluded)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `heap` has the common value that is stored; otherwise it is
    /// rare, its value is stored, and it is the last known heap.
    #[inline(never)]
    fn confirm_at<K: Strips>(
        &mut self,
        kernel: K,
        heap: usize,
        excluded: u32,
    ) -> Result<bool, Stop> {
        let at = heap - self.base;
        let candidate = self.cells[at].get();
        let later = std::mem::replace(&mut self.known, heap);
        let code = self.confirm(kernel, heap, candidate, &[excluded])?;
        if code & u8::CLASS == 0 {
            self.known = later;
            return Ok(true);
        }
        self.found_rare(heap, code & !u8::CLASS)?;
        self.cells[at] = u8::put(code);
        self.known = heap + 1;
        Ok(false)
    }
}
