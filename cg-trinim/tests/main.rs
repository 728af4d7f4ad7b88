//! The tests of Triangular Nim, in one program: it is linked once.

mod answer;
mod board;
mod plan;
mod store;
mod table;
mod verify;
