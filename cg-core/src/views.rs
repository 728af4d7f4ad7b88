//! Views of elements beyond the group: as numbers, nimbers, or sums of a number, ups and a nimber;
//! and reasons for answers.

use dashu_int::UBig;

use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::number_ups_star::NumberUpsStar;
use crate::outcome::{Player, Relation};
use crate::relations::Home;
use crate::subgroup::Subgroup;
use crate::text::Notation;

/// Elements as literals of the field. Most subgroups have none of these.
///
/// Only the smallest home of a value is asked. So numbers answer for numbers and nimbers for
/// nimbers, and a larger subgroup that includes them need not answer.
#[allow(clippy::missing_errors_doc, reason = "all fail as Subgroup::negate does")]
pub trait Views: Subgroup {
    /// The number `value`, if this subgroup makes numbers.
    fn number(&self, value: &Dyadic) -> Result<Option<Self::Element>> {
        let _ = value;
        Ok(None)
    }

    /// The nimber `*value`, if this subgroup makes nimbers.
    fn nimber(&self, value: &UBig) -> Result<Option<Self::Element>> {
        let _ = value;
        Ok(None)
    }

    /// The up of `order` (positive), if this subgroup makes ups.
    fn up(&self, order: &Dyadic) -> Result<Option<Self::Element>> {
        let _ = order;
        Ok(None)
    }

    /// The number, if `g` is a number and this subgroup is its home.
    fn as_number(&self, g: &Self::Element) -> Result<Option<Dyadic>> {
        let _ = g;
        Ok(None)
    }

    /// The n of the nimber `*n`, if `g` is a nimber and this subgroup is its home.
    fn as_nimber(&self, g: &Self::Element) -> Result<Option<UBig>> {
        let _ = g;
        Ok(None)
    }

    /// `g` as a number plus ups plus a nimber, if it is such a sum and this subgroup is its home.
    /// Then everything that depends on this form alone (mean, stops, thermograph, atomic weight,
    /// ...) has a closed formula.
    fn number_ups_star(&self, g: &Self::Element) -> Result<Option<NumberUpsStar>> {
        if let Some(number) = self.as_number(g)? {
            return Ok(Some(number.into()));
        }
        Ok(self.as_nimber(g)?.map(NumberUpsStar::from))
    }

    /// Whether `g` is not a *short* game: it has infinitely many options, or one of its options is
    /// not short. The calculator never walks through all followers of such an element.
    fn is_transfinite(&self, g: &Self::Element) -> Result<bool> {
        let _ = g;
        Ok(false)
    }

    /// Whether `g` is a number, short or not, and this subgroup is its home. No player needs to
    /// move in a number, so the calculator does not need its options.
    fn is_number(&self, g: &Self::Element) -> Result<bool> {
        Ok(self.as_number(g)?.is_some())
    }

    /// The simplest number that is greater than all of `above`, at least all of `from`, at most all
    /// of `to`, and less than all of `below`; `None` if there is none. It is called only with
    /// elements that are numbers.
    ///
    /// The default asks the simplification rule. It fails if a bound itself is allowed.
    fn number_between(
        &self,
        above: &[&Self::Element],
        from: &[&Self::Element],
        to: &[&Self::Element],
        below: &[&Self::Element],
    ) -> Result<Option<Self::Element>> {
        if from.is_empty() && to.is_empty() {
            return self.simplify(above, below);
        }
        let what = "it does not say which number is the simplest from one to another";
        Err(Error::subgroup(self.name(), what))
    }

    /// The Conway product of two elements, if it is known: the product of numbers, the nim-product
    /// of nimbers (*On Numbers and Games*, chapters 1 and 6).
    fn product(&self, g: &Self::Element, h: &Self::Element) -> Result<Option<Self::Element>> {
        let _ = (g, h);
        Ok(None)
    }

    /// The element whose Conway product with `h` is `g`, if there is one and it is
    /// known.
    fn quotient(&self, g: &Self::Element, h: &Self::Element) -> Result<Option<Self::Element>> {
        let _ = (g, h);
        Ok(None)
    }

    /// `g` to the power `h`, if that is defined and is an element.
    fn power(&self, g: &Self::Element, h: &Self::Element) -> Result<Option<Self::Element>> {
        let _ = (g, h);
        Ok(None)
    }

    /// The birthday of a transfinite element, an ordinal, as an element of some subgroup;
    /// [`Home::Here`] if it is `g` itself; `None` if it is not known.
    fn birthday(&self, g: &Self::Element) -> Result<Option<Home>> {
        let _ = g;
        Ok(None)
    }

    /// The sign expansion of a number, as text. Its runs are separated by spaces:
    /// `+^3 -^(omega) +`.
    fn signs(&self, g: &Self::Element) -> Result<Option<String>> {
        let _ = g;
        Ok(None)
    }

    /// The number with this sign expansion ([`Views::signs`]), if this subgroup reads them.
    fn of_signs(&self, text: &str) -> Result<Option<Self::Element>> {
        let _ = text;
        Ok(None)
    }

    /// The nimber `*size`. `size` is given by its canonical bytes in the subgroup `from`, and is
    /// not an integer.
    fn nimber_of(&self, from: &str, size: &[u8]) -> Result<Option<Self::Element>> {
        let _ = (from, size);
        Ok(None)
    }

    /// The stop of `g` if `player` begins: the number first reached in alternating play (Siegel,
    /// section II.3). With it the calculator decides most comparisons of `g` with other games
    /// without any options. Without it, `g` and games with the option `g` are compared slowly.
    ///
    /// It is not asked about elements of which [`Views::number_ups_star`] gives the parts.
    fn stop(&self, g: &Self::Element, player: Player) -> Result<Option<Dyadic>> {
        let _ = (g, player);
        Ok(None)
    }

    /// The relation of `g` to [`Views::stop`]. Without it the calculator makes the number and
    /// compares, which takes several times as long.
    fn compare_to_stop(&self, g: &Self::Element, player: Player) -> Result<Option<Relation>> {
        let _ = (g, player);
        Ok(None)
    }
}

/// Reasons for answers, for readers who know the field.
///
/// Each reason is a few clauses without a full stop at the end, one on each line, with games in
/// `notation`. It must be true for these elements. With `None`, only the name of the rule is shown.
#[allow(clippy::missing_errors_doc, reason = "all fail as Subgroup::negate does")]
pub trait Explanations: Subgroup {
    /// Why `{left | right}` equals `value`, the answer of the simplification rule. The options are
    /// the given ones.
    fn explain_value(
        &self,
        left: &[&Self::Element],
        right: &[&Self::Element],
        value: &Self::Element,
        notation: Notation,
    ) -> Result<Option<String>> {
        let _ = (left, right, value, notation);
        Ok(None)
    }

    /// Why `g` has its outcome.
    fn explain_outcome(&self, g: &Self::Element, notation: Notation) -> Result<Option<String>> {
        let _ = (g, notation);
        Ok(None)
    }

    /// How these elements are added.
    fn explain_sum(&self, terms: &[&Self::Element], notation: Notation) -> Result<Option<String>> {
        let _ = (terms, notation);
        Ok(None)
    }
}
