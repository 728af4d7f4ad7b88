//! The slow path, for heaps that the marks of a block do not settle.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::step::below_in;
use super::{BlockEngine, LOW_WITNESS, STEP, Stop};
use crate::OctalError;
use crate::kernel::{Avx2, Cell, Kernel, LANES, Portable, Simd, Source};

/// Data from searches. No value depends on it, but a checkpoint keeps it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// The number of searches so far, which measures the picks.
    pub(super) searches: u64,
    /// Heaps beyond all windows, counted since the windows were last widened.
    pub(super) overflows: usize,
    /// Heaps with a witness deeper than [`LOW_WITNESS`]: depths descend.
    pub(crate) deep: Vec<(usize, usize)>,
    /// A buffer for the rare values of a heap that are still open.
    open: Vec<u64>,
}

impl Notes {
    pub(super) fn new(searches: u64, overflows: usize, deep: Vec<(usize, usize)>) -> Self {
        Self { searches, overflows, deep, open: Vec::new() }
    }

    /// Notes the depth of a witness of `heap`, which is larger than all heaps before.
    fn witness(&mut self, heap: usize, depth: usize) {
        if depth > LOW_WITNESS {
            while self.deep.last().is_some_and(|&(_, other)| other <= depth) {
                self.deep.pop();
            }
            self.deep.push((heap, depth));
        }
    }

