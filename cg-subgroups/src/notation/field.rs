//! The layout of the field's notation; the symbols come from a [`Script`].

use cg_core::Dyadic;
use dashu_int::{IBig, Sign, UBig};

use super::{Parts, join};
use crate::infinitesimal::{Infinitesimal, Term};

/// An up or a down, for its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    Up,
    Down,
}

/// How the pieces look.
pub(super) trait Script {
    /// The sign of negative numbers, and between the terms of a sum.
    fn minus(&self) -> &'static str;
    /// A positive number.
    fn number(&self, number: &Dyadic) -> String;
    /// `count` copies of ^ or v, if that has a name.
    fn copies(&self, arrow: Arrow, count: &UBig) -> Option<String>;
    /// ^[n]: the sum of the first n powers of up.
    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String;
    /// ^<n>: the n-th power of up.
    fn power(&self, arrow: Arrow, n: &IBig) -> String;
    /// `count` copies of ^(order), as a term of a sum.
    fn term(&self, count: &UBig, order: &Dyadic) -> String;
    /// The nimber *n, n not 0.
    fn nimber(&self, n: &UBig) -> String;
}

pub(super) fn print(parts: &Parts<'_>, script: &impl Script) -> String {
    let rest = parts.infinitesimal;
    if parts.number.is_zero() && rest.is_zero() {
        return script.number(&Dyadic::ZERO);
    }
    let negative = parts.number.sign().is_lt();
    let number =
        (!parts.number.is_zero()).then(|| (negative, script.number(&parts.number.clone().abs())));
    let nimber = (!rest.star().is_zero()).then(|| script.nimber(rest.star()));
    match name(rest, script) {
        Some(ups) => {
            let number = join(number, script.minus());
            number + &ups + &nimber.unwrap_or_default()
        }
        None => {
            let ups = rest.terms().iter().map(|term| {
                let (sign, count) = term.coefficient.clone().into_parts();
                (sign == Sign::Negative, script.term(&count, &term.order))
            });
            let nimber = nimber.map(|nimber| (false, nimber));
            join(number.into_iter().chain(ups).chain(nimber), script.minus())
        }
    }
}

/// The field's name of the ups and downs, empty when there are none.
fn name(value: &Infinitesimal, script: &impl Script) -> Option<String> {
    match value.terms() {
        [] => Some(String::new()),
        [term] if term.order == Dyadic::ONE => {
            let (sign, count) = term.coefficient.clone().into_parts();
            script.copies(arrow(sign), &count)
        }
        [term] => Some(script.partial_sum(unit(term)?, term.order.to_integer()?)),
        [first, last] => {
            let (n, arrow) = (last.order.to_integer()?, unit(last)?);
            let below = first.order.to_integer()?;
            let cancels = first.coefficient == -&last.coefficient;
            (cancels && below + IBig::ONE == *n).then(|| script.power(arrow, n))
        }
        _ => None,
    }
}

fn arrow(sign: Sign) -> Arrow {
    match sign {
        Sign::Positive => Arrow::Up,
        Sign::Negative => Arrow::Down,
    }
}

/// The arrow of a single copy.
fn unit(term: &Term) -> Option<Arrow> {
    let single = term.coefficient.is_one() || term.coefficient == IBig::NEG_ONE;
    single.then(|| arrow(term.coefficient.sign()))
}
