//! The simplest number between two bounds.

use std::ops::Bound;

use cg_core::{Dyadic, Result, check_bits};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

/// The simplest number between two bounds, that is, the one with the smallest birthday; `None` if
/// no number is there. If there is a number that no G^L is at least and no G^R is at most, the game
/// `{L | R}` is the simplest such number (Siegel, section II.3).
///
/// The closed form: 0 if it fits; otherwise the integer nearest to 0 that fits; otherwise the
/// number with the smallest denominator, which is found from the common leading bits of the bounds.
///
/// ```
/// use std::ops::Bound::{Excluded, Included, Unbounded};
/// use cg_core::Dyadic;
/// use cg_subgroups::simplest_between;
/// let (one, two) = (Dyadic::ONE, Dyadic::from(2));
/// assert_eq!(simplest_between(Excluded(&one), Excluded(&two))?, Dyadic::quotient(&3.into(), &2.into()));
/// assert_eq!(simplest_between(Excluded(&one), Unbounded)?, Some(two.clone()));
/// assert_eq!(simplest_between(Included(&two), Excluded(&two))?, None);
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Errors
/// [`cg_core::Error::NumberTooLarge`], if the answer would need too many digits.
pub fn simplest_between(lower: Bound<&Dyadic>, upper: Bound<&Dyadic>) -> Result<Option<Dyadic>> {
    if let (Some((low, _)), Some((high, _))) = (parts(lower), parts(upper))
        && low > high
    {
        return Ok(None);
    }
    if above(&Dyadic::ZERO, lower) && below(&Dyadic::ZERO, upper) {
        return Ok(Some(Dyadic::ZERO));
    }
    if below(&Dyadic::ZERO, upper) {
        return simplest_positive(lower, upper);
    }
    // No number above 0 fits, so take the mirror image.
    let (low, high) = (negated(upper), negated(lower));
    Ok(simplest_positive(low.as_ref(), high.as_ref())?.map(|number| -number))
}

