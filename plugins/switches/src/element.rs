//! Elements, their sums, and the outcome rule.

use std::cmp::Ordering;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{Arrange, Dyadic, Outcome, Player, Relation, Result, Subgroup};
use cg_subgroups::{Infinitesimal, NumberPlus, Numberish};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use smallvec::SmallVec;

/// x + S + *n as `numberish` writes it, the count of the switches, and their
/// temperatures, decreasing.
impl Element for SwitchSum {
    fn write(&self, to: &mut Encoder) {
        self.rest.write(to);
        to.count(self.switches.len() as u64);
        self.switches.iter().for_each(|temperature| to.dyadic(temperature));
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        let rest = NumberPlus::read(from)?;
        let mut switches = Temperatures::new();
        for _ in 0..from.count()? {
            // A false count ends early: each temperature takes bytes.
            let temperature = from.dyadic()?;
            let fits = switches.last().is_none_or(|last| temperature < *last);
            if !fits || temperature.sign().is_le() {
                return Err(from.malformed("temperatures must decrease and be positive"));
            }
            switches.push(temperature);
        }
        Ok(SwitchSum { rest, switches })
    }
}

/// Temperatures, decreasing.
pub(crate) type Temperatures = SmallVec<[Dyadic; 2]>;

/// The game x + ±a + ±b + ... + S + *n in normal form: equal games are equal
/// values.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct SwitchSum {
    /// x + S + *n.
    pub(crate) rest: NumberPlus,
    /// a, b, ...: positive, decreasing.
    pub(crate) switches: Temperatures,
}

impl SwitchSum {
    /// The sum of `rest` and the switches ±a for each a in `temperatures`, in any
    /// order and with repetitions: ±a + ±a = 0, ±0 = 0, and ±(-a) = ±a.
    pub fn new(rest: NumberPlus, temperatures: impl IntoIterator<Item = Dyadic>) -> Self {
        let mut sorted: Vec<Dyadic> = temperatures.into_iter().map(Dyadic::abs).collect();
        sorted.arrange_by(|a, b| b.cmp(a));
        let mut switches = Temperatures::new();
        for temperature in sorted {
            if switches.last() == Some(&temperature) {
                switches.pop();
            } else if !temperature.is_zero() {
                switches.push(temperature);
            }
        }
        SwitchSum { rest, switches }
    }

    /// The number x, as part of the sum.
    pub fn number(&self) -> &Dyadic {
        &self.rest.number
    }

    /// The temperatures a of the switches ±a, decreasing.
    pub fn temperatures(&self) -> &[Dyadic] {
        &self.switches
    }

    /// The ups, downs and nimber S + *n.
    pub fn infinitesimal(&self) -> &Infinitesimal {
        &self.rest.infinitesimal
    }

    /// Whether this is a number.
    pub(crate) fn is_number(&self) -> bool {
        self.switches.is_empty() && self.infinitesimal().is_zero()
    }

    pub(crate) fn negate(&self) -> Self {
        SwitchSum { rest: self.rest.negate(), switches: self.switches.clone() }
    }

    pub(crate) fn add(&self, other: &Self) -> Result<Self> {
        let rest = Numberish.add(&self.rest, &other.rest)?;
        let switches = Unpaired::new(&self.switches, &other.switches).cloned().collect();
        Ok(SwitchSum { rest, switches })
    }

    /// Adds all parts of one kind at once.
    pub(crate) fn sum(terms: &[&Self]) -> Result<Self> {
        let rest = NumberPlus {
            number: Dyadic::sum(terms.iter().map(|term| term.number()))?,
            infinitesimal: Infinitesimal::sum(terms.iter().map(|term| term.infinitesimal()))?,
        };
        let temperatures: Vec<Dyadic> =
            terms.iter().flat_map(|term| &term.switches).cloned().collect();
        Ok(SwitchSum::new(rest, temperatures))
    }

    pub(crate) fn multiple(&self, count: &IBig) -> Result<Self> {
        let rest = Numberish.multiple(count, &self.rest)?;
        let switches = if count.bit(0) { self.switches.clone() } else { Temperatures::new() };
        Ok(SwitchSum { rest, switches })
    }

    /// The number that is left when `first` begins, and the switches are played
    /// hottest first: x + a - b + ... for Left, x - a + b - ... for Right.
    pub(crate) fn score(&self, first: Player) -> Dyadic {
        let swing = alternating(self.switches.iter());
        match first {
            Player::Left => self.number() + &swing,
            Player::Right => self.number() - &swing,
        }
    }

    /// Whether the player who begins moves first again when all switches are
    /// played.
    pub(crate) fn is_even(&self) -> bool {
        self.switches.len().is_multiple_of(2)
    }

