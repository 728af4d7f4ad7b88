//! An explanation on one screen.

use std::fmt;

use crate::print::shortened;

/// How many lines a page has at most: a terminal of 24 shows what was typed as
/// well, and the next prompt.
pub const LINES: usize = 22;

/// How many columns a page has at most.
pub const COLUMNS: usize = 79;

/// How far what belongs to a line is indented.
const INDENT: usize = 2;

/// Sentences and lists that are laid out to fit one screen: lines are broken
/// between words, and lists give way, ending in `... and 37 more`.
///
/// ```
/// use cg_simplify::why::{COLUMNS, LINES, Page};
/// let mut page = Page::default();
/// page.text("The options:");
/// page.items((0..100).map(|n| format!("*{n}")), 100);
/// let text = page.to_string();
/// assert!(text.lines().count() <= LINES);
/// assert!(text.lines().all(|line| line.chars().count() <= COLUMNS));
/// assert!(text.ends_with("... and 80 more"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page(Vec<Block>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Text { indent: usize, text: String },
    Items { shown: Vec<String>, total: usize },
}

impl Page {
    /// Adds a sentence, which begins a line.
    pub fn text(&mut self, text: impl Into<String>) {
        self.0.push(Block::Text { indent: 0, text: text.into() });
    }

    /// Adds what belongs to the sentence before, line by line.
    pub fn detail(&mut self, text: &str) {
        let lines = text.lines();
        self.0.extend(lines.map(|line| Block::Text { indent: INDENT, text: line.to_owned() }));
    }

    /// Adds a list of `total` items, of which no more are asked for than a page
    /// could hold.
    pub fn items(&mut self, items: impl IntoIterator<Item = String>, total: usize) {
        let shown = items.into_iter().take(LINES).collect();
        self.0.push(Block::Items { shown, total });
    }

    /// The lines: at most [`LINES`] of at most [`COLUMNS`] characters.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for most in (1..=LINES).rev() {
            lines = self.laid_out(most);
            if lines.len() <= LINES {
                return lines;
            }
        }
        lines.truncate(LINES - 1);
        lines.push("...".to_owned());
        lines
    }

    /// With at most `most` lines for each list.
    fn laid_out(&self, most: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for block in &self.0 {
            match block {
                Block::Text { indent, text } => wrap(text, "", *indent, &mut lines),
                Block::Items { shown, total } => {
                    let mut listed = Vec::new();
                    let mut items = 0;
                    for item in shown {
                        let before = listed.len();
                        wrap(item, "- ", INDENT, &mut listed);
                        let last = items + 1 == *total;
                        if listed.len() + usize::from(!last) > most {
                            listed.truncate(before);
                            break;
                        }
                        items += 1;
                    }
                    lines.append(&mut listed);
                    if items < *total {
                        let more = total - items;
                        lines.push(match items {
                            0 => format!("{:INDENT$}... {more} of them", ""),
                            _ => format!("{:INDENT$}... and {more} more", ""),
                        });
                    }
                }
            }
        }
        lines
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// Breaks `text` between words into lines with this indent; the first begins
/// with `mark`, and the others stand below the text behind it.
fn wrap(text: &str, mark: &str, indent: usize, lines: &mut Vec<String>) {
    let hanging = indent + if mark.is_empty() { INDENT } else { mark.len() };
    let mut line = format!("{:indent$}{mark}", "");
    let mut empty = true;
    for word in text.split_whitespace() {
        let word = shortened(word.to_owned(), COLUMNS - hanging);
        let gap = usize::from(!empty);
        if !empty && line.chars().count() + gap + word.chars().count() > COLUMNS {
            lines.push(std::mem::replace(&mut line, format!("{:hanging$}", "")));
        } else if !empty {
            line.push(' ');
        }
        line += &word;
        empty = false;
    }
    lines.push(line);
}
