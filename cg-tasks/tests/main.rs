//! The tests of tasks: every answer is found again by other code.

mod forms;
mod heaps;
mod tasks;
