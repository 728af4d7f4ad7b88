//! The built-in subgroups of the calculator: families of games with a simplification rule and an
//! outcome rule.
//!
//! | subgroup | elements | home of |
//! | --- | --- | --- |
//! | [`Numbers`] | dyadic rationals x | 0, 1, -19/8 |
//! | [`Nimbers`] | Nim heaps *n | *, *3 |
//! | [`Sumbers`] | sums S of ups and downs, with or without a star | ^, ^^*, ^(2)-^(1) |
//! | [`Numberish`] | x + S + *n | 1+*, ^+*2 |
//!
//! ```
//! use cg_core::{Notation, Outcome, Subgroup, Text};
//! use cg_subgroups::Numberish;
//!
//! let read = |text| Numberish.parse(text, Notation::Standard);
//! let (zero, star) = (read("0")?, read("*")?);
//! // {0, * | 0} is the sum of an up and a star, and whoever moves first wins it.
//! let game = Numberish.simplify(&[&zero, &star], &[&zero])?.expect("an element");
//! assert_eq!(game, Numberish.add(&read("^")?, &star)?);
//! assert_eq!(Numberish.print(&game, Notation::Standard)?, "^*");
//! assert_eq!(Numberish.outcome(&game)?, Outcome::Next);
//! # Ok::<(), cg_core::Error>(())
//! ```
//!
//! Values are held in normal form, of any size, and never expanded. The rules for S + *n are
//! written once, in [`infinitesimal`], and larger groups can use them. [`notation`] writes values.

mod certificate;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
pub mod infinitesimal;
mod nimbers;
pub mod notation;
mod numberish;
mod numbers;
mod simplest;
mod sumbers;

pub use certificate::certificate;
pub use infinitesimal::Infinitesimal;
pub use nimbers::Nimbers;
pub use numberish::{NumberPlus, Numberish};
pub use numbers::{Numbers, simplest_in_words};
pub use simplest::{simplest_between, tightest};
pub use sumbers::Sumbers;

use cg_core::{Error, Registry, RegistryBuilder, Result};

/// Adds the built-in subgroups to a registry, in their order of precedence.
///
/// ```
/// use cg_core::Registry;
/// let registry = cg_subgroups::register(Registry::builder()).close()?;
/// assert!(registry.names().eq(["numbers", "nimbers", "sumbers", "numberish"]));
/// # Ok::<(), cg_core::Error>(())
/// ```
#[must_use]
pub fn register(builder: RegistryBuilder) -> RegistryBuilder {
    builder.with(Numbers).with(Nimbers).with(Sumbers).with(Numberish)
}

/// The registry of the built-in subgroups alone.
///
/// # Errors
/// No error occurs in practice: the built-in subgroups fit together.
pub fn standard() -> Result<Registry> {
    register(Registry::builder()).close()
}

/// The error for an option that does not exist.
pub(crate) fn no_such_option(subgroup: &str, index: u64) -> Error {
    Error::subgroup(subgroup, format!("there is no option {index}"))
}
