//! Claims about numbers, ups, nimbers and heaps of octal games: rules in closed form, each a
//! theorem of the Coq library. A sum is a number, ups and a nimber; the sign of the number
//! decides. Where it is 0, n ups and `*m` are positive if n is at least 2, or n is 1 and m is
//! not 1.

use cg_core::{Dyadic, Outcome};
use cg_octal::nim_values;
use cg_simplify::Engine;
use dashu_int::{IBig, UBig};

use crate::arena::{Kind, Signed, Universe};
use crate::claim::{ClaimKind, Relation, Term, What};
use crate::error::ProveError;
use crate::forms::Forms;
use crate::oracle::Oracle;
use crate::prove::{MOST_CANONICAL_ROWS, StateTerm, Statement, Strategies, goals, sums_of};
use crate::strategy;

/// A theorem about sums of numbers, ups and nimbers.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) statement: Statement,
    pub(crate) left: Vec<Summand>,
    pub(crate) right: Vec<Summand>,
    /// The numbers are counted in parts of 2 to this power; `None` when there are neither
    /// numbers nor ups.
    pub(crate) places: Option<u32>,
    /// Of a value, what is proved of its canonical form.
    pub(crate) form: ValueForm,
}

/// The proof about the canonical form of a value.
#[derive(Debug)]
pub(crate) enum ValueForm {
    /// Nothing: no value is claimed, or its form is large.
    Unsaid,
    /// The value is a number or a nimber, which is canonical as the library defines it.
    Itself,
    /// The value is a sum, and an explicit game equals it and is canonical.
    Explicit(Box<Strategies>),
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
                && few.contains(&parts.number.numerator())
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
    Ok(Some(Family { statement, left, right, places: other_places, form: ValueForm::Unsaid }))
}

/// The largest number of parts, of ups and the largest nimber of which an explicit form is made:
/// Coq goes through all positions of a nimber, three times as many as of the one before.
const MOST_EXPLICIT: u8 = 7;
/// The most binary places of a number of which an explicit form is made.
const MOST_EXPLICIT_PLACES: u32 = 3;

impl Family {
    /// The proof about the canonical form of the claimed value, as far as there is one.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn value_form(&self, engine: &mut Engine) -> Result<ValueForm, ProveError> {
        let worth = Worth::of(&self.right);
        let places = match (&self.right[..], self.places) {
            ([Summand::Number(_) | Summand::Nimber(_)], _) => return Ok(ValueForm::Itself),
            (_, Some(places)) if places <= MOST_EXPLICIT_PLACES => places,
            _ => return Ok(ValueForm::Unsaid),
        };
        let few = IBig::from(-i16::from(MOST_EXPLICIT) << places)
            ..=IBig::from(i16::from(MOST_EXPLICIT) << places);
        let ups =
            i32::try_from(&worth.ups).ok().filter(|ups| ups.unsigned_abs() <= MOST_EXPLICIT.into());
        let (Some(ups), true) =
            (ups, few.contains(&worth.parts) && worth.nimber <= UBig::from(MOST_EXPLICIT))
        else {
            return Ok(ValueForm::Unsaid);
        };
        let number = Dyadic::new(worth.parts.clone(), places as usize)?;
        let mut forms = Forms::default();
        let mut add = |engine: &mut Engine, game| -> Result<u32, ProveError> {
            let form = engine.canonical_form(game)?;
            Ok(forms.add(engine, form)?)
        };
        let (number_game, nimber, up) =
            (engine.number(&number)?, engine.nimber(&worth.nimber)?, engine.up(&Dyadic::ONE)?);
        let [number_row, nimber_row, up_row] =
            [add(engine, number_game)?, add(engine, nimber)?, add(engine, up)?];
        let all_ups = engine.multiple(&worth.ups, up)?;
        let value = engine.sum(&[number_game, all_ups, nimber])?;
        let value_row = add(engine, value)?;
        if forms.rows().len() > MOST_CANONICAL_ROWS {
            return Ok(ValueForm::Unsaid);
        }
        // The library writes the options of a nimber from the largest down.
        forms.reverse_options();
        let mut universe = Universe::new(forms, Vec::new());
        let mut term = |minus, row| StateTerm {
            signed: Signed { minus, item: universe.item(Kind::Form(row)) },
            coq: None,
        };
        let up = term(ups < 0, up_row);
        let mut left = vec![term(false, number_row)];
        left.extend(std::iter::repeat_n(up, ups.unsigned_abs() as usize));
        left.push(term(false, nimber_row));
        let right = vec![term(false, value_row)];
        let mut oracle = Oracle::new(&[]);
        let (one, two) = (Strategies::state(&left), Strategies::state(&right));
        let certificates: Result<Vec<_>, _> = goals(Statement::Equal, &one, &two)
            .iter()
            .map(|goal| strategy::checked(engine, &mut universe, &mut oracle, goal))
            .collect();
        Ok(ValueForm::Explicit(Box::new(Strategies {
            universe,
            statement: Statement::Equal,
            left,
            right,
            facts: Vec::new(),
            certificates: certificates?,
            canonical: Some(value_row),
        })))
    }
}

/// The binary places of a number.
fn exponent(number: &Dyadic) -> u32 {
    u32::try_from(number.exponent()).unwrap_or(u32::MAX)
}
