//! The group law: coefficients add, nimbers add without carrying.

use std::cmp::Ordering;

use cg_core::{Dyadic, Result, check_bits};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::{Infinitesimal, Term, Terms};
use crate::nimbers::nim_sum;

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

    /// The sum of many values: few terms each, so that most of the work is to find
    /// equal orders.
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
            // Runs of the same order need no search.
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
        terms.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
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

    /// `count` copies: each coefficient times `count`; a nimber cancels in
    /// pairs.
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

    /// The sum with `coefficient`.^(`order`) for an order that is not below any
    /// here; an order of 0 adds nothing.
    pub(super) fn push(&mut self, order: &Dyadic, coefficient: IBig) {
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

    /// The sum with the nimber *, in place.
    pub(super) fn flip_star(&mut self) {
        self.nimber ^= UBig::ONE;
    }
}

/// Coefficients grow by a bit at a time here, so the check comes after.
fn checked(integer: IBig) -> Result<IBig> {
    check_bits(integer.bit_len())?;
    Ok(integer)
}

/// The orders of two lists of terms in increasing order, with the coefficient
/// in each list that has the order.
pub(super) fn merged<'a>(
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
