//! The answers of a quotient about sums of heaps: outcomes and winning moves. If a period is
//! proved, heaps may have any size.

use std::fmt;

use cg_core::Interrupt;
use cg_octal::{HeapMove, Rules};
use serde::Serialize;

use crate::{Element, MisereError, MiserePeriod, ONE, Quotient, Result};

/// A quotient with the values of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub(crate) quotient: Quotient,
    pub(crate) phi: Vec<Element>,
    pub(crate) period: Option<MiserePeriod>,
}

/// A set of winning moves in one heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum WinningMoves {
    /// A single move.
    One(HeapMove),
    /// The moves that split a heap into two. The smaller part has `first`, `first + step`, ... up
    /// to `last` tokens, and the other part has the rest.
    Splits {
        /// The heap.
        heap: u64,
        /// The number of tokens that are taken.
        taken: u64,
        /// The least smaller part.
        first: u64,
        /// The largest smaller part.
        last: u64,
        /// The difference between successive smaller parts.
        step: u64,
    },
}

impl WinningMoves {
    /// The number of moves.
    ///
    /// ```
    /// use cg_misere::WinningMoves;
    /// let splits = WinningMoves::Splits { heap: 100, taken: 2, first: 5, last: 41, step: 12 };
    /// assert_eq!(splits.count(), 4);
    /// ```
    pub fn count(&self) -> u64 {
        match *self {
            Self::One(_) => 1,
            Self::Splits { first, last, step, .. } => (last - first) / step + 1,
        }
    }

    /// The first of the moves.
    pub fn first(&self) -> HeapMove {
        self.iter().next().expect("there is a move in each set")
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = HeapMove> + '_ {
        let (one, splits) = match self {
            Self::One(found) => (Some(found.clone()), None),
            &Self::Splits { heap, taken, first, last, step } => {
                let smaller = (first..=last).step_by(usize::try_from(step).unwrap_or(usize::MAX));
                let split = move |a| HeapMove { heap, left: vec![a, heap - taken - a] };
                (None, Some(smaller.map(split)))
            }
        };
        one.into_iter().chain(splits.into_iter().flatten())
    }
}

/// The moves on one line: `9 -> 1 + 7`, or `100 -> a + (98 - a), a = 5, 17, ..., 41: 4 moves`.
impl fmt::Display for WinningMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(HeapMove { heap, left }) if left.is_empty() => write!(f, "{heap} -> 0"),
            Self::One(HeapMove { heap, left }) => {
                let left: Vec<String> = left.iter().map(u64::to_string).collect();
                write!(f, "{heap} -> {}", left.join(" + "))
            }
            &Self::Splits { heap, taken, first, last, step } => {
                let rest = heap - taken;
                write!(f, "{heap} -> a + ({rest} - a), a = {first}")?;
                let second = first + step;
                if second < last {
                    write!(f, ", {second}, ...")?;
                }
                if first < last {
                    write!(f, ", {last}")?;
                }
                write!(f, ": {} moves", self.count())
            }
        }
    }
}

/// The largest number of options that are examined one by one.
const MOST_OPTIONS: usize = 10_000_000;

impl Solution {
    /// The quotient.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The values of the heaps 0, 1, ... up to the last verified one.
    pub fn phi(&self) -> &[Element] {
        &self.phi
    }

    /// The proved period. With it the values of all heaps are known.
    pub fn period(&self) -> Option<MiserePeriod> {
        self.period
    }

    /// The claim in words: "proved for all heaps: period 12 from heap 71 on, verified for the heaps
    /// to 168".
    pub fn claim(&self) -> String {
        let last = self.last_heap();
        match self.period {
            Some(MiserePeriod { preperiod, period }) => format!(
                "proved for all heaps: period {period} from heap {preperiod} on, verified for the heaps to {last}"
            ),
            None => format!("verified for the heaps to {last}, and for these alone"),
        }
    }

