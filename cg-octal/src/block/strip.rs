//! Strips: the hot loop of games with small values, without branches on data.
//!
//! The cells are bytes, and the indices of common values are mostly below `4 N`: 16, 32 or 48.
//! First, the common value of each heap is computed for a strip of some thousand heaps, as if no
//! heap were rare. Then many heaps at once are checked: the rare values below must be excluded. At
//! a rare heap the strip is cut, and the rest is computed again.
//!
//! The pairs of a heap with rare heaps are marked in one of three ways, by the distance of the
//! other part. The nearest use [`Ahead`], the marks that known heaps leave on the next ones, in a
//! few words. The others use vectors.

use super::lead::Lead;
use super::{BlockEngine, STEP, Stop};
use crate::kernel::{Cell, LANES, Source, Strips};

/// Blocks in a strip.
const MOST_BLOCKS: usize = 64;
/// Blocks in the first strip, and in the first strip after a cut.
const FIRST_BLOCKS: usize = 4;
/// The longest delay of the marks that a heap leaves.
const MOST_DELAY: usize = 3;
/// In games with strips, splits remove at most this many tokens.
pub(super) const MOST_TAKEN: usize = LANES;

/// Marks of 16 successive heaps, `4 N` bits each, the first heap in the lowest bits.
#[derive(Clone, Copy, Debug)]
struct Ahead<const N: usize>([u64; N]);

impl<const N: usize> Ahead<N> {
    const NONE: Self = Self([0; N]);
    /// Bits of a heap.
    const BITS: usize = 4 * N;
    /// Heaps in a word.
    const GROUP: usize = 64 / Self::BITS;
    const HEAPS: usize = Self::GROUP * N;
    /// All marks of a heap.
    const ONES: u64 = (1 << Self::BITS) - 1;

    /// Marks `index` in a heap. Marks that do not fit are left out.
    fn set(&mut self, heap: usize, index: u32) {
        if (index as usize) < Self::BITS
            && let Some(word) = self.0.get_mut(heap / Self::GROUP)
        {
            *word |= 1 << (heap % Self::GROUP * Self::BITS + index as usize);
        }
    }

    #[inline(always)]
    fn join(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Removes the first word.
    #[inline(always)]
    fn later(&self) -> Self {
        Self(std::array::from_fn(|i| if i + 1 < N { self.0[i + 1] } else { 0 }))
    }
}

/// The moves and rare heaps in the form that strips use.
struct Plan<const N: usize> {
    /// Near pairs and single moves: the distance, and the code to join with the cell at that
    /// distance.
    near: Vec<(usize, u32)>,
    /// Indexed by the place in a group of heaps and the cell: the marks that a heap leaves if it is
    /// [`Self::delay`] heaps before.
    ahead: Vec<[Ahead<N>; 256]>,
    /// The least distance of a near pair, at most [`MOST_DELAY`].
    delay: usize,
    /// The other pairs with rare heaps below [`LANES`], and single moves.
    middle: Sources,
    /// The rare heaps from [`LANES`] on, indexed by sums.
    far: Sources,
    /// The single moves, for rare values.
    leave: Vec<Source>,
    splits: Vec<usize>,
    /// Indexed by the turn and the index: the rare values below it, and a bit above all marks if
    /// not all of them can be marked.
    needs: [[u64; 128]; 2],
}

impl BlockEngine<u8> {
    /// The plan for indices below `4 N`; rare values are checked by marks below `4 M`.
    fn plan<const N: usize, const M: usize>(&self) -> Plan<N> {
        let class = u8::CLASS;
        let mut by_distance: Vec<(usize, u32)> =
            self.takes.leave.iter().map(|&take| (take, self.taken(take) ^ class)).collect();
        for source in self.near.iter().chain(&self.middle) {
            let rare = source.back as usize;
            by_distance.extend(self.takes.split.iter().map(|take| (rare + take, source.index)));
        }
        let source = |(back, index): (usize, u32)| {
            let back = u32::try_from(back).expect("rare heaps below 32 and at most 32 tokens more");
            Source { back, index }
        };
        let least = by_distance.iter().map(|&(distance, _)| distance).min();
        let delay = least.unwrap_or(MOST_DELAY).min(MOST_DELAY);
        let most = Ahead::<N>::HEAPS - Ahead::<N>::GROUP + delay;
        let (near, middle): (Vec<_>, Vec<_>) =
            by_distance.into_iter().partition(|&(distance, _)| distance <= most);
        let mut ahead = vec![[Ahead::NONE; 256]; Ahead::<N>::GROUP];
        for (place, rows) in ahead.iter_mut().enumerate() {
            for (row, cell) in rows.iter_mut().zip(0..) {
                near.iter().for_each(|&(d, with)| row.set(place + d - delay, cell ^ with));
            }
        }
        let needs = [0, 1].map(|turn| {
            let mut row = [0; 128];
            for (need, index) in row.iter_mut().zip(0..) {
                let below = self.space.rare_below(index, turn);
                let past = u64::from(index as usize >= 4 * M || below > 32) << 32;
                *need = past | ((1u64 << below.min(32)) - 1);
            }
            row
        });
        Plan {
            near,
            ahead,
            delay,
            middle: middle.into_iter().map(source).collect(),
            far: self.far.iter().copied().collect(),
            leave: self.takes.leave.iter().map(|&t| source((t, self.taken(t)))).collect(),
            splits: self.takes.split.clone(),
            needs,
        }
    }

