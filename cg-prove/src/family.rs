//! Claims about numbers, ups, nimbers and heaps of octal games: rules in closed form, each a
//! theorem of the Coq library. A sum is a number, ups and a nimber; the sign of the number
//! decides. Where it is 0, n ups and `*m` are positive if n is at least 2, or n is 1 and m is
//! not 1.

use cg_core::{Dyadic, Outcome};
use cg_octal::nim_values;
use dashu_int::{IBig, UBig};

use crate::claim::{ClaimKind, Relation, Term, What};
use crate::error::ProveError;
use crate::prove::{Statement, sums_of};

/// A theorem about sums of numbers, ups and nimbers.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) statement: Statement,
    pub(crate) left: Vec<Summand>,
    pub(crate) right: Vec<Summand>,
    /// The numbers are counted in parts of 2 to this power; `None` when there are neither
    /// numbers nor ups.
    pub(crate) places: Option<u32>,
}

/// A number, ups, a nimber, or a heap whose value is a nimber.
#[derive(Clone, Debug)]
pub(crate) enum Summand {
    /// How many parts.
    Number(IBig),
    /// How many ups; downs are negative.
    Ups(IBig),
    Nimber(UBig),
    Heap {
        digits: Vec<u32>,
        heap: u64,
        value: UBig,
    },
}

/// The value of a sum: the parts of its number, its ups, and its nimber.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Worth {
    parts: IBig,
    ups: IBig,
    nimber: UBig,
}

impl Family {
    /// The families of the rule, in words.
    pub(crate) fn name(&self) -> &'static str {
        match self.left.iter().chain(&self.right).any(|one| matches!(one, Summand::Ups(_))) {
            true => "numbers, ups and nimbers",
            false => "numbers and nimbers",
        }
    }
}

impl Worth {
    fn of(sum: &[Summand]) -> Self {
        let mut worth = Worth::default();
        for summand in sum {
            match summand {
                Summand::Number(parts) => worth.parts += parts,
                Summand::Ups(count) => worth.ups += count,
                Summand::Nimber(value) | Summand::Heap { value, .. } => worth.nimber ^= value,
            }
        }
        worth
    }

    /// Whether the sum is at least another: whether their difference is at least 0.
    fn at_least(&self, other: &Worth) -> bool {
        let ups = &self.ups - &other.ups;
        let positive =
            ups > IBig::ONE || ups == IBig::ONE && &self.nimber ^ &other.nimber != UBig::ONE;
        self.parts > other.parts || self.parts == other.parts && positive || self == other
    }
}

/// The largest heap whose nim-value is proved.
const MOST_HEAP: u64 = 20_000;
/// The most binary places of a number in a closed form.
const MOST_PLACES: u32 = 1_000;

/// Whether a claim has ups, and so small terms that a strategy is found at once.
pub(crate) fn is_small(kind: &ClaimKind) -> bool {
    let [left, right] = sums_of(kind);
    let small = |term: &Term| match &term.what {
        What::Small(parts) => {
            let few = IBig::from(-8)..=IBig::from(8);
            parts.ups.iter().all(|(_, count)| few.contains(count))
                && parts.nimber <= UBig::from(8u8)
                && few.contains(parts.number.numerator())
                && exponent(&parts.number) <= 3
        }
        _ => false,
    };
    let ups = |term: &Term| matches!(&term.what, What::Small(parts) if !parts.ups.is_empty());
    let all = || left.iter().chain(right);
    all().count() <= 6 && all().any(ups) && all().all(small)
}

/// The summands of a term.
fn summands(term: &Term, places: u32) -> Result<Vec<Summand>, ProveError> {
    match &term.what {
        What::Small(parts) => {
            let signed = |count: IBig| if term.minus { -count } else { count };
            let mut found = Vec::new();
            if !parts.number.is_zero() {
                let missing = usize::try_from(places - exponent(&parts.number));
                let count = parts.number.numerator() << missing.expect("the places are few");
                found.push(Summand::Number(signed(count)));
            }
            let ups = parts.ups.iter().map(|(_, count)| Summand::Ups(signed(count.clone())));
            found.extend(ups);
            if found.is_empty() || !parts.nimber.is_zero() {
                found.push(Summand::Nimber(parts.nimber.clone()));
            }
            Ok(found)
        }
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
            Ok(vec![Summand::Heap { digits: digits.clone(), heap: *heap, value }])
        }
        What::Form(_) | What::Position(_) => unreachable!("these are left to strategies"),
    }
}

