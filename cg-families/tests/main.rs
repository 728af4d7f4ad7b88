//! The tests of the crate.

mod families;
mod known;
mod sums;
