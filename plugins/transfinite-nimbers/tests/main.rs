//! The tests of nimbers of infinite heaps, in one program: it is linked once.

mod fuzz;
mod language;
mod promises;
