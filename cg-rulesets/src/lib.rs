//! Rulesets: games as positions and moves.
//!
//! | question | answer |
//! | --- | --- |
//! | which positions and moves has a game | [`Ruleset`] |
//! | who wins when nobody can move | [`Convention`] |
//! | who wins a sum of positions | [`OutcomeSearch`], by search |
//! | how people write and see positions and moves | [`Notated`], [`Drawing`] |
//! | boards of squares | [`grid`], [`Domineering`], [`Cram`], [`Clobber`], [`NoGo`], [`Amazons`], [`Col`], [`Snort`] |
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
//! assert_eq!(search.outcome(&Clobber, &sum)?, Some(Outcome::Next));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amazons;
mod cells;
mod clobber;
mod colour_graph;
mod colouring;
mod convention;
mod domineering;
mod drawing;
mod eating;
mod edges;
mod enumeration;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod game;
mod graph;
pub mod grid;
mod heaps;
mod hints;
mod hopping;
mod jumps;
mod kings_dirt;
mod listed;
mod loopy;
mod names;
mod nim;
mod nimstring;
mod nogo;
mod notated;
mod ruleset;
mod search;
mod sheep;
mod ski_jumps;
mod small;
mod spots;
mod start;
mod stones;
mod table;
mod toppling;
mod turning;
mod variant;

pub use amazons::Amazons;
pub use cells::{Cells, MOST_CELLS, cell_name};
pub use clobber::Clobber;
pub use colour_graph::{Colouring, Taking};
pub use colouring::{Col, Snort};
pub use convention::Convention;
pub use domineering::{Cram, Domineering};
pub use drawing::{
    Component, Drawing, DrawnCell, DrawnEdge, DrawnVertex, Heap, Holds, Owner, Signs, Tile,
    lines_between_dots,
};
pub use eating::{Chomp, DawsonsChess, Quicksort};
pub use edges::{ArcKayles, EdgeNim, Hackenbush};
pub use enumeration::{EachSmall, SmallPosition};
pub use game::{Game, Position};
pub use graph::{EMPTY as EMPTY_GRAPH, Edge, Graph, Labels, MOST_EDGES, MOST_VERTICES, Vertex};
pub use heaps::{Cake, HypergraphNim, Pair, PartizanHeaps, Remembering};
pub use hints::{Dominoes, Hints};
pub use hopping::Hopping;
pub use jumps::{Fission, Konane, PegDuotaire};
pub use kings_dirt::{KingsDirt, KingsDirtPosition};
pub use listed::{Found, Listed, NamedMove, Settled};
pub use loopy::LoopyRules;
pub use nim::Nim;
pub use nogo::NoGo;
pub use notated::{
    MoveList, Moves, Notated, NotationError, ReadError, listed, read_heaps, read_numbers,
};
pub use ruleset::{Known, Ruleset, Sign};
pub use search::{Footprint, OutcomeSearch};
pub use sheep::{Field, Sheep};
pub use ski_jumps::SkiJumps;
pub use small::{Small, SmallGraphs};
pub use spots::Spot;
pub use start::{MOST_BOARDS, Start, StartVisitor};
pub use stones::Stones;
pub use table::{Entry, Numbers};
pub use toppling::TopplingDominoes;
pub use turning::Turning;
pub use variant::{Variant, Varied, VariedPosition};
