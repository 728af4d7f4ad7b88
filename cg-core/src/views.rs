//! What the calculator can see in elements beyond the group: that they are
//! numbers, nimbers, or sums of a number, ups and a nimber; and why answers hold.

use dashu_int::UBig;

use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::number_ups_star::NumberUpsStar;
use crate::relations::Home;
use crate::subgroup::Subgroup;
use crate::text::Notation;

/// Elements seen as literals of the field. Most subgroups have none of these.
///
/// A value is asked in its smallest home only. So numbers answer for numbers and
/// nimbers for nimbers, and a larger subgroup that includes them need not.
#[allow(clippy::missing_errors_doc, reason = "all fail as Subgroup::negate does")]
pub trait Views: Subgroup {
    /// The element that is the number `value`, if this subgroup is where numbers
    /// are made.
    fn number(&self, value: &Dyadic) -> Result<Option<Self::Element>> {
        let _ = value;
        Ok(None)
    }

    /// The element that is the nimber `*value`, if this subgroup is where nimbers
    /// are made.
    fn nimber(&self, value: &UBig) -> Result<Option<Self::Element>> {
        let _ = value;
        Ok(None)
    }

    /// The element that is the up of `order` (positive), if this subgroup is
    /// where ups are made.
    fn up(&self, order: &Dyadic) -> Result<Option<Self::Element>> {
        let _ = order;
        Ok(None)
    }

    /// The number that `g` is, if it is one and this subgroup is its home.
    fn as_number(&self, g: &Self::Element) -> Result<Option<Dyadic>> {
        let _ = g;
        Ok(None)
    }

    /// The n of the nimber `*n` that `g` is, if it is one and this subgroup is
    /// its home.
    fn as_nimber(&self, g: &Self::Element) -> Result<Option<UBig>> {
        let _ = g;
        Ok(None)
    }

    /// `g` as a number plus ups plus a nimber, if it is such a sum and this
    /// subgroup is its home. Everything that depends on this shape alone (mean,
    /// stops, thermograph, atomic weight, ...) is then in closed form.
    fn number_ups_star(&self, g: &Self::Element) -> Result<Option<NumberUpsStar>> {
        if let Some(number) = self.as_number(g)? {
            return Ok(Some(number.into()));
        }
        Ok(self.as_nimber(g)?.map(NumberUpsStar::from))
    }

    /// Whether `g` is no *short* game: it has infinitely many options, or one of its
    /// options is no short game. The calculator never goes through all followers of such
    /// an element.
    fn is_transfinite(&self, g: &Self::Element) -> Result<bool> {
        let _ = g;
        Ok(false)
    }

    /// Whether `g` is a number, short or not, and this subgroup is its home. Nobody
    /// needs to move in a number, so that the calculator does without its options.
    fn is_number(&self, g: &Self::Element) -> Result<bool> {
        Ok(self.as_number(g)?.is_some())
    }

    /// The simplest number that is greater than all of `above`, at least all of `from`,
    /// at most all of `to`, and less than all of `below`; `None` where no number is. Asked
    /// only of elements that are numbers.
    ///
    /// The default asks the simplification rule. It fails where a bound may be taken
    /// itself.
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

    /// The Conway product of two elements, where it is known: of numbers their product, of
    /// nimbers the nim product (*On Numbers and Games*, chapters 1 and 6).
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

    /// `g` to the power `h`, where that is an element and is defined.
    fn power(&self, g: &Self::Element, h: &Self::Element) -> Result<Option<Self::Element>> {
        let _ = (g, h);
        Ok(None)
    }

    /// The birthday of a transfinite element, an ordinal: which element of which subgroup it
    /// is, [`Home::Here`] when it is `g` itself; `None` where it is not known.
    fn birthday(&self, g: &Self::Element) -> Result<Option<Home>> {
        let _ = g;
        Ok(None)
    }

    /// The sign expansion of a number, as text: its runs between spaces, `+^3 -^(omega) +`.
    fn signs(&self, g: &Self::Element) -> Result<Option<String>> {
        let _ = g;
        Ok(None)
    }

    /// The number whose sign expansion is written like this ([`Views::signs`]), where
    /// this subgroup reads them.
    fn of_signs(&self, text: &str) -> Result<Option<Self::Element>> {
        let _ = text;
        Ok(None)
    }

    /// The nimber `*size`, where `size` is given by its canonical bytes in the subgroup
    /// `from`. Asked for sizes that are no integers.
    fn nimber_of(&self, from: &str, size: &[u8]) -> Result<Option<Self::Element>> {
        let _ = (from, size);
        Ok(None)
    }
}

/// The reasoning behind answers, for a reader who knows the field.
///
/// Each is a few clauses without a final stop, one a line, games in `notation`.
/// What it says must be true of these elements. `None` leaves it at the name of
/// the rule.
#[allow(clippy::missing_errors_doc, reason = "all fail as Subgroup::negate does")]
pub trait Explanations: Subgroup {
    /// Why `{left | right}` equals `value`, which the simplification rule has
    /// answered. The options are as they were offered.
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
