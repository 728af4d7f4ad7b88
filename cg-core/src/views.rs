//! What the calculator can see in elements beyond the group: that they are
//! numbers, nimbers, or sums of a number, ups and a nimber; and why answers hold.

use dashu_int::UBig;

use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::number_ups_star::NumberUpsStar;
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
