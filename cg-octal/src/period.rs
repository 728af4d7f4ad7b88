//! Periods of nim-sequences, plain and arithmetic: how they are found, and by which theorems they are proved.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Code, SparseSpace};

/// A sequence that is finally periodic or arithmetically periodic: `G(n + period) = G(n) + saltus`
/// for all `n >= preperiod`. Heap 0 has index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// The least heap from which the equation holds.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The growth in each period; 0 for a plain period.
    pub saltus: u64,
}

/// "period 12 from heap 71 on".
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { preperiod, period, saltus } = self;
        let grows = if *saltus > 0 { format!(" with saltus {saltus}") } else { String::new() };
        write!(f, "period {period}{grows} from heap {preperiod} on")
    }
}

impl Period {
    /// The number of values that prove a plain period for ever (Guy and Smith; Winning Ways,
    /// chapter 4): `parts (preperiod + period) + length`. `length` is that of the code, and moves
    /// leave at most `parts` heaps, 2 in octal games.
    ///
    /// Proof: a larger heap leaves a part that is at least `preperiod + period`. The part that is a
    /// period smaller has the same value. So a heap and the heap a period before have options of
    /// the same values. A preperiod of 0 counts as 1, since the smaller part must be a heap. For
    /// example, in .4 the values 0, 0, 0 have period 1 from heap 0 on for the 2 (0 + 1) + 1 first
    /// heaps, but the next value is 1.
    pub fn guy_smith_bound(self, length: u64, parts: u32) -> u64 {
        let reach = self.preperiod.max(1).saturating_add(self.period);
        reach.saturating_mul(u64::from(parts.max(2))).saturating_add(length)
    }
}

/// The period at the end of `values`. It has the least preperiod for which at least two whole
/// periods are known and `enough` accepts it. Heaps are compared by differences, so a saltus is
/// found, too.
///
/// ```
/// let values = [7, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0];
/// let found = cg_octal::find_period(&values, |_| true).unwrap();
/// assert_eq!((found.preperiod, found.period, found.saltus), (1, 3, 0));
/// ```
pub fn find_period(values: &[u32], enough: impl Fn(Period) -> bool) -> Option<Period> {
    let difference = |back: usize| {
        let at = values.len() - 1 - back;
        i64::from(values[at]) - i64::from(values[at - 1])
    };
    let length = values.len().checked_sub(1)?;
    // The prefix function of the differences, in reverse order.
    let mut border = vec![0usize; length];
    for at in 1..length {
        let mut k = border[at - 1];
        while k > 0 && difference(at) != difference(k) {
            k = border[k - 1];
        }
        border[at] = k + usize::from(difference(at) == difference(k));
    }
    for matched in (1..=length).rev() {
        let period = matched - border[matched - 1];
        if 2 * period > matched {
            continue;
        }
        let first = length - matched;
        let saltus = values[first + period].checked_sub(values[first]);
        let Some(saltus) = saltus.map(u64::from) else {
            continue;
        };
        let found = Period { preperiod: first as u64, period: period as u64, saltus };
        if enough(found) {
            return Some(found);
        }
    }
    None
}

/// The least period of a sequence with period `period`. `is_period` tells whether a divisor is a
/// period.
pub(crate) fn least_period(period: usize, is_period: impl Fn(usize) -> bool) -> usize {
    let mut least = period;
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime > rest / prime {
            prime = rest;
        }
        if !rest.is_multiple_of(prime) {
            prime += 1;
            continue;
        }
        rest /= prime;
        if is_period(least / prime) {
            least /= prime;
        }
    }
    least
}

