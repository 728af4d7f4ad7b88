//! The subgroup: what the calculator asks.

use std::fmt;

use cg_core::{
    Dyadic, Error, Explanations, Home, Notation, NumberUpsStar, Outcome, Player, Relation,
    Relations, Relative, Result, Subgroup, Text, Views,
};
use cg_subgroups::{Infinitesimal, NumberPlus, Numberish, Numbers, certificate, simplest_in_words};
use dashu_int::{IBig, UBig};

use crate::element::SwitchSum;
use crate::{rule, text};

/// The subgroup of games x + ±a + ±b + ... + S + *n.
///
/// Simplification of {L | R}: let lo be the best score that Left's options leave
/// to Left when Right begins, and hi the best that Right's options leave to
/// Right.
///
/// - Where a number fits between (scores themselves allowed when parity permits),
///   the value is the simplest one.
/// - Otherwise, where lo = hi = x, it is x plus an infinitesimal, found by the
///   rule for S + *n: an option with an odd number of switches is reversible, and
///   is replaced by what its play leads to.
/// - Where lo > hi, it has a switch: the values Y and Z that Left's and Right's
///   options reverse to differ in their numbers only, by 2a, and the value is their
///   mean ± a.
///
/// ```
/// use cg_core::{Notation, Outcome, Subgroup, Text};
/// use cg_switches::Switches;
/// let read = |text| Switches.parse(text, Notation::Standard);
/// let switch = read("{1|-1}")?;
/// assert_eq!(Switches.add(&switch, &switch)?, Switches.zero()?);
/// assert_eq!(Switches.outcome(&read("{3|-1}+{1|-1}")?)?, Outcome::Left);
/// assert_eq!(Switches.simplify(&[&read("5")?], &[&read("3")?])?, Some(read("4+(+-1)")?));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Switches;

impl Switches {
    /// The name of this subgroup.
    pub const NAME: &'static str = "switches";
}

impl Subgroup for Switches {
    type Element = SwitchSum;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> Result<SwitchSum> {
        Ok(SwitchSum::default())
    }

    fn negate(&self, g: &SwitchSum) -> Result<SwitchSum> {
        Ok(g.negate())
    }

    fn add(&self, g: &SwitchSum, h: &SwitchSum) -> Result<SwitchSum> {
        g.add(h)
    }

    fn outcome(&self, g: &SwitchSum) -> Result<Outcome> {
        Ok(g.outcome())
    }

    fn simplify(&self, left: &[&SwitchSum], right: &[&SwitchSum]) -> Result<Option<SwitchSum>> {
        rule::simplify(left, right)
    }

    fn option_count(&self, g: &SwitchSum, player: Player) -> Result<u64> {
        match g.switches.is_empty() {
            true => Numberish.option_count(&g.rest, player),
            false => Ok(1),
        }
    }

    fn option(&self, g: &SwitchSum, player: Player, index: u64) -> Result<SwitchSum> {
        match g.hottest_played(player) {
            None => Numberish.option(&g.rest, player, index).map(SwitchSum::from),
            Some(option) if index == 0 => Ok(option),
            Some(_) => {
                Err(Error::subgroup(Self::NAME, format!("there is no option {index}: there is 1")))
            }
        }
    }

    fn samples(&self) -> Result<Vec<SwitchSum>> {
        samples()
    }

    fn heap_bytes(&self, g: &SwitchSum) -> Result<usize> {
        let spilled = if g.switches.spilled() { g.switches.capacity() } else { 0 };
        let mut bytes = spilled * size_of::<Dyadic>() + Numberish.heap_bytes(&g.rest)?;
        for number in g.switches.iter().chain([&g.swing]) {
            bytes += Numbers.heap_bytes(number)?;
        }
        Ok(bytes)
    }

    fn sum(&self, terms: &[&SwitchSum]) -> Result<SwitchSum> {
        SwitchSum::sum(terms)
    }

    fn multiple(&self, count: &IBig, g: &SwitchSum) -> Result<SwitchSum> {
        g.multiple(count)
    }

    fn compare(&self, g: &SwitchSum, h: &SwitchSum) -> Result<Relation> {
        Ok(g.compare(h))
    }
}

impl Text for Switches {
    fn print(&self, g: &SwitchSum, notation: Notation) -> Result<String> {
        Ok(text::print(g, notation))
    }

    fn in_braces(&self, g: &SwitchSum, notation: Notation) -> Result<bool> {
        Ok(text::in_braces(g, notation))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<SwitchSum> {
        text::read(text, notation).map_err(|error| match error {
            text::Unreadable::Text(reason) => Error::parse(Self::NAME, text, reason),
            text::Unreadable::Limit(error) => error,
        })
    }
}

impl Relations for Switches {
    fn relatives(&self) -> Result<Vec<Relative<SwitchSum>>> {
        Ok(vec![Relative::includes(Numberish, |g: &NumberPlus| g.clone().into())])
    }

