//! The block engine: 32 heaps at once through a sparse space.
//!
//! A sum `m` of two heaps is reached from every heap `m + j` whose digit `d_j`
//! splits. For 32 consecutive sums the options of the common class come from
//! pairing them with each rare heap (complete, so the least missing
//! common value is exact), some of the rare class from pairing them with a few
//! chosen heaps, the *picks*. A heap is settled when the picks exclude every rare value below
//! its common candidate; the others go the slow way of `search`.

mod picks;
mod proof;
mod saved;
mod search;
mod step;
mod strip;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use saved::Saved;

use cg_core::Interrupt;

use crate::kernel::{Avx2, Cell, Kernel, LANES, Portable, Simd, Source, Strips};
use crate::moves::Moves;
use crate::{OctalError, Result, Space};

/// Rare heaps below this one are paired heap by heap, with tables. Twice
/// [`STEP`], so that vectors are loaded only from cells that were stored long ago.
const NEAR: usize = 16;

/// Heaps that are paired at once with rare heaps below [`LANES`].
const STEP: usize = 8;

/// A step of the engine that cannot go on.
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
pub(crate) struct Block<C> {
    pub(crate) moves: Moves,
    pub(crate) space: Space,
    simd: Simd,
    /// Codes of the heaps `base..base + cells.len()`: the index of the value in
    /// its class, with the class bit when it is rare. Beyond `known` undefined.
    pub(crate) cells: Vec<C>,
    pub(crate) base: usize,
    /// The first heaps, when `base` is past them.
    pub(crate) prefix: Vec<C>,
    /// Heaps whose values are known.
    pub(crate) known: usize,
    /// The rare heaps, ascending, heap 0 left out (it is no part of a split).
    pub(crate) rares: Vec<usize>,
    /// The rare heaps from [`LANES`] on.
    far: Vec<Source>,
    /// Those from [`NEAR`] to [`LANES`].
    middle: Vec<Source>,
    /// Those below [`NEAR`].
    near: Vec<Source>,
    /// Common heaps that exclude rare values.
    picks: Vec<Source>,
    /// When to choose the picks anew.
    next_picks: usize,
    /// Number of windows of 32 indices, at most 8, or 0 for half a window.
    windows: usize,
    /// Heaps that no window settled, since the windows were last widened.
    overflows: usize,
    /// Heaps with a witness deeper than `LOW_WITNESS`: depths descend.
    pub(crate) deep: Vec<(usize, usize)>,
    /// The first heap whose witnesses are recorded.
    pub(crate) deep_from: usize,
    /// Searches made so far: how well the picks do.
    pub(crate) searches: u64,
    /// Room for the rare values of a heap that are searched for.
    open: Vec<u64>,
    /// Bytes that `cells` and `prefix` may take.
    pub(crate) memory: usize,
}

/// Rows of marks for codes with splits that remove many tokens.
const MANY_ROWS: usize = 8192;

/// Witnesses with a part of at most this size need no record.
pub(crate) const LOW_WITNESS: usize = 4096;

/// Heaps that the block engine needs to know before it starts.
pub(crate) const WARM_UP: usize = 4 * LANES;

