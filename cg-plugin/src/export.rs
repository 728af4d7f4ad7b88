//! The plugin's side for Rust authors: a table from any [`Subgroup`].

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::{ABI_VERSION, Bytes, List, Reply, Status, Table};
use cg_core::Notation;
use cg_core::Outcome;
use cg_core::Player;
use cg_core::encoding::{Decoder, Malformed, decoded, encoded};
use cg_core::{Error, Result};
use cg_core::{Home, Relative, Subgroup};

/// Where an exported subgroup is found. [`crate::export_subgroup`] implements
/// this; nobody else needs to.
pub trait Exported: 'static {
    /// The type that holds the rules.
    type Subgroup: Subgroup;

    /// The one instance.
    fn subgroup() -> &'static Self::Subgroup;
}

/// Exports a subgroup from a plugin crate: its name, which `plugin.toml` gives
/// too, and the unit struct that holds the rules (or `Type = expression`).
///
/// ```
/// # mod subgroup {
/// # use cg_core::{*, encoding::*};
/// # #[derive(Clone, Copy)] pub struct Trivial;
/// # impl Subgroup for Trivial {
/// #     type Element = ();
/// #     fn name(&self) -> &str { "trivial" }
/// #     fn zero(&self) {}
/// #     fn negate(&self, _: &()) {}
/// #     fn add(&self, _: &(), _: &()) -> Result<()> { Ok(()) }
/// #     fn outcome(&self, _: &()) -> Outcome { Outcome::Previous }
/// #     fn simplify(&self, l: &[&()], r: &[&()]) -> Result<Option<()>> { Ok((l.is_empty() && r.is_empty()).then_some(())) }
/// #     fn option_count(&self, _: &(), _: Player) -> u64 { 0 }
/// #     fn option(&self, _: &(), _: Player, _: u64) -> Result<()> { Err(Error::subgroup("trivial", "no options")) }
/// #     fn encode(&self, _: &()) -> Vec<u8> { Vec::new() }
/// #     fn decode(&self, _: &[u8]) -> Result<()> { Ok(()) }
/// #     fn print(&self, _: &(), _: Notation) -> String { "0".into() }
/// #     fn parse(&self, _: &str, _: Notation) -> Result<()> { Ok(()) }
/// # }
/// # pub use Trivial as TheType;
/// # }
/// use subgroup::TheType; // implements `Subgroup`
/// cg_plugin::export_subgroup!("trivial", TheType);
/// ```
///
/// What it expands to holds the only `unsafe` of a plugin crate: the exported
/// symbol `cg_plugin_NAME`.
#[macro_export]
macro_rules! export_subgroup {
    ($name:literal, $subgroup:ident) => {
        $crate::export_subgroup!($name, $subgroup = $subgroup);
    };
    ($name:literal, $type:ty = $subgroup:expr) => {
        // Where there are no dynamic libraries there is nothing to export to.
        #[cfg(not(target_family = "wasm"))]
        const _: () = {
            #[cfg(panic = "abort")]
            compile_error!("a plugin must be built with panic = \"unwind\": panics are contained");

            struct Export;

            impl $crate::Exported for Export {
                type Subgroup = $type;

                fn subgroup() -> &'static $type {
                    static SUBGROUP: ::std::sync::OnceLock<$type> = ::std::sync::OnceLock::new();
                    SUBGROUP.get_or_init(|| $subgroup)
                }
            }

            #[allow(unsafe_code, reason = "the name is this subgroup's own")]
            #[unsafe(export_name = concat!("cg_plugin_", $name))]
            static TABLE: $crate::Table = $crate::table::<Export>();
        };
    };
}

/// An argument made safe for the duration of a call.
trait Argument {
    type Safe<'a>;

    /// # Safety
    /// The contract of the border: what is pointed to is there and stays as it
    /// is for `'a`.
    unsafe fn safe<'a>(self) -> Self::Safe<'a>;
}

impl Argument for Bytes {
    type Safe<'a> = &'a [u8];

    unsafe fn safe<'a>(self) -> &'a [u8] {
        // SAFETY: the caller's promise.
        unsafe { self.as_slice() }
    }
}

impl Argument for List {
    type Safe<'a> = Vec<&'a [u8]>;

    unsafe fn safe<'a>(self) -> Vec<&'a [u8]> {
        // SAFETY: the caller's promise.
        unsafe { self.as_slices() }
    }
}

impl Argument for u32 {
    type Safe<'a> = u32;

    unsafe fn safe<'a>(self) -> Self::Safe<'a> {
        self
    }
}

impl Argument for u64 {
    type Safe<'a> = u64;

    unsafe fn safe<'a>(self) -> Self::Safe<'a> {
        self
    }
}

