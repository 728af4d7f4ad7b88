//! The subgroup of numbers: dyadic rationals.
//!
//! - Outcome: the sign.
//! - Simplification: `{L | R}` of numbers is a number exactly when each G^L is
//!   less than each G^R, and then the simplest one between (the simplest number
//!   theorem: [`simplest_between`]).
//! - Canonical options: of an integer n > 0, n-1 for Left; of m/2^k in lowest
//!   terms, (m-1)/2^k and (m+1)/2^k.
//! - Encoding: the dyadic, as [`cg_core::encoding`] writes it.

use std::ops::Bound;

use cg_core::{
    Dyadic, Explanations, Notation, Outcome, Player, Relation, Relations, Result, Subgroup, Text,
    Views, check_bits,
};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::infinitesimal::{Infinitesimal, big_bytes};
use crate::no_such_option;
use crate::notation::{Parts, parse_element, samples};

/// The subgroup of numbers.
///
/// ```
/// use cg_core::{Dyadic, Subgroup};
/// use cg_subgroups::Numbers;
/// let (zero, one) = (Dyadic::ZERO, Dyadic::ONE);
/// assert_eq!(Numbers.simplify(&[&zero], &[&one])?, Some(one.half()?));
/// assert_eq!(Numbers.simplify(&[&one], &[&zero])?, None);
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers;

impl Numbers {
    /// The name of this subgroup.
    pub const NAME: &'static str = "numbers";
}

/// A number as text.
pub(crate) fn print_number(number: &Dyadic, notation: Notation) -> String {
    Parts::new(number, &Infinitesimal::zero()).print(notation)
}

/// The outcome of a number: its sign.
pub(crate) fn outcome(number: &Dyadic) -> Outcome {
    Outcome::from(Relation::from_bounds(number.sign().is_le(), number.sign().is_ge()))
}

/// The canonical option of a number for `player`.
pub(crate) fn canonical_option(number: &Dyadic, player: Player) -> Option<Dyadic> {
    match player {
        Player::Left => number.left_option(),
        Player::Right => number.right_option(),
    }
}

/// The bounds that the options put on a number.
fn between<'a>(left: &[&'a Dyadic], right: &[&'a Dyadic]) -> [Bound<&'a Dyadic>; 2] {
    let excluded = |n: &&'a Dyadic| Bound::Excluded(*n);
    [left.iter().max(), right.iter().min()].map(|best| best.map_or(Bound::Unbounded, excluded))
}

impl Subgroup for Numbers {
    type Element = Dyadic;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> Result<Dyadic> {
        Ok(Dyadic::ZERO)
    }

    fn negate(&self, g: &Dyadic) -> Result<Dyadic> {
        Ok(-g)
    }

    fn add(&self, g: &Dyadic, h: &Dyadic) -> Result<Dyadic> {
        g.checked_add(h)
    }

    fn outcome(&self, g: &Dyadic) -> Result<Outcome> {
        Ok(outcome(g))
    }

    fn simplify(&self, left: &[&Dyadic], right: &[&Dyadic]) -> Result<Option<Dyadic>> {
        let [lower, upper] = between(left, right);
        simplest_between(lower, upper)
    }

    fn option_count(&self, g: &Dyadic, player: Player) -> Result<u64> {
        Ok(u64::from(canonical_option(g, player).is_some()))
    }

    fn option(&self, g: &Dyadic, player: Player, index: u64) -> Result<Dyadic> {
        canonical_option(g, player)
            .filter(|_| index == 0)
            .ok_or_else(|| no_such_option(Self::NAME, index))
    }

    fn samples(&self) -> Result<Vec<Dyadic>> {
        let texts = ["0", "1", "-1", "1/2", "-1/2", "2", "3/4", "-5/8", "7/4", "-3", "11/16", "5"];
        samples(self, &texts)
    }

    fn heap_bytes(&self, g: &Dyadic) -> Result<usize> {
        Ok(big_bytes(g.numerator()))
    }

    fn sum(&self, terms: &[&Dyadic]) -> Result<Dyadic> {
        Dyadic::sum(terms.iter().copied())
    }

    fn multiple(&self, count: &IBig, g: &Dyadic) -> Result<Dyadic> {
        g.checked_mul(&Dyadic::from(count.clone()))
    }

    fn compare(&self, g: &Dyadic, h: &Dyadic) -> Result<Relation> {
        Ok(Relation::from_bounds(g <= h, g >= h))
    }
}

impl Text for Numbers {
    fn print(&self, g: &Dyadic, notation: Notation) -> Result<String> {
        Ok(print_number(g, notation))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<Dyadic> {
        parse_element(Self::NAME, text, notation, |number, rest| rest.is_zero().then_some(number))
    }
}

impl Relations for Numbers {}

impl Views for Numbers {
    fn number(&self, value: &Dyadic) -> Result<Option<Dyadic>> {
        Ok(Some(value.clone()))
    }

    fn as_number(&self, g: &Dyadic) -> Result<Option<Dyadic>> {
        Ok(Some(g.clone()))
    }
}

impl Explanations for Numbers {
    fn explain_value(
        &self,
        left: &[&Dyadic],
        right: &[&Dyadic],
        value: &Dyadic,
        notation: Notation,
    ) -> Result<Option<String>> {
        let simplest = simplest_in_words(between(left, right), value, notation);
        Ok(Some(format!("{simplest} (the simplest number theorem)")))
    }

