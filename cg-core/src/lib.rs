//! The vocabulary of the calculator: values, the arena that holds them, the
//! [`Subgroup`] trait, the [`Registry`] of subgroups, limits and errors.
//!
//! The algorithms on games live in `cg-simplify`; the families of games in
//! `cg-subgroups` and in plugins. Nothing here knows any of them by name.

mod arena;
mod asked;
mod dyadic;
pub mod encoding;
mod error;
mod fallible;
pub mod fuzz;
mod game;
mod interrupt;
mod limits;
mod notation;
mod number_ups_star;
mod outcome;
mod player;
mod progress;
mod registry;
mod slot;
mod subgroup;

pub use arena::{Addition, Arena, Recognised, Recognition};
pub use asked::Asked;
pub use dyadic::{Dyadic, MAX_NUMBER_BITS, check_bits};
pub use error::{Error, LimitReached, Result};
pub use fallible::{FallibleSubgroup, Native};
pub use game::Game;
pub use interrupt::Interrupt;
pub use limits::{Limits, Meter};
pub use notation::{Notation, UnknownNotation};
pub use number_ups_star::NumberUpsStar;
pub use outcome::{Outcome, Relation};
pub use player::Player;
pub use progress::Progress;
pub use registry::{MOST_SUBGROUPS, Registry, RegistryBuilder, RegistryError};
pub use subgroup::{Home, Relative, Subgroup, by_halves, copies};
