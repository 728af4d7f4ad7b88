//! The values of a sparse game from a state on, by plain code that shares nothing with the engines.
//!
//! Behind the last rare heap a heap n has a common value. That value is the least common one that no option
//! has: a common option is a smaller heap, or a rare heap beside a common one. And every rare value below it must be an
//! option: a smaller heap, or a split, its *witness*. Where the small part of some witness is at most `deepest`, the
//! value is shown by the values of the first heaps, and by the state: the last values before n.
//!
//! The values come one after another; the witnesses are looked for eight heaps at a time, with those
//! small parts first that have shown the most so far.

use cg_core::Interrupt;

use super::check::Mask;
use crate::{Code, OctalError, Result};

/// Heaps between two looks at the interrupt flag.
const ROOM: u64 = 1 << 14;

/// Heaps whose witnesses are looked for together.
const TOGETHER: usize = 8;

/// So many steps learn which parts show the most.
const LEARNING: u32 = 8;

/// What the first heaps decide for all later ones.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// Tokens that a move can take when it leaves one heap, and when it leaves two.
    single: Vec<usize>,
    split: Vec<usize>,
    mask: Mask,
    /// The values of the heaps 0 to `deepest`.
    first: Vec<u16>,
    /// The rare heaps, and what they are.
    rare: Vec<(usize, u16)>,
}

impl Start {
    /// From the values of the first heaps, up to the deepest part of a witness; all rare heaps are
    /// among them.
    pub(super) fn new(code: &Code, mask: Mask, first: Vec<u16>) -> Self {
        let length = code.length().expect("chains are of finite codes");
        let takes = |bit: u32| -> Vec<usize> {
            (0..=length).filter(|&take| code.digit(take as u64) & bit != 0).collect()
        };
        let rare = (1..first.len())
            .filter(|&heap| mask.rare(first[heap], heap))
            .map(|heap| (heap, first[heap]));
        Self { single: takes(2), split: takes(4), mask, rare: rare.collect(), first }
    }

    /// The deepest part of a witness.
    pub(super) fn deepest(&self) -> usize {
        self.first.len() - 1
    }

    /// The last values before `end`, as many as `before` has, which is the state at `heap`. `progress` is told
    /// how many heaps were done.
    ///
    /// # Errors
    ///
    /// A heap whose value is rare, or has no witness that is shallow enough; a value past 511; the interrupt flag.
    pub(super) fn go(
        &self,
        heap: u64,
        before: &[u16],
        end: u64,
        progress: &mut dyn FnMut(u64),
        interrupt: &Interrupt,
    ) -> Result<Vec<u16>> {
        let width = before.len();
        let mut values = before.to_vec();
        let mut parts = Parts::new(&self.first);
        let mut heap = heap;
        while heap < end {
            let step = (end - heap).min(ROOM);
            // Nearly all sparse games have values below 64.
            let done = match self.step::<1>(heap, step, &mut parts, &mut values) {
                Err(Stop::TooLarge { .. }) => {
                    values.truncate(width);
                    self.step::<8>(heap, step, &mut parts, &mut values)
                }
                done => done,
            };
            done.map_err(|stop| match stop {
                Stop::TooLarge { heap } => OctalError::limit(
                    format!("the value of heap {heap}"),
                    "511 for values in a chain",
                ),
                Stop::Open { heap } => OctalError::data(format!(
                    "the certificate does not hold: heap {heap} is rare, or needs a split with a part past {}",
                    self.deepest()
                )),
            })?;
            values.drain(..values.len() - width);
            heap += step;
            progress(step);
            if interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap });
            }
        }
        Ok(values)
    }

    /// Adds the values of `count` heaps from `heap` on, all below `64 * WORDS`.
    fn step<const WORDS: usize>(
        &self,
        heap: u64,
        count: u64,
        parts: &mut Parts,
        values: &mut Vec<u16>,
    ) -> std::result::Result<(), Stop> {
        let before = values.len();
        let common = [0, 1].map(|odd| Set::<WORDS>::of(|value| !self.mask.rare(value, odd)));
        // Of each heap the rare values for which a split is still to be found.
        let mut open = Vec::new();
        for heap in heap..heap + count {
            let at = values.len();
            let common = common[usize::from(heap % 2 == 1)];
            let mut options = Set::default();
            let mut largest = 0;
            for &take in &self.single {
                let value = values[at - take];
                options.add(value);
                largest |= value;
            }
            // Of two heaps that make a common option one is rare.
            for &(rare, rare_value) in &self.rare {
                for &take in &self.split {
                    let value = rare_value ^ values[at - take - rare];
                    options.add(value);
                    largest |= value;
                }
            }
            let value = options.least_missing(common);
            let Some(value) = value.filter(|_| usize::from(largest) < 64 * WORDS) else {
                return Err(Stop::TooLarge { heap });
            };
            open.push(options.missing_below(value, common));
            values.push(value);
        }
        let (eights, rest) = open.as_chunks_mut::<TOGETHER>();
        let mut at = before;
        for open in eights {
            self.witness(open, heap + (at - before) as u64, at, parts, values)?;
            at += TOGETHER;
        }
        for open in rest.as_chunks_mut::<1>().0 {
            self.witness(open, heap + (at - before) as u64, at, parts, values)?;
            at += 1;
        }
        parts.learn();
        Ok(())
    }

    /// Finds splits for all of `open`, rare values of the heaps from `heap` on, which stand in
    /// `values` from `at` on.
    fn witness<const WORDS: usize, const HEAPS: usize>(
        &self,
        open: &mut [Set<WORDS>; HEAPS],
        heap: u64,
        at: usize,
        parts: &mut Parts,
        values: &[u16],
    ) -> std::result::Result<(), Stop> {
        let learning = parts.steps < LEARNING;
        for (tried, &(part, first)) in parts.order.iter().enumerate() {
            if open.iter().all(|open| open.is_empty()) {
                return Ok(());
            }
            let before = if learning { left(open) } else { 0 };
            for &take in &self.split {
                let others = values[at - take - part..].first_chunk::<HEAPS>();
                let others = others.expect("the heaps' own values stand behind");
                for i in 0..HEAPS {
                    open[i].remove(first ^ others[i]);
                }
            }
            if learning {
                parts.shown[part] += before - left(open);
                parts.reached = parts.reached.max(tried + 1);
            }
        }
        match open.iter().position(|open| !open.is_empty()) {
            None => Ok(()),
            Some(i) => Err(Stop::Open { heap: heap + i as u64 }),
        }
    }
}

