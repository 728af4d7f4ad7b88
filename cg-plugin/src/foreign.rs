//! A plugin's subgroup as the host sees it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use dashu_int::{IBig, Sign, UBig};
use libloading::Library;

use crate::abi::Table;
use crate::call::{lend, lend_all};
use crate::plugged::{Plugged, ask, element, maybe_element};
use cg_core::Dyadic;
use cg_core::FallibleSubgroup;
use cg_core::MOST_SUBGROUPS;
use cg_core::Notation;
use cg_core::NumberUpsStar;
use cg_core::Player;
use cg_core::encoding::encoded;
use cg_core::{Error, Result};
use cg_core::{Home, Relative, by_halves, copies};
use cg_core::{Outcome, Relation};

/// How many samples of a plugin are asked for.
const MOST_SAMPLES: u64 = 256;

/// An element of a plugin's subgroup: its canonical bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ForeignElement(Box<[u8]>);

impl ForeignElement {
    /// The element with these bytes, which the plugin has checked.
    pub(crate) fn new(bytes: impl Into<Box<[u8]>>) -> Self {
        ForeignElement(bytes.into())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for ForeignElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A subgroup whose rules are a plugin's functions.
///
/// What a plugin can be seen to do wrong is contained: a panic, a status that
/// means nothing, bytes that the plugin itself does not take for an element, an
/// answer without end. The first such fault ends it: from then on every
/// operation gives [`Error::PluginFault`].
///
/// Clones share the plugin; its library stays loaded as long as one is left.
#[derive(Clone)]
pub struct ForeignSubgroup(Arc<Plugged>);

impl fmt::Debug for ForeignSubgroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForeignSubgroup").field(&self.0.name).finish()
    }
}

impl ForeignSubgroup {
    /// The subgroup behind a table, under the name that it is expected to have.
    /// Asks for its name and relatives.
    ///
    /// The functions of the table must keep the contract of the border, as long
    /// as this and its clones live; `library` is what they lie in.
    pub(crate) fn new(expected: &str, table: Table, library: Library) -> Result<Self> {
        let plugged = Plugged {
            name: expected.to_owned(),
            relatives: Vec::new(),
            table,
            fault: OnceLock::new(),
            _library: library,
        };
        let subgroup = ForeignSubgroup(Arc::new(plugged));
        let name = subgroup.0.due("name", ask!(subgroup.0, name())?)?;
        let name = subgroup.0.text("name", name)?;
        let relatives = subgroup.ask_relatives()?;
        // Nobody else holds it yet.
        let plugged = Arc::into_inner(subgroup.0)
            .ok_or_else(|| Error::subgroup(expected, "is in use while it is loaded"))?;
        Ok(ForeignSubgroup(Arc::new(Plugged { name, relatives, ..plugged })))
    }

    /// The fault that ended this plugin, if one did.
    pub fn fault(&self) -> Option<&Error> {
        self.0.fault.get()
    }

    fn ask_relatives(&self) -> Result<Vec<Relative>> {
        let mut relatives = Vec::new();
        for index in 0..=MOST_SUBGROUPS as u64 {
            let Some(relative) = ask!(self.0, relative(index))? else { return Ok(relatives) };
            let text = self.0.text("relative", relative)?;
            relatives.push(match text.split_at_checked(1) {
                Some(("I", name)) => Relative::Includes(name.to_owned()),
                Some(("O", name)) => Relative::Overlaps(name.to_owned()),
                _ => return Err(self.0.fail("relative", format!("no relative: {text:?}"))),
            });
        }
        Err(self.0.fail("relative", format!("more than {MOST_SUBGROUPS} of them")))
    }
}

impl ForeignSubgroup {
    /// 0 and the smallest numbers, nimbers and ups that this subgroup makes: samples
    /// of a plugin that offers none.
    fn literals(&self) -> Result<Vec<ForeignElement>> {
        let mut literals = vec![self.zero()?];
        for n in 1u8..=8 {
            let half = Dyadic::from(i64::from(n)).half()?;
            literals.extend(self.nimber(&n.into())?);
            for literal in [self.number(&half)?, self.up(&half)?].into_iter().flatten() {
                literals.push(self.negate(&literal)?);
                literals.push(literal);
            }
        }
        Ok(literals)
    }
}

