//! The plugin's side for Rust authors: a table from any subgroup.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cg_core::encoding::{Decoder, Element, Malformed, decoded, encoded};
use cg_core::operations::answers::{MaybeDyadic, MaybeHome, MaybeNatural, MaybeSum, MaybeText};
use cg_core::{
    Erased, Error, Explanations, Family, Home, Notation, Outcome, Player, Relation, Result,
    Subgroup, Text, Views,
};

use crate::abi::{ABI_VERSION, Reply, Status, Table, c_type};

/// The place of an exported subgroup. [`crate::export_subgroup`] implements this trait; other code
/// need not.
pub trait Exported: 'static {
    /// The type of the rules.
    type Subgroup: Family;

    /// The one instance.
    fn subgroup() -> &'static Self::Subgroup;
}

/// Exports a subgroup from a plugin crate. The arguments are its name, which is also in
/// `plugin.toml`, and the unit struct of the rules (or `Type = expression`).
///
/// ```
/// # mod subgroup {
/// # use cg_core::*;
/// # #[derive(Clone, Copy)] pub struct Trivial;
/// # impl Subgroup for Trivial {
/// #     type Element = bool;
/// #     fn name(&self) -> &str { "trivial" }
/// #     fn zero(&self) -> Result<bool> { Ok(false) }
/// #     fn negate(&self, _: &bool) -> Result<bool> { Ok(false) }
/// #     fn add(&self, _: &bool, _: &bool) -> Result<bool> { Ok(false) }
/// #     fn outcome(&self, _: &bool) -> Result<Outcome> { Ok(Outcome::Previous) }
/// #     fn simplify(&self, l: &[&bool], r: &[&bool]) -> Result<Option<bool>> { Ok((l.is_empty() && r.is_empty()).then_some(false)) }
/// #     fn option_count(&self, _: &bool, _: Player) -> Result<u64> { Ok(0) }
/// #     fn option(&self, _: &bool, _: Player, _: u64) -> Result<bool> { Ok(false) }
/// #     fn contains(&self, g: &bool) -> Result<bool> { Ok(!g) }
/// # }
/// # impl Text for Trivial {
/// #     fn print(&self, _: &bool, _: Notation) -> Result<String> { Ok("0".into()) }
/// #     fn parse(&self, _: &str, _: Notation) -> Result<bool> { Ok(false) }
/// # }
/// # impl Relations for Trivial {}
/// # impl Views for Trivial {}
/// # impl Explanations for Trivial {}
/// # pub use Trivial as TheType;
/// # }
/// use subgroup::TheType; // implements `Subgroup` and its four companions
/// cg_plugin::export_subgroup!("trivial", TheType);
/// ```
///
/// The expansion contains the only `unsafe` of a plugin crate: the exported symbol
/// `cg_plugin_NAME`.
#[macro_export]
macro_rules! export_subgroup {
    ($name:literal, $subgroup:ident) => {
        $crate::export_subgroup!($name, $subgroup = $subgroup);
    };
    ($name:literal, $type:ty = $subgroup:expr) => {
        // On systems without dynamic libraries, nothing is exported.
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

/// Runs one function. A panic becomes [`Status::Fault`], and an error its status with a message.
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
    // No half-changed state is visible: the rules are shared and do not change.
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
            // Dropping the payload could panic again. The payload of that panic is leaked.
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
                std::mem::forget(again);
            }
            Status::Fault.code()
        }
    }
}

fn described(error: Error) -> (Status, String) {
    match error {
        Error::NumberTooLarge { .. } => (Status::Limit, error.to_string()),
        Error::SubgroupLimit { message, .. } => (Status::Limit, message),
        Error::Subgroup { message, .. } => (Status::Refused, message),
        Error::Parse { reason, .. } => (Status::Refused, reason),
        other => (Status::Refused, other.to_string()),
    }
}

