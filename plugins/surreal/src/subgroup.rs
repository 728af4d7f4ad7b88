//! The subgroup: what the calculator asks.

use std::ops::Bound;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{
    Dyadic, Error, Explanations, Home, Notation, Outcome, Player, Relation, Relations, Relative,
    Result, Subgroup, Text, Views,
};
use cg_subgroups::{Numbers, tightest};
use dashu_int::IBig;

use crate::number::{MOST_DEPTH, Surreal, Term};
use crate::signs::{Signs, birthday, option, option_count};
use crate::{NAME, simplest, text};

/// The subgroup of surreal numbers with finite normal forms.
///
/// - Outcome: the sign.
/// - Simplification: `{L | R}` is a number exactly when each G^L is less than each
///   G^R, and then the simplest one between.
/// - Canonical options: the beginnings of the sign expansion that come nearest. They
///   are none, one, or infinitely many for each player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surreals;

/// The count of the terms, then the exponent and the coefficient of each.
impl Element for Surreal {
    fn write(&self, to: &mut Encoder) {
        to.count(self.terms().len() as u64);
        for Term { exponent, coefficient } in self.terms() {
            exponent.write(to);
            to.dyadic(coefficient);
        }
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        read(from, MOST_DEPTH + 1)
    }
}

fn read(from: &mut Decoder<'_>, depth: usize) -> std::result::Result<Surreal, Malformed> {
    let count = from.count()?;
    if count > 0 && depth == 0 {
        return Err(from.malformed("exponents stand too deep"));
    }
    let mut terms: Vec<Term> = Vec::new();
    // A false count ends early: each term takes bytes.
    for _ in 0..count {
        let exponent = read(from, depth - 1)?;
        let coefficient = from.dyadic()?;
        if coefficient.is_zero() || terms.last().is_some_and(|last| last.exponent <= exponent) {
            return Err(from.malformed("exponents must decrease, and coefficients not be 0"));
        }
        terms.push(Term { exponent, coefficient });
    }
    Surreal::of_ordered(terms).map_err(|_| from.malformed("too many terms"))
}

/// The tightest bounds that numbers put on the numbers between them.
fn between<'a>(left: &[&'a Surreal], right: &[&'a Surreal]) -> [Bound<&'a Surreal>; 2] {
    tightest([left, &[], &[], right])
}

impl Subgroup for Surreals {
    type Element = Surreal;

    fn name(&self) -> &str {
        NAME
    }

    fn zero(&self) -> Result<Surreal> {
        Ok(Surreal::zero())
    }

    fn negate(&self, g: &Surreal) -> Result<Surreal> {
        Ok(g.negate())
    }

    fn add(&self, g: &Surreal, h: &Surreal) -> Result<Surreal> {
        g.add(h)
    }

    fn outcome(&self, g: &Surreal) -> Result<Outcome> {
        self.compare(g, &Surreal::zero()).map(Outcome::from)
    }

    fn simplify(&self, left: &[&Surreal], right: &[&Surreal]) -> Result<Option<Surreal>> {
        let [low, high] = between(left, right);
        simplest(low, high)
    }

    fn option_count(&self, g: &Surreal, player: Player) -> Result<u64> {
        match g.to_dyadic() {
            Some(number) => Numbers.option_count(&number, player),
            None => Ok(option_count(g, player)?.unwrap_or(u64::MAX)),
        }
    }

    fn option(&self, g: &Surreal, player: Player, index: u64) -> Result<Surreal> {
        if let Some(number) = g.to_dyadic() {
            return Numbers.option(&number, player, index).map(Surreal::from);
        }
        let none = || Error::subgroup(NAME, format!("there is no option {index}"));
        option(g, player, index)?.ok_or_else(none)
    }

    fn samples(&self) -> Result<Vec<Surreal>> {
        let samples = [
            "0",
            "1",
            "omega",
            "-1/2",
            "1/omega",
            "-omega",
            "omega-1",
            "omega/2",
            "3/4",
            "1-1/omega",
            "-2",
            "omega+1",
            "omega**2",
            "omega**(1/2)",
            "-3/(2*omega)",
            "omega**omega-5*omega",
            "omega**(1/omega)",
            "-omega**2/4+omega-3/8",
            "omega**(omega**2+omega)-omega**(-omega)",
            "7/4+omega**(-1/2)-1/omega**2",
            "-5*omega**(3/2)",
        ];
        samples.iter().map(|text| self.parse(text, Notation::Standard)).collect()
    }

