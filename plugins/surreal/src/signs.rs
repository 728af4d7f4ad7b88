//! Sign expansions: a number as a transfinite sequence of pluses and minuses, which
//! is also a string of red and blue Hackenbush edges.
//!
//! A number of this crate has a sign expansion of finitely many runs of equal signs,
//! each with an ordinal length. They are found from the normal form by Gonshor's
//! theorems (*An Introduction to the Theory of Surreal Numbers*, sections 5C and
//! 5D), and read back:
//!
//! - omega^a begins with a plus. A run of l pluses in the expansion of a, which makes b
//!   pluses so far, gives omega^b pluses. A run of l minuses after b pluses gives
//!   omega^(b+1) * l minuses, a product of ordinals.
//! - omega^a * r with r > 0 goes on with each sign of r but the first, repeated
//!   omega^b times, where b counts the pluses of a. For r < 0 all signs are turned.
//! - In a sum the expansions of the terms follow one another. But from the exponent
//!   of a term those minuses are left out that it shares, in a common beginning, with the
//!   exponent before it. (An earlier exponent shares no more: exponents
//!   decrease, and their expansions are ordered like words.)

use std::cmp::Ordering;
use std::fmt;
use std::ops::Bound;

use cg_core::{Dyadic, Error, Player, Result, check_bits};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::NAME;
use crate::number::{Surreal, Term};
use crate::ordinal::{Kind, Ordinal, divided, kind, left_difference, ordinal_sum, raised, towards};

/// How many runs a sign expansion may have.
const MOST_RUNS: usize = 1 << 14;

/// A run of equal signs: Left's are pluses, blue edges; Right's are minuses, red
/// ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Whose sign it is.
    pub player: Player,
    /// How many: not 0.
    pub length: Ordinal,
}

/// A sequence of signs: runs of alternate players.
///
/// ```
/// use cg_surreal::{Signs, Surreal};
/// let half = Surreal::omega().quotient(&Surreal::from(2))?.expect("omega/2");
/// let signs = Signs::of(&half)?;
/// assert_eq!(signs.to_string(), "+^(omega) -^(omega)");
/// assert_eq!(signs.number()?, half);
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Signs {
    runs: Vec<Run>,
}

impl Signs {
    /// The sign expansion of a number.
    ///
    /// # Errors
    /// A limit: more than 2^14 runs, or lengths that are too large.
    pub fn of(x: &Surreal) -> Result<Self> {
        let mut signs = Signs::default();
        let mut before: Option<Signs> = None;
        for Term { exponent, coefficient } in x.terms() {
            let whole = Signs::of(exponent)?;
            match &before {
                None => signs.push_term(&whole, coefficient)?,
                Some(before) => {
                    let common = whole.common(before)?;
                    signs.push_term(&whole.without_minuses(&common)?, coefficient)?;
                }
            }
            before = Some(whole);
        }
        Ok(signs)
    }

    /// The runs, first ones first.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Whether there are no signs: those of 0.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Appends `length` signs of `player`.
    ///
    /// # Errors
    /// A limit.
    pub fn push(&mut self, player: Player, length: &Ordinal) -> Result<()> {
        if length.is_zero() {
            return Ok(());
        }
        match self.runs.last_mut() {
            Some(last) if last.player == player => last.length = ordinal_sum(&last.length, length)?,
            _ => {
                if self.runs.len() == MOST_RUNS {
                    let message = format!("a sign expansion would have more than {MOST_RUNS} runs");
                    return Err(Error::subgroup_limit(NAME, message));
                }
                self.runs.push(Run { player, length: length.clone() });
            }
        }
        Ok(())
    }

    /// How many signs there are: the birthday of the number.
    ///
    /// # Errors
    /// A limit.
    pub fn length(&self) -> Result<Ordinal> {
        self.runs.iter().try_fold(Ordinal::zero(), |sum, run| ordinal_sum(&sum, &run.length))
    }

    /// The order of the numbers: the first difference decides, and minus comes before
    /// the end, which comes before plus.
    ///
    /// # Errors
    /// A limit.
    pub fn compare(&self, other: &Self) -> Result<Ordering> {
        let common = self.common(other)?;
        let value = |signs: &Signs| {
            let next = signs.after(&common)?.runs.first().map(|run| run.player);
            Ok::<i8, Error>(match next {
                Some(Player::Right) => -1,
                None => 0,
                Some(Player::Left) => 1,
            })
        };
        Ok(value(self)?.cmp(&value(other)?))
    }