    /// **The outcome rule**: that of the number that the switches leave, hottest
    /// first; where it is 0, that of S + *n with the player to move who is then
    /// due.
    ///
    /// Playing the hottest switch first dominates: a + ±b is at least b + ±a for
    /// a > b, and a + X is at least ±a + X^L for infinitesimal X, since Left answers
    /// ±a -> -a by X -> X^L and anything else by ±a -> a.
    pub fn outcome(&self) -> Outcome {
        outcome(self.number(), &alternating(self.switches.iter()), self.is_even(), || {
            self.infinitesimal().outcome()
        })
    }

    /// How this game stands to `other`: the outcome of the difference, which is
    /// not made.
    pub fn compare(&self, other: &Self) -> Relation {
        if self.switches == other.switches {
            return match self.number().cmp(other.number()) {
                Ordering::Less => Relation::Less,
                Ordering::Equal => self.infinitesimal().compare(other.infinitesimal()),
                Ordering::Greater => Relation::Greater,
            };
        }
        let mut even = true;
        let unpaired = Unpaired::new(&self.switches, &other.switches);
        let swing = alternating(unpaired.inspect(|_| even = !even));
        let infinitesimal = || self.infinitesimal().compare(other.infinitesimal()).into();
        outcome(&(self.number() - other.number()), &swing, even, infinitesimal).into()
    }

    /// The option of `player` that plays the hottest switch, if there is one.
    pub(crate) fn hottest_played(&self, player: Player) -> Option<Self> {
        let (hottest, others) = self.switches.split_first()?;
        let number = match player {
            Player::Left => self.number() + hottest,
            Player::Right => self.number() - hottest,
        };
        let rest = NumberPlus { number, infinitesimal: self.infinitesimal().clone() };
        Some(SwitchSum { rest, switches: others.iter().cloned().collect() })
    }

    /// The game with the options `high` + W + S + *n and `low` + W + S + *n, for switches W that are
    /// cooler than half of the difference, which is positive.
    pub(crate) fn between(
        high: &Dyadic,
        low: &Dyadic,
        cooler: &[Dyadic],
        infinitesimal: Infinitesimal,
    ) -> Result<Self> {
        let temperature = (high - low).half()?;
        Ok(SwitchSum {
            rest: NumberPlus { number: low + &temperature, infinitesimal },
            switches: std::iter::once(temperature).chain(cooler.iter().cloned()).collect(),
        })
    }
}

impl From<NumberPlus> for SwitchSum {
    fn from(rest: NumberPlus) -> Self {
        SwitchSum { rest, switches: Temperatures::new() }
    }
}

/// a - b + c - ... of decreasing positive numbers: not negative, and 0 only when
/// there are none.
fn alternating<'a>(temperatures: impl Iterator<Item = &'a Dyadic>) -> Dyadic {
    let mut sum = Dyadic::ZERO;
    for (index, temperature) in temperatures.enumerate() {
        sum = if index.is_multiple_of(2) { &sum + temperature } else { &sum - temperature };
    }
    sum
}

/// The outcome of `number` + switches + S + *n, where the switches are worth
/// `swing` to who begins.
fn outcome(
    number: &Dyadic,
    swing: &Dyadic,
    even: bool,
    infinitesimal: impl FnOnce() -> Outcome,
) -> Outcome {
    let (left, right) = ((number + swing).sign(), (number - swing).sign());
    if left.is_ne() && right.is_ne() {
        return Outcome::from_first_moves(left.is_gt(), right.is_lt());
    }
    let infinitesimal = infinitesimal();
    // Who begins has the last move in the switches if these are odd, and then the opponent moves
    // first in what is left.
    let wins = |score: Ordering, player: Player| {
        let (good, favourable) = match player {
            Player::Left => (score.is_gt(), [Outcome::Left, infinitesimal_by(even)]),
            Player::Right => (score.is_lt(), [Outcome::Right, infinitesimal_by(even)]),
        };
        good || score.is_eq() && favourable.contains(&infinitesimal)
    };
    Outcome::from_first_moves(wins(left, Player::Left), wins(right, Player::Right))
}

/// The outcome, besides a win for either, with which who began wins S + *n.
pub(crate) fn infinitesimal_by(even: bool) -> Outcome {
    if even { Outcome::Next } else { Outcome::Previous }
}

/// The temperatures in exactly one of two decreasing lists, decreasing.
struct Unpaired<'a> {
    a: &'a [Dyadic],
    b: &'a [Dyadic],
}

impl<'a> Unpaired<'a> {
    fn new(a: &'a [Dyadic], b: &'a [Dyadic]) -> Self {
        Unpaired { a, b }
    }
}

impl<'a> Iterator for Unpaired<'a> {
    type Item = &'a Dyadic;

    fn next(&mut self) -> Option<&'a Dyadic> {
        loop {
            let order = match (self.a.first(), self.b.first()) {
                (None, None) => return None,
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some(a), Some(b)) => a.cmp(b),
            };
            match order {
                Ordering::Greater => return self.a.split_off_first(),
                Ordering::Less => return self.b.split_off_first(),
                Ordering::Equal => {
                    self.a.split_off_first();
                    self.b.split_off_first();
                }
            }
        }
    }
}
