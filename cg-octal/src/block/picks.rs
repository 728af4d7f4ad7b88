//! Choosing the common heaps that exclude most rare values.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::tables::below_in;
use super::{Block, LOW_WITNESS, STEP};
use crate::kernel::{Avx2, Cell, Kernel, LANES, Portable, Simd, Source};

/// Heaps that are tried as picks: at least the first so many.
const TRIED: usize = 640;
/// Heaps on which they are tried, times the windows of 32 rare values each.
const SAMPLE: usize = 4096;
/// Picks are taken among the last so many heaps.
const RECENT: usize = 1 << 17;
/// No more picks than this.
const MOST: usize = 512;

impl<C: Cell> Block<C>
where
    Avx2: Kernel<C>,
{
    /// Chooses picks greedily: the heap that excludes the most rare values still
    /// open on a sample of recent heaps, as long as it saves more than it costs.
    ///
    /// The picks decide only how fast the engine is, never its values.
    pub(super) fn choose_picks(&mut self) {
        match self.simd {
            Simd::Portable => self.choose_by(Portable),
            Simd::Avx2(token) => self.choose_by(Avx2::new(token)),
        }
    }

    fn choose_by<K: Kernel<C>>(&mut self, kernel: K) {
        match self.indices().div_ceil(32) {
            1 => self.choose::<K, 1>(kernel),
            2 => self.choose::<K, 2>(kernel),
            3 => self.choose::<K, 3>(kernel),
            4 => self.choose::<K, 4>(kernel),
            5 => self.choose::<K, 5>(kernel),
            6 => self.choose::<K, 6>(kernel),
            _ => self.choose::<K, 8>(kernel),
        }
    }

    fn choose<K: Kernel<C>, const W: usize>(&mut self, kernel: K) {
        let Some(&take) = self.moves.split.last() else {
            return;
        };
        let newest = self.known - 1;
        // Where a heap has many rare values below it, a search costs more than a better choice.
        let most = (TRIED * W * W).min(LOW_WITNESS);
        let tried = (self.known / 128).clamp(TRIED, most);
        let oldest = newest
            .saturating_sub(RECENT)
            .max(2 * LANES + take)
            .max(self.base + 2 * tried.min(newest / 4) + take);
        if oldest + STEP >= newest {
            return;
        }
        // About as many steps as there are new heaps, so that the choice costs little.
        let wanted = (newest / 64).clamp(64, SAMPLE / W) / STEP;
        let stride = ((newest - STEP - oldest) / wanted).max(STEP) | 1;
        let starts = (oldest..newest - STEP).step_by(stride);
        let mut sample: Vec<Open<W>> = starts.map(|start| self.open_rares(start)).collect();
        let least = sample.len() * STEP * self.indices() / 32_000;
        let least = u32::try_from(least).unwrap_or(u32::MAX).max(1);
        let last = tried.min((newest - oldest) / 2 + oldest / 4);
        // Gains only shrink while picks are added, so a stale one is an upper bound.
        let mut queue: BinaryHeap<(u32, Reverse<u32>)> = (0..)
            .zip(0..last)
            .skip(LANES)
            .filter(|&(_, part)| self.cell(part).is_some_and(|c| c.get() & C::CLASS == 0))
            .map(|(back, _)| (u32::MAX, Reverse(back)))
            .collect();
        self.picks.clear();
        while let Some((stale, Reverse(back))) = queue.pop() {
            if stale < least || self.picks.len() == MOST {
                break;
            }
            let pick = Source { back, index: self.cell(back as usize).map_or(0, Cell::get) };
            let gain = kernel.run(|| self.gain(kernel, pick, &sample));
            let next = queue.peek().map_or(0, |&(next, _)| next);
            if gain < next {
                queue.push((gain, Reverse(back)));
                continue;
            }
            if gain < least {
                break;
            }
            sample.retain_mut(|open| open.close(&self.pairs(kernel, pick, open.start)));
            self.picks.push(pick);
        }
    }

    /// The rare values below those of the heaps from `start` on that no single heap excludes.
    fn open_rares<const W: usize>(&self, start: usize) -> Open<W> {
        let mut open = Open { start, rares: [[0; STEP]; W] };
        for lane in 0..STEP {
            let heap = start + lane;
            let Some(code) = self.cell(heap).map(Cell::get).filter(|code| code & C::CLASS == 0)
            else {
                continue;
            };
            let below = self.space.rare_below(code, self.space.turn(heap as u64));
            for (w, window) in (0..).zip(&mut open.rares) {
                window[lane] = below_in(w, below);
            }
            for &take in &self.moves.leave {
                let code = self.cell(heap - take).map_or(u32::MAX, Cell::get) ^ self.taken(take);
                if let Some(window) = open.rares.get_mut(code as usize / 32) {
                    window[lane] &= !(1 << (code % 32));
                }
            }
        }
        open
    }

    /// The marks of the pairs that a pick makes with the rests of the heaps from `start` on.
    #[inline(always)]
    fn pairs<K: Kernel<C>, const W: usize>(
        &self,
        kernel: K,
        pick: Source,
        start: usize,
    ) -> [[u32; STEP]; W] {
        let mut marks = [[0; STEP]; W];
        for take in &self.moves.split {
            kernel.mark(&self.cells, start - self.base - take, &[pick], &mut marks);
        }
        marks
    }

    /// How many open values a pick excludes.
    #[inline(always)]
    fn gain<K: Kernel<C>, const W: usize>(
        &self,
        kernel: K,
        pick: Source,
        sample: &[Open<W>],
    ) -> u32 {
        let mut gain = 0;
        for open in sample {
            let marks: [[u32; STEP]; W] = self.pairs(kernel, pick, open.start);
            let pairs = open.rares.as_flattened().iter().zip(marks.as_flattened());
            gain += pairs.map(|(rares, marks)| (rares & marks).count_ones()).sum::<u32>();
        }
        gain
    }
}

/// The rare values of a block of heaps that no pick excludes yet, as [`Kernel::mark`] has them.
struct Open<const W: usize> {
    start: usize,
    rares: [[u32; STEP]; W],
}

impl<const W: usize> Open<W> {
    /// Closes the marked values; whether some are left.
    fn close(&mut self, marks: &[[u32; STEP]; W]) -> bool {
        let mut left = 0;
        for (rares, marks) in self.rares.as_flattened_mut().iter_mut().zip(marks.as_flattened()) {
            *rares &= !marks;
            left |= *rares;
        }
        left != 0
    }
}
