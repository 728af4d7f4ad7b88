//! Documents, and places in them: the protocol counts lines and UTF-16 units, the calculator bytes.

use cg_calculator::Span;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

/// A text that is open in the editor.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) text: String,
    pub(crate) version: i32,
    lines: Lines,
}

impl Document {
    pub(crate) fn new(text: String, version: i32) -> Self {
        let lines = Lines::of(&text);
        Document { text, version, lines }
    }

    /// Makes one change; without a range it is the whole text.
    pub(crate) fn change(&mut self, change: TextDocumentContentChangeEvent) {
        match change.range {
            None => self.text = change.text,
            Some(range) => {
                let (a, b) = (self.offset(range.start), self.offset(range.end));
                self.text.replace_range(a.min(b)..a.max(b), &change.text);
            }
        }
        self.lines = Lines::of(&self.text);
    }

    /// The byte at a position. One behind the end of its line is that end, one inside a character
    /// its start.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.lines.starts.get(position.line as usize) else {
            return self.text.len();
        };
        let line = &self.text[start..];
        let mut units = 0;
        for (at, sign) in line.char_indices() {
            if sign == '\n' || sign == '\r' {
                return start + at;
            }
            units += sign.len_utf16() as u64;
            if units > u64::from(position.character) {
                return start + at;
            }
        }
        self.text.len()
    }

    /// The position of a byte.
    pub(crate) fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at);
        let line = self.lines.starts.partition_point(|&start| start <= at) - 1;
        let before = &self.text[self.lines.starts[line]..at];
        Position::new(small(line), small(before.encode_utf16().count()))
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        let span = span.range();
        Range::new(self.position(span.start), self.position(span.end))
    }

    pub(crate) fn whole(&self) -> Range {
        Range::new(Position::new(0, 0), self.position(self.text.len()))
    }
}

/// A number of the protocol.
pub(crate) fn small(number: usize) -> u32 {
    u32::try_from(number).expect("messages are shorter than 4 GiB")
}

/// Where lines begin, in order.
#[derive(Clone, Debug)]
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, &byte)| {
            byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        Lines { starts: [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_units_of_utf_16() {
        let document = Document::new("a↑𝔾b\r\nc\rd\n".into(), 1);
        for (line, unit, byte) in [
            (0, 0, 0),
            (0, 1, 1),
            (0, 2, 4),
            (0, 4, 8),
            (0, 5, 9),
            (1, 0, 11),
            (1, 1, 12),
            (2, 0, 13),
            (3, 0, 15),
        ] {
            assert_eq!(document.offset(Position::new(line, unit)), byte, "{line}:{unit}");
            assert_eq!(document.position(byte), Position::new(line, unit), "{byte}");
        }
        // Inside a character, and behind the end of a line or of the text.
        assert_eq!(document.offset(Position::new(0, 3)), 4);
        assert_eq!(document.offset(Position::new(0, 99)), 9);
        assert_eq!(document.offset(Position::new(9, 9)), document.text.len());
        assert_eq!(document.position(2), Position::new(0, 1));
    }

    #[test]
    fn changes_are_made_in_order() {
        let mut document = Document::new("one\ntwo".into(), 1);
        let at = |a: (u32, u32), b: (u32, u32)| {
            Some(Range::new(Position::new(a.0, a.1), Position::new(b.0, b.1)))
        };
        for (range, text, whole) in [
            (at((0, 3), (1, 0)), "", "onetwo"),
            (at((0, 9), (9, 9)), "\u{1d53e}", "onetwo\u{1d53e}"),
            (at((0, 2), (0, 0)), "x", "xetwo\u{1d53e}"),
            (None, "new", "new"),
        ] {
            document.change(TextDocumentContentChangeEvent {
                range,
                range_length: None,
                text: text.into(),
            });
            assert_eq!(document.text, whole);
        }
    }
}
