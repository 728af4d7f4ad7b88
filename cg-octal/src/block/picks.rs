//! Choosing the common heaps that exclude most rare values.

use std::collections::BinaryHeap;

use super::Block;
use crate::kernel::{Avx2, Cell, Kernel, LANES, Source};

/// Heaps that are tried as picks: the first so many.
const TRIED: usize = 640;
/// Heaps on which they are tried.
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
        // About as many steps as there are new heaps, so that the choice costs little.
        let wanted = (newest / 64).clamp(64, SAMPLE);
        let stride = ((newest - oldest) / wanted).max(1) | 1;
        let mut open: Vec<Open> =
            (oldest..newest).step_by(stride).map(|heap| self.open_rares(heap)).collect();
        let least = u32::try_from(open.len() * self.indices() / 32_000).unwrap_or(u32::MAX).max(1);
        open.retain(|open| !open.rares.is_empty());
        let last = TRIED.min((newest - oldest) / 2 + oldest / 4);
        // Gains only shrink while picks are added, so a stale one is an upper bound.
        let mut queue: BinaryHeap<(u32, std::cmp::Reverse<usize>)> = (LANES..last)
            .filter(|&part| self.cell(part).is_some_and(|c| c.get() & C::CLASS == 0))
            .map(|part| (u32::MAX, std::cmp::Reverse(part)))
            .collect();
        self.picks.clear();
        while let Some((stale, std::cmp::Reverse(part))) = queue.pop() {
            if stale < least || self.picks.len() == MOST {
                break;
            }
            let gain = self.gain(part, &open);
            let next = queue.peek().map_or(0, |&(next, _)| next);
            if gain < next {
                queue.push((gain, std::cmp::Reverse(part)));
                continue;
            }
            if gain < least {
                break;
            }
            self.close(part, &mut open);
            if let (Some(cell), Ok(back)) = (self.cell(part), u32::try_from(part)) {
                self.picks.push(Source { back, index: cell.get() });
            }
        }
    }

    /// The rare values below the value of `heap` that no single heap excludes.
    fn open_rares(&self, heap: usize) -> Open {
        let mut open = Open { heap, rares: Vec::new() };
        let Some(code) = self.cell(heap).map(Cell::get).filter(|code| code & C::CLASS == 0) else {
            return open;
        };
        let below = self.space.rare_below(code, self.space.turn(heap as u64)) as usize;
        let below = below.min(self.indices());
        open.rares = vec![u64::MAX; below.div_ceil(64)];
        if let Some(word) = open.rares.last_mut()
            && !below.is_multiple_of(64)
        {
            *word = (1 << (below % 64)) - 1;
        }
        for &take in &self.moves.leave {
            if let Some(cell) = self.cell(heap - take) {
                open.clear(cell.get() ^ self.taken(take));
            }
        }
        open
    }

    /// The codes of the pairs that `part` makes with the rest of `heap`.
    #[inline(always)]
    fn pairs(&self, part: usize, heap: usize) -> impl Iterator<Item = u32> {
        let first = self.cell(part).map_or(C::CLASS, Cell::get);
        self.moves.split.iter().filter_map(move |&take| {
            let rest = (heap - take).checked_sub(part)?;
            Some(first ^ self.cell(rest)?.get())
        })
    }

    /// How many open values the pick `part` excludes.
    fn gain(&self, part: usize, open: &[Open]) -> u32 {
        let mut gain = 0;
        for open in open {
            for code in self.pairs(part, open.heap) {
                gain += u32::from(open.has(code));
            }
        }
        gain
    }

    /// Closes the values that the pick `part` excludes; drops heaps with none left.
    fn close(&self, part: usize, open: &mut Vec<Open>) {
        open.retain_mut(|open| {
            for code in self.pairs(part, open.heap) {
                open.clear(code);
            }
            open.rares.iter().any(|&word| word != 0)
        });
    }
}

/// The rare values of a heap that no pick excludes yet.
struct Open {
    heap: usize,
    rares: Vec<u64>,
}

impl Open {
    #[inline(always)]
    fn has(&self, code: u32) -> bool {
        let word = self.rares.get(code as usize / 64);
        word.is_some_and(|word| word >> (code % 64) & 1 == 1)
    }

    fn clear(&mut self, code: u32) {
        if let Some(word) = self.rares.get_mut(code as usize / 64) {
            *word &= !(1 << (code % 64));
        }
    }
}