/// An argument of each kind for the rules; owned if it was decoded. By the contract of the ABI, the
/// bytes do not change during the call.
macro_rules! received {
    ($rules:ident, element, $bytes:ident) => {
        $rules.decode($bytes.as_slice())?
    };
    ($rules:ident, elements, $list:ident) => {
        decode_all($rules, $list.as_slices())?
    };
    ($rules:ident, integer, $bytes:ident) => {
        piece($rules, $bytes.as_slice(), Decoder::integer)?
    };
    ($rules:ident, natural, $bytes:ident) => {
        piece($rules, $bytes.as_slice(), Decoder::natural)?
    };
    ($rules:ident, dyadic, $bytes:ident) => {
        piece($rules, $bytes.as_slice(), Decoder::dyadic)?
    };
    ($rules:ident, player, $index:ident) => {
        nth($rules, &Player::BOTH, $index, "player")?
    };
    ($rules:ident, notation, $index:ident) => {
        nth($rules, &Notation::ALL, $index, "notation")?
    };
    ($rules:ident, index, $index:ident) => {
        $index
    };
    ($rules:ident, text, $bytes:ident) => {
        utf8($rules, $bytes.as_slice())?
    };
    ($rules:ident, bytes, $bytes:ident) => {
        $bytes.as_slice()
    };
}

/// The argument as it is passed to the rules.
macro_rules! handed {
    (elements, $owned:ident) => {
        &$owned.iter().collect::<Vec<_>>()
    };
    (player, $value:ident) => {
        $value
    };
    (notation, $value:ident) => {
        $value
    };
    (index, $value:ident) => {
        $value
    };
    (text, $value:ident) => {
        $value
    };
    ($kind:ident, $owned:ident) => {
        &$owned
    };
}

/// An answer of the rules as bytes; `None` if there is none.
macro_rules! sent {
    (element, $value:expr) => {
        Some($value.encode())
    };
    (maybe_element, $value:expr) => {
        $value.map(|element| element.encode())
    };
    ($answer:ident, $value:expr) => {
        <$answer as Sent>::sent($value)
    };
}

/// A function of the table. Those of the border have bodies of their own.
macro_rules! function {
    ($name:ident($($argument:ident: $kind:ident),*) -> border) => {
        function! { $name($($argument: $kind),*) |rules| border::$name(rules, $($argument),*) }
    };
    ($name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {
        function! { $name($($argument: $kind),*) |rules| {
            Ok(sent!($answer, rules.$name($(handed!($kind, $argument)),*)?))
        } }
    };
    ($name:ident($($argument:ident: $kind:ident),*) |$rules:ident| $body:expr) => {
        unsafe extern "C" fn $name<E: Exported>(
            $($argument: c_type!($kind),)*
            reply: *const Reply,
        ) -> i32 {
            // SAFETY: the host keeps the contract of the ABI: arguments and reply are valid
            // during this call, and nothing of them is kept after it.
            unsafe {
                respond(reply, || {
                    let $rules = E::subgroup();
                    $( let $argument = received!($rules, $kind, $argument); )*
                    $body
                })
            }
        }
    };
}

macro_rules! functions {
    ($(
        $(#[doc = $doc:literal])+
        $trait:ident $need:ident $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident;
    )+) => {
        $( function! { $name($($argument: $kind),*) -> $answer } )+

        /// The table of an exported subgroup.
        #[allow(clippy::cast_possible_truncation, reason = "a table has a few hundred bytes")]
        pub const fn table<E: Exported>() -> Table {
            Table {
                size: size_of::<Table>() as u32,
                abi: ABI_VERSION,
                $( $name: Some($name::<E>), )+
            }
        }
    };
}

cg_core::for_each_operation! { functions }

/// The functions that cross the ABI with code of their own.
mod border {
    use super::{Element, Erased, Error, Family, Home, Result, Sent};

    type Answer = Result<Option<Vec<u8>>>;

    fn at<T>(items: Vec<T>, index: u64) -> Option<T> {
        usize::try_from(index).ok().and_then(|index| items.into_iter().nth(index))
    }

    pub(super) fn name<S: Family>(rules: &S) -> Answer {
        Ok(Some(rules.name().as_bytes().to_vec()))
    }

    pub(super) fn relative<S: Family>(rules: &S, index: u64) -> Answer {
        Ok(at(rules.relatives()?, index).map(|relative| {
            let letter = if relative.is_included() { b'I' } else { b'O' };
            [&[letter], relative.name().as_bytes()].concat()
        }))
    }

    pub(super) fn sample<S: Family>(rules: &S, index: u64) -> Answer {
        Ok(at(rules.samples()?, index).map(|sample| sample.encode()))
    }

    pub(super) fn check<S: Family>(rules: &S, bytes: &[u8]) -> Answer {
        Ok(Some(rules.decode(bytes)?.encode()))
    }

    pub(super) fn embed<S: Family>(rules: &S, from: &str, bytes: &[u8]) -> Answer {
        let relatives = rules.relatives()?;
        let relative = relatives.iter().find(|relative| relative.name() == from);
        let unknown = || Error::subgroup(rules.name(), format!("{from} is no relative"));
        let element = relative.ok_or_else(unknown)?.embed(&Erased::of_bytes(bytes))?;
        Ok(element.map(|element| element.encode()))
    }

    #[allow(
        clippy::needless_pass_by_value,
        reason = "arguments are handed on as they are received"
    )]
    pub(super) fn settle<S: Family>(rules: &S, g: S::Element) -> Answer {
        Ok(match rules.settle(&g)? {
            Home::Here => None,
            home => Some(home).sent(),
        })
    }

    #[allow(
        clippy::needless_pass_by_value,
        reason = "arguments are handed on as they are received"
    )]
    pub(super) fn heap_bytes<S: Family>(rules: &S, g: S::Element) -> Answer {
        let bytes = rules.heap_bytes(&g)? as u64;
        Ok(Some(bytes.to_le_bytes().to_vec()))
    }
}

