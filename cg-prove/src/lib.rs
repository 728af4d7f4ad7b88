#![doc = include_str!("../README.md")]
//!
//! | question | answer |
//! | --- | --- |
//! | what is claimed | [`Claim`], read by [`Claim::read`] |
//! | does it hold, and why | [`Claim::prove`], which gives a [`Proof`] or a [`ProveError`] |
//! | the positions of a game that the language defines | [`PositionGraph`] |
//! | a period of an octal game | [`Proof::of_period`] |
//! | a misère quotient | [`Proof::of_quotient`] |
//! | the file for Coq | [`Proof::coq`] |
//! | the same for other checkers | [`Proof::json`] |
//! | text for Lean 4, untested | [`Claim::lean`], which gives a [`LeanProof`] |
//! | the Coq library | [`LIBRARY`] |
//!
//! The search for a certificate asks `cg-solve` who wins, and a checker that shares nothing with
//! the search looks at each certificate before a proof is handed out.

mod arena;
mod bands;
mod check;
mod claim;
mod coq;
mod error;
mod family;
mod forms;
mod graph;
mod json;
mod key;
mod lean;
mod library;
mod misere;
mod oracle;
mod period;
mod prove;
mod read;
mod rules;
mod strategy;

pub use claim::{Claim, Relation};
pub use error::ProveError;
pub use graph::PositionGraph;
pub use lean::LeanProof;
pub use library::LIBRARY;
pub use prove::Proof;
pub use read::Evaluate;
