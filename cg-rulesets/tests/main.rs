//! The tests of the rulesets, in one program: it is linked once.

mod grid;
mod search;
