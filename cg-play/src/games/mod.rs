//! The games that are played.

mod heaps;
mod nim;
mod numbers;
mod session;
mod triangle;

pub use heaps::Heaps;
pub use nim::{Nim, Take};
pub use session::{SessionGame, Step};
pub use triangle::Triangle;

/// The most heaps that a game begins with.
pub(crate) const MOST_HEAPS: usize = 100;

/// Refuses too many heaps, and none.
pub(crate) fn check_number(heaps: usize) -> crate::Result<()> {
    let problem = match heaps {
        0 => "no heaps are given: write the number of tokens of each, such as 3 4 5".into(),
        1..=MOST_HEAPS => return Ok(()),
        _ => format!("{heaps} heaps are given: at most {MOST_HEAPS} are played with"),
    };
    Err(crate::PlayError::Start(problem))
}
