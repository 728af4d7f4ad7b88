//! Ordinals below epsilon_0, and their own arithmetic.
//!
//! Lengths of sign expansions and sizes of Nim heaps are ordinals. The sum of
//! ordinals puts one well-order after another, so 1 + omega = omega: it is not the
//! sum of games.

use std::cmp::Ordering;

use cg_core::{Dyadic, Result};
use dashu_int::IBig;

use crate::number::{Surreal, Term};

/// An ordinal below epsilon_0: a [`Surreal`] for which [`Surreal::is_ordinal`]
/// holds.
pub type Ordinal = Surreal;

/// x, then y.
///
/// # Errors
/// A limit of [`Surreal`].
pub fn ordinal_sum(x: &Ordinal, y: &Ordinal) -> Result<Ordinal> {
    let Some(leading) = y.terms().first() else { return Ok(x.clone()) };
    let kept = x.terms().iter().take_while(|term| term.exponent >= leading.exponent);
    let mut terms: Vec<Term> = kept.cloned().collect();
    let mut rest = y.terms();
    if let Some(last) = terms.last_mut()
        && last.exponent == leading.exponent
    {
        last.coefficient = last.coefficient.checked_add(&leading.coefficient)?;
        rest = &rest[1..];
    }
    terms.extend_from_slice(rest);
    Surreal::of_ordered(terms)
}

/// The z with x, then z = y; x is at most y.
///
/// # Errors
/// A limit of [`Surreal`].
pub fn left_difference(y: &Ordinal, x: &Ordinal) -> Result<Ordinal> {
    let same = x.terms().iter().zip(y.terms()).take_while(|(a, b)| a == b).count();
    let (x, y) = (&x.terms()[same..], &y.terms()[same..]);
    let mut terms = y.to_vec();
    if let (Some(a), Some(b)) = (x.first(), terms.first_mut())
        && a.exponent == b.exponent
    {
        b.coefficient = &b.coefficient - &a.coefficient;
    }
    Surreal::of_ordered(terms)
}

/// omega^power * x, the product of ordinals.
///
/// # Errors
/// A limit of [`Surreal`].
pub(crate) fn raised(x: &Ordinal, power: &Ordinal) -> Result<Ordinal> {
    let mut terms = Vec::with_capacity(x.terms().len());
    for Term { exponent, coefficient } in x.terms() {
        let exponent = ordinal_sum(power, exponent)?;
        terms.push(Term { exponent, coefficient: coefficient.clone() });
    }
    Surreal::of_ordered(terms)
}

/// The q and r with omega^power * q, then r = x, and r < omega^power.
///
/// # Errors
/// A limit of [`Surreal`].
pub(crate) fn divided(x: &Ordinal, power: &Ordinal) -> Result<(Ordinal, Ordinal)> {
    let whole = x.terms().iter().take_while(|term| term.exponent >= *power).count();
    let mut terms = Vec::with_capacity(whole);
    for Term { exponent, coefficient } in &x.terms()[..whole] {
        let exponent = left_difference(exponent, power)?;
        terms.push(Term { exponent, coefficient: coefficient.clone() });
    }
    Ok((Surreal::of_ordered(terms)?, Surreal::of_ordered(x.terms()[whole..].to_vec())?))
}

/// What an ordinal follows: the one before a successor, or ever larger ones below a
/// limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Zero,
    Successor,
    Limit,
}

pub(crate) fn kind(x: &Ordinal) -> Kind {
    match x.terms().last() {
        None => Kind::Zero,
        Some(last) if last.exponent.is_zero() => Kind::Successor,
        Some(_) => Kind::Limit,
    }
}

/// The ordinal number `index` of a sequence that increases towards x, which is not 0;
/// of a successor it is always the one before.
///
/// For omega^(e + 1) the multiples of omega^e, for a limit e the powers with the
/// exponents of the sequence towards e.
///
/// # Errors
/// A limit of [`Surreal`].
pub(crate) fn towards(x: &Ordinal, index: u64) -> Result<Ordinal> {
    let (last, before) = x.terms().split_last().expect("0 has nothing below it");
    let mut terms = before.to_vec();
    let fewer = &last.coefficient - &Dyadic::ONE;
    if fewer.sign() == Ordering::Greater {
        terms.push(Term { exponent: last.exponent.clone(), coefficient: fewer });
    }
    let base = Surreal::of_ordered(terms)?;
    let step = match kind(&last.exponent) {
        Kind::Zero => return Ok(base),
        Kind::Successor => {
            let exponent = towards(&last.exponent, 0)?;
            Surreal::monomial(exponent, IBig::from(index).into())?
        }
        Kind::Limit => Surreal::power_of_omega(&towards(&last.exponent, index)?)?,
    };
    ordinal_sum(&base, &step)
}
