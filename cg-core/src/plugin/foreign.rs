//! A plugin's subgroup as the host sees it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use dashu_int::{IBig, Sign, UBig};
use libloading::Library;

use super::abi::{MOST_ANSWER, Status, Table};
use super::call::{self, lend, lend_all};
use crate::dyadic::Dyadic;
use crate::encoding::{Decoder, Malformed, decoded, encoded};
use crate::error::{Error, Result};
use crate::fallible::FallibleSubgroup;
use crate::notation::Notation;
use crate::number_ups_star::NumberUpsStar;
use crate::outcome::{Outcome, Relation};
use crate::player::Player;
use crate::registry::MOST_SUBGROUPS;
use crate::subgroup::{Home, Relative, by_halves, copies};

/// How many samples of a plugin are asked for.
const MOST_SAMPLES: u64 = 256;

/// An element of a plugin's subgroup: its canonical bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ForeignElement(Box<[u8]>);

impl ForeignElement {
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

struct Plugged {
    name: String,
    relatives: Vec<Relative>,
    table: Table,
    fault: OnceLock<Error>,
    /// What keeps the functions of the table in memory; none for a table that
    /// is linked in. The last field: it is dropped last.
    _library: Option<Library>,
}

impl fmt::Debug for ForeignSubgroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForeignSubgroup").field(&self.0.name).finish()
    }
}

/// Calls a function of the table; `Ok(None)` for [`Status::None`] and for an
/// optional function that is not there.
macro_rules! ask {
    ($self:ident.$function:ident($($argument:expr),*)) => {
        match $self.0.table.$function {
            None => Ok(None),
            Some(function) => $self.0.asked(stringify!($function), |reply| {
                // SAFETY: the function is the plugin's, and its library is loaded as long as
                // `self` lives; the arguments and the reply outlive the call. That the function
                // keeps the contract of the border is what loading a plugin trusts it for.
                unsafe { function($($argument,)* reply) }
            }),
        }
    };
}

/// The same where an element is due.
macro_rules! element {
    ($self:ident.$function:ident($($argument:expr),*)) => {
        $self.due(stringify!($function), ask!($self.$function($($argument),*))?)
            .and_then(|bytes| $self.admit(stringify!($function), bytes))
    };
}

/// The same where there may be none.
macro_rules! maybe_element {
    ($self:ident.$function:ident($($argument:expr),*)) => {
        ask!($self.$function($($argument),*))?
            .map(|bytes| $self.admit(stringify!($function), bytes))
            .transpose()
    };
}

impl Plugged {
    /// Makes one call and judges it.
    fn asked(
        &self,
        function: &'static str,
        call: impl FnOnce(*const super::abi::Reply) -> i32,
    ) -> Result<Option<Vec<u8>>> {
        if let Some(fault) = self.fault.get() {
            return Err(fault.clone());
        }
        let outcome = call::call(call);
        if outcome.null {
            return Err(self.fail(function, "wrote from a null pointer"));
        }
        if outcome.overflowed {
            let what = format!("its answer has more than {MOST_ANSWER} bytes");
            return Err(self.fail(function, what));
        }
        match outcome.status {
            Ok(Status::Ok) => Ok(Some(outcome.answer)),
            Ok(Status::None) => Ok(None),
            Ok(Status::Limit) => Err(Error::NumberTooLarge),
            Ok(Status::Refused) => Err(Error::subgroup(&self.name, outcome.message)),
            Ok(Status::Fault) => Err(self.fail(function, format!("it says: {}", outcome.message))),
            Ok(Status::Full) => Err(self.fail(function, "it says CG_FULL, but there was room")),
            Err(code) => {
                Err(self.fail(function, format!("it returned {code}, which is no status")))
            }
        }
    }

    /// Notes a fault, which ends the plugin.
    fn fail(&self, function: &'static str, fault: impl Into<String>) -> Error {
        let plugin = self.name.clone();
        let fault = Error::PluginFault { plugin, function, fault: fault.into() };
        self.fault.get_or_init(|| fault).clone()
    }
}

