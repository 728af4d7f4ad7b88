//! A plugin's subgroup on the host's side: calls of the functions in its table, checks of their
//! answers, and the traits of a subgroup.

use std::ffi::c_void;
use std::fmt;
use std::sync::{Arc, OnceLock};

use cg_core::encoding::{Decoder, Element, Encoder, Malformed, decoded, encoded};
use cg_core::operations::answers::{
    MaybeDyadic, MaybeHome, MaybeNatural, MaybeRelation, MaybeSum, MaybeText,
};
use cg_core::{
    Dyadic, Erased, Error, Explanations, Home, Kin, MOST_SUBGROUPS, Notation, Outcome, Player,
    Relation, Relations, Relative, Result, Subgroup, SumFamily, Text, Tree, Views,
};
use libloading::Library;
use once_cell::sync::OnceCell;

use crate::abi::{Bytes, List, MOST_ANSWER, MOST_MESSAGE, Reply, Status, Table};

/// The largest number of samples that are requested from a plugin.
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

/// The bytes unchanged. Only the plugin knows their meaning.
impl Element for ForeignElement {
    fn write(&self, to: &mut Encoder) {
        to.raw(&self.0);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        Ok(ForeignElement(from.rest().into()))
    }
}

impl fmt::Debug for ForeignElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A subgroup whose rules are a plugin's functions.
///
/// Faults that the host can see are contained: a panic, an unknown status, bytes that the plugin
/// itself refuses as an element, an answer without end. The first such fault ends the plugin. From
/// then on every operation returns [`Error::PluginFault`].
///
/// If the table lacks a function, it is the default of its trait.
///
/// Clones share the plugin. Its library stays loaded as long as a clone exists.
#[derive(Clone)]
pub struct ForeignSubgroup(Arc<Plugged>);

/// A loaded table, and the answers that are asked for once.
struct Plugged {
    name: String,
    table: Table,
    fault: OnceLock<Error>,
    kin: OnceCell<Vec<Kin>>,
    samples: OnceCell<Vec<ForeignElement>>,
    /// Keeps the functions of the table in memory. It is the last field, so it is dropped last.
    _library: Library,
}

impl fmt::Debug for ForeignSubgroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForeignSubgroup").field(&self.0.name).finish()
    }
}

/// Calls a function of the table. `Ok(None)` for [`Status::None`], and for a missing function.
macro_rules! ask {
    ($plugged:expr, $function:ident($($argument:expr),*)) => {
        match $plugged.table.$function {
            None => Ok(None),
            Some(function) => $plugged.call(stringify!($function), |reply| {
                // SAFETY: the function is the plugin's, and its library is loaded as long as
                // the plugin is held; the arguments and the reply outlive the call. That the function
                // keeps the contract of the ABI is what loading a plugin trusts it for.
                unsafe { function($($argument,)* reply) }
            }),
        }
    };
}

/// A family of sums whose rules are a plugin's functions. Faults are contained as those of a
/// [`ForeignSubgroup`] are. Clones share the plugin.
#[derive(Clone)]
pub struct ForeignSums(Arc<Plugged>);

impl fmt::Debug for ForeignSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForeignSums").field(&self.0.name).finish()
    }
}

impl ForeignSums {
    fn defaults(&self) -> DefaultSums {
        DefaultSums(self.clone())
    }
}

/// The rules of a plugin, by their kind.
#[derive(Clone, Debug)]
pub enum Rules {
    /// A subgroup.
    Subgroup(ForeignSubgroup),
    /// A family that adds and decides, and simplifies nothing.
    Sums(ForeignSums),
}

impl Rules {
    /// The rules of a table, with the name that they are expected to have.
    ///
    /// The functions of the table must keep the contract of the ABI, as long as
    /// this and its clones live; `library` is what they lie in.
    pub(crate) fn new(name: &str, table: Table, library: Library) -> Self {
        let plugged = Arc::new(Plugged {
            name: name.to_owned(),
            table,
            fault: OnceLock::new(),
            kin: OnceCell::new(),
            samples: OnceCell::new(),
            _library: library,
        });
        match table.is_of_sums() {
            true => Rules::Sums(ForeignSums(plugged)),
            false => Rules::Subgroup(ForeignSubgroup(plugged)),
        }
    }

