//! Finding periods while a sequence grows.
//!
//! A *marker* is a code that occurs seldom. At each occurrence the last cells
//! are hashed; a hash seen before proposes the distance as a period. The table
//! is bounded: when it is full, only hashes with more zero bits are kept.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::kernel::Cell;

/// Cells hashed at each occurrence.
pub(crate) const CONTEXT: usize = 64;
/// How seldom a marker should occur: once in so many heaps.
const SELDOM: usize = 10_000;
/// Heaps without a marker before another is chosen.
const PATIENCE: usize = 1 << 18;
/// Heaps among which a marker is chosen.
const SAMPLE: usize = 1 << 17;
/// Hashes remembered.
pub(crate) const MOST: usize = 1 << 17;

/// The state of the search for a period.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Marker {
    code: Option<u32>,
    last_seen: usize,
    /// Saved apart from the rest.
    #[serde(skip)]
    pub(crate) seen: HashMap<u64, usize>,
    /// Bits that must be zero in a hash that is kept.
    thin: u64,
}

impl Marker {
    /// Looks at the heaps `from..known`; `cells` holds those from `base` on.
    /// Returns a proposed period.
    pub(crate) fn scan<C: Cell>(
        &mut self,
        cells: &[C],
        base: usize,
        from: usize,
        known: usize,
    ) -> Option<usize> {
        let stored = &cells[..known - base];
        if self.code.is_none() || from.saturating_sub(self.last_seen) > PATIENCE {
            self.choose(&stored[stored.len().saturating_sub(SAMPLE)..], known);
        }
        let code = self.code?;
        let mut proposal = None;
        let start = from.max(base + CONTEXT) - base;
        for (chunk, cells) in (0..).zip(stored.get(start..)?.chunks(32)) {
            if !cells.iter().fold(false, |hit, cell| hit | (cell.get() == code)) {
                continue;
            }
            for (lane, _) in cells.iter().enumerate().filter(|(_, cell)| cell.get() == code) {
                let at = start + 32 * chunk + lane;
                self.last_seen = base + at;
                proposal = self.occurrence(&stored[at + 1 - CONTEXT..=at], base + at).or(proposal);
            }
        }
        proposal
    }

    fn occurrence<C: Cell>(&mut self, context: &[C], heap: usize) -> Option<usize> {
        let hash = context.iter().fold(0u64, |hash, cell| {
            (hash ^ u64::from(cell.get())).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        // The multiplier leaves the low bits weak.
        let hash = hash ^ hash >> 32;
        if hash & self.thin != 0 {
            return None;
        }
        if let Some(before) = self.seen.insert(hash, heap) {
            return heap.checked_sub(before);
        }
        while self.seen.len() > MOST {
            self.thin = self.thin << 1 | 1;
            let thin = self.thin;
            self.seen.retain(|hash, _| hash & thin == 0);
        }
        None
    }

    /// Takes as marker the code that occurs least often, but not less than
    /// once in [`SELDOM`] heaps.
    fn choose<C: Cell>(&mut self, sample: &[C], known: usize) {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        for cell in sample {
            *counts.entry(cell.get()).or_default() += 1;
        }
        let often = counts.iter().filter(|&(_, &count)| count * SELDOM >= sample.len());
        // Ties are broken by the code, so that a resumed run chooses the same.
        self.code = often.min_by_key(|&(&code, &count)| (count, code)).map(|(&code, _)| code);
        self.last_seen = known;
        self.seen.clear();
        self.thin = 0;
    }
}
