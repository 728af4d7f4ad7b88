//! The bit-parallel engine.
//!
//! A *block* is the set of positions that agree on some *block-ID pieces*. A job finds the winner
//! of each position of one block, from the blocks to which its moves lead. One bit is one position:
//! 1 for a P-position. An option has a smaller index than its position.
//!
//! The 8 lowest index bits are in one 256-bit [`Register`]. The next 7 number the 128 registers of
//! a [`Page`] of 4 KiB. A job walks through the pages in order. For each page it first handles the
//! moves that leave the page, on whole registers. Then it settles the page by number of pieces
//! (both in `sweep`). Moves that take the same pieces inside a register are handled together: their
//! sources are collected and then shifted once.

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
