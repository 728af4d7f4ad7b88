//! The tests of misère play, in one program: it is linked once.

mod partizan;
mod quotients;
mod temper;
