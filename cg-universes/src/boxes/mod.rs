//! Dots and Boxes: boxes are counted.
//!
//! The player who draws the last line around a box has it and draws again. There is no theory of sums for
//! scores with such turns, so positions are searched.

mod board;
mod graph;
mod position;
mod search;

pub use board::DotsAndBoxes;
pub use position::BoxesPosition;
pub use search::BoxesSolver;
