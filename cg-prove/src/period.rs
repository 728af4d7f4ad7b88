//! Periods of octal games.

use cg_core::Interrupt;
use cg_octal::{Code, Rules, Sequence, Settings};

use crate::error::ProveError;
use crate::read::digits;

/// A period with what the library needs to prove it.
#[derive(Clone, Debug)]
pub(crate) struct Period {
    pub(crate) digits: Vec<u32>,
    pub(crate) period: u64,
    pub(crate) start: u64,
    /// Which values are common. Not believed.
    pub(crate) space: Space,
    /// Whether it is also proved that both are least.
    pub(crate) least: bool,
}

/// Which values are common: those with an odd number of the bits of the mask. With parity, the
/// heap counts as one more bit, and so does the number of tokens that splitting moves remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    pub(crate) mask: u32,
    pub(crate) parity: bool,
}

/// The rules of a code with these digits behind the point.
pub(crate) fn rules_of(digits: &[u32]) -> Rules {
    let code = Code::new(0, digits.to_vec(), Vec::new()).expect("the digits are those of a code");
    Rules::from(code)
}

/// The most heaps that are computed for a period.
const MOST_HEAPS: u64 = 4_000_000;
/// The most bits of a mask that is looked for.
const MASK_BITS: u32 = 12;

/// Proves that the nim-values of an octal code have a period from a heap on.
///
/// # Errors
/// The claim is false, the code is not one of the library, a limit.
pub(crate) fn prove(
    code: &str,
    period: u64,
    start: u64,
    least: bool,
    interrupt: &Interrupt,
) -> Result<Period, ProveError> {
    let digits = digits(code)?;
    if period == 0 {
        return Err(ProveError::False("a period is at least 1".into()));
    }
    // A preperiod of 0 counts as 1: what is left of a heap must be a heap.
    let reach = start.max(1).saturating_add(period);
    let length = digits.len() as u64;
    let bound = reach.saturating_mul(2).saturating_add(length);
    if bound > MOST_HEAPS {
        return Err(ProveError::route(format!(
            "the theorem needs the values of {bound} heaps, and at most {MOST_HEAPS} are computed"
        )));
    }
    let count = usize::try_from(bound).expect("it was compared above");
    let stopped = |error: cg_octal::OctalError| ProveError::route(error.to_string());
    let mut sequence = Sequence::new(&rules_of(&digits), Settings::default()).map_err(stopped)?;
    sequence.extend(count, interrupt).map_err(stopped)?;
    let values = sequence.values(count).map_err(stopped)?;
    let apart = usize::try_from(period).expect("it is below the bound");
    let from = usize::try_from(start).expect("it is below the bound");
    let differs = (from..count - apart).find(|&heap| values[heap] != values[heap + apart]);
    if let Some(heap) = differs {
        return Err(ProveError::False(format!(
            "G({}) = {} and G({heap}) = {}",
            heap + apart,
            values[heap + apart],
            values[heap]
        )));
    }
    if least {
        least_or_false(&values, from, apart)?;
    }
    Ok(Period { space: space(&values, &digits), digits, period, start, least })
}

/// Refuses a period or a preperiod that is not the least.
fn least_or_false(values: &[u32], start: usize, period: usize) -> Result<(), ProveError> {
    if start > 0 && values[start - 1] == values[start - 1 + period] {
        return Err(ProveError::False(format!(
            "{start} is not the least: G({}) = G({}) too",
            start - 1 + period,
            start - 1
        )));
    }
    for shorter in 1..period {
        if (start..start + period).all(|heap| values[heap] == values[heap + shorter]) {
            return Err(ProveError::False(format!("{shorter} is a period too")));
        }
    }
    Ok(())
}

/// The space with the fewest rare values. Parity takes part only if all splitting moves remove an
/// even number of tokens, or all an odd one.
fn space(values: &[u32], digits: &[u32]) -> Space {
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = (32 - largest.leading_zeros()).min(MASK_BITS);
    let mut often = [0, 1].map(|_| vec![0u64; largest as usize + 1]);
    for (heap, &value) in values.iter().enumerate() {
        often[heap % 2][value as usize] += 1;
    }
    let mut splits = (1..).zip(digits).filter(|&(_, digit)| digit & 4 != 0).map(|(take, _)| take);
    let odd = splits.next().map_or(0, |take: usize| take % 2);
    let alike = splits.all(|take| take % 2 == odd);
    let rare = |space: Space| -> u64 {
        let rare_at = |turn: usize, value: u32| {
            ((value & space.mask).count_ones() as usize + turn).is_multiple_of(2)
        };
        let one = |heap: usize| -> u64 {
            let turn = if space.parity { (heap + odd) % 2 } else { 0 };
            (0..).zip(&often[heap]).filter(|&(value, _)| rare_at(turn, value)).map(|(_, n)| n).sum()
        };
        one(0) + one(1)
    };
    // Of a small game every mask is as good as none.
    (1..1 << bits)
        .flat_map(|mask| [false, true].map(|parity| Space { mask, parity }))
        .filter(|space| alike || !space.parity)
        .min_by_key(|&space| rare(space))
        .unwrap_or(Space { mask: 1, parity: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_those_of_the_engines() {
        let space_of = |code, period, start| {
            prove(code, period, start, false, &Interrupt::new()).expect("it is a period").space
        };
        assert_eq!(space_of(".127", 4, 46578), Space { mask: 1, parity: true });
        assert!(!space_of(".055", 148, 259).parity);
    }
}