    /// The last heap for which the quotient is verified.
    pub fn last_heap(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The value of a heap.
    ///
    /// # Errors
    /// A heap after the last known one.
    pub fn value(&self, heap: u64) -> Result<Element> {
        let known = self.period.map_or(heap, |period| period.reduced(heap));
        let value = usize::try_from(known).ok().and_then(|at| self.phi.get(at));
        value.copied().ok_or(MisereError::Unknown { heap, known: self.last_heap() })
    }

    /// The value of a sum of heaps.
    ///
    /// # Errors
    /// A heap after the last known one.
    pub fn sum(&self, heaps: &[u64]) -> Result<Element> {
        let product = |all, &heap: &u64| Ok(self.quotient.product(all, self.value(heap)?));
        heaps.iter().try_fold(ONE, product)
    }

    /// Whether the player to move wins a sum of heaps.
    ///
    /// # Errors
    /// A heap after the last known one.
    pub fn wins(&self, heaps: &[u64]) -> Result<bool> {
        Ok(!self.quotient.is_p(self.sum(heaps)?))
    }

    /// All winning moves of a sum of heaps, in the order of the heaps. Equal heaps count once, and
    /// so do moves that leave the same parts.
    ///
    /// Splits into two are found by classes, for heaps of any size. Moves that leave three heaps or
    /// more are examined one by one.
    ///
    /// # Errors
    /// A heap after the last known one; more than 10 million options; an interrupt.
    pub fn winning_moves(
        &self,
        rules: &Rules,
        heaps: &[u64],
        interrupt: &Interrupt,
    ) -> Result<Vec<WinningMoves>> {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        let mut found = Vec::new();
        if !self.wins(&heaps)? {
            return Ok(found);
        }
        for (at, &heap) in heaps.iter().enumerate() {
            if at > 0 && heaps[at - 1] == heap {
                continue;
            }
            let mut rest = heaps.clone();
            rest.remove(at);
            let rest = self.sum(&rest)?;
            let code = rules.code().filter(|code| code.most_parts() <= 2);
            match code {
                Some(code) => {
                    let length = code.length().map_or(heap, |length| heap.min(length as u64));
                    for taken in 0..=length {
                        if interrupt.is_raised() {
                            return Err(MisereError::Interrupted);
                        }
                        self.moves_taking(code.digit(taken), heap, taken, rest, &mut found)?;
                    }
                }
                None => self.listed_moves(rules, heap, rest, interrupt, &mut found)?,
            }
        }
        Ok(found)
    }

    fn is_p_with(&self, rest: Element, parts: &[u64]) -> Result<bool> {
        Ok(self.quotient.is_p(self.quotient.product(rest, self.sum(parts)?)))
    }

    /// Moves that take `taken` tokens, as the digit of a code allows.
    fn moves_taking(
        &self,
        digit: u32,
        heap: u64,
        taken: u64,
        rest: Element,
        found: &mut Vec<WinningMoves>,
    ) -> Result<()> {
        let tokens = heap - taken;
        let one = |left: &[u64]| WinningMoves::One(HeapMove { heap, left: left.to_vec() });
        if digit & 1 != 0 && tokens == 0 && self.is_p_with(rest, &[])? {
            found.push(one(&[]));
        }
        if digit & 2 != 0 && tokens > 0 && self.is_p_with(rest, &[tokens])? {
            found.push(one(&[tokens]));
        }
        if digit & 4 == 0 {
            return Ok(());
        }
        let half = tokens / 2;
        // From here on, the remainder of a part modulo the period decides.
        let (repeats, step) = match self.period {
            Some(period) => (period.preperiod.min(half + 1), period.period),
            None => (half + 1, 1),
        };
        for first in 1..=half.min(repeats.saturating_add(step) - 1) {
            if !self.is_p_with(rest, &[first, tokens - first])? {
                continue;
            }
            if first < repeats || half - first < step {
                found.push(one(&[first, tokens - first]));
            } else {
                let last = first + (half - first) / step * step;
                found.push(WinningMoves::Splits { heap, taken, first, last, step });
            }
        }
        Ok(())
    }

    /// The moves in a heap, one by one.
    fn listed_moves(
        &self,
        rules: &Rules,
        heap: u64,
        rest: Element,
        interrupt: &Interrupt,
        found: &mut Vec<WinningMoves>,
    ) -> Result<()> {
        if rules.most_options(heap) > MOST_OPTIONS {
            let what = format!("the list of the moves in heap {heap}");
            return Err(MisereError::limit(what, format!("{MOST_OPTIONS} moves")));
        }
        let mut error = None;
        rules.each_option(heap, &mut |parts| {
            if error.is_some() {
                return;
            }
            if interrupt.is_raised() {
                error = Some(MisereError::Interrupted);
                return;
            }
            match self.is_p_with(rest, parts) {
                Ok(true) => {
                    found.push(WinningMoves::One(HeapMove { heap, left: parts.to_vec() }));
                }
                Ok(false) => {}
                Err(unknown) => error = Some(unknown),
            }
        });
        error.map_or(Ok(()), Err)
    }
}