/// How many values some sets have together.
fn left<const WORDS: usize>(sets: &[Set<WORDS>]) -> u32 {
    sets.iter().flat_map(|set| set.0).map(u64::count_ones).sum()
}

/// The small parts of splits, in the order in which they are tried.
struct Parts {
    /// Each with its value.
    order: Vec<(usize, u16)>,
    /// How many values each has shown, in the first steps.
    shown: Vec<u32>,
    /// How many of the order were tried at most, since it was made.
    reached: usize,
    steps: u32,
}

impl Parts {
    fn new(first: &[u16]) -> Self {
        let order: Vec<(usize, u16)> = first.iter().copied().enumerate().skip(1).collect();
        Self { order, shown: vec![0; first.len()], reached: 0, steps: 0 }
    }

    /// Ends a step: what has shown the most comes first from now on.
    fn learn(&mut self) {
        if self.steps < LEARNING {
            self.steps += 1;
            let reached = std::mem::take(&mut self.reached);
            self.order[..reached].sort_by_key(|&(part, _)| std::cmp::Reverse(self.shown[part]));
        }
    }
}

/// Why the values do not go on.
enum Stop {
    /// An option or a value is too large for the sets.
    TooLarge { heap: u64 },
    /// A heap may have a rare value.
    Open { heap: u64 },
}

/// A set of values below `64 * WORDS`.
#[derive(Clone, Copy, Debug)]
struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Set<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> Set<WORDS> {
    fn of(belongs: impl Fn(u16) -> bool) -> Self {
        let mut set = Self::default();
        (0..=u16::MAX).take(64 * WORDS).filter(|&v| belongs(v)).for_each(|v| set.add(v));
        set
    }

    /// A value past the end goes elsewhere: who adds such a value gives the set up.
    fn add(&mut self, value: u16) {
        self.0[usize::from(value >> 6) % WORDS] |= 1 << (value & 63);
    }

    /// Removes a value, which may be past the end.
    #[inline]
    fn remove(&mut self, value: u16) {
        for (number, word) in self.0.iter_mut().enumerate() {
            *word &= !(u64::from(usize::from(value >> 6) == number) << (value & 63));
        }
    }

    fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The least value of `others` that is not in the set.
    fn least_missing(self, others: Self) -> Option<u16> {
        let missing = (0..WORDS).map(|word| others.0[word] & !self.0[word]);
        let (word, missing) = (0u16..).zip(missing).find(|&(_, missing)| missing != 0)?;
        let bit = u16::try_from(missing.trailing_zeros()).expect("a bit of 64");
        Some(64 * word + bit)
    }

    /// The values below `value` that are neither in the set nor in `others`.
    fn missing_below(self, value: u16, others: Self) -> Self {
        let mut missing = Self(std::array::from_fn(|word| !self.0[word] & !others.0[word]));
        let (word, bit) = (usize::from(value >> 6), value & 63);
        missing.0[word] &= (1 << bit) - 1;
        missing.0[word + 1..].fill(0);
        missing
    }
}
