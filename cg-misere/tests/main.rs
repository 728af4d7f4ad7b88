//! The tests of misère play, in one program: it is linked once.

mod fuzz;
mod quotients;
mod temper;
