//! The tests of surreal numbers, in one program: it is linked once.

mod fuzz;
mod language;
mod numbers;
mod promises;
