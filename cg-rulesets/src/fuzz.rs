//! What fuzzing runs: any bytes as what this crate reads. Each function ends quickly on any
//! bytes; a panic, a hang or a crash is a defect.

use crate::{Cells, Graph, NotationError, Start};

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 1 << 12;

/// Reads `bytes` with `read`, which returns what was read as a text; that text must read as
/// the same from then on, and a fault must have its place. Returns whether it was read.
fn any(bytes: &[u8], read: impl Fn(&str) -> Result<String, NotationError>) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)]);
    match read(&text) {
        Ok(first) => {
            // The vertices of a graph may be put in order by the first writing.
            let second = read(&first).expect("what is written reads back");
            assert_eq!(read(&second).as_ref(), Ok(&second), "{text}");
            true
        }
        Err(error) => {
            assert!(!error.problem.is_empty(), "{text}");
            assert!(
                error.at.start <= error.at.end && error.at.end <= text.len(),
                "{text}: {error:?}"
            );
            assert!(text.is_char_boundary(error.at.start), "{text}: {error:?}");
            false
        }
    }
}

/// Any bytes as a game at a position: `impartial clobber xo|ox`.
pub fn start_any(bytes: &[u8]) -> bool {
    any(bytes, |text| Start::read(text).map(|start| start.to_string()))
}

/// Any bytes as a graph: `a-b, b->c, d:L`.
pub fn graph_any(bytes: &[u8]) -> bool {
    any(bytes, |text| Graph::read(text).map(|graph| graph.to_string()))
}

/// Any bytes as a board: `xo.|oxo`.
pub fn board_any(bytes: &[u8]) -> bool {
    any(bytes, |text| Cells::read(text, ".XO#").map(|board| board.to_string()))
}
