//! The subgroup of sumbers: sums of ups and downs, with or without a star.
//!
//! The rules are those of [`crate::infinitesimal`], for values whose nimber is 0
//! or *. A form of sumbers that equals *2, such as `{0,*|0,*}`, is no sumber.
//!
//! - Outcome, comparison: by suffix sums of the coefficients.
//! - Simplification: few candidates, each certified; exact both ways.
//! - Encoding: like a sum by [`cg_core::encoding::Encoder::number_ups_star`]: the number, which is
//!   0 here, the natural 0 or 1 for the star, the count of terms, and for each term, in increasing
//!   order, the dyadic order and the integer coefficient.
//!
//! 0 has its home in the numbers, and * in the nimbers.

use cg_core::{
    Dyadic, Explanations, Home, Notation, NumberUpsStar, Outcome, Player, Relation, Relations,
    Relative, Result, Subgroup, Text, Views,
};
use dashu_int::{IBig, UBig};

use crate::certificate::certificate;
use crate::infinitesimal::{Infinitesimal, simplify};
use crate::nimbers::Nimbers;
use crate::no_such_option;
use crate::notation::{Parts, parse_element, samples};
use crate::numbers::Numbers;

/// The subgroup of sumbers. Its elements are the [`Infinitesimal`] values with
/// a nimber of 0 or *.
///
/// ```
/// use cg_core::{Notation, Outcome, Subgroup, Text};
/// use cg_subgroups::Sumbers;
/// let read = |text| Sumbers.parse(text, Notation::Paper);
/// assert_eq!(Sumbers.outcome(&read("^(2)-^(1)+*")?)?, Outcome::Next);
/// assert_eq!(Sumbers.simplify(&[&read("^")?], &[&read("*")?])?, Some(read("^(2)")?));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sumbers;

impl Sumbers {
    /// The name of this subgroup.
    pub const NAME: &'static str = "sumbers";

    /// The home of an infinitesimal that is a sumber. Other subgroups use it, too.
    pub(crate) fn home(value: &Infinitesimal) -> Home {
        if value.is_zero() {
            Home::within(&Numbers, Dyadic::ZERO)
        } else if value.is_nimber() {
            Home::within(&Nimbers, value.star().clone())
        } else {
            Home::within(&Sumbers, value.clone())
        }
    }
}

impl Subgroup for Sumbers {
    type Element = Infinitesimal;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> Result<Infinitesimal> {
        Ok(Infinitesimal::zero())
    }

    fn negate(&self, g: &Infinitesimal) -> Result<Infinitesimal> {
        Ok(g.negate())
    }

    fn add(&self, g: &Infinitesimal, h: &Infinitesimal) -> Result<Infinitesimal> {
        g.add(h)
    }

    fn outcome(&self, g: &Infinitesimal) -> Result<Outcome> {
        Ok(g.outcome())
    }

    fn simplify(
        &self,
        left: &[&Infinitesimal],
        right: &[&Infinitesimal],
    ) -> Result<Option<Infinitesimal>> {
        Ok(simplify(left, right)?.filter(Infinitesimal::is_sumber))
    }

    fn option_count(&self, g: &Infinitesimal, player: Player) -> Result<u64> {
        Ok(g.options(player).count())
    }

    fn option(&self, g: &Infinitesimal, player: Player, index: u64) -> Result<Infinitesimal> {
        g.options(player).get(index).ok_or_else(|| no_such_option(Self::NAME, index))
    }

    fn samples(&self) -> Result<Vec<Infinitesimal>> {
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

    fn contains(&self, g: &Infinitesimal) -> Result<bool> {
        Ok(g.is_sumber())
    }

    fn heap_bytes(&self, g: &Infinitesimal) -> Result<usize> {
        Ok(g.heap_bytes())
    }

    fn sum(&self, terms: &[&Infinitesimal]) -> Result<Infinitesimal> {
        Infinitesimal::sum(terms.iter().copied())
    }

    fn multiple(&self, count: &IBig, g: &Infinitesimal) -> Result<Infinitesimal> {
        g.multiple(count)
    }

    fn compare(&self, g: &Infinitesimal, h: &Infinitesimal) -> Result<Relation> {
        Ok(g.compare(h))
    }
}

impl Text for Sumbers {
    fn print(&self, g: &Infinitesimal, notation: Notation) -> Result<String> {
        Ok(Parts::new(&Dyadic::ZERO, g).print(notation))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<Infinitesimal> {
        parse_element(Self::NAME, text, notation, |number, rest| {
            (number.is_zero() && rest.is_sumber()).then_some(rest)
        })
    }
}

impl Relations for Sumbers {
    fn relatives(&self) -> Result<Vec<Relative<Infinitesimal>>> {
        let star = |n: &UBig| (*n <= UBig::ONE).then(|| Infinitesimal::nimber(n.clone()));
        Ok(vec![Relative::overlaps(Nimbers, star)])
    }

