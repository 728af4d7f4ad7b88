//! The tests of broken plugins, in one program: it is linked once.

mod containment;
mod refusals;
