//! Games in which positions can come back, so play may go on for ever: *loopy* games.
//!
//! - [`Graph`] and [`Solved`]: the outcome of any finite loopy game, in nine outcome classes with
//!   draws, the length of the win, and the moves that keep it.
//! - [`loopy_nimbers`]: the values of impartial games, nimbers and ∞(K).
//! - [`Stoppers`]: values. A *stopper* is a game in which no alternating play goes on for ever.
//!   Stoppers have simplest forms, so equal values have the same handle ([`Stopper`]). Most other
//!   games are described by two stoppers, the sides `S & T` ([`Loopy`]).
//! - [`Draft`]: a graph of positions; [`Sums`]: a graph whose options are sums of positions.
//!
//! Stoppers are not a group (`on - on` is not 0), so they are no subgroup of the engine. They are
//! in a separate arena, and values without loops go back to the engine. The theory is in Siegel,
//! *Combinatorial Game Theory*, chapter VI, and in *Winning Ways*, chapter 11.
//!
//! ```
//! use cg_core::{Limits, Registry};
//! use cg_loopy::{Draft, Stoppers, Target};
//! use cg_simplify::Engine;
//!
//! let mut engine = Engine::new(Registry::empty(), Limits::default())?;
//! let mut stoppers = Stoppers::default();
//! let zero = engine.game(&[], &[])?;
//! // over: Left may move to 0, Right may pass.
//! let mut draft = Draft::default();
//! draft.add(vec![Target::Value(zero.into())], vec![Target::Vertex(0)]);
//! let over = stoppers.value(&mut engine, &draft, 0)?.expect("over is a stopper");
//! // It is above 0, and below every positive number.
//! let one = engine.game(&[zero], &[])?;
//! assert!(stoppers.le(&mut engine, zero.into(), over)?);
//! assert!(stoppers.le(&mut engine, over, one.into())?);
//! assert_eq!(stoppers.outcome(&mut engine, over)?.to_string(), "left player win");
//! # Ok::<(), cg_core::Error>(())
//! ```

mod arena;
mod contest;
mod draft;
mod game_graph;
mod graph;
mod nim;
mod outcome;
mod print;
mod side;
mod sides;
mod sidling;
mod simplest;
mod stops;
mod sums;
mod value;

pub use arena::Stoppers;
pub use draft::{Draft, Target};
pub use graph::{Graph, Positions};
pub use nim::{LoopyNimber, loopy_nimbers};
pub use outcome::{Ending, LoopyOutcome, Solved};
pub use print::Named;
pub use side::{Loopy, Side, Stopper};
pub use sidling::Sidling;
pub use sums::{MOST_SUMS, Sum, SumPositions, Sums, SumsError, SumsResult};
