//! A subgroup as the arena calls it: every operation may fail.
//!
//! A Rust author's [`Subgroup`] cannot fail where its trait says so; a plugin
//! behind the C border can fail anywhere. [`FallibleSubgroup`] is what both
//! look like from the inside, so that everything above is written once.

use std::fmt::Debug;
use std::hash::Hash;

use dashu_int::{IBig, UBig};

use crate::asked::Asked;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::notation::Notation;
use crate::number_ups_star::NumberUpsStar;
use crate::outcome::{Outcome, Relation};
use crate::player::Player;
use crate::subgroup::{Home, Relative, Subgroup};

/// [`Subgroup`] with a [`Result`] on every operation. Each method means what
/// the method of the same name means there; an error is the subgroup's failure.
#[allow(missing_docs, reason = "each method is documented at Subgroup")]
#[allow(clippy::missing_errors_doc, reason = "said once, above")]
pub trait FallibleSubgroup: Send + Sync + 'static {
    type Element: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    fn name(&self) -> &str;
    fn relatives(&self) -> Vec<Relative>;
    fn zero(&self) -> Result<Self::Element>;
    fn negate(&self, g: &Self::Element) -> Result<Self::Element>;
    fn add(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element>;
    fn sum(&self, terms: &[&Self::Element]) -> Result<Self::Element>;
    fn multiple(&self, count: &IBig, g: &Self::Element) -> Result<Self::Element>;
    fn outcome(&self, g: &Self::Element) -> Result<Outcome>;
    fn compare(&self, g: &Self::Element, h: &Self::Element) -> Result<Relation>;
    fn simplify(
        &self,
        left: &[&Self::Element],
        right: &[&Self::Element],
    ) -> Result<Option<Self::Element>>;
    fn option_count(&self, g: &Self::Element, player: Player) -> Result<u64>;
    fn option(&self, g: &Self::Element, player: Player, index: u64) -> Result<Self::Element>;
    fn encode(&self, g: &Self::Element) -> Result<Vec<u8>>;
    fn decode(&self, bytes: &[u8]) -> Result<Self::Element>;
    fn print(&self, g: &Self::Element, notation: Notation) -> Result<String>;
    fn in_braces(&self, g: &Self::Element, notation: Notation) -> Result<bool>;
    fn parse(&self, text: &str, notation: Notation) -> Result<Self::Element>;
    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<Self::Element>>;
    fn settle(&self, g: &Self::Element) -> Result<Home>;
    fn number(&self, value: &Dyadic) -> Result<Option<Self::Element>>;
    fn nimber(&self, value: &UBig) -> Result<Option<Self::Element>>;
    fn up(&self, order: &Dyadic) -> Result<Option<Self::Element>>;
    fn as_number(&self, g: &Self::Element) -> Result<Option<Dyadic>>;
    fn as_nimber(&self, g: &Self::Element) -> Result<Option<UBig>>;
    fn number_ups_star(&self, g: &Self::Element) -> Result<Option<NumberUpsStar>> {
        if let Some(number) = self.as_number(g)? {
            return Ok(Some(number.into()));
        }
        Ok(self.as_nimber(g)?.map(NumberUpsStar::from))
    }
    fn explain(
        &self,
        asked: Asked<'_, Self::Element>,
        notation: Notation,
    ) -> Result<Option<String>> {
        let _ = (asked, notation);
        Ok(None)
    }
    fn samples(&self) -> Result<Vec<Self::Element>>;
    fn heap_bytes(&self, g: &Self::Element) -> usize;
}

/// A Rust author's [`Subgroup`] seen as a [`FallibleSubgroup`].
#[derive(Clone, Debug)]
pub struct Native<S>(pub S);

impl<S: Subgroup> FallibleSubgroup for Native<S> {
    type Element = S::Element;

    fn name(&self) -> &str {
        self.0.name()
    }

    fn relatives(&self) -> Vec<Relative> {
        self.0.relatives()
    }

    fn zero(&self) -> Result<S::Element> {
        Ok(self.0.zero())
    }

    fn negate(&self, g: &S::Element) -> Result<S::Element> {
        Ok(self.0.negate(g))
    }

    fn add(&self, g: &S::Element, h: &S::Element) -> Result<S::Element> {
        self.0.add(g, h)
    }

    fn sum(&self, terms: &[&S::Element]) -> Result<S::Element> {
        self.0.sum(terms)
    }

    fn multiple(&self, count: &IBig, g: &S::Element) -> Result<S::Element> {
        self.0.multiple(count, g)
    }

    fn outcome(&self, g: &S::Element) -> Result<Outcome> {
        Ok(self.0.outcome(g))
    }

    fn compare(&self, g: &S::Element, h: &S::Element) -> Result<Relation> {
        self.0.compare(g, h)
    }

    fn simplify(&self, left: &[&S::Element], right: &[&S::Element]) -> Result<Option<S::Element>> {
        self.0.simplify(left, right)
    }

    fn option_count(&self, g: &S::Element, player: Player) -> Result<u64> {
        Ok(self.0.option_count(g, player))
    }

    fn option(&self, g: &S::Element, player: Player, index: u64) -> Result<S::Element> {
        self.0.option(g, player, index)
    }

    fn encode(&self, g: &S::Element) -> Result<Vec<u8>> {
        Ok(self.0.encode(g))
    }

    fn decode(&self, bytes: &[u8]) -> Result<S::Element> {
        self.0.decode(bytes)
    }

    fn print(&self, g: &S::Element, notation: Notation) -> Result<String> {
        Ok(self.0.print(g, notation))
    }

    fn in_braces(&self, g: &S::Element, notation: Notation) -> Result<bool> {
        Ok(self.0.in_braces(g, notation))
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<S::Element> {
        self.0.parse(text, notation)
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<S::Element>> {
        self.0.embed(from, bytes)
    }

    fn settle(&self, g: &S::Element) -> Result<Home> {
        Ok(self.0.settle(g))
    }

    fn number(&self, value: &Dyadic) -> Result<Option<S::Element>> {
        Ok(self.0.number(value))
    }

    fn nimber(&self, value: &UBig) -> Result<Option<S::Element>> {
        Ok(self.0.nimber(value))
    }

    fn up(&self, order: &Dyadic) -> Result<Option<S::Element>> {
        Ok(self.0.up(order))
    }

    fn as_number(&self, g: &S::Element) -> Result<Option<Dyadic>> {
        Ok(self.0.as_number(g))
    }

    fn as_nimber(&self, g: &S::Element) -> Result<Option<UBig>> {
        Ok(self.0.as_nimber(g))
    }

    fn number_ups_star(&self, g: &S::Element) -> Result<Option<NumberUpsStar>> {
        Ok(self.0.number_ups_star(g))
    }

    fn explain(&self, asked: Asked<'_, S::Element>, notation: Notation) -> Result<Option<String>> {
        Ok(self.0.explain(asked, notation))
    }

    fn samples(&self) -> Result<Vec<S::Element>> {
        Ok(self.0.samples())
    }

    fn heap_bytes(&self, g: &S::Element) -> usize {
        self.0.heap_bytes(g)
    }
}
