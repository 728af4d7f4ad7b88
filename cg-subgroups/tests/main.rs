//! The tests of the built-in subgroups, in one program: it is linked once.

mod day_three;
mod facts;
mod laws;
mod oracle;
mod promises;
mod rules;
mod words;
