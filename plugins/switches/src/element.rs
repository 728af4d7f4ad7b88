//! Elements, their sums, and the outcome rule.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{Arrange, Dyadic, Outcome, Player, Relation, Result, Subgroup};
use cg_subgroups::{Infinitesimal, NumberPlus, Numberish};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use smallvec::{SmallVec, smallvec};

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
        Ok(SwitchSum::of(rest, switches))
    }
}

/// Temperatures, decreasing.
pub(crate) type Temperatures = SmallVec<[Dyadic; 2]>;

/// The game x + ±a + ±b + ... + S + *n in normal form: equal games are equal
/// values.
#[derive(Clone, Default)]
pub struct SwitchSum {
    /// x + S + *n.
    pub(crate) rest: NumberPlus,
    /// a, b, ...: positive, decreasing.
    pub(crate) switches: Temperatures,
    /// a - b + c - ...: what the switches are worth to the player who begins.
    pub(crate) swing: Dyadic,
}

/// The switches tell their swing.
impl PartialEq for SwitchSum {
    fn eq(&self, other: &Self) -> bool {
        self.switches == other.switches && self.rest == other.rest
    }
}

impl Eq for SwitchSum {}

impl Hash for SwitchSum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rest.hash(state);
        self.switches.hash(state);
    }
}

impl SwitchSum {
    /// Of positive, decreasing temperatures.
    fn of(rest: NumberPlus, switches: Temperatures) -> Self {
        let swing = alternating(switches.iter());
        SwitchSum { rest, switches, swing }
    }

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
        SwitchSum::of(rest, switches)
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
        SwitchSum { rest: self.rest.negate(), ..self.clone() }
    }

    pub(crate) fn add(&self, other: &Self) -> Result<Self> {
        let rest = Numberish.add(&self.rest, &other.rest)?;
        let switches = Unpaired::new(&self.switches, &other.switches).cloned().collect();
        Ok(SwitchSum::of(rest, switches))
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
        Ok(SwitchSum::of(rest, switches))
    }

    /// The number that is left when `first` begins, and the switches are played
    /// hottest first: x + a - b + ... for Left, x - a + b - ... for Right.
    pub(crate) fn score(&self, first: Player) -> Dyadic {
        match first {
            _ if self.switches.is_empty() => self.number().clone(),
            Player::Left => self.number() + &self.swing,
            Player::Right => self.number() - &self.swing,
        }
    }

    /// How this game stands to its score.
    pub(crate) fn compare_to_score(&self, first: Player) -> Relation {
        let beyond = match first {
            Player::Left => -&self.swing,
            Player::Right => self.swing.clone(),
        };
        outcome(&beyond, &self.swing, self.is_even(), || self.infinitesimal().outcome()).into()
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
        outcome(self.number(), &self.swing, self.is_even(), || self.infinitesimal().outcome())
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
        let (swing, even) = self.swing_beside(other);
        let infinitesimal = || self.infinitesimal().compare(other.infinitesimal()).into();
        outcome(&(self.number() - other.number()), &swing, even, infinitesimal).into()
    }

    /// The gain of the player who begins in the switches of the difference from `other`, and whether
    /// their number is even.
    fn swing_beside(&self, other: &Self) -> (Dyadic, bool) {
        match (&self.switches[..], &other.switches[..]) {
            (_, []) => return (self.swing.clone(), self.is_even()),
            ([], _) => return (other.swing.clone(), other.is_even()),
            ([a], [b]) => return ((a - b).abs(), true),
            _ => {}
        }
        let mut even = true;
        let unpaired = Unpaired::new(&self.switches, &other.switches);
        (alternating(unpaired.inspect(|_| even = !even)), even)
    }

    /// Whether this game is at least as good for `player` as `other`: the opponent, who begins, does
    /// not win the difference. It is one half of [`SwitchSum::compare`].
    pub(crate) fn serves(&self, player: Player, other: &Self) -> bool {
        let difference = self.number() - other.number();
        let (swing, even) = match self.switches == other.switches {
            true => (Dyadic::ZERO, true),
            false => self.swing_beside(other),
        };
        let (score, opponent_ahead) = match player {
            Player::Left => (difference.cmp(&swing), Ordering::Less),
            Player::Right => (difference.cmp(&-swing), Ordering::Greater),
        };
        let infinitesimal = || self.infinitesimal().compare(other.infinitesimal()).into();
        match score.is_eq() {
            true => !wins_at_zero(player.opponent(), even, infinitesimal()),
            false => score != opponent_ahead,
        }
    }

    /// The option of `player` that plays the hottest switch, if there is one.
    pub(crate) fn hottest_played(&self, player: Player) -> Option<Self> {
        let (hottest, others) = self.switches.split_first()?;
        let number = match player {
            Player::Left => self.number() + hottest,
            Player::Right => self.number() - hottest,
        };
        let rest = NumberPlus { number, infinitesimal: self.infinitesimal().clone() };
        // Of a - (b - c + ...) the rest is b - c + ...
        let swing = hottest - &self.swing;
        Some(SwitchSum { rest, switches: listed(others), swing })
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
        let rest = NumberPlus { number: low + &temperature, infinitesimal };
        let mut switches = smallvec![temperature];
        switches.extend(cooler.iter().cloned());
        Ok(SwitchSum::of(rest, switches))
    }
}

impl From<NumberPlus> for SwitchSum {
    fn from(rest: NumberPlus) -> Self {
        SwitchSum::of(rest, Temperatures::new())
    }
}

/// A list of temperatures. Those of long lists are copied as a block.
fn listed(temperatures: &[Dyadic]) -> Temperatures {
    match temperatures {
        [] => Temperatures::new(),
        [one] => smallvec![one.clone()],
        [one, other] => smallvec![one.clone(), other.clone()],
        more => Temperatures::from_vec(more.to_vec()),
    }
}

/// a - b + c - ... of decreasing positive numbers: not negative, and 0 only when
/// there are none.
fn alternating<'a>(mut temperatures: impl Iterator<Item = &'a Dyadic>) -> Dyadic {
    let mut sum = temperatures.next().cloned().unwrap_or_default();
    for (index, temperature) in temperatures.enumerate() {
        sum = if index.is_multiple_of(2) { &sum - temperature } else { &sum + temperature };
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
    // The signs of number + swing and of number - swing.
    let (left, right) = match number.sign() {
        Ordering::Greater => (Ordering::Greater, number.cmp(swing)),
        Ordering::Equal => (swing.sign(), swing.sign().reverse()),
        Ordering::Less => (number.cmp(&-swing), Ordering::Less),
    };
    if left.is_ne() && right.is_ne() {
        return Outcome::from_first_moves(left.is_gt(), right.is_lt());
    }
    let infinitesimal = infinitesimal();
    let at_zero =
        |score: Ordering, player| score.is_eq() && wins_at_zero(player, even, infinitesimal);
    let left_wins = left.is_gt() || at_zero(left, Player::Left);
    let right_wins = right.is_lt() || at_zero(right, Player::Right);
    Outcome::from_first_moves(left_wins, right_wins)
}

/// Whether `player`, who began, wins if the numbers and switches leave 0. Who begins has the last
/// move in the switches if these are odd, and then the opponent moves first in what is left.
fn wins_at_zero(player: Player, even: bool, infinitesimal: Outcome) -> bool {
    let own = match player {
        Player::Left => Outcome::Left,
        Player::Right => Outcome::Right,
    };
    let by_turn = if even { Outcome::Next } else { Outcome::Previous };
    infinitesimal == own || infinitesimal == by_turn
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
