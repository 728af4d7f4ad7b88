//! Sums of ups, downs and one nimber: S + *n. Sumbers, numberish values and sums with switches all
//! have such a part.
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
//! - [`simplify`]: whether `{L | R}` is such a value, and which one.
//!
//! A larger group that contains these values can use these rules through [`simplify_with`], with a
//! comparison of its own, a [`Reach`].
//!
//! # Order
//!
//! The outcome rule, and comparison without computing the difference.
//!
//! For S = sum of a_k.^(d_k), let b_i = a_i + a_(i+1) + ... be the suffix sums of the coefficients.
//! Then S = sum of b_i.D_i with D_i = ^(d_i)-^(d_(i-1)), and each D_i is infinitely larger than the
//! next. So
//!
//! - S has the sign of the first b_i that is not 0;
//! - for S + *, take the first b_i that is not 1; if it is 2 or more, S + * is positive. Take the
//!   first b_i that is not -1; if it is -2 or less, S + * is negative. Otherwise S + * is confused
//!   with 0;
//! - S + *n for n >= 2 has the sign of b_1, and is confused with 0 if b_1 = 0.
//!
//! Further points only repeat a suffix sum (or append a 0). So the suffix sums of a difference may
//! be taken over the orders of both sides.

mod options;
mod rule;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{Arrange, Dyadic, NumberUpsStar, Outcome, Relation, Result, check_bits};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub use options::Options;
pub use rule::{Cells, Reach, Sides, candidates, certify, simplify, simplify_with};

/// Copies of one up: the game coefficient.^(order).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The d of ^(d); it is positive.
    pub order: Dyadic,
    /// The number of copies, not 0; negative for downs.
    pub coefficient: IBig,
}

/// The terms of a value. Two are stored without an allocation: most values in play have one or two.
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
    /// Sorted by increasing order, which is positive. No coefficient is 0.
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

    /// The up of `order`; `None` unless `order` is positive.
    pub fn up(order: &Dyadic) -> Option<Self> {
        Self::from_sorted(std::iter::once((order.clone(), IBig::ONE)), UBig::ZERO)
    }

    /// The value with these terms, in strictly increasing order, and the nimber *`nimber`. `None`
    /// if an order is not positive or not larger than the order before, or if a coefficient is 0.
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

    /// The terms, in increasing order.
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

    /// About the number of bytes outside the value itself.
    pub fn heap_bytes(&self) -> usize {
        let terms = if self.terms.spilled() { self.terms.capacity() } else { 0 };
        terms * size_of::<Term>()
            + self
                .terms
                .iter()
                .map(|t| t.order.heap_bytes() + big_bytes(&t.coefficient))
                .sum::<usize>()
            + big_bytes(self.nimber.as_ibig())
    }
}

/// The bytes of an integer outside itself: none up to 128 bits.
pub(crate) fn big_bytes(integer: &IBig) -> usize {
    let (_, words) = integer.as_sign_words();
    if words.len() <= 2 { 0 } else { size_of_val(words) }
}

/// The nim-sum of many natural numbers.
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

/// Encoded like a sum by [`Encoder::number_ups_star`], with the number 0.
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

impl Infinitesimal {
    /// The negative. A nimber is its own.
    #[must_use]
    pub fn negate(&self) -> Self {
        let negated =
            |term: &Term| Term { order: term.order.clone(), coefficient: -&term.coefficient };
        Infinitesimal {
            terms: self.terms.iter().map(negated).collect(),
            nimber: self.nimber.clone(),
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`cg_core::Error::NumberTooLarge`].
    pub fn add(&self, other: &Self) -> Result<Self> {
        let mut terms = Terms::with_capacity(self.terms.len() + other.terms.len());
        for (order, here, there) in merged(&self.terms, &other.terms) {
            let coefficient = match (here, there) {
                (Some(a), Some(b)) => checked(a + b)?,
                (Some(a), None) | (None, Some(a)) => a.clone(),
                (None, None) => continue,
            };
            if !coefficient.is_zero() {
                terms.push(Term { order: order.clone(), coefficient });
            }
        }
        Ok(Infinitesimal { terms, nimber: &self.nimber ^ &other.nimber })
    }

    /// The sum of many values. Each has few terms, so most of the work is to find equal orders.
    ///
    /// # Errors
    /// [`cg_core::Error::NumberTooLarge`].
    pub fn sum<'a>(values: impl IntoIterator<Item = &'a Self> + Clone) -> Result<Self> {
        let mut totals: Vec<(&Dyadic, i128)> = Vec::new();
        let mut places: FxHashMap<&Dyadic, usize> = FxHashMap::default();
        let mut others = Vec::new();
        let mut last = 0;
        for term in values.clone().into_iter().flat_map(|value| &value.terms) {
            let order = &term.order;
            // Successive terms of the same order need no search.
            if totals.get(last).is_none_or(|(known, _)| *known != order) {
                last = *places.entry(order).or_insert(totals.len());
                if last == totals.len() {
                    totals.push((order, 0));
                }
            }
            let coefficient = i64::try_from(&term.coefficient).ok();
            match coefficient.and_then(|more| totals[last].1.checked_add(more.into())) {
                Some(total) => totals[last].1 = total,
                None => others.push((order.clone(), term.coefficient.clone())),
            }
        }
        others.extend(totals.into_iter().map(|(order, total)| (order.clone(), total.into())));
        let nimbers = values.into_iter().map(|value| &value.nimber);
        Self::from_terms(others, nim_sum(nimbers))
    }