    /// Whether `other` begins with these signs: whether this number is at least as
    /// simple, and was on the way to the other.
    ///
    /// # Errors
    /// A limit.
    pub fn begins(&self, other: &Self) -> Result<bool> {
        Ok(self.after(&self.common(other)?)?.is_empty())
    }

    /// The common beginning, as so many runs of these signs and a part of the next.
    fn common(&self, other: &Self) -> Result<Place> {
        let same = self.runs.iter().zip(&other.runs).take_while(|(a, b)| a == b).count();
        let part = match (self.runs.get(same), other.runs.get(same)) {
            (Some(a), Some(b)) if a.player == b.player => Ord::min(&a.length, &b.length).clone(),
            _ => Ordinal::zero(),
        };
        Ok(Place { runs: same, part })
    }

    /// The signs before `place`.
    fn until(&self, place: &Place) -> Result<Self> {
        let mut start = Signs { runs: self.runs[..place.runs].to_vec() };
        if let Some(run) = self.runs.get(place.runs) {
            start.push(run.player, &place.part)?;
        }
        Ok(start)
    }

    /// The signs from `place` on.
    fn after(&self, place: &Place) -> Result<Self> {
        let mut rest = Signs::default();
        let mut runs = self.runs[place.runs..].iter();
        if let Some(run) = runs.next() {
            rest.push(run.player, &left_difference(&run.length, &place.part)?)?;
        }
        rest.runs.extend(runs.cloned());
        Ok(rest)
    }

    /// These signs without the minuses before `place`.
    fn without_minuses(&self, place: &Place) -> Result<Self> {
        let mut signs = Signs::default();
        for run in self.until(place)?.runs {
            if run.player == Player::Left {
                signs.push(run.player, &run.length)?;
            }
        }
        for run in self.after(place)?.runs {
            signs.push(run.player, &run.length)?;
        }
        Ok(signs)
    }

    /// Appends omega^a * coefficient, where a has the sign expansion `exponent`.
    fn push_term(&mut self, exponent: &Signs, coefficient: &Dyadic) -> Result<()> {
        let player = if coefficient.sign().is_gt() { Player::Left } else { Player::Right };
        let opponent = player.opponent();
        self.push(player, &Ordinal::from(1))?;
        let mut pluses = Ordinal::zero();
        for run in &exponent.runs {
            match run.player {
                Player::Left => {
                    pluses = ordinal_sum(&pluses, &run.length)?;
                    self.push(player, &Ordinal::power_of_omega(&pluses)?)?;
                }
                Player::Right => {
                    let next = ordinal_sum(&pluses, &Ordinal::from(1))?;
                    self.push(opponent, &raised(&run.length, &next)?)?;
                }
            }
        }
        let mut digits = dyadic_runs(&coefficient.clone().abs())?;
        digits[0].1 -= UBig::ONE;
        for (sign, count) in digits {
            let length = Ordinal::monomial(pluses.clone(), IBig::from(count).into())?;
            self.push(if sign == Player::Left { player } else { opponent }, &length)?;
        }
        Ok(())
    }
}

/// A place in a sign expansion: after so many whole runs and a part of the next one.
#[derive(Clone, Debug)]
struct Place {
    runs: usize,
    part: Ordinal,
}

/// The runs of the sign expansion of a positive dyadic (Berlekamp's rule): one plus
/// more than the integer part, a minus, and then a plus for each 1 and a minus for
/// each 0 of the binary places, the last place aside.
fn dyadic_runs(x: &Dyadic) -> Result<Vec<(Player, UBig)>> {
    let (_, whole) = x.floor().into_parts();
    if x.is_integer() {
        return Ok(vec![(Player::Left, whole)]);
    }
    let mut runs = vec![(Player::Left, whole + UBig::ONE), (Player::Right, UBig::ONE)];
    let (_, numerator) = x.numerator().into_parts();
    for place in (1..x.exponent()).rev() {
        let player = if numerator.bit(place) { Player::Left } else { Player::Right };
        match runs.last_mut() {
            Some((last, count)) if *last == player => *count += UBig::ONE,
            _ => runs.push((player, UBig::ONE)),
        }
        if runs.len() > MOST_RUNS {
            let message = format!("a sign expansion would have more than {MOST_RUNS} runs");
            return Err(Error::subgroup_limit(NAME, message));
        }
    }
    Ok(runs)
}

