//! The rules of numbers in words.

use std::ops::Bound;

use cg_core::{Asked, Dyadic, Notation, Subgroup};

use super::Numbers;

/// Why `number` is the simplest one between these bounds, in words.
///
/// ```
/// use std::ops::Bound::Excluded;
/// use cg_core::{Dyadic, Notation};
/// let (one, half) = (Dyadic::ONE, Dyadic::ONE.half()?);
/// let bounds = [Excluded(&Dyadic::ZERO), Excluded(&one)];
/// assert_eq!(
///     cg_subgroups::simplest_in_words(bounds, &half, Notation::Standard),
///     "the simplest x with 0 < x < 1: no integer fits, and 1/2 has the least denominator",
/// );
/// # Ok::<(), cg_core::Error>(())
/// ```
pub fn simplest_in_words(
    [lower, upper]: [Bound<&Dyadic>; 2],
    number: &Dyadic,
    notation: Notation,
) -> String {
    let print = |number: &Dyadic| Numbers.print(number, notation);
    let below = match lower {
        Bound::Unbounded => String::new(),
        Bound::Included(lower) => format!("{} <= ", print(lower)),
        Bound::Excluded(lower) => format!("{} < ", print(lower)),
    };
    let above = match upper {
        Bound::Unbounded => String::new(),
        Bound::Included(upper) => format!(" <= {}", print(upper)),
        Bound::Excluded(upper) => format!(" < {}", print(upper)),
    };
    let range = match (lower, upper) {
        (Bound::Unbounded, Bound::Unbounded) => "of all".to_owned(),
        _ => format!("with {below}x{above}"),
    };
    let reason = if number.is_zero() {
        "0, the simplest of all numbers, fits".to_owned()
    } else if number.is_integer() {
        format!("0 does not fit, and {} is the integer nearest to it that does", print(number))
    } else {
        format!("no integer fits, and {} has the least denominator", print(number))
    };
    format!("the simplest x {range}: {reason}")
}

pub(super) fn explain(asked: Asked<'_, Dyadic>, notation: Notation) -> Option<String> {
    match asked {
        Asked::Value { left, right, value } => {
            let lower = left.iter().max().map_or(Bound::Unbounded, |&n| Bound::Excluded(n));
            let upper = right.iter().min().map_or(Bound::Unbounded, |&n| Bound::Excluded(n));
            let simplest = simplest_in_words([lower, upper], value, notation);
            Some(format!("{simplest} (the simplest number theorem)"))
        }
        Asked::Outcome(number) => Some(sign_in_words(number)),
        Asked::Sum(_) => Some("numbers add as numbers".to_owned()),
        _ => None,
    }
}

/// What the sign of a number says of the outcome.
pub(crate) fn sign_in_words(number: &Dyadic) -> String {
    match number.sign() {
        std::cmp::Ordering::Equal => "in 0 nobody has a good move: who moves first loses",
        std::cmp::Ordering::Greater => "a number has the outcome of its sign: positive, Left's",
        std::cmp::Ordering::Less => "a number has the outcome of its sign: negative, Right's",
    }
    .to_owned()
}
