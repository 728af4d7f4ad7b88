//! The checker. It shares nothing with the engines but the reading of codes:
//! it plays the game by the digits, one heap after another.

use cg_core::Interrupt;

use super::{Certificate, ValueHash, check_many};
use crate::{Code, Method, OctalError, Result, Rules, Space};

/// What a verification has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Heaps whose values were computed.
    pub heaps: u64,
}

/// With this mask a value is rare or common; 0 makes every value rare, so that all pairs are tried.
#[derive(Clone, Copy)]
struct Mask {
    mask: u32,
    parity: bool,
    odd: bool,
}

impl Mask {
    fn rare(self, value: u16, heap: usize) -> bool {
        let bits = (u32::from(value) & self.mask).count_ones();
        let turn = self.parity && (heap % 2 == 1) != self.odd;
        (bits + u32::from(turn)).is_multiple_of(2)
    }
}

/// The values of a game, computed heap by heap.
struct Checker {
    digits: Vec<u32>,
    splits: Vec<usize>,
    mask: Mask,
    values: Vec<u16>,
    rares: Vec<usize>,
    stamp: Vec<u32>,
}

/// One heap: its value, and the largest small part that excluding the smaller values needed.
struct Heap {
    value: u16,
    depth: usize,
}

impl Checker {
    fn new(code: &Code, mask: Mask) -> Option<Self> {
        let length = code.length()?;
        let digits: Vec<u32> = (0..=length as u64).map(|take| code.digit(take)).collect();
        let splits: Vec<usize> = (0..=length).filter(|&take| digits[take] & 4 == 4).collect();
        // With the parity, a rare and a common part make a common option only
        // if all splitting moves remove an equal parity of tokens, that of the space.
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

    /// The value of the next heap.
    fn next(&mut self) -> Result<Heap> {
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
    /// Verifies the certificate: computes the values that the theorem needs, by
    /// plain code, and compares. Takes about two bytes of memory for each heap
    /// and something like 0.1 µs to 1 µs of time; where a move can leave three heaps or more, time
    /// that grows with the square of the heaps, and at most about 1 GiB.
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
        if let Method::AllBut { from } = self.method {
            return self.verify_all_but(code, from, most_heaps, interrupt);
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
            Method::AllBut { from } => (None, from),
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
            let values = check_many::values(code, needed, interrupt)?;
            self.compare(&values, u64::MAX)?;
            return Ok(Verified { heaps: needed });
        }
        let mask = space.map_or(Mask { mask: 0, parity: false, odd: false }, |space: Space| Mask {
            mask: space.mask,
            parity: space.parity,
            odd: space.odd_split,
        });
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

    /// The values against the period, its minimality and the hash.
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

/// The conditions of state repetition, watched heap by heap.
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
        // Heap 0 is no part of a split, so the state begins behind it.
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
