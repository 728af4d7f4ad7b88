//! The tests of playing, in one program: it is linked once.

mod common;
mod definition;
mod loopy;
mod never_loses;
mod ruleset;
