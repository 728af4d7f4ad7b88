//! Playing combinatorial games: against the computer, or watching it play itself.
//!
//! | question | answer |
//! | --- | --- |
//! | what must a game tell | [`Playable`] |
//! | which games are there | [`games`], by name [`Named`] |
//! | how does the computer play | [`Computer`] |
//! | a game in progress | [`Contest`] |
//! | a game as text | [`Transcript`] |
//!
//! ```
//! use cg_core::Player;
//! use cg_play::{Computer, Contest, Convention, games::Nim};
//!
//! let mut contest = Contest::new(Nim::new(vec![3, 4, 5], Convention::Normal)?, Player::Left);
//! let favourite = contest.favourite()?;
//! let mut computer = Computer::default();
//! while let Some(choice) = contest.ask(|game, at, mover| computer.choose(game, at, mover))? {
//!     contest.make(&choice.chosen)?;
//! }
//! assert_eq!(contest.winner()?, Some(favourite));
//! # Ok::<(), cg_play::PlayError>(())
//! ```
//!
//! Nothing here reads from a terminal or writes to one: that is the command's.

mod computer;
mod contest;
mod error;
pub mod fuzz;
pub mod games;
mod named;
mod playable;
mod text;
mod transcript;

pub use cg_trinim::Convention;
pub use computer::{Choice, Computer};
pub use contest::{Contest, Turn};
pub use error::{PlayError, Result};
pub use named::Named;
pub use playable::{Moves, Playable, Replies};
pub use text::folded;
pub use transcript::{Seat, Transcript};
