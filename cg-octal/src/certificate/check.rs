//! The checker. It shares only the reading of codes with the engines. It plays the game by the
//! digits, one heap after another.

use std::collections::BTreeSet;

use cg_core::Interrupt;

use super::{Certificate, ValueHash};
use crate::{Code, Method, OctalError, Result, Rules, SparseSpace};

/// The result of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Heaps whose values were computed.
    pub heaps: u64,
}

/// Values are rare or common under this mask. The mask 0 makes every value rare, so all pairs are
/// tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    mask: u32,
    parity: bool,
    odd: bool,
}

impl Mask {
    pub(super) fn of(space: SparseSpace) -> Self {
        Self { mask: space.mask, parity: space.parity, odd: space.odd_split }
    }

    pub(super) fn rare(self, value: u16, heap: usize) -> bool {
        let bits = (u32::from(value) & self.mask).count_ones();
        let turn = self.parity && (heap % 2 == 1) != self.odd;
        (bits + u32::from(turn)).is_multiple_of(2)
    }
}

/// The values of a game, computed heap by heap.
pub(super) struct Checker {
    digits: Vec<u32>,
    splits: Vec<usize>,
    mask: Mask,
    values: Vec<u16>,
    rares: Vec<usize>,
    stamp: Vec<u32>,
}

/// One heap: its value, and the largest small part that was needed to exclude the smaller values.
pub(super) struct Heap {
    pub(super) value: u16,
    depth: usize,
}

impl Checker {
    pub(super) fn new(code: &Code, mask: Mask) -> Option<Self> {
        let length = code.length()?;
        let digits: Vec<u32> = (0..=length as u64).map(|take| code.digit(take)).collect();
        let splits: Vec<usize> = (0..=length).filter(|&take| digits[take] & 4 == 4).collect();
        // With the parity, a rare and a common part make a common option only under a condition:
        // all splitting moves remove a number of tokens of the same parity, that of the space.
        let fits = !mask.parity || splits.iter().all(|take| (take % 2 == 1) == mask.odd);
        (digits.iter().all(|digit| digit & !7 == 0) && fits).then(|| Self {
            digits,
            splits,
            mask,
            values: Vec::new(),
            rares: Vec::new(),
            stamp: vec![0; 1 << 16],
        })
    }

    /// The values so far.
    pub(super) fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// The value of the next heap.
    pub(super) fn next(&mut self) -> Result<Heap> {
        let heap = self.values.len();
        let full =
            || OctalError::limit("verification", "65535 for values and 4294967295 for heaps");
        let now = u32::try_from(heap + 1).map_err(|_| full())?;
        for (take, digit) in self.digits.iter().enumerate().take_while(|&(take, _)| take <= heap) {
            if digit & 1 == 1 && take == heap {
                self.stamp[0] = now;
            }
            if digit & 2 == 2 && take < heap {
                self.stamp[usize::from(self.values[heap - take])] = now;
            }
        }
        // Every option of the common class has a rare part.
        for &take in self.splits.iter().filter(|&&take| take < heap) {
            let sum = heap - take;
            for &part in self.rares.iter().take_while(|&&part| part < sum) {
                self.stamp[usize::from(self.values[part] ^ self.values[sum - part])] = now;
            }
        }
        let common =
            (0..u16::MAX).find(|&v| self.stamp[usize::from(v)] != now && !self.mask.rare(v, heap));
        let bound = common.unwrap_or(u16::MAX);
        let open = |stamp: &[u32]| (0..bound).filter(|&v| stamp[usize::from(v)] != now).count();
        let mut left = open(&self.stamp);
        let mut depth = 0;
        let mut part = 1;
        while left > 0 && 2 * part <= heap {
            for &take in &self.splits {
                let Some(other) = heap.checked_sub(take + part).filter(|&other| other >= part)
                else {
                    continue;
                };
                let value = self.values[part] ^ self.values[other];
                if value < bound && self.stamp[usize::from(value)] != now {
                    self.stamp[usize::from(value)] = now;
                    left -= 1;
                    depth = part;
                }
            }
            part += 1;
        }
        let value =
            (0..bound).find(|&v| self.stamp[usize::from(v)] != now).or(common).ok_or_else(full)?;
        self.values.push(value);
        if heap > 0 && self.mask.rare(value, heap) {
            self.rares.push(heap);
        }
        Ok(Heap { value, depth })
    }
}

