//! Marks of near pairs, by table: built once for a run of blocks.

use super::Block;
use crate::kernel::{Cell, Source};

/// Keys of cells with an index below 256, and one for all others.
const KEYS: usize = 1024;
const NOTHING: usize = 512;

/// For each cell, the windows that it marks.
pub(super) type Marks<const W: usize> = [[u32; W]; KEYS];

pub(super) type Near<const W: usize> = (usize, Marks<W>);
pub(super) type Leave<const W: usize> = (usize, [Marks<W>; 2]);

/// The tables of a run with `W` windows.
pub(super) struct Tables<const W: usize> {
    /// For each near rare heap its distance and the common options with it.
    pub(super) near: Vec<Near<W>>,
    /// For each number of tokens taken at most [`super::NEAR`] the common
    /// and the rare options that leave one heap.
    pub(super) leave: Vec<Leave<W>>,
    /// The other numbers, as sources: of common and of rare options.
    pub(super) far_leave: [Vec<Source>; 2],
    /// For both turns and each common index the rare values below it.
    pub(super) needs: [Vec<[u32; W]>; 2],
}

/// The indices below `below` in window `w`.
pub(super) fn below_in(w: u32, below: u32) -> u32 {
    1u32.unbounded_shl(below.saturating_sub(32 * w)).wrapping_sub(1)
}

/// The table row of a cell.
#[inline(always)]
pub(super) fn key<C: Cell>(cell: C) -> usize {
    let code = cell.get();
    if C::CLASS < 256 {
        return code as usize;
    }
    let index = code & !C::CLASS;
    if index < 256 { (index | (code & C::CLASS) >> 7) as usize } else { NOTHING }
}

impl<C: Cell> Block<C> {
    pub(super) fn tables<const W: usize>(&self) -> Tables<W> {
        let near =
            self.near.iter().map(|source| (source.back as usize, marks::<C, W>(source.index)));
        let (close, away): (Vec<usize>, Vec<usize>) =
            self.moves.leave.iter().partition(|&&take| take <= super::NEAR);
        let leave = close.iter().map(|&take| {
            let taken = self.taken(take);
            (take, [marks::<C, W>(taken ^ C::CLASS), marks::<C, W>(taken)])
        });
        let sources = |flip: u32| {
            let with = away.iter().filter_map(|&take| {
                let back = u32::try_from(take).ok()?;
                Some(Source { back, index: self.taken(take) ^ flip })
            });
            with.collect::<Vec<Source>>()
        };
        let needs = [0, 1].map(|turn| {
            let windows = (0..32 * W).zip(0u32..);
            let rows = windows.map(|(_, index)| {
                let below = self.space.rare_below(index, turn);
                let mut row = [0; W];
                for (w, word) in (0..).zip(&mut row) {
                    *word = below_in(w, below);
                }
                row
            });
            rows.collect()
        });
        Tables {
            near: near.collect(),
            leave: leave.collect(),
            far_leave: [sources(C::CLASS), sources(0)],
            needs,
        }
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
