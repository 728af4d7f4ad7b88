//! The search for a period while a sequence grows.
//!
//! A short sequence is searched as a whole each time it has grown by half. In the cells of the
//! block engine, a [`Marker`] proposes periods at little cost. A proposal becomes a [`Candidate`],
//! and a [`Finding`] if a theorem proves it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::arithmetic;
use crate::block::BlockEngine;
use crate::kernel::{Avx2, Cell, Kernel};
use crate::period::{Verdict, all_but_state, find_period};
use crate::sequence::Engine;
use crate::{Method, OctalError, Period, Result, Sequence, SparseSpace};

/// A period, and its proof if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The period.
    pub period: Period,
    /// The proof; `None` for an observation.
    pub method: Option<Method>,
    /// Whether the preperiod is the least one. If values were dropped to save memory, it is only an
    /// upper bound.
    pub exact: bool,
}

/// A period that is not yet proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Candidate {
    pub(crate) period: usize,
    /// Heaps needed to decide.
    pub(crate) target: usize,
    /// The last cells, as bytes, of the heaps before `target - period`. They are copied if those
    /// heaps will be dropped before `target`.
    #[serde(skip)]
    pub(crate) state: Vec<u8>,
}

/// Below this length, the whole sequence is searched each time it has grown by half.
const WHOLE: usize = 1 << 16;

/// The search for the period of a sequence, and its result so far.
#[derive(Clone, Debug)]
pub(crate) struct PeriodSearch {
    pub(crate) marker: Marker,
    pub(crate) candidate: Option<Candidate>,
    pub(crate) finding: Option<Finding>,
    pub(crate) maximum: Maximum,
    /// The number of heaps that are already searched.
    pub(crate) looked: usize,
    /// The number of heaps at which the whole sequence is searched next.
    pub(crate) next_whole: usize,
    /// The space and the width of cells to which the marker refers.
    pub(crate) coding: Option<(SparseSpace, usize)>,
}

impl Default for PeriodSearch {
    fn default() -> Self {
        Self {
            marker: Marker::default(),
            candidate: None,
            finding: None,
            maximum: Maximum::default(),
            looked: 0,
            next_whole: 64,
            coding: None,
        }
    }
}

impl PeriodSearch {
    /// Searches the heaps that are new in `sequence` since the last call.
    ///
    /// # Errors
    ///
    /// Some of these heaps are no longer stored.
    pub(crate) fn search(&mut self, sequence: &Sequence) -> Result<()> {
        let known = sequence.known();
        self.maximum.scan(sequence, self.looked)?;
        let in_blocks = matches!(sequence.engine, Engine::Narrow(_) | Engine::Wide(_));
        if known >= self.next_whole && (known <= WHOLE || !in_blocks) && self.finding.is_none() {
            self.next_whole = known + known / 2;
            self.finding = whole(sequence);
        }
        let coding = sequence.coding();
        if coding != self.coding {
            // The codes have a new meaning.
            self.coding = coding;
            self.marker = Marker::default();
            self.candidate = None;
            self.looked = known.saturating_sub(1 << 16);
        }
        if self.finding.is_none() {
            match &sequence.engine {
                Engine::Narrow(block) => self.search_cells(block),
                Engine::Wide(block) => self.search_cells(block),
                Engine::General(_) | Engine::Dense(_) => self.candidate = None,
            }
        }
        self.looked = known;
        Ok(())
    }

    fn search_cells<C: Cell>(&mut self, block: &BlockEngine<C>)
    where
        Avx2: Kernel<C>,
    {
        let proposal = self.marker.scan(&block.cells, block.base, self.looked, block.known);
        if self.candidate.is_none()
            && let Some(distance) = proposal
        {
            // If the parity takes part, codes of heaps of different parity cannot be compared.
            let odd = distance % 2 == 1 && block.space.parity;
            let period = if odd { 2 * distance } else { distance };
            self.candidate = Some(Candidate { period, target: 0, state: Vec::new() });
        }
        if let Some(candidate) = self.candidate.take() {
            (self.candidate, self.finding) = judge(block, candidate);
        }
    }
}

/// An arithmetic period that was seen this often without a proof is an observation.
const MOST_TURNS: u64 = 32;

