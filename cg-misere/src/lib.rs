//! Misère play.
mod algebra;
mod bits;
mod certificate;
mod error;
mod game;
mod period;
mod quotient;
mod search;
mod solution;
mod survey;
mod trial;

pub use certificate::{MisereCertificate, MisereVerified};
pub use error::{MisereError, Result};
pub use game::{Closure, HeapGame, Periodicity};
pub use period::MiserePeriod;
pub use quotient::{Element, ONE, Quotient, Relation, Word};
pub use search::{Change, MisereEnding, MisereLimits, MisereProgress, MisereSearch};
pub use solution::{Solution, WinningMoves};
pub use survey::{MisereReport, misere_survey};
