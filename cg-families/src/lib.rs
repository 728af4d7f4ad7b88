//! Families of games found by machine.
//!
//! Some games, such as all components of a board game up to a size, generate a group. This crate
//! finds the relations among them ([`Family`]), and then a rule that tells who wins any sum of
//! them ([`Family::rule`]): corners, each of which is proved for all multiples. A proof is a text
//! ([`Proof`]), which [`Proof::check`] reads and verifies without the code that found it.
//!
//! | question | answer |
//! | --- | --- |
//! | relations, the group | [`Family`], by canonical forms |
//! | matrices of integers | [`Lattice`], [`Quotient`] |
//! | who wins a sum | [`Rule`], [`Search`], [`ProvedRule`] |
//! | a proof as a file, and its check | [`Proof`], [`Checked`] |
//! | a proof as a family of sums, for a plugin | [`ProvedSums`] |
//! | all of it as text, tables, data | [`Report`], [`FamilyReply`], [`SumReport`] |

mod check;
mod corners;
mod cover;
mod error;
mod family;
mod lattice;
mod lines;
mod proof;
mod prove;
mod reply;
mod report;
mod rule;
mod sums;

pub use check::Checked;
pub use corners::{NoRule, ProvedRule, Search};
pub use error::{FamilyError, Result};
pub use family::{Family, Settings};
pub use lattice::{Lattice, Quotient, Vector};
pub use proof::Proof;
pub use reply::{Comparison, FamilyReply, FamilyValue, RuleFound, RuleReply};
pub use report::{Report, SumReport, TableFormat};
pub use rule::{Class, Corner, Element, Rule};
pub use sums::ProvedSums;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
