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
    /// Bits of the values: a value with an odd number of them is common. Not believed.
    pub(crate) mask: u32,
    /// Whether it is also proved that both are least.
    pub(crate) least: bool,
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
    Ok(Period { mask: mask(&values), digits, period, start, least })
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

/// The mask with the fewest rare values: those with an even number of its bits.
fn mask(values: &[u32]) -> u32 {
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = (32 - largest.leading_zeros()).min(MASK_BITS);
    let mut often = vec![0u64; largest as usize + 1];
    for &value in values {
        often[value as usize] += 1;
    }
    let rare = |mask: u32| -> u64 {
        let even = |&(value, _): &(u32, &u64)| (value & mask).count_ones().is_multiple_of(2);
        (0..).zip(&often).filter(even).map(|(_, count)| count).sum()
    };
    // Of a small game every mask is as good as none.
    (1..1 << bits).min_by_key(|&mask| rare(mask)).unwrap_or(1)
}