fn player_code(player: Player) -> u32 {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

fn notation_code(notation: Notation) -> u32 {
    match notation {
        Notation::Paper => 0,
        Notation::Standard => 1,
        Notation::Unicode => 2,
        Notation::Latex => 3,
    }
}

impl FallibleSubgroup for ForeignSubgroup {
    type Element = ForeignElement;

    fn name(&self) -> &str {
        &self.0.name
    }

    fn relatives(&self) -> Vec<Relative> {
        self.0.relatives.clone()
    }

    fn zero(&self) -> Result<ForeignElement> {
        element!(self.0, zero())
    }

    fn negate(&self, g: &ForeignElement) -> Result<ForeignElement> {
        element!(self.0, negate(lend(&g.0)))
    }

    fn add(&self, g: &ForeignElement, h: &ForeignElement) -> Result<ForeignElement> {
        element!(self.0, add(lend(&g.0), lend(&h.0)))
    }

    fn sum(&self, terms: &[&ForeignElement]) -> Result<ForeignElement> {
        if self.0.table.sum.is_some() {
            let terms: Vec<_> = terms.iter().map(|term| lend(&term.0)).collect();
            return element!(self.0, sum(lend_all(&terms)));
        }
        let terms = terms.iter().map(|&term| term.clone()).collect();
        by_halves(terms, |g, h| self.add(&g, &h))?.map_or_else(|| self.zero(), Ok)
    }

    fn multiple(&self, count: &IBig, g: &ForeignElement) -> Result<ForeignElement> {
        if self.0.table.multiple.is_some() {
            let count = encoded(|encoder| encoder.integer(count));
            return element!(self.0, multiple(lend(&count), lend(&g.0)));
        }
        let sum = copies(count, self.zero()?, g, |g, h| self.add(g, h))?;
        if count.sign() == Sign::Negative { self.negate(&sum) } else { Ok(sum) }
    }

    fn outcome(&self, g: &ForeignElement) -> Result<Outcome> {
        let letter = self.0.due("outcome", ask!(self.0, outcome(lend(&g.0)))?)?;
        self.0.letter("outcome", &letter)
    }

    fn compare(&self, g: &ForeignElement, h: &ForeignElement) -> Result<Relation> {
        if self.0.table.compare.is_none() {
            let difference = self.add(g, &self.negate(h)?)?;
            return self.outcome(&difference).map(Relation::from);
        }
        let letter = self.0.due("compare", ask!(self.0, compare(lend(&g.0), lend(&h.0)))?)?;
        self.0.letter("compare", &letter).map(Relation::from)
    }

    fn simplify(
        &self,
        left: &[&ForeignElement],
        right: &[&ForeignElement],
    ) -> Result<Option<ForeignElement>> {
        let [left, right] =
            [left, right].map(|side| side.iter().map(|g| lend(&g.0)).collect::<Vec<_>>());
        maybe_element!(self.0, simplify(lend_all(&left), lend_all(&right)))
    }

    fn option_count(&self, g: &ForeignElement, player: Player) -> Result<u64> {
        let count = ask!(self.0, option_count(lend(&g.0), player_code(player)))?;
        let count = self.0.due("option_count", count)?;
        let mut bytes = [0; 8];
        match bytes.get_mut(..count.len()) {
            Some(low) => low.copy_from_slice(&count),
            None => return Err(self.0.fail("option_count", "a count of more than eight bytes")),
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn option(&self, g: &ForeignElement, player: Player, index: u64) -> Result<ForeignElement> {
        element!(self.0, option(lend(&g.0), player_code(player), index))
    }

    fn encode(&self, g: &ForeignElement) -> Result<Vec<u8>> {
        Ok(g.0.to_vec())
    }

    fn decode(&self, bytes: &[u8]) -> Result<ForeignElement> {
        match ask!(self.0, check(lend(bytes)))? {
            Some(same) if same == bytes => Ok(ForeignElement(bytes.into())),
            _ => Err(self.0.fail("check", "the answer is not the bytes that were asked about")),
        }
    }

    fn print(&self, g: &ForeignElement, notation: Notation) -> Result<String> {
        let text = ask!(self.0, print(lend(&g.0), notation_code(notation)))?;
        self.0.text("print", self.0.due("print", text)?)
    }

    fn in_braces(&self, g: &ForeignElement, notation: Notation) -> Result<bool> {
        Ok(ask!(self.0, in_braces(lend(&g.0), notation_code(notation)))?.is_some())
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<ForeignElement> {
        let answer = ask!(self.0, parse(lend(text.as_bytes()), notation_code(notation)));
        let answer = answer.map_err(|error| match error {
            Error::Subgroup { subgroup, message } => {
                Error::Parse { subgroup, text: text.to_owned(), reason: message }
            }
            other => other,
        });
        self.0.admit("parse", self.0.due("parse", answer?)?)
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<ForeignElement>> {
        maybe_element!(self.0, embed(lend(from.as_bytes()), lend(bytes)))
    }

    fn settle(&self, g: &ForeignElement) -> Result<Home> {
        let Some(answer) = ask!(self.0, settle(lend(&g.0)))? else { return Ok(Home::Here) };
        let home = answer.split_first().and_then(|(&length, rest)| {
            let (name, bytes) = rest.split_at_checked(usize::from(length))?;
            let subgroup = std::str::from_utf8(name).ok()?.to_owned();
            Some(Home::In { subgroup, bytes: bytes.to_vec() })
        });
        home.ok_or_else(|| self.0.fail("settle", "an answer without the name of a home"))
    }

    fn number(&self, value: &Dyadic) -> Result<Option<ForeignElement>> {
        let value = encoded(|encoder| encoder.dyadic(value));
        maybe_element!(self.0, number(lend(&value)))
    }

    fn nimber(&self, value: &UBig) -> Result<Option<ForeignElement>> {
        let value = encoded(|encoder| encoder.natural(value));
        maybe_element!(self.0, nimber(lend(&value)))
    }

    fn up(&self, order: &Dyadic) -> Result<Option<ForeignElement>> {
        let order = encoded(|encoder| encoder.dyadic(order));
        maybe_element!(self.0, up(lend(&order)))
    }

    fn as_number(&self, g: &ForeignElement) -> Result<Option<Dyadic>> {
        let answer = ask!(self.0, as_number(lend(&g.0)))?;
        self.0.piece("as_number", answer, |decoder| decoder.dyadic())
    }

    fn as_nimber(&self, g: &ForeignElement) -> Result<Option<UBig>> {
        let answer = ask!(self.0, as_nimber(lend(&g.0)))?;
        self.0.piece("as_nimber", answer, |decoder| decoder.natural())
    }

    fn number_ups_star(&self, g: &ForeignElement) -> Result<Option<NumberUpsStar>> {
        if self.0.table.number_ups_star.is_some() {
            let answer = ask!(self.0, number_ups_star(lend(&g.0)))?;
            return self.0.piece("number_ups_star", answer, |decoder| decoder.number_ups_star());
        }
        if let Some(number) = self.as_number(g)? {
            return Ok(Some(number.into()));
        }
        Ok(self.as_nimber(g)?.map(NumberUpsStar::from))
    }

    fn samples(&self) -> Result<Vec<ForeignElement>> {
        let mut samples = Vec::new();
        for index in 0..MOST_SAMPLES {
            let Some(bytes) = ask!(self.0, sample(index))? else { break };
            samples.push(self.0.admit("sample", bytes)?);
        }
        if samples.is_empty() { self.literals() } else { Ok(samples) }
    }

    fn heap_bytes(&self, g: &ForeignElement) -> usize {
        g.0.len()
    }
}
