//! Triangular Nim, strongly solved: the winner of every position, in normal and misère play.
//!
//! k(k+1)/2 pieces lie in a triangle of side k. A move takes one or more consecutive pieces along a
//! line in one of three directions. The player who takes the last piece wins in normal play and
//! loses in misère play. In a *P-position* the player to move loses, in an *N-position* the player
//! to move wins (Shan, Wu, Lin and Kao, *Solving Nine Layer Triangular Nim*; "the paper" below).
//!
//! | question | answer |
//! | --- | --- |
//! | rules | [`Layers`], [`Position`], [`moves`], [`Symmetry`]; as a ruleset to play and to search, [`TriangularNim`] |
//! | slow and obvious | [`Oracle`], [`forward_checking`], [`retrograde`] |
//! | all of a board, in memory | [`solve`], [`Table`] |
//! | all of a board, on disk | [`Store`], [`Store::run`], [`Store::solve_block`] |
//! | which blocks, at what cost | [`Folding`], [`Plan`], [`search_plans`], [`affordable_plans`], [`planned_jobs`] |
//! | is it right | [`verify_table`], [`verify_store`] |
//! | who wins here, and how | [`PositionAnswer`], [`BoardAnswer`], [`Lookup`], [`Search`], [`NimValues`] |
//!
//! ```
//! use cg_trinim::{BoardAnswer, Convention, Layers, SolveOptions, solve};
//! let layers = Layers::new(6)?;
//! let table = solve(layers, Convention::Normal, &SolveOptions::default(), &|_| ())?;
//! let answer = BoardAnswer::new(layers, Convention::Normal, table.p_counts(), &mut &table)?;
//! assert!(answer.full_board.win);
//! assert_eq!(answer.p_positions, 185_802);
//! # Ok::<(), cg_trinim::Error>(())
//! ```
//!
//! # How it is solved
//!
//! The pieces are divided into *block-ID pieces* and the rest. A block is the set of positions that
//! agree on the block-ID pieces. It depends on the blocks with fewer of these. If a symmetry of the
//! triangle maps blocks to each other, only one of them is solved ([`Folding`]), and the others are
//! read through that symmetry. Inside a block, 256 positions are handled at a time, with AVX2 if
//! the machine has it, otherwise with plain words. The results are the same ([`Backend`]).
//!
//! On disk a block takes a tenth of a bit per position. Bits that the moves inside the block
//! determine are not stored; the decoder computes them again.
//!
//! # Longer checks
//!
//! The tests take half a minute. These commands test more:
//!
//! ```text
//! cargo run --release -p cg-trinim --example solve -- 8 2 normal avx2 verify
//! cargo run --release -p cg-trinim --example blocks -- FOLDER 8 1 1000 2 3600 normal verify
//! cargo run --release -p cg-trinim --example plan -- 9 15
//! cargo bench -p cg-trinim --bench solve
//! ```

mod answer;
mod board;
mod choices;
mod engine;
mod error;
mod folding;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod plan;
mod reference;
mod ruleset;
mod schedule;
mod store;
mod verify;

pub use answer::{
    BoardAnswer, Lookup, NimValues, PositionAnswer, Search, StoreLookup, WinningClass,
};
pub use board::{Layers, Position, Symmetry, lines, moves};
pub use cg_rulesets::Convention;
pub use choices::{affordable_plans, search_plans};
pub use engine::{
    Backend, Block, Layout, Page, PieceCounts, Register, SolveOptions, Table, solve, solve_with,
};
pub use error::{Error, Result};
pub use folding::{Folding, Update};
pub use plan::{Estimate, Means, Plan, PlannedJob, PlannedRun, Rates, planned_jobs};
pub use reference::{BitTable, Oracle, forward_checking, retrograde};
pub use ruleset::TriangularNim;
pub use store::{
    BlockFile, BlockStorage, Folder, Header, JobReport, RunOptions, RunProgress, RunTotals, Store,
    Written,
};
pub use verify::{Verified, verify_store, verify_table};