    /// The sum of coefficient.^(order) for these pairs, in any order and with
    /// repetitions, and the nimber *`nimber`. An order of 0 adds nothing, and
    /// ^(-d) is -^(d).
    ///
    /// # Errors
    /// [`cg_core::Error::NumberTooLarge`].
    pub fn from_terms(mut terms: Vec<(Dyadic, IBig)>, nimber: UBig) -> Result<Self> {
        for (order, coefficient) in &mut terms {
            if order.sign().is_lt() {
                (*order, *coefficient) = (-&*order, -&*coefficient);
            }
        }
        terms.arrange_by(|(a, _), (b, _)| a.cmp(b));
        let mut sum = Infinitesimal::nimber(nimber);
        for (order, coefficient) in terms {
            sum.push(&order, coefficient);
        }
        for term in &sum.terms {
            check_bits(term.coefficient.bit_len())?;
        }
        Ok(sum)
    }

    /// The sum with the nimber *n.
    #[must_use]
    pub fn plus_nimber(&self, n: &UBig) -> Self {
        Infinitesimal { terms: self.terms.clone(), nimber: &self.nimber ^ n }
    }

    /// `count` copies: each coefficient times `count`. Two equal nimbers cancel.
    ///
    /// # Errors
    /// [`cg_core::Error::NumberTooLarge`].
    pub fn multiple(&self, count: &IBig) -> Result<Self> {
        let mut terms = Terms::new();
        if !count.is_zero() {
            terms.reserve(self.terms.len());
            for term in &self.terms {
                check_bits(count.bit_len() + term.coefficient.bit_len())?;
                let coefficient = count * &term.coefficient;
                terms.push(Term { order: term.order.clone(), coefficient });
            }
        }
        let nimber = if count.bit(0) { self.nimber.clone() } else { UBig::ZERO };
        Ok(Infinitesimal { terms, nimber })
    }

    /// Adds `coefficient`.^(`order`). The order must not be below any order here. An order of 0
    /// adds nothing.
    fn push(&mut self, order: &Dyadic, coefficient: IBig) {
        if order.is_zero() || coefficient.is_zero() {
            return;
        }
        match self.terms.last_mut() {
            Some(last) if last.order == *order => {
                last.coefficient += coefficient;
                if last.coefficient.is_zero() {
                    self.terms.pop();
                }
            }
            _ => self.terms.push(Term { order: order.clone(), coefficient }),
        }
    }

    /// Adds the nimber *, in place.
    fn flip_star(&mut self) {
        self.nimber ^= UBig::ONE;
    }
}

/// Coefficients grow by one bit at a time here, so the check comes afterwards.
fn checked(integer: IBig) -> Result<IBig> {
    check_bits(integer.bit_len())?;
    Ok(integer)
}

/// The orders of two lists of terms in increasing order, with the coefficient in each list.
fn merged<'a>(
    a: &'a [Term],
    b: &'a [Term],
) -> impl Iterator<Item = (&'a Dyadic, Option<&'a IBig>, Option<&'a IBig>)> {
    let (mut a, mut b) = (a, b);
    std::iter::from_fn(move || {
        let side = match (a.first(), b.first()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(x), Some(y)) => x.order.cmp(&y.order),
        };
        let here = if side.is_le() { a.split_off_first() } else { None };
        let there = if side.is_ge() { b.split_off_first() } else { None };
        let order = &here.or(there)?.order;
        Some((order, here.map(|term| &term.coefficient), there.map(|term| &term.coefficient)))
    })
}

/// The effect of the nimber of a sum on its outcome.
#[derive(Clone, Copy)]
enum Star {
    None,
    One,
    More,
}

impl Star {
    fn of(nimber: &UBig) -> Self {
        if nimber.is_zero() {
            Star::None
        } else if nimber.is_one() {
            Star::One
        } else {
            Star::More
        }
    }
}

impl Infinitesimal {
    /// **The outcome rule.** Its time is linear in the number of terms.
    pub fn outcome(&self) -> Outcome {
        self.compare(&Self::zero()).into()
    }

