//! The elements of one subgroup in one arena, interned and type-erased.

use std::hash::BuildHasher;
use std::mem::size_of;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::asked::Asked;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::fallible::FallibleSubgroup;
use crate::game::Game;
use crate::notation::Notation;
use crate::number_ups_star::NumberUpsStar;
use crate::outcome::{Outcome, Relation};
use crate::player::Player;
use crate::subgroup::Home;

/// The number of an element in its slot, dense from 0.
pub(crate) type Local = u32;

/// A set of subgroups, one bit for each place in the order of precedence.
pub(crate) type SubgroupSet = u64;

/// What the arena has worked out about an element.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// The handle of the value, once its smallest home is known.
    pub(crate) game: Option<Game>,
    /// For an element at home: which subgroups hold the value.
    pub(crate) holders: Option<SubgroupSet>,
}

/// A subgroup's elements behind their numbers: what the arena dispatches
/// through. The methods mean what those of the same name in
/// [`FallibleSubgroup`] do.
pub(crate) trait Slot: Send {
    fn zero(&mut self) -> Result<Local>;
    fn negate(&mut self, g: Local) -> Result<Local>;
    fn add(&mut self, g: Local, h: Local) -> Result<Local>;
    fn sum(&mut self, terms: &[Local]) -> Result<Local>;
    fn multiple(&mut self, count: &IBig, g: Local) -> Result<Local>;
    fn outcome(&self, g: Local) -> Result<Outcome>;
    fn compare(&self, g: Local, h: Local) -> Result<Relation>;
    fn simplify(&mut self, left: &[Local], right: &[Local]) -> Result<Option<Local>>;
    fn option_count(&self, g: Local, player: Player) -> Result<u64>;
    fn option(&mut self, g: Local, player: Player, index: u64) -> Result<Local>;
    fn encode(&self, g: Local) -> Result<Vec<u8>>;
    fn decode(&mut self, bytes: &[u8]) -> Result<Local>;
    fn print(&self, g: Local, notation: Notation) -> Result<String>;
    fn in_braces(&self, g: Local, notation: Notation) -> Result<bool>;
    fn parse(&mut self, text: &str, notation: Notation) -> Result<Local>;
    fn embed(&mut self, from: &str, bytes: &[u8]) -> Result<Option<Local>>;
    fn home(&self, g: Local) -> Result<Home>;
    fn number(&mut self, value: &Dyadic) -> Result<Option<Local>>;
    fn nimber(&mut self, value: &UBig) -> Result<Option<Local>>;
    fn up(&mut self, order: &Dyadic) -> Result<Option<Local>>;
    fn as_number(&self, g: Local) -> Result<Option<Dyadic>>;
    fn as_nimber(&self, g: Local) -> Result<Option<UBig>>;
    fn number_ups_star(&self, g: Local) -> Result<Option<NumberUpsStar>>;
    /// Why `{left | right}` equals `value`.
    fn explain_value(
        &self,
        left: &[Local],
        right: &[Local],
        value: Local,
        notation: Notation,
    ) -> Result<Option<String>>;
    /// Why `g` has its outcome.
    fn explain_outcome(&self, g: Local, notation: Notation) -> Result<Option<String>>;
    /// How `terms` are added.
    fn explain_sum(&self, terms: &[Local], notation: Notation) -> Result<Option<String>>;
    /// What the arena noted about `g`.
    fn settled(&mut self, g: Local) -> &mut Settled;
    /// Bytes held, roughly.
    fn memory(&self) -> usize;
}

/// The slot of a subgroup whose element type is known.
pub(crate) struct TypedSlot<F: FallibleSubgroup> {
    rules: Arc<F>,
    elements: Vec<F::Element>,
    settled: Vec<Settled>,
    index: HashTable<Local>,
    heap_bytes: usize,
}

impl<F: FallibleSubgroup> TypedSlot<F> {
    pub(crate) fn new(rules: Arc<F>) -> Self {
        TypedSlot {
            rules,
            elements: Vec::new(),
            settled: Vec::new(),
            index: HashTable::new(),
            heap_bytes: 0,
        }
    }

    fn get(&self, g: Local) -> &F::Element {
        &self.elements[g as usize]
    }

    fn all(&self, locals: &[Local]) -> Vec<&F::Element> {
        locals.iter().map(|&g| self.get(g)).collect()
    }

    fn intern(&mut self, element: F::Element) -> Result<Local> {
        let elements = &mut self.elements;
        let hash = FxBuildHasher.hash_one(&element);
        if let Some(&known) = self.index.find(hash, |&g| elements[g as usize] == element) {
            return Ok(known);
        }
        let g = Local::try_from(elements.len())
            .map_err(|_| Error::subgroup(self.rules.name(), "2^32 elements are held already"))?;
        self.heap_bytes += self.rules.heap_bytes(&element);
        elements.push(element);
        self.settled.push(Settled::default());
        self.index.insert_unique(hash, g, |&g| FxBuildHasher.hash_one(&elements[g as usize]));
        Ok(g)
    }