/// An answer that is not an element, as bytes.
trait Sent {
    fn sent(self) -> Option<Vec<u8>>;
}

impl Sent for Outcome {
    fn sent(self) -> Option<Vec<u8>> {
        Some(vec![self.letter() as u8])
    }
}

impl Sent for Relation {
    fn sent(self) -> Option<Vec<u8>> {
        Outcome::from(self).sent()
    }
}

impl Sent for u64 {
    fn sent(self) -> Option<Vec<u8>> {
        Some(self.to_le_bytes().to_vec())
    }
}

impl Sent for String {
    fn sent(self) -> Option<Vec<u8>> {
        Some(self.into_bytes())
    }
}

impl Sent for bool {
    fn sent(self) -> Option<Vec<u8>> {
        self.then(Vec::new)
    }
}

impl Sent for MaybeText {
    fn sent(self) -> Option<Vec<u8>> {
        self.map(String::into_bytes)
    }
}

/// The length of the name, the name, and the bytes of the element; 0 for the element itself.
impl Sent for MaybeHome {
    fn sent(self) -> Option<Vec<u8>> {
        self.map(|home| match home {
            Home::Here => vec![0],
            Home::In { subgroup, element } => {
                let length = u8::try_from(subgroup.len());
                let length = length.expect("the name of a subgroup has at most 255 bytes");
                [&[length], subgroup.as_bytes(), &element.encode()].concat()
            }
        })
    }
}

impl Sent for MaybeDyadic {
    fn sent(self) -> Option<Vec<u8>> {
        self.map(|number| number.encode())
    }
}

impl Sent for MaybeNatural {
    fn sent(self) -> Option<Vec<u8>> {
        self.map(|natural| natural.encode())
    }
}

impl Sent for MaybeSum {
    fn sent(self) -> Option<Vec<u8>> {
        self.map(|sum| encoded(|encoder| encoder.number_ups_star(&sum)))
    }
}

fn decode_all<S: Family>(rules: &S, elements: Vec<&[u8]>) -> Result<Vec<S::Element>> {
    elements.into_iter().map(|bytes| rules.decode(bytes)).collect()
}

fn nth<S: Family, T: Copy>(rules: &S, all: &[T], index: u32, what: &str) -> Result<T> {
    let found = usize::try_from(index).ok().and_then(|index| all.get(index)).copied();
    found.ok_or_else(|| Error::subgroup(rules.name(), format!("there is no such {what}")))
}

fn utf8<'a, S: Family>(rules: &S, text: &'a [u8]) -> Result<&'a str> {
    std::str::from_utf8(text).map_err(|_| Error::subgroup(rules.name(), "the text is not UTF-8"))
}

/// One part of the host's encoding that uses all of `bytes`.
fn piece<'a, S: Family, T>(
    rules: &S,
    bytes: &'a [u8],
    read: impl FnOnce(&mut Decoder<'a>) -> std::result::Result<T, Malformed>,
) -> Result<T> {
    decoded(bytes, read).map_err(|what| Error::subgroup(rules.name(), what.to_string()))
}
