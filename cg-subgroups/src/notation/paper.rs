//! The notation of the game calculator paper.

use cg_core::Dyadic;
use dashu_int::{IBig, Sign, UBig};

use super::{Parts, join};

pub(super) fn print(parts: &Parts<'_>) -> String {
    let rest = parts.infinitesimal;
    let mut terms = Vec::with_capacity(rest.terms().len() + 2);
    if !parts.number.is_zero() || rest.is_zero() {
        terms.push(number(parts.number));
    }
    for term in rest.terms() {
        let (sign, count) = term.coefficient.clone().into_parts();
        let (order_negative, order) = number(&term.order);
        debug_assert!(!order_negative, "orders are positive");
        let count = if count.is_one() { String::new() } else { count.to_string() };
        terms.push((sign == Sign::Negative, format!("{count}^({order})")));
    }
    if !rest.star().is_zero() {
        terms.push((false, format!("*({})", rest.star())));
    }
    join(terms, "-")
}

/// Whether a number is negative, and its absolute value: the integer part in
/// decimal, the fraction in binary.
fn number(number: &Dyadic) -> (bool, String) {
    let (sign, numerator) = number.numerator().clone().into_parts();
    let places = number.exponent();
    let text = if places == 0 {
        numerator.to_string()
    } else {
        let whole: UBig = &numerator >> places;
        let fraction = IBig::from(numerator) - IBig::from(&whole << places);
        format!("{whole}.{:0>places$}", fraction.in_radix(2).to_string())
    };
    (sign == Sign::Negative, text)
}
