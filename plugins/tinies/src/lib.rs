//! The subgroup of sums x + j.(±1) + m.tiny-2.
//!
//! A number x, at most one switch ±1 = {1 | -1} (two of them cancel), and m copies
//! of tiny-2 = {0 || 0 | -2}, or of its negative. The switch belongs here because
//! Right's move in tiny-2 leads to {0 | -2} = -1 ± 1: without it the canonical
//! options of an element would be no elements.
//!
//! The crate is an example of a family that includes one subgroup (`numbers`) and
//! overlaps another (`switches`), and the check of plugins is measured on it: see
//! `docs/plugins.md`.
//!
//! An element is encoded as the dyadic x, a count j of 0 or 1, and the integer m.

use std::ops::Bound;

use cg_core::encoding::{Decoder, Encoder, Malformed};
use cg_core::{
    Dyadic, Element, Error, Explanations, Home, Notation, Outcome, Player, Relation, Relations,
    Relative, Result, Subgroup, Text, Views, check_bits,
};
use cg_subgroups::{NumberPlus, Numbers, simplest_between};
use cg_switches::{SwitchSum, Switches};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// The subgroup of sums x + j.(±1) + m.tiny-2.
///
/// ```
/// use cg_core::{Notation, Outcome, Subgroup, Text};
/// use cg_tinies::Tinies;
/// let read = |text| Tinies.parse(text, Notation::Standard);
/// let (tiny, switch) = (read("(1).tiny(2)")?, read("(+-1)")?);
/// assert_eq!(Tinies.outcome(&tiny)?, Outcome::Left);
/// assert_eq!(Tinies.outcome(&Tinies.add(&tiny, &switch)?)?, Outcome::Next);
/// let threat = read("-1+(+-1)")?; // {0 | -2}
/// assert_eq!(Tinies.simplify(&[&read("0")?], &[&threat])?, Some(tiny));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Tinies;

cg_plugin::export_subgroup!("tinies", Tinies);

const NAME: &str = "tinies";

/// A sum x + j.(±1) + m.tiny-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TinySum {
    number: Dyadic,
    switch: bool,
    tinies: IBig,
}

impl Element for TinySum {
    fn write(&self, to: &mut Encoder) {
        self.number.write(to);
        self.switch.write(to);
        self.tinies.write(to);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        let (number, switch) = (Dyadic::read(from)?, bool::read(from)?);
        Ok(TinySum { number, switch, tinies: IBig::read(from)? })
    }
}

fn element(number: Dyadic, switch: bool, tinies: IBig) -> TinySum {
    TinySum { number, switch, tinies }
}

impl From<Dyadic> for TinySum {
    fn from(number: Dyadic) -> Self {
        element(number, false, IBig::ZERO)
    }
}

impl TinySum {
    fn negate(&self) -> Self {
        element(-&self.number, self.switch, -&self.tinies)
    }

    fn is_number(&self) -> bool {
        !self.switch && self.tinies.is_zero()
    }

    /// Whether Left wins moving first. With the switch she moves to
    /// x + 1 + m.tiny; where m < 0 she does better in a miny, whose {2 | 0} = 1 ± 1
    /// cancels the switch: x + 1 + (m+1).tiny.
    fn left_wins_first(&self) -> bool {
        if !self.switch {
            let number = self.number.sign();
            return number.is_gt() || number.is_eq() && self.tinies > IBig::ZERO;
        }
        let number = (&self.number + &Dyadic::ONE).sign();
        number.is_gt() || number.is_eq() && self.tinies >= IBig::NEG_ONE
    }

    fn outcome(&self) -> Outcome {
        Outcome::from_first_moves(self.left_wins_first(), self.negate().left_wins_first())
    }

    /// Left's canonical options, where this is no number. Her other moves are
    /// dominated or reversible: a tiny that Left leaves alone lets Right threaten.
    fn left_options(&self) -> Vec<TinySum> {
        let number = |shift: i64| &self.number + &Dyadic::from(shift);
        let tinies = |shift: i64| &self.tinies + IBig::from(shift);
        if self.switch {
            let copies = if self.tinies < IBig::ZERO { tinies(1) } else { IBig::ZERO };
            let mut options = vec![element(number(1), false, copies)];
            if self.tinies == IBig::ONE {
                options.push(element(number(0), true, IBig::ZERO));
            }
            return options;
        }
        match self.tinies > IBig::ZERO {
            true => vec![number(0).into()],
            false => vec![element(number(1), true, tinies(1))],
        }
    }

