//! The check of an arithmetic period by the theorem at the head of `arithmetic.rs`, written again
//! from the definition.

use std::collections::BTreeSet;

use cg_core::Interrupt;

use super::check::{Verified, values_of_many};
use super::{Certificate, value_hash};
use crate::{Code, OctalError, Result};

/// A larger number of heaps takes too long: time grows with the square.
const MOST_HEAPS: u64 = 20_000;

/// Sums of some heaps: the number of tokens, the sum of the values, and whether a heap is large.
type Sums = BTreeSet<(usize, usize, bool)>;

/// The largest number of sums for a number of heaps.
const MOST_SUMS: usize = 1 << 22;

impl Certificate {
    /// Verifies the theorem with these values. Large heaps grow by `turns` periods.
    pub(super) fn verify_arithmetic(
        &self,
        code: &Code,
        bound: u64,
        turns: u64,
        most_heaps: u64,
        interrupt: &Interrupt,
    ) -> Result<Verified> {
        let wrong = |what: &str| OctalError::data(format!("the certificate does not hold: {what}"));
        let limit = |what: String, most: u64| OctalError::limit(what, format!("{most} heaps"));
        if bound > most_heaps.min(MOST_HEAPS) {
            let what = format!("the values of {bound} heaps");
            return Err(limit(what, most_heaps.min(MOST_HEAPS)));
        }
        let length = code.length().ok_or_else(|| wrong("the theorem is on finite codes"))?;
        let [preperiod, period, saltus, heaps, turns] =
            [self.period.preperiod, self.period.period, self.period.saltus, bound, turns]
                .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        // Small enough for all sums and products below.
        if [preperiod, period, saltus, turns].into_iter().any(|number| number > heaps) {
            return Err(wrong("its numbers are larger than the bound"));
        }
        if period == 0 || saltus == 0 || turns == 0 || turns % 2 == 1 {
            return Err(wrong("the theorem is on a saltus, and on an even number of periods"));
        }
        let first = preperiod.max(1);
        let parts = code.most_parts() as usize;
        if heaps < first + turns * period || heaps <= parts * (first - 1) + length {
            return Err(wrong("more values are needed"));
        }
        let values = values_of_many(code, bound, interrupt)?;
        self.repeats(&values.iter().copied().map(u32::from).collect::<Vec<u32>>())?;
        let values = values.into_iter().map(usize::from).collect();
        let game = Arithmetic { code, length, parts, values, first, period, saltus };
        game.values_are_reached(turns, interrupt)?;
        game.value_is_not_reached(interrupt)?;
        Ok(Verified { heaps: bound })
    }

    /// Checks that the values repeat with the saltus from the preperiod on, but not earlier and not
    /// with a shorter period.
    pub(super) fn repeats(&self, values: &[u32]) -> Result<()> {
        let wrong =
            |what: &str| Err(OctalError::data(format!("the certificate does not hold: {what}")));
        let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let (preperiod, period) = (index(self.period.preperiod), index(self.period.period));
        let holds = |n: usize, p: usize, saltus: u64| {
            u64::from(values[n]).checked_add(saltus) == Some(u64::from(values[n + p]))
        };
        if !(preperiod..values.len() - period).all(|n| holds(n, period, self.period.saltus)) {
            return wrong("the values do not repeat");
        }
        if preperiod > 0 && holds(preperiod - 1, period, self.period.saltus) {
            return wrong("the preperiod is shorter");
        }
        let shorter = (1..period).filter(|d| period.is_multiple_of(*d)).any(|d| {
            let times = (period / d) as u64;
            self.period.saltus.is_multiple_of(times)
                && (preperiod..preperiod + period - d)
                    .all(|n| holds(n, d, self.period.saltus / times))
        });
        if shorter {
            return wrong("the period is shorter");
        }
        if value_hash(&values[..preperiod + period]) != self.hash {
            return wrong("the hash is another");
        }
        Ok(())
    }
}

/// The game and its period.
struct Arithmetic<'a> {
    code: &'a Code,
    length: usize,
    parts: usize,
    values: Vec<usize>,
    /// The first large heap.
    first: usize,
    period: usize,
    saltus: usize,
}

