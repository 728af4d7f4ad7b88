//! The checker for all-but games: again from the definition.

use std::collections::BTreeSet;

use cg_core::Interrupt;

use super::{Certificate, Verified, value_hash};
use crate::{Code, OctalError, Result};

/// Quadratic time: more heaps are not needed by any all-but game in reach.
const MOST_HEAPS: u64 = 20_000;

impl Certificate {
    pub(super) fn verify_all_but(
        &self,
        code: &Code,
        from: u64,
        most_heaps: u64,
        interrupt: &Interrupt,
    ) -> Result<Verified> {
        let wrong = |what: &str| OctalError::data(format!("the certificate does not hold: {what}"));
        let set = code.all_but_set().ok_or_else(|| wrong("this is no all-but game"))?;
        let heaps = from.saturating_add(self.period.period);
        if heaps > most_heaps.min(MOST_HEAPS) {
            return Err(OctalError::limit(
                format!("the values of {heaps} heaps"),
                format!("{} heaps", most_heaps.min(MOST_HEAPS)),
            ));
        }
        let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let (from, to) = (index(from), index(heaps));
        let (preperiod, period) = (index(self.period.preperiod), index(self.period.period));
        let largest = index(set.last().copied().unwrap_or(0));
        if period == 0 || from < preperiod || from < largest {
            return Err(wrong("the state is taken before the period begins"));
        }
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..heaps {
            if interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap });
            }
            let options = (1..=heap)
                .filter(|take| !set.contains(take))
                .map(|take| values[index(heap - take)]);
            let options: BTreeSet<u32> = options.collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap_or(u32::MAX));
        }
        let state = |heap: usize| {
            let far: BTreeSet<u32> = values[..heap - largest].iter().copied().collect();
            let a = (0..).find(|value| !far.contains(value)).unwrap_or(u32::MAX);
            let above: Vec<u32> = far.into_iter().filter(|&v| v > a).map(|v| v - a).collect();
            let last: Vec<i64> = values[heap - largest..heap]
                .iter()
                .map(|&v| (i64::from(v) - i64::from(a)).max(-1))
                .collect();
            (above, last, u64::from(a))
        };
        let (before, after) = (state(from), state(to));
        if (&before.0, &before.1) != (&after.0, &after.1)
            || before.2.checked_add(self.period.saltus) != Some(after.2)
        {
            return Err(wrong("the states differ"));
        }
        let holds = |n: usize, p: usize, saltus: u64| {
            u64::from(values[n]) + saltus == u64::from(values[n + p])
        };
        if !(preperiod..to - period).all(|n| holds(n, period, self.period.saltus)) {
            return Err(wrong("the values do not repeat"));
        }
        if preperiod > 0 && holds(preperiod - 1, period, self.period.saltus) {
            return Err(wrong("the preperiod is shorter"));
        }
        let shorter = (1..period).filter(|d| period.is_multiple_of(*d)).any(|d| {
            let times = (period / d) as u64;
            self.period.saltus.is_multiple_of(times)
                && (preperiod..preperiod + period - d)
                    .all(|n| holds(n, d, self.period.saltus / times))
        });
        if shorter {
            return Err(wrong("the period is shorter"));
        }
        if value_hash(&values[..preperiod + period]) != self.hash {
            return Err(wrong("the hash is another"));
        }
        Ok(Verified { heaps })
    }
}
