//! The algorithms on games: canonical forms, sums, negatives, order, outcome.
//!
//! [`Engine`] holds an arena of values and the memo tables of the algorithms. It reaches subgroups
//! only through the registry. Subgroups answer the questions that they can answer. Otherwise the
//! game is expanded, one level at a time, and the general theory applies (Siegel, *Combinatorial
//! Game Theory*, chapter II).
//!
//! Nothing here recurses on the machine stack: only memory bounds the depth of a game.
//!
//! ```
//! use cg_core::{Limits, Notation, Outcome, Registry};
//! use cg_simplify::Engine;
//!
//! // No subgroups: everything is done by the general algorithm.
//! let mut engine = Engine::new(Registry::empty(), Limits::default())?;
//! let zero = engine.game(&[], &[])?;
//! let star = engine.game(&[zero], &[zero])?;
//! assert_eq!(engine.outcome(star)?, Outcome::Next);
//! assert_eq!(engine.add(star, star)?, zero);
//! let up = engine.game(&[zero], &[star])?;
//! assert_eq!(engine.print(up, Notation::Paper)?, "{{|}|{{|}|{|}}}");
//! # Ok::<(), cg_core::Error>(())
//! ```

mod bounds;
mod canonical;
mod counts;
mod engine;
mod form;
mod functions;
pub mod laws;
mod memo;
mod named;
mod options_memo;
mod order;
mod print;
mod sum;
mod sum_families;
mod transfinite;
pub mod why;

pub use engine::Engine;
pub use form::Form;
pub use functions::{
    Answer, Argument, FUNCTIONS, Function, FunctionError, FunctionResult, Point, Stops,
    Thermograph, Uptimal, Wall, function,
};
pub use print::MOST_TEXT;