    fn plugged(&self) -> &Plugged {
        match self {
            Rules::Subgroup(subgroup) => &subgroup.0,
            Rules::Sums(sums) => &sums.0,
        }
    }

    /// The fault that ended the plugin, if there was one.
    pub fn fault(&self) -> Option<&Error> {
        self.plugged().fault.get()
    }

    /// The name in the plugin.
    pub(crate) fn stated_name(&self) -> Result<String> {
        let plugged = self.plugged();
        String::answered(plugged, "name", ask!(plugged, name())?)
    }
}

impl ForeignSubgroup {
    fn defaults(&self) -> Defaults {
        Defaults(self.clone())
    }

    /// The relatives in the plugin.
    ///
    /// # Errors
    /// It fails.
    pub fn kin(&self) -> Result<&[Kin]> {
        let kin = self.0.kin.get_or_try_init(|| {
            let mut kin = Vec::new();
            for index in 0..=MOST_SUBGROUPS as u64 {
                let Some(relative) = ask!(self.0, relative(index))? else { return Ok(kin) };
                let text = self.0.text("relative", relative, false)?;
                kin.push(match text.split_at_checked(1) {
                    Some(("I", name)) => Kin { name: name.to_owned(), included: true },
                    Some(("O", name)) => Kin { name: name.to_owned(), included: false },
                    _ => return Err(self.0.fail("relative", format!("no relative: {text:?}"))),
                });
            }
            Err(self.0.fail("relative", format!("more than {MOST_SUBGROUPS} of them")))
        })?;
        Ok(kin)
    }

