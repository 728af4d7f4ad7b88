//! One block of heaps: the hot loop.

use super::{Block, NEAR, Stop};
use crate::kernel::{Avx2, Cell, Kernel, LANES, Source};

/// Sums before the block whose marks a heap of the block can need, and the block.
type Rows<const W: usize> = Vec<[u32; W]>;

impl<C: Cell> Block<C>
where
    Avx2: Kernel<C>,
{
    /// Computes `blocks` blocks of [`LANES`] heaps with `W` windows.
    pub(super) fn run<K: Kernel<C>, const W: usize>(
        &mut self,
        kernel: K,
        blocks: usize,
    ) -> Result<(), Stop> {
        let before = self.moves.split.last().copied().unwrap_or(0);
        let mut common: Rows<W> = vec![[0; W]; before + LANES];
        let mut rare: Rows<W> = vec![[0; W]; before + LANES];
        for row in 0..before {
            let sum = self.known + row - before;
            (common[row], rare[row]) = self.marks_of_sum(sum);
        }
        for _ in 0..blocks {
            self.block(kernel, before, &mut common, &mut rare)?;
            common.copy_within(LANES.., 0);
            rare.copy_within(LANES.., 0);
        }
        Ok(())
    }

    #[inline(always)]
    fn block<K: Kernel<C>, const W: usize>(
        &mut self,
        kernel: K,
        before: usize,
        common: &mut Rows<W>,
        rare: &mut Rows<W>,
    ) -> Result<(), Stop> {
        let start = self.known;
        let at = start - self.base;
        let mut far = [[0; LANES]; W];
        let mut picked = [[0; LANES]; W];
        kernel.mark(&self.cells, at, &self.far, &mut far);
        kernel.mark(&self.cells, at, &self.picks, &mut picked);
        for first in (0..LANES).step_by(NEAR) {
            let mut middle = [[0; NEAR]; W];
            kernel.mark(&self.cells, at + first, &self.middle, &mut middle);
            for lane in first..first + NEAR {
                let row = before + lane;
                for w in 0..W {
                    common[row][w] = far[w][lane] | middle[w][lane - first];
                    rare[row][w] = picked[w][lane];
                }
                for &Source { back, index } in &self.near {
                    let code = self.cells[at + lane - back as usize].get() ^ index;
                    set(&mut common[row], code);
                }
                let (mut reached, mut excluded) = ([0; W], [0; W]);
                for &take in &self.moves.split {
                    for w in 0..W {
                        reached[w] |= common[row - take][w];
                        excluded[w] |= rare[row - take][w];
                    }
                }
                for &take in &self.moves.leave {
                    let code = self.cells[at + lane - take].get() ^ self.taken(take);
                    set(&mut reached, code ^ C::CLASS);
                    set(&mut excluded, code);
                }
                let heap = start + lane;
                let code = match self.settle(heap, &reached, &excluded) {
                    Some(index) => index,
                    None => self.search(kernel, heap, &reached, &excluded)?,
                };
                self.cells[at + lane] = C::put(code);
                self.known = heap + 1;
                if code & C::CLASS != 0 {
                    self.add_rare(heap, code & !C::CLASS)?;
                    self.late_rare(heap, lane, code & !C::CLASS, &mut far);
                }
            }
        }
        Ok(())
    }

    /// The class in which a heap sees the value left by taking `take` tokens,
    /// as a code to be joined with that of the rest.
    #[inline(always)]
    pub(super) fn taken(&self, take: usize) -> u32 {
        if self.space.parity && take & 1 == 1 { 0 } else { C::CLASS }
    }

    /// The index of the value when it is common and the marks show it.
    #[inline(always)]
    fn settle<const W: usize>(
        &self,
        heap: usize,
        reached: &[u32; W],
        excluded: &[u32; W],
    ) -> Option<u32> {
        let turn = self.space.turn(heap as u64) as usize;
        let (w, word) = (0u32..).zip(reached).find(|&(_, &word)| word != u32::MAX)?;
        let index = 32 * w + word.trailing_ones();
        let mut below = self.below[turn][index as usize];
        for &word in excluded {
            let missing = !word & 1u32.unbounded_shl(below).wrapping_sub(1);
            if missing != 0 {
                return None;
            }
            below = below.saturating_sub(32);
        }
        (below == 0).then_some(index)
    }

    /// A rare heap found inside the block: pairs with the first heaps now
    /// reach later sums of the block.
    #[cold]
    fn late_rare<const W: usize>(
        &self,
        heap: usize,
        lane: usize,
        index: u32,
        far: &mut [[u32; LANES]; W],
    ) {
        for later in lane + 1..LANES {
            let Some(cell) = self.cell(later - lane) else {
                continue;
            };
            debug_assert!(heap > LANES);
            let code = cell.get() ^ index;
            if let Some(window) = far.get_mut(code as usize / 32) {
                window[later] |= 1 << (code % 32);
            }
        }
    }
}

/// Sets bit `code` of `words` when they have it.
#[inline(always)]
fn set<const W: usize>(words: &mut [u32; W], code: u32) {
    for (w, word) in (0u32..).zip(words) {
        *word |= 1u32.unbounded_shl(code ^ (32 * w));
    }
}
