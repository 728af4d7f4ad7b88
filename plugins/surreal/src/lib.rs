//! The subgroup of surreal numbers with finite normal forms: omega, omega/2,
//! omega**2 - 1, 1/omega, and all that sums and products make of them.
//!
//! A number is omega^a * r + omega^b * s + ... with dyadic r, s, ... and exponents that
//! are such numbers again: its Conway normal form ([`Surreal`]). What is
//! known of it in closed form:
//!
//! - order, sum, product, and powers of omega (Conway, *On Numbers and Games*, chapter 3);
//! - its sign expansion, which is a string of red and blue Hackenbush edges, and
//!   hence its birthday ([`Signs`]; Gonshor, *An Introduction to the Theory of Surreal
//!   Numbers*, chapter 5);
//! - the simplest number between two others, which is the simplification rule
//!   ([`simplest`]);
//! - canonical options, of which there can be infinitely many.
//!
//! ```
//! use cg_core::{Notation, Subgroup, Text};
//! use cg_surreal::Surreals;
//! let read = |text| Surreals.parse(text, Notation::Standard);
//! let (low, high) = (read("omega/2")?, read("omega")?);
//! assert_eq!(Surreals.simplify(&[&low], &[&high])?, Some(read("omega-1")?));
//! # Ok::<(), cg_core::Error>(())
//! ```
//!
//! Encoding: the count of the terms, then for each the exponent in the same way, and
//! the coefficient as a dyadic.
//!
//! The crate is linked into the command, and is a plugin too: see
//! `docs/plugins.md`.

mod number;
mod ordinal;
mod signs;
mod subgroup;
mod text;

pub use number::{MOST_DEPTH, MOST_TERMS, Surreal, Term};
pub use ordinal::{Ordinal, left_difference, ordinal_sum};
pub use signs::{Run, Signs, birthday, simplest};
pub use subgroup::Surreals;

/// The name of the subgroup.
const NAME: &str = "surreal";

#[cfg(feature = "export")]
cg_plugin::export_subgroup!("surreal", Surreals);