/// Runs one function: a panic becomes [`Status::Fault`], an error its status
/// with a message.
///
/// # Safety
/// `reply` is the host's, and valid during the call.
unsafe fn respond(reply: *const Reply, body: impl FnOnce() -> Result<Option<Vec<u8>>>) -> i32 {
    // SAFETY: the caller's promise.
    let reply = unsafe { &*reply };
    let explain = |text: &str| {
        // SAFETY: the host's function with the host's pointer and a text that is there.
        unsafe { (reply.explain)(reply.host, text.as_ptr(), text.len()) };
    };
    // Nothing is seen of a half-changed state: the rules are shared and unchanging.
    match catch_unwind(AssertUnwindSafe(body)) {
        // SAFETY: as for `explain`.
        Ok(Ok(Some(answer))) => unsafe { (reply.write)(reply.host, answer.as_ptr(), answer.len()) },
        Ok(Ok(None)) => Status::None.code(),
        Ok(Err(error)) => {
            let (status, message) = described(error);
            explain(&message);
            status.code()
        }
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            explain(text.unwrap_or("a panic without a message"));
            // Dropping the payload could panic again; that panic's payload is left alone.
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
                std::mem::forget(again);
            }
            Status::Fault.code()
        }
    }
}

fn described(error: Error) -> (Status, String) {
    match error {
        Error::NumberTooLarge => (Status::Limit, String::new()),
        Error::Subgroup { message, .. } => (Status::Refused, message),
        Error::Parse { reason, .. } => (Status::Refused, reason),
        other => (Status::Refused, other.to_string()),
    }
}

macro_rules! entries {
    ($($name:ident($($argument:ident: $type:ty),*) |$subgroup:ident| $body:expr;)+) => {
        $(
            unsafe extern "C" fn $name<E: Exported>(
                $($argument: $type,)*
                reply: *const Reply,
            ) -> i32 {
                // SAFETY: the host keeps the contract of the border: arguments and reply are valid
                // during this call, and nothing of them is kept after it.
                unsafe {
                    respond(reply, || {
                        $( let $argument = Argument::safe($argument); )*
                        let $subgroup = E::subgroup();
                        $body
                    })
                }
            }
        )+

        /// The table of an exported subgroup.
        #[allow(clippy::cast_possible_truncation, reason = "a table has a few hundred bytes")]
        pub const fn table<E: Exported>() -> Table {
            Table {
                abi: ABI_VERSION,
                size: size_of::<Table>() as u32,
                $($name: Some($name::<E>),)+
            }
        }
    };
}

