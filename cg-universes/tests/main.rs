//! The tests of the crate, as one program.

mod boxes;
mod facts;
mod fuzz;
mod notation;
mod oracles;
mod score;
mod strings;
mod top_entails;
