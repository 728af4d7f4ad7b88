//! The subgroup: what the calculator asks.

use std::fmt;

use cg_core::encoding::{Decoder, Malformed, encoded};
use cg_core::{
    Asked, Dyadic, Error, Home, Notation, NumberUpsStar, Outcome, Player, Relation, Relative,
    Result, Subgroup,
};
use cg_subgroups::{Infinitesimal, NumberPlus, Numberish};
use dashu_int::{IBig, UBig};

use crate::element::{SwitchSum, Temperatures};
use crate::{print, read, rule, words};

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
/// use cg_core::{Notation, Outcome, Subgroup};
/// use cg_switches::Switches;
/// let read = |text| Switches.parse(text, Notation::Standard);
/// let switch = read("{1|-1}")?;
/// assert_eq!(Switches.add(&switch, &switch)?, Switches.zero());
/// assert_eq!(Switches.outcome(&read("{3|-1}+{1|-1}")?), Outcome::Left);
/// assert_eq!(Switches.simplify(&[&read("5")?], &[&read("3")?])?, Some(read("4+(+-1)")?));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Switches;

impl Switches {
    /// The name of this subgroup.
    pub const NAME: &'static str = "switches";
}

fn read_piece<T>(piece: std::result::Result<T, Malformed>) -> Result<T> {
    piece.map_err(|malformed| Error::subgroup(Switches::NAME, malformed.to_string()))
}

impl Subgroup for Switches {
    type Element = SwitchSum;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn zero(&self) -> SwitchSum {
        SwitchSum::default()
    }

    fn negate(&self, g: &SwitchSum) -> SwitchSum {
        g.negate()
    }

    fn add(&self, g: &SwitchSum, h: &SwitchSum) -> Result<SwitchSum> {
        g.add(h)
    }

    fn outcome(&self, g: &SwitchSum) -> Outcome {
        g.outcome()
    }

    fn simplify(&self, left: &[&SwitchSum], right: &[&SwitchSum]) -> Result<Option<SwitchSum>> {
        rule::simplify(left, right)
    }

    fn option_count(&self, g: &SwitchSum, player: Player) -> u64 {
        match g.switches.is_empty() {
            true => Numberish.option_count(&g.rest, player),
            false => 1,
        }
    }

    fn option(&self, g: &SwitchSum, player: Player, index: u64) -> Result<SwitchSum> {
        match g.hottest_played(player)? {
            None => Numberish.option(&g.rest, player, index).map(SwitchSum::from),
            Some(option) if index == 0 => Ok(option),
            Some(_) => {
                Err(Error::subgroup(Self::NAME, format!("there is no option {index}: there is 1")))
            }
        }
    }

    /// x + S + *n as `numberish` writes it, the count of the switches, and their
    /// temperatures, decreasing.
    fn encode(&self, g: &SwitchSum) -> Vec<u8> {
        encoded(|encoder| {
            encoder.number_ups_star(&g.infinitesimal().with_number(g.number().clone()));
            encoder.count(g.switches.len() as u64);
            for temperature in &g.switches {
                encoder.dyadic(temperature);
            }
        })
    }

    fn decode(&self, bytes: &[u8]) -> Result<SwitchSum> {
        let mut decoder = Decoder::new(bytes);
        let rest = read_piece(decoder.number_ups_star())?;
        let infinitesimal = Infinitesimal::from_sorted(rest.ups, rest.nimber)
            .ok_or_else(|| Error::subgroup(Self::NAME, "malformed element bytes: bad ups"))?;
        let count = read_piece(decoder.count())?;
        let mut switches = Temperatures::new();
        for _ in 0..count {
            // A false count ends early: each temperature takes bytes.
            let temperature = read_piece(decoder.dyadic())?;
            let fits = switches.last().is_none_or(|last| temperature < *last);
            if !fits || temperature.sign().is_le() {
                let what = "malformed element bytes: temperatures must decrease and be positive";
                return Err(Error::subgroup(Self::NAME, what));
            }
            switches.push(temperature);
        }
        read_piece(decoder.finish())?;
        Ok(SwitchSum { rest: NumberPlus { number: rest.number, infinitesimal }, switches })
    }

    fn print(&self, g: &SwitchSum, notation: Notation) -> String {
        print::print(g, notation)
    }

    fn in_braces(&self, g: &SwitchSum, notation: Notation) -> bool {
        print::in_braces(g, notation)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<SwitchSum> {
        read::read(text, notation).map_err(|error| match error {
            read::Unreadable::Text(reason) => {
                Error::Parse { subgroup: Self::NAME.to_owned(), text: text.to_owned(), reason }
            }
            read::Unreadable::Limit(error) => error,
        })
    }

    fn relatives(&self) -> Vec<Relative> {
        vec![Relative::Includes(Numberish::NAME.to_owned())]
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<SwitchSum>> {
        if from == Numberish::NAME {
            return Ok(Some(Numberish.decode(bytes)?.into()));
        }
        Err(Error::subgroup(Self::NAME, format!("{from} is not declared as a relative")))
    }

    fn settle(&self, g: &SwitchSum) -> Home {
        if !g.switches.is_empty() {
            return Home::Here;
        }
        match Numberish.settle(&g.rest) {
            Home::Here => {
                Home::In { subgroup: Numberish::NAME.to_owned(), bytes: Numberish.encode(&g.rest) }
            }
            smaller => smaller,
        }
    }

    fn heap_bytes(&self, g: &SwitchSum) -> usize {
        let spilled = if g.switches.spilled() { g.switches.capacity() } else { 0 };
        spilled * size_of::<Dyadic>() + Numberish.heap_bytes(&g.rest)
    }

    fn number_ups_star(&self, g: &SwitchSum) -> Option<NumberUpsStar> {
        if g.switches.is_empty() { Numberish.number_ups_star(&g.rest) } else { None }
    }

    fn explain(&self, asked: Asked<'_, SwitchSum>, notation: Notation) -> Option<String> {
        words::explain(asked, notation)
    }

    fn samples(&self) -> Vec<SwitchSum> {
        samples()
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

/// All kinds of elements: every small combination of parts, the telling ones
/// first.
fn samples() -> Vec<SwitchSum> {
    let quarters = |n: i64| Dyadic::quotient(&n.into(), &IBig::from(4)).unwrap_or_default();
    let number = |n: i64| NumberPlus::from(quarters(n));
    let nimber = |n: u8| NumberPlus::from(Infinitesimal::nimber(UBig::from(n)));
    let up = |n: i64| NumberPlus::from(Infinitesimal::up(&quarters(n)).unwrap_or_default());
    let sum = |a: &NumberPlus, b: &NumberPlus| Numberish.add(a, b).unwrap_or_default();
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
        (sum(&up(4), &nimber(1)), &[4]),
        (sum(&number(1), &nimber(1)), &[6, 1]),
        (sum(&number(-4), &up(4)), &[]),
        (up(8), &[6, 4]),
        (sum(&Numberish.negate(&up(2)), &nimber(2)), &[4, 2]),
        (number(17), &[18, 2]),
        (sum(&up(8), &Numberish.negate(&up(4))), &[4, 2, 1]),
        (number(3), &[8, 4, 2]),
        (sum(&number(1), &sum(&up(6), &nimber(3))), &[8, 4, 2, 1]),
    ];
    let element = |(rest, temperatures): (NumberPlus, &[i64])| {
        SwitchSum::new(rest, temperatures.iter().map(|&n| quarters(n)))
    };
    parts.into_iter().map(element).collect()
}

/// As the standard notation writes it.
impl fmt::Debug for SwitchSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::print(self, Notation::Standard))
    }
}