impl Certificate {
    /// Verifies the certificate: computes the values that the theorem needs, by plain code, and
    /// compares. It takes about two bytes of memory for each heap and 0.1 µs to 1 µs of time. If a
    /// move can leave three heaps or more, the time grows with the square of the heaps, and the
    /// memory is at most about 1 GiB.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, more than `most_heaps` heaps to compute,
    /// or the interrupt flag.
    pub fn verify(&self, most_heaps: u64, interrupt: &Interrupt) -> Result<Verified> {
        let wrong =
            |what: String| Err(OctalError::data(format!("the certificate does not hold: {what}")));
        let rules = self.rules()?;
        let Rules::Code(code) = &rules else {
            return wrong("no theorem covers this game".into());
        };
        let period = self.period;
        match self.method {
            Method::AllBut { from } => {
                return self.verify_all_but(code, from, most_heaps, interrupt);
            }
            Method::Arithmetic { bound, turns } => {
                return self.verify_arithmetic(code, bound, turns, most_heaps, interrupt);
            }
            Method::GuySmith { .. } | Method::StateRepetition { .. } => {}
        }
        if period.period == 0 || period.saltus != 0 {
            return wrong("the theorems are on plain periods of at least 1".into());
        }
        let Some(length) = code.length() else {
            return wrong("the theorems are on finite codes".into());
        };
        let length = length as u64;
        let (space, needed) = match self.method {
            Method::GuySmith { bound, space } => {
                let least = period.guy_smith_bound(length, code.most_parts());
                if bound < least {
                    return wrong(format!("the bound must be at least {least}"));
                }
                (space, bound)
            }
            // Verified above.
            Method::AllBut { from: needed } | Method::Arithmetic { bound: needed, .. } => {
                (None, needed)
            }
            Method::StateRepetition { from, space, .. } => {
                (Some(space), from.saturating_add(period.period))
            }
        };
        if needed > most_heaps {
            return Err(OctalError::limit(
                format!("the values of {needed} heaps"),
                format!("{most_heaps} heaps"),
            ));
        }
        if code.most_parts() > 2 && space.is_none() {
            let values = values_of_many(code, needed, interrupt)?;
            self.compare(&values, u64::MAX)?;
            return Ok(Verified { heaps: needed });
        }
        let mask = space.map_or(Mask { mask: 0, parity: false, odd: false }, Mask::of);
        let Some(mut checker) = Checker::new(code, mask) else {
            return wrong(
                "the space does not fit the code: three heaps, or splits of both parities".into(),
            );
        };
        let mut state = State::new(self.method, period.period, length);
        for heap in 0..needed {
            if heap.is_multiple_of(4096) && interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap });
            }
            let Heap { depth, value } = checker.next()?;
            state.see(heap, depth as u64, mask.rare(value, checker.values.len() - 1));
            if state.wrong.is_some() {
                break;
            }
        }
        if let Some(what) = state.wrong {
            return wrong(what);
        }
        self.compare(&checker.values, state.compare_from)?;
        Ok(Verified { heaps: needed })
    }

    /// Compares the values with the period, its minimality and the hash.
    fn compare(&self, values: &[u16], from: u64) -> Result<()> {
        let wrong =
            |what: String| Err(OctalError::data(format!("the certificate does not hold: {what}")));
        let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let (preperiod, period) = (index(self.period.preperiod), index(self.period.period));
        let block = preperiod.checked_add(period).and_then(|end| values.get(preperiod..end));
        let Some(block) = block else {
            return wrong("the period is longer than the values computed".into());
        };
        if from < self.period.preperiod {
            return wrong(format!("the state begins before the preperiod ends, at heap {from}"));
        }
        if let Some(heap) =
            (preperiod..values.len() - period).find(|&n| values[n] != values[n + period])
        {
            return wrong(format!(
                "G({heap}) = {} and G({}) = {}",
                values[heap],
                heap + period,
                values[heap + period]
            ));
        }
        if preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
            return wrong("the preperiod is shorter".into());
        }
        let mut divisors = (1..period).filter(|d| period.is_multiple_of(*d));
        if let Some(shorter) = divisors.find(|&d| block[d..] == block[..period - d]) {
            return wrong(format!("{shorter} is a period too"));
        }
        let mut hash = ValueHash::default();
        values[..preperiod + period].iter().for_each(|&value| hash.add(u32::from(value)));
        if hash.text() != self.hash {
            return wrong(format!("the values have the hash {}", hash.text()));
        }
        Ok(())
    }
}

/// The conditions of state repetition, checked heap by heap.
struct State {
    /// The heaps of the period, and the largest part allowed; none for Guy-Smith.
    window: Option<(u64, u64, u64)>,
    /// Where the state begins.
    compare_from: u64,
    wrong: Option<String>,
}

