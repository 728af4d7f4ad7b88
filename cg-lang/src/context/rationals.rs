//! Rational numbers: they count, in averages and percentages. Dyadic ones are games, and are held
//! as games; the others are no games.

use std::borrow::Cow;
use std::cmp::Ordering;

use cg_core::Dyadic;
use dashu_int::ops::{BitTest, PowerOfTwo};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Context, RunResult};
use crate::error::RunError;
use crate::value::Value;

/// The bits of the largest numerator and denominator: work on them takes milliseconds.
const MOST_BITS: usize = 1 << 16;

impl Context<'_> {
    /// Two numbers of which at least one is no dyadic; `None` when there is none, or when one of
    /// them is no number.
    pub(super) fn rationals(&mut self, a: &Value, b: &Value) -> RunResult<Option<(RBig, RBig)>> {
        if !matches!(a, Value::Rational(_)) && !matches!(b, Value::Rational(_)) {
            return Ok(None);
        }
        let (Some(x), Some(y)) = (self.as_rational(a)?, self.as_rational(b)?) else {
            return Ok(None);
        };
        Ok(Some((x, y)))
    }

    /// The rational number that a value is, if it is one.
    fn as_rational(&mut self, value: &Value) -> RunResult<Option<RBig>> {
        if let Value::Rational(value) = value {
            return Ok(Some((**value).clone()));
        }
        let Some(number) = self.as_number(value)? else { return Ok(None) };
        check_size(number.numerator().bit_len().max(number.exponent()))?;
        Ok(Some(from_dyadic(&number)))
    }

    /// The number that a value is, if it is one, as a key that puts things in order.
    pub(crate) fn as_ordered(&mut self, value: &Value) -> RunResult<Option<Ordered>> {
        if let Value::Rational(value) = value {
            return Ok(Some(Ordered::Rational(Box::new((**value).clone()))));
        }
        Ok(self.as_number(value)?.map(Ordered::Dyadic))
    }

    /// The number that a value is, as a key that puts things in order.
    ///
    /// # Errors
    /// A value that is no number; the engine's errors.
    pub(crate) fn ordered(&mut self, value: &Value, place: &str) -> RunResult<Ordered> {
        match value {
            Value::Rational(value) => Ok(Ordered::Rational(Box::new((**value).clone()))),
            value => self.number(value, place).map(Ordered::Dyadic),
        }
    }

    /// The quotient of two integers; the divisor is not 0.
    pub(super) fn quotient(&mut self, dividend: IBig, divisor: IBig) -> RunResult<Value> {
        check_size(dividend.bit_len().max(divisor.bit_len()))?;
        self.rational_value(RBig::from_parts_signed(dividend, divisor))
    }

    /// The value of a rational number: a game where it is a dyadic.
    pub(crate) fn rational_value(&mut self, value: RBig) -> RunResult<Value> {
        let bits = value.numerator().bit_len().max(value.denominator().bit_len());
        check_size(bits)?;
        if value.denominator().is_power_of_two() {
            let (numerator, denominator) = value.into_parts();
            let number = Dyadic::new(numerator, denominator.bit_len() - 1)?;
            return self.number_value(&number);
        }
        self.engine.check()?;
        self.admit(bits / 4)?;
        Ok(self.heap.rational(value))
    }

    /// A rational number as text, in the notation of the answers.
    pub(super) fn rational_text(&self, value: &RBig) -> String {
        if self.notation != cg_core::Notation::Latex {
            return value.to_string();
        }
        let sign = if value.numerator() < &IBig::ZERO { "-" } else { "" };
        let numerator = value.numerator().as_sign_words().1;
        let numerator = UBig::from_words(numerator);
        format!("{sign}\\frac{{{numerator}}}{{{}}}", value.denominator())
    }
}

/// A number among others of the same list.
#[derive(PartialEq, Eq)]
pub(crate) enum Ordered {
    Dyadic(Dyadic),
    Rational(Box<RBig>),
}

impl Ordered {
    fn rational(&self) -> Cow<'_, RBig> {
        match self {
            Ordered::Dyadic(number) => Cow::Owned(from_dyadic(number)),
            Ordered::Rational(number) => Cow::Borrowed(number),
        }
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Ordered::Dyadic(x), Ordered::Dyadic(y)) => x.cmp(y),
            _ => self.rational().cmp(&other.rational()),
        }
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn from_dyadic(number: &Dyadic) -> RBig {
    RBig::from_parts(number.numerator(), UBig::ONE << number.exponent())
}

fn check_size(bits: usize) -> RunResult<()> {
    if bits > MOST_BITS {
        return Err(RunError::Refused {
            function: "/".into(),
            message: format!("a fraction has at most {MOST_BITS} binary digits above and below"),
        });
    }
    Ok(())
}

/// A number in a message.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.get(..MOST) {
        Some(start) if text.len() > MOST => format!("{start}..."),
        _ => text.to_owned(),
    }
}
