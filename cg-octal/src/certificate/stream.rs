//! The values of a sparse game after a state, by plain code that shares nothing with the engines.
//!
//! After the last rare heap, each heap n has a common value. It is the least common value that no
//! option has. A common option is a smaller heap, or a rare heap plus a common one. Every rare
//! value below it must be the value of an option: a smaller heap, or a split, its *witness*. If the
//! small part of some witness is at most `deepest`, then the values of the first heaps and the
//! state decide the value of n. The state is the last values before n.

use cg_core::Interrupt;

use super::check::Mask;
use crate::{Code, OctalError, Result};

/// The interrupt flag is checked after this many heaps.
const ROOM: u64 = 1 << 14;

/// Facts about the first heaps that hold for all later ones.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// Numbers of tokens that a move can take if it leaves one heap, and if it leaves two.
    single: Vec<usize>,
    split: Vec<usize>,
    mask: Mask,
    /// The values of the heaps 0 to `deepest`.
    first: Vec<u16>,
    /// The rare heaps and their values.
    rare: Vec<(usize, u16)>,
}

impl Start {
    /// Uses the values of the first heaps, up to the deepest part of a witness. All rare heaps are
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

    /// The last values before `end`, as many as `before` has; `before` is the state at `heap`.
    /// `progress` gets the number of computed heaps.
    ///
    /// # Errors
    ///
    /// A heap whose value is rare, or has no witness that is shallow enough; a value above 511; the
    /// interrupt flag.
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
        let mut heap = heap;
        while heap < end {
            let step = (end - heap).min(ROOM);
            // Nearly all sparse games have values below 64.
            let done = match self.step::<1>(heap, step, &mut values) {
                Err(Stop::TooLarge { .. }) => {
                    values.truncate(width);
                    self.step::<8>(heap, step, &mut values)
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
        values: &mut Vec<u16>,
    ) -> std::result::Result<(), Stop> {
        let common = [0, 1].map(|odd| Set::<WORDS>::of(|value| !self.mask.rare(value, odd)));
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
            // If two heaps make a common option, one of them is rare.
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
            let mut open = options.missing_below(value, common);
            for (part, &first) in self.first.iter().enumerate().skip(1) {
                if open.is_empty() {
                    break;
                }
                for &take in &self.split {
                    let value = first ^ values[at - take - part];
                    if usize::from(value) < 64 * WORDS {
                        open.remove(value);
                    }
                }
            }
            if !open.is_empty() {
                return Err(Stop::Open { heap });
            }
            values.push(value);
        }
        Ok(())
    }
}

/// Why the values cannot be continued.
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

    /// A value beyond the end goes elsewhere; the caller then discards the set.
    fn add(&mut self, value: u16) {
        self.0[usize::from(value >> 6) % WORDS] |= 1 << (value & 63);
    }

    fn remove(&mut self, value: u16) {
        self.0[usize::from(value >> 6)] &= !(1 << (value & 63));
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