    /// Computes at least `blocks` blocks of heaps; a few more may be computed.
    ///
    /// Indices below `4 N` are marked, and rare values below `4 M`. `N` is `M`, or 12 if `M` is 8.
    /// Other heaps are computed one by one.
    pub(super) fn strips<K: Strips, const N: usize, const M: usize>(
        &mut self,
        kernel: K,
        blocks: usize,
    ) -> Result<(), Stop> {
        let end = self.known + blocks * LANES;
        let mut plan = self.plan::<N, M>();
        let mut most = FIRST_BLOCKS;
        let mut lead = std::mem::replace(&mut self.lead, Lead::NONE);
        while self.known < end {
            let first = self.known;
            let blocks = (end - first).div_ceil(LANES).min(most);
            let led = self.take_from::<N>(&mut lead, blocks);
            let within = led.unwrap_or_else(|| match plan.delay {
                0 | 1 => kernel.run(|| self.guess::<K, N, M, 1>(kernel, &plan, blocks)),
                2 => kernel.run(|| self.guess::<K, N, M, 2>(kernel, &plan, blocks)),
                _ => kernel.run(|| self.guess::<K, N, M, MOST_DELAY>(kernel, &plan, blocks)),
            });
            let mut uncut =
                self.leads || kernel.run(|| self.check::<K, N, M>(kernel, &plan, first))?;
            if uncut && !within {
                uncut = self.past(kernel)?;
            }
            if uncut {
                most = (2 * most).min(MOST_BLOCKS);
            } else {
                lead.stop();
                plan = self.plan::<N, M>();
                most = FIRST_BLOCKS;
            }
        }
        self.lead = lead;
        Ok(())
    }

    /// The same as [`Self::guess`], from the cells of the lead; `None` if there is none.
    fn take_from<const N: usize>(&mut self, lead: &mut Lead<u8>, blocks: usize) -> Option<bool> {
        let cells = lead.cells(self.known, blocks * LANES)?;
        let at = self.known - self.base;
        self.cells[at..at + cells.len()].copy_from_slice(cells);
        let past = |&cell: &u8| usize::from(cell) >= Ahead::<N>::BITS;
        // First asks whether there is one, then where: without an early exit the compiler uses
        // vectors.
        let any = cells.iter().fold(false, |any, cell| any | past(cell));
        let first = if any { cells.iter().position(past) } else { None };
        self.known += first.unwrap_or(cells.len());
        Some(first.is_none())
    }

    /// Computes the common values of the next heaps and takes them as known. `D` is the delay of
    /// the plan.
    ///
    /// A heap leaves its marks only when the first heap that they can reach is next. So the
    /// processor works on `D` heaps at once. Returns false if the value of the next heap is beyond
    /// the marks.
    #[inline(always)]
    fn guess<K: Strips, const N: usize, const M: usize, const D: usize>(
        &mut self,
        kernel: K,
        plan: &Plan<N>,
        blocks: usize,
    ) -> bool {
        let mut ahead = Ahead::NONE;
        let code = |heap: usize| self.cells[heap - self.base];
        for heap in self.known - 2 * LANES..self.known - D {
            for &(distance, with) in &plan.near {
                if let Some(place) = (heap + distance).checked_sub(self.known) {
                    ahead.set(place, code(heap).get() ^ with);
                }
            }
        }
        // The last codes, the newest in the low byte. Memory would be slower.
        let mut last = 0u64;
        for heap in self.known - D..self.known {
            last = last << 8 | u64::from(code(heap));
        }
        let rows: [&[Ahead<N>; 256]; 4] =
            [0, 1, 2, 3].map(|place| &plan.ahead[place % Ahead::<N>::GROUP]);
        // A copy of the first word: the rest may be in a vector.
        let mut now = ahead.0[0];
        // Marks of sums with far heaps: of the block before and of this block.
        let mut sums = [Marks::NONE; 2];
        let before = plan.splits.last().map_or(0, |&take| take);
        for back in 1..=before {
            self.far_marks(self.known - back, &mut sums[1], LANES - back);
        }
        for _ in 0..blocks {
            let at = self.known - self.base;
            sums[0] = sums[1];
            sums[1] = Marks::NONE;
            sums[1].add::<K, N, M>(kernel, &self.cells, at, &plan.far);
            let far = Marks::of_splits::<N, M>(&sums, &plan.splits);
            for first in (0..LANES).step_by(STEP) {
                let mut middle = far.part::<STEP>(first);
                middle.add::<K, N, M>(kernel, &self.cells, at + first, &plan.middle);
                let mut most = 0;
                for first in (0..STEP).step_by(Ahead::<N>::GROUP) {
                    for (place, rows) in rows.iter().enumerate().take(Ahead::<N>::GROUP) {
                        let oldest = (last >> (8 * (D - 1))).to_le_bytes()[0];
                        let row = &rows[usize::from(oldest)];
                        ahead.join(row);
                        now |= row.0[0];
                        let near = now >> (place * Ahead::<N>::BITS);
                        let reached = near & Ahead::<N>::ONES | middle.word::<N, M>(first + place);
                        let index = reached.trailing_ones();
                        most = index.max(most);
                        last = last << 8 | u64::from(index);
                    }
                    ahead = ahead.later();
                    now = ahead.0[0];
                }
                let codes = last.to_be_bytes();
                self.cells[at + first..][..STEP].copy_from_slice(&codes);
                if most as usize >= Ahead::<N>::BITS {
                    let fits = codes.iter().take_while(|&&c| usize::from(c) < Ahead::<N>::BITS);
                    self.known += first + fits.count();
                    return false;
                }
            }
            self.known += LANES;
        }
        true
    }

