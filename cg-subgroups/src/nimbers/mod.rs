//! The subgroup of nimbers: Nim heaps of any size.
//!
//! - Outcome: 0 is a second-player win, every other nimber a first-player win.
//! - Simplification: `{L | R}` of nimbers is a nimber exactly when the least
//!   number that is missing from L (its mex) is the one that is missing from R, and
//!   then it is that nimber. The two sets need not be equal: `{0,*2|0,*5}` is *.
//!   (That *m equals G needs each *k with k < m among the options of both
//!   sides, since no other nimber is at least or at most *k; and *m among neither.)
//! - Canonical options: of *n, the nimbers *0, ..., *(n-1), for both players;
//!   option number k is *k.
//! - Encoding: the natural n, as [`cg_core::encoding`] writes it.

mod mex;
#[cfg(test)]
mod tests;
mod words;

use cg_core::encoding::{Decoder, encoded};
use cg_core::{Asked, Dyadic, Home, Notation, Outcome, Player, Relation, Result, Subgroup};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::bytes::{decoded, no_such_option};
use crate::infinitesimal::{Infinitesimal, big_bytes};
use crate::notation::{Parts, parse_element, samples};
use crate::numbers::Numbers;

/// The subgroup of nimbers.
///
/// ```
/// use cg_core::Subgroup;
/// use cg_subgroups::Nimbers;
/// let nimber = |n: u8| n.into();
/// assert_eq!(Nimbers.add(&nimber(3), &nimber(7))?, nimber(4));
/// let simplified = Nimbers.simplify(&[&nimber(0), &nimber(2)], &[&nimber(0), &nimber(5)])?;
/// assert_eq!(simplified, Some(nimber(1)));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Nimbers;

impl Nimbers {
    /// The name of this subgroup.
    pub const NAME: &'static str = "nimbers";

    /// Reads what [`Subgroup::encode`] writes.
    pub(crate) fn read(bytes: &[u8]) -> Result<UBig> {
        decoded(Self::NAME, bytes, Decoder::natural)
    }

    /// The home of *n as another subgroup states it.
    pub(crate) fn home(n: &UBig) -> Home {
        Home::In { subgroup: Self::NAME.to_owned(), bytes: encoded(|encoder| encoder.natural(n)) }
    }
}

/// The sum of many natural numbers without carrying.
pub(crate) fn nim_sum<'a>(numbers: impl IntoIterator<Item = &'a UBig>) -> UBig {
    let mut small = 0u64;
    let mut others = UBig::ZERO;
    for number in numbers {
        match u64::try_from(number) {
            Ok(number) => small ^= number,
            Err(_) => others ^= number,
        }
    }
    others ^ UBig::from(small)
}

impl Subgroup for Nimbers {
    type Element = UBig;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> UBig {
        UBig::ZERO
    }

    fn negate(&self, g: &UBig) -> UBig {
        g.clone()
    }

    fn add(&self, g: &UBig, h: &UBig) -> Result<UBig> {
        Ok(g ^ h)
    }

    fn sum(&self, terms: &[&UBig]) -> Result<UBig> {
        Ok(nim_sum(terms.iter().copied()))
    }

    fn outcome(&self, g: &UBig) -> Outcome {
        if g.is_zero() { Outcome::Previous } else { Outcome::Next }
    }

    fn simplify(&self, left: &[&UBig], right: &[&UBig]) -> Result<Option<UBig>> {
        let least = mex::least_missing(left);
        if left == right || least == mex::least_missing(right) {
            return Ok(Some(least.into()));
        }
        Ok(None)
    }

    fn option_count(&self, g: &UBig, _: Player) -> u64 {
        u64::try_from(g).unwrap_or(u64::MAX)
    }

    fn option(&self, g: &UBig, player: Player, index: u64) -> Result<UBig> {
        let option = UBig::from(index);
        if option < *g {
            return Ok(option);
        }
        Err(no_such_option(Self::NAME, index, self.option_count(g, player)))
    }

    fn encode(&self, g: &UBig) -> Vec<u8> {
        encoded(|encoder| encoder.natural(g))
    }

    fn decode(&self, bytes: &[u8]) -> Result<UBig> {
        Self::read(bytes)
    }

    fn heap_bytes(&self, g: &UBig) -> usize {
        big_bytes(g.as_ibig())
    }

    fn print(&self, g: &UBig, notation: Notation) -> String {
        Parts::new(&Dyadic::ZERO, &Infinitesimal::nimber(g.clone())).print(notation)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<UBig> {
        parse_element(Self::NAME, text, notation, |number, rest| {
            (number.is_zero() && rest.is_nimber()).then(|| rest.star().clone())
        })
    }

    fn settle(&self, g: &UBig) -> Home {
        if g.is_zero() { Numbers::home(&Dyadic::ZERO) } else { Home::Here }
    }

    fn nimber(&self, value: &UBig) -> Option<UBig> {
        Some(value.clone())
    }

    fn as_nimber(&self, g: &UBig) -> Option<UBig> {
        Some(g.clone())
    }

    fn explain(&self, asked: Asked<'_, UBig>, _: Notation) -> Option<String> {
        words::explain(asked)
    }

    fn samples(&self) -> Vec<UBig> {
        let texts = ["0", "*", "*2", "*3", "*4", "*5", "*8", "*15", "*16"];
        samples(self, &texts)
    }

    fn multiple(&self, count: &IBig, g: &UBig) -> Result<UBig> {
        Ok(if count.bit(0) { g.clone() } else { UBig::ZERO })
    }

    fn compare(&self, g: &UBig, h: &UBig) -> Result<Relation> {
        Ok(if g == h { Relation::Equal } else { Relation::Confused })
    }
}
