//! The tests of octal games, in one program: it is linked once.

mod certificates;
mod facts;
mod partizan;
mod threads;
