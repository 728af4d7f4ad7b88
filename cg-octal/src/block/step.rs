//! One block of heaps: the hot loop.

use super::{BlockEngine, NEAR, STEP, Stop};
use crate::kernel::{Avx2, Cell, Kernel, LANES, Source};

/// Marks of the last `R` sums, where `R` is a power of two. Sum `m` is in row `m % R`.
struct Rows<const W: usize, const R: usize> {
    common: Box<[[u32; W]; R]>,
    rare: Box<[[u32; W]; R]>,
}

/// Cells of the last heaps, in a ring buffer.
type Recent<C> = [C; RECENT];

const RECENT: usize = 64;

/// Splits that remove more tokens than this need more rows.
pub(super) const FEW_ROWS: usize = 64 - LANES;

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// Computes `blocks` blocks of [`LANES`] heaps with `W` windows, for
    /// splits that remove at most `R - LANES` tokens.
    pub(super) fn run<K: Kernel<C>, const W: usize, const R: usize>(
        &mut self,
        kernel: K,
        blocks: usize,
    ) -> Result<(), Stop> {
        const { assert!(R.is_power_of_two() && R > LANES) };
        if self.follow::<K, W>(kernel, blocks) {
            return Ok(());
        }
        let mut rows = Rows::<W, R> { common: Box::new([[0; W]; R]), rare: Box::new([[0; W]; R]) };
        let before = self.takes.split.last().copied().unwrap_or(0);
        for sum in self.known - before..self.known {
            rows.common[sum % R] = self.marks_of_sum(sum);
        }
        let mut recent = [C::put(C::CLASS); RECENT];
        for heap in self.known - NEAR..self.known {
            recent[heap % RECENT] = self.cells[heap - self.base];
        }
        let tables = self.tables::<W>();
        let splits = self.takes.split.clone();
        kernel.run(|| {
            for _ in 0..blocks {
                self.block::<K, W, R>(kernel, &mut rows, &mut recent, &tables, &splits)?;
            }
            Ok(())
        })
    }

    #[inline(always)]
    fn block<K: Kernel<C>, const W: usize, const R: usize>(
        &mut self,
        kernel: K,
        rows: &mut Rows<W, R>,
        recent: &mut Recent<C>,
        tables: &Tables<W>,
        splits: &[usize],
    ) -> Result<(), Stop> {
        let (start, leads) = (self.known, self.leads);
        let at = start - self.base;
        let mut far = [[0; LANES]; W];
        let mut picked = [[0; LANES]; W];
        // The picks are first: the last cells of the block before are still on their way to the
        // cache.
        kernel.mark(&self.cells, at, &self.picks, &mut picked);
        kernel.mark(&self.cells, at, &self.far, &mut far);
        let needs =
            [0, 1].map(|lane| &tables.needs[self.space.turn((start + lane) as u64) as usize][..]);
        for first in (0..LANES).step_by(STEP) {
            let mut middle = [[0; STEP]; W];
            kernel.mark(&self.cells, at + first, &self.middle, &mut middle);
            let mut single = [[[0; STEP]; W]; 2];
            if !tables.far_leave[0].is_empty() {
                kernel.mark(&self.cells, at + first, &tables.far_leave[0], &mut single[0]);
                kernel.mark(&self.cells, at + first, &tables.far_leave[1], &mut single[1]);
            }
            for step in 0..STEP {
                let lane = first + step;
                let heap = start.wrapping_add(lane);
                let mut common = [0; W];
                let mut rare = [0; W];
                for w in 0..W {
                    common[w] = far[w][lane] | middle[w][step];
                    rare[w] = picked[w][lane];
                }
                for (back, table) in &tables.near {
                    join(&mut common, &table[key(recent[heap.wrapping_sub(*back) % RECENT])]);
                }
                rows.common[heap % R] = common;
                if !leads {
                    rows.rare[heap % R] = rare;
                }
                let mut reached = [0; W];
                let mut excluded = [0; W];
                for w in 0..W {
                    reached[w] = single[0][w][step];
                    excluded[w] = single[1][w][step];
                }
                for take in splits {
                    join(&mut reached, &rows.common[heap.wrapping_sub(*take) % R]);
                    if !leads {
                        join(&mut excluded, &rows.rare[heap.wrapping_sub(*take) % R]);
                    }
                }
                for (take, table) in &tables.leave {
                    let key = key(recent[heap.wrapping_sub(*take) % RECENT]);
                    join(&mut reached, &table[0][key]);
                    join(&mut excluded, &table[1][key]);
                }
                let code = match common_index(needs[lane % 2], &reached, &excluded) {
                    Some(index) => index,
                    None => {
                        self.store(first, step, recent);
                        self.unsettled(kernel, heap, &reached, &excluded, &mut far)?
                    }
                };
                recent[heap % RECENT] = C::put(code);
            }
            self.store(first, STEP, recent);
        }
        self.known = start + LANES;
        Ok(())
    }

    /// Stores the `count` cells from lane `first` on.
    #[inline(always)]
    fn store(&mut self, first: usize, count: usize, recent: &Recent<C>) {
        let start = self.known + first;
        let at = start - self.base;
        for (lane, cell) in self.cells[at..at + count].iter_mut().enumerate() {
            *cell = recent[(start + lane) % RECENT];
        }
    }

    /// The class, as seen from a heap, of the value left after `take` tokens are taken. It is a
    /// code to be joined with that of the rest.
    #[inline(always)]
    pub(super) fn taken(&self, take: usize) -> u32 {
        if self.space.parity && take & 1 == 1 { 0 } else { C::CLASS }
    }

    /// The code of a heap for which the marks give no common index. If the heap is rare, it joins
    /// the rare heaps and reaches later sums of the block.
    #[cold]
    #[inline(never)]
    fn unsettled<K: Kernel<C>, const W: usize>(
        &mut self,
        kernel: K,
        heap: usize,
        reached: &[u32; W],
        excluded: &[u32; W],
        far: &mut [[u32; LANES]; W],
    ) -> Result<u32, Stop> {
        let start = self.known;
        // If the search ends the run, the heaps of the block before this one are known.
        self.known = heap;
        let code =
            self.noted(|block, notes| block.search(kernel, heap, reached, excluded, notes))?;
        if code & C::CLASS != 0 {
            let index = code & !C::CLASS;
            self.found_rare(heap, index)?;
            self.known = start;
            for lane in heap + 1 - start..LANES {
                let cell = self.cell(start + lane - heap).expect("nothing was dropped yet");
                let code = cell.get() ^ index;
                if let Some(window) = far.get_mut(code as usize / 32) {
                    window[lane] |= 1 << (code % 32);
                }
            }
        }
        self.known = start;
        Ok(code)
    }
}