entries! {
    name() |subgroup| Ok(Some(subgroup.name().as_bytes().to_vec()));
    relative(index: u64) |subgroup| Ok(nth(subgroup.relatives(), index).map(|relative| {
        let letter = match relative {
            Relative::Includes(_) => b'I',
            Relative::Overlaps(_) => b'O',
        };
        [&[letter], relative.name().as_bytes()].concat()
    }));
    sample(index: u64) |subgroup| {
        Ok(nth(subgroup.samples(), index).map(|sample| subgroup.encode(&sample)))
    };
    zero() |subgroup| give(subgroup, subgroup.zero());
    check(bytes: Bytes) |subgroup| give(subgroup, subgroup.decode(bytes)?);
    negate(g: Bytes) |subgroup| give(subgroup, subgroup.negate(&subgroup.decode(g)?));
    add(g: Bytes, h: Bytes) |subgroup| {
        give(subgroup, subgroup.add(&subgroup.decode(g)?, &subgroup.decode(h)?)?)
    };
    sum(terms: List) |subgroup| {
        let terms = decode_all(subgroup, terms)?;
        give(subgroup, subgroup.sum(&terms.iter().collect::<Vec<_>>())?)
    };
    multiple(count: Bytes, g: Bytes) |subgroup| {
        let count = piece(subgroup, count, Decoder::integer)?;
        give(subgroup, subgroup.multiple(&count, &subgroup.decode(g)?)?)
    };
    outcome(g: Bytes) |subgroup| letter(subgroup.outcome(&subgroup.decode(g)?));
    compare(g: Bytes, h: Bytes) |subgroup| {
        letter(subgroup.compare(&subgroup.decode(g)?, &subgroup.decode(h)?)?.into())
    };
    simplify(left: List, right: List) |subgroup| {
        let (left, right) = (decode_all(subgroup, left)?, decode_all(subgroup, right)?);
        let left: Vec<_> = left.iter().collect();
        let right: Vec<_> = right.iter().collect();
        maybe(subgroup, subgroup.simplify(&left, &right)?)
    };
    option_count(g: Bytes, player: u32) |subgroup| {
        let count = subgroup.option_count(&subgroup.decode(g)?, side(subgroup, player)?);
        Ok(Some(count.to_le_bytes().to_vec()))
    };
    option(g: Bytes, player: u32, index: u64) |subgroup| {
        let player = side(subgroup, player)?;
        give(subgroup, subgroup.option(&subgroup.decode(g)?, player, index)?)
    };
    print(g: Bytes, notation: u32) |subgroup| {
        let notation = notation_of(subgroup, notation)?;
        Ok(Some(subgroup.print(&subgroup.decode(g)?, notation).into_bytes()))
    };
    in_braces(g: Bytes, notation: u32) |subgroup| {
        let notation = notation_of(subgroup, notation)?;
        Ok(subgroup.in_braces(&subgroup.decode(g)?, notation).then(Vec::new))
    };
    parse(text: Bytes, notation: u32) |subgroup| {
        let notation = notation_of(subgroup, notation)?;
        give(subgroup, subgroup.parse(utf8(subgroup, text)?, notation)?)
    };
    embed(from: Bytes, bytes: Bytes) |subgroup| {
        maybe(subgroup, subgroup.embed(utf8(subgroup, from)?, bytes)?)
    };
    settle(g: Bytes) |subgroup| match subgroup.settle(&subgroup.decode(g)?) {
        Home::Here => Ok(None),
        Home::In { subgroup: name, bytes } => {
            let length = u8::try_from(name.len()).map_err(|_| {
                Error::subgroup(subgroup.name(), "settles in a name of over 255 bytes")
            })?;
            Ok(Some([&[length], name.as_bytes(), &bytes].concat()))
        }
    };
    number(value: Bytes) |subgroup| {
        maybe(subgroup, subgroup.number(&piece(subgroup, value, Decoder::dyadic)?))
    };
    nimber(value: Bytes) |subgroup| {
        maybe(subgroup, subgroup.nimber(&piece(subgroup, value, Decoder::natural)?))
    };
    up(order: Bytes) |subgroup| {
        maybe(subgroup, subgroup.up(&piece(subgroup, order, Decoder::dyadic)?))
    };
    as_number(g: Bytes) |subgroup| {
        let number = subgroup.as_number(&subgroup.decode(g)?);
        Ok(number.map(|number| encoded(|encoder| encoder.dyadic(&number))))
    };
    as_nimber(g: Bytes) |subgroup| {
        let nimber = subgroup.as_nimber(&subgroup.decode(g)?);
        Ok(nimber.map(|nimber| encoded(|encoder| encoder.natural(&nimber))))
    };
    number_ups_star(g: Bytes) |subgroup| {
        let shape = subgroup.number_ups_star(&subgroup.decode(g)?);
        Ok(shape.map(|shape| encoded(|encoder| encoder.number_ups_star(&shape))))
    };
}

fn give<S: Subgroup>(subgroup: &S, g: S::Element) -> Result<Option<Vec<u8>>> {
    maybe(subgroup, Some(g))
}

#[allow(clippy::needless_pass_by_value, reason = "it takes what the rules return")]
fn maybe<S: Subgroup>(subgroup: &S, g: Option<S::Element>) -> Result<Option<Vec<u8>>> {
    Ok(g.map(|g| subgroup.encode(&g)))
}

fn decode_all<S: Subgroup>(subgroup: &S, elements: Vec<&[u8]>) -> Result<Vec<S::Element>> {
    elements.into_iter().map(|bytes| subgroup.decode(bytes)).collect()
}

fn letter(outcome: Outcome) -> Result<Option<Vec<u8>>> {
    Ok(Some(vec![outcome.letter() as u8]))
}

fn nth<T>(items: Vec<T>, index: u64) -> Option<T> {
    usize::try_from(index).ok().and_then(|index| items.into_iter().nth(index))
}

fn side<S: Subgroup>(subgroup: &S, player: u32) -> Result<Player> {
    let index = usize::try_from(player).ok();
    let player = index.and_then(|index| Player::BOTH.get(index)).copied();
    player.ok_or_else(|| Error::subgroup(subgroup.name(), "there is no such player"))
}

fn notation_of<S: Subgroup>(subgroup: &S, notation: u32) -> Result<Notation> {
    let index = usize::try_from(notation).ok();
    let notation = index.and_then(|index| Notation::ALL.get(index)).copied();
    notation.ok_or_else(|| Error::subgroup(subgroup.name(), "there is no such notation"))
}

fn utf8<'a, S: Subgroup>(subgroup: &S, text: &'a [u8]) -> Result<&'a str> {
    std::str::from_utf8(text).map_err(|_| Error::subgroup(subgroup.name(), "the text is not UTF-8"))
}

/// One piece of the host's encoding that is all of `bytes`.
fn piece<'a, S: Subgroup, T>(
    subgroup: &S,
    bytes: &'a [u8],
    read: impl FnOnce(&mut Decoder<'a>) -> std::result::Result<T, Malformed>,
) -> Result<T> {
    decoded(bytes, read).map_err(|what| Error::subgroup(subgroup.name(), what.to_string()))
}
