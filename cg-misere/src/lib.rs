//! Misère play: the player who makes the last move loses.
//!
//! | question | answer |
//! | --- | --- |
//! | who wins sums of heaps of an octal game, of any size | [`MisereSearch`] finds the [`Quotient`], [`Solution`] answers |
//! | why that is so | [`MisereCertificate`], tested by code that shares nothing with the search |
//! | the same for the positions of a finite game | [`Closure`] |
//! | the same if the players have different moves | [`PartizanQuotient`] |
//! | which of many games are solved | [`misere_survey`] |
//! | when two games are equal in all sums | [`Forms`], misère canonical forms, with their mates and parts |
//! | how far a game is from Nim | [`Genus`] and [`Temper`]; [`Genera`], those of sums of heaps |
//!
//! ```
//! use cg_misere::{MisereLimits, MisereSearch};
//! use cg_octal::Rules;
//!
//! let mut search = MisereSearch::new("Kayles".parse::<Rules>()?);
//! search.go(&MisereLimits::default(), &Default::default(), &mut |_| {});
//! let solution = search.solution();
//! assert!(solution.period().is_some(), "proved for all heaps");
//! assert!(solution.wins(&[1_000_000, 999_983, 12])?);
//! # Ok::<(), cg_misere::MisereError>(())
//! ```
//!
//! A claim is proved for all heaps, or verified for the heaps up to n. If a search reaches a limit,
//! it ends with the verified part.

mod algebra;
mod bits;
mod certificate;
mod error;
mod form;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod game;
mod genus;
mod notation;
mod partizan;
mod parts;
mod period;
mod quotient;
mod search;
mod solution;
mod survey;
mod trial;
mod watch;

pub use certificate::{MisereCertificate, MisereVerified};
pub use error::{MisereError, Result};
pub use form::{Form, Forms};
pub use game::{Closure, HeapGame, Periodicity};
pub use genus::{Genera, Genus, Temper};
pub use partizan::PartizanQuotient;
pub use period::MiserePeriod;
pub use quotient::{Element, ONE, Quotient, Relation, Word};
pub use search::{Change, MisereEnding, MisereLimits, MisereProgress, MisereSearch};
pub use solution::{Solution, WinningMoves};
pub use survey::{MisereReport, misere_survey};
pub use watch::Watch;
