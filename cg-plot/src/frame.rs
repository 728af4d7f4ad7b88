//! Two axes in the terminal, and what is drawn between them with dots.

use drawille::Canvas;

use crate::grid::Grid;
use crate::labels::{Label, shortened, spaced};
use crate::look::{Ink, Terminal};

/// The least room for dots, and the most that an axis label takes, in characters.
const LEAST: usize = 8;
const LONGEST_LABEL: usize = 24;

/// A label, and where it stands: a part of the axis from 0 to 1.
pub(crate) type Tick = (f64, String);

/// Two axes: parts of the way across from the left and up from the bottom.
pub(crate) struct Frame {
    grid: Grid,
    /// Columns to the left of the dots.
    margin: usize,
    columns: usize,
    lines: usize,
    /// Rows above the dots.
    above: usize,
}

/// The cell of a part of so many cells.
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

impl Frame {
    /// Axes under a title, with `lines` rows of dots. Of labels that would run
    /// into each other the first stay.
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
        let mut frame = Frame { grid: Grid::default(), margin, columns, lines, above: 1 };
        frame.grid.write(0, 0, &shortened(title, terminal.width), Ink::Plain);
        for row in 0..lines {
            frame.grid.put(row + frame.above, margin - 1, '│', Ink::Plain);
        }
        for Label { place, text, .. } in up {
            let row = frame.above + usize::try_from(place).unwrap_or(0);
            let start = margin - 2 - text.chars().count();
            frame.grid.write(row, start, &text, Ink::Plain);
            frame.grid.put(row, margin - 1, '┤', Ink::Plain);
        }
        frame.axis(across);
        frame
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
            // A label is moved to where it fits between the margins of the page.
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

    /// Lines through points, or the points alone.
    pub(crate) fn draw(&mut self, points: &[(f64, f64)], joined: bool, ink: Ink) {
        let (width, height) = (2 * self.columns, 4 * self.lines);
        let dot = |length: usize, part: f64| u32::try_from(cell(part, length)).unwrap_or(0);
        let at = |(across, up): (f64, f64)| (dot(width, across), dot(height, 1.0 - up));
        let mut dots = Canvas::new(dot(width, 1.0), dot(height, 1.0));
        if joined {
            for pair in points.windows(2) {
                let (a, b) = (at(pair[0]), at(pair[1]));
                dots.line(a.0, a.1, b.0, b.1);
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