/// The theorem, when all terms are numbers, ups, nimbers and heaps.
///
/// # Errors
/// The claim is false; a heap or a number that is too large.
pub(crate) fn prove(kind: &ClaimKind) -> Result<Option<Family>, ProveError> {
    let [left, right] = sums_of(kind);
    let all = || left.iter().chain(right);
    if all().any(|term| matches!(term.what, What::Form(_) | What::Position(_))) {
        return Ok(None);
    }
    let exponents = all().filter_map(|term| match &term.what {
        What::Small(parts) if !parts.is_nimber() => Some(exponent(&parts.number)),
        _ => None,
    });
    let places = exponents.max();
    if places.is_some_and(|places| places > MOST_PLACES) {
        return Err(ProveError::route(format!("numbers have at most {MOST_PLACES} binary places")));
    }
    let sum = |sum: &[Term]| -> Result<Vec<Summand>, ProveError> {
        let found: Result<Vec<_>, _> =
            sum.iter().map(|term| summands(term, places.unwrap_or(0))).collect();
        Ok(found?.concat())
    };
    let (left, mut right) = (sum(left)?, sum(right)?);
    let (one, two) = (Worth::of(&left), Worth::of(&right));
    let (at_least, at_most) = (one.at_least(&two), two.at_least(&one));
    let (mut swapped, mut other_places) = (false, places);
    let statement = match kind {
        ClaimKind::Compare { relation, .. } => {
            let (statement, swap, holds) = match relation {
                Relation::Equal => (Statement::Equal, false, at_least && at_most),
                Relation::NotEqual => {
                    (Statement::NotEqual { at_most }, false, !(at_least && at_most))
                }
                Relation::AtMost => (Statement::AtMost, false, at_most),
                Relation::AtLeast => (Statement::AtMost, true, at_least),
                Relation::Less => (Statement::Less, false, at_most && !at_least),
                Relation::Greater => (Statement::Less, true, at_least && !at_most),
                Relation::Confused => (Statement::Confused, false, !at_least && !at_most),
            };
            if !holds {
                let difference = match (at_least, at_most) {
                    (true, true) => "nobody wins their difference moving first: they are equal",
                    (true, false) => "Left wins the first less the second, moving first or second",
                    (false, true) => "Right wins the first less the second, moving first or second",
                    (false, false) => "who moves first wins their difference",
                };
                return Err(ProveError::False(difference.into()));
            }
            swapped = swap;
            statement
        }
        ClaimKind::Outcome { claimed, .. } => {
            let outcome = Outcome::from_first_moves(!at_most, !at_least);
            if claimed.is_some_and(|claimed| claimed != outcome) {
                return Err(ProveError::False(format!("the outcome is {outcome}")));
            }
            Statement::Outcome(outcome)
        }
        ClaimKind::Value(_) => {
            if one.parts != IBig::ZERO || one.ups == IBig::ZERO && one.nimber == UBig::ZERO {
                right.push(Summand::Number(one.parts));
                other_places = Some(places.unwrap_or(0));
            }
            if one.ups != IBig::ZERO {
                right.push(Summand::Ups(one.ups));
            }
            if one.nimber != UBig::ZERO {
                right.push(Summand::Nimber(one.nimber));
            }
            Statement::Equal
        }
    };
    let (left, right) = if swapped { (right, left) } else { (left, right) };
    Ok(Some(Family { statement, left, right, places: other_places }))
}

/// The binary places of a number.
fn exponent(number: &Dyadic) -> u32 {
    u32::try_from(number.exponent()).unwrap_or(u32::MAX)
}
