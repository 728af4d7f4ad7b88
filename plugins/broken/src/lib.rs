//! A plugin that misbehaves, for tests only.
//!
//! It is the group of switches under another name, until the environment
//! variable `CG_BROKEN` names a misbehaviour: see [`MISBEHAVIOURS`]. What can go
//! wrong before any function is called needs tables of its own: `broken_version`,
//! `broken_size` and `broken_hollow`.
#![allow(unsafe_code, reason = "it works at the ABI itself, to break its rules")]

mod rules;
mod tables;

pub use rules::Broken;

/// What `CG_BROKEN` can be, and what happens then.
pub const MISBEHAVIOURS: [(&str, &str); 16] = [
    ("panic", "add panics"),
    ("fault", "add says that it found a mistake of its own"),
    ("status", "add returns a status that there is none of"),
    ("none", "add says that there is no sum"),
    ("full", "add says that the sink is full, which it is not"),
    ("null", "add writes from a null pointer"),
    ("malformed", "add writes bytes that are no element"),
    ("endless", "add writes until it is stopped"),
    ("outcome", "the outcome is a letter that means nothing"),
    ("count", "the count of the options has nine bytes"),
    ("text", "what is printed is not UTF-8"),
    ("control", "what is printed has control characters"),
    ("home", "elements settle in a subgroup that does not exist"),
    ("home-bytes", "elements settle with bytes that their home refuses"),
    ("wrong-rule", "the simplification rule is wrong"),
    ("load", "the first function that is called panics"),
];

/// Further ones, which make the library disagree with its manifest.
pub const DISAGREEMENTS: [(&str, &str); 2] =
    [("name", "its name is another's"), ("relatives", "it includes nothing")];

/// Further ones, which end or exhaust the process: only for a process of their own.
pub const ENDINGS: [(&str, &str); 2] = [
    ("exit", "the outcome rule ends the process, as if all were well"),
    ("memory", "the outcome rule takes memory without end"),
];

/// Whether this misbehaviour was chosen.
pub(crate) fn chosen(what: &str) -> bool {
    std::env::var_os("CG_BROKEN").is_some_and(|chosen| chosen == what)
}
