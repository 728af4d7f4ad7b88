//! Texts.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Heap, Value};

/// A text, indexed by character.
#[derive(Debug)]
pub struct Text {
    text: String,
    length: usize,
    bare: bool,
    /// Texts are arguments of calls, looked up more often than made.
    hash: u64,
}

impl Text {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How many characters it has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether it prints without quotation marks: what a function has to say
    /// about a game (`first player win`, `nimbers`), not a text of the program.
    pub fn is_bare(&self) -> bool {
        self.bare
    }

    /// The characters from `from` up to and without `to`, which lie inside.
    pub fn slice(&self, from: usize, to: usize) -> &str {
        if self.length == self.text.len() {
            return &self.text[from..to];
        }
        let at = |index| self.text.char_indices().nth(index).map_or(self.text.len(), |(at, _)| at);
        &self.text[at(from)..at(to)]
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.text == other.text
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Heap {
    /// A text of the program.
    pub fn text(&self, text: impl Into<String>) -> Value {
        self.make_text(text.into(), false)
    }

    /// What a function has to say about a game: prints without quotation marks.
    pub fn bare_text(&self, text: impl Into<String>) -> Value {
        self.make_text(text.into(), true)
    }

    fn make_text(&self, text: String, bare: bool) -> Value {
        let (length, bytes) = (text.chars().count(), text.capacity());
        let mut hasher = FxHasher::default();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        Value::Text(self.share(Text { text, length, bare, hash }, bytes))
    }
}
