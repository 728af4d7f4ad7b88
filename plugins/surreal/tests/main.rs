//! The tests of surreal numbers, in one program: it is linked once.

mod language;
mod numbers;
mod promises;