impl Arithmetic<'_> {
    /// Whether a move that takes `take` tokens may leave `heaps` heaps.
    fn leaves(&self, take: usize, heaps: usize) -> bool {
        self.code.digit(take as u64) >> heaps & 1 == 1
    }

    /// Condition 1.
    fn values_are_reached(&self, turns: usize, interrupt: &Interrupt) -> Result<()> {
        let (values, heaps) = (&self.values, self.values.len());
        let shift = turns * self.saltus;
        let power = (0..).map(|at| 1usize << at).find(|power| shift / power % 2 == 1);
        let power = power.expect("the shift is at least 1");
        // Indexed by the tokens of two heaps: their nim-sums below the power of two, and whether
        // two large heaps are equal.
        let mut pairs: Vec<(BTreeSet<usize>, bool)> = Vec::new();
        for tokens in 0..heaps {
            if interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: tokens as u64 });
            }
            let mut sums = BTreeSet::new();
            let mut equal = false;
            for one in 1..tokens {
                let other = tokens - one;
                let sum = values[one] ^ values[other];
                if sum < power {
                    sums.insert(sum);
                }
                equal |= sum == 0 && one >= self.first && other >= self.first;
            }
            pairs.push((sums, equal));
        }
        for heap in heaps - turns * self.period..heaps {
            if interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap as u64 });
            }
            let (mut grows, mut stays, mut both) =
                (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
            for take in 0..=self.length.min(heap) {
                let rest = heap - take;
                if take > 0 && rest >= self.first && self.leaves(take, 1) {
                    grows.insert(values[rest]);
                }
                if self.leaves(take, 2) && pairs[rest].1 {
                    stays.insert(0);
                }
                for one in 1..rest {
                    let large = one >= self.first;
                    let other = values[rest - one];
                    if self.leaves(take, 2) && large && other < power {
                        grows.insert(values[one] ^ other);
                    }
                    if self.leaves(take, 3) {
                        let (sums, equal) = &pairs[rest - one];
                        if large {
                            grows.extend(sums.iter().map(|sum| values[one] ^ sum));
                        }
                        if *equal {
                            stays.insert(values[one]);
                        }
                        if *equal && large {
                            both.insert(values[one]);
                        }
                    }
                }
            }
            let value = values[heap];
            let mut least = value;
            while least > 0 && grows.contains(&(least - 1)) {
                least -= 1;
            }
            let holds = (least..=value.saturating_sub(shift)).any(|least| {
                least + shift <= value
                    && (0..least + shift).all(|value| stays.contains(&value))
                    && (least..least + shift).all(|value| both.contains(&value))
            });
            if !holds {
                return Err(OctalError::data(format!(
                    "the certificate does not hold: what heap {heap} reaches does not go on with the period"
                )));
            }
        }
        Ok(())
    }

    /// The value of a heap by the period.
    fn value(&self, heap: usize) -> usize {
        match heap.checked_sub(self.first) {
            Some(from) => {
                self.values[self.first + from % self.period] + from / self.period * self.saltus
            }
            None => self.values[heap],
        }
    }

    /// Condition 2.
    fn value_is_not_reached(&self, interrupt: &Interrupt) -> Result<()> {
        let end = self.first + self.period;
        // Sums and nim-sums of the heaps other than the last large one.
        let mut sums = Sums::from([(0, 0, false)]);
        let mut small: BTreeSet<(usize, usize)> = BTreeSet::from([(0, 0)]);
        let from = self.length + self.parts * end;
        for others in 0..self.parts {
            let takes: Vec<usize> =
                (0..=self.length).filter(|&take| self.leaves(take, others + 1)).collect();
            for heap in from..from + self.period {
                if interrupt.is_raised() {
                    return Err(OctalError::Interrupted { at: heap as u64 });
                }
                let value = self.value(heap);
                for &take in &takes {
                    let last = |tokens: usize| self.value(heap - take - tokens);
                    let alone = small.iter().any(|&(tokens, sum)| {
                        let by = value.abs_diff(last(tokens));
                        by <= sum && by % 2 == sum % 2
                    });
                    let beside =
                        sums.iter().filter(|&&(_, _, large)| large).any(|&(tokens, sum, _)| {
                            let all = last(tokens) + sum;
                            all >= value && all % 2 == value % 2
                        });
                    if alone || beside {
                        return Err(OctalError::data(format!(
                            "the certificate does not hold: by taking {take} of {heap} tokens a heap may reach its own value"
                        )));
                    }
                }
            }
            if others + 1 == self.parts {
                break;
            }
            let mut more = Sums::new();
            for &(tokens, sum, large) in &sums {
                for heap in 1..end {
                    more.insert((
                        tokens + heap,
                        sum + self.values[heap],
                        large || heap >= self.first,
                    ));
                }
                if more.len() > MOST_SUMS {
                    return Err(OctalError::limit(
                        "the sums of the values of some heaps",
                        format!("{MOST_SUMS} in the checker"),
                    ));
                }
            }
            sums = more;
            let more = small
                .iter()
                .flat_map(|&(tokens, sum)| (1..self.first).map(move |heap| (heap, tokens, sum)));
            small =
                more.map(|(heap, tokens, sum)| (tokens + heap, sum ^ self.values[heap])).collect();
        }
        Ok(())
    }
}