// Signs back to numbers.

impl Signs {
    /// The number with this sign expansion: the value of the string of Hackenbush
    /// edges. Every sequence of finitely many runs, with lengths below epsilon_0, has one
    /// in this crate.
    ///
    /// # Errors
    /// A limit.
    pub fn number(&self) -> Result<Surreal> {
        let mut rest = Unread { runs: self.runs.iter().rev().cloned().collect() };
        let mut terms: Vec<Term> = Vec::new();
        let mut before: Option<Signs> = None;
        while let Some((exponent, coefficient)) = rest.term()? {
            let whole = match &before {
                None => exponent,
                Some(before) => exponent.with_minuses_of(before)?,
            };
            terms.push(Term { exponent: whole.number()?, coefficient });
            before = Some(whole);
        }
        Surreal::of_ordered(terms)
    }

    /// The exponent whose expansion, without the minuses that it shares with the
    /// exponent `before` it, is this one. It shares with it the longest beginning
    /// that has as many pluses as these signs begin with, or all of it.
    fn with_minuses_of(&self, before: &Signs) -> Result<Self> {
        let leading = match self.runs.first() {
            Some(run) if run.player == Player::Left => run.length.clone(),
            _ => Ordinal::zero(),
        };
        let mut signs = Signs::default();
        let mut pluses = Ordinal::zero();
        for run in &before.runs {
            match run.player {
                Player::Right => signs.push(run.player, &run.length)?,
                Player::Left => {
                    let more = left_difference(&leading, &pluses)?;
                    if more < run.length {
                        signs.push(run.player, &more)?;
                        pluses = leading.clone();
                        break;
                    }
                    signs.push(run.player, &run.length)?;
                    pluses = ordinal_sum(&pluses, &run.length)?;
                }
            }
        }
        // Where these are more pluses than all of `before` has, they go on alone.
        signs.push(Player::Left, &left_difference(&leading, &pluses)?)?;
        let rest = if leading.is_zero() { &self.runs[..] } else { &self.runs[1..] };
        for run in rest {
            signs.push(run.player, &run.length)?;
        }
        Ok(signs)
    }
}

/// The runs that are still to be read, the next one last.
struct Unread {
    runs: Vec<Run>,
}

impl Unread {
    /// Reads the next term: the expansion of its exponent, as far as it is written, and
    /// its coefficient.
    ///
    /// In what follows the exponent with b pluses, all runs are shorter than
    /// omega^(b+1), until the next term begins. So the exponent takes as much as it can.
    fn term(&mut self) -> Result<Option<(Signs, Dyadic)>> {
        let Some(first) = self.runs.last() else { return Ok(None) };
        let player = first.player;
        let mut exponent = Signs::default();
        // How many pluses the exponent has so far, and how many more its next run of
        // pluses must have.
        let (mut pluses, mut least) = (Ordinal::zero(), Ordinal::zero());
        while let Some(run) = self.runs.last() {
            let next = ordinal_sum(&pluses, &Ordinal::from(1))?;
            let left = if run.player == player {
                // omega^(pluses + l) signs for l pluses.
                let leading = &run.length.terms()[0].exponent;
                if *leading < ordinal_sum(&pluses, &least)? {
                    break;
                }
                exponent.push(Player::Left, &left_difference(leading, &pluses)?)?;
                pluses = leading.clone();
                left_difference(&run.length, &Ordinal::power_of_omega(&pluses)?)?
            } else {
                // omega^(pluses + 1) * l signs for l minuses.
                let (count, left) = divided(&run.length, &next)?;
                if count.is_zero() {
                    break;
                }
                exponent.push(Player::Right, &count)?;
                left
            };
            let ended = !left.is_zero();
            self.leave(left);
            if ended {
                break;
            }
            least = Ordinal::from(1);
        }
        let coefficient = self.coefficient(player, &pluses)?;
        Ok(Some((exponent, coefficient)))
    }

