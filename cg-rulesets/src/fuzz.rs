//! What fuzzing runs: any bytes as what this crate reads. Each function ends quickly on any
//! bytes; a panic, a hang or a crash is a defect.

use crate::{Cells, Graph, LoopyRules, NotationError, Start};

#[cfg(test)]
mod tests;

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

/// Any bytes as a ruleset in which positions come back, and a board of it:
/// `fox-and-geese ..f.|g.g.`. The moves of a board are boards of the same ruleset.
pub fn loopy_any(bytes: &[u8]) -> bool {
    any(bytes, |text| {
        let (name, board) = text.split_once(' ').unwrap_or((text, ""));
        let Some(rules) = LoopyRules::named(name) else {
            return Err(NotationError::new("there is no such ruleset", 0..name.len()));
        };
        let before = text.len() - board.len();
        let board = rules.read(board).map_err(|error| {
            let at = error.at.start + before..error.at.end + before;
            NotationError::new(error.problem, at)
        })?;
        for player in cg_core::Player::BOTH {
            let mut left = 100;
            rules.each_move(&board, player, &mut |after, name| {
                if left > 0 {
                    left -= 1;
                    assert!(!name().is_empty());
                    assert_eq!(rules.read(&after.to_string()), Ok(after));
                }
            });
        }
        Ok(format!("{} {board}", rules.name()))
    })
}
