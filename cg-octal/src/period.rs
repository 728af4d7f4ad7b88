//! Periods of nim-sequences, plain and arithmetic.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

/// An ultimately periodic, or arithmetically periodic, sequence:
/// `G(n + period) = G(n) + saltus` for all `n >= preperiod`, heap 0 having index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Period {
    /// The least heap from which the equation holds.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The growth over a period; 0 for a plain period.
    pub saltus: u64,
}

impl Period {
    /// The number of values that prove a plain period for ever (Guy and Smith;
    /// Winning Ways, chapter 4), for a code of length `length` whose moves leave at
    /// most `parts` heaps, 2 in octal games: `parts (preperiod + period) + length`.
    ///
    /// Proof: one of the parts that a larger heap leaves is at least `preperiod + period`.
    /// A period shorter it has the same value, so that a heap and the one a period
    /// before have options of the same values. A preperiod of 0 counts as 1, since what is left
    /// of the part must be a heap: in .4 the values 0, 0, 0 have period 1 from heap 0 on as far as
    /// 2 (0 + 1) + 1 heaps show, and the next one is 1.
    pub fn guy_smith_bound(self, length: u64, parts: u32) -> u64 {
        let reach = self.preperiod.max(1).saturating_add(self.period);
        reach.saturating_mul(u64::from(parts.max(2))).saturating_add(length)
    }
}

/// The period with which `values` ends, with the least preperiod for which
/// at least two whole periods are seen and `enough` says that the values
/// reach far enough. Heaps are compared by differences, so that a saltus is found too.
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
    // The prefix function of the differences, read backwards.
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

/// The least period of a sequence with period `period`, given whether one of
/// its divisors is a period.
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