    fn heap_bytes(&self, g: &Surreal) -> Result<usize> {
        Ok(g.heap_bytes())
    }

    fn multiple(&self, count: &IBig, g: &Surreal) -> Result<Surreal> {
        g.product(&Dyadic::from(count.clone()).into())
    }

    fn compare(&self, g: &Surreal, h: &Surreal) -> Result<Relation> {
        Ok(Relation::from_bounds(g <= h, g >= h))
    }
}

impl Text for Surreals {
    fn print(&self, g: &Surreal, notation: Notation) -> Result<String> {
        text::print(g, notation)
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<Surreal> {
        text::read(text, notation)
    }

    fn constant(&self, index: u64) -> Result<Option<String>> {
        Ok(["omega", "ω"]
            .get(usize::try_from(index).unwrap_or(usize::MAX))
            .map(|&name| name.into()))
    }
}

impl Relations for Surreals {
    fn relatives(&self) -> Result<Vec<Relative<Surreal>>> {
        Ok(vec![Relative::includes(Numbers, |x: &Dyadic| x.clone().into())])
    }

    fn settle(&self, g: &Surreal) -> Result<Home> {
        Ok(g.to_dyadic().map_or(Home::Here, |number| Home::within(&Numbers, number)))
    }
}

impl Views for Surreals {
    fn is_transfinite(&self, g: &Surreal) -> Result<bool> {
        Ok(g.to_dyadic().is_none())
    }

    fn is_number(&self, _: &Surreal) -> Result<bool> {
        Ok(true)
    }

    fn number_between(
        &self,
        above: &[&Surreal],
        from: &[&Surreal],
        to: &[&Surreal],
        below: &[&Surreal],
    ) -> Result<Option<Surreal>> {
        let [low, high] = tightest([above, from, to, below]);
        simplest(low, high)
    }

    fn product(&self, g: &Surreal, h: &Surreal) -> Result<Option<Surreal>> {
        g.product(h).map(Some)
    }

    fn quotient(&self, g: &Surreal, h: &Surreal) -> Result<Option<Surreal>> {
        g.quotient(h)
    }

    fn power(&self, g: &Surreal, h: &Surreal) -> Result<Option<Surreal>> {
        g.power(h)
    }

    fn birthday(&self, g: &Surreal) -> Result<Option<Home>> {
        Ok(Some(Home::within(self, birthday(g)?)))
    }

    fn signs(&self, g: &Surreal) -> Result<Option<String>> {
        let signs = Signs::of(g)?;
        Ok((!signs.is_empty()).then(|| signs.to_string()))
    }

    fn of_signs(&self, text: &str) -> Result<Option<Surreal>> {
        text::read_signs(text)?.number().map(Some)
    }
}

/// The rules in words.
impl Explanations for Surreals {
    fn explain_value(
        &self,
        left: &[&Surreal],
        right: &[&Surreal],
        _: &Surreal,
        notation: Notation,
    ) -> Result<Option<String>> {
        let print = |bound: Bound<&Surreal>| match bound {
            Bound::Excluded(x) | Bound::Included(x) => text::print(x, notation).map(Some),
            Bound::Unbounded => Ok(None),
        };
        let [low, high] = between(left, right);
        let below = print(low)?.map_or(String::new(), |low| format!("{low} < "));
        let above = print(high)?.map_or(String::new(), |high| format!(" < {high}"));
        Ok(Some(format!(
            "the simplest x with {below}x{above}: of all numbers there, the one that is born first\n\
             (the simplest number theorem, on sign expansions)"
        )))
    }

    fn explain_outcome(&self, _: &Surreal, _: Notation) -> Result<Option<String>> {
        let rule = "a number has the outcome of its sign, which is that of its leading term";
        Ok(Some(rule.to_owned()))
    }

    fn explain_sum(&self, _: &[&Surreal], _: Notation) -> Result<Option<String>> {
        Ok(Some("numbers add as numbers: coefficients of equal powers of omega add".to_owned()))
    }
}