/// How a period is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Method {
    /// By the theorem of Guy and Smith: see [`crate::Period::guy_smith_bound`].
    GuySmith {
        /// All values below this heap are computed.
        bound: u64,
        /// A sparse space in which a checker computes them quickly.
        space: Option<SparseSpace>,
    },
    /// In an all-but game, by the repetition of the state: the states before heap `from` and before
    /// heap `from + period` are the same.
    ///
    /// Let `k` be the largest number that may not be taken. A heap of `n` tokens can become every
    /// heap below `n - k`, and some of the last `k`. Let `a` be the least value that no heap below
    /// `n - k` has. The state consists of the values above `a` of those heaps and the last `k`
    /// values (those that are not below `a`), each minus `a`. It decides how the sequence minus `a`
    /// goes on.
    AllBut {
        /// The heap before which the state is taken.
        from: u64,
    },
    /// For a period with a saltus of a finite code whose moves can leave three heaps, by the
    /// theorem at the head of `arithmetic.rs`.
    Arithmetic {
        /// All values below this heap are computed. It is the number `N` of the theorem.
        bound: u64,
        /// The number of periods by which large heaps grow in the proof. It is the number `m`,
        /// which is even.
        turns: u64,
    },
    /// By the repetition of a state.
    ///
    /// Let `t` be the length of the code. Suppose that all rare heaps below `from + period` are at
    /// most `depth - t` and below `from`, and that `from > depth`. Suppose that each rare value
    /// below that of a heap `from <= n < from + period` is excluded: by taking without splitting,
    /// or by a split with a part of at most `depth - t`. If the `depth` values before `from` equal
    /// those before `from + period` (and the period is even if the parity takes part in the space),
    /// then `G(n + period) = G(n)` for all `n >= from - depth`.
    ///
    /// Proof, by induction on `n >= from`. The witness of a value below `G(n)` uses a small part
    /// and one of the last `depth` heaps. So its shift by a period is a witness at `n + period`.
    /// Suppose that an option of `n + period` has the common value `G(n)`. It is a single heap
    /// among the last ones, or a rare and a common heap, and the rare heap is one of the first. So
    /// its shift back is an option of `n`, which is a contradiction.
    StateRepetition {
        /// The heap from which the state repeats.
        from: u64,
        /// The number of last values that make a state.
        depth: u64,
        /// The sparse space.
        space: SparseSpace,
    },
}

/// The verdict on a period that holds for all known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The period holds for ever.
    Proved(Method),
    /// The number of heaps that must be computed and agree.
    Wait(usize),
    /// No theorem covers this game.
    NoTheorem,
}

/// The state of an all-but game before heap `heap`. It decides, up to a shift of all values, how
/// the sequence goes on.
///
/// Let `k` be the largest number that may not be taken. A heap of `n` tokens can become every heap
/// below `n - k`, and some of the last `k`. Let `a` be the least value that no heap below `n - k`
/// has. The values below `a` have no more effect. So the values above `a` of those heaps, and the
/// last `k` values, all minus `a`, decide how the sequence goes on. Two heaps with the same state
/// begin sequences that differ for ever by the difference of their `a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllButState {
    above: Vec<u32>,
    last: Vec<Option<u32>>,
}

