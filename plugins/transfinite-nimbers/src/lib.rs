//! The subgroup of nimbers of infinite heaps: `*(omega+5)` and the like, a heap of Nim
//! for each ordinal below epsilon_0.
//!
//! - Sum: coefficients of equal powers of omega are added in binary without carrying.
//! - Outcome: 0 is a second-player win, every other nimber a first-player win.
//! - Simplification: as for finite nimbers, by the least ordinal that is missing from the
//!   options of each player. It is finite, since the options are finitely many.
//! - Canonical options: `*b` for each b < a, of which there are infinitely many.
//! - Product: the nim-product below omega^(omega^13), see [`Heap::nim_product`].
//!
//! ```
//! use cg_core::{Notation, Subgroup, Text, Views};
//! use cg_transfinite_nimbers::TransfiniteNimbers;
//! let read = |text| TransfiniteNimbers.parse(text, Notation::Standard);
//! let (omega, two) = (read("*(omega)")?, read("*2")?);
//! assert_eq!(TransfiniteNimbers.add(&omega, &two)?, read("*(omega+2)")?);
//! // omega is a cube root of 2.
//! let square = TransfiniteNimbers.product(&omega, &omega)?.expect("small");
//! assert_eq!(TransfiniteNimbers.product(&square, &omega)?, Some(two));
//! # Ok::<(), cg_core::Error>(())
//! ```
//!
//! Encoding: the size as `surreal` writes it ([`cg_surreal`]).
//!
//! The crate is linked into the command, and is a plugin too: see
//! `docs/plugins.md`.

#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod heap;
mod subgroup;

pub use heap::Heap;
pub use subgroup::TransfiniteNimbers;

/// The name of the subgroup.
const NAME: &str = "transfinite_nimbers";

#[cfg(feature = "export")]
cg_plugin::export_subgroup!("transfinite_nimbers", TransfiniteNimbers);
