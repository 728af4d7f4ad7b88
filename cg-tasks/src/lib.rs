#![doc = include_str!("../README.md")]
//!
//! | part | file |
//! | --- | --- |
//! | the kinds of questions | `kind.rs` |
//! | a question with its answer, and the row of them | `task.rs` |
//! | random forms, positions and codes | `random.rs` |
//! | a question of each kind | `make.rs` |
//!
//! The answers are those of the library. The tests find each answer again by other code: from the
//! definition of order, of nim-values and of stops, and by plain search.

mod kind;
mod make;
mod random;
mod task;

pub use kind::Kind;
pub use task::{Answer, Task, Tasks};