impl<C: Cell> Block<C>
where
    Avx2: Kernel<C>,
{
    /// An engine that goes on from `values`, at least [`WARM_UP`] and more
    /// than the length of the code.
    pub(crate) fn new(
        moves: Moves,
        space: Space,
        simd: Simd,
        memory: usize,
        values: &[u32],
    ) -> std::result::Result<Self, Stop> {
        let mut block = Self::empty(moves, space, simd, memory);
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

    fn empty(moves: Moves, space: Space, simd: Simd, memory: usize) -> Self {
        let mut block = Self {
            moves,
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
            overflows: 0,
            deep: Vec::new(),
            deep_from: 0,
            searches: 0,
            open: Vec::new(),
            memory,
        };
        block.set_windows(0);
        block
    }

    fn set_windows(&mut self, windows: usize) {
        // The rare values below a common one in a window must lie in windows too.
        let low_bit = (self.space.mask & self.space.mask.wrapping_neg()) as usize;
        let least = if low_bit <= 16 && self.has_strips() { 0 } else { 1 };
        self.windows = windows.max(least).next_multiple_of((low_bit / 32).max(1));
        self.overflows = 0;
    }

    /// Whether the game is one for strips, as long as its values are small.
    fn has_strips(&self) -> bool {
        let few = |&take: &usize| take <= strip::MOST_TAKEN;
        C::CLASS <= 0x80 && self.moves.split.last().is_some_and(few)
    }

    /// Indices of rare values that the picks exclude.
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

    /// The value of a known heap; `None` when it was dropped to save memory.
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

    /// Computes values until `count` heaps are known, or a few more.
    pub(crate) fn extend(
        &mut self,
        count: usize,
        interrupt: &Interrupt,
    ) -> std::result::Result<(), Stop>
    where
        C: Blocks,
    {
        const POLL: usize = 1 << 16;
        while self.known < count {
            if interrupt.is_raised() {
                return Err(Stop::Error(OctalError::Interrupted { at: self.known as u64 }));
            }
            if self.known >= self.next_picks {
                self.choose_picks();
                self.next_picks = self.known.saturating_mul(8);
            }
            self.widen_windows();
            let blocks = (count - self.known).min(POLL).div_ceil(LANES);
            self.make_room(blocks * LANES + LANES)?;
            match self.simd {
                Simd::Portable => C::blocks(self, Portable, blocks),
                Simd::Avx2(token) => C::blocks(self, Avx2::new(token), blocks),
            }?;
        }
        Ok(())
    }

    fn blocks<K: Kernel<C>>(&mut self, kernel: K, blocks: usize) -> std::result::Result<(), Stop> {
        if self.moves.split.last() > Some(&step::FEW_ROWS) {
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

    /// More windows when too many heaps went past the last one.
    fn widen_windows(&mut self) {
        const TOO_MANY: usize = 512;
        let most = if C::CLASS <= 0x80 { 4 } else { 8 };
        if self.overflows > TOO_MANY.max(self.known >> 10) && self.windows < most {
            self.set_windows(self.windows + 1);
        }
    }

    /// Room for `more` cells, within the memory limit: when the cells would take
    /// more, only the first ones and the last ones are kept.
    fn make_room(&mut self, more: usize) -> Result<()> {
        let need = self.known - self.base + more;
        // The prefix, once there is one, takes a quarter.
        let most = self.memory / size_of::<C>() - self.prefix.len();
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

    fn drop_middle(&mut self, more: usize, most: usize) -> Result<()> {
        let stored = self.known - self.base;
        let keep = if self.base == 0 { most / 4 } else { self.prefix.len() };
        let reach = self.rares.last().copied().unwrap_or(0).max(LOW_WITNESS)
            + self.moves.length
            + 2 * LANES;
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

/// How the next blocks are computed: cells of one byte may have strips.
pub(crate) trait Blocks: Cell {
    fn blocks<K: Strips + Kernel<Self>>(
        block: &mut Block<Self>,
        kernel: K,
        blocks: usize,
    ) -> std::result::Result<(), Stop>;
}

impl Blocks for u8 {
    fn blocks<K: Strips>(
        block: &mut Block<Self>,
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
        block: &mut Block<Self>,
        kernel: K,
        blocks: usize,
    ) -> std::result::Result<(), Stop> {
        block.blocks(kernel, blocks)
    }
}

impl Block<u8> {
    /// The same engine with cells of two bytes.
    pub(crate) fn widened(&self) -> std::result::Result<Block<u16>, Stop> {
        let widen = |cells: &[u8]| -> Vec<u16> {
            let codes = cells.iter().map(|cell| u32::from(*cell));
            codes
                .map(|code| if code & 0x80 == 0 { code } else { code ^ 0x80 ^ 0x8000 })
                .map(u16::put)
                .collect()
        };
        let mut cells = widen(&self.cells);
        cells.truncate(self.known - self.base);
        let mut wide = Block { cells, prefix: widen(&self.prefix), ..self.with_cells::<u16>() };
        wide.set_windows(self.windows);
        Ok(wide)
    }
}

impl<C: Cell> Block<C> {
    /// Windows, picks and searches, for people who tune.
    pub(crate) fn internals(&self) -> String {
        format!(
            "{} windows, {} picks, {} searches, deepest {:?}",
            self.windows,
            self.picks.len(),
            self.searches,
            self.deep.first()
        )
    }

    /// All of the engine but its cells.
    fn with_cells<D: Cell>(&self) -> Block<D> {
        Block {
            moves: self.moves.clone(),
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
            overflows: self.overflows,
            deep: self.deep.clone(),
            deep_from: self.deep_from,
            searches: self.searches,
            open: Vec::new(),
            memory: self.memory,
        }
    }
}
