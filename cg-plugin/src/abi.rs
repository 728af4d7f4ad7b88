//! The border between the calculator and a plugin: a table of C functions.
//!
//! `include/cg_plugin.h` says the same for authors in C; a test compares the
//! two. Nothing of Rust's own layouts crosses: elements are byte strings, texts
//! UTF-8, answers are written to sinks that the host owns, and every function
//! returns a status.

use std::ffi::c_void;
use std::mem::offset_of;

/// The version of this border. A plugin made for another is refused.
pub const ABI_VERSION: u32 = 1;

/// The symbol of a plugin's table is this followed by the subgroup's name.
pub const SYMBOL_PREFIX: &str = "cg_plugin_";

/// The most bytes that one answer may have: an element or a text.
pub const MOST_ANSWER: usize = 1 << 26;

/// The longest message that accompanies an error; what is longer is cut off.
pub const MOST_MESSAGE: usize = 1 << 12;

/// What a function of the border returns.
///
/// In the table it is a plain `i32`, since a plugin might return anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The answer was written.
    Ok = 0,
    /// There is no such value: the simplification rule's "no", an element at
    /// home, a list at its end, a role that this subgroup does not have.
    None = 1,
    /// A number would be too large.
    Limit = 2,
    /// What was asked for cannot be done: a text or bytes that are no element,
    /// an option that is not there. The message says why.
    Refused = 3,
    /// The plugin panicked, or found a mistake of its own.
    Fault = 4,
    /// From [`Reply::write`]: no more is taken, the answer is too long.
    Full = 5,
}

impl Status {
    /// All of them, with their names in C.
    pub const ALL: [(Status, &'static str); 6] = [
        (Status::Ok, "CG_OK"),
        (Status::None, "CG_NONE"),
        (Status::Limit, "CG_LIMIT"),
        (Status::Refused, "CG_REFUSED"),
        (Status::Fault, "CG_FAULT"),
        (Status::Full, "CG_FULL"),
    ];

    /// The number that crosses the border.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The status with this number, if there is one.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().map(|(status, _)| status).find(|status| status.code() == code)
    }
}

/// Bytes that belong to the caller and stay where they are during the call.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Bytes {
    /// The first byte; anything when there are none.
    pub data: *const u8,
    /// How many there are.
    pub length: usize,
}

impl Bytes {
    /// The bytes.
    ///
    /// # Safety
    /// `data` points to `length` bytes that stay unchanged for `'a`, if `length`
    /// is not 0.
    pub unsafe fn as_slice<'a>(self) -> &'a [u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(self.data, self.length) }
    }
}

/// Several byte strings, on the same terms.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct List {
    /// The first; anything when there are none.
    pub items: *const Bytes,
    /// How many there are.
    pub count: usize,
}

impl List {
    /// The items.
    ///
    /// # Safety
    /// As for [`Bytes::as_slice`], for the list and for each of its items.
    pub unsafe fn as_slices<'a>(self) -> Vec<&'a [u8]> {
        if self.count == 0 {
            return Vec::new();
        }
        // SAFETY: the caller's promise.
        let items = unsafe { std::slice::from_raw_parts(self.items, self.count) };
        // SAFETY: the caller's promise, for each item.
        items.iter().map(|item| unsafe { item.as_slice() }).collect()
    }
}

/// Where a function writes: sinks that the host owns.
#[derive(Debug)]
#[repr(C)]
pub struct Reply {
    /// The host's own; to be passed to the functions.
    pub host: *mut c_void,
    /// Appends to the answer. When it does not return `CG_OK`, the function
    /// must return that status at once.
    pub write: unsafe extern "C" fn(host: *mut c_void, data: *const u8, length: usize) -> i32,
    /// Appends to the message that accompanies `CG_REFUSED` and `CG_FAULT`.
    pub explain: unsafe extern "C" fn(host: *mut c_void, text: *const u8, length: usize) -> i32,
}

/// One function of the table, described for tests of the header.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The field's name.
    pub name: &'static str,
    /// Whether a table without it is refused.
    pub required: bool,
    /// The types of its arguments before the reply, as Rust writes them.
    pub arguments: &'static [&'static str],
    /// Where the field is in the table.
    pub offset: usize,
}