/// The [`AllButState`] before `heap`, and its `a`; `None` for other games, or if the heap is too
/// small.
pub(crate) fn all_but_state(
    code: &Code,
    values: &[u32],
    heap: usize,
) -> Option<(AllButState, u32)> {
    let largest = code.all_but_set()?.last().copied().unwrap_or(0);
    let far = heap.checked_sub(usize::try_from(largest).ok()?)?;
    let mut seen = values.get(..far)?.to_vec();
    seen.sort_unstable();
    seen.dedup();
    let least = (0u32..).zip(&seen).take_while(|&(at, &value)| at == value).count();
    let a = u32::try_from(least).ok()?;
    let above = seen[least..].iter().map(|value| value - a).collect();
    let last = values.get(far..heap)?.iter().map(|value| value.checked_sub(a)).collect();
    Some((AllButState { above, last }, a))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn slow(values: &[u32]) -> Option<Period> {
        for preperiod in 0..values.len() {
            for period in 1..values.len() {
                if preperiod + 2 * period >= values.len() {
                    break;
                }
                let step = |n: usize| i64::from(values[n + period]) - i64::from(values[n]);
                let saltus = step(preperiod);
                if saltus >= 0 && (preperiod..values.len() - period).all(|n| step(n) == saltus) {
                    return Some(Period {
                        preperiod: preperiod as u64,
                        period: period as u64,
                        saltus: saltus.unsigned_abs(),
                    });
                }
            }
        }
        None
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn as_by_trying_all(
            head in prop::collection::vec(0u32..3, 0..6),
            block in prop::collection::vec(0u32..3, 1..5),
            saltus in 0u32..3,
            length in 3usize..30,
        ) {
            let cycle = (0..).flat_map(|turn| block.iter().map(move |&v| v + turn * saltus));
            let values: Vec<u32> = head.iter().copied().chain(cycle).take(length).collect();
            prop_assert_eq!(find_period(&values, |_| true), slow(&values));
        }

        #[test]
        fn least_periods(block in prop::collection::vec(0u8..2, 1..5), times in 1usize..7) {
            let long: Vec<u8> = block.iter().copied().cycle().take(block.len() * times).collect();
            let least = (1..=long.len())
                .find(|&p| long.len().is_multiple_of(p) && (p..long.len()).all(|i| long[i] == long[i - p]));
            let is_period = |p: usize| (p..long.len()).all(|i| long[i] == long[i - p]);
            prop_assert_eq!(Some(least_period(long.len(), is_period)), least);
        }
    }

    /// Applies the theorem to a code with the smallest possible bound. Returns the number of proved
    /// periods, and of those from heap 0 on.
    fn proved_periods_go_on(code: crate::Code) -> [usize; 2] {
        const HEAPS: usize = 90;
        let (length, parts) = (code.length().unwrap() as u64, code.most_parts());
        let values = crate::nim_values(&code.into(), HEAPS).unwrap();
        let agree = |from: usize, to: usize, period: usize| {
            (from..to - period).all(|heap| values[heap] == values[heap + period])
        };
        let mut proved = [0, 0];
        for (preperiod, period) in (0..40).flat_map(|first| (1..20).map(move |p| (first, p))) {
            let found = Period { preperiod, period, saltus: 0 };
            let bound = usize::try_from(found.guy_smith_bound(length, parts)).unwrap();
            let [preperiod, period] = [preperiod, period].map(|n| usize::try_from(n).unwrap());
            if bound <= HEAPS && agree(preperiod, bound, period) {
                assert!(agree(preperiod, HEAPS, period), "{found:?} {values:?}");
                proved[0] += 1;
                proved[1] += usize::from(preperiod == 0);
            }
        }
        proved
    }

    fn count_proved(zeros: &[u32], base: u32, digits: u32) -> [usize; 2] {
        let mut counts = [0, 0];
        for &zero in zeros {
            for code in 1..base.pow(digits) {
                let digits = (0..digits).rev().map(|at| code / base.pow(at) % base).collect();
                let proved =
                    proved_periods_go_on(crate::Code::new(zero, digits, Vec::new()).unwrap());
                counts = [counts[0] + proved[0], counts[1] + proved[1]];
            }
        }
        counts
    }

    #[test]
    fn periods_as_far_as_the_bound_go_on() {
        let [proved, from_heap_0] = count_proved(&[0, 4], 8, 3);
        assert!(proved > 10_000 && from_heap_0 > 100, "{proved} {from_heap_0}");
    }

    #[test]
    fn so_they_do_in_games_of_base_16_and_32() {
        let [proved, from_heap_0] = count_proved(&[0, 4, 8, 12], 16, 2);
        assert!(proved > 10_000 && from_heap_0 > 50, "{proved} {from_heap_0}");
        let [proved, from_heap_0] = count_proved(&[0, 16], 32, 1);
        assert!(proved > 100 && from_heap_0 > 10, "{proved} {from_heap_0}");
    }
}