    /// Computes a heap whose value is beyond the marks. False if the heap is rare.
    #[cold]
    #[inline(never)]
    fn past<K: Strips>(&mut self, kernel: K) -> Result<bool, Stop> {
        let (heap, at) = (self.known, self.known - self.base);
        let code =
            self.noted(|block, notes| block.search(kernel, heap, &[u32::MAX], &[], notes))?;
        if code & u8::CLASS != 0 {
            self.found_rare(heap, code & !u8::CLASS)?;
        }
        self.cells[at] = u8::put(code);
        self.known += 1;
        Ok(code & u8::CLASS == 0)
    }

    /// Writes the common marks of a known sum with far heaps to `marks` at `lane`.
    fn far_marks(&self, sum: usize, marks: &mut Marks<LANES>, lane: usize) {
        for source in self.far.iter().filter(|source| (source.back as usize) < sum) {
            let other = self.recent(sum - source.back as usize).get();
            let index = other ^ source.index;
            marks.low[lane] |= 1u32.checked_shl(index).unwrap_or(0);
            marks.high[lane] |= 1u32.checked_shl(index ^ 32).unwrap_or(0);
        }
    }
}

/// Marks of `L` successive heaps: of the indices below 32, and of the next 16.
#[derive(Clone, Copy)]
struct Marks<const L: usize> {
    low: [u32; L],
    high: [u32; L],
}

impl<const L: usize> Marks<L> {
    const NONE: Self = Self { low: [0; L], high: [0; L] };

    /// Marks the indices below `4 N` of the pairs with `sources`, those below `4 M` in the
    /// low words.
    #[inline(always)]
    fn add<K: Strips, const N: usize, const M: usize>(
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
    fn part<const S: usize>(&self, first: usize) -> Marks<S> {
        let mut part = Marks::NONE;
        part.low.copy_from_slice(&self.low[first..first + S]);
        part.high.copy_from_slice(&self.high[first..first + S]);
        part
    }

    /// The marks of one heap.
    #[inline(always)]
    fn word<const N: usize, const M: usize>(&self, heap: usize) -> u64 {
        let high = if N > M { u64::from(self.high[heap]) << 32 } else { 0 };
        high | u64::from(self.low[heap])
    }
}

impl Marks<LANES> {
    /// The marks of a block of heaps. They are joined from the marks of the sums that the splits
    /// leave, in the block of sums before and in their own.
    #[inline(always)]
    fn of_splits<const N: usize, const M: usize>(sums: &[Self; 2], splits: &[usize]) -> Self {
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
fn join_splits(marks: &mut [u32; LANES], sums: &[u32], splits: &[usize]) {
    for take in splits {
        for (mark, sum) in marks.iter_mut().zip(&sums[LANES - take..]) {
            *mark |= sum;
        }
    }
}

/// Heaps to pair with, separately for the indices below 32 and above.
#[derive(Default)]
struct Sources {
    low: Vec<Source>,
    high: Vec<Source>,
}

impl FromIterator<Source> for Sources {
    fn from_iter<I: IntoIterator<Item = Source>>(sources: I) -> Self {
        let low: Vec<Source> = sources.into_iter().collect();
        let high = low.iter().map(|source| Source { index: source.index ^ 32, ..*source });
        Self { high: high.collect(), low }
    }
}

impl BlockEngine<u8> {
    /// Checks the heaps from `first` on. If one is rare it returns false, and the heaps after it
    /// are unknown.
    #[inline(always)]
    fn check<K: Strips, const N: usize, const M: usize>(
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
        // An entry is written for each heap, but kept only if the heap is open.
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

    /// Whether `heap` has the stored common value. Otherwise it is rare: its value is stored, and
    /// it becomes the last known heap.
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
        let code =
            self.noted(|block, notes| block.confirm(kernel, heap, candidate, &[excluded], notes))?;
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
