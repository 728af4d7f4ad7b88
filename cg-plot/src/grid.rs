//! Characters with inks: what terminal pictures are made of.

use drawille::Canvas;

use crate::look::{Ink, Terminal};

/// Signs of braille, whose dots are lines and points of pictures.
const BRAILLE: std::ops::RangeInclusive<u32> = 0x2800..=0x28ff;

/// A sheet of characters, that grows as it is written on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Grid {
    /// The place of a character, which is there afterwards.
    fn cell(&mut self, row: usize, column: usize) -> &mut (char, Ink) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, (' ', Ink::Plain));
        }
        &mut cells[column]
    }

    /// Writes a character.
    pub(crate) fn put(&mut self, row: usize, column: usize, sign: char, ink: Ink) {
        *self.cell(row, column) = (sign, ink);
    }

    /// Writes a text from a place on.
    pub(crate) fn write(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        for (at, sign) in (column..).zip(text.chars()) {
            self.put(row, at, sign, ink);
        }
    }

    /// Lays dots over what is there; dots of several inks in a place take the
    /// last one.
    pub(crate) fn lay(&mut self, row: usize, column: usize, dots: &Canvas, ink: Ink) {
        for (row, line) in (row..).zip(dots.rows()) {
            for (column, sign) in (column..).zip(line.chars()) {
                if sign == ' ' {
                    continue;
                }
                let cell = self.cell(row, column);
                let (old, new) = (u32::from(cell.0), u32::from(sign));
                let both = if BRAILLE.contains(&old) { old | new } else { new };
                *cell = (char::from_u32(both).unwrap_or(sign), ink);
            }
        }
    }

    /// The sheet as text, a line for each row; lines are cut where the terminal
    /// ends.
    pub(crate) fn text(&self, terminal: Terminal) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let row = &row[..row.len().min(terminal.width)];
            let length = row.iter().rposition(|cell| cell.0 != ' ').map_or(0, |at| at + 1);
            for run in row[..length].chunk_by(|a, b| a.1 == b.1) {
                let escape = run[0].1.escape().filter(|_| terminal.colour);
                text += escape.unwrap_or("");
                text.extend(run.iter().map(|cell| cell.0));
                text += if escape.is_some() { "\x1b[0m" } else { "" };
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_are_shown_where_colours_are() {
        let mut grid = Grid::default();
        grid.write(1, 2, "ab", Ink::First);
        grid.put(1, 4, 'c', Ink::Plain);
        grid.put(1, 9, ' ', Ink::Plain);
        let terminal = Terminal::default();
        assert_eq!(grid.text(terminal), "\n  abc\n");
        let coloured = Terminal { colour: true, ..terminal };
        assert_eq!(grid.text(coloured), "\n  \x1b[94mab\x1b[0mc\n");
        assert_eq!(grid.text(Terminal { width: 3, ..terminal }), "\n  a\n");
    }

    #[test]
    fn dots_add_up() {
        let mut grid = Grid::default();
        for (x, ink) in [(0, Ink::First), (1, Ink::Second)] {
            let mut dots = Canvas::new(2, 4);
            dots.set(x, 0);
            grid.lay(0, 0, &dots, ink);
        }
        assert_eq!(grid.text(Terminal::default()), "⠉\n");
    }
}