    fn settle(&self, g: &SwitchSum) -> Result<Home> {
        Ok(match g.switches.is_empty() {
            true => Home::within(&Numberish, g.rest.clone()),
            false => Home::Here,
        })
    }
}

impl Views for Switches {
    fn number_ups_star(&self, g: &SwitchSum) -> Result<Option<NumberUpsStar>> {
        if g.switches.is_empty() { Numberish.number_ups_star(&g.rest) } else { Ok(None) }
    }

    fn stop(&self, g: &SwitchSum, player: Player) -> Result<Option<Dyadic>> {
        Ok(Some(g.score(player)))
    }

    fn compare_to_stop(&self, g: &SwitchSum, player: Player) -> Result<Option<Relation>> {
        Ok(Some(g.compare_to_score(player)))
    }
}

/// The rules in words.
impl Explanations for Switches {
    fn explain_value(
        &self,
        left: &[&SwitchSum],
        right: &[&SwitchSum],
        value: &SwitchSum,
        notation: Notation,
    ) -> Result<Option<String>> {
        if !value.is_number() {
            return certificate(self, left, right, value, notation);
        }
        let [lower, upper] = &rule::bounds(left, right);
        let simplest =
            simplest_in_words([lower.as_ref(), upper.as_ref()], value.number(), notation);
        Ok(Some(format!(
            "with the options' switches played out, hottest first, a number fits:\n\
             {simplest} (the simplest number theorem)"
        )))
    }

    fn explain_outcome(&self, g: &SwitchSum, notation: Notation) -> Result<Option<String>> {
        if g.temperatures().is_empty() {
            return Numberish.explain_outcome(&g.rest, notation);
        }
        let scores = Player::BOTH.map(|player| g.score(player));
        let [left, right] =
            [&scores[0], &scores[1]].map(|score| NumberPlus::from(score.clone()).print(notation));
        let outcome = g.outcome();
        let so = Player::BOTH.map(|player| match outcome.won_by_first(player) {
            true => "who so wins",
            false => "who so loses",
        });
        let text = format!(
            "played hottest first, the switches leave {left} when Left begins, {}, and {right} \
             when Right does, {}",
            so[0], so[1]
        );
        if scores.iter().any(Dyadic::is_zero) {
            let who = if g.is_even() { "the player who began" } else { "the other player" };
            let rest = NumberPlus::from(g.infinitesimal().clone()).print(notation);
            let rest = format!("(at 0, {who} moves first in what is left, {rest})");
            return Ok(Some(format!("{text}\n{rest}")));
        }
        Ok(Some(text))
    }

    fn explain_sum(&self, _: &[&SwitchSum], _: Notation) -> Result<Option<String>> {
        let rule = "numbers add, two equal switches cancel, ups and nimbers add as they do alone";
        Ok(Some(rule.to_owned()))
    }
}

/// All kinds of elements: every small combination of parts, the telling ones
/// first.
fn samples() -> Result<Vec<SwitchSum>> {
    let quarters =
        |n: i64| Dyadic::quotient(&n.into(), &IBig::from(4)).expect("a quotient by a power of two");
    let number = |n: i64| NumberPlus::from(quarters(n));
    let nimber = |n: u8| NumberPlus::from(Infinitesimal::nimber(UBig::from(n)));
    let up = |n: i64| NumberPlus::from(Infinitesimal::up(&quarters(n)).expect("a positive order"));
    let sum = |a: &NumberPlus, b: &NumberPlus| Numberish.add(a, b);
    let zero = NumberPlus::default;
    let parts: Vec<(NumberPlus, &[i64])> = vec![
        (zero(), &[]),
        (zero(), &[4]),
        (number(4), &[4]),
        (nimber(1), &[]),
        (up(4), &[]),
        (zero(), &[4, 2]),
        (number(4), &[]),
        (nimber(1), &[2]),
        (up(4), &[4]),
        (number(-2), &[2]),
        (nimber(2), &[]),
        (nimber(2), &[4]),
        (number(2), &[4, 2]),
        (sum(&up(4), &nimber(1))?, &[4]),
        (sum(&number(1), &nimber(1))?, &[6, 1]),
        (sum(&number(-4), &up(4))?, &[]),
        (up(8), &[6, 4]),
        (sum(&up(2).negate(), &nimber(2))?, &[4, 2]),
        (number(17), &[18, 2]),
        (sum(&up(8), &up(4).negate())?, &[4, 2, 1]),
        (number(3), &[8, 4, 2]),
        (sum(&number(1), &sum(&up(6), &nimber(3))?)?, &[8, 4, 2, 1]),
    ];
    let element = |(rest, temperatures): (NumberPlus, &[i64])| {
        SwitchSum::new(rest, temperatures.iter().map(|&n| quarters(n)))
    };
    Ok(parts.into_iter().map(element).collect())
}

/// As the standard notation writes it.
impl fmt::Debug for SwitchSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::print(self, Notation::Standard))
    }
}
