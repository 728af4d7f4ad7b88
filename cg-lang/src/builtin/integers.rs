//! Functions on integers and numbers.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, Gcd};

use super::BuiltIn;
use crate::context::{Context, MOST_INTEGER_BITS, Run};
use crate::error::RunError;
use crate::value::Value;

pub(super) fn functions() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "min",
            "min(a, b, ...)",
            "The smallest of some numbers, or of a list of them.",
            1..=usize::MAX,
            |context, values| extreme(context, "min", values, |candidate, best| candidate < best),
        ),
        BuiltIn::new(
            "max",
            "max(a, b, ...)",
            "The largest of some numbers, or of a list of them.",
            1..=usize::MAX,
            |context, values| extreme(context, "max", values, |candidate, best| candidate > best),
        ),
        BuiltIn::new(
            "abs",
            "abs(a)",
            "The absolute value of a number.",
            1..=1,
            |context, values| {
                let number = context.number(&values[0], "the argument of `abs`")?;
                context.number_value(&number.abs())
            },
        ),
        BuiltIn::new(
            "gcd",
            "gcd(a, b, ...)",
            "The greatest common divisor of some integers; of zeros, 0.",
            1..=usize::MAX,
            |context, values| {
                let mut divisor = IBig::ZERO;
                for value in values {
                    let value = context.integer(value, "an argument of `gcd`")?;
                    // Of two zeros the library knows none.
                    if !value.is_zero() || !divisor.is_zero() {
                        divisor = common_divisor(context, divisor, value)?;
                    }
                }
                Ok(context.integer_value(divisor))
            },
        ),
        BuiltIn::new(
            "pow",
            "pow(a, b)",
            "The integer a to the power b, b at least 0.",
            2..=2,
            |context, values| power(context, &values[0], &values[1]),
        ),
        BuiltIn::new(
            "xor",
            "xor(a, b)",
            "The nim-sum of two integers: addition in binary without carries. Also written `a xor b`.",
            2..=2,
            |context, values| context.xor(&values[0], &values[1]),
        ),
    ]
}

/// The first number that no other beats.
fn extreme(
    context: &mut Context<'_>,
    name: &str,
    values: &[Value],
    beats: impl Fn(&cg_core::Dyadic, &cg_core::Dyadic) -> bool,
) -> Run<Value> {
    let items = match values {
        [Value::List(list)] => list.items(),
        values => values,
    };
    let place = format!("an argument of `{name}`");
    let mut best = None;
    for item in items {
        let number = context.number(item, &place)?;
        if best.as_ref().is_none_or(|(_, best)| beats(&number, best)) {
            best = Some((item, number));
        }
    }
    match best {
        Some((value, _)) => Ok(value.clone()),
        None => Err(RunError::Refused {
            function: name.into(),
            message: "an empty list has no smallest and no largest value".into(),
        }),
    }
}

fn power(context: &mut Context<'_>, base: &Value, exponent: &Value) -> Run<Value> {
    let base = context.integer(base, "the base of `pow`")?;
    let trivial = base.is_zero() || base.is_one() || base == -IBig::ONE;
    let exponent = context.integer(exponent, "the exponent of `pow`")?;
    if exponent < IBig::ZERO {
        return Err(RunError::Refused {
            function: "pow".into(),
            message: format!("the exponent {exponent} is negative"),
        });
    }
    // The powers of 0, 1 and -1 depend on whether the exponent is 0 and on its last bit.
    let small = if trivial {
        usize::from(exponent.bit(0)) + if exponent > IBig::ONE { 2 } else { 0 }
    } else {
        let most = MOST_INTEGER_BITS / base.bit_len().saturating_sub(1).max(1);
        match usize::try_from(&exponent) {
            Ok(exponent) if exponent <= most => exponent,
            _ => return Err(cg_core::Error::NumberTooLarge { bits: MOST_INTEGER_BITS }.into()),
        }
    };
    Ok(context.integer_value(base.pow(small)))
}

/// Integers of so many bits take long enough that the user may lose patience.
const LONG: usize = 1 << 18;

/// The greatest common divisor of two integers that are not both 0.
fn common_divisor(context: &mut Context<'_>, a: IBig, b: IBig) -> Run<IBig> {
    let divisor = move |a: &IBig, b: &IBig| IBig::from(a.gcd(b));
    if a.bit_len().min(b.bit_len()) < LONG {
        return Ok(divisor(&a, &b));
    }
    context.beside("gcd", move || divisor(&a, &b))
}
