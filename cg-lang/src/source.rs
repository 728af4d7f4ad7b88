//! Program text, and places in it.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::heap::{Heap, Held};

/// A stretch of a [`Source`], in bytes, the end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` up to and without `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// The stretch from byte `start` up to and without byte `end` of a source that the
    /// lexer takes: longer ones are refused before a place in them is named.
    pub(crate) fn at(start: usize, end: usize) -> Self {
        let byte = |at: usize| {
            u32::try_from(at).expect("places lie in sources that the lexer takes, below 1 GiB")
        };
        Span { start: byte(start), end: byte(end) }
    }

    /// The smallest stretch that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty stretch at the start of this one.
    #[must_use]
    pub const fn before(self) -> Span {
        Span { start: self.start, end: self.start }
    }

    /// The empty stretch at the end of this one.
    #[must_use]
    pub const fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// As a range of byte indices.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A program text with the name under which errors show it.
///
/// Cheap to clone: definitions keep the source they came from, so that their
/// errors can be drawn later.
#[derive(Clone, Debug)]
pub struct Source(Arc<Inner>);

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.name() == other.name() && self.text() == other.text())
    }
}

impl Eq for Source {}

#[derive(Debug)]
struct Inner {
    name: String,
    text: String,
    /// Its bytes in the count of the first session that ran it.
    held: OnceLock<Held>,
}

impl Source {
    /// A source shown as `name` (a path, `<stdin>`, a line number).
    ///
    /// ```
    /// let source = cg_lang::Source::new("nim.g", "Nim(3)");
    /// assert_eq!(source.text(), "Nim(3)");
    /// ```
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source(Arc::new(Inner { name: name.into(), text: text.into(), held: OnceLock::new() }))
    }

    /// A source from bytes that may not be UTF-8: each bad byte sequence is
    /// replaced by U+FFFD, which the lexer reports where it stands.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Self {
        Self::new(name, String::from_utf8_lossy(bytes))
    }

    /// A source from a file or a pipe; bad bytes as in [`Source::from_bytes`].
    ///
    /// # Errors
    /// Those of the reader; [`FileTooLarge`](io::ErrorKind::FileTooLarge) beyond
    /// [`Source::MOST_BYTES`], so that what has no end (`/dev/zero`, `yes`) is refused.
    ///
    /// ```
    /// let source = cg_lang::Source::read("nim.g", &b"Nim(3)"[..])?;
    /// assert_eq!(source.text(), "Nim(3)");
    /// assert!(cg_lang::Source::read("endless", std::io::repeat(b' ')).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read(name: impl Into<String>, reader: impl Read) -> io::Result<Self> {
        Self::read_within(name, reader, Self::MOST_BYTES)
    }

    /// The same, with a lower bound on the bytes that are read: what a memory limit
    /// leaves.
    ///
    /// # Errors
    /// Those of the reader; [`FileTooLarge`](io::ErrorKind::FileTooLarge) beyond `most`
    /// bytes or [`Source::MOST_BYTES`].
    ///
    /// ```
    /// assert!(cg_lang::Source::read_within("nim.g", &b"Nim(3)"[..], 5).is_err());
    /// ```
    pub fn read_within(name: impl Into<String>, reader: impl Read, most: u64) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let bound = most.min(Self::MOST_BYTES);
        reader.take(bound + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > bound {
            let reason = if most < Self::MOST_BYTES {
                format!("the program has more than the {most} bytes that the memory limit leaves")
            } else {
                format!("a program has at most {} MiB", Self::MOST_BYTES >> 20)
            };
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        // Good text is not copied.
        Ok(match String::from_utf8(bytes) {
            Ok(text) => Self::new(name, text),
            Err(bad) => Self::from_bytes(name, bad.as_bytes()),
        })
    }

    /// Counts its bytes as long as it lives, unless a session does already.
    pub(crate) fn count(&self, heap: &Heap) {
        self.0.held.get_or_init(|| heap.hold(self.0.text.capacity()));
    }

    /// The most bytes that [`Source::read`] takes: places are counted in 32 bits, and
    /// no program comes near.
    pub const MOST_BYTES: u64 = 64 << 20;

    /// The most bytes that the lexer takes: 1 GiB, so that 32 bits are enough for places
    /// in a source and for the nodes made from it.
    pub(crate) const LONGEST: usize = 1 << 30;

    /// The name under which errors show it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The text at a span; empty when the span lies outside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.0.text.get(span.range()).unwrap_or("")
    }

    /// The smallest stretch of whole characters of the text that holds what `span` holds of it.
    pub(crate) fn whole_characters(&self, span: Span) -> Span {
        let text = self.text();
        let span = span.range();
        let start = text.floor_char_boundary(span.start);
        Span::at(start, text.ceil_char_boundary(span.end).max(start))
    }

    /// The stretch that is the whole text.
    ///
    /// # Panics
    /// For a text of 4 GiB or more, which no lexer takes.
    pub(crate) fn whole(&self) -> Span {
        Span::at(0, self.0.text.len())
    }

    /// Whether both are the same object, not only the same text.
    pub fn is(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
