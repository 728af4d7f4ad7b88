//! The bit-parallel engine.
//!
//! A *block* is the set of positions that agree on some *block-ID pieces*; a
//! job gives the win or loss of every position of one block from the blocks it
//! can move to. One bit stands for one position, 1 for a P-position, and the
//! index of a position orders its options before it.
//!
//! The 8 lowest index bits lie in one 256-bit [`Register`], the next 7 number
//! the 128 registers of a [`Run`] of 4 KiB. A job walks the runs in order. For
//! each it first takes the moves that leave the run, whole registers at a time
//! (`gather`), then settles the run by number of pieces (`settle`). Moves that
//! take pieces inside a register first collect all their sources and are
//! shifted into place once.

mod block;
mod codec;
mod count;
mod gather;
mod layout;
mod layout_order;
mod permute;

mod program;
mod register;
mod settle;
mod simd;
mod solver;
mod sweep;
mod table;

pub use block::Block;
pub(crate) use codec::{Residual, STREAMS, Stream};
pub use layout::Layout;
pub(crate) use permute::BitMap;
pub use register::{Register, Run};
pub use simd::Backend;
pub(crate) use solver::Solver;
pub use table::{SolveOptions, Table, solve, solve_with};

use crate::Layers;

/// The block-ID pieces with which a board is solved fastest in memory: a union
/// of orbits on the rim that leaves the corners for the lowest index bits.
fn in_memory_pieces(layers: Layers) -> u64 {
    let k = u32::from(layers.get());
    let orbit = |distances: [u32; 3]| {
        let [a, b, _] = distances;
        let one = 1 << crate::board::piece(a + b, a);
        crate::Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, one))
    };
    match k {
        0..=6 => 0,
        7 => orbit([0, 1, k - 2]),
        _ => orbit([1, 1, k - 3]) | orbit([0, 3, k - 4]),
    }
}
