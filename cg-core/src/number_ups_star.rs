//! Sums of a number, ups and a nimber as data, and their bytes.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::dyadic::Dyadic;
use crate::encoding::{Decoder, Element, Encoder, Malformed};

/// A value x + a.^(d) + b.^(e) + ... + *n: a number, copies of ups, and a nimber. The parts and the
/// value determine each other.
///
/// If a subgroup knows its elements in this form, it says so by [`crate::Views::number_ups_star`].
/// Then mean, stops, atomic weight, thermograph and others have closed formulas, and no option is
/// ever listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct NumberUpsStar {
    /// The number x.
    pub number: Dyadic,
    /// Orders d, positive and increasing, each with the number of copies of ^(d), which is not 0.
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

    /// The number of binary digits of the longest number in its text: a numerator, a denominator, a
    /// count of copies, or the n of *n.
    pub(crate) fn longest(&self) -> usize {
        let dyadic = |x: &Dyadic| x.bit_len().max(x.exponent());
        let ups = self.ups.iter().map(|(order, copies)| dyadic(order).max(copies.bit_len()));
        ups.max().unwrap_or(0).max(dyadic(&self.number)).max(self.nimber.bit_len())
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

impl Encoder {
    /// Appends a sum of a number, ups and a nimber: the dyadic, the natural of
    /// the nimber, the count of the terms, and for each the dyadic order and the
    /// integer of its copies.
    pub fn number_ups_star(&mut self, sum: &NumberUpsStar) {
        self.dyadic(&sum.number);
        self.natural(&sum.nimber);
        self.count(sum.ups.len() as u64);
        for (order, copies) in &sum.ups {
            self.dyadic(order);
            self.integer(copies);
        }
    }
}

impl Decoder<'_> {
    /// Reads a sum of a number, ups and a nimber.
    ///
    /// # Errors
    /// [`Malformed`]: a bad part, orders that are not positive and increasing, or an up with zero
    /// copies.
    pub fn number_ups_star(&mut self) -> std::result::Result<NumberUpsStar, Malformed> {
        let (number, nimber) = (self.dyadic()?, self.natural()?);
        let mut ups: Vec<(Dyadic, IBig)> = Vec::new();
        // A wrong count ends early, since each term takes bytes.
        for _ in 0..self.count()? {
            let (order, copies) = (self.dyadic()?, self.integer()?);
            if order <= *ups.last().map_or(&Dyadic::ZERO, |(last, _)| last) || copies.is_zero() {
                return Err(self.malformed("terms out of order or without copies"));
            }
            ups.push((order, copies));
        }
        Ok(NumberUpsStar { number, ups, nimber })
    }
}

impl Element for NumberUpsStar {
    fn write(&self, to: &mut Encoder) {
        to.number_ups_star(self);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        from.number_ups_star()
    }
}