    fn explain_outcome(&self, g: &Dyadic, _: Notation) -> Result<Option<String>> {
        Ok(Some(sign_in_words(g)))
    }

    fn explain_sum(&self, _: &[&Dyadic], _: Notation) -> Result<Option<String>> {
        Ok(Some("numbers add as numbers".to_owned()))
    }
}

/// The simplest number, that is the one with the smallest birthday, between two
/// bounds; `None` when no number lies there. A game `{L | R}` with a number that
/// no G^L is at least and no G^R at most is the simplest such number (Siegel,
/// section II.3).
///
/// The closed form: 0 if it fits, else the integer nearest to 0 that fits, else
/// the number with the smallest denominator, found as the common leading bits of
/// the bounds.
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
/// [`cg_core::Error::NumberTooLarge`], when the answer would need too many
/// digits.
pub fn simplest_between(lower: Bound<&Dyadic>, upper: Bound<&Dyadic>) -> Result<Option<Dyadic>> {
    if above(&Dyadic::ZERO, lower) && below(&Dyadic::ZERO, upper) {
        return Ok(Some(Dyadic::ZERO));
    }
    if below(&Dyadic::ZERO, upper) {
        return simplest_positive(lower, upper);
    }
    // No number above 0 fits: mirror.
    let (low, high) = (negated(upper), negated(lower));
    Ok(simplest_positive(low.as_ref(), high.as_ref())?.map(|number| -number))
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

/// The same between a lower bound that is at least 0, and excludes 0, and any
/// upper one.
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
    // In units of half the finer bound's last place, from `first` to `last`, both included.
    let exponent = low.exponent().max(high.exponent()) + 1;
    let first = scaled(low, exponent)? + u8::from(low_open);
    let last = scaled(high, exponent)? - u8::from(high_open);
    if first > last {
        return Ok(None);
    }
    let (Ok(before), Ok(last)) = (UBig::try_from(first - IBig::ONE), UBig::try_from(last)) else {
        return Ok(None);
    };
    // The most even number after `before` and up to `last`: where these two first differ, the
    // larger has a 1, and what follows is set to 0.
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

/// The numerator over the denominator 2^exponent.
fn scaled(number: &Dyadic, exponent: usize) -> Result<IBig> {
    let shift = exponent - number.exponent();
    check_bits(number.numerator().bit_len() + shift)?;
    Ok(number.numerator() << shift)
}

/// Why `number` is the simplest one between these bounds, in words.
///
/// ```
/// use std::ops::Bound::Excluded;
/// use cg_core::{Dyadic, Notation};
/// let (one, half) = (Dyadic::ONE, Dyadic::ONE.half()?);
/// let bounds = [Excluded(&Dyadic::ZERO), Excluded(&one)];
/// assert_eq!(
///     cg_subgroups::simplest_in_words(bounds, &half, Notation::Standard),
///     "the simplest x with 0 < x < 1: no integer fits, and 1/2 has the least denominator",
/// );
/// # Ok::<(), cg_core::Error>(())
/// ```
pub fn simplest_in_words(
    [lower, upper]: [Bound<&Dyadic>; 2],
    number: &Dyadic,
    notation: Notation,
) -> String {
    let print = |number: &Dyadic| print_number(number, notation);
    let below = match lower {
        Bound::Unbounded => String::new(),
        Bound::Included(lower) => format!("{} <= ", print(lower)),
        Bound::Excluded(lower) => format!("{} < ", print(lower)),
    };
    let above = match upper {
        Bound::Unbounded => String::new(),
        Bound::Included(upper) => format!(" <= {}", print(upper)),
        Bound::Excluded(upper) => format!(" < {}", print(upper)),
    };
    let range = match (lower, upper) {
        (Bound::Unbounded, Bound::Unbounded) => "of all".to_owned(),
        _ => format!("with {below}x{above}"),
    };
    let reason = if number.is_zero() {
        "0, the simplest of all numbers, fits".to_owned()
    } else if number.is_integer() {
        format!("0 does not fit, and {} is the integer nearest to it that does", print(number))
    } else {
        format!("no integer fits, and {} has the least denominator", print(number))
    };
    format!("the simplest x {range}: {reason}")
}

/// What the sign of a number says of the outcome.
pub(crate) fn sign_in_words(number: &Dyadic) -> String {
    match number.sign() {
        std::cmp::Ordering::Equal => "in 0 nobody has a good move: who moves first loses",
        std::cmp::Ordering::Greater => "a number has the outcome of its sign: positive, Left's",
        std::cmp::Ordering::Less => "a number has the outcome of its sign: negative, Right's",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use std::ops::Bound::{self, Excluded, Included, Unbounded};

    use super::*;

    fn number(numerator: i64, exponent: usize) -> Dyadic {
        Dyadic::new(numerator.into(), exponent).expect("small")
    }

    /// All numbers of birthday at most 7 or so, simplest first.
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

    #[test]
    fn too_large_is_an_error() {
        let tiny = Dyadic::new(IBig::ONE, cg_core::MAX_NUMBER_BITS).expect("at the limit");
        assert_eq!(
            Numbers.simplify(&[&Dyadic::ZERO], &[&tiny]),
            Err(cg_core::Error::NUMBER_TOO_LARGE)
        );
        let huge = Dyadic::from(IBig::ONE << 100);
        assert_eq!(Numbers.add(&tiny, &huge), Err(cg_core::Error::NUMBER_TOO_LARGE));
    }
}
