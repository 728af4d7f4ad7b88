//! The tests of the engine of values, in one program: it is linked once.

mod bounds;
mod closed_forms;
mod day_three;
mod functions;
mod general;
mod laws;
mod limits;
mod oracle;
mod printing;
mod selective;
mod why;
