//! The plugin's side for Rust authors: a table from any subgroup, or from any family of sums.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cg_core::encoding::{Decoder, Element, Malformed, decoded, encoded};
use cg_core::operations::answers::{
    MaybeDyadic, MaybeHome, MaybeNatural, MaybeRelation, MaybeSum, MaybeText,
};
use cg_core::{
    Erased, Error, Explanations, Family, Home, Notation, Outcome, Player, Relation, Result,
    Subgroup, SumFamily, Text, Views,
};

use crate::abi::{Reply, Status, Table, c_type};

/// The place of an exported subgroup. [`crate::export_subgroup`] implements this trait; other code
/// need not.
pub trait Exported: 'static {
    /// The type of the rules.
    type Subgroup: Family;

    /// The one instance.
    fn subgroup() -> &'static Self::Subgroup;
}

/// The place of an exported family of sums. [`crate::export_sums`] implements this trait.
pub trait ExportedSums: 'static {
    /// The type of the rules.
    type Family: SumFamily;

    /// The one instance.
    fn family() -> &'static Self::Family;
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
        $crate::export_table!(
            $name,
            $type = $subgroup,
            Exported,
            Subgroup,
            subgroup,
            $crate::table::<Export>()
        );
    };
}

/// Exports a [`SumFamily`] from a plugin crate. The arguments are those of [`export_subgroup`].
///
/// ```
/// # mod stars {
/// # use cg_core::{Outcome, Result, SumFamily, Tree};
/// # pub struct Stars;
/// # impl SumFamily for Stars {
/// #     type Element = bool;
/// #     fn name(&self) -> &str { "stars" }
/// #     fn zero(&self) -> Result<bool> { Ok(false) }
/// #     fn negate(&self, g: &bool) -> Result<bool> { Ok(*g) }
/// #     fn add(&self, g: &bool, h: &bool) -> Result<bool> { Ok(g ^ h) }
/// #     fn decide(&self, g: &bool) -> Result<Option<Outcome>> {
/// #         Ok(Some(if *g { Outcome::Next } else { Outcome::Previous }))
/// #     }
/// #     fn value(&self, index: u64) -> Result<Option<(Tree, bool)>> {
/// #         let star = Tree::new(vec![[vec![], vec![]], [vec![0], vec![0]]]);
/// #         Ok(star.filter(|_| index == 0).map(|star| (star, true)))
/// #     }
/// # }
/// # }
/// use stars::Stars; // implements `SumFamily`
/// cg_plugin::export_sums!("stars", Stars);
/// ```
#[macro_export]
macro_rules! export_sums {
    ($name:literal, $family:ident) => {
        $crate::export_sums!($name, $family = $family);
    };
    ($name:literal, $type:ty = $family:expr) => {
        $crate::export_table!(
            $name,
            $type = $family,
            ExportedSums,
            Family,
            family,
            $crate::sums_table::<Export>()
        );
    };
}

