//! Functions on games: what is asked of a value beyond its outcome.
//!
//! Each is a method of [`Engine`](crate::Engine); [`FUNCTIONS`] lists them by the
//! names that the language calls them by, with how many arguments they take.
//! Where a subgroup knows an element as number plus ups plus nimber
//! ([`cg_core::Subgroup::number_ups_star`]), the answer is in closed form
//! wherever there is one; the general algorithms handle all other games, and are
//! what the closed forms are tested against.

mod atomic;
mod companion;
mod constructors;
mod counts;
mod error;
mod incentives;
mod kinds;
mod memos;
mod reduced;
mod stops;
mod table;
mod thermal;
pub(crate) mod thermograph;
mod uptimal;

pub use error::{FunctionError, FunctionResult};
pub(crate) use memos::Memos;
pub use stops::Stops;
pub use table::{Answer, Argument, FUNCTIONS, Function, function};
pub use thermograph::{Point, Thermograph, Wall};
pub use uptimal::Uptimal;
