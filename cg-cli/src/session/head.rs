//! Heads of definitions in a text that is being typed: `Nim(n) {`.

use cg_lang::{Piece, PieceKind};

/// A function that the text defines.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head<'t> {
    pub(super) name: &'t str,
    pub(super) parameters: Vec<&'t str>,
    /// Where its body begins, and where it ends: at the end of the text as long as the
    /// brace is open.
    pub(super) body: std::ops::Range<usize>,
}

impl Head<'_> {
    /// The head as it is written.
    pub(super) fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// The heads in `text`, of which these are the pieces.
pub(super) fn heads<'t>(text: &'t str, pieces: &[Piece]) -> Vec<Head<'t>> {
    let pieces: Vec<&Piece> =
        pieces.iter().filter(|piece| piece.kind != PieceKind::Comment).collect();
    let mut heads = Vec::new();
    let mut depth = 0_usize;
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            PieceKind::Open => depth += 1,
            PieceKind::Close => depth = depth.saturating_sub(1),
            PieceKind::Call if depth == 0 => heads.extend(head(text, &pieces[at..])),
            _ => {}
        }
    }
    heads
}

/// The head that begins with the first of these pieces.
fn head<'t>(text: &'t str, pieces: &[&Piece]) -> Option<Head<'t>> {
    let slice = |piece: &Piece| &text[piece.span.range()];
    let (name, rest) = pieces.split_first()?;
    let close = rest.iter().position(|piece| piece.kind == PieceKind::Close)?;
    let parameters = rest.get(1..close)?;
    let brace = rest.get(close + 1).filter(|piece| slice(piece) == "{")?;
    let simple = |piece: &&&Piece| piece.kind == PieceKind::Name || slice(piece) == ",";
    if !parameters.iter().all(|piece| simple(&piece)) {
        return None;
    }
    let names = parameters.iter().filter(|piece| piece.kind == PieceKind::Name);
    let end = partner_after(&rest[close + 1..]).map_or(text.len(), |at| at.span.range().end);
    Some(Head {
        name: slice(name),
        parameters: names.map(|piece| slice(piece)).collect(),
        body: brace.span.range().end..end,
    })
}

/// The bracket that closes the one that these pieces begin with.
fn partner_after<'p>(pieces: &[&'p Piece]) -> Option<&'p Piece> {
    let mut depth = 0_usize;
    for piece in pieces {
        match piece.kind {
            PieceKind::Open => depth += 1,
            PieceKind::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(piece);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use cg_lang::{Reading, pieces};

    use super::*;

    fn found(text: &str) -> Vec<(&str, Vec<&str>, &str)> {
        let heads = heads(text, &pieces(text, Reading::Paper));
        heads.into_iter().map(|head| (head.name, head.parameters, &text[head.body])).collect()
    }

    #[test]
    fn heads_are_found_with_their_bodies() {
        assert_eq!(
            found("F(a, b)\n{ case (0, _): G(a"),
            [("F", vec!["a", "b"], " case (0, _): G(a")]
        );
        assert_eq!(
            found("F(n) { default: {n|}; } G() { default: F(1); }"),
            [("F", vec!["n"], " default: {n|}; }"), ("G", vec![], " default: F(1); }")]
        );
    }

    #[test]
    fn calls_are_no_heads() {
        assert_eq!(found("F(1) + G(x)"), []);
        assert_eq!(found("{F(n) | G(n)}"), []);
        assert_eq!(found("F(n"), []);
    }
}
