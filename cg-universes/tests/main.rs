//! The tests of the crate, as one program.

mod facts;
mod fuzz;
mod oracles;
mod strings;
