//! Options that are sums of what two heaps are worth, as `K(k)+K(n-k-1)` over a range of k.
//!
//! Such loops are most of the work of heap games. Values of heaps lie in pages by their size,
//! and sums of the first games in a table, so that one more option costs a few loads.

use cg_core::Game;

use super::collect::{Collecting, NO_GAME};
use super::memo::Slot;
use super::{Machine, STEPS_PER_LOOK};
use crate::compile::typed::{Int, Typed};
use crate::context::RunResult;

/// Sums of games with handles below this are kept in a table.
const SMALL_HANDLES: usize = 128;

/// The place of the sum of two games in the table, when both are small.
#[inline(always)]
fn place_of_sum(g: Game, h: Game) -> Option<usize> {
    let (a, b) = (g.index(), h.index());
    (a < SMALL_HANDLES && b < SMALL_HANDLES).then_some(a * SMALL_HANDLES + b)
}

/// A heap that changes by `step` from one option to the next: -1, 0 or 1.
#[derive(Clone, Copy)]
pub(super) struct Heap {
    pub(super) function: u32,
    pub(super) size: i64,
    pub(super) step: i64,
}

impl Machine {
    /// The sum of two games; of small ones it is kept here.
    #[inline(always)]
    pub(super) fn sum_of(&mut self, g: Game, h: Game) -> RunResult<Game> {
        match place_of_sum(g, h).and_then(|at| self.sums.get(at)) {
            Some(&Some(sum)) => Ok(sum),
            _ => self.new_sum(g, h),
        }
    }

    #[inline(never)]
    fn new_sum(&mut self, g: Game, h: Game) -> RunResult<Game> {
        let sum = self.engine.add(g, h)?;
        if let Some(at) = place_of_sum(g, h) {
            self.sums.resize(SMALL_HANDLES * SMALL_HANDLES, None);
            self.sums[at] = Some(sum);
        }
        Ok(sum)
    }

    /// Adds the sums of two heaps as options, and again after each step, at most `most` times:
    /// as long as all is known already. Answers how often.
    pub(super) fn add_sums(&mut self, heaps: [Heap; 2], most: usize) -> usize {
        let Some(&Collecting::Game { stamp, .. }) = self.collecting.last() else {
            unreachable!("{NO_GAME}")
        };
        let memos = heaps.map(|heap| &self.functions[heap.function as usize].memo);
        let mut sizes = heaps.map(|heap| heap.size);
        let mut added = 0;
        while added < most {
            let [Some((left, a)), Some((right, b))] =
                [memos[0].page(sizes[0]), memos[1].page(sizes[1])]
            else {
                return added;
            };
            let count = most.min(added + room(a, heaps[0].step, left.len()));
            let count = count.min(added + room(b, heaps[1].step, right.len())) - added;
            for past in 0..count {
                let [g, h] =
                    [left[moved(a, heaps[0].step, past)], right[moved(b, heaps[1].step, past)]];
                let (Slot::Game(g), Slot::Game(h)) = (g, h) else { return added + past };
                let known = place_of_sum(g, h).and_then(|at| *self.sums.get(at)?);
                let Some(sum) = known else { return added + past };
                let Some(mark) = self.stamps.get_mut(sum.index()) else { return added + past };
                if *mark != stamp {
                    *mark = stamp;
                    self.options.push(sum);
                }
            }
            added += count;
            for (size, heap) in sizes.iter_mut().zip(heaps) {
                *size += heap.step * i64::try_from(count).expect("a page is small");
            }
        }
        added
    }

    /// Counts steps, and looks at the limits now and then.
    pub(super) fn tick_often(&mut self, steps: usize) -> RunResult<()> {
        let before = self.steps / STEPS_PER_LOOK;
        self.steps += steps as u64;
        if self.steps / STEPS_PER_LOOK == before { Ok(()) } else { self.look() }
    }
}

/// How many places there are from `at` on, in steps.
fn room(at: usize, step: i64, length: usize) -> usize {
    match step {
        1 => length - at,
        -1 => at + 1,
        _ => usize::MAX / 2,
    }
}

/// The place so many steps after `at`.
#[inline(always)]
fn moved(at: usize, step: i64, steps: usize) -> usize {
    match step {
        1 => at + steps,
        -1 => at - steps,
        _ => at,
    }
}

impl Typed {
    /// How much an integer grows when this register grows by one, if that is one at most.
    pub(super) fn growth(&self, int: Int, register: u16) -> Option<i64> {
        let growth = match int {
            Int::Constant(_) => 0,
            Int::Register(other) | Int::Plus(other, _) => i64::from(other == register),
            Int::Sum(at) => {
                let terms = self.sums[usize::from(at)].terms.iter();
                let own = terms.filter(|(other, _)| *other == register);
                own.map(|&(_, positive)| if positive { 1 } else { -1 }).sum()
            }
        };
        (-1..=1).contains(&growth).then_some(growth)
    }
}
