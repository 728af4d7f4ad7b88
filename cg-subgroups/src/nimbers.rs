//! The subgroup of nimbers: Nim heaps of any size.
//!
//! - Outcome: 0 is a second-player win, every other nimber a first-player win.
//! - Simplification: `{L | R}` of nimbers is a nimber exactly if the mex of L is the mex of R, and
//!   then it is that nimber. The two sets need not be equal: `{0,*2|0,*5}` is *. (For *m = G, each
//!   *k with k < m must be an option on both sides, since no other nimber is at least or at most
//!   *k. And *m must be an option on neither side.)
//! - Canonical options: of *n, the nimbers *0, ..., *(n-1), for both players;
//!   option number k is *k.
//! - Encoding: the natural n, as [`cg_core::encoding`] writes it.

use cg_core::{
    Arrange, Dyadic, Explanations, Home, Notation, Outcome, Player, Relation, Relations, Result,
    Subgroup, Text, Views,
};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use smallvec::{SmallVec, smallvec};

use crate::infinitesimal::{Infinitesimal, big_bytes, nim_sum};
use crate::no_such_option;
use crate::notation::{Parts, parse_element, samples};
use crate::numbers::Numbers;

/// The largest number of nimbers of a set, or terms of a sum, in a text.
const MOST_LISTED: usize = 12;

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
}

impl Subgroup for Nimbers {
    type Element = UBig;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> Result<UBig> {
        Ok(UBig::ZERO)
    }

    fn negate(&self, g: &UBig) -> Result<UBig> {
        Ok(g.clone())
    }

    fn add(&self, g: &UBig, h: &UBig) -> Result<UBig> {
        Ok(g ^ h)
    }

    fn outcome(&self, g: &UBig) -> Result<Outcome> {
        Ok(if g.is_zero() { Outcome::Previous } else { Outcome::Next })
    }

    fn simplify(&self, left: &[&UBig], right: &[&UBig]) -> Result<Option<UBig>> {
        let least = least_missing(left);
        if left == right || least == least_missing(right) {
            return Ok(Some(least.into()));
        }
        Ok(None)
    }

    fn option_count(&self, g: &UBig, _: Player) -> Result<u64> {
        Ok(u64::try_from(g).unwrap_or(u64::MAX))
    }

    fn option(&self, g: &UBig, _: Player, index: u64) -> Result<UBig> {
        let option = UBig::from(index);
        if option < *g {
            return Ok(option);
        }
        Err(no_such_option(Self::NAME, index))
    }

    fn samples(&self) -> Result<Vec<UBig>> {
        let texts = ["0", "*", "*2", "*3", "*4", "*5", "*8", "*15", "*16"];
        samples(self, &texts)
    }

    fn heap_bytes(&self, g: &UBig) -> Result<usize> {
        Ok(big_bytes(g.as_ibig()))
    }

    fn sum(&self, terms: &[&UBig]) -> Result<UBig> {
        Ok(nim_sum(terms.iter().copied()))
    }

    fn multiple(&self, count: &IBig, g: &UBig) -> Result<UBig> {
        Ok(if count.bit(0) { g.clone() } else { UBig::ZERO })
    }

    fn compare(&self, g: &UBig, h: &UBig) -> Result<Relation> {
        Ok(if g == h { Relation::Equal } else { Relation::Confused })
    }
}

impl Text for Nimbers {
    fn print(&self, g: &UBig, notation: Notation) -> Result<String> {
        Ok(Parts::new(&Dyadic::ZERO, &Infinitesimal::nimber(g.clone())).print(notation))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<UBig> {
        parse_element(Self::NAME, text, notation, |number, rest| {
            (number.is_zero() && rest.is_nimber()).then(|| rest.star().clone())
        })
    }
}

impl Relations for Nimbers {
    fn settle(&self, g: &UBig) -> Result<Home> {
        let zero = || Home::within(&Numbers, Dyadic::ZERO);
        Ok(if g.is_zero() { zero() } else { Home::Here })
    }
}

impl Views for Nimbers {
    fn nimber(&self, value: &UBig) -> Result<Option<UBig>> {
        Ok(Some(value.clone()))
    }

