//! The subgroup of sumbers: sums of ups and downs, with or without a star.
//!
//! The rules are those of [`crate::infinitesimal`], for values whose nimber is 0
//! or *. A form of sumbers that equals *2, such as `{0,*|0,*}`, is no sumber.
//!
//! - Outcome, comparison: by suffix sums of the coefficients.
//! - Simplification: few candidates, each certified; exact both ways.
//! - Encoding: as [`cg_core::encoding::Encoder::number_ups_star`] writes the
//!   sum: the number, which is 0 here, the natural 0 or 1 for the star, the count
//!   of terms, and for each, by increasing order, the dyadic order and the
//!   integer coefficient.
//!
//! 0 has its home in the numbers, * in the nimbers.

#[cfg(test)]
mod tests;

use cg_core::encoding::{Decoder, encoded};
use cg_core::{
    Asked, Dyadic, Error, Home, Notation, NumberUpsStar, Outcome, Player, Relation, Relative,
    Result, Subgroup,
};
use dashu_int::IBig;

use crate::bytes::{decoded, no_such_option};
use crate::certificate::certificate;
use crate::infinitesimal::{Infinitesimal, simplify};
use crate::nimbers::Nimbers;
use crate::notation::{Parts, parse_element, samples};
use crate::numbers::Numbers;

/// The subgroup of sumbers. Its elements are the [`Infinitesimal`] values with
/// a nimber of 0 or *.
///
/// ```
/// use cg_core::{Notation, Outcome, Subgroup};
/// use cg_subgroups::Sumbers;
/// let read = |text| Sumbers.parse(text, Notation::Paper);
/// assert_eq!(Sumbers.outcome(&read("^(2)-^(1)+*")?), Outcome::Next);
/// assert_eq!(Sumbers.simplify(&[&read("^")?], &[&read("*")?])?, Some(read("^(2)")?));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sumbers;

impl Sumbers {
    /// The name of this subgroup.
    pub const NAME: &'static str = "sumbers";

    /// Reads what [`Subgroup::encode`] writes.
    pub(crate) fn read(bytes: &[u8]) -> Result<Infinitesimal> {
        let sum = decoded(Self::NAME, bytes, Decoder::number_ups_star)?;
        let no_number = sum.number.is_zero();
        Infinitesimal::from_sorted(sum.ups, sum.nimber)
            .filter(|value| no_number && value.is_sumber())
            .ok_or_else(|| Error::subgroup(Self::NAME, "malformed element bytes: not a sumber"))
    }

    /// The bytes of an element.
    fn bytes(value: &Infinitesimal) -> Vec<u8> {
        encoded(|encoder| encoder.number_ups_star(&value.with_number(Dyadic::ZERO)))
    }

    /// The home of an infinitesimal that is a sumber, as another subgroup, or
    /// this one, states it.
    pub(crate) fn home(value: &Infinitesimal) -> Home {
        if value.is_zero() {
            Numbers::home(&Dyadic::ZERO)
        } else if value.is_nimber() {
            Nimbers::home(value.star())
        } else {
            Home::In { subgroup: Self::NAME.to_owned(), bytes: Self::bytes(value) }
        }
    }
}

impl Subgroup for Sumbers {
    type Element = Infinitesimal;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> Infinitesimal {
        Infinitesimal::zero()
    }

    fn negate(&self, g: &Infinitesimal) -> Infinitesimal {
        g.negate()
    }

    fn add(&self, g: &Infinitesimal, h: &Infinitesimal) -> Result<Infinitesimal> {
        g.add(h)
    }

    fn sum(&self, terms: &[&Infinitesimal]) -> Result<Infinitesimal> {
        Infinitesimal::sum(terms.iter().copied())
    }

    fn outcome(&self, g: &Infinitesimal) -> Outcome {
        g.outcome()
    }

    fn simplify(
        &self,
        left: &[&Infinitesimal],
        right: &[&Infinitesimal],
    ) -> Result<Option<Infinitesimal>> {
        Ok(simplify(left, right)?.filter(Infinitesimal::is_sumber))
    }

    fn option_count(&self, g: &Infinitesimal, player: Player) -> u64 {
        g.options(player).count()
    }

    fn option(&self, g: &Infinitesimal, player: Player, index: u64) -> Result<Infinitesimal> {
        let options = g.options(player);
        options.get(index).ok_or_else(|| no_such_option(Self::NAME, index, options.count()))
    }

    fn encode(&self, g: &Infinitesimal) -> Vec<u8> {
        Self::bytes(g)
    }

    fn decode(&self, bytes: &[u8]) -> Result<Infinitesimal> {
        Self::read(bytes)
    }

    fn heap_bytes(&self, g: &Infinitesimal) -> usize {
        g.heap_bytes()
    }

    fn print(&self, g: &Infinitesimal, notation: Notation) -> String {
        Parts::new(&Dyadic::ZERO, g).print(notation)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<Infinitesimal> {
        parse_element(Self::NAME, text, notation, |number, rest| {
            (number.is_zero() && rest.is_sumber()).then_some(rest)
        })
    }

    fn relatives(&self) -> Vec<Relative> {
        vec![Relative::Overlaps(Nimbers::NAME.to_owned())]
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<Infinitesimal>> {
        if from == Nimbers::NAME {
            let nimber = Infinitesimal::nimber(Nimbers::read(bytes)?);
            return Ok(nimber.is_sumber().then_some(nimber));
        }
        Err(Error::subgroup(Self::NAME, format!("{from} is not declared as a relative")))
    }

    fn settle(&self, g: &Infinitesimal) -> Home {
        if g.is_nimber() { Self::home(g) } else { Home::Here }
    }

    fn up(&self, order: &Dyadic) -> Option<Infinitesimal> {
        Infinitesimal::up(order)
    }

    fn number_ups_star(&self, g: &Infinitesimal) -> Option<NumberUpsStar> {
        Some(g.with_number(Dyadic::ZERO))
    }

    fn explain(&self, asked: Asked<'_, Infinitesimal>, notation: Notation) -> Option<String> {
        match asked {
            Asked::Value { left, right, value } => {
                certificate(self, left, right, value, notation).ok().flatten()
            }
            Asked::Outcome(g) => Some(g.outcome_in_words()),
            Asked::Sum(_) => Some("copies of the same up add, and two stars cancel".to_owned()),
            _ => None,
        }
    }

    fn samples(&self) -> Vec<Infinitesimal> {
        let texts = [
            "0",
            "*",
            "^",
            "v*",
            "^^",
            "^*",
            "^<2>",
            "v",
            "vv*",
            "^[2]*",
            "3.^(1/2)",
            "^(3/4)",
            "^(1/2)+*",
            "^(3/2)",
            "^3",
            "v4*",
            "^(1/4)-^(1)",
        ];
        samples(self, &texts)
    }

    fn multiple(&self, count: &IBig, g: &Infinitesimal) -> Result<Infinitesimal> {
        g.multiple(count)
    }

    fn compare(&self, g: &Infinitesimal, h: &Infinitesimal) -> Result<Relation> {
        Ok(g.compare(h))
    }
}