impl State {
    fn new(method: Method, period: u64, length: u64) -> Self {
        let Method::StateRepetition { from, depth, space } = method else {
            return Self { window: None, compare_from: u64::MAX, wrong: None };
        };
        let mut wrong = None;
        // Heap 0 is no part of a split, so the state begins after it.
        if depth < length || from <= depth {
            wrong =
                Some("the state is shorter than the code, or longer than what precedes it".into());
        }
        if space.parity && period % 2 == 1 {
            wrong = Some("the parity takes part in the space, and the period is odd".into());
        }
        Self {
            window: Some((from, from.saturating_add(period), depth.saturating_sub(length))),
            compare_from: from.saturating_sub(depth),
            wrong,
        }
    }

    fn see(&mut self, heap: u64, depth: u64, rare: bool) {
        let Some((from, to, deepest)) = self.window else {
            return;
        };
        if rare && heap > 0 && heap < to && (heap > deepest || heap >= from) && self.wrong.is_none()
        {
            self.wrong = Some(format!("heap {heap} is rare"));
        }
        if depth > deepest && heap >= from && heap < to && self.wrong.is_none() {
            self.wrong = Some(format!("heap {heap} needs a split with part {depth}"));
        }
    }
}

// Codes whose moves can leave three heaps or more.

/// The values that a number of tokens can have in a number of heaps: `true` at each of them.
type Values = Vec<bool>;

/// The largest number of bytes of the sets.
const MOST_BYTES: usize = 1 << 30;

/// The values of the heaps below `count`.
pub(super) fn values_of_many(code: &Code, count: u64, interrupt: &Interrupt) -> Result<Vec<u16>> {
    // `sums[k][m]`: the values of `m` tokens in exactly `k + 1` heaps.
    let mut sums: Vec<Vec<Values>> = vec![Vec::new(); code.most_parts().max(1) as usize];
    let mut values: Vec<u16> = Vec::new();
    let mut bytes = 0;
    for heap in 0..usize::try_from(count).unwrap_or(usize::MAX) {
        if interrupt.is_raised() {
            return Err(OctalError::Interrupted { at: heap as u64 });
        }
        for parts in 1..sums.len() {
            let mut sum = Values::new();
            for first in 1..heap {
                let others = sums[parts - 1][heap - first].iter().enumerate();
                for (other, _) in others.filter(|(_, reached)| **reached) {
                    reach(&mut sum, usize::from(values[first]) ^ other);
                }
            }
            bytes += size_of::<Values>() + sum.capacity();
            sums[parts].push(sum);
        }
        if bytes > MOST_BYTES {
            let what = format!("the sets of values of {heap} heaps");
            return Err(OctalError::limit(what, "1 GiB in the checker"));
        }
        let mut options = Values::new();
        for take in 0..=heap.min(code.length().unwrap_or(heap)) {
            let digit = code.digit(take as u64);
            if digit & 1 == 1 && take == heap {
                reach(&mut options, 0);
            }
            for (parts, sums) in sums.iter().enumerate() {
                // One heap may remain only if a token is taken.
                let left = take < heap && (take > 0 || parts > 0);
                if left && digit >> (parts + 1) & 1 == 1 {
                    let sum = sums[heap - take].iter().enumerate();
                    sum.filter(|(_, reached)| **reached).for_each(|(v, _)| reach(&mut options, v));
                }
            }
        }
        let value = options.iter().position(|reached| !reached).unwrap_or(options.len());
        let small = u16::try_from(value);
        values.push(small.map_err(|_| OctalError::limit("verification", "65535 for values"))?);
        let mut alone = Values::new();
        // Heap 0 is not counted as a heap.
        if heap > 0 {
            reach(&mut alone, value);
        }
        bytes += size_of::<Values>() + alone.capacity();
        sums[0].push(alone);
    }
    Ok(values)
}

fn reach(values: &mut Values, value: usize) {
    if values.len() <= value {
        values.resize(value + 1, false);
    }
    values[value] = true;
}

// All-but games, written again from the definition.

/// The time is quadratic. No all-but game in reach needs more heaps.
const MOST_HEAPS: u64 = 20_000;

impl Certificate {
    fn verify_all_but(
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
            values.push(
                (0..).find(|value| !options.contains(value)).expect("options are finitely many"),
            );
        }
        let state = |heap: usize| {
            let far: BTreeSet<u32> = values[..heap - largest].iter().copied().collect();
            let a = (0..).find(|value| !far.contains(value)).expect("heaps are finitely many");
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
        self.repeats(&values)?;
        Ok(Verified { heaps })
    }
}