    /// 0 and the smallest numbers, nimbers and ups of this subgroup. They are the samples of a
    /// plugin without samples.
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

/// The value that must live during the call, for each kind of argument.
macro_rules! kept {
    (elements, $value:ident) => {
        $value.iter().map(|g| lend(&g.0)).collect::<Vec<Bytes>>()
    };
    (integer, $value:ident) => {
        encoded(|encoder| encoder.integer($value))
    };
    (natural, $value:ident) => {
        encoded(|encoder| encoder.natural($value))
    };
    (dyadic, $value:ident) => {
        encoded(|encoder| encoder.dyadic($value))
    };
    ($kind:ident, $value:ident) => {
        $value
    };
}

/// The argument as it crosses.
macro_rules! lent {
    (element, $kept:ident) => {
        lend(&$kept.0)
    };
    (elements, $kept:ident) => {
        List { items: $kept.as_ptr(), count: $kept.len() }
    };
    (player, $kept:ident) => {
        player_code($kept)
    };
    (notation, $kept:ident) => {
        notation_code($kept)
    };
    (index, $kept:ident) => {
        $kept
    };
    (text, $kept:ident) => {
        lend($kept.as_bytes())
    };
    ($kind:ident, $kept:ident) => {
        lend(&$kept)
    };
}

/// The result of an operation.
macro_rules! given {
    (element) => { ForeignElement };
    (maybe_element) => { Option<ForeignElement> };
    ($answer:ident) => { $answer };
}

/// The result of an operation if the table lacks the function.
macro_rules! absent {
    (required, $self:ident, $name:ident($($argument:ident),*)) => {
        unreachable!("a table without a required function is refused when it is loaded")
    };
    (optional, $self:ident, $name:ident($($argument:ident),*)) => {
        $self.defaults().$name($($argument),*)
    };
}

macro_rules! method {
    // A refused text is not a failure of the subgroup.
    (required parse($text:ident: text, $($argument:ident: $kind:ident),*) -> element) => {
        fn parse(&self, $text: &str, $($argument: cg_core::operation_argument!($kind, &ForeignElement)),*) -> Result<ForeignElement> {
            let answer = ask!(self.0, parse(lent!(text, $text), $( lent!($kind, $argument) ),*));
            let answer = answer.map_err(|error| match error {
                Error::Subgroup { subgroup, message } => Error::parse(subgroup, $text, message),
                other => other,
            });
            Answer::answered(&self.0, "parse", answer?)
        }
    };
    ($need:ident $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {
        fn $name(&self, $($argument: cg_core::operation_argument!($kind, &ForeignElement)),*) -> Result<given!($answer)> {
            if self.0.table.$name.is_none() {
                absent!($need, self, $name($($argument),*))
            } else {
                $( let $argument = kept!($kind, $argument); )*
                let answer = ask!(self.0, $name($( lent!($kind, $argument) ),*))?;
                Answer::answered(&self.0, stringify!($name), answer)
            }
        }
    };
}

/// An operation of [`Defaults`]: the required ones are the plugin's.
macro_rules! forward {
    (required $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {
        fn $name(&self, $($argument: cg_core::operation_argument!($kind, &ForeignElement)),*) -> Result<given!($answer)> {
            self.0.$name($($argument),*)
        }
    };
    (optional $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {};
}

/// Expands `$then` with the row if it belongs to the wanted trait.
macro_rules! of {
    (Subgroup: Group $then:ident $($row:tt)+) => { $then! { $($row)+ } };
    (Sums: Group $then:ident $($row:tt)+) => { $then! { $($row)+ } };
    (Subgroup: Subgroup $then:ident $($row:tt)+) => { $then! { $($row)+ } };
    (Text: Text $then:ident $($row:tt)+) => { $then! { $($row)+ } };
    (Views: Views $then:ident $($row:tt)+) => { $then! { $($row)+ } };
    (Explanations: Explanations $then:ident $($row:tt)+) => { $then! { $($row)+ } };
    ($wanted:ident: $trait:ident $then:ident $($row:tt)+) => {};
}

macro_rules! foreign {
    ($(
        $(#[doc = $doc:literal])+
        $trait:ident $need:ident $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident;
    )+) => {
        impl Subgroup for ForeignSubgroup {
            type Element = ForeignElement;

            fn name(&self) -> &str {
                &self.0.name
            }

            $( of! { Subgroup: $trait method $need $name($($argument: $kind),*) -> $answer } )+

            fn contains(&self, g: &ForeignElement) -> Result<bool> {
                self.0.contains(g)
            }

            fn samples(&self) -> Result<Vec<ForeignElement>> {
                let samples = self.0.samples.get_or_try_init(|| {
                    let samples = self.0.listed()?;
                    if samples.is_empty() { self.literals() } else { Ok(samples) }
                })?;
                Ok(samples.clone())
            }

            fn heap_bytes(&self, g: &ForeignElement) -> Result<usize> {
                let held = g.0.len();
                let Some(bytes) = ask!(self.0, heap_bytes(lend(&g.0)))? else { return Ok(held) };
                let stated = u64::answered(&self.0, "heap_bytes", Some(bytes))?;
                // At least the number of bytes that the host itself holds.
                Ok(usize::try_from(stated).unwrap_or(usize::MAX).max(held))
            }
        }

        impl Text for ForeignSubgroup {
            $( of! { Text: $trait method $need $name($($argument: $kind),*) -> $answer } )+
        }

        impl Views for ForeignSubgroup {
            $( of! { Views: $trait method $need $name($($argument: $kind),*) -> $answer } )+
        }

        impl Explanations for ForeignSubgroup {
            $( of! { Explanations: $trait method $need $name($($argument: $kind),*) -> $answer } )+
        }

        impl SumFamily for ForeignSums {
            type Element = ForeignElement;

            fn name(&self) -> &str {
                &self.0.name
            }

            $( of! { Sums: $trait method $need $name($($argument: $kind),*) -> $answer } )+

            fn decide(&self, g: &ForeignElement) -> Result<Option<Outcome>> {
                let answer = ask!(self.0, decide(lend(&g.0)))?;
                let outcome = |answer| Outcome::answered(&self.0, "decide", Some(answer));
                answer.map(outcome).transpose()
            }

            fn value(&self, index: u64) -> Result<Option<(Tree, ForeignElement)>> {
                let Some(bytes) = ask!(self.0, value(index))? else { return Ok(None) };
                let read = decoded(&bytes, |decoder| {
                    Ok((Tree::read(decoder)?, decoder.rest().to_vec()))
                });
                let (tree, element) =
                    read.map_err(|what| self.0.fail("value", what.to_string()))?;
                Ok(Some((tree, self.0.admit("value", element)?)))
            }

            fn contains(&self, g: &ForeignElement) -> Result<bool> {
                self.0.contains(g)
            }

            fn samples(&self) -> Result<Vec<ForeignElement>> {
                self.0.listed()
            }
        }

        /// The same with its required functions only.
        struct DefaultSums(ForeignSums);

        impl SumFamily for DefaultSums {
            type Element = ForeignElement;

            fn name(&self) -> &str {
                self.0.name()
            }

            $( of! { Sums: $trait forward $need $name($($argument: $kind),*) -> $answer } )+

            fn decide(&self, g: &ForeignElement) -> Result<Option<Outcome>> {
                self.0.decide(g)
            }

            fn value(&self, index: u64) -> Result<Option<(Tree, ForeignElement)>> {
                self.0.value(index)
            }
        }

        /// The plugin with its required functions only. All other methods are the defaults of the
        /// traits.
        struct Defaults(ForeignSubgroup);

        impl Subgroup for Defaults {
            type Element = ForeignElement;

            fn name(&self) -> &str {
                self.0.name()
            }

            $( of! { Subgroup: $trait forward $need $name($($argument: $kind),*) -> $answer } )+
        }

        impl Text for Defaults {
            $( of! { Text: $trait forward $need $name($($argument: $kind),*) -> $answer } )+
        }

        impl Views for Defaults {}
        impl Explanations for Defaults {}
    };
}

cg_core::for_each_operation! { foreign }

impl Relations for ForeignSubgroup {
    fn relatives(&self) -> Result<Vec<Relative<ForeignElement>>> {
        let relative = |kin: &Kin| {
            let (plugged, from) = (Arc::clone(&self.0), kin.name.clone());
            Relative::by_bytes(kin.name.clone(), kin.included, move |bytes| {
                let answer = ask!(plugged, embed(lend(from.as_bytes()), lend(bytes)))?;
                Answer::answered(&plugged, "embed", answer)
            })
        };
        Ok(self.kin()?.iter().map(relative).collect())
    }

    fn settle(&self, g: &ForeignElement) -> Result<Home> {
        let answer = ask!(self.0, settle(lend(&g.0)))?;
        Ok(MaybeHome::answered(&self.0, "settle", answer)?.unwrap_or(Home::Here))
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

/// `bytes` as an argument.
fn lend(bytes: &[u8]) -> Bytes {
    Bytes { data: bytes.as_ptr(), length: bytes.len() }
}

impl Plugged {
    /// Whether the plugin's own check takes the bytes of an element.
    fn contains(&self, g: &ForeignElement) -> Result<bool> {
        match ask!(self, check(lend(&g.0)))? {
            Some(same) if *same == *g.0 => Ok(true),
            _ => Err(self.fail("check", "the answer is not the bytes that were asked about")),
        }
    }

    /// The samples that the plugin lists.
    fn listed(&self) -> Result<Vec<ForeignElement>> {
        let mut samples = Vec::new();
        for index in 0..MOST_SAMPLES {
            let Some(bytes) = ask!(self, sample(index))? else { break };
            samples.push(self.admit("sample", bytes)?);
        }
        Ok(samples)
    }

    /// Makes one call and checks its result.
    fn call(
        &self,
        function: &'static str,
        call: impl FnOnce(*const Reply) -> i32,
    ) -> Result<Option<Vec<u8>>> {
        if let Some(fault) = self.fault.get() {
            return Err(fault.clone());
        }
        let mut sinks = Sinks::default();
        let reply = Reply { host: (&raw mut sinks).cast(), write, explain };
        let code = call(&raw const reply);
        if sinks.null {
            return Err(self.fail(function, "wrote from a null pointer"));
        }
        if sinks.overflowed {
            let what = format!("its answer has more than {MOST_ANSWER} bytes");
            return Err(self.fail(function, what));
        }
        let message = readable(&sinks.message);
        match Status::from_code(code) {
            Some(Status::Ok) => Ok(Some(sinks.answer)),
            Some(Status::None) => Ok(None),
            Some(Status::Limit) if message.is_empty() => {
                let message = "an element would be larger than this plugin can hold";
                Err(Error::subgroup_limit(&self.name, message))
            }
            Some(Status::Limit) => Err(Error::subgroup_limit(&self.name, message)),
            Some(Status::Refused) => Err(Error::subgroup(&self.name, message)),
            Some(Status::Fault) => Err(self.fail(function, format!("it says: {message}"))),
            Some(Status::Full) => Err(self.fail(function, "it says CG_FULL, but there was room")),
            None => Err(self.fail(function, format!("it returned {code}, which is no status"))),
        }
    }

    /// Notes a fault, which ends the plugin.
    fn fail(&self, function: &'static str, fault: impl Into<String>) -> Error {
        let plugin = self.name.clone();
        let fault = Error::PluginFault { plugin, function, fault: fault.into() };
        self.fault.get_or_init(|| fault).clone()
    }

    fn due(&self, function: &'static str, answer: Option<Vec<u8>>) -> Result<Vec<u8>> {
        answer.ok_or_else(|| self.fail(function, "no answer where one is due"))
    }

    /// Accepts bytes from the plugin as an element, if the plugin's own check does.
    fn admit(&self, function: &'static str, bytes: Vec<u8>) -> Result<ForeignElement> {
        match ask!(self, check(lend(&bytes))) {
            Ok(Some(same)) if same == bytes => Ok(ForeignElement(bytes.into())),
            Ok(_) => Err(self.fail(function, "malformed element bytes, by its own check")),
            Err(Error::Subgroup { message, .. }) => {
                Err(self.fail(function, format!("malformed element bytes: {message}")))
            }
            Err(error) => Err(error),
        }
    }

    /// A text for display. Only explanations have several lines.
    fn text(&self, function: &'static str, bytes: Vec<u8>, lines: bool) -> Result<String> {
        match String::from_utf8(bytes) {
            Ok(text) if text.is_empty() => Err(self.fail(function, "an empty text")),
            Ok(text) if text.chars().any(|c| c.is_control() && !(lines && c == '\n')) => {
                Err(self.fail(function, "a text with control characters"))
            }
            Ok(text) => Ok(text),
            Err(_) => Err(self.fail(function, "a text that is not UTF-8")),
        }
    }

    fn piece<T>(
        &self,
        function: &'static str,
        answer: Option<Vec<u8>>,
        read: impl FnOnce(&mut Decoder<'_>) -> std::result::Result<T, Malformed>,
    ) -> Result<Option<T>> {
        let piece = answer.map(|bytes| decoded(&bytes, read));
        piece.transpose().map_err(|what| self.fail(function, what.to_string()))
    }
}

/// The answer of a function of the table.
trait Answer: Sized {
    /// The checked answer. `None` is [`Status::None`].
    fn answered(plugged: &Plugged, function: &'static str, answer: Option<Vec<u8>>)
    -> Result<Self>;
}

macro_rules! answers {
    ($($type:ty: |$plugged:ident, $function:ident, $answer:ident| $body:expr;)+) => {$(
        impl Answer for $type {
            fn answered(
                $plugged: &Plugged,
                $function: &'static str,
                $answer: Option<Vec<u8>>,
            ) -> Result<Self> {
                $body
            }
        }
    )+};
}

answers! {
    ForeignElement: |plugged, function, answer| {
        plugged.due(function, answer).and_then(|bytes| plugged.admit(function, bytes))
    };
    Option<ForeignElement>: |plugged, function, answer| {
        answer.map(|bytes| plugged.admit(function, bytes)).transpose()
    };
    Outcome: |plugged, function, answer| match &*plugged.due(function, answer)? {
        b"P" => Ok(Outcome::Previous),
        b"N" => Ok(Outcome::Next),
        b"L" => Ok(Outcome::Left),
        b"R" => Ok(Outcome::Right),
        other => {
            let what = format!("{:?} is no outcome", String::from_utf8_lossy(other));
            Err(plugged.fail(function, what))
        }
    };
    Relation: |plugged, function, answer| {
        Outcome::answered(plugged, function, answer).map(Relation::from)
    };
    MaybeRelation: |plugged, function, answer| match answer {
        None => Ok(None),
        answer => Relation::answered(plugged, function, answer).map(Some),
    };
    u64: |plugged, function, answer| {
        let count = plugged.due(function, answer)?;
        let mut bytes = [0; 8];
        match bytes.get_mut(..count.len()) {
            Some(low) => low.copy_from_slice(&count),
            None => return Err(plugged.fail(function, "a count of more than eight bytes")),
        }
        Ok(u64::from_le_bytes(bytes))
    };
    String: |plugged, function, answer| {
        plugged.text(function, plugged.due(function, answer)?, false)
    };
    bool: |_plugged, _function, answer| Ok(answer.is_some());
    MaybeText: |plugged, function, answer| {
        answer.map(|text| plugged.text(function, text, true)).transpose()
    };
    MaybeDyadic: |plugged, function, answer| {
        plugged.piece(function, answer, |decoder| decoder.dyadic())
    };
    MaybeNatural: |plugged, function, answer| {
        plugged.piece(function, answer, |decoder| decoder.natural())
    };
    MaybeHome: |plugged, function, answer| {
        let Some(answer) = answer else { return Ok(None) };
        let home = answer.split_first().and_then(|(&length, rest)| {
            if length == 0 && rest.is_empty() {
                return Some(Home::Here);
            }
            let (name, bytes) = rest.split_at_checked(usize::from(length))?;
            let subgroup = std::str::from_utf8(name).ok()?.to_owned();
            Some(Home::In { subgroup, element: Erased::of_bytes(bytes) })
        });
        let home = home.ok_or_else(|| plugged.fail(function, "an answer without the name of a home"))?;
        Ok(Some(home))
    };
    MaybeSum: |plugged, function, answer| {
        plugged.piece(function, answer, |decoder| decoder.number_ups_star())
    };
}

/// The output of a plugin during one call.
#[derive(Debug, Default)]
struct Sinks {
    answer: Vec<u8>,
    message: Vec<u8>,
    /// Whether the output was larger than the limit or the memory.
    overflowed: bool,
    /// Whether the plugin wrote from a null pointer.
    null: bool,
}

/// A plugin's message, without control characters, for a terminal.
fn readable(message: &[u8]) -> String {
    let message = String::from_utf8_lossy(message);
    message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// [`Reply::write`]. It accepts all bytes or none.
unsafe extern "C" fn write(host: *mut c_void, data: *const u8, length: usize) -> i32 {
    // SAFETY: the contract of the ABI: `host` is the pointer that `call` put into this reply,
    // whose sinks live and are used by nothing else until the call returns.
    let sinks = unsafe { &mut *host.cast::<Sinks>() };
    if data.is_null() && length > 0 {
        sinks.null = true;
        return Status::Full.code();
    }
    let room = MOST_ANSWER - sinks.answer.len();
    if length > room || sinks.answer.try_reserve(length).is_err() {
        sinks.overflowed = true;
        return Status::Full.code();
    }
    // SAFETY: the contract of the ABI: `data` points to `length` bytes; it is not null.
    sinks.answer.extend_from_slice(unsafe { Bytes { data, length }.as_slice() });
    Status::Ok.code()
}

/// [`Reply::explain`]. A message that is too long is cut.
unsafe extern "C" fn explain(host: *mut c_void, text: *const u8, length: usize) -> i32 {
    // SAFETY: as in `write`.
    let sinks = unsafe { &mut *host.cast::<Sinks>() };
    if text.is_null() && length > 0 {
        sinks.null = true;
        return Status::Full.code();
    }
    let taken = length.min(MOST_MESSAGE - sinks.message.len());
    // SAFETY: `text` points to `length` bytes, of which these are the first; it is not null.
    sinks.message.extend_from_slice(unsafe { Bytes { data: text, length: taken }.as_slice() });
    Status::Ok.code()
}