/// The tightest bounds on x, if x must be greater than, at least, at most, and less than the given
/// numbers, in this order.
///
/// ```
/// use std::ops::Bound::{Excluded, Included};
/// let bounds = cg_subgroups::tightest([&[&1, &2], &[&2], &[&5], &[&6]]);
/// assert_eq!(bounds, [Excluded(&2), Included(&5)]);
/// ```
pub fn tightest<'a, N: Ord>([above, from, to, below]: [&[&'a N]; 4]) -> [Bound<&'a N>; 2] {
    let tighter =
        |strict: Option<&'a N>, own: Option<&'a N>, better: fn(&N, &N) -> bool| match (strict, own)
        {
            (Some(strict), Some(own)) if better(own, strict) => Bound::Included(own),
            (Some(strict), _) => Bound::Excluded(strict),
            (None, own) => own.map_or(Bound::Unbounded, Bound::Included),
        };
    let greatest = |side: &[&'a N]| side.iter().copied().max();
    let least = |side: &[&'a N]| side.iter().copied().min();
    [
        tighter(greatest(above), greatest(from), |own, strict| own > strict),
        tighter(least(below), least(to), |own, strict| own < strict),
    ]
}

fn above(number: &Dyadic, lower: Bound<&Dyadic>) -> bool {
    match lower {
        Bound::Unbounded => true,
        Bound::Included(lower) => number >= lower,
        Bound::Excluded(lower) => number > lower,
    }
}

fn below(number: &Dyadic, upper: Bound<&Dyadic>) -> bool {
    match upper {
        Bound::Unbounded => true,
        Bound::Included(upper) => number <= upper,
        Bound::Excluded(upper) => number < upper,
    }
}

fn negated(bound: Bound<&Dyadic>) -> Bound<Dyadic> {
    bound.map(|number| -number)
}

/// The same between a lower bound that is at least 0 and excludes 0, and any upper bound.
fn simplest_positive(lower: Bound<&Dyadic>, upper: Bound<&Dyadic>) -> Result<Option<Dyadic>> {
    let integer: Dyadic = match lower {
        Bound::Unbounded => return Ok(None),
        Bound::Included(lower) => lower.ceil().into(),
        Bound::Excluded(lower) => (lower.floor() + IBig::ONE).into(),
    };
    if below(&integer, upper) {
        return Ok(Some(integer));
    }
    let (Some((low, low_open)), Some((high, high_open))) = (parts(lower), parts(upper)) else {
        return Ok(None);
    };
    // In units of half the last place of the finer bound, from `first` to `last`, both included.
    let exponent = low.exponent().max(high.exponent()) + 1;
    let first = scaled(low, exponent)? + u8::from(low_open);
    let last = scaled(high, exponent)? - u8::from(high_open);
    if first > last {
        return Ok(None);
    }
    let (Ok(before), Ok(last)) = (UBig::try_from(first - IBig::ONE), UBig::try_from(last)) else {
        return Ok(None);
    };
    // The number after `before` and up to `last` with the most zeros at its end. At the first
    // different bit the larger number has a 1, and the bits after it become 0.
    let zeros = (&before ^ &last).bit_len().saturating_sub(1);
    Dyadic::new(IBig::from((last >> zeros) << zeros), exponent).map(Some)
}

fn parts(bound: Bound<&Dyadic>) -> Option<(&Dyadic, bool)> {
    match bound {
        Bound::Unbounded => None,
        Bound::Included(number) => Some((number, false)),
        Bound::Excluded(number) => Some((number, true)),
    }
}

/// The numerator for the denominator 2^exponent.
fn scaled(number: &Dyadic, exponent: usize) -> Result<IBig> {
    let shift = exponent - number.exponent();
    check_bits(number.bit_len() + shift)?;
    Ok(number.numerator() << shift)
}

#[cfg(test)]
mod tests {
    use std::ops::Bound::{self, Excluded, Included, Unbounded};

    use super::*;

    fn number(numerator: i64, exponent: usize) -> Dyadic {
        Dyadic::new(numerator.into(), exponent).expect("small")
    }

    /// All numbers with a birthday up to about 7, the simplest first.
    fn by_simplicity() -> Vec<Dyadic> {
        let mut numbers: Vec<Dyadic> = (-6 * 64..=6 * 64).map(|n| number(n, 6)).collect();
        numbers.sort_by_key(Dyadic::birthday);
        numbers
    }

    fn bounds() -> Vec<Bound<Dyadic>> {
        let numbers = (-8..=8).map(|n| number(n, 2)).chain([number(-3, 0), number(3, 0)]);
        let mut bounds: Vec<_> = numbers.flat_map(|x| [Included(x.clone()), Excluded(x)]).collect();
        bounds.push(Unbounded);
        bounds
    }

    #[test]
    fn the_simplest_number_is_the_first_that_fits() {
        let numbers = by_simplicity();
        for lower in bounds() {
            for upper in bounds() {
                let fits = |x: &&Dyadic| {
                    (match &lower {
                        Unbounded => true,
                        Included(lower) => *x >= lower,
                        Excluded(lower) => *x > lower,
                    }) && match &upper {
                        Unbounded => true,
                        Included(upper) => *x <= upper,
                        Excluded(upper) => *x < upper,
                    }
                };
                let simplest = simplest_between(lower.as_ref(), upper.as_ref()).expect("small");
                assert_eq!(simplest.as_ref(), numbers.iter().find(fits), "{lower:?} to {upper:?}");
            }
        }
    }

    #[test]
    fn huge_bounds_need_no_search() {
        let (low, high) = (number(1, 100_000), number(3, 100_001));
        let between = simplest_between(Excluded(&low), Excluded(&high)).expect("fits");
        assert_eq!(between, Some(number(5, 100_002)));
        let far = Dyadic::from(IBig::ONE << 1_000_000);
        let after = simplest_between(Excluded(&far), Unbounded).expect("fits");
        assert_eq!(after, Some(&far + &Dyadic::ONE));
    }
}
