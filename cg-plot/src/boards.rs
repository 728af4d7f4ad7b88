//! Boards of pieces, row by row, each row in the middle of its line.

use crate::sheet::{Anchor, Sheet, document};
use crate::style::{DrawError, Ink, LABEL, NOTE, Picture, Terminal, text_width};

/// The content of a cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A piece that is left: `x`, a disc.
    Left,
    /// A piece that the move takes: `o`, a ring.
    Taken,
    /// A piece that was taken before: `.`, a dot.
    Gone,
}

/// A board with a caption below it.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The rows from the top. Each row is drawn in the middle of its line.
    pub rows: Vec<Vec<Piece>>,
    /// May be empty.
    pub caption: String,
}

/// Boards side by side.
///
/// ```
/// use cg_plot::{Board, Boards, Picture, Piece, Terminal};
/// let rows = vec![vec![Piece::Left], vec![Piece::Taken, Piece::Gone]];
/// let board = Board { rows, caption: "1 alike".into() };
/// let picture = Boards { title: "a move".into(), boards: vec![board] };
/// assert_eq!(picture.text(Terminal::default()), " x\no .\n1 alike\n\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// The title of the SVG picture; may be empty.
    pub title: String,
    /// The boards.
    pub boards: Vec<Board>,
}

/// Pixels between pieces of a row and between rows, and the radius of a piece.
const STEP: i32 = 36;
const RISE: i32 = 31;
const RADIUS: i32 = 13;
/// Pixels around and between boards, and the largest number of boards in a row.
const SPACE: i32 = 36;
const IN_A_ROW: usize = 4;
const TITLE_ROOM: i32 = 50;

impl Board {
    fn text(&self) -> String {
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines: Vec<String> = Vec::new();
        for row in &self.rows {
            let signs: Vec<&str> = row
                .iter()
                .map(|piece| match piece {
                    Piece::Left => "x",
                    Piece::Taken => "o",
                    Piece::Gone => ".",
                })
                .collect();
            lines.push(" ".repeat(widest - row.len()) + &signs.join(" "));
        }
        if !self.caption.is_empty() {
            lines.push(self.caption.clone());
        }
        lines.join("\n")
    }

    fn size(&self) -> (i32, i32) {
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let caption = if self.caption.is_empty() { 0 } else { LABEL + 12 };
        let width = (STEP * count(widest)).max(text_width(&self.caption, NOTE));
        (width, RISE * count(self.rows.len()) + caption)
    }

    fn draw(&self, sheet: &mut Sheet, (left, top): (i32, i32), width: i32) {
        let middle = left + width / 2;
        for (line, row) in (0..).zip(&self.rows) {
            let start = middle - STEP * (count(row.len()) - 1) / 2;
            for (column, piece) in (0..).zip(row) {
                let at = (start + STEP * column, top + RISE * line + RISE / 2);
                match piece {
                    Piece::Left => sheet.disc(at, RADIUS, Ink::First),
                    Piece::Taken => sheet.ring(at, RADIUS - 1, Ink::Second),
                    Piece::Gone => sheet.disc(at, 3, Ink::Faint),
                }
            }
        }
        let under = top + RISE * count(self.rows.len()) + LABEL;
        if !self.caption.is_empty() {
            sheet.text((middle, under), &self.caption, Anchor::Middle, NOTE);
        }
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Picture for Boards {
    fn svg(&self) -> Result<String, DrawError> {
        let sizes = || self.boards.iter().map(Board::size);
        let width = sizes().map(|size| size.0).max().unwrap_or(0);
        let height = sizes().map(|size| size.1).max().unwrap_or(0);
        let across = count(self.boards.len().clamp(1, IN_A_ROW));
        let down = count(self.boards.len().div_ceil(IN_A_ROW));
        let room = if self.title.is_empty() { 0 } else { TITLE_ROOM };
        let all = (across * (width + SPACE) + SPACE, room + down * (height + SPACE) + SPACE);
        let all = (all.0.max(text_width(&self.title, LABEL) + SPACE), all.1);
        let first = (all.0 - across * (width + SPACE) + SPACE) / 2;
        Ok(document(all, &self.title, |sheet| {
            if !self.title.is_empty() {
                sheet.text((all.0 / 2, 30), &self.title, Anchor::Middle, LABEL);
            }
            for (line, boards) in (0..).zip(self.boards.chunks(IN_A_ROW)) {
                for (column, board) in (0..).zip(boards) {
                    let left = first + column * (width + SPACE);
                    let top = room + SPACE + line * (height + SPACE);
                    board.draw(sheet, (left, top), width);
                }
            }
        }))
    }

    fn text(&self, terminal: Terminal) -> String {
        let boards: Vec<String> = self.boards.iter().map(Board::text).collect();
        side_by_side(&boards, terminal)
    }
}

/// Blanks between neighbouring texts.
const GAP: &str = "   ";

/// Texts of several lines, drawn next to each other. A row has as many as the terminal holds, and
/// an empty line follows each row.
pub fn side_by_side(texts: &[String], terminal: Terminal) -> String {
    let width = |text: &str| text.chars().count();
    let widest = texts.iter().flat_map(|text| text.lines()).map(width).max().unwrap_or(0);
    let in_a_row = ((terminal.width + GAP.len()) / (widest + GAP.len())).max(1);
    let mut all = String::new();
    for row in texts.chunks(in_a_row) {
        let height = row.iter().map(|text| text.lines().count()).max().unwrap_or(0);
        for line in 0..height {
            let cells: Vec<String> = row
                .iter()
                .map(|text| {
                    let cell = text.lines().nth(line).unwrap_or("");
                    format!("{cell}{}", " ".repeat(widest - width(cell)))
                })
                .collect();
            all.push_str(cells.join(GAP).trim_end());
            all.push('\n');
        }
        all.push('\n');
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_to_the_width_and_lose_nothing() {
        let terminal = Terminal::default();
        for width in [1, 7, 17, 19, 40, 80] {
            let texts: Vec<String> = (0..9).map(|_| "o".repeat(width) + "\nx").collect();
            let text = side_by_side(&texts, terminal);
            assert!(text.lines().all(|line| line.len() <= terminal.width), "{text}");
            assert_eq!(text.matches('o').count(), 9 * width);
            assert_eq!(text.matches('x').count(), 9);
        }
        assert_eq!(side_by_side(&[], terminal), "");
        assert_eq!(side_by_side(&["a\nb".into(), "cd".into()], terminal), "a    cd\nb\n\n");
    }

    #[test]
    fn every_piece_is_drawn() {
        let rows = vec![vec![Piece::Left], vec![Piece::Taken, Piece::Gone]];
        let boards = vec![Board { rows, caption: "a & b".into() }; 6];
        let svg = Boards { title: "<moves>".into(), boards }.svg().unwrap();
        assert_eq!(svg.matches("<circle").count(), 18);
        assert_eq!(svg.matches("a &amp; b").count(), 6);
        assert!(svg.contains("&lt;moves&gt;") && svg.trim_end().ends_with("</svg>"));
    }
}
