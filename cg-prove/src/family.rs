//! Claims about numbers, nimbers and heaps of octal games: rules in closed form, each a theorem
//! of the Coq library.

use cg_core::Outcome;
use cg_octal::nim_values;
use cg_simplify::Engine;
use dashu_int::UBig;

use crate::claim::{ClaimKind, Relation, Term, What};
use crate::error::ProveError;
use crate::prove::Statement;

/// A theorem about nimbers.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) statement: Statement,
    pub(crate) left: Vec<Nimber>,
    pub(crate) right: Vec<Nimber>,
}

/// A nimber, or a heap whose value is one.
#[derive(Clone, Debug)]
pub(crate) struct Nimber {
    pub(crate) value: UBig,
    /// The digits of the code and the heap, and the nim-values of the heaps up to it.
    pub(crate) heap: Option<Heap>,
}

/// A heap of an octal game.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    pub(crate) digits: Vec<u32>,
    pub(crate) heap: u64,
}

/// The largest heap whose nim-value is proved.
const MOST_HEAP: u64 = 20_000;

fn nimber(term: &Term) -> Result<Option<Nimber>, ProveError> {
    Ok(match &term.what {
        What::Nimber(value) => Some(Nimber { value: value.clone(), heap: None }),
        What::Heap { digits, heap } => {
            if *heap > MOST_HEAP {
                return Err(ProveError::route(format!(
                    "nim-values of heaps above {MOST_HEAP} are proved by periods alone"
                )));
            }
            let rules = crate::period::rules_of(digits);
            let count = usize::try_from(*heap).expect("it was compared above") + 1;
            let values =
                nim_values(&rules, count).map_err(|error| ProveError::route(error.to_string()))?;
            let value = UBig::from(values[count - 1]);
            Some(Nimber { value, heap: Some(Heap { digits: digits.clone(), heap: *heap }) })
        }
        What::Form(_) | What::Position(_) => None,
    })
}

fn nimbers(sum: &[Term]) -> Result<Option<Vec<Nimber>>, ProveError> {
    sum.iter().map(nimber).collect()
}

fn xor(sum: &[Nimber]) -> UBig {
    sum.iter().fold(UBig::ZERO, |total, one| total ^ &one.value)
}

/// The theorem, when all terms are nimbers.
///
/// # Errors
/// The claim is false; a heap that is too large.
pub(crate) fn prove(_: &mut Engine, kind: &ClaimKind) -> Result<Option<Family>, ProveError> {
    // Explicit games and positions take part in sums of strategies.
    let (left, right) = match kind {
        ClaimKind::Compare { left, right, .. } => (&left[..], &right[..]),
        ClaimKind::Outcome { sum, .. } | ClaimKind::Value(sum) => (&sum[..], &[][..]),
    };
    let other = |term: &Term| matches!(term.what, What::Form(_) | What::Position(_));
    if left.iter().chain(right).any(other) {
        return Ok(None);
    }
    let (Some(left), Some(mut right)) = (nimbers(left)?, nimbers(right)?) else { return Ok(None) };
    let (one, two) = (xor(&left), xor(&right));
    let statement = match kind {
        ClaimKind::Compare { relation, .. } => {
            let equal = one == two;
            let holds = match relation {
                Relation::Equal | Relation::AtMost | Relation::AtLeast => equal,
                Relation::NotEqual | Relation::Confused => !equal,
                Relation::Less | Relation::Greater => false,
            };
            if !holds {
                return Err(ProveError::False(match equal {
                    true => format!("both are *{one}"),
                    false => format!(
                        "the first is *{one}, the second *{two}: who moves first wins their difference"
                    ),
                }));
            }
            match relation {
                Relation::Equal => Statement::Equal,
                Relation::AtMost | Relation::AtLeast => Statement::AtMost,
                Relation::NotEqual => Statement::NotEqual { at_most: false },
                _ => Statement::Confused,
            }
        }
        ClaimKind::Outcome { claimed, .. } => {
            let outcome = if one == UBig::ZERO { Outcome::Previous } else { Outcome::Next };
            if claimed.is_some_and(|claimed| claimed != outcome) {
                return Err(ProveError::False(format!(
                    "the outcome is {outcome}: the nim-sum is {one}"
                )));
            }
            Statement::Outcome(outcome)
        }
        ClaimKind::Value(_) => {
            right.push(Nimber { value: one, heap: None });
            Statement::Equal
        }
    };
    Ok(Some(Family { statement, left, right }))
}