macro_rules! table {
    ($( $(#[doc = $doc:literal])+ $need:ident $name:ident($($argument:ident: $type:ty),*); )+) => {
        /// The functions of a subgroup. Each takes its arguments and then a
        /// [`Reply`], and returns a [`Status`] as a number.
        ///
        /// Fields may be null in a table that comes from elsewhere. The host
        /// does without an optional one.
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct Table {
            /// [`ABI_VERSION`]. Always the first field: it is read before
            /// anything else is.
            pub abi: u32,
            /// How many bytes the table has.
            pub size: u32,
            $( $(#[doc = $doc])+
            pub $name: Option<unsafe extern "C" fn($($argument: $type,)* reply: *const Reply) -> i32>, )+
        }

        impl Table {
            /// The functions, in the order of the table.
            pub const ENTRIES: &'static [Entry] = &[$( Entry {
                name: stringify!($name),
                required: table!(@ $need),
                arguments: &[$(stringify!($type)),*],
                offset: offset_of!(Table, $name),
            } ),+];

            /// The names of the required functions that this table lacks.
            pub fn missing(&self) -> Vec<&'static str> {
                let mut missing = Vec::new();
                $( if table!(@ $need) && self.$name.is_none() {
                    missing.push(stringify!($name));
                } )+
                missing
            }
        }
    };
    (@ required) => { true };
    (@ optional) => { false };
}

table! {
    /// The subgroup's name.
    required name();
    /// Relative number `index`, counted from 0: the letter `I` (includes) or
    /// `O` (overlaps), then its name. `CG_NONE` at the end.
    optional relative(index: u64);
    /// Sample number `index`, for the tests of the laws; the most telling
    /// first. `CG_NONE` at the end. Without any, the laws are tried on the
    /// numbers, nimbers and ups that the subgroup makes.
    optional sample(index: u64);
    /// The element 0.
    required zero();
    /// The same bytes, if they encode an element; else `CG_REFUSED`.
    required check(bytes: Bytes);
    /// -g.
    required negate(g: Bytes);
    /// g + h.
    required add(g: Bytes, h: Bytes);
    /// The sum of all of them; 0 for none.
    optional sum(terms: List);
    /// `count` copies of g; `count` is an integer in the host's encoding.
    optional multiple(count: Bytes, g: Bytes);
    /// The outcome rule: one of the letters `P`, `N`, `L`, `R`.
    required outcome(g: Bytes);
    /// The outcome of g - h.
    optional compare(g: Bytes, h: Bytes);
    /// The simplification rule: the element that `{left | right}` equals, or
    /// `CG_NONE`.
    required simplify(left: List, right: List);
    /// How many canonical options `player` (0 Left, 1 Right) has: up to eight
    /// bytes, the least significant first; eight bytes 0xff for more.
    required option_count(g: Bytes, player: u32);
    /// The canonical option with number `index`.
    required option(g: Bytes, player: u32, index: u64);
    /// The element as text; `notation` is 0 paper, 1 standard, 2 unicode, 3 latex.
    required print(g: Bytes, notation: u32);
    /// `CG_OK` when the calculator is to write g in braces, by its options, and
    /// not as `print` does; else `CG_NONE`.
    optional in_braces(g: Bytes, notation: u32);
    /// The element that a text stands for, or `CG_REFUSED`.
    required parse(text: Bytes, notation: u32);
    /// The element that the element `bytes` of the relative `from` is here, or
    /// `CG_NONE`.
    optional embed(from: Bytes, bytes: Bytes);
    /// The smaller home of g: a byte with the length of its name, the name, the
    /// element's bytes there. `CG_NONE` when g is at home.
    optional settle(g: Bytes);
    /// The element that is a number, given as a dyadic in the host's encoding.
    optional number(value: Bytes);
    /// The element that is the nimber of a natural in the host's encoding.
    optional nimber(value: Bytes);
    /// The element that is the up of a dyadic.
    optional up(order: Bytes);
    /// The number that g is, as a dyadic, or `CG_NONE`.
    optional as_number(g: Bytes);
    /// The n of the nimber `*n` that g is, as a natural, or `CG_NONE`.
    optional as_nimber(g: Bytes);
    /// g as x + a.^(d) + ... + *n, or `CG_NONE`: the dyadic x, the natural n, the
    /// count of the terms, and for each, by increasing d, the dyadic d (positive)
    /// and the integer a (not 0).
    optional number_ups_star(g: Bytes);
}