    /// Joins the notes of later heaps.
    pub(super) fn join(&mut self, later: Self) {
        self.searches += later.searches;
        self.overflows += later.overflows;
        later.deep.into_iter().for_each(|(heap, depth)| self.witness(heap, depth));
    }
}

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// Runs `work`, which searches, and keeps its notes in this engine.
    pub(super) fn noted<R>(&mut self, work: impl FnOnce(&Self, &mut Notes) -> R) -> R {
        let mut notes = std::mem::take(&mut self.notes);
        let result = work(self, &mut notes);
        self.notes = notes;
        result
    }

    /// The code of `heap`, given options known to be `reached` (all common ones inside the windows)
    /// and `excluded` (some rare ones).
    pub(super) fn search<K: Kernel<C>>(
        &self,
        kernel: K,
        heap: usize,
        reached: &[u32],
        excluded: &[u32],
        notes: &mut Notes,
    ) -> Result<u32, Stop> {
        let windows = (0u32..).zip(reached);
        let mut open = windows.filter(|&(_, &word)| word != u32::MAX);
        let candidate = match open.next() {
            Some((w, word)) => 32 * w + word.trailing_ones(),
            None => {
                notes.overflows += 1;
                self.least_common(heap)
            }
        };
        if candidate >= C::CLASS {
            return Err(Stop::Widen);
        }
        self.confirm(kernel, heap, candidate, excluded, notes)
    }

    /// The code of `heap`, whose least common value is `candidate`, given some
    /// rare values known to be `excluded`.
    pub(super) fn confirm<K: Kernel<C>>(
        &self,
        kernel: K,
        heap: usize,
        candidate: u32,
        excluded: &[u32],
        notes: &mut Notes,
    ) -> Result<u32, Stop> {
        let below = self.rare_below(candidate, self.space.turn(heap as u64));
        let open = &mut notes.open;
        open.clear();
        for word in 0..below.div_ceil(64) {
            let window =
                |w| u64::from(below_in(w, below) & !excluded.get(w as usize).unwrap_or(&0));
            open.push(window(2 * word) | window(2 * word + 1) << 32);
        }
        let deepest = self.witnesses(kernel, heap, open, &mut notes.searches)?;
        match least(open) {
            Some(index) if index >= C::CLASS => return Err(Stop::Widen),
            Some(index) => return Ok(C::CLASS | index),
            None => {}
        }
        notes.witness(heap, deepest);
        Ok(candidate)
    }

    /// Notes that `heap`, the first unknown one, has the rare value with `index`.
    pub(super) fn found_rare(&mut self, heap: usize, index: u32) -> Result<(), OctalError> {
        if self.base > 0 {
            return Err(OctalError::limit(
                format!("the rare value of heap {heap}, found after values were dropped,"),
                format!("{} bytes of memory", self.memory),
            ));
        }
        self.add_rare(heap, index)
    }

    /// The least common index that no option of `heap` has.
    pub(super) fn least_common(&self, heap: usize) -> u32 {
        let mut seen = vec![0u64; 8];
        let mut see = |code: u32| {
            if code & C::CLASS != 0 {
                let index = code & !C::CLASS;
                let word = index as usize / 64;
                if seen.len() <= word {
                    seen.resize(word + 1, 0);
                }
                seen[word] |= 1 << (index % 64);
            }
        };
        for &take in &self.takes.leave {
            see(self.recent(heap - take).get() ^ self.taken(take));
        }
        for &take in &self.takes.split {
            let sum = heap - take;
            for &rare in self.rares.iter().take_while(|&&rare| rare < sum) {
                see(self.recent(rare).get() ^ self.recent(sum - rare).get());
            }
        }
        let words = (0u32..).zip(&seen);
        let mut open = words.filter(|&(_, &word)| word != u64::MAX);
        match open.next() {
            Some((w, word)) => 64 * w + word.trailing_ones(),
            None => u32::try_from(64 * seen.len()).expect("indices have at most 15 bits"),
        }
    }

    /// All common marks of a sum. A run of blocks starts with them.
    pub(super) fn marks_of_sum<const W: usize>(&self, sum: usize) -> [u32; W] {
        let mut marks = [0; W];
        for &rare in self.rares.iter().take_while(|&&rare| rare < sum) {
            let code = self.recent(rare).get() ^ self.recent(sum - rare).get() ^ C::CLASS;
            if let Some(word) = marks.get_mut(code as usize / 32) {
                *word |= 1 << (code % 32);
            }
        }
        marks
    }

    /// Removes from `open` the indices of the rare values of options of `heap`. It examines splits
    /// with larger and larger small parts. Returns the largest small part that may have been
    /// needed.
    fn witnesses<K: Kernel<C>>(
        &self,
        kernel: K,
        heap: usize,
        open: &mut [u64],
        searches: &mut u64,
    ) -> Result<usize, OctalError> {
        const FIRST: usize = 1024;
        for &take in &self.takes.leave {
            let code = self.recent(heap - take).get() ^ self.taken(take);
            if let Some(word) = open.get_mut(code as usize / 64) {
                *word &= !(1 << (code % 64));
            }
        }
        let left: u32 = open.iter().map(|word| word.count_ones()).sum();
        *searches += u64::from(left);
        if left == 0 {
            return Ok(0);
        }
        let single = least(open).filter(|_| left == 1).map(C::put);
        let (mut low, mut length) = (1, FIRST);
        loop {
            let (mut ended, mut deepest) = (true, 0);
            for &take in &self.takes.split {
                let sum = heap - take;
                let high = (low + length).min(self.takes.half(sum) + 1);
                if low >= high {
                    continue;
                }
                ended = false;
                let (front, back) = self.pair_slices(heap, low..high, sum)?;
                let seen = match single {
                    Some(wanted) => match kernel.find(front, back, wanted) {
                        Some(at) => {
                            open.fill(0);
                            at
                        }
                        None => front.len(),
                    },
                    None => kernel.close(front, back, open),
                };
                deepest = deepest.max(low + seen);
                if open.iter().all(|&word| word == 0) {
                    return Ok(deepest);
                }
            }
            if ended {
                return Ok(0);
            }
            low += length;
            length *= 2;
        }
    }

    /// The cells of the heaps `parts`, and of the heaps whose sum with them is `sum`.
    fn pair_slices(
        &self,
        heap: usize,
        parts: std::ops::Range<usize>,
        sum: usize,
    ) -> Result<(&[C], &[C]), OctalError> {
        let lost = || {
            OctalError::limit(
                format!(
                    "a value of heap {heap} depends on a split with part {}, which",
                    parts.start
                ),
                "memory for stored values",
            )
        };
        let small = if self.base == 0 { &self.cells } else { &self.prefix };
        let front = small.get(parts.clone()).ok_or_else(lost)?;
        let back = (sum + 1 - parts.end).checked_sub(self.base).ok_or_else(lost)?;
        Ok((front, &self.cells[back..back + front.len()]))
    }
}

