//! Pictures in a terminal: characters with inks, and axes with dots between them.

use crate::style::{Ink, Label, Terminal, shortened, spaced};

/// Braille signs. Their dots are the lines and points of pictures.
const BRAILLE: std::ops::RangeInclusive<u32> = 0x2800..=0x28ff;

/// The bits of the dots of a sign, by row and column.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Dots. A character has two columns and four rows of dots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    /// The signs, by row and column; 0 if there is no dot.
    signs: Vec<Vec<u32>>,
}

impl Canvas {
    /// Sets a dot.
    pub(crate) fn set(&mut self, x: usize, y: usize) {
        let (row, column) = (y / 4, x / 2);
        if self.signs.len() <= row {
            self.signs.resize_with(row + 1, Vec::new);
        }
        let signs = &mut self.signs[row];
        if signs.len() <= column {
            signs.resize(column + 1, 0);
        }
        signs[column] |= BRAILLE.start() | DOTS[y % 4][x % 2];
    }

    /// Sets the dots of a line. Each step is one dot along the longer direction.
    pub(crate) fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
        // The place after `step` steps, rounded to the next dot.
        let along = |a: usize, b: usize, step: usize| match steps {
            0 => a,
            _ => {
                let moved = (a.abs_diff(b) * step * 2 + steps) / (2 * steps);
                if b >= a { a + moved } else { a - moved }
            }
        };
        for step in 0..=steps {
            self.set(along(from.0, to.0, step), along(from.1, to.1, step));
        }
    }
}

/// A sheet of characters that grows when it is written on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Grid {
    /// The place of a character. It is created if it does not exist.
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

    /// Writes a text, starting at a place.
    pub(crate) fn write(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        for (at, sign) in (column..).zip(text.chars()) {
            self.put(row, at, sign, ink);
        }
    }

    /// Puts dots over the content. If dots of several inks have the same place, the last ink is
    /// used.
    pub(crate) fn lay(&mut self, row: usize, column: usize, dots: &Canvas, ink: Ink) {
        for (row, signs) in (row..).zip(&dots.signs) {
            for (column, &new) in (column..).zip(signs).filter(|(_, sign)| **sign != 0) {
                let cell = self.cell(row, column);
                let old = u32::from(cell.0);
                let both = if BRAILLE.contains(&old) { old | new } else { new };
                *cell = (char::from_u32(both).expect("it is a sign of braille"), ink);
            }
        }
    }

    /// The sheet as text, with a line for each row. Lines are cut at the width of the terminal.
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

/// The smallest number of characters for dots, and the largest for an axis label.
const LEAST: usize = 8;
const LONGEST_LABEL: usize = 24;

/// A label and its place: a part of the axis from 0 to 1.
pub(crate) type Tick = (f64, String);

/// Two axes. Places are parts of the width, from the left, and of the height, from the bottom.
pub(crate) struct Axes {
    grid: Grid,
    /// Columns to the left of the dots.
    margin: usize,
    columns: usize,
    lines: usize,
    /// Rows above the dots.
    above: usize,
}

/// The cell of a part, among `cells` cells.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a part between 0 and 1 of a small count"
)]
fn cell(part: f64, cells: usize) -> usize {
    ((part.clamp(0.0, 1.0) * size(cells.saturating_sub(1))).round() as usize)
        .min(cells.saturating_sub(1))
}