    fn options(&self, player: Player) -> Vec<TinySum> {
        if self.is_number() {
            let option = match player {
                Player::Left => self.number.left_option(),
                Player::Right => self.number.right_option(),
            };
            return option.into_iter().map(TinySum::from).collect();
        }
        match player {
            Player::Left => self.left_options(),
            Player::Right => mirrored(&self.negate().left_options()),
        }
    }
}

fn mirrored(options: &[TinySum]) -> Vec<TinySum> {
    options.iter().map(TinySum::negate).collect()
}

/// The bound that these left options put on a number. An option allows the number
/// unless it is at least as large.
fn lower_bound(options: &[TinySum]) -> Bound<Dyadic> {
    let bound = |option: &TinySum| match option.switch {
        false => (option.number.clone(), option.tinies >= IBig::ZERO),
        true => (&option.number - &Dyadic::ONE, option.tinies > IBig::ONE),
    };
    match options.iter().map(bound).max() {
        None => Bound::Unbounded,
        Some((number, true)) => Bound::Excluded(number),
        Some((number, false)) => Bound::Included(number),
    }
}

/// Whether {left | right} is `value`, which is no number: no option is as good for
/// its player as the value, and each canonical option of the value is matched by an
/// option at least as good.
fn certified(left: &[TinySum], right: &[TinySum], value: &TinySum) -> Result<bool> {
    for (options, player) in [(left, Player::Left), (right, Player::Right)] {
        let reaches = |target: &TinySum| -> Result<bool> {
            for option in options {
                let relation = Tinies.compare(option, target)?;
                let good = match player {
                    Player::Left => relation.at_least(),
                    Player::Right => relation.at_most(),
                };
                if good {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        if reaches(value)? {
            return Ok(false);
        }
        for wanted in value.options(player) {
            if !reaches(&wanted)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// What {left | right} may be, as far as Left's options tell: the games whose
/// canonical options these can match.
fn candidates(left: &[TinySum]) -> impl Iterator<Item = TinySum> {
    left.iter().flat_map(|option| {
        let below = &option.number - &Dyadic::ONE;
        match option.switch {
            // Of x + ±1 + m.tiny, m <= 0, it is x + 1 or x + 1 + (m+1).tiny.
            false => vec![
                element(below.clone(), true, option.tinies.clone()),
                element(below, true, &option.tinies - IBig::ONE),
            ],
            // Of x + m.tiny, m < 0, it is x + 1 + ±1 + (m+1).tiny.
            true => vec![element(below, false, &option.tinies - IBig::ONE)],
        }
    })
}

impl Subgroup for Tinies {
    type Element = TinySum;

    fn name(&self) -> &str {
        NAME
    }

    fn zero(&self) -> Result<TinySum> {
        Ok(Dyadic::ZERO.into())
    }

    fn negate(&self, g: &TinySum) -> Result<TinySum> {
        Ok(g.negate())
    }

    fn add(&self, g: &TinySum, h: &TinySum) -> Result<TinySum> {
        let number = g.number.checked_add(&h.number)?;
        Ok(element(number, g.switch != h.switch, &g.tinies + &h.tinies))
    }

    fn outcome(&self, g: &TinySum) -> Result<Outcome> {
        Ok(g.outcome())
    }

    fn simplify(&self, left: &[&TinySum], right: &[&TinySum]) -> Result<Option<TinySum>> {
        let [left, right] = [left, right]
            .map(|side| -> Vec<TinySum> { side.iter().map(|option| (*option).clone()).collect() });
        let mirror = [mirrored(&left), mirrored(&right)];
        let lower = lower_bound(&left);
        let upper = lower_bound(&mirror[1]).map(|bound| -bound);
        if let Some(number) = simplest_between(lower.as_ref(), upper.as_ref())? {
            return Ok(Some(number.into()));
        }
        let negatives = candidates(&mirror[1]).map(|value| value.negate());
        for value in candidates(&left).chain(negatives) {
            if !value.is_number() && certified(&left, &right, &value)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn option_count(&self, g: &TinySum, player: Player) -> Result<u64> {
        Ok(g.options(player).len() as u64)
    }

    fn option(&self, g: &TinySum, player: Player, index: u64) -> Result<TinySum> {
        let option = usize::try_from(index).ok().and_then(|i| g.options(player).into_iter().nth(i));
        option.ok_or_else(|| Error::subgroup(NAME, format!("there is no option {index}")))
    }

    fn samples(&self) -> Result<Vec<TinySum>> {
        let halves = |n: i64| Dyadic::new(n.into(), 1);
        let samples = [
            (0, false, 0),
            (0, false, 1),
            (0, true, 0),
            (-2, true, 0),
            (2, false, 0),
            (0, false, -1),
            (0, true, 1),
            (0, false, 2),
            (-2, true, 1),
            (2, true, -1),
            (2, true, -2),
            (1, false, 0),
            (-1, false, 3),
            (0, true, -3),
            (3, true, 2),
            (-4, false, -2),
        ];
        let sample = |(n, switch, m): (i64, bool, i64)| Ok(element(halves(n)?, switch, m.into()));
        samples.into_iter().map(sample).collect()
    }

    fn multiple(&self, count: &IBig, g: &TinySum) -> Result<TinySum> {
        let number = Numbers.multiple(count, &g.number)?;
        check_bits(count.bit_len() + g.tinies.bit_len())?;
        Ok(element(number, g.switch && count.bit(0), count * &g.tinies))
    }

    fn compare(&self, g: &TinySum, h: &TinySum) -> Result<Relation> {
        Ok(self.subtract(g, h)?.outcome().into())
    }
}

impl Text for Tinies {
    fn print(&self, g: &TinySum, notation: Notation) -> Result<String> {
        let mut terms = Vec::new();
        if !g.number.is_zero() || g.is_number() {
            terms.push(Numbers.print(&g.number, notation)?);
        }
        if g.switch {
            terms.push(switch(notation).to_owned());
        }
        if !g.tinies.is_zero() {
            terms.push(format!("({}){}", g.tinies, tiny(notation)));
        }
        Ok(terms.join("+"))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<TinySum> {
        let unreadable = || Error::parse(NAME, text, "expected x+(+-1)+(m).tiny(2)");
        let mut rest = text;
        let mut tinies = IBig::ZERO;
        if let Some(before) = rest.strip_suffix(tiny(notation)) {
            let (before, copies) = before.rsplit_once('(').ok_or_else(unreadable)?;
            let copies = copies.strip_suffix(')').ok_or_else(unreadable)?;
            tinies = copies.parse().map_err(|_| unreadable())?;
            rest = before.strip_suffix('+').unwrap_or(before);
        }
        let before = rest.strip_suffix(switch(notation));
        let has_switch = before.is_some();
        rest = before.map_or(rest, |before| before.strip_suffix('+').unwrap_or(before));
        let number = match rest {
            "" if text.is_empty() => return Err(unreadable()),
            "" => Dyadic::ZERO,
            rest => Numbers.parse(rest, notation).map_err(|_| unreadable())?,
        };
        Ok(element(number, has_switch, tinies))
    }
}

fn switch(notation: Notation) -> &'static str {
    match notation {
        Notation::Paper => "(+-(1))",
        Notation::Standard => "(+-1)",
        Notation::Unicode => "±1",
        Notation::Latex => r"\pm 1",
    }
}

/// What follows the count of copies.
fn tiny(notation: Notation) -> &'static str {
    match notation {
        Notation::Paper | Notation::Standard => ".tiny(2)",
        Notation::Unicode => "⧾(2)",
        Notation::Latex => r"\cdot {+}_{2}",
    }
}

impl Relations for Tinies {
    fn relatives(&self) -> Result<Vec<Relative<TinySum>>> {
        let numbers = Relative::includes(Numbers, |x: &Dyadic| x.clone().into());
        let switches = Relative::overlaps(Switches, |g: &SwitchSum| {
            let switch = match g.temperatures() {
                [] => false,
                [one] => *one == Dyadic::ONE,
                _ => return None,
            };
            let here = g.infinitesimal().is_zero() && switch != g.temperatures().is_empty();
            here.then(|| element(g.number().clone(), switch, IBig::ZERO))
        });
        Ok(vec![numbers, switches])
    }

    fn settle(&self, g: &TinySum) -> Result<Home> {
        Ok(match (g.switch, g.tinies.is_zero()) {
            (false, true) => Home::within(&Numbers, g.number.clone()),
            (true, true) => {
                let switched = SwitchSum::new(NumberPlus::from(g.number.clone()), [Dyadic::ONE]);
                Home::within(&Switches, switched)
            }
            (_, false) => Home::Here,
        })
    }
}

impl Views for Tinies {
    /// The switch is played first, and threats of tinies are answered.
    fn stop(&self, g: &TinySum, player: Player) -> Result<Option<Dyadic>> {
        let gain = match (g.switch, player) {
            (false, _) => 0,
            (true, Player::Left) => 1,
            (true, Player::Right) => -1,
        };
        Ok(Some(&g.number + &Dyadic::from(gain)))
    }
}

impl Explanations for Tinies {}