    /// Reads the coefficient of a term whose first sign, which was read, is
    /// `player`'s, and whose exponent has so many pluses: each further sign stands
    /// omega^pluses times.
    fn coefficient(&mut self, player: Player, pluses: &Ordinal) -> Result<Dyadic> {
        let mut digits = vec![(Player::Left, IBig::ONE)];
        while let Some(run) = self.runs.last() {
            let (count, left) = divided(&run.length, pluses)?;
            let Some(count) = count.to_dyadic().and_then(|count| count.to_integer()) else {
                // A dyadic has no infinite run of signs. This one belongs to the exponent of the
                // next term, which began with the sign before it.
                let (before, many) = digits.pop().expect("the first sign is there");
                if many > IBig::ONE {
                    digits.push((before, many - IBig::ONE));
                }
                let player = if before == Player::Left { player } else { player.opponent() };
                self.runs.push(Run { player, length: Ordinal::power_of_omega(pluses)? });
                break;
            };
            if count.is_zero() {
                break;
            }
            digits.push((if run.player == player { Player::Left } else { Player::Right }, count));
            let ended = !left.is_zero();
            self.leave(left);
            if ended {
                break;
            }
        }
        let coefficient = dyadic_of_runs(digits)?;
        Ok(if player == Player::Left { coefficient } else { -coefficient })
    }

    /// Leaves so much of the next run.
    fn leave(&mut self, left: Ordinal) {
        match self.runs.last_mut() {
            Some(run) if !left.is_zero() => run.length = left,
            _ => drop(self.runs.pop()),
        }
    }
}

/// The positive dyadic with these runs of signs, the first of them pluses:
/// [`dyadic_runs`] read back.
fn dyadic_of_runs(runs: Vec<(Player, IBig)>) -> Result<Dyadic> {
    let mut whole = IBig::ZERO;
    // The binary places after the first minus, and how many there are.
    let mut places: Option<(IBig, usize)> = None;
    for (player, mut count) in runs {
        if places.is_none() && player == Player::Left {
            whole += count;
            continue;
        }
        let (digits, length) = places.get_or_insert_with(|| {
            count -= IBig::ONE;
            (IBig::ZERO, 0)
        });
        let count = usize::try_from(&count).map_err(|_| Error::NUMBER_TOO_LARGE)?;
        check_bits(length.saturating_add(count))?;
        *length += count;
        *digits <<= count;
        if player == Player::Left {
            *digits += (IBig::ONE << count) - IBig::ONE;
        }
    }
    let Some((digits, length)) = places else { return Ok(whole.into()) };
    let fraction = Dyadic::new((digits << 1) + IBig::ONE, length + 1)?;
    Dyadic::from(whole - IBig::ONE).checked_add(&fraction)
}

/// `+^(omega) - +^2`: the length stands after each run that is longer than 1.
impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for Run { player, length } in &self.runs {
            let sign = if *player == Player::Left { '+' } else { '-' };
            match length.to_dyadic() {
                Some(length) if length == Dyadic::ONE => write!(f, "{between}{sign}")?,
                Some(length) => write!(f, "{between}{sign}^{length}")?,
                None => write!(f, "{between}{sign}^({length})")?,
            }
            between = " ";
        }
        Ok(())
    }
}

// The simplest number, and canonical options.

impl Signs {
    /// The signs that two ordered numbers' signs leave for the simplest number
    /// between: the longest common beginning, or the first that lies between after it.
    fn between(low: &Self, high: &Self) -> Result<Self> {
        let common = low.common(high)?;
        let mut signs = low.until(&common)?;
        let (low, high) = (low.after(&common)?, high.after(&common)?);
        // Who goes on, when one of the two ends here; the simplest number lies on that side.
        let (player, on) = match (low.is_empty(), high.is_empty()) {
            (true, _) => (Player::Left, high),
            (_, true) => (Player::Right, low),
            _ => return Ok(signs),
        };
        let one = Ordinal::from(1);
        signs.push(player, &one)?;
        let first = on.runs.first().expect("different numbers have different signs");
        if first.length > one {
            return Ok(signs);
        }
        // After a single sign: the run that follows, and one more where all ends with it.
        if let Some(second) = on.runs.get(1) {
            signs.push(second.player, &second.length)?;
        }
        if on.runs.len() <= 2 {
            signs.push(player.opponent(), &one)?;
        }
        Ok(signs)
    }

