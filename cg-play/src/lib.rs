//! Playing combinatorial games: against the computer, or watching the computer play against itself.
//!
//! | question | answer |
//! | --- | --- |
//! | which games are there, by name | [`NamedGame`], [`Opening`] |
//! | a game with the solver that knows it best | [`Game`], [`games`] |
//! | what must a ruleset tell to be played | [`Playable`]: [`cg_rulesets::Notated`] |
//! | what must a solver tell | [`Solver`]; for rulesets without one, [`BySearch`]; where positions come back, [`ByRetrograde`] |
//! | how does the computer play | [`Computer`] |
//! | a game in progress | [`Contest`]; of any game, [`AnyContest`] |
//! | a game as text | [`Transcript`]; a position on a terminal, [`drawn`] |
//!
//! ```
//! use cg_core::Player;
//! use cg_play::{Computer, Contest, Convention, games};
//!
//! let mut contest = Contest::new(games::nim(vec![3, 4, 5], Convention::Normal)?, Player::Left);
//! let favourite = contest.favourite()?;
//! let mut computer = Computer::default();
//! while let Some(choice) = contest.ask(|game, at, mover| computer.choose(game, at, mover))? {
//!     contest.make(&choice.chosen)?;
//! }
//! assert_eq!(contest.ended()?, Some(favourite));
//! # Ok::<(), cg_play::PlayError>(())
//! ```
//!
//! This crate does not use a terminal; the command does.

mod computer;
mod contest;
mod error;
pub mod games;
mod opening;
mod registry;
mod retrograde;
mod solver;
mod text;
mod transcript;

pub use cg_loopy::{Ending, LoopyOutcome};
pub use cg_rulesets::Convention;
pub use cg_universes::Score;
pub use computer::{Choice, Computer, Promise};
pub use contest::{Advice, AnyContest, Contest, DRAW, Turn};
pub use error::{PlayError, Result};
pub use opening::{NamedGame, Opening};
pub use retrograde::ByRetrograde;
pub use solver::{BySearch, Game, Judged, Playable, Points, Replies, Solver};
pub use text::{drawn, folded};
pub use transcript::{Seat, Transcript};
