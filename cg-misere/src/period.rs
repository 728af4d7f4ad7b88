//! Periods of Phi, with which a quotient holds for all heaps.

use serde::{Deserialize, Serialize};

use crate::Element;
use crate::game::Periodicity;

/// Phi(h + period) = Phi(h) for all heaps h from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MiserePeriod {
    /// The first heap from which the equation holds; at least 1.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
}

impl MiserePeriod {
    /// The last heap that must be verified to prove the period. If moves take at most `length`
    /// tokens and leave at most `parts` heaps, it is `parts (preperiod + period) + length`.
    ///
    /// Proof: take an option of a larger heap n. Its largest part has at least `preperiod + period`
    /// tokens. If it is made smaller by a period, it has the same value, and the result is an
    /// option of heap n - period; and the other way round. So both heaps have options of the same
    /// values. By induction, one can replace the other in all sums without a change of outcome.
    /// (Plambeck and Siegel, Misère quotients for impartial games, JCTA 2008.)
    ///
    /// ```
    /// use cg_misere::{MiserePeriod, Periodicity};
    /// let kayles = MiserePeriod { preperiod: 71, period: 12 };
    /// assert_eq!(kayles.bound(Periodicity { length: 2, parts: 2 }), 168);
    /// ```
    pub fn bound(self, theorem: Periodicity) -> u64 {
        let reach = self.preperiod.max(1).saturating_add(self.period);
        reach.saturating_mul(u64::from(theorem.parts.max(1))).saturating_add(theorem.length)
    }

    /// The heap with the same value before the second period.
    pub fn reduced(self, heap: u64) -> u64 {
        match heap.checked_sub(self.preperiod) {
            Some(beyond) => self.preperiod + beyond % self.period,
            None => heap,
        }
    }
}

/// The period at the end of `phi` with the least bound.
pub(crate) fn find(phi: &[Element], theorem: Periodicity) -> Option<MiserePeriod> {
    // The prefix function of phi without heap 0, in reverse order.
    let length = phi.len().checked_sub(1)?;
    let at = |back: usize| phi[length - back];
    let mut border = vec![0usize; length];
    for place in 1..length {
        let mut k = border[place - 1];
        while k > 0 && at(place) != at(k) {
            k = border[k - 1];
        }
        border[place] = k + usize::from(at(place) == at(k));
    }
    let found = (1..=length).map(|matched| MiserePeriod {
        preperiod: (length - matched + 1) as u64,
        period: (matched - border[matched - 1]) as u64,
    });
    found.min_by_key(|period| (period.bound(theorem), period.period))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_preperiod_and_period() {
        let theorem = Periodicity { length: 2, parts: 2 };
        let phi = [0, 5, 6, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3];
        let found = find(&phi, theorem);
        assert_eq!(found, Some(MiserePeriod { preperiod: 3, period: 3 }));
        assert_eq!(find(&[0], theorem), None);
    }
}