    fn intern_some(&mut self, element: Option<F::Element>) -> Result<Option<Local>> {
        element.map(|element| self.intern(element)).transpose()
    }
}

impl<F: FallibleSubgroup> Slot for TypedSlot<F> {
    fn zero(&mut self) -> Result<Local> {
        let element = self.rules.zero()?;
        self.intern(element)
    }

    fn negate(&mut self, g: Local) -> Result<Local> {
        let element = self.rules.negate(self.get(g))?;
        self.intern(element)
    }

    fn add(&mut self, g: Local, h: Local) -> Result<Local> {
        let element = self.rules.add(self.get(g), self.get(h))?;
        self.intern(element)
    }

    fn sum(&mut self, terms: &[Local]) -> Result<Local> {
        let element = self.rules.sum(&self.all(terms))?;
        self.intern(element)
    }

    fn multiple(&mut self, count: &IBig, g: Local) -> Result<Local> {
        let element = self.rules.multiple(count, self.get(g))?;
        self.intern(element)
    }

    fn outcome(&self, g: Local) -> Result<Outcome> {
        self.rules.outcome(self.get(g))
    }

    fn compare(&self, g: Local, h: Local) -> Result<Relation> {
        self.rules.compare(self.get(g), self.get(h))
    }

    fn simplify(&mut self, left: &[Local], right: &[Local]) -> Result<Option<Local>> {
        let element = self.rules.simplify(&self.all(left), &self.all(right))?;
        self.intern_some(element)
    }

    fn option_count(&self, g: Local, player: Player) -> Result<u64> {
        self.rules.option_count(self.get(g), player)
    }

    fn option(&mut self, g: Local, player: Player, index: u64) -> Result<Local> {
        let element = self.rules.option(self.get(g), player, index)?;
        self.intern(element)
    }

    fn encode(&self, g: Local) -> Result<Vec<u8>> {
        self.rules.encode(self.get(g))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Local> {
        let element = self.rules.decode(bytes)?;
        self.intern(element)
    }

    fn print(&self, g: Local, notation: Notation) -> Result<String> {
        self.rules.print(self.get(g), notation)
    }

    fn in_braces(&self, g: Local, notation: Notation) -> Result<bool> {
        self.rules.in_braces(self.get(g), notation)
    }

    fn parse(&mut self, text: &str, notation: Notation) -> Result<Local> {
        let element = self.rules.parse(text, notation)?;
        self.intern(element)
    }

    fn embed(&mut self, from: &str, bytes: &[u8]) -> Result<Option<Local>> {
        let element = self.rules.embed(from, bytes)?;
        self.intern_some(element)
    }

    fn home(&self, g: Local) -> Result<Home> {
        self.rules.settle(self.get(g))
    }

    fn number(&mut self, value: &Dyadic) -> Result<Option<Local>> {
        let element = self.rules.number(value)?;
        self.intern_some(element)
    }

    fn nimber(&mut self, value: &UBig) -> Result<Option<Local>> {
        let element = self.rules.nimber(value)?;
        self.intern_some(element)
    }

    fn up(&mut self, order: &Dyadic) -> Result<Option<Local>> {
        let element = self.rules.up(order)?;
        self.intern_some(element)
    }

    fn as_number(&self, g: Local) -> Result<Option<Dyadic>> {
        self.rules.as_number(self.get(g))
    }

    fn as_nimber(&self, g: Local) -> Result<Option<UBig>> {
        self.rules.as_nimber(self.get(g))
    }

    fn number_ups_star(&self, g: Local) -> Result<Option<NumberUpsStar>> {
        self.rules.number_ups_star(self.get(g))
    }

    fn explain_value(
        &self,
        left: &[Local],
        right: &[Local],
        value: Local,
        notation: Notation,
    ) -> Result<Option<String>> {
        let (left, right) = (self.all(left), self.all(right));
        let asked = Asked::Value { left: &left, right: &right, value: self.get(value) };
        self.rules.explain(asked, notation)
    }

    fn explain_outcome(&self, g: Local, notation: Notation) -> Result<Option<String>> {
        self.rules.explain(Asked::Outcome(self.get(g)), notation)
    }

    fn explain_sum(&self, terms: &[Local], notation: Notation) -> Result<Option<String>> {
        self.rules.explain(Asked::Sum(&self.all(terms)), notation)
    }

    fn settled(&mut self, g: Local) -> &mut Settled {
        &mut self.settled[g as usize]
    }

    fn memory(&self) -> usize {
        self.elements.capacity() * size_of::<F::Element>()
            + self.settled.capacity() * size_of::<Settled>()
            + self.index.allocation_size()
            + self.heap_bytes
    }
}
