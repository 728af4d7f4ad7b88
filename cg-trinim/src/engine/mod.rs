//! The bit-parallel engine.
//!
//! A *block* is the set of positions that agree on some *block-ID pieces*. A job finds who
//! wins each position of one block, from the blocks to which its moves lead. One bit stands
//! for one position: 1 for a P-position. An option has a smaller index than its position.
//!
//! The 8 lowest index bits lie in one 256-bit [`Register`], the next 7 number
//! the 128 registers of a [`Page`] of 4 KiB. A job walks the pages in order. For
//! each it first takes the moves that leave the page, whole registers at a time, then
//! settles the page by number of pieces (both in `sweep`). Of moves that take the same
//! pieces inside a register, the sources are collected and shifted into place together.

mod chunks;
mod codec;
mod count;
mod huffman;
mod layout;
mod pool;
mod register;
mod simd;
mod solve;
mod sweep;

pub(crate) use codec::Residual;
pub use count::PieceCounts;
pub use layout::Layout;
pub(crate) use layout::{BitMap, room};
pub(crate) use pool::Found;
pub use register::{Block, Page, Register};
pub use simd::Backend;
pub(crate) use solve::BlockSolver;
pub use solve::{SolveOptions, Table, solve, solve_with};
