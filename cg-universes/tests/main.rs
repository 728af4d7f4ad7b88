//! The tests of the crate, as one program.

mod facts;
mod oracles;
mod strings;
