//! What is known of a document in one of its versions.

use cg_calculator::cg_lang::{NameKind, Outline, PieceKind, ProgramName, format, pieces};
use cg_calculator::editing::{self, Candidate};
use cg_calculator::{Calculator, Error, GameError, Interrupt, Settings, Source, Span, Vocabulary};

use crate::transport::{Code, Refusal};
use crate::value::closed;

/// The most words that a list of completions has.
const MOST_WORDS: usize = 500;

/// A document as the calculator reads it.
pub(crate) struct Analysis {
    pub(crate) source: Source,
    pub(crate) errors: Vec<Error>,
    pub(crate) outline: Outline,
    pub(crate) vocabulary: Vocabulary,
    /// It knows the definitions, and has worked nothing out.
    calculator: Calculator,
}

impl Analysis {
    pub(crate) fn new(settings: &Settings, name: &str, text: &str) -> Result<Self, GameError> {
        let mut calculator = closed(settings, &Interrupt::new())?;
        let source = Source::new(name, text);
        let errors = calculator.session().diagnose(&source);
        let vocabulary = calculator.vocabulary();
        let outline = Outline::new(&source, &vocabulary);
        Ok(Analysis { source, errors, outline, vocabulary, calculator })
    }

    /// Where the word at `cursor` begins, and what could stand there.
    pub(crate) fn completion(&self, cursor: usize) -> (usize, Vec<Candidate>) {
        let text = self.source.text();
        let found = editing::complete(&self.vocabulary, text, cursor);
        let typed = text.get(found.start..cursor).unwrap_or("");
        let mut candidates = found.candidates;
        candidates.retain(|candidate| !candidate.text.trim().is_empty());
        // Bindings have no value here, so the vocabulary does not know them.
        let in_expression = candidates
            .iter()
            .any(|candidate| self.vocabulary.word(candidate.text.trim_end_matches('(')).is_some())
            || !typed.is_empty();
        if in_expression {
            let bindings = self.outline.names().iter().filter(|name| {
                name.kind == NameKind::Binding && name.name.starts_with(typed) && !typed.is_empty()
            });
            for name in bindings {
                if candidates.iter().all(|candidate| candidate.text != name.name) {
                    candidates
                        .push(Candidate { shown: name.name.clone(), text: name.name.clone() });
                }
            }
        }
        candidates.truncate(MOST_WORDS);
        (found.start, candidates)
    }

    /// The name at a place.
    pub(crate) fn name_at(&self, at: usize) -> Option<&ProgramName> {
        self.outline.name_at(u32::try_from(at).ok()?)
    }

    /// What is known of the word at a place, and where it stands: a definition of the document
    /// with the comment above it, or a topic of help.
    pub(crate) fn explained(&self, at: usize) -> Option<(Span, String)> {
        let place = self.outline.span_at(u32::try_from(at).ok()?);
        if let (Some(place), Some(name)) = (place, self.name_at(at)) {
            return Some((place, self.introduced(name)));
        }
        let all = pieces(self.source.text(), &self.vocabulary.reading);
        let piece = all.iter().find(|piece| piece.span.range().contains(&at))?;
        let word = self.source.slice(piece.span);
        let asked = match piece.kind {
            PieceKind::Name | PieceKind::Call | PieceKind::Keyword | PieceKind::Directive => word,
            _ => return None,
        };
        let bare: String = asked.chars().filter(|sign| !sign.is_whitespace()).collect();
        let found = self.calculator.help(&bare).ok()?;
        Some((piece.span, found))
    }

    /// A name of the document as it is given.
    fn introduced(&self, name: &ProgramName) -> String {
        let what = match name.kind {
            NameKind::Function => {
                let usage = self.vocabulary.word(&name.name).map(|word| word.usage.clone());
                usage.unwrap_or_else(|| name.name.clone())
            }
            NameKind::Binding => name.name.clone(),
            NameKind::Parameter => format!("{}, a parameter", name.name),
            NameKind::Helper => format!("{}, a helper", name.name),
            NameKind::Local => format!("{}, known here only", name.name),
        };
        let comment = match name.statements.first() {
            Some(statement) if name.kind.is_global() => self.comment_above(*statement),
            _ => String::new(),
        };
        if comment.is_empty() { what } else { format!("{what}\n\n{comment}") }
    }

    /// The lines of comment directly above a statement.
    fn comment_above(&self, statement: Span) -> String {
        let before = &self.source.text()[..statement.range().start];
        let lines = before.lines().rev().map_while(|line| line.trim_start().strip_prefix("//"));
        let mut lines: Vec<&str> = lines.map(str::trim).collect();
        lines.reverse();
        lines.join("\n")
    }

    /// The places of the name at `at`, if it can be called `new`.
    pub(crate) fn renamed(&self, at: usize, new: &str) -> Result<Vec<Span>, Refusal> {
        let refuse = |why: String| Refusal::new(Code::Failed, why);
        let name =
            self.name_at(at).ok_or_else(|| refuse("no name of the program stands here".into()))?;
        let cut = pieces(new, &self.vocabulary.reading);
        let is_name = matches!(
            &cut[..],
            [piece] if piece.kind == PieceKind::Name && piece.span.range() == (0..new.len())
        );
        if !is_name {
            return Err(refuse(format!("`{new}` is no name")));
        }
        if !self.errors.iter().all(is_of_names) {
            return Err(refuse("the program has errors: mend them first".into()));
        }
        let mut text = String::new();
        let mut end = 0;
        for place in &name.places {
            text += &self.source.text()[end..place.range().start];
            text += new;
            end = place.range().end;
        }
        text += &self.source.text()[end..];
        let after = Outline::new(&Source::new(self.source.name(), text), &self.vocabulary);
        if new != name.name && !self.outline.is_like(&after) {
            return Err(refuse(format!("`{new}` is taken where `{}` is used", name.name)));
        }
        let hides = self.vocabulary.word(new).is_some()
            && !self.outline.names().iter().any(|known| known.name == new);
        if hides && self.mentions(new) {
            return Err(refuse(format!("`{new}` is a word of the language that the program uses")));
        }
        Ok(name.places.clone())
    }

    /// Whether the text uses a word.
    fn mentions(&self, word: &str) -> bool {
        let all = pieces(self.source.text(), &self.vocabulary.reading);
        all.iter().any(|piece| self.source.slice(piece.span) == word)
    }

    /// The document in the usual style; `None` where it cannot be read.
    pub(crate) fn formatted(&self) -> Option<String> {
        format(&self.source).ok()
    }
}

/// Whether an error leaves the outline whole: the statement can be read.
fn is_of_names(error: &Error) -> bool {
    !matches!(error.kind(), cg_calculator::cg_lang::ErrorKind::Parse(_))
}
