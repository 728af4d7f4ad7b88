//! Why an answer is what it is.
//!
//! Each question redoes one step of the engine slowly and visibly, with the
//! reason for each move of the algorithm; the answers come from the engine
//! itself, whose fast path knows nothing of this.
//!
//! - [`Simplification`]: from the options of a form to its value;
//! - [`OutcomeReason`]: who wins, by a subgroup's rule or by first moves;
//! - [`SumReason`]: how a sum was found.
//!
//! [`Page`] lays what they have to say out on one screen.

mod outcome;
mod page;
mod simplification;
mod sum;
mod text;

pub use outcome::{Attempt, Decision, FirstMoves, OutcomeReason};
pub use page::{COLUMNS, LINES, Page};
pub use simplification::{End, Simplification, Step};
pub use sum::{SumReason, SumRule};
pub use text::MOST_SHOWN;