/// The period of all values known, plain or arithmetic.
fn whole(sequence: &Sequence) -> Option<Finding> {
    let known = sequence.known();
    // A sequence with dropped values cannot be searched as a whole.
    let values = sequence.values(known).ok()?;
    let code = sequence.rules().code();
    let theorem = code.and_then(|code| Some((code.length()? as u64, code.most_parts())));
    let bound = |p: Period| {
        let (length, parts) = theorem.filter(|_| p.saltus == 0)?;
        Some(p.guy_smith_bound(length, parts))
    };
    // Each period is tried once, with its least preperiod.
    let tried = std::cell::Cell::new((0, None));
    let arithmetic = |p: Period| {
        if tried.get().0 != p.period {
            tried.set((p.period, code.and_then(|code| arithmetic::proof(code, &values, p))));
        }
        tried.get().1
    };
    let enough = |p: Period| match (bound(p), theorem) {
        (Some(bound), _) => bound <= known as u64,
        // Values of such games do not grow like that.
        (None, Some((_, ..=2))) => false,
        // A period that repeats often enough and has no theorem is reported as observed.
        (None, Some(_)) => {
            let turns = known as u64 / (p.preperiod + p.period);
            turns >= 4 && (turns >= MOST_TURNS || arithmetic(p).is_some())
        }
        (None, None) => 4 * (p.preperiod + p.period) + 64 <= known as u64,
    };
    let all_but = |period: Period| {
        let from = known.checked_sub(usize::try_from(period.period).ok()?)?;
        let (before, a) = all_but_state(code?, &values, from)?;
        let (after, b) = all_but_state(code?, &values, known)?;
        let same = before == after && u64::from(b - a) == period.saltus;
        (same && from as u64 >= period.preperiod).then_some(Method::AllBut { from: from as u64 })
    };
    find_period(&values, enough).map(|period| {
        let method = match bound(period) {
            Some(bound) => Some(Method::GuySmith { bound, space: None }),
            None => arithmetic(period).or_else(|| all_but(period)),
        };
        Finding { period, method, exact: true }
    })
}

/// The state of a candidate.
fn judge<C: Cell>(
    block: &BlockEngine<C>,
    candidate: Candidate,
) -> (Option<Candidate>, Option<Finding>)
where
    Avx2: Kernel<C>,
{
    let Candidate { period, target, .. } = candidate;
    if block.base > 0 && (!candidate.state.is_empty() || block.known - block.base < 2 * period) {
        return judge_state(block, candidate);
    }
    if !block.tail_agrees(period, CONTEXT.min(block.known / 4)) {
        return (None, None);
    }
    if block.known < target {
        return (Some(candidate), None);
    }
    let Some(first) = block.equal_from(period) else {
        return (None, None);
    };
    let proved = match block.verdict(first, period) {
        Verdict::Wait(target) => {
            return (Some(Candidate { period, target, state: Vec::new() }), None);
        }
        Verdict::Proved(method) => Some(method),
        Verdict::NoTheorem => None,
    };
    let known = block.known;
    if proved.is_none() && known < 4 * (first + period) {
        let target = 4 * (first + period);
        return (Some(Candidate { period, target, state: Vec::new() }), None);
    }
    // The proposed distance may be a multiple of the period.
    let short = block.least_period(first, period);
    if short < period {
        return judge(block, Candidate { period: short, target: 0, state: Vec::new() });
    }
    let found = Period { preperiod: first as u64, period: period as u64, saltus: 0 };
    (
        None,
        Some(Finding {
            period: found,
            method: proved,
            exact: block.base == 0 || first > block.base,
        }),
    )
}

/// The same if the values a period back are not stored: a state is copied now and compared a period
/// later.
fn judge_state<C: Cell>(
    block: &BlockEngine<C>,
    mut candidate: Candidate,
) -> (Option<Candidate>, Option<Finding>)
where
    Avx2: Kernel<C>,
{
    let depth = block.prefix.len() / 2;
    let last = |heap: usize| {
        let end = heap.checked_sub(block.base)?;
        block.cells.get(end.checked_sub(depth)?..end)
    };
    if candidate.state.is_empty() {
        if let Some(cells) = last(block.known) {
            candidate.state = C::bytes(cells).into_owned();
            candidate.target = block.known + candidate.period;
        }
        return (Some(candidate), None);
    }
    if block.known < candidate.target {
        return (Some(candidate), None);
    }
    let from = candidate.target - candidate.period;
    let state = last(candidate.target).map(C::bytes);
    if state.as_deref() != Some(&candidate.state) || !block.repeats(from, candidate.period, depth) {
        return (None, None);
    }
    let period =
        Period { preperiod: (from - depth) as u64, period: candidate.period as u64, saltus: 0 };
    let method =
        Method::StateRepetition { from: from as u64, depth: depth as u64, space: block.space };
    (None, Some(Finding { period, method: Some(method), exact: false }))
}

