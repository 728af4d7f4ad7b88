//! The block engine: 32 heaps at once through a sparse space.
//!
//! A sum `m` of two heaps is reached from every heap `m + j` whose digit `d_j` splits. For 32
//! consecutive sums, each is paired with every rare heap. That gives all common options, so the
//! least missing common value is exact. A few chosen heaps, the *picks*, give some of the rare
//! options. A heap is settled if the picks exclude every rare value below its common candidate. The
//! other heaps go to `search`, which is slow.

mod lead;
mod search;
mod step;
mod strip;

use cg_core::Interrupt;
use serde::{Deserialize, Serialize};

use self::lead::Lead;
use self::search::Notes;
use crate::kernel::{Avx2, Cell, Kernel, LANES, Portable, Simd, Source, Strips};
use crate::period::{Verdict, least_period};
use crate::rules::Takes;
use crate::{Method, OctalError, Period, Result, Rules, Settings, SparseSpace};

/// Rare heaps below this one are paired heap by heap, with tables. It is twice [`STEP`], so vectors
/// are loaded only from cells that were stored long before.
const NEAR: usize = 16;

/// Heaps that are paired at once with rare heaps below [`LANES`].
const STEP: usize = 8;

/// Heaps of a round, after which the interrupt flag and the memory are checked.
const ROUND: usize = 1 << 16;

/// Why the engine cannot make a step.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A value does not fit in the cells.
    Widen,
    /// Any other error.
    Error(OctalError),
}

impl From<OctalError> for Stop {
    fn from(error: OctalError) -> Self {
        Self::Error(error)
    }
}

/// The engine over cells of type `C`.
#[derive(Clone, Debug)]
pub(crate) struct BlockEngine<C> {
    pub(crate) takes: Takes,
    pub(crate) space: SparseSpace,
    simd: Simd,
    /// Codes of the heaps `base..base + cells.len()`: the index of the value in its class, with the
    /// class bit if the value is rare. Undefined from `known` on.
    pub(crate) cells: Vec<C>,
    pub(crate) base: usize,
    /// The first heaps, if `base` is larger than their number.
    pub(crate) prefix: Vec<C>,
    /// Heaps whose values are known.
    pub(crate) known: usize,
    /// The rare heaps in ascending order, without heap 0, which is no part of a split.
    pub(crate) rares: Vec<usize>,
    /// The rare heaps from [`LANES`] on.
    far: Vec<Source>,
    /// Those from [`NEAR`] to [`LANES`].
    middle: Vec<Source>,
    /// Those below [`NEAR`].
    near: Vec<Source>,
    /// Common heaps that exclude rare values.
    picks: Vec<Source>,
    /// The heap at which the picks are chosen again.
    next_picks: usize,
    /// Number of windows of 32 indices, at most 8, or 0 for half a window.
    windows: usize,
    /// Data from searches.
    pub(crate) notes: Notes,
    /// The first heap whose witnesses are recorded.
    pub(crate) deep_from: usize,
    /// Bytes that `cells` and `prefix` may take.
    pub(crate) memory: usize,
    /// Threads that this engine may use.
    threads: usize,
    /// The engine that runs ahead in another thread.
    lead: Lead<C>,
    /// Whether this engine is such a lead. A lead takes every heap as common.
    leads: bool,
}

/// Rows of marks for codes with splits that remove many tokens.
const MANY_ROWS: usize = 8192;

/// Witnesses with a part of at most this size need no record.
pub(crate) const LOW_WITNESS: usize = 4096;

