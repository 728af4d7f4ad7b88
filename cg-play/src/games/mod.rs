//! The games. Each has the solver that knows it best, and a row in the table of names.

pub(crate) mod board;
pub(crate) mod boxes;
pub(crate) mod heaps;
pub(crate) mod loopy;
pub(crate) mod nim;
pub(crate) mod points;
pub(crate) mod program;
pub(crate) mod triangle;

pub use board::{BoardSolver, board};
pub use boxes::{BoxPoints, boxes};
pub use heaps::{HeapSolver, heaps};
pub use loopy::loopy;
pub use nim::{NimSums, nim};
pub use program::{Program, ProgramSolver, program};
pub use triangle::{TriangleSolver, triangle};

/// The largest number of heaps at the start of a game.
const MOST_HEAPS: usize = 100;

/// Refuses zero heaps and too many.
fn check_number(heaps: usize) -> crate::Result<()> {
    let problem = match heaps {
        0 => "no heaps are given: write the number of tokens of each, such as 3 4 5".into(),
        1..=MOST_HEAPS => return Ok(()),
        _ => format!("{heaps} heaps are given: at most {MOST_HEAPS} are played with"),
    };
    Err(crate::PlayError::Start(problem))
}

/// Reads heaps from words, in their order.
fn read_heaps(words: &[&str]) -> crate::Result<Vec<u64>> {
    cg_rulesets::read_heaps(&words.join(" "))
        .map_err(|error| crate::PlayError::Start(error.problem))
}

fn joined(heaps: &[u64]) -> String {
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn total(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, &heap| sum.saturating_add(heap))
}