/// Cells hashed at each occurrence.
pub(crate) const CONTEXT: usize = 64;
/// A marker should occur at most once in this many heaps.
const SELDOM: usize = 10_000;
/// After this many heaps without the marker another one is chosen.
const PATIENCE: usize = 1 << 18;
/// Heaps among which a marker is chosen.
const SAMPLE: usize = 1 << 17;
/// Hashes remembered.
pub(crate) const MOST: usize = 1 << 17;

/// Proposes periods: the distances between places that look the same.
///
/// A *marker* is a rare code. At each occurrence the last cells are hashed. If a hash was seen
/// before, the distance is proposed as a period. The table is bounded: if it is full, only hashes
/// with more zero bits are kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Marker {
    code: Option<u32>,
    last_seen: usize,
    /// Saved separately.
    #[serde(skip)]
    pub(crate) seen: HashMap<u64, usize>,
    /// The number of bits that must be zero in a kept hash.
    thin: u64,
}

impl Marker {
    /// Examines the heaps `from..known`. `cells` has those from `base` on. Returns a proposed
    /// period.
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
        // The multiplier mixes the low bits badly.
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

    /// Chooses as marker the rarest code that occurs at least once in [`SELDOM`] heaps.
    fn choose<C: Cell>(&mut self, sample: &[C], known: usize) {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        for cell in sample {
            *counts.entry(cell.get()).or_default() += 1;
        }
        let often = counts.iter().filter(|&(_, &count)| count * SELDOM >= sample.len());
        // Ties are broken by the code, so a resumed run makes the same choice.
        self.code = often.min_by_key(|&(&code, &count)| (count, code)).map(|(&code, _)| code);
        self.last_seen = known;
        self.seen.clear();
        self.thin = 0;
    }
}

/// The largest value, and the first and last heap that have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Maximum {
    pub(crate) value: u32,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Maximum {
    /// Includes the heaps from `from` on.
    fn scan(&mut self, sequence: &Sequence, from: usize) -> Result<()> {
        match &sequence.engine {
            Engine::Narrow(block) => self.scan_cells(block, from),
            Engine::Wide(block) => self.scan_cells(block, from),
            Engine::General(general) => {
                (from..).zip(&general.values()[from..]).for_each(|(n, &v)| self.see(n, v));
                Ok(())
            }
            Engine::Dense(dense) => {
                let values = dense.values()[from..].iter().map(|&value| u32::from(value));
                (from..).zip(values).for_each(|(heap, value)| self.see(heap, value));
                Ok(())
            }
        }
    }

    fn see(&mut self, heap: usize, value: u32) {
        if value > self.value {
            *self = Self { value, first: heap, last: heap };
        } else if value == self.value {
            self.last = heap;
        }
    }

    /// Decodes only cells that can reach the maximum. Their index is at least that of the maximum,
    /// apart from the bits below the bit that is left out.
    fn scan_cells<C: Cell>(&mut self, block: &BlockEngine<C>, from: usize) -> Result<()>
    where
        Avx2: Kernel<C>,
    {
        let Some(at) = from.checked_sub(block.base) else {
            return Err(OctalError::limit(
                format!("the largest value of the heaps from {from} to {}", block.base),
                format!("{} bytes of memory", block.memory),
            ));
        };
        let space = block.space;
        let low = space.mask & space.mask.wrapping_neg();
        for (chunk, cells) in (0..).zip(block.cells[at..block.known - block.base].chunks(64)) {
            let least = space.index(self.value) & !(low - 1);
            if cells.iter().fold(false, |hit, cell| hit | (cell.get() & !C::CLASS >= least)) {
                let first = from + 64 * chunk;
                for heap in first..first + cells.len() {
                    self.see(heap, block.value(heap).expect("its cell is stored"));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_period_is_proposed_in_pieces_of_any_size() {
        let period = 12_345;
        let cells: Vec<u8> = (0..100_000usize)
            .map(|n| {
                let n = (n % period) as u64;
                let n = (n ^ n >> 5).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                ((n ^ n >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 58).to_le_bytes()[0]
            })
            .collect();
        for piece in [97, 4096, 30_000] {
            let mut marker = Marker::default();
            let mut found = None;
            let mut from = 0;
            while from < cells.len() {
                let known = (from + piece).min(cells.len());
                found = found.or(marker.scan(&cells[..known], 0, from, known));
                from = known;
            }
            let found = found.expect("proposal");
            assert_eq!(found % period, 0, "{found} in pieces of {piece}");
        }
    }

    #[test]
    fn the_table_stays_bounded() {
        let mut marker = Marker::default();
        let mut state = 1u64;
        let cells: Vec<u8> = (0..2_000_000)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 62).to_le_bytes()[0]
            })
            .collect();
        marker.scan(&cells, 0, 0, cells.len());
        assert!(marker.seen.len() <= MOST && marker.thin > 0);
    }
}
