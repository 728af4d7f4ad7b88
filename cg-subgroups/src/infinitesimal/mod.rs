//! Sums of ups, downs and one nimber: S + *n, the part that sumbers, numberish
//! values and sums with switches have in common.
//!
//! S is a sum of a.^(d) over dyadic orders d > 0 with integer coefficients
//! a. The source is K.-Y. Kao, *Sumbers - Sums of Ups and Downs*, INTEGERS 5
//! (2005) #G01: the ^(d) grow with d, and
//! 0 << ^(d'')-^(d') << ^(d')-^(d) for 0 <= d < d' < d''. The rules here are
//! closed forms in the coefficients:
//!
//! - [`Infinitesimal::outcome`], [`Infinitesimal::compare`]: who wins, by suffix
//!   sums of the coefficients;
//! - [`Infinitesimal::options`]: the canonical options, at most two a side and a
//!   run of nimbers;
//! - [`simplify`]: whether `{L | R}` is such a value, and which.
//!
//! A larger group that contains these values reuses all this by way of
//! [`simplify_with`] and its own comparison, a [`Reach`].

mod candidates;
mod group;
mod options;
mod order;
mod rule;
mod sides;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{Dyadic, Notation, NumberUpsStar};
use dashu_int::{IBig, UBig};
use smallvec::SmallVec;

pub use candidates::{Cells, candidates};
pub use options::Options;
pub use rule::{certify, simplify, simplify_with};
pub use sides::{Reach, Sides};

use crate::notation::Parts;

/// Some copies of one up: the game coefficient.^(order).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The d of ^(d), positive.
    pub order: Dyadic,
    /// How many copies, not 0; negative for downs.
    pub coefficient: IBig,
}

/// The terms of a value. Two are held without an allocation: most values that
/// turn up in play have one or two.
pub type Terms = SmallVec<[Term; 2]>;

/// The game S + *n in normal form. The ups are linearly independent over the
/// integers and independent of nimbers, so equal games are equal values.
///
/// ```
/// use cg_core::{Dyadic, Outcome};
/// use cg_subgroups::Infinitesimal;
/// let up = Infinitesimal::up(&Dyadic::ONE).unwrap();
/// assert_eq!(up.outcome(), Outcome::Left);
/// assert_eq!(up.plus_nimber(&1u8.into()).outcome(), Outcome::Next);
/// assert_eq!(up.plus_nimber(&2u8.into()).outcome(), Outcome::Left);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Infinitesimal {
    /// By increasing order, which is positive; no coefficient is 0.
    terms: Terms,
    nimber: UBig,
}

impl Infinitesimal {
    /// The game 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// The nimber *n.
    pub fn nimber(n: UBig) -> Self {
        Infinitesimal { terms: Terms::new(), nimber: n }
    }

    /// The up of `order`; `None` unless that is positive.
    pub fn up(order: &Dyadic) -> Option<Self> {
        Self::from_sorted(std::iter::once((order.clone(), IBig::ONE)), UBig::ZERO)
    }

    /// The value with these terms, given by strictly increasing order, and the
    /// nimber *`nimber`. `None` when an order is not positive or not larger
    /// than the one before, or a coefficient is 0.
    pub fn from_sorted(
        terms: impl IntoIterator<Item = (Dyadic, IBig)>,
        nimber: UBig,
    ) -> Option<Self> {
        let mut sorted = Terms::new();
        for (order, coefficient) in terms {
            let increases = match sorted.last() {
                Some(previous) => previous.order < order,
                None => order.sign().is_gt(),
            };
            if !increases || coefficient.is_zero() {
                return None;
            }
            sorted.push(Term { order, coefficient });
        }
        Some(Infinitesimal { terms: sorted, nimber })
    }

    /// The terms, by increasing order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The n of the nimber *n in this sum.
    pub fn star(&self) -> &UBig {
        &self.nimber
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.is_nimber() && self.nimber.is_zero()
    }

    /// Whether this is a nimber, 0 included.
    pub fn is_nimber(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether this is a sumber: the nimber is 0 or *.
    pub fn is_sumber(&self) -> bool {
        self.nimber <= UBig::ONE
    }

    /// The parts of `number` plus this value.
    pub fn with_number(&self, number: Dyadic) -> NumberUpsStar {
        let ups = self.terms.iter().map(|term| (term.order.clone(), term.coefficient.clone()));
        NumberUpsStar { number, ups: ups.collect(), nimber: self.nimber.clone() }
    }

    /// The sum of all coefficients.
    fn total(&self) -> IBig {
        match &*self.terms {
            [] => IBig::ZERO,
            [term] => term.coefficient.clone(),
            [first, rest @ ..] => {
                rest.iter().fold(first.coefficient.clone(), |sum, term| sum + &term.coefficient)
            }
        }
    }

    /// Bytes held outside the value itself, roughly.
    pub fn heap_bytes(&self) -> usize {
        let terms = if self.terms.spilled() { self.terms.capacity() } else { 0 };
        let number = |number: &Dyadic| big_bytes(number.numerator());
        terms * size_of::<Term>()
            + self.terms.iter().map(|t| number(&t.order) + big_bytes(&t.coefficient)).sum::<usize>()
            + big_bytes(self.nimber.as_ibig())
    }
}

/// Bytes that an integer holds outside itself: none up to 128 bits.
pub(crate) fn big_bytes(integer: &IBig) -> usize {
    let (_, words) = integer.as_sign_words();
    if words.len() <= 2 { 0 } else { size_of_val(words) }
}

/// As [`Encoder::number_ups_star`] writes the sum, with the number 0.
impl Element for Infinitesimal {
    fn write(&self, to: &mut Encoder) {
        to.number_ups_star(&self.with_number(Dyadic::ZERO));
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        let sum = from.number_ups_star()?;
        if !sum.number.is_zero() {
            return Err(from.malformed("a number other than 0"));
        }
        let value = Self::from_sorted(sum.ups, sum.nimber);
        Ok(value.expect("the decoder gives increasing orders and no coefficient 0"))
    }
}

/// As the standard notation writes it.
impl fmt::Debug for Infinitesimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Parts::new(&Dyadic::ZERO, self).print(Notation::Standard))
    }
}
