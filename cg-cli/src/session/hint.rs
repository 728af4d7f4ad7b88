//! Hints of signatures, behind what is typed.

use cg_lang::{Piece, PieceKind, Vocabulary, WordKind, pieces};
use rustyline::hint::Hint;

use super::head::{Head, heads};

/// What would still have to be written; shown, never inserted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Signature(String);

impl Hint for Signature {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

/// The rest of the call or directive at the end of `text`.
pub(super) fn signature(vocabulary: &Vocabulary, text: &str) -> Option<Signature> {
    let pieces = pieces(text, vocabulary.reading);
    let last = pieces.last()?;
    let at_end = last.span.range().end == text.len();
    let slice = |piece: &Piece| &text[piece.span.range()];
    let heads = heads(text, &pieces);
    let usage = |name: &str| usage(vocabulary, &heads, name);
    let hint = match last.kind {
        PieceKind::Directive => {
            let on_its_line = !text[last.span.range().end..].contains('\n');
            let word = vocabulary.directive(slice(last)[1..].trim())?;
            let (_, argument) = word.usage.split_once(' ').filter(|_| on_its_line)?;
            if at_end { format!(" {argument}") } else { argument.to_owned() }
        }
        PieceKind::Argument | PieceKind::Comment | PieceKind::Text => return None,
        PieceKind::Name if at_end => {
            let name = slice(last);
            let usage = usage(name)?;
            usage.strip_prefix(name)?.to_owned()
        }
        _ => rest_of_call(text, &pieces, usage)?,
    };
    (!hint.is_empty()).then_some(Signature(hint))
}

/// How a function is written: one that the text defines wins.
fn usage(vocabulary: &Vocabulary, heads: &[Head<'_>], name: &str) -> Option<String> {
    if let Some(head) = heads.iter().find(|head| head.name == name) {
        return Some(head.usage());
    }
    let word = vocabulary.word(name)?;
    matches!(word.kind, WordKind::Function | WordKind::BuiltIn).then(|| word.usage.clone())
}

/// The arguments that the innermost open call still needs.
fn rest_of_call(
    text: &str,
    pieces: &[Piece],
    usage: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut depth = 0_usize;
    let mut commas = 0;
    let mut open = None;
    for (at, piece) in pieces.iter().enumerate().rev() {
        match piece.kind {
            PieceKind::Close => depth += 1,
            PieceKind::Open => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => {
                    open = Some(at);
                    break;
                }
            },
            PieceKind::Sign if depth == 0 && &text[piece.span.range()] == "," => commas += 1,
            _ => {}
        }
    }
    let open = open?;
    let call = pieces.get(open.checked_sub(1)?).filter(|piece| piece.kind == PieceKind::Call)?;
    let usage = usage(&text[call.span.range()])?;
    let (_, arguments) = usage.split_once('(')?;
    let arguments: Vec<&str> = arguments.strip_suffix(')')?.split(", ").collect();
    let last = &text[pieces.last()?.span.range()];
    if last == "," || open + 1 == pieces.len() {
        let rest = arguments.get(commas..).filter(|rest| !rest.is_empty())?;
        let blank = if text.ends_with(',') { " " } else { "" };
        return Some(format!("{blank}{})", rest.join(", ")));
    }
    let rest = arguments.get(commas + 1..).filter(|rest| !rest.is_empty())?;
    Some(format!(", {})", rest.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::complete::tests::vocabulary;

    #[test]
    fn the_rest_of_a_call_is_hinted_at() {
        let vocabulary = vocabulary();
        for (typed, hint) in [
            ("thermograph(", Some("g)")),
            ("thermograph", Some("(g)")),
            ("1 + Kayles", Some("(n)")),
            ("Pair(", Some("a, b)")),
            ("Pair(1", Some(", b)")),
            ("Pair(1,", Some(" b)")),
            ("Pair({1|2}, ", Some("b)")),
            ("Pair(1, 2", None),
            ("Pair(1, 2)", None),
            ("F(x, y) { default: F(", Some("x, y)")),
            ("nothing(", None),
            ("(", None),
            ("\"Pair(", None),
            ("// Pair(", None),
            (":load", Some(" FILE")),
            (":load ", Some("FILE")),
            (":list", None),
            ("", None),
        ] {
            let found = signature(&vocabulary, typed);
            assert_eq!(found, hint.map(|hint| Signature(hint.into())), "{typed}");
        }
    }
}
