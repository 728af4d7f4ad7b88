//! The answers to the line editor while the user types.

use std::borrow::Cow;
use std::cell::Cell;

use cg_calculator::Vocabulary;
use cg_calculator::cg_lang::{Piece, PieceKind, WordKind, pieces};
use cg_calculator::editing::{brackets, complete, heads, signature};
use console::Style;
use rustyline::Context;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};

use crate::paint;

/// Answers the line editor by what the session knows.
pub(super) struct Helper {
    vocabulary: Vocabulary,
    colour: bool,
    /// The entry is still edited: hints and partners of brackets are shown.
    editing: Cell<bool>,
}

impl Helper {
    pub(super) fn new(colour: bool) -> Self {
        Helper { vocabulary: Vocabulary::default(), colour, editing: Cell::new(true) }
    }

    /// Takes over what the session knows now.
    pub(super) fn learn(&mut self, vocabulary: Vocabulary) {
        self.vocabulary = vocabulary;
        self.editing.set(true);
    }

    /// A name is coloured once it means something.
    fn style(&self, text: &str, piece: &Piece, defined: &[&str]) -> Style {
        let name = &text[piece.span.range()];
        let known = match piece.kind {
            PieceKind::Call => {
                let function = |kind| matches!(kind, WordKind::Function | WordKind::BuiltIn);
                defined.contains(&name)
                    || self.vocabulary.word(name).is_some_and(|word| function(word.kind))
            }
            PieceKind::Directive => {
                let name = name[1..].trim().trim_end_matches('!');
                self.vocabulary.directive(name).is_some()
            }
            _ => true,
        };
        if known { paint::style(piece.kind) } else { paint::unknown() }
    }
}

/// Marks an empty line on which the session awaits the rest of a statement.
const GOES_ON: &str = "...";

/// The missing rest of the text; shown, never inserted.
pub(super) struct Signature(String);

impl Hint for Signature {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl rustyline::Helper for Helper {}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        // As the session reads it: with the end of the line.
        let text = format!("{}\n", context.input());
        Ok(match self.vocabulary.is_unfinished(&text) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let found = complete(&self.vocabulary, line, pos);
        let pairs = found.candidates.into_iter();
        let pairs = pairs.map(|word| Pair { display: word.shown, replacement: word.text });
        Ok((found.start, pairs.collect()))
    }
}

impl Hinter for Helper {
    type Hint = Signature;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Signature> {
        if pos == line.len() && line.ends_with('\n') {
            return Some(Signature(GOES_ON.into()));
        }
        // Without colours a hint would look as if it were typed.
        if !self.colour || pos < line.len() {
            return None;
        }
        signature(&self.vocabulary, line).map(Signature)
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        let pieces = pieces(line, &self.vocabulary.reading);
        let heads = heads(line, &pieces);
        let defined: Vec<&str> = heads.iter().map(|head| head.name).collect();
        let pair = if self.editing.get() { brackets(line, pos, &pieces) } else { None };
        Cow::Owned(paint::paint(line, &pieces, |index, piece| {
            if pair.is_some_and(|pair| pair.contains(&index)) {
                return paint::partner();
            }
            self.style(line, piece, &defined)
        }))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(Style::new().force_styling(true).bold().apply_to(prompt).to_string())
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(paint::aside().apply_to(hint).to_string())
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.editing.set(kind != CmdKind::ForcedRefresh);
        true
    }
}
