//! The subgroup of numbers: dyadic rationals.
//!
//! - Outcome: the sign.
//! - Simplification: `{L | R}` of numbers is a number exactly if each G^L is less than each G^R.
//!   Then it is the simplest number between them (the simplest number theorem:
//!   [`simplest_between`]).
//! - Canonical options: of an integer n > 0, n-1 for Left; of m/2^k in lowest
//!   terms, (m-1)/2^k and (m+1)/2^k.
//! - Encoding: the dyadic, as [`cg_core::encoding`] writes it.

use std::ops::Bound;

use cg_core::{
    Dyadic, Explanations, Notation, Outcome, Player, Relation, Relations, Result, Subgroup, Text,
    Views,
};
use dashu_int::IBig;

use crate::infinitesimal::Infinitesimal;
use crate::no_such_option;
use crate::notation::{Parts, parse_element, samples};
use crate::simplest::{simplest_between, tightest};

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
    tightest([left, &[], &[], right])
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
        Ok(g.heap_bytes())
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

    fn number_between(
        &self,
        above: &[&Dyadic],
        from: &[&Dyadic],
        to: &[&Dyadic],
        below: &[&Dyadic],
    ) -> Result<Option<Dyadic>> {
        let [low, high] = tightest([above, from, to, below]);
        simplest_between(low, high)
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

/// The reason why `number` is the simplest one between these bounds, in words.
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

/// The outcome by the sign of a number, in words.
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
    use super::*;

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
