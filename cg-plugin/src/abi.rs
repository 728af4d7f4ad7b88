//! The ABI between the calculator and a plugin: a table of C functions.
//!
//! The functions are one list, `for_each_operation` in `cg-core`. The table, the loader's side, the
//! exporter's side and the functions in `include/cg_plugin.h` are made from it, and a test compares
//! the header. No memory layouts of Rust cross the ABI: elements are byte strings, texts are UTF-8,
//! answers are written to sinks of the host, and every function returns a status.

use std::ffi::c_void;
use std::mem::offset_of;

/// The version of this ABI. A plugin for another version is refused. New functions at the end of
/// the table do not change the version.
pub const ABI_VERSION: u32 = 3;

/// The symbol of a plugin's table is this prefix and the subgroup's name.
pub const SYMBOL_PREFIX: &str = "cg_plugin_";

/// The largest number of bytes of one answer, an element or a text.
pub const MOST_ANSWER: usize = 1 << 26;

/// The longest message of an error. A longer message is cut.
pub const MOST_MESSAGE: usize = 1 << 12;

/// The result of a function of the ABI.
///
/// In the table it is a plain `i32`, since a plugin might return anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The answer was written.
    Ok = 0,
    /// There is no such value: the simplification rule says no, an element is at home, a list has
    /// ended, or the subgroup does not have this role.
    None = 1,
    /// An element would be too large. The message says which bound.
    Limit = 2,
    /// The request is impossible: a text or bytes that are not an element, or an option that does
    /// not exist. The message gives the reason.
    Refused = 3,
    /// The plugin panicked, or found an error of its own.
    Fault = 4,
    /// The result of [`Reply::write`] if the answer is too long.
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

    /// The number of the status in the ABI.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The status with this number, if there is one.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().map(|(status, _)| status).find(|status| status.code() == code)
    }
}

/// Bytes that belong to the caller and do not change during the call.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Bytes {
    /// The first byte; any value if there are none.
    pub data: *const u8,
    /// The number of bytes.
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

/// Several byte strings, with the same rules.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct List {
    /// The first one; any value if there are none.
    pub items: *const Bytes,
    /// The number of items.
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

/// The sinks for a function's output. The host owns them.
#[derive(Debug)]
#[repr(C)]
pub struct Reply {
    /// A value of the host, which must be passed to the functions.
    pub host: *mut c_void,
    /// Appends to the answer. If it does not return `CG_OK`, the function must return that status
    /// at once.
    pub write: unsafe extern "C" fn(host: *mut c_void, data: *const u8, length: usize) -> i32,
    /// Appends to the message of `CG_LIMIT`, `CG_REFUSED` and `CG_FAULT`.
    pub explain: unsafe extern "C" fn(host: *mut c_void, text: *const u8, length: usize) -> i32,
}

/// One function of the table, described for the C header.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The field's name.
    pub name: &'static str,
    /// Whether a table of a subgroup without this function is refused.
    pub required: bool,
    /// Its description, line by line.
    pub doc: &'static [&'static str],
    /// Its arguments before the reply: the C type and the name.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The offset of the field in the table.
    pub offset: usize,
}

/// The Rust type for the C type of each kind of argument.
macro_rules! c_type {
    (player) => {
        u32
    };
    (notation) => {
        u32
    };
    (index) => {
        u64
    };
    (elements) => {
        $crate::List
    };
    ($bytes:ident) => {
        $crate::Bytes
    };
}

/// The C type of each kind of argument.
macro_rules! c_name {
    (player) => {
        "uint32_t"
    };
    (notation) => {
        "uint32_t"
    };
    (index) => {
        "uint64_t"
    };
    (elements) => {
        "cg_list"
    };
    ($bytes:ident) => {
        "cg_bytes"
    };
}

macro_rules! is_required {
    (required) => {
        true
    };
    (optional) => {
        false
    };
}

/// Whether a table of this kind needs the function.
macro_rules! is_needed {
    (Border $need:ident $of_sums:expr) => {
        is_required!($need)
    };
    (Group $need:ident $of_sums:expr) => {
        is_required!($need)
    };
    (Sums $need:ident $of_sums:expr) => {
        $of_sums
    };
    ($trait:ident $need:ident $of_sums:expr) => {
        is_required!($need) && !$of_sums
    };
}

pub(crate) use c_type;

macro_rules! table {
    ($(
        $(#[doc = $doc:literal])+
        $trait:ident $need:ident $name:ident($($argument:ident: $kind:ident),*) -> $answer:ident;
    )+) => {
        /// The functions of a subgroup, or of a family of sums. Each takes its arguments and a [`Reply`], and returns a
        /// [`Status`] as a number.
        ///
        /// Fields may be null in a table from outside. The host works without an optional function.
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct Table {
            /// The number of bytes of the table. It is always the first field. A shorter table
            /// lacks the last functions. The further functions of a longer table are not used.
            pub size: u32,
            /// [`ABI_VERSION`].
            pub abi: u32,
            $( $(#[doc = $doc])+
            pub $name: Option<
                unsafe extern "C" fn($($argument: c_type!($kind),)* reply: *const Reply) -> i32,
            >, )+
        }

        impl Table {
            /// A table without functions.
            #[allow(clippy::cast_possible_truncation, reason = "a table has a few hundred bytes")]
            pub const EMPTY: Table = Table {
                size: size_of::<Table>() as u32,
                abi: ABI_VERSION,
                $( $name: None, )+
            };

            /// The functions, in the order of the table.
            pub const ENTRIES: &'static [Entry] = &[$( Entry {
                name: stringify!($name),
                required: is_required!($need),
                doc: &[$($doc),+],
                arguments: &[$((c_name!($kind), stringify!($argument))),*],
                offset: offset_of!(Table, $name),
            } ),+];

            /// Whether the table is that of a family of sums: it has `decide`. Any other table is
            /// that of a subgroup.
            pub fn is_of_sums(&self) -> bool {
                self.decide.is_some()
            }

            /// The names of the functions that this table lacks and needs.
            pub fn missing(&self) -> Vec<&'static str> {
                let mut missing = Vec::new();
                $( if is_needed!($trait $need self.is_of_sums()) && self.$name.is_none() {
                    missing.push(stringify!($name));
                } )+
                missing
            }
        }
    };
}

cg_core::for_each_operation! { table }