/// The least number in a set.
fn least(set: &[u64]) -> Option<u32> {
    let (at, word) = (0u32..).zip(set).find(|&(_, &word)| word != 0)?;
    Some(64 * at + word.trailing_zeros())
}

/// At least this many of the first heaps are tried as picks.
const TRIED: usize = 640;
/// The number of heaps in the sample on which picks are tried, times the windows of 32 rare values
/// each.
const SAMPLE: usize = 4096;
/// Picks are taken from this many last heaps.
const RECENT: usize = 1 << 17;
/// The largest number of picks.
const MOST: usize = 512;

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// Chooses picks greedily on a sample of recent heaps. The next pick is the heap that excludes
    /// the most rare values that are still open, while it saves more than it costs.
    ///
    /// The picks change the speed of the engine, never its values.
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
        let Some(&take) = self.takes.split.last() else {
            return;
        };
        let newest = self.known - 1;
        // If a heap has many rare values below it, a search costs more than a better choice of
        // picks.
        let most = (TRIED * W * W).min(LOW_WITNESS);
        let tried = (self.known / 128).clamp(TRIED, most);
        let oldest = newest
            .saturating_sub(RECENT)
            .max(2 * LANES + take)
            .max(self.base + 2 * tried.min(newest / 4) + take);
        if oldest + STEP >= newest {
            return;
        }
        // About as many steps as there are new heaps, so the choice costs little.
        let wanted = (newest / 64).clamp(64, SAMPLE / W) / STEP;
        let stride = ((newest - STEP - oldest) / wanted).max(STEP) | 1;
        let starts = (oldest..newest - STEP).step_by(stride);
        let mut sample: Vec<Open<W>> = starts.map(|start| self.open_rares(start)).collect();
        let least = sample.len() * STEP * self.indices() / 32_000;
        let least = u32::try_from(least).unwrap_or(u32::MAX).max(1);
        let last = tried.min((newest - oldest) / 2 + oldest / 4);
        // Gains only shrink while picks are added, so an old gain is an upper bound.
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
            let pick = Source { back, index: self.recent(back as usize).get() };
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

    /// The rare values below those of the heaps from `start` on that single heaps do not exclude.
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
            for &take in &self.takes.leave {
                let code = self.recent(heap - take).get() ^ self.taken(take);
                if let Some(window) = open.rares.get_mut(code as usize / 32) {
                    window[lane] &= !(1 << (code % 32));
                }
            }
        }
        open
    }

    /// The marks of the pairs of a pick with the rests of the heaps from `start` on.
    #[inline(always)]
    fn pairs<K: Kernel<C>, const W: usize>(
        &self,
        kernel: K,
        pick: Source,
        start: usize,
    ) -> [[u32; STEP]; W] {
        let mut marks = [[0; STEP]; W];
        for take in &self.takes.split {
            kernel.mark(&self.cells, start - self.base - take, &[pick], &mut marks);
        }
        marks
    }

    /// The number of open values that a pick excludes.
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

/// The rare values of a block of heaps that no pick excludes yet, in the layout of
/// [`Kernel::mark`].
struct Open<const W: usize> {
    start: usize,
    rares: [[u32; STEP]; W],
}

impl<const W: usize> Open<W> {
    /// Closes the marked values. Returns whether some remain.
    fn close(&mut self, marks: &[[u32; STEP]; W]) -> bool {
        let mut left = 0;
        for (rares, marks) in self.rares.as_flattened_mut().iter_mut().zip(marks.as_flattened()) {
            *rares &= !marks;
            left |= *rares;
        }
        left != 0
    }
}
