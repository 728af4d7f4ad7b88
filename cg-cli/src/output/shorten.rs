//! Answers that are too long for a screen, cut.

use console::measure_text_width;
use indicatif::HumanCount;

/// How large the terminal is, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// Lines of a screen that are left for the question, the note and the prompt.
const LEFT: usize = 4;
/// How small and how large a terminal is believed to be.
const FEWEST: Screen = Screen { rows: 3, columns: 20 };
const MOST: Screen = Screen { rows: 500, columns: 2000 };

impl Screen {
    /// The terminal of standard output. What cannot be true is not believed.
    pub(super) fn of_terminal() -> Self {
        let (rows, columns) = console::Term::stdout().size();
        Screen {
            rows: usize::from(rows).saturating_sub(LEFT).clamp(FEWEST.rows, MOST.rows),
            columns: usize::from(columns).clamp(FEWEST.columns, MOST.columns),
        }
    }

    /// Where in `text` the screen is full, if it is.
    fn end(self, text: &str) -> Option<usize> {
        let (mut row, mut column) = (1, 0);
        for (at, character) in text.char_indices() {
            if character == '\n' {
                row += 1;
                column = 0;
            } else {
                let width = match character.is_ascii() {
                    true => 1,
                    false => measure_text_width(character.encode_utf8(&mut [0; 4])),
                };
                if column + width > self.columns {
                    row += 1;
                    column = 0;
                }
                column += width;
            }
            if row > self.rows {
                return Some(at);
            }
        }
        None
    }

    /// What of `text` fits on the screen, and a note about the rest if there is one;
    /// `all` unless the text goes on behind its end.
    pub(super) fn shorten(self, text: &str, all: bool) -> (&str, Option<String>) {
        let Some(end) = self.end(text) else { return (text, None) };
        let more = HumanCount(text[end..].chars().count() as u64);
        let over = if all { "" } else { "over " };
        let note =
            format!("... {over}{more} more characters: `:full` shows all, `:write FILE` saves it");
        (text[..end].trim_end_matches('\n'), Some(note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Screen = Screen { rows: 3, columns: 20 };

    #[test]
    fn what_fits_stays_whole() {
        for text in ["", "1", &"1".repeat(60), "1\n2\n3", &"é".repeat(60)] {
            assert_eq!(SMALL.shorten(text, true), (text, None));
        }
    }

    #[test]
    fn what_does_not_fit_is_cut_where_the_screen_ends() {
        let long = "12345".repeat(1000);
        let (start, note) = SMALL.shorten(&long, true);
        assert_eq!(start, &long[..60]);
        assert!(note.unwrap().starts_with("... 4,940 more characters"));
        let (start, note) = SMALL.shorten("1\n2\n3\n4\n5", false);
        assert_eq!(start, "1\n2\n3");
        assert!(note.unwrap().starts_with("... over 4 more characters"));
        // Wide characters take two columns, and none is cut in halves.
        let wide = "漢".repeat(100);
        let (start, _) = SMALL.shorten(&wide, true);
        assert_eq!(start, "漢".repeat(30));
    }
}