fn size(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn signed(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl Axes {
    /// Axes under a title, with `lines` rows of dots. If labels overlap, the first ones stay.
    pub(crate) fn new(
        terminal: Terminal,
        lines: usize,
        title: &str,
        up: &[Tick],
        across: &[Tick],
    ) -> Self {
        let up = spaced(up.iter().map(|(part, text)| {
            let text = shortened(text, LONGEST_LABEL.min(terminal.width / 3));
            Label { place: signed(lines - 1 - cell(*part, lines)), half: 1, text }
        }));
        let margin = up.iter().map(|label| label.text.chars().count()).max().unwrap_or(0) + 2;
        let columns = terminal.width.saturating_sub(margin + 1).max(LEAST);
        let mut axes = Axes { grid: Grid::default(), margin, columns, lines, above: 1 };
        axes.grid.write(0, 0, &shortened(title, terminal.width), Ink::Plain);
        for row in 0..lines {
            axes.grid.put(row + axes.above, margin - 1, '│', Ink::Plain);
        }
        for Label { place, text, .. } in up {
            let row = axes.above + usize::try_from(place).unwrap_or(0);
            let start = margin - 2 - text.chars().count();
            axes.grid.write(row, start, &text, Ink::Plain);
            axes.grid.put(row, margin - 1, '┤', Ink::Plain);
        }
        axes.axis(across);
        axes
    }

    /// The lower axis and its labels.
    fn axis(&mut self, across: &[Tick]) {
        let row = self.above + self.lines;
        self.grid.put(row, self.margin - 1, '└', Ink::Plain);
        for column in 0..self.columns {
            self.grid.put(row, self.margin + column, '─', Ink::Plain);
        }
        let end = self.margin + self.columns;
        for Label { place, text, .. } in spaced(across.iter().map(|(part, text)| {
            let text = shortened(text, LONGEST_LABEL);
            let length = text.chars().count();
            // A label is moved so that it fits between the margins of the page.
            let middle = self.margin + cell(*part, self.columns);
            let start = middle.saturating_sub(length / 2).min((end + 1).saturating_sub(length));
            Label { place: signed(2 * start + length), half: signed(length + 2), text }
        })) {
            let twice = usize::try_from(place).unwrap_or(0);
            let start = (twice - text.chars().count()) / 2;
            self.grid.write(row + 1, start, &text, Ink::Plain);
        }
        for (part, _) in across {
            self.grid.put(row, self.margin + cell(*part, self.columns), '┴', Ink::Plain);
        }
    }

    /// A note under the axis.
    pub(crate) fn note(&mut self, line: usize, text: &str) {
        let row = self.above + self.lines + 2 + line;
        self.grid.write(row, self.margin, text, Ink::Plain);
    }

    /// Draws lines through points, or only the points.
    pub(crate) fn draw(&mut self, points: &[(f64, f64)], joined: bool, ink: Ink) {
        let (width, height) = (2 * self.columns, 4 * self.lines);
        let at = |(across, up): (f64, f64)| (cell(across, width), cell(1.0 - up, height));
        let mut dots = Canvas::default();
        if joined {
            for pair in points.windows(2) {
                dots.line(at(pair[0]), at(pair[1]));
            }
        } else {
            for &point in points {
                let (x, y) = at(point);
                dots.set(x, y);
            }
        }
        self.grid.lay(self.above, self.margin, &dots, ink);
    }

    pub(crate) fn text(&self, terminal: Terminal) -> String {
        self.grid.text(terminal)
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
    fn lines_join_their_ends() {
        let drawn = |from, to| {
            let (mut grid, mut dots) = (Grid::default(), Canvas::default());
            dots.line(from, to);
            grid.lay(0, 0, &dots, Ink::Plain);
            grid.text(Terminal::default())
        };
        assert_eq!(drawn((0, 0), (0, 0)), "\u{2801}\n");
        assert_eq!(drawn((0, 0), (3, 0)), "\u{2809}\u{2809}\n");
        assert_eq!(drawn((0, 3), (0, 0)), "\u{2847}\n");
        assert_eq!(drawn((0, 0), (3, 3)), drawn((3, 3), (0, 0)));
        assert_eq!(drawn((0, 0), (3, 3)), "\u{2811}\u{2884}\n");
    }

    #[test]
    fn dots_add_up() {
        let mut grid = Grid::default();
        for (x, ink) in [(0, Ink::First), (1, Ink::Second)] {
            let mut dots = Canvas::default();
            dots.set(x, 0);
            grid.lay(0, 0, &dots, ink);
        }
        assert_eq!(grid.text(Terminal::default()), "⠉\n");
    }
}