    /// The canonical options of `player`: the beginnings that are followed by a sign of
    /// this player, of which those that matter lie before the last run of such signs
    /// ends.
    fn options(&self, player: Player) -> Result<Options> {
        let Some(last) = self.runs.iter().rposition(|run| run.player == player) else {
            return Ok(Options::None);
        };
        let before = Signs { runs: self.runs[..last].to_vec() };
        let length = self.runs[last].length.clone();
        Ok(match kind(&length) {
            Kind::Limit => Options::Sequence { before, player, length },
            _ => {
                let mut one = before;
                one.push(player, &towards(&length, 0)?)?;
                Options::One(one)
            }
        })
    }
}

enum Options {
    None,
    One(Signs),
    /// `before` and ever longer runs of `player`, shorter than `length`.
    Sequence {
        before: Signs,
        player: Player,
        length: Ordinal,
    },
}

/// How many canonical options `player` has in x: none, one, or infinitely many
/// (`None`).
///
/// # Errors
/// A limit.
pub(crate) fn option_count(x: &Surreal, player: Player) -> Result<Option<u64>> {
    Ok(match Signs::of(x)?.options(player)? {
        Options::None => Some(0),
        Options::One(_) => Some(1),
        Options::Sequence { .. } => None,
    })
}

/// The canonical option of `player` in x with this number.
///
/// Where there are infinitely many, these are a sequence that comes as near to x as all
/// of them: such a set has no least representative, and this is the one that the
/// crate takes. omega = {0, 1, 2, ... | }.
///
/// # Errors
/// A limit.
pub(crate) fn option(x: &Surreal, player: Player, index: u64) -> Result<Option<Surreal>> {
    Ok(match Signs::of(x)?.options(player)? {
        Options::One(one) if index == 0 => Some(one.number()?),
        Options::Sequence { mut before, player, length } => {
            before.push(player, &towards(&length, index)?)?;
            Some(before.number()?)
        }
        _ => None,
    })
}

/// The day on which x is born: an ordinal.
///
/// # Errors
/// A limit.
pub fn birthday(x: &Surreal) -> Result<Ordinal> {
    Signs::of(x)?.length()
}

/// The simplest number, that is the one with the smallest birthday, between two
/// bounds; `None` where no number lies.
///
/// Its signs are the longest common beginning of the signs of the bounds, if that lies between;
/// otherwise the shortest sequence after it that does.
///
/// ```
/// use std::ops::Bound::{Excluded, Unbounded};
/// use cg_surreal::{Surreal, simplest};
/// let (one, omega) = (Surreal::from(1), Surreal::omega());
/// assert_eq!(simplest(Excluded(&omega), Unbounded)?, Some(omega.add(&one)?));
/// // Not omega/4: that is no simpler than the integers.
/// assert_eq!(simplest(Excluded(&one), Excluded(&omega))?, Some(Surreal::from(2)));
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Errors
/// A limit.
pub fn simplest(low: Bound<&Surreal>, high: Bound<&Surreal>) -> Result<Option<Surreal>> {
    let value = |bound: Bound<&Surreal>| match bound {
        Bound::Included(x) | Bound::Excluded(x) => Some(x.clone()),
        Bound::Unbounded => None,
    };
    let (least, most) = match (value(low), value(high)) {
        (None, None) => return Ok(Some(Surreal::zero())),
        (Some(x), Some(y)) => match Ord::cmp(&x, &y) {
            Ordering::Less => (x, y),
            Ordering::Equal if matches!((low, high), (Bound::Included(_), Bound::Included(_))) => {
                return Ok(Some(x));
            }
            _ => return Ok(None),
        },
        // No simplest number is as far away as the day after the next one's birthday.
        (Some(x), None) => {
            let far = birthday(&x)?.add(&Surreal::from(2))?;
            (x, far)
        }
        (None, Some(y)) => {
            let far = birthday(&y)?.add(&Surreal::from(2))?;
            (far.negate(), y)
        }
    };
    let ends = [(Signs::of(&least)?, low), (Signs::of(&most)?, high)];
    let mut best = Signs::between(&ends[0].0, &ends[1].0)?;
    // An end that may be taken is simpler exactly when the best of the others begins with it.
    for (end, bound) in ends {
        if matches!(bound, Bound::Included(_)) && end.begins(&best)? {
            best = end;
        }
    }
    best.number().map(Some)
}
