//! Solving in blocks on disk: a folder of block files, each made by one job from
//! the files of the blocks it can move to.

mod format;
mod job;
mod run;

pub use format::{BlockFile, Header};
pub use job::{JobReport, Store};
pub use run::RunLimits;
