//! The vocabulary of the calculator: values, the arena that holds them, the
//! [`Subgroup`] trait, the [`Registry`] of subgroups, limits and errors.
//!
//! The algorithms on games are in `cg-simplify`, and the families of games in `cg-subgroups` and in
//! plugins. This crate names none of the families.
//!
//! ```
//! use cg_core::{Dyadic, Outcome, Player};
//!
//! let half = Dyadic::ONE.half()?;
//! assert_eq!(&half + &half, Dyadic::ONE);
//! // Who wins, by whether Left and Right win when they move first.
//! assert_eq!(Outcome::from_first_moves(true, true), Outcome::Next);
//! assert_eq!(Player::Left.opponent(), Player::Right);
//! # Ok::<(), cg_core::Error>(())
//! ```

mod arena;
mod arrange;
mod clock;
mod dyadic;
pub mod encoding;
mod error;
mod family;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod game;
mod limits;
mod memory;
mod number_ups_star;
#[doc(hidden)]
pub mod operations;
mod outcome;
mod registry;
mod relations;
mod slot;
mod subgroup;
mod sum_family;
mod sums;
mod text;
#[cfg(test)]
mod toys;
mod tree;
mod vectors;
mod views;

pub use arena::{Addition, Arena, Recognised, Recognition, Refusals};
pub use arrange::Arrange;
pub use clock::Clock;
pub use dyadic::{Dyadic, MAX_NUMBER_BITS, check_bits};
pub use encoding::Element;
pub use error::{Error, LimitReached, Result};
pub use family::Family;
pub use game::Game;
pub use limits::{Interrupt, Limits, Meter, Progress, beside};
pub use memory::most_memory;
pub use number_ups_star::NumberUpsStar;
pub use outcome::{Outcome, Player, Relation};
pub use registry::{Kin, MOST_SUBGROUPS, Registry, RegistryBuilder};
pub use relations::{Erased, Home, Relations, Relative};
pub use subgroup::Subgroup;
pub use sum_family::{MOST_VALUES, SumFamily, Sums};
pub use sums::by_halves;
pub use text::{Notation, Text};
pub use tree::Tree;
pub use vectors::Vectors;
pub use views::{Explanations, Views};
