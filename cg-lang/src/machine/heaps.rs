//! Options of games on heaps over a range: positions of two heaps, as `W(a-k, b)`, and sums of two
//! heaps, as `K(k)+K(n-k-1)`.
//!
//! Such loops are most of the work of heap games. Values of heaps lie in pages by their size,
//! and sums of the first games in a table, so that one more option costs a few loads.

use cg_core::Game;

use super::collect::{Collecting, NO_GAME};
use super::memo::Slot;
use super::{Machine, STEPS_PER_LOOK};
use crate::compile::typed::{CallOfTwo, Place, SumOfTwo, Typed, TypedOp};
use crate::context::RunResult;

/// Sums of games with handles below this are kept in a table.
const SMALL_HANDLES: usize = 128;

/// So many options a loop runs ahead between two looks at the limits.
const MOST_AHEAD: i64 = 1 << 12;

/// The place of the sum of two games in the table, when both are small.
#[inline(always)]
fn place_of_sum(g: Game, h: Game) -> Option<usize> {
    let (a, b) = (g.index(), h.index());
    (a < SMALL_HANDLES && b < SMALL_HANDLES).then_some(a * SMALL_HANDLES + b)
}

/// A heap that changes by `step` from one option to the next: -1, 0 or 1.
#[derive(Clone, Copy)]
struct Heap {
    function: u32,
    size: i64,
    step: i64,
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

    /// Adds the sum of two heaps as an option when both values are known: true then. When the
    /// range loop that begins at the instruction `here` holds nothing else, it runs ahead.
    /// `None` as in all typed code.
    pub(super) fn option_of_sum(
        &mut self,
        typed: &Typed,
        integers: usize,
        here: usize,
        sum: SumOfTwo,
        done: usize,
    ) -> Option<bool> {
        let mut heaps = [Heap { function: 0, size: 0, step: 0 }; 2];
        for (heap, (function, int)) in
            heaps.iter_mut().zip(sum.functions.into_iter().zip(sum.arguments))
        {
            *heap = Heap { function, size: self.int(typed, integers, int)?, step: 0 };
        }
        let [g, h] = heaps.map(|heap| self.functions[heap.function as usize].memo.game(heap.size));
        let (Some(g), Some(h)) = (g, h) else { return Some(false) };
        let option = self.sum_of(g, h).ok()?;
        self.add_option(option);
        let TypedOp::RangeNext { at, last, back } = typed.ops[done] else { return Some(true) };
        let [a, b] = sum.arguments.map(|int| typed.growth(int, at));
        let ahead = back as usize == here && [a, b].iter().all(|step| (-1..=1).contains(step));
        if !ahead {
            return Some(true);
        }
        for (heap, step) in heaps.iter_mut().zip([a, b]) {
            (heap.size, heap.step) = (heap.size + step, step);
        }
        let [at, last] = [at, last].map(|register| integers + usize::from(register));
        let left = (self.integers[last] - self.integers[at]).min(MOST_AHEAD);
        let added = self.add_sums(heaps, usize::try_from(left).ok()?);
        self.tick_often(added).ok()?;
        self.integers[at] += i64::try_from(added).ok()?;
        Some(true)
    }

    /// Adds the sums of two heaps as options, and again after each step, at most `most` times:
    /// as long as all is known already. Answers how often.
    fn add_sums(&mut self, heaps: [Heap; 2], most: usize) -> usize {
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

    /// Adds the value of a call with two integers as an option, when it is known and nothing else
    /// is done with it: true then. When the range loop that begins at the instruction `here` holds
    /// nothing else, it runs ahead. `None` as in all typed code.
    pub(super) fn option_of_two(
        &mut self,
        typed: &Typed,
        integers: usize,
        here: usize,
        call: CallOfTwo,
    ) -> Option<bool> {
        match typed.ops.get(here + 2) {
            Some(&TypedOp::Option(Place::Register(option))) if option == call.result => {}
            _ => return Some(false),
        }
        let [a, b] = call.arguments.map(|int| self.int(typed, integers, int));
        let known = |it: &Self, a, b| it.functions[call.function as usize].memo.game_of_two(a, b);
        let Some(game) = known(self, a?, b?) else { return Some(false) };
        self.add_option(game);
        let Some(&TypedOp::RangeNext { at, last, back }) = typed.ops.get(here + 3) else {
            return Some(true);
        };
        if back as usize != here {
            return Some(true);
        }
        let [at, last] = [at, last].map(|register| integers + usize::from(register));
        let before = self.integers[at];
        let end = self.integers[last].min(before.saturating_add(MOST_AHEAD));
        while self.integers[at] < end {
            self.integers[at] += 1;
            let [a, b] = call.arguments.map(|int| self.int(typed, integers, int));
            let Some(game) = a.zip(b).and_then(|(a, b)| known(self, a, b)) else {
                self.integers[at] -= 1;
                break;
            };
            self.add_option(game);
        }
        self.tick_often(usize::try_from(self.integers[at] - before).ok()?).ok()?;
        Some(true)
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