/// The number of heaps that must be known before the block engine starts.
pub(crate) const WARM_UP: usize = 4 * LANES;

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// An engine that continues `values`. There must be at least [`WARM_UP`] of them, and more than
    /// the length of the code.
    pub(crate) fn new(
        takes: Takes,
        space: SparseSpace,
        simd: Simd,
        memory: usize,
        values: &[u32],
    ) -> std::result::Result<Self, Stop> {
        let mut block = Self::empty(takes, space, simd, memory);
        block.cells.reserve(values.len() + (1 << 12));
        (block.known, block.deep_from) = (values.len(), values.len());
        for (heap, &value) in values.iter().enumerate() {
            let rare = space.is_rare(value, heap as u64);
            let index = space.index(value);
            if index >= C::CLASS {
                return Err(Stop::Widen);
            }
            block.cells.push(C::put(if rare { index | C::CLASS } else { index }));
            if rare && heap > 0 {
                block.add_rare(heap, index)?;
            }
        }
        Ok(block)
    }

    /// Sets the number of threads.
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    fn empty(takes: Takes, space: SparseSpace, simd: Simd, memory: usize) -> Self {
        let mut block = Self {
            takes,
            space,
            simd,
            cells: Vec::new(),
            base: 0,
            prefix: Vec::new(),
            known: 0,
            rares: Vec::new(),
            far: Vec::new(),
            middle: Vec::new(),
            near: Vec::new(),
            picks: Vec::new(),
            next_picks: 0,
            windows: 1,
            notes: Notes::default(),
            deep_from: 0,
            memory,
            threads: 1,
            lead: Lead::NONE,
            leads: false,
        };
        block.set_windows(0);
        block
    }

    fn set_windows(&mut self, windows: usize) {
        // The windows must also contain the rare values below a common value in a window.
        let low_bit = (self.space.mask & self.space.mask.wrapping_neg()) as usize;
        let least = if low_bit <= 16 && self.has_strips() { 0 } else { 1 };
        self.windows = windows.max(least).next_multiple_of((low_bit / 32).max(1));
        self.notes.overflows = 0;
    }

    /// Whether strips can compute the game while its values are small.
    fn has_strips(&self) -> bool {
        let few = |&take: &usize| take <= strip::MOST_TAKEN;
        C::CLASS <= 0x80 && self.takes.split.last().is_some_and(few)
    }

    /// The number of indices of rare values that the picks exclude.
    fn indices(&self) -> usize {
        match self.windows {
            0 => 16,
            2 if self.has_strips() => 32,
            windows => 32 * windows,
        }
    }

    fn add_rare(&mut self, heap: usize, index: u32) -> Result<()> {
        let back = u32::try_from(heap)
            .map_err(|_| OctalError::limit("a rare value", "heap 4294967295 for rare values"))?;
        self.rares.push(heap);
        let source = Source { back, index };
        match heap {
            LANES.. => self.far.push(source),
            NEAR.. => self.middle.push(source),
            _ => self.near.push(source),
        }
        Ok(())
    }

    /// The number of rare values that must be excluded for the common value with `index`. It is 0
    /// in a lead.
    fn rare_below(&self, index: u32, turn: u32) -> u32 {
        if self.leads { 0 } else { self.space.rare_below(index, turn) }
    }

    /// The value of a known heap; `None` if it was dropped to save memory.
    pub(crate) fn value(&self, heap: usize) -> Option<u32> {
        if heap >= self.known {
            return None;
        }
        let code = self.cell(heap)?.get();
        let rare = code & C::CLASS != 0;
        let turn = self.space.turn(heap as u64);
        Some(self.space.value(code & !C::CLASS, rare, turn))
    }

    /// The code of a known heap that is still stored.
    #[inline(always)]
    fn cell(&self, heap: usize) -> Option<C> {
        match heap.checked_sub(self.base) {
            Some(at) => self.cells.get(at).copied(),
            None => self.prefix.get(heap).copied(),
        }
    }

    /// The code of a heap that is never dropped. Those are the first heaps, up to some distance
    /// after the rare heaps, and the last ones, as far back as a pair with a rare heap reaches.
    #[inline(always)]
    fn recent(&self, heap: usize) -> C {
        self.cell(heap).expect("`drop_middle` keeps all heaps that pairs with rare ones reach")
    }

    /// Computes values until at least `count` heaps are known; a few more may be computed.
    pub(crate) fn extend(
        &mut self,
        count: usize,
        interrupt: &Interrupt,
    ) -> std::result::Result<(), Stop>
    where
        C: Blocks,
    {
        while self.known < count {
            if interrupt.is_raised() {
                return Err(Stop::Error(OctalError::Interrupted { at: self.known as u64 }));
            }
            if self.known >= self.next_picks && !self.leads {
                self.choose_picks();
                self.next_picks = self.known.saturating_mul(8);
            }
            self.widen_windows();
            let blocks = (count - self.known).min(ROUND).div_ceil(LANES);
            self.make_room(blocks * LANES + LANES)?;
            self.start_lead();
            match self.simd {
                Simd::Portable => C::blocks(self, Portable, blocks),
                Simd::Avx2(token) => C::blocks(self, Avx2::new(token), blocks),
            }?;
        }
        Ok(())
    }

    fn blocks<K: Kernel<C>>(&mut self, kernel: K, blocks: usize) -> std::result::Result<(), Stop> {
        if self.takes.split.last() > Some(&step::FEW_ROWS) {
            const { assert!(MANY_ROWS >= crate::Code::MAX_DIGITS + LANES) };
            return self.run::<K, 8, MANY_ROWS>(kernel, blocks);
        }
        match self.windows {
            0 | 1 => self.run::<K, 1, 64>(kernel, blocks),
            2 => self.run::<K, 2, 64>(kernel, blocks),
            3 => self.run::<K, 3, 64>(kernel, blocks),
            4 => self.run::<K, 4, 64>(kernel, blocks),
            5 => self.run::<K, 5, 64>(kernel, blocks),
            6 => self.run::<K, 6, 64>(kernel, blocks),
            _ => self.run::<K, 8, 64>(kernel, blocks),
        }
    }

    /// Adds windows if too many heaps were beyond the last one.
    fn widen_windows(&mut self) {
        const TOO_MANY: usize = 512;
        let most = if C::CLASS <= 0x80 { 4 } else { 8 };
        if self.notes.overflows > TOO_MANY.max(self.known >> 10) && self.windows < most {
            self.set_windows(self.windows + 1);
        }
    }

    /// Makes room for `more` cells within the memory limit. If the cells would take more, only the
    /// first and the last ones are kept.
    fn make_room(&mut self, more: usize) -> Result<()> {
        let need = self.known - self.base + more;
        // If there is a prefix, it takes a quarter. If a run continues with less memory than it
        // had, the prefix takes all.
        let most = (self.memory / size_of::<C>()).saturating_sub(self.prefix.len());
        if need > most {
            return self.drop_middle(more, most);
        }
        if need > self.cells.len() {
            if need > self.cells.capacity() {
                let wish = (2 * need).min(most) - self.cells.len();
                self.cells.try_reserve_exact(wish).map_err(|_| {
                    OctalError::limit(format!("{need} stored values"), "memory of this machine")
                })?;
            }
            self.cells.resize(need, C::put(C::CLASS));
        }
        Ok(())
    }

    /// The number of heaps at the beginning, and at the end, that are never dropped.
    fn reach(&self) -> usize {
        let last_rare = self.rares.last().copied().unwrap_or(0);
        let witness = if self.leads { 0 } else { LOW_WITNESS };
        last_rare.max(witness) + self.takes.length + 2 * LANES
    }

    fn drop_middle(&mut self, more: usize, most: usize) -> Result<()> {
        let stored = self.known - self.base;
        let keep = if self.base == 0 { most / 4 } else { self.prefix.len() };
        let reach = self.reach();
        if keep < reach || keep + more > most || keep >= stored {
            return Err(OctalError::limit(
                format!("heap {} with rare heaps up to {reach}", self.known),
                format!("{} bytes of memory", self.memory),
            ));
        }
        if self.base == 0 {
            self.prefix = self.cells[..keep].to_vec();
        }
        self.cells.copy_within(stored - keep..stored, 0);
        self.cells.truncate(keep);
        if self.base == 0 {
            self.cells.shrink_to(most - keep);
        }
        self.base = self.known - keep;
        self.cells.resize(keep + more, C::put(C::CLASS));
        Ok(())
    }
}

