//! The tests of switches, in one program: it is linked once.

mod language;
mod promises;
mod rules;
