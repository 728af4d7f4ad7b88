//! Rulesets: games as positions and moves.
//!
//! | question | answer |
//! | --- | --- |
//! | which positions and moves has a game | [`Ruleset`] |
//! | who wins when nobody can move | [`Convention`] |
//! | who wins a sum of positions | [`OutcomeSearch`], by search |
//! | how people write and see positions and moves | [`Notated`], [`Drawing`] |
//! | boards of squares | [`grid`], [`Domineering`], [`Cram`], [`Clobber`] |
//! | a ruleset as a model | [`Nim`] |
//!
//! The crate needs no engine and no language. Values come from solvers above it.
//!
//! Clobber on a strip: a stone takes a neighbour of the other colour and stands in
//! its place. Left has the `x`, Right the `o`.
//!
//! ```
//! use std::convert::Infallible;
//! use cg_core::{Outcome, Player};
//! use cg_rulesets::{Convention, OutcomeSearch, Ruleset, Sign};
//!
//! struct Clobber;
//!
//! impl Ruleset for Clobber {
//!     type Position = Vec<u8>;
//!     type Error = Infallible;
//!
//!     fn moves(&self, strip: &Vec<u8>, player: Player, out: &mut impl Extend<Vec<u8>>) -> Result<(), Infallible> {
//!         let (own, other) = match player {
//!             Player::Left => (b'x', b'o'),
//!             Player::Right => (b'o', b'x'),
//!         };
//!         for at in 1..strip.len() {
//!             for (from, to) in [(at - 1, at), (at, at - 1)] {
//!                 if (strip[from], strip[to]) == (own, other) {
//!                     let mut after = strip.clone();
//!                     (after[from], after[to]) = (b'.', own);
//!                     out.extend([after]);
//!                 }
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let sum = [(b"xo".to_vec(), Sign::Plus), (b"xxo".to_vec(), Sign::Plus)];
//! let mut search = OutcomeSearch::new(Convention::Normal);
//! assert_eq!(search.outcome(&Clobber, &sum)?, Outcome::Next);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod clobber;
mod convention;
mod domineering;
mod game;
pub mod grid;
mod hopping;
mod listed;
mod nim;
mod notated;
mod ruleset;
mod search;
mod ski_jumps;
mod table;
mod toppling;
mod turning;
mod variant;

pub use cells::{
    COLOURS, CORNERS, Cells, FACING, ITSELF, Image as CellsImage, MIRRORED, MOST_CELLS, SIDES,
    Step, TRANSPOSED, TURNED, TURNED_COLOURS, Turn,
};
pub use clobber::Clobber;
pub use convention::Convention;
pub use domineering::{Cram, Domineering};
pub use game::{Game, NamedMove, Position};
pub use nim::{Nim, Take};
pub use notated::{
    Component, Drawing, Heap, MoveList, Moves, Notated, NotationError, ReadError, listed,
    read_heaps, read_numbers,
};
pub use ruleset::{Known, Ruleset, Sign};
pub use search::{Footprint, OutcomeSearch, SearchError};
pub use table::{Entry, Numbers, Start};
pub use variant::{Variant, Varied, VariedPosition};