impl ForeignSubgroup {
    /// The subgroup behind a table, under the name that it is expected to have.
    /// Asks for its name and relatives.
    ///
    /// The functions of the table must keep the contract of the border, as long
    /// as this and its clones live; `library` is what they lie in.
    pub(super) fn new(expected: &str, table: Table, library: Option<Library>) -> Result<Self> {
        let plugged = Plugged {
            name: expected.to_owned(),
            relatives: Vec::new(),
            table,
            fault: OnceLock::new(),
            _library: library,
        };
        let subgroup = ForeignSubgroup(Arc::new(plugged));
        let name = subgroup.due("name", ask!(subgroup.name())?)?;
        let name = subgroup.text("name", name)?;
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
            let Some(relative) = ask!(self.relative(index))? else { return Ok(relatives) };
            let text = self.text("relative", relative)?;
            relatives.push(match text.split_at_checked(1) {
                Some(("I", name)) => Relative::Includes(name.to_owned()),
                Some(("O", name)) => Relative::Overlaps(name.to_owned()),
                _ => return Err(self.0.fail("relative", format!("no relative: {text:?}"))),
            });
        }
        Err(self.0.fail("relative", format!("more than {MOST_SUBGROUPS} of them")))
    }

    fn due(&self, function: &'static str, answer: Option<Vec<u8>>) -> Result<Vec<u8>> {
        answer.ok_or_else(|| self.0.fail(function, "no answer where one is due"))
    }

    /// Takes bytes from the plugin for an element, if the plugin itself does.
    fn admit(&self, function: &'static str, bytes: Vec<u8>) -> Result<ForeignElement> {
        match ask!(self.check(lend(&bytes))) {
            Ok(Some(same)) if same == bytes => Ok(ForeignElement(bytes.into())),
            Ok(_) => Err(self.0.fail(function, "malformed element bytes, by its own check")),
            Err(Error::Subgroup { message, .. }) => {
                Err(self.0.fail(function, format!("malformed element bytes: {message}")))
            }
            Err(error) => Err(error),
        }
    }

    fn text(&self, function: &'static str, bytes: Vec<u8>) -> Result<String> {
        match String::from_utf8(bytes) {
            Ok(text) if text.is_empty() => Err(self.0.fail(function, "an empty text")),
            Ok(text) if text.chars().any(char::is_control) => {
                Err(self.0.fail(function, "a text with control characters"))
            }
            Ok(text) => Ok(text),
            Err(_) => Err(self.0.fail(function, "a text that is not UTF-8")),
        }
    }

    fn letter(&self, function: &'static str, answer: &[u8]) -> Result<Outcome> {
        match answer {
            b"P" => Ok(Outcome::Previous),
            b"N" => Ok(Outcome::Next),
            b"L" => Ok(Outcome::Left),
            b"R" => Ok(Outcome::Right),
            _ => {
                let what = format!("{:?} is no outcome", String::from_utf8_lossy(answer));
                Err(self.0.fail(function, what))
            }
        }
    }

    fn piece<T>(
        &self,
        function: &'static str,
        answer: Option<Vec<u8>>,
        read: impl FnOnce(&mut Decoder<'_>) -> std::result::Result<T, Malformed>,
    ) -> Result<Option<T>> {
        let piece = answer.map(|bytes| decoded(&bytes, read));
        piece.transpose().map_err(|what| self.0.fail(function, what.to_string()))
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
        element!(self.zero())
    }

    fn negate(&self, g: &ForeignElement) -> Result<ForeignElement> {
        element!(self.negate(lend(&g.0)))
    }

    fn add(&self, g: &ForeignElement, h: &ForeignElement) -> Result<ForeignElement> {
        element!(self.add(lend(&g.0), lend(&h.0)))
    }

    fn sum(&self, terms: &[&ForeignElement]) -> Result<ForeignElement> {
        if self.0.table.sum.is_some() {
            let terms: Vec<_> = terms.iter().map(|term| lend(&term.0)).collect();
            return element!(self.sum(lend_all(&terms)));
        }
        let terms = terms.iter().map(|&term| term.clone()).collect();
        by_halves(terms, |g, h| self.add(&g, &h))?.map_or_else(|| self.zero(), Ok)
    }

    fn multiple(&self, count: &IBig, g: &ForeignElement) -> Result<ForeignElement> {
        if self.0.table.multiple.is_some() {
            let count = encoded(|encoder| encoder.integer(count));
            return element!(self.multiple(lend(&count), lend(&g.0)));
        }
        let sum = copies(count, self.zero()?, g, |g, h| self.add(g, h))?;
        if count.sign() == Sign::Negative { self.negate(&sum) } else { Ok(sum) }
    }

    fn outcome(&self, g: &ForeignElement) -> Result<Outcome> {
        let letter = self.due("outcome", ask!(self.outcome(lend(&g.0)))?)?;
        self.letter("outcome", &letter)
    }

    fn compare(&self, g: &ForeignElement, h: &ForeignElement) -> Result<Relation> {
        if self.0.table.compare.is_none() {
            let difference = self.add(g, &self.negate(h)?)?;
            return self.outcome(&difference).map(Relation::from);
        }
        let letter = self.due("compare", ask!(self.compare(lend(&g.0), lend(&h.0)))?)?;
        self.letter("compare", &letter).map(Relation::from)
    }

    fn simplify(
        &self,
        left: &[&ForeignElement],
        right: &[&ForeignElement],
    ) -> Result<Option<ForeignElement>> {
        let [left, right] =
            [left, right].map(|side| side.iter().map(|g| lend(&g.0)).collect::<Vec<_>>());
        maybe_element!(self.simplify(lend_all(&left), lend_all(&right)))
    }

    fn option_count(&self, g: &ForeignElement, player: Player) -> Result<u64> {
        let count = ask!(self.option_count(lend(&g.0), player_code(player)))?;
        let count = self.due("option_count", count)?;
        let mut bytes = [0; 8];
        match bytes.get_mut(..count.len()) {
            Some(low) => low.copy_from_slice(&count),
            None => return Err(self.0.fail("option_count", "a count of more than eight bytes")),
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn option(&self, g: &ForeignElement, player: Player, index: u64) -> Result<ForeignElement> {
        element!(self.option(lend(&g.0), player_code(player), index))
    }

    fn encode(&self, g: &ForeignElement) -> Result<Vec<u8>> {
        Ok(g.0.to_vec())
    }

    fn decode(&self, bytes: &[u8]) -> Result<ForeignElement> {
        match ask!(self.check(lend(bytes)))? {
            Some(same) if same == bytes => Ok(ForeignElement(bytes.into())),
            _ => Err(self.0.fail("check", "the answer is not the bytes that were asked about")),
        }
    }

    fn print(&self, g: &ForeignElement, notation: Notation) -> Result<String> {
        let text = ask!(self.print(lend(&g.0), notation_code(notation)))?;
        self.text("print", self.due("print", text)?)
    }

    fn in_braces(&self, g: &ForeignElement, notation: Notation) -> Result<bool> {
        Ok(ask!(self.in_braces(lend(&g.0), notation_code(notation)))?.is_some())
    }

    fn parse(&self, text: &str, notation: Notation) -> Result<ForeignElement> {
        let answer = ask!(self.parse(lend(text.as_bytes()), notation_code(notation)));
        let answer = answer.map_err(|error| match error {
            Error::Subgroup { subgroup, message } => {
                Error::Parse { subgroup, text: text.to_owned(), reason: message }
            }
            other => other,
        });
        self.admit("parse", self.due("parse", answer?)?)
    }

    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<ForeignElement>> {
        maybe_element!(self.embed(lend(from.as_bytes()), lend(bytes)))
    }

    fn settle(&self, g: &ForeignElement) -> Result<Home> {
        let Some(answer) = ask!(self.settle(lend(&g.0)))? else { return Ok(Home::Here) };
        let home = answer.split_first().and_then(|(&length, rest)| {
            let (name, bytes) = rest.split_at_checked(usize::from(length))?;
            let subgroup = std::str::from_utf8(name).ok()?.to_owned();
            Some(Home::In { subgroup, bytes: bytes.to_vec() })
        });
        home.ok_or_else(|| self.0.fail("settle", "an answer without the name of a home"))
    }

    fn number(&self, value: &Dyadic) -> Result<Option<ForeignElement>> {
        let value = encoded(|encoder| encoder.dyadic(value));
        maybe_element!(self.number(lend(&value)))
    }

    fn nimber(&self, value: &UBig) -> Result<Option<ForeignElement>> {
        let value = encoded(|encoder| encoder.natural(value));
        maybe_element!(self.nimber(lend(&value)))
    }

    fn up(&self, order: &Dyadic) -> Result<Option<ForeignElement>> {
        let order = encoded(|encoder| encoder.dyadic(order));
        maybe_element!(self.up(lend(&order)))
    }

    fn as_number(&self, g: &ForeignElement) -> Result<Option<Dyadic>> {
        let answer = ask!(self.as_number(lend(&g.0)))?;
        self.piece("as_number", answer, |decoder| decoder.dyadic())
    }

    fn as_nimber(&self, g: &ForeignElement) -> Result<Option<UBig>> {
        let answer = ask!(self.as_nimber(lend(&g.0)))?;
        self.piece("as_nimber", answer, |decoder| decoder.natural())
    }

    fn number_ups_star(&self, g: &ForeignElement) -> Result<Option<NumberUpsStar>> {
        if self.0.table.number_ups_star.is_some() {
            let answer = ask!(self.number_ups_star(lend(&g.0)))?;
            return self.piece("number_ups_star", answer, |decoder| decoder.number_ups_star());
        }
        if let Some(number) = self.as_number(g)? {
            return Ok(Some(number.into()));
        }
        Ok(self.as_nimber(g)?.map(NumberUpsStar::from))
    }

    fn samples(&self) -> Result<Vec<ForeignElement>> {
        let mut samples = Vec::new();
        for index in 0..MOST_SAMPLES {
            let Some(bytes) = ask!(self.sample(index))? else { break };
            samples.push(self.admit("sample", bytes)?);
        }
        if samples.is_empty() {
            samples.push(self.zero()?);
        }
        Ok(samples)
    }

    fn heap_bytes(&self, g: &ForeignElement) -> usize {
        g.0.len()
    }
}
