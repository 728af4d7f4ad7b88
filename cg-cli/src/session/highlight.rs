//! The bracket that belongs to the one at the cursor.

use cg_lang::{Piece, PieceKind};

/// The two brackets of the pair of which one stands at the cursor or just before it.
pub(super) fn pair(text: &str, cursor: usize, pieces: &[Piece]) -> Option<[usize; 2]> {
    let bracket = |piece: &Piece| matches!(piece.kind, PieceKind::Open | PieceKind::Close);
    let at = |place: Option<usize>| {
        pieces.iter().position(|piece| bracket(piece) && Some(piece.span.range().start) == place)
    };
    let here = at(Some(cursor)).or_else(|| at(cursor.checked_sub(1)))?;
    let partner = partner(text, here, pieces)?;
    Some([here, partner])
}

/// The partner of the bracket at `here`: the nearest that is not between another pair,
/// if it is of the same shape.
fn partner(text: &str, here: usize, pieces: &[Piece]) -> Option<usize> {
    let opens = pieces[here].kind == PieceKind::Open;
    let (towards, against) = match opens {
        true => (PieceKind::Close, PieceKind::Open),
        false => (PieceKind::Open, PieceKind::Close),
    };
    let mut depth = 0_usize;
    let matches = |other: usize| {
        let shape = |at: usize| &text[pieces[at].span.range()];
        let (open, close) = if opens { (here, other) } else { (other, here) };
        ["()", "[]", "{}"].contains(&format!("{}{}", shape(open), shape(close)).as_str())
    };
    let look = |at: usize, depth: &mut usize| {
        let kind = pieces[at].kind;
        if kind == against {
            *depth += 1;
        } else if kind == towards {
            match depth.checked_sub(1) {
                Some(less) => *depth = less,
                None => return true,
            }
        }
        false
    };
    let found = match opens {
        true => (here + 1..pieces.len()).find(|&at| look(at, &mut depth)),
        false => (0..here).rev().find(|&at| look(at, &mut depth)),
    };
    found.filter(|&other| matches(other))
}

#[cfg(test)]
mod tests {
    use cg_lang::{Reading, pieces};

    use super::*;

    /// The places of the pair in the text.
    fn places(text: &str, cursor: usize) -> Option<[usize; 2]> {
        let pieces = pieces(text, Reading::Paper);
        let pair = pair(text, cursor, &pieces)?;
        Some(pair.map(|at| pieces[at].span.range().start))
    }

    #[test]
    fn partners_are_found_from_both_sides() {
        let text = "{F(1) | [2]}";
        assert_eq!(places(text, 0), Some([0, 11]));
        assert_eq!(places(text, 12), Some([11, 0]));
        assert_eq!(places(text, 2), Some([2, 4]));
        assert_eq!(places(text, 10), Some([10, 8]));
        assert_eq!(places(text, 6), None);
    }

    #[test]
    fn brackets_in_texts_and_of_other_shapes_do_not_count() {
        assert_eq!(places("[\"]\"]", 0), Some([0, 4]));
        assert_eq!(places("(1]", 0), None);
        assert_eq!(places("(1", 0), None);
    }
}