#[inline(always)]
fn join<const W: usize>(words: &mut [u32; W], more: &[u32; W]) {
    for (word, more) in words.iter_mut().zip(more) {
        *word |= more;
    }
}

/// The index of the value, if it is common and the marks decide it.
#[inline(always)]
fn common_index<const W: usize>(
    needs: &[[u32; W]],
    reached: &[u32; W],
    excluded: &[u32; W],
) -> Option<u32> {
    let mut index = 0;
    for (w, word) in (0u32..).zip(reached) {
        if w == 0 || index == 32 * w {
            index = 32 * w + word.trailing_ones();
        }
    }
    let needs = needs.get(index as usize)?;
    let mut missing = 0;
    for (need, excluded) in needs.iter().zip(excluded) {
        missing |= need & !excluded;
    }
    (missing == 0).then_some(index)
}

/// Keys of cells with an index below 256, and one for all others.
const KEYS: usize = 1024;
const NOTHING: usize = 512;

/// For each cell, the windows that it marks.
type Marks<const W: usize> = [[u32; W]; KEYS];

type Near<const W: usize> = (usize, Marks<W>);
type Leave<const W: usize> = (usize, [Marks<W>; 2]);

/// Indexed by the turn and the common index: the rare values below it.
pub(super) type Needs<const W: usize> = [Vec<[u32; W]>; 2];

/// The tables of a run with `W` windows.
struct Tables<const W: usize> {
    /// For each near rare heap, its distance and the common options with it.
    near: Vec<Near<W>>,
    /// For each number of tokens up to [`NEAR`], the common and the rare options that leave one
    /// heap.
    leave: Vec<Leave<W>>,
    /// Larger numbers of tokens, as sources of common and of rare options.
    far_leave: [Vec<Source>; 2],
    needs: Needs<W>,
}

/// The indices below `below` in window `w`.
pub(super) fn below_in(w: u32, below: u32) -> u32 {
    1u32.unbounded_shl(below.saturating_sub(32 * w)).wrapping_sub(1)
}

/// The table row of a cell.
#[inline(always)]
fn key<C: Cell>(cell: C) -> usize {
    let code = cell.get();
    if C::CLASS < 256 {
        return code as usize;
    }
    let index = code & !C::CLASS;
    if index < 256 { (index | (code & C::CLASS) >> 7) as usize } else { NOTHING }
}

impl<C: Cell> BlockEngine<C> {
    fn tables<const W: usize>(&self) -> Tables<W> {
        let near =
            self.near.iter().map(|source| (source.back as usize, marks::<C, W>(source.index)));
        let (close, away): (Vec<usize>, Vec<usize>) =
            self.takes.leave.iter().partition(|&&take| take <= NEAR);
        let leave = close.iter().map(|&take| {
            let taken = self.taken(take);
            (take, [marks::<C, W>(taken ^ C::CLASS), marks::<C, W>(taken)])
        });
        let sources = |flip: u32| {
            let with = away.iter().map(|&take| {
                let back = u32::try_from(take).expect("codes have at most 4096 digits");
                Source { back, index: self.taken(take) ^ flip }
            });
            with.collect::<Vec<Source>>()
        };
        Tables {
            near: near.collect(),
            leave: leave.collect(),
            far_leave: [sources(C::CLASS), sources(0)],
            needs: self.needs(),
        }
    }

    /// Indexed by the turn and the common index: the rare values below it.
    pub(super) fn needs<const W: usize>(&self) -> Needs<W> {
        [0, 1].map(|turn| {
            let windows = (0..32 * W).zip(0u32..);
            let rows = windows.map(|(_, index)| {
                let below = self.rare_below(index, turn);
                let mut row = [0; W];
                for (w, word) in (0..).zip(&mut row) {
                    *word = below_in(w, below);
                }
                row
            });
            rows.collect()
        })
    }
}

/// The windows marked by `cell ^ with`, for every cell.
fn marks<C: Cell, const W: usize>(with: u32) -> Marks<W> {
    let mut table = [[0; W]; KEYS];
    let cells = if C::CLASS < 256 { 0..256 } else { 0..512u32 };
    for (row, key) in table.iter_mut().zip(cells) {
        let code = if C::CLASS < 256 { key } else { key & 255 | (key & 256) << 7 };
        let index = code ^ with;
        if let Some(word) = row.get_mut(index as usize / 32) {
            *word = 1 << (index % 32);
        }
    }
    table
}
