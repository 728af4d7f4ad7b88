//! The rules of sums x + S + *n in words.

use cg_core::{Asked, Notation, Subgroup};

use super::rule::between;
use super::{NumberPlus, Numberish};
use crate::certificate::certificate;
use crate::numbers::{sign_in_words, simplest_in_words};

pub(super) fn explain(asked: Asked<'_, NumberPlus>, notation: Notation) -> Option<String> {
    match asked {
        Asked::Value { left, right, value } if value.is_number() => {
            let Some([lower, upper]) = between(left, right) else {
                return certificate(&Numberish, left, right, value, notation).ok().flatten();
            };
            let simplest = simplest_in_words([lower, upper], &value.number, notation);
            Some(format!(
                "between the options a number fits: {simplest}\n(the simplest number theorem; \
                 a bound itself is allowed where no option with that number reaches it)"
            ))
        }
        Asked::Value { left, right, value } => {
            certificate(&Numberish, left, right, value, notation).ok().flatten()
        }
        Asked::Outcome(g) if g.number.is_zero() => Some(g.infinitesimal.outcome_in_words()),
        Asked::Outcome(g) if g.is_number() => Some(sign_in_words(&g.number)),
        Asked::Outcome(g) => Some(format!(
            "its number {} decides: what is added is infinitesimal",
            Numberish.print(&g.number.clone().into(), notation)
        )),
        Asked::Sum(_) => {
            Some("numbers add, copies of the same up add, nimbers add without carrying".to_owned())
        }
        _ => None,
    }
}
