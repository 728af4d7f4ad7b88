//! Solvers that take any ruleset.
//!
//! | question | answer |
//! | --- | --- |
//! | what is the value of a position | [`Values`], by canonical form |
//! | who wins a sum of any mixture | [`Solver`], by values, bounds and search |
//! | mean, temperature, stops and thermograph of a sum | [`Solver::figures`], by the walls of positions |
//! | what is known of components, on disk | [`Database`], made by [`DatabaseWriter`] |
//! | who wins in misère play | [`cg_rulesets::OutcomeSearch`], by search |
//!
//! The value of a ruleset of six lines, Nim with heaps from which one or two may be taken:
//!
//! ```
//! use std::convert::Infallible;
//! use cg_core::{Limits, Notation, Player};
//! use cg_rulesets::Ruleset;
//! use cg_simplify::Engine;
//! use cg_solve::Values;
//!
//! struct OneOrTwo;
//!
//! impl Ruleset for OneOrTwo {
//!     type Position = u32;
//!     type Error = Infallible;
//!     fn moves(&self, heap: &u32, _: Player, out: &mut impl Extend<u32>) -> Result<(), Infallible> {
//!         out.extend((1..=2).filter_map(|taken| heap.checked_sub(taken)));
//!         Ok(())
//!     }
//!     fn is_impartial(&self) -> bool {
//!         true
//!     }
//! }
//!
//! let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
//! let mut values = Values::new();
//! let value = values.value(&mut engine, &OneOrTwo, 1000)?;
//! assert_eq!(engine.print(value, Notation::Standard)?, "*");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod components;
mod database;
mod dominoes;
mod error;
mod facts;
mod families;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod interpreted;
mod names;
mod nimbers;
mod proof;
mod search;
mod settings;
mod solver;
mod stored;
mod sum;
mod table;
mod thermographs;
mod threads;
mod turns;
mod values;

pub use components::{MOST_RULESETS, Signed, SumList};
pub use database::{Database, DatabaseWriter, Header as DatabaseHeader};
pub use error::SolveError;
pub use interpreted::{Interpreter, Parts};
pub use settings::{Search, Settings};
pub use solver::{Decided, FEW_VALUES, RulesetId, Solver, Term, Work};
pub use thermographs::{Figure, Figures, Range};
pub use values::Values;
