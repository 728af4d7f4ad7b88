//! The tests of playing, in one program: it is linked once.

mod board;
mod boxes;
mod common;
mod computer;
mod definition;
mod fuzz;
mod loopy;
mod never_loses;
mod nim;
mod registry;
mod ruleset;
mod text;
mod transcript;
