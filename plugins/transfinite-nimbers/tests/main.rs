//! The tests of nimbers of infinite heaps, in one program: it is linked once.

mod language;
mod promises;