    /// The relation of this game to `other`: one pass over the terms of both.
    pub fn compare(&self, other: &Self) -> Relation {
        if self.nimber == other.nimber {
            return relation(&self.terms, &other.terms, Star::None);
        }
        relation(&self.terms, &other.terms, Star::of(&(&self.nimber ^ &other.nimber)))
    }
}

/// The sign of `n` as a relation to 0; 0 itself gives "confused".
fn sign(n: &IBig) -> Relation {
    if n.is_zero() {
        Relation::Confused
    } else if n.sign() == Sign::Negative {
        Relation::Less
    } else {
        Relation::Greater
    }
}

fn relation(a: &[Term], b: &[Term], star: Star) -> Relation {
    if a == b {
        return match star {
            Star::None => Relation::Equal,
            Star::One | Star::More => Relation::Confused,
        };
    }
    let minus = b.iter().fold(IBig::ZERO, |sum, term| sum - &term.coefficient);
    let mut suffix = a.iter().fold(minus, |sum, term| sum + &term.coefficient);
    match star {
        Star::More => return sign(&suffix),
        Star::None if !suffix.is_zero() => return sign(&suffix),
        Star::One if !is_unit(&suffix) => return sign(&suffix),
        _ => {}
    }
    // All suffix sums so far are `first`. It is 0 without a star, and otherwise 1 or -1.
    let first = suffix.clone();
    for (_, here, there) in merged(a, b) {
        if let Some(coefficient) = here {
            suffix -= coefficient;
        }
        if let Some(coefficient) = there {
            suffix += coefficient;
        }
        if suffix == first {
            continue;
        }
        return match star {
            Star::None => sign(&suffix),
            // With a star, a positive value has 1, ..., 1, and then 2 or more.
            _ if !is_unit(&suffix) && sign(&suffix) == sign(&first) => sign(&suffix),
            _ => Relation::Confused,
        };
    }
    match star {
        Star::None => Relation::Equal,
        _ => Relation::Confused,
    }
}

fn is_unit(n: &IBig) -> bool {
    n.is_one() || *n == IBig::NEG_ONE
}

/// The largest number of suffix sums in a text.
const MOST_LISTED: usize = 5;

impl Infinitesimal {
    /// The reason for the outcome of this game, in words.
    ///
    /// ```
    /// use cg_core::Dyadic;
    /// use cg_subgroups::Infinitesimal;
    /// let up = Infinitesimal::up(&Dyadic::ONE).unwrap();
    /// assert_eq!(
    ///     up.outcome_in_words(),
    ///     "suffix sums of its ups: 1; the first that is not 0 is positive",
    /// );
    /// ```
    pub fn outcome_in_words(&self) -> String {
        if self.is_zero() {
            return "in 0 who moves first loses".to_owned();
        }
        if self.is_nimber() {
            return "a nimber other than 0: who moves first moves to 0".to_owned();
        }
        if !self.is_sumber() {
            let total = self.total();
            let so = match total.sign() {
                _ if total.is_zero() => "who moves first wins",
                Sign::Positive => "positive",
                Sign::Negative => "negative",
            };
            return format!("with *n, n >= 2, the sum of its ups decides: {total}, {so}");
        }
        let first = self.total();
        if self.nimber.is_zero() {
            let (sums, decisive) = self.suffix_sums(&IBig::ZERO);
            let sign = if decisive.sign() == Sign::Negative { "negative" } else { "positive" };
            return format!("suffix sums of its ups: {sums}; the first that is not 0 is {sign}");
        }
        // With a star: 1, ..., 1 and then 2 or more is positive.
        let level = if first.sign() == Sign::Negative { IBig::NEG_ONE } else { IBig::ONE };
        let (sums, decisive) = self.suffix_sums(&level);
        let so = match level.sign() {
            Sign::Positive if decisive > level => "they do, so Left wins",
            Sign::Negative if decisive < level => "their negatives do, so Right wins",
            _ => "neither they nor their negatives do, so who moves first wins",
        };
        format!(
            "suffix sums of its ups: {sums}; to outweigh * they must run 1, ..., 1 \
             and then 2 or more: {so}"
        )
    }

    /// The suffix sums of the coefficients in increasing order, up to the first that is not
    /// `level`, and that last sum. If all are `level`, the last sum is 0, the sum after the last
    /// term.
    fn suffix_sums(&self, level: &IBig) -> (String, IBig) {
        let mut suffix = self.total();
        let mut sums = Vec::new();
        for term in &self.terms {
            sums.push(suffix.to_string());
            if suffix != *level {
                break;
            }
            suffix -= &term.coefficient;
        }
        if sums.len() > MOST_LISTED {
            let last = sums.pop().expect("more than a few");
            sums.truncate(MOST_LISTED - 2);
            sums.extend(["...".to_owned(), last]);
        }
        (sums.join(", "), suffix)
    }
}
