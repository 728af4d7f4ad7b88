//! What the calculator says in the types of the protocol.

use cg_calculator::cg_lang::{Piece, PieceKind, WordKind};
use cg_calculator::{Error, Vocabulary, editing::Candidate};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Diagnostic, DiagnosticSeverity,
    NumberOrString, Range, SemanticToken, SemanticTokenType, TextEdit,
};

use crate::document::{Document, small};

/// An error of the document.
pub(crate) fn diagnostic(document: &Document, error: &Error) -> Diagnostic {
    let message = match error.help() {
        Some(help) => format!("{error}\n{help}"),
        None => error.to_string(),
    };
    Diagnostic {
        range: document.range(error.span()),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(error.code().to_owned())),
        source: Some("cg".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// A word that could stand at `range`.
pub(crate) fn item(candidate: Candidate, vocabulary: &Vocabulary, range: Range) -> CompletionItem {
    let name = candidate.text.trim_end_matches(['(', ' ']);
    let kind = match vocabulary.word(name).map(|word| word.kind) {
        Some(WordKind::Keyword) => CompletionItemKind::KEYWORD,
        Some(WordKind::Constant) => CompletionItemKind::CONSTANT,
        Some(WordKind::Function | WordKind::BuiltIn) => CompletionItemKind::FUNCTION,
        _ if candidate.text.ends_with('(') => CompletionItemKind::FUNCTION,
        _ => CompletionItemKind::VARIABLE,
    };
    CompletionItem {
        label: candidate.shown,
        kind: Some(kind),
        filter_text: Some(candidate.text.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, candidate.text))),
        ..CompletionItem::default()
    }
}

/// The types of tokens, in the order of their numbers.
pub(crate) const TOKENS: [SemanticTokenType; 9] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::NUMBER,
    // Signs that are games.
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::MACRO,
    SemanticTokenType::OPERATOR,
];

/// The number of the type of a piece; brackets and what is bad have none.
fn token(kind: PieceKind) -> Option<u32> {
    Some(match kind {
        PieceKind::Keyword => 0,
        PieceKind::Name => 1,
        PieceKind::Call => 2,
        PieceKind::Number => 3,
        PieceKind::Game => 4,
        PieceKind::Text | PieceKind::Argument => 5,
        PieceKind::Comment => 6,
        PieceKind::Directive => 7,
        PieceKind::Bar | PieceKind::Sign => 8,
        _ => return None,
    })
}

/// The pieces as tokens, each from the one before it; one of several lines is cut at their ends.
pub(crate) fn tokens(document: &Document, pieces: &[Piece]) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    let (mut line, mut start) = (0, 0);
    for piece in pieces {
        let Some(token_type) = token(piece.kind) else { continue };
        let mut at = piece.span.range().start;
        for part in document.text[piece.span.range()].split_inclusive('\n') {
            let place = document.position(at);
            at += part.len();
            let length = small(part.trim_end_matches(['\n', '\r']).encode_utf16().count());
            if length == 0 {
                continue;
            }
            let delta_line = place.line - line;
            let delta_start =
                if delta_line == 0 { place.character - start } else { place.character };
            found.push(SemanticToken {
                delta_line,
                delta_start,
                length,
                token_type,
                token_modifiers_bitset: 0,
            });
            (line, start) = (place.line, place.character);
        }
    }
    found
}
