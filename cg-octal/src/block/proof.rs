//! When the values known prove a period.

use super::{Block, LOW_WITNESS};
use crate::kernel::{Avx2, Cell, Kernel};
use crate::period::{Period, least_period};
use crate::proof::{Method, Verdict};

impl<C: Cell> Block<C>
where
    Avx2: Kernel<C>,
{
    /// The least stored heap `e` with `G(n) = G(n + period)` for all
    /// `e <= n < known - period`; `None` when the last values differ.
    pub(crate) fn equal_from(&self, period: usize) -> Option<usize> {
        const CHUNK: usize = 4096;
        let stored = &self.cells[..self.known - self.base];
        // With the parity in the space, codes of heaps of different parity do not compare.
        if (self.space.parity && period % 2 == 1) || stored.len() <= period {
            return None;
        }
        let mut equal = stored.len() - period;
        let end = equal;
        while equal > 0 {
            let low = equal.saturating_sub(CHUNK);
            if stored[low..equal] == stored[low + period..equal + period] {
                equal = low;
                continue;
            }
            equal = (low..equal)
                .rev()
                .find(|&at| stored[at] != stored[at + period])
                .map_or(low, |at| at + 1);
            break;
        }
        (equal < end).then_some(self.base + equal)
    }

    /// The least period of the values from heap `first` on, which have the
    /// period `period` and of which one is stored.
    pub(crate) fn least_period(&self, first: usize, period: usize) -> usize {
        let at = first - self.base;
        let block = &self.cells[at..at + period];
        least_period(period, |shorter| {
            if self.space.parity && shorter % 2 == 1 {
                // Here equal values have different codes.
                let mut heaps = first..first + period - shorter;
                heaps.all(|heap| self.value(heap) == self.value(heap + shorter))
            } else {
                block[shorter..] == block[..period - shorter]
            }
        })
    }

    /// Whether the last `length` values agree with those a period before.
    pub(crate) fn tail_agrees(&self, period: usize, length: usize) -> bool {
        let stored = &self.cells[..self.known - self.base];
        let Some(from) = stored.len().checked_sub(period + length) else {
            return false;
        };
        stored[from..from + length] == stored[stored.len() - length..]
    }

    /// Whether the conditions of [`Method::StateRepetition`] hold, but for the
    /// equality of the states.
    pub(crate) fn repeats(&self, from: usize, period: usize, depth: usize) -> bool {
        let length = self.moves.length;
        let Some(deepest) = depth.checked_sub(length) else {
            return false;
        };
        let last_rare = self.rares.last().copied().unwrap_or(0);
        !(self.moves.unequal || self.space.parity && period % 2 == 1)
            && from > length.max(depth)
            && from >= self.deep_from
            && last_rare <= deepest
            && last_rare < from
            && LOW_WITNESS <= deepest
            && !self.deep.iter().any(|&(heap, witness)| heap >= from && witness > deepest)
    }

    /// What is known of the equation `G(n) = G(n + period)` for all `n >= first`,
    /// which holds as far as values are known.
    pub(crate) fn verdict(&self, first: usize, period: usize) -> Verdict {
        if self.moves.unequal {
            return Verdict::NoTheorem;
        }
        let length = self.moves.length;
        let found = Period { preperiod: first as u64, period: period as u64, saltus: 0 };
        let bound = usize::try_from(found.guy_smith_bound(length as u64, 2)).unwrap_or(usize::MAX);
        if self.known >= bound {
            return Verdict::Proved(Method::GuySmith {
                bound: bound as u64,
                space: Some(self.space),
            });
        }
        if self.moves.split.is_empty() {
            return Verdict::Wait(bound);
        }
        let last_rare = self.rares.last().copied().unwrap_or(0);
        let least = last_rare.max(LOW_WITNESS);
        let depths = self.deep.iter().map(|&(_, depth)| depth).filter(|&depth| depth > least);
        let starts = depths.chain([least]).map(|depth| {
            // Depths descend, so the heaps with deeper witnesses come first.
            let deeper = self.deep.iter().rev().find(|&&(_, d)| d > depth);
            let start = deeper.map_or(0, |&(heap, _)| heap + 1);
            let depth = depth + length;
            // The state begins behind heap 0, which is no part of a split.
            let start = start
                .max(first.max(1) + depth)
                .max(self.deep_from)
                .max(last_rare + 1)
                .max(length + 1);
            (start, depth)
        });
        let Some((start, depth)) = starts.min() else {
            return Verdict::Wait(bound);
        };
        if self.known >= start + period {
            return Verdict::Proved(Method::StateRepetition {
                from: start as u64,
                depth: depth as u64,
                space: self.space,
            });
        }
        Verdict::Wait(bound.min(start + period))
    }
}
