//! Mean, temperature, stops and thermograph of a sum (`figures.rs`), without its canonical form.
//!
//! The walls of a position come from the walls of its options (`wall.rs`, `search.rs`). A position that falls
//! apart is a sum, with walls of its own; but the walls of its terms bound them, often so closely
//! that the option is out of the question. So few sums need their own options.
//!
//! Numbers that stand in a sum shift it, a term and its negative cancel, and of a sum and its
//! negative one is worked out. What is known is kept in a table (`table.rs`), where a limit may
//! leave bounds.

mod figures;
mod search;
pub(crate) mod table;
pub(crate) mod wall;

pub use figures::{Figure, Figures, Range};
