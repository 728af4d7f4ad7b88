//! The subgroup of numbers: dyadic rationals.
//!
//! - Outcome: the sign.
//! - Simplification: `{L | R}` of numbers is a number exactly when each G^L is
//!   less than each G^R, and then the simplest one between (the simplest number
//!   theorem: [`simplest_between`]).
//! - Canonical options: of an integer n > 0, n-1 for Left; of m/2^k in lowest
//!   terms, (m-1)/2^k and (m+1)/2^k.
//! - Encoding: the dyadic, as [`cg_core::encoding`] writes it.

mod simplest;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Bound;

use cg_core::encoding::{Decoder, encoded};
use cg_core::{Asked, Dyadic, Home, Notation, Outcome, Player, Relation, Result, Subgroup};
use dashu_int::IBig;

pub use simplest::simplest_between;
pub(crate) use words::sign_in_words;
pub use words::simplest_in_words;

use crate::bytes::{decoded, no_such_option};
use crate::infinitesimal::{Infinitesimal, big_bytes};
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

    /// Reads what [`Subgroup::encode`] writes.
    pub(crate) fn read(bytes: &[u8]) -> Result<Dyadic> {
        decoded(Self::NAME, bytes, Decoder::dyadic)
    }

    /// The home of a number as another subgroup states it.
    pub(crate) fn home(number: &Dyadic) -> Home {
        let bytes = encoded(|encoder| encoder.dyadic(number));
        Home::In { subgroup: Self::NAME.to_owned(), bytes }
    }
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

impl Subgroup for Numbers {
    type Element = Dyadic;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> Dyadic {
        Dyadic::ZERO
    }

    fn negate(&self, g: &Dyadic) -> Dyadic {
        -g
    }

    fn add(&self, g: &Dyadic, h: &Dyadic) -> Result<Dyadic> {
        g.checked_add(h)
    }

    fn sum(&self, terms: &[&Dyadic]) -> Result<Dyadic> {
        Dyadic::sum(terms.iter().copied())
    }

    fn outcome(&self, g: &Dyadic) -> Outcome {
        outcome(g)
    }

    fn simplify(&self, left: &[&Dyadic], right: &[&Dyadic]) -> Result<Option<Dyadic>> {
        let lower = left.iter().max().map_or(Bound::Unbounded, |&n| Bound::Excluded(n));
        let upper = right.iter().min().map_or(Bound::Unbounded, |&n| Bound::Excluded(n));
        simplest_between(lower, upper)
    }

    fn option_count(&self, g: &Dyadic, player: Player) -> u64 {
        u64::from(canonical_option(g, player).is_some())
    }

    fn option(&self, g: &Dyadic, player: Player, index: u64) -> Result<Dyadic> {
        canonical_option(g, player)
            .filter(|_| index == 0)
            .ok_or_else(|| no_such_option(Self::NAME, index, self.option_count(g, player)))
    }

    fn encode(&self, g: &Dyadic) -> Vec<u8> {
        encoded(|encoder| encoder.dyadic(g))
    }

    fn decode(&self, bytes: &[u8]) -> Result<Dyadic> {
        Self::read(bytes)
    }

    fn heap_bytes(&self, g: &Dyadic) -> usize {
        big_bytes(g.numerator())
    }

    fn print(&self, g: &Dyadic, notation: Notation) -> String {
        Parts::new(g, &Infinitesimal::zero()).print(notation)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<Dyadic> {
        parse_element(Self::NAME, text, notation, |number, rest| rest.is_zero().then_some(number))
    }

    fn number(&self, value: &Dyadic) -> Option<Dyadic> {
        Some(value.clone())
    }

    fn as_number(&self, g: &Dyadic) -> Option<Dyadic> {
        Some(g.clone())
    }

    fn explain(&self, asked: Asked<'_, Dyadic>, notation: Notation) -> Option<String> {
        words::explain(asked, notation)
    }

    fn samples(&self) -> Vec<Dyadic> {
        let texts = ["0", "1", "-1", "1/2", "-1/2", "2", "3/4", "-5/8", "7/4", "-3", "11/16", "5"];
        samples(self, &texts)
    }

    fn multiple(&self, count: &IBig, g: &Dyadic) -> Result<Dyadic> {
        g.checked_mul(&Dyadic::from(count.clone()))
    }

    fn compare(&self, g: &Dyadic, h: &Dyadic) -> Result<Relation> {
        Ok(Relation::from_bounds(g <= h, g >= h))
    }
}
