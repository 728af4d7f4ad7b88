//! The built-in subgroups of the calculator: families of games with a known
//! simplification rule and a known outcome rule.
//!
//! | subgroup | elements | home of |
//! | --- | --- | --- |
//! | [`Numbers`] | dyadic rationals x | 0, 1, -19/8 |
//! | [`Nimbers`] | Nim heaps *n | *, *3 |
//! | [`Sumbers`] | sums S of ups and downs, with or without a star | ^, ^^*, ^(2)-^(1) |
//! | [`Numberish`] | x + S + *n | 1+*, ^+*2 |
//!
//! Values are held in normal form, of any size, and never expanded. The rules
//! for S + *n are written once, in [`infinitesimal`]; larger groups can reuse
//! them. How values are written is in [`notation`].

mod bytes;
mod certificate;
pub mod fuzz;
pub mod infinitesimal;
mod nimbers;
pub mod notation;
mod numberish;
mod numbers;
mod standard;
mod sumbers;

pub use certificate::certificate;
pub use infinitesimal::Infinitesimal;
pub use nimbers::Nimbers;
pub use numberish::{NumberPlus, Numberish};
pub use numbers::{Numbers, simplest_between, simplest_in_words};
pub use standard::{register, standard};
pub use sumbers::Sumbers;