/// Computes the next blocks. Cells of one byte may use strips.
pub(crate) trait Blocks: Cell {
    fn blocks<K: Strips + Kernel<Self>>(
        block: &mut BlockEngine<Self>,
        kernel: K,
        blocks: usize,
    ) -> std::result::Result<(), Stop>;
}

impl Blocks for u8 {
    fn blocks<K: Strips>(
        block: &mut BlockEngine<Self>,
        kernel: K,
        blocks: usize,
    ) -> std::result::Result<(), Stop> {
        match block.windows {
            0 => block.strips::<K, 4, 4>(kernel, blocks),
            1 if block.has_strips() => block.strips::<K, 8, 8>(kernel, blocks),
            2 if block.has_strips() => block.strips::<K, 12, 8>(kernel, blocks),
            _ => block.blocks(kernel, blocks),
        }
    }
}

impl Blocks for u16 {
    fn blocks<K: Strips + Kernel<Self>>(
        block: &mut BlockEngine<Self>,
        kernel: K,
        blocks: usize,
    ) -> std::result::Result<(), Stop> {
        block.blocks(kernel, blocks)
    }
}

impl BlockEngine<u8> {
    /// Converts the engine to cells of two bytes.
    pub(crate) fn widened(&self) -> std::result::Result<BlockEngine<u16>, Stop> {
        let widen = |cells: &[u8]| -> Vec<u16> {
            let codes = cells.iter().map(|cell| u32::from(*cell));
            codes
                .map(|code| if code & 0x80 == 0 { code } else { code ^ 0x80 ^ 0x8000 })
                .map(u16::put)
                .collect()
        };
        let mut cells = widen(&self.cells);
        cells.truncate(self.known - self.base);
        let mut wide =
            BlockEngine { cells, prefix: widen(&self.prefix), ..self.with_cells::<u16>() };
        wide.set_windows(self.windows);
        Ok(wide)
    }
}