    fn as_nimber(&self, g: &UBig) -> Result<Option<UBig>> {
        Ok(Some(g.clone()))
    }
}

impl Explanations for Nimbers {
    fn explain_value(
        &self,
        left: &[&UBig],
        right: &[&UBig],
        value: &UBig,
        _: Notation,
    ) -> Result<Option<String>> {
        let (left, right) = (mex_in_words(left), mex_in_words(right));
        let sides = if left == right { left } else { format!("{left} = {right}") };
        Ok(Some(format!("{sides} = {value}: the least nimber missing, for both players")))
    }

    fn explain_outcome(&self, g: &UBig, _: Notation) -> Result<Option<String>> {
        let reason = match g.is_zero() {
            true => "in 0 who moves first loses",
            false => "a nimber other than 0: who moves first moves to 0",
        };
        Ok(Some(reason.to_owned()))
    }

    fn explain_sum(&self, terms: &[&UBig], _: Notation) -> Result<Option<String>> {
        let rule = "nimbers add in binary without carrying";
        if terms.len() > MOST_LISTED {
            return Ok(Some(rule.to_owned()));
        }
        let sum = nim_sum(terms.iter().copied());
        let terms: Vec<String> = terms.iter().map(|term| term.to_string()).collect();
        Ok(Some(format!("{rule}: {} = {sum}", terms.join(" xor "))))
    }
}

/// The least natural number that is not among `numbers`. It is at most their number, so the time is
/// linear.
fn least_missing(numbers: &[&UBig]) -> usize {
    // One bit for each relevant number. The last word always keeps a 0.
    let mut seen: SmallVec<[u64; 8]> = smallvec![0; numbers.len() / 64 + 1];
    for number in numbers {
        if let Ok(number) = usize::try_from(*number)
            && let Some(word) = seen.get_mut(number / 64)
        {
            *word |= 1 << (number % 64);
        }
    }
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    let word = seen.get(full).expect("the last word keeps a 0");
    64 * full + word.trailing_ones() as usize
}

fn mex_in_words(nimbers: &[&UBig]) -> String {
    let mut distinct: Vec<&UBig> = nimbers.to_vec();
    distinct.arrange();
    distinct.dedup();
    let listed = distinct.iter().take(MOST_LISTED);
    let mut listed: Vec<String> = listed.map(|n| n.to_string()).collect();
    if distinct.len() > MOST_LISTED {
        listed.push(format!("... {} more", distinct.len() - MOST_LISTED));
    }
    format!("mex{{{}}}", listed.join(","))
}

#[cfg(test)]
mod tests {
    use cg_core::{Error, Family};

    use super::*;

    #[test]
    fn options_of_a_huge_heap_are_counted_not_listed() {
        let heap = UBig::from(1_000_000_000_000u64);
        assert_eq!(Nimbers.option_count(&heap, Player::Left), Ok(1_000_000_000_000));
        assert_eq!(Nimbers.option(&heap, Player::Right, 999_999_999_999), Ok(&heap - UBig::ONE));
        assert!(Nimbers.option(&heap, Player::Left, 1_000_000_000_000).is_err());
        let larger = UBig::ONE << 200;
        assert_eq!(Nimbers.option_count(&larger, Player::Left), Ok(u64::MAX));
    }

    #[test]
    fn the_least_missing_number_of_long_lists() {
        let all: Vec<UBig> = (0..1000u32).rev().map(UBig::from).collect();
        let most: Vec<&UBig> = all.iter().filter(|&n| *n != UBig::from(640u32)).collect();
        assert_eq!(least_missing(&all.iter().collect::<Vec<_>>()), 1000);
        assert_eq!(least_missing(&most), 640);
        assert_eq!(least_missing(&[]), 0);
        assert_eq!(least_missing(&[&(UBig::ONE << 300)]), 0);
    }

    #[test]
    fn malformed_bytes_are_refused() {
        for bytes in [&[][..], &[1], &[1, 0], &[1, 3, 0], &[2, 3, 0]] {
            assert!(matches!(Nimbers.decode(bytes), Err(Error::Subgroup { .. })), "{bytes:?}");
        }
        assert_eq!(Nimbers.decode(&[1, 3]), Ok(3u8.into()));
    }

    #[test]
    fn zero_is_a_number_first() {
        assert_eq!(Nimbers.settle(&UBig::ZERO), Ok(Home::within(&Numbers, Dyadic::ZERO)));
        assert_eq!(Nimbers.settle(&UBig::ONE), Ok(Home::Here));
    }
}