    fn settle(&self, g: &Infinitesimal) -> Result<Home> {
        Ok(if g.is_nimber() { Self::home(g) } else { Home::Here })
    }
}

impl Views for Sumbers {
    fn up(&self, order: &Dyadic) -> Result<Option<Infinitesimal>> {
        Ok(Infinitesimal::up(order))
    }

    fn number_ups_star(&self, g: &Infinitesimal) -> Result<Option<NumberUpsStar>> {
        Ok(Some(g.with_number(Dyadic::ZERO)))
    }
}

impl Explanations for Sumbers {
    fn explain_value(
        &self,
        left: &[&Infinitesimal],
        right: &[&Infinitesimal],
        value: &Infinitesimal,
        notation: Notation,
    ) -> Result<Option<String>> {
        certificate(self, left, right, value, notation)
    }

    fn explain_outcome(&self, g: &Infinitesimal, _: Notation) -> Result<Option<String>> {
        Ok(Some(g.outcome_in_words()))
    }

    fn explain_sum(&self, _: &[&Infinitesimal], _: Notation) -> Result<Option<String>> {
        Ok(Some("copies of the same up add, and two stars cancel".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use cg_core::encoding::Encoder;
    use cg_core::{Erased, Error, Family};

    use super::*;
    use crate::Numberish;

    fn read(text: &str) -> Infinitesimal {
        Sumbers.parse(text, Notation::Paper).expect("a sumber")
    }

    #[test]
    fn the_paper_shares_star_and_zero_with_others() {
        assert_eq!(Sumbers.settle(&read("0")), Ok(Home::within(&Numbers, Dyadic::ZERO)));
        assert_eq!(Sumbers.settle(&read("*")), Ok(Home::within(&Nimbers, 1u8.into())));
        assert_eq!(Sumbers.settle(&read("^")), Ok(Home::Here));
        let relatives = Sumbers.relatives().expect("stated");
        let [nimbers] = &*relatives else { panic!("one relative") };
        assert_eq!((nimbers.name(), nimbers.is_included()), (Nimbers::NAME, false));
        let embed = |n: u8| nimbers.embed(&Erased::new(UBig::from(n)));
        assert_eq!(embed(0), Ok(Some(read("0"))));
        assert_eq!(embed(1), Ok(Some(read("*"))));
        assert_eq!(embed(2), Ok(None));
    }

    #[test]
    fn no_sumber_equals_star_2() {
        let (zero, star) = (read("0"), read("*"));
        assert_eq!(Sumbers.simplify(&[&zero, &star], &[&zero, &star]), Ok(None));
        assert!(Sumbers.parse("^+*2", Notation::Paper).is_err());
    }

    fn bytes(nimber: u8, terms: &[(i64, i64)]) -> Vec<u8> {
        let mut encoder = Encoder::new();
        encoder.dyadic(&Dyadic::ZERO);
        encoder.natural(&nimber.into());
        encoder.count(terms.len() as u64);
        for &(order, coefficient) in terms {
            encoder.dyadic(&order.into());
            encoder.integer(&coefficient.into());
        }
        encoder.finish()
    }

    #[test]
    fn malformed_bytes_are_refused() {
        assert_eq!(Sumbers.decode(&bytes(1, &[(1, 2), (3, -1)])), Ok(read("2^-^(3)+*")));
        let refused = [
            bytes(2, &[]),
            bytes(0, &[(2, 1), (1, 1)]),
            bytes(0, &[(1, 1), (1, 1)]),
            bytes(0, &[(1, 0)]),
            bytes(0, &[(0, 1)]),
            bytes(0, &[(-1, 1)]),
            // A count of terms without the terms.
            vec![0, 0, 0, 0xff, 0xff, 0xff, 0x7f],
            // A number that is not 0.
            Numberish.encode(&Dyadic::ONE.into()),
            vec![],
        ];
        for bytes in refused {
            assert!(matches!(Sumbers.decode(&bytes), Err(Error::Subgroup { .. })), "{bytes:?}");
        }
    }
}
