//! The tests of misère play, in one program: it is linked once.

mod fuzz;
mod partizan;
mod quotients;
mod temper;