/// The exported symbol of a plugin.
#[doc(hidden)]
#[macro_export]
macro_rules! export_table {
    (
        $name:literal, $type:ty = $rules:expr,
        $exported:ident, $kind:ident, $instance:ident, $table:expr
    ) => {
        // On systems without dynamic libraries, nothing is exported.
        #[cfg(not(target_family = "wasm"))]
        const _: () = {
            #[cfg(panic = "abort")]
            compile_error!("a plugin must be built with panic = \"unwind\": panics are contained");

            struct Export;

            impl $crate::$exported for Export {
                type $kind = $type;

                fn $instance() -> &'static $type {
                    static RULES: ::std::sync::OnceLock<$type> = ::std::sync::OnceLock::new();
                    RULES.get_or_init(|| $rules)
                }
            }

            #[allow(unsafe_code, reason = "the name is this plugin's own")]
            #[unsafe(export_name = concat!("cg_plugin_", $name))]
            static TABLE: $crate::Table = $table;
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
        $list.as_slices().into_iter().map(|g| $rules.decode(g)).collect::<Result<Vec<_>>>()?
    };
    ($rules:ident, integer, $bytes:ident) => {
        piece($rules.name(), $bytes.as_slice(), Decoder::integer)?
    };
    ($rules:ident, natural, $bytes:ident) => {
        piece($rules.name(), $bytes.as_slice(), Decoder::natural)?
    };
    ($rules:ident, dyadic, $bytes:ident) => {
        piece($rules.name(), $bytes.as_slice(), Decoder::dyadic)?
    };
    ($rules:ident, player, $index:ident) => {
        nth($rules.name(), &Player::BOTH, $index, "player")?
    };
    ($rules:ident, notation, $index:ident) => {
        nth($rules.name(), &Notation::ALL, $index, "notation")?
    };
    ($rules:ident, index, $index:ident) => {
        $index
    };
    ($rules:ident, text, $bytes:ident) => {
        utf8($rules.name(), $bytes.as_slice())?
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
    ($of:tt $name:ident($($argument:ident: $kind:ident),*) -> border) => {
        function! { $of $name($($argument: $kind),*) |rules| border::$name(rules, $($argument),*) }
    };
    ($of:tt $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident) => {
        function! { $of $name($($argument: $kind),*) |rules| {
            Ok(sent!($answer, rules.$name($(handed!($kind, $argument)),*)?))
        } }
    };
    (
        ($exported:ident $instance:ident)
        $name:ident($($argument:ident: $kind:ident),*) |$rules:ident| $body:expr
    ) => {
        pub(super) unsafe extern "C" fn $name<E: $exported>(
            $($argument: c_type!($kind),)*
            reply: *const Reply,
        ) -> i32 {
            // SAFETY: the host keeps the contract of the ABI: arguments and reply are valid
            // during this call, and nothing of them is kept after it.
            unsafe {
                respond(reply, || {
                    let $rules = E::$instance();
                    $( let $argument = received!($rules, $kind, $argument); )*
                    $body
                })
            }
        }
    };
}

/// Expands what follows, if a subgroup has a row of this trait: all but those of `Sums`.
macro_rules! of_subgroup {
    (Sums $($then:tt)+) => {};
    ($trait:ident $($then:tt)+) => { $($then)+ };
}

/// Expands what follows, if a family of sums has a row of this trait.
macro_rules! of_sums {
    (Border $($then:tt)+) => { $($then)+ };
    (Group $($then:tt)+) => { $($then)+ };
    (Sums $($then:tt)+) => { $($then)+ };
    ($trait:ident $($then:tt)+) => {};
}

macro_rules! functions {
    ($(
        $(#[doc = $doc:literal])+
        $trait:ident $need:ident $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident;
    )+) => {
        /// The functions of a subgroup.
        mod of_subgroups {
            use super::*;
            use super::subgroup_border as border;

            $( of_subgroup! { $trait function! { (Exported subgroup) $name($($argument: $kind),*) -> $answer } } )+
        }

        /// The functions of a family of sums.
        mod of_families {
            use super::*;
            use super::sums_border as border;

            $( of_sums! { $trait function! { (ExportedSums family) $name($($argument: $kind),*) -> $answer } } )+
        }

        /// The table of an exported subgroup.
        pub const fn table<E: Exported>() -> Table {
            let mut table = Table::EMPTY;
            $( of_subgroup! { $trait table.$name = Some(of_subgroups::$name::<E>); } )+
            table
        }

        /// The table of an exported family of sums.
        pub const fn sums_table<E: ExportedSums>() -> Table {
            let mut table = Table::EMPTY;
            $( of_sums! { $trait table.$name = Some(of_families::$name::<E>); } )+
            table
        }
    };
}

cg_core::for_each_operation! { functions }

/// The answer of a function with code of its own, as bytes.
type Answer = Result<Option<Vec<u8>>>;

/// The functions of a family of sums that cross the ABI with code of their own.
mod sums_border {
    use super::{Answer, Element, Sent, SumFamily, encoded};

    pub(super) fn name<S: SumFamily>(rules: &S) -> Answer {
        Ok(Some(rules.name().as_bytes().to_vec()))
    }

    pub(super) fn sample<S: SumFamily>(rules: &S, index: u64) -> Answer {
        let samples = rules.samples()?;
        let sample = usize::try_from(index).ok().and_then(|index| samples.get(index));
        Ok(sample.map(Element::encode))
    }

    pub(super) fn check<S: SumFamily>(rules: &S, bytes: &[u8]) -> Answer {
        Ok(Some(rules.decode(bytes)?.encode()))
    }

    #[allow(
        clippy::needless_pass_by_value,
        reason = "arguments are handed on as they are received"
    )]
    pub(super) fn decide<S: SumFamily>(rules: &S, g: S::Element) -> Answer {
        Ok(rules.decide(&g)?.and_then(Sent::sent))
    }

    pub(super) fn value<S: SumFamily>(rules: &S, index: u64) -> Answer {
        Ok(rules.value(index)?.map(|known| {
            encoded(|encoder| {
                known.0.write(encoder);
                known.1.write(encoder);
            })
        }))
    }
}

/// The functions of a subgroup that cross the ABI with code of their own.
mod subgroup_border {
    use super::{Answer, Element, Erased, Error, Family, Home, Sent};

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

impl Sent for MaybeRelation {
    fn sent(self) -> Option<Vec<u8>> {
        self.and_then(Relation::sent)
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

fn nth<T: Copy>(plugin: &str, all: &[T], index: u32, what: &str) -> Result<T> {
    let found = usize::try_from(index).ok().and_then(|index| all.get(index)).copied();
    found.ok_or_else(|| Error::subgroup(plugin, format!("there is no such {what}")))
}

fn utf8<'a>(plugin: &str, text: &'a [u8]) -> Result<&'a str> {
    std::str::from_utf8(text).map_err(|_| Error::subgroup(plugin, "the text is not UTF-8"))
}

/// One part of the host's encoding that uses all of `bytes`.
fn piece<'a, T>(
    plugin: &str,
    bytes: &'a [u8],
    read: impl FnOnce(&mut Decoder<'a>) -> std::result::Result<T, Malformed>,
) -> Result<T> {
    decoded(bytes, read).map_err(|what| Error::subgroup(plugin, what.to_string()))
}
