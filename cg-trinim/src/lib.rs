//! Triangular Nim, solved strongly.

mod board;
mod convention;
mod counts;
mod engine;
mod error;
mod folding;
mod moves;
mod notation;
mod oracle;
mod plan;
mod plan_search;
mod reference;
mod schedule;
mod store;
mod symmetry;
mod verify;

pub use board::{Layers, Position};
pub use convention::Convention;
pub use counts::PieceCounts;
pub use engine::{Backend, Block, Layout, Register, Run, SolveOptions, Table, solve, solve_with};
pub use error::{Error, Result};
pub use folding::{Folding, Update};
pub use moves::{lines, moves};
pub use oracle::Oracle;
pub use plan::{Estimate, Plan, PlannedJob, Rates, planned_jobs, search_plans};
pub use reference::{BitTable, forward_checking, retrograde};
pub use store::{BlockFile, Header, JobReport, RunLimits, Store};
pub use symmetry::Symmetry;
pub use verify::{Verified, verify_store, verify_table};
