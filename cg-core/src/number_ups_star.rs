//! The shape that most known values have: a number, ups and downs, a nimber.

use dashu_int::{IBig, UBig};

use crate::dyadic::Dyadic;

/// A value written as x + a.^(d) + b.^(e) + ... + *n: a number, copies of ups,
/// a nimber. The parts determine the value and are determined by it.
///
/// A subgroup that knows its elements in this shape says so by
/// [`crate::Subgroup::number_ups_star`]; mean, stops, atomic weight, thermograph
/// and more are then read off, and no option is ever listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct NumberUpsStar {
    /// The number x.
    pub number: Dyadic,
    /// Orders d, positive and increasing, each with the number of copies of
    /// ^(d), which is not 0.
    pub ups: Vec<(Dyadic, IBig)>,
    /// The n of the nimber *n.
    pub nimber: UBig,
}

impl NumberUpsStar {
    /// Whether the value is a number.
    pub fn is_number(&self) -> bool {
        self.ups.is_empty() && self.nimber.is_zero()
    }

    /// Whether the value is a nimber, 0 included.
    pub fn is_nimber(&self) -> bool {
        self.ups.is_empty() && self.number.is_zero()
    }
}

impl From<Dyadic> for NumberUpsStar {
    fn from(number: Dyadic) -> Self {
        NumberUpsStar { number, ..Self::default() }
    }
}

impl From<UBig> for NumberUpsStar {
    fn from(nimber: UBig) -> Self {
        NumberUpsStar { nimber, ..Self::default() }
    }
}