impl<C: Cell> BlockEngine<C> {
    /// Windows, picks and searches as text, for tuning.
    pub(crate) fn internals(&self) -> String {
        format!(
            "{} windows, {} picks, {} searches, deepest {:?}",
            self.windows,
            self.picks.len(),
            self.notes.searches,
            self.notes.deep.first()
        )
    }

    /// Everything except the cells.
    fn with_cells<D: Cell>(&self) -> BlockEngine<D> {
        BlockEngine {
            takes: self.takes.clone(),
            space: self.space,
            simd: self.simd,
            cells: Vec::new(),
            base: self.base,
            prefix: Vec::new(),
            known: self.known,
            rares: self.rares.clone(),
            far: self.far.clone(),
            middle: self.middle.clone(),
            near: self.near.clone(),
            picks: self.picks.clone(),
            next_picks: self.next_picks,
            windows: self.windows,
            notes: self.notes.clone(),
            deep_from: self.deep_from,
            memory: self.memory,
            threads: self.threads,
            lead: Lead::NONE,
            leads: self.leads,
        }
    }
}

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// The least stored heap `e` with `G(n) = G(n + period)` for all `e <= n < known - period`;
    /// `None` if the last values differ.
    pub(crate) fn equal_from(&self, period: usize) -> Option<usize> {
        const CHUNK: usize = 4096;
        let stored = &self.cells[..self.known - self.base];
        // If the parity is part of the space, codes of heaps of different parity cannot be
        // compared.
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

    /// The least period of the values from heap `first` on. They have the period `period`, and one
    /// period of them is stored.
    pub(crate) fn least_period(&self, first: usize, period: usize) -> usize {
        let at = first - self.base;
        let block = &self.cells[at..at + period];
        least_period(period, |shorter| {
            if self.space.parity && shorter % 2 == 1 {
                // In this case equal values have different codes.
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

    /// Whether the conditions of [`Method::StateRepetition`] hold, except the equality of the
    /// states.
    pub(crate) fn repeats(&self, from: usize, period: usize, depth: usize) -> bool {
        let length = self.takes.length;
        let Some(deepest) = depth.checked_sub(length) else {
            return false;
        };
        let last_rare = self.rares.last().copied().unwrap_or(0);
        !(self.takes.unequal || self.space.parity && period % 2 == 1)
            && from > length.max(depth)
            && from >= self.deep_from
            && last_rare <= deepest
            && last_rare < from
            && LOW_WITNESS <= deepest
            && !self.notes.deep.iter().any(|&(heap, witness)| heap >= from && witness > deepest)
    }

    /// The verdict on the equation `G(n) = G(n + period)` for all `n >= first`. It holds for all
    /// known values.
    pub(crate) fn verdict(&self, first: usize, period: usize) -> Verdict {
        if self.takes.unequal {
            return Verdict::NoTheorem;
        }
        let length = self.takes.length;
        let found = Period { preperiod: first as u64, period: period as u64, saltus: 0 };
        let bound = usize::try_from(found.guy_smith_bound(length as u64, 2)).unwrap_or(usize::MAX);
        if self.known >= bound {
            return Verdict::Proved(Method::GuySmith {
                bound: bound as u64,
                space: Some(self.space),
            });
        }
        if self.takes.split.is_empty() {
            return Verdict::Wait(bound);
        }
        let last_rare = self.rares.last().copied().unwrap_or(0);
        let least = last_rare.max(LOW_WITNESS);
        let deep = &self.notes.deep;
        let depths = deep.iter().map(|&(_, depth)| depth).filter(|&depth| depth > least);
        let starts = depths.chain([least]).map(|depth| {
            // Depths descend, so the heaps with deeper witnesses are first.
            let deeper = deep.iter().rev().find(|&&(_, d)| d > depth);
            let start = deeper.map_or(0, |&(heap, _)| heap + 1);
            let depth = depth + length;
            // The state begins after heap 0, which is no part of a split.
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

/// All data of the engine that cannot be computed from its cells.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    space: SparseSpace,
    base: usize,
    known: usize,
    rares: Vec<usize>,
    picks: Vec<Source>,
    next_picks: usize,
    windows: usize,
    overflows: usize,
    deep: Vec<(usize, usize)>,
    deep_from: usize,
    searches: u64,
}

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    pub(crate) fn saved(&self) -> Saved {
        Saved {
            space: self.space,
            base: self.base,
            known: self.known,
            rares: self.rares.clone(),
            picks: self.picks.clone(),
            next_picks: self.next_picks,
            windows: self.windows,
            overflows: self.notes.overflows,
            deep: self.notes.deep.clone(),
            deep_from: self.deep_from,
            searches: self.notes.searches,
        }
    }

    /// The engine from saved data; `None` if its parts contradict each other.
    pub(crate) fn restored(
        saved: Saved,
        rules: &Rules,
        settings: Settings,
        cells: Vec<C>,
        prefix: Vec<C>,
    ) -> Result<Option<Self>> {
        let takes = Takes::new(rules, "block")?;
        let space = saved.space;
        let parity = !space.parity || takes.odd_split() == Some(space.odd_split);
        let fits = space.mask & 0xff != 0
            && parity
            && saved.known.checked_sub(saved.base) == Some(cells.len())
            && cells.len() >= WARM_UP + takes.length
            && (saved.base == 0) == prefix.is_empty()
            && saved.windows <= 8;
        if !fits {
            return Ok(None);
        }
        let mut block = Self::empty(takes, space, settings.simd, settings.memory);
        (block.cells, block.prefix) = (cells, prefix);
        (block.base, block.known) = (saved.base, saved.known);
        for heap in saved.rares {
            let code = block.cell(heap).map_or(0, Cell::get);
            let ascends = block.rares.last().is_none_or(|&last| last < heap);
            let near = block.base == 0
                || heap + 2 * LANES + block.takes.length
                    < block.prefix.len().min(block.cells.len());
            if heap == 0 || heap >= saved.known || code & C::CLASS == 0 || !ascends || !near {
                return Ok(None);
            }
            block.add_rare(heap, code & !C::CLASS)?;
        }
        let stored = block.cells.len();
        let good = |pick: &Source| {
            (LANES..stored - LANES).contains(&(pick.back as usize)) && pick.index < C::CLASS
        };
        let deep = saved.deep.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1);
        if !saved.picks.iter().all(good) || !deep {
            return Ok(None);
        }
        block.set_windows(saved.windows);
        block.picks = saved.picks;
        (block.next_picks, block.deep_from) = (saved.next_picks, saved.deep_from);
        block.notes = Notes::new(saved.searches, saved.overflows, saved.deep);
        Ok(Some(block.with_threads(settings.threads)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sparse_space::Counts;
    use crate::{Rules, oracle};

    fn same_as(rules: &Rules, want: &[u32], start: usize, space: SparseSpace) {
        let takes = Takes::new(rules, "block").unwrap();
        for simd in [Simd::Portable, Simd::detect()] {
            narrow_and_wide(&takes, want, start, space, simd);
        }
    }

    fn narrow_and_wide(takes: &Takes, want: &[u32], start: usize, space: SparseSpace, simd: Simd) {
        match check::<u8>(takes, want, start, space, simd) {
            Ok(()) | Err(Stop::Widen) => {}
            Err(Stop::Error(error)) => panic!("{error}"),
        }
        check::<u16>(takes, want, start, space, simd).unwrap();
    }

    fn check<C: Blocks>(
        takes: &Takes,
        want: &[u32],
        start: usize,
        space: SparseSpace,
        simd: Simd,
    ) -> std::result::Result<(), Stop>
    where
        Avx2: Kernel<C>,
    {
        // Each number of windows; with each number of threads on a third of the masks.
        let threads = [1, 2, 4].into_iter().cycle().skip(space.mask as usize % 3);
        for (windows, threads) in (0..=8).zip(threads) {
            let block =
                BlockEngine::<C>::new(takes.clone(), space, simd, usize::MAX, &want[..start])?;
            let mut block = block.with_threads(threads);
            block.set_windows(windows);
            let interrupt = Interrupt::new();
            for count in [start + 33, start + 34, want.len()] {
                block.extend(count, &interrupt)?;
            }
            for (heap, &value) in want.iter().enumerate() {
                assert_eq!(
                    block.value(heap),
                    Some(value),
                    "heap {heap}, {takes:?} {space:?} {windows}"
                );
            }
        }
        Ok(())
    }

    fn best(values: &[u32], takes: &Takes) -> SparseSpace {
        let mut counts = Counts::default();
        for (heap, &value) in (0u64..).zip(values) {
            counts.add(heap, value);
        }
        counts.best_space(takes.odd_split()).unwrap().0
    }

    #[test]
    fn known_games_with_their_best_mask_and_with_bad_ones() {
        for code in [
            ".104", ".454", ".354", ".376", ".16", ".56", ".6", "Grundy", "4.045", ".127", ".15",
            ".205", ".324", ".174",
        ] {
            let rules: Rules = code.parse().unwrap();
            let takes = Takes::new(&rules, "block").unwrap();
            let mut dense = crate::Dense::new(&rules, Simd::detect()).unwrap();
            dense.extend(3000, &Interrupt::new()).unwrap();
            let want: Vec<u32> = dense.values().iter().map(|&v| u32::from(v)).collect();
            same_as(&rules, &want, WARM_UP, best(&want, &takes));
            for mask in [1, 6, 13, 64, 192] {
                let plain = SparseSpace { mask, parity: false, odd_split: false };
                same_as(&rules, &want[..500], WARM_UP + 3, plain);
                if let Some(odd_split) = takes.odd_split() {
                    same_as(
                        &rules,
                        &want[..500],
                        WARM_UP,
                        SparseSpace { parity: true, odd_split, ..plain },
                    );
                }
            }
        }
    }

    proptest! {
        #![proptest_config(cg_properties::cases(40))]
        #[test]
        fn any_mask_gives_right_values(
            zero in 0u32..2,
            digits in prop::collection::vec(0u32..8, 1..6),
            mask in 1u32..40,
            parity in any::<bool>(),
            start in WARM_UP..WARM_UP + 40,
        ) {
            let rules: Rules = crate::Code::new(zero * 4, digits, Vec::new()).unwrap().into();
            let takes = Takes::new(&rules, "block").unwrap();
            let odd = takes.odd_split().filter(|_| parity);
            let space = SparseSpace { mask, parity: odd.is_some(), odd_split: odd.unwrap_or(false) };
            same_as(&rules, &oracle(&rules, 400), start, space);
        }
    }
}
