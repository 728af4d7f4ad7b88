//! Choosing the common heaps that exclude most rare values.

use std::collections::BinaryHeap;

use super::Block;
use crate::kernel::{Avx2, Cell, Kernel, LANES, Source};

/// Heaps that are tried as picks: the first so many.
const TRIED: usize = 1024;
/// Sums on which they are tried.
const SAMPLE: usize = 2048;
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
        let Some(&take) = self.moves.split.first() else {
            return;
        };
        let newest = self.known - 1;
        let oldest = newest
            .saturating_sub(RECENT)
            .max(2 * LANES + take)
            .max(self.base + 2 * TRIED.min(newest / 4) + take);
        if oldest >= newest {
            return;
        }
        let stride = ((newest - oldest) / SAMPLE).max(1) | 1;
        let heaps: Vec<usize> = (oldest..newest).step_by(stride).collect();
        let mut open: Vec<Vec<u64>> = heaps.iter().map(|&heap| self.open_rares(heap)).collect();
        let last = TRIED.min((newest - oldest) / 2 + oldest / 4);
        // Gains only shrink while picks are added, so a stale one is an upper bound.
        let mut queue: BinaryHeap<(u32, std::cmp::Reverse<usize>)> = (LANES..last)
            .filter(|&part| self.cell(part).is_some_and(|c| c.get() & C::CLASS == 0))
            .map(|part| (u32::MAX, std::cmp::Reverse(part)))
            .collect();
        self.picks.clear();
        let least = u32::try_from(heaps.len() * self.windows / 400).unwrap_or(u32::MAX).max(1);
        while let Some((stale, std::cmp::Reverse(part))) = queue.pop() {
            if stale < least || self.picks.len() == MOST {
                break;
            }
            let gain = self.gain(part, &heaps, &mut open, false);
            let next = queue.peek().map_or(0, |&(next, _)| next);
            if gain < next {
                queue.push((gain, std::cmp::Reverse(part)));
                continue;
            }
            if gain < least {
                break;
            }
            self.gain(part, &heaps, &mut open, true);
            if let (Some(cell), Ok(back)) = (self.cell(part), u32::try_from(part)) {
                self.picks.push(Source { back, index: cell.get() });
            }
        }
    }

    /// The rare values below the value of `heap` that no single heap excludes, as bits.
    fn open_rares(&self, heap: usize) -> Vec<u64> {
        let Some(code) = self.cell(heap).map(Cell::get).filter(|code| code & C::CLASS == 0) else {
            return Vec::new();
        };
        let below = self.space.rare_below(code, self.space.turn(heap as u64)) as usize;
        let below = below.min(32 * self.windows);
        let mut open = vec![u64::MAX; below.div_ceil(64)];
        if let Some(word) = open.last_mut()
            && below % 64 != 0
        {
            *word = (1 << (below % 64)) - 1;
        }
        for &take in &self.moves.leave {
            if let Some(cell) = self.cell(heap - take) {
                clear(&mut open, cell.get() ^ self.taken(take));
            }
        }
        open
    }

    /// How many open values the pick `part` excludes; closes them if `close`.
    fn gain(&self, part: usize, heaps: &[usize], open: &mut [Vec<u64>], close: bool) -> u32 {
        let Some(first) = self.cell(part) else {
            return 0;
        };
        let mut gain = 0;
        for (&heap, open) in heaps.iter().zip(open) {
            if open.is_empty() {
                continue;
            }
            for &take in &self.moves.split {
                let Some(second) = (heap - take).checked_sub(part).and_then(|rest| self.cell(rest))
                else {
                    continue;
                };
                let code = first.get() ^ second.get();
                if open.get(code as usize / 64).is_some_and(|word| word >> (code % 64) & 1 == 1) {
                    gain += 1;
                    if close {
                        clear(open, code);
                    }
                }
            }
        }
        gain
    }
}

fn clear(words: &mut [u64], code: u32) {
    if let Some(word) = words.get_mut(code as usize / 64) {
        *word &= !(1 << (code % 64));
    }
}
