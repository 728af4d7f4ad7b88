//! Tables with heads of rows and columns. As SVG they are heat maps, in a terminal columns.

use crate::sheet::{Anchor, document};
use crate::style::{Ink, LABEL, NOTE, Picture, Terminal, counted, grouped, shortened, text_width};
use crate::tikz;

/// The content of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The value as text.
    pub text: String,
    /// The value in the mathematical mode of LaTeX; `None` for words, which stand as they are.
    pub latex: Option<String>,
    /// The strength of the cell's colour, relative to the others; `None` for no colour.
    pub weight: Option<f64>,
}

/// A table of values.
///
/// ```
/// use cg_plot::{Cell, Picture, TablePicture, Terminal};
/// let cell = |n: u32| Cell { text: n.to_string(), latex: Some(n.to_string()), weight: Some(n.into()) };
/// let rows = vec![("a".to_owned(), vec![cell(0), cell(1)]), ("b".to_owned(), vec![cell(10)])];
/// let table = TablePicture::new("n", vec!["0".into(), "1".into()], rows);
/// assert_eq!(table.text(Terminal::default()), "n\n\n    0  1\na   0  1\nb  10\n");
/// assert!(table.svg().contains("<rect"));
/// assert!(table.tikz().contains("\\node at (25,21) {\\scriptsize $0$};"), "{}", table.tikz());
/// ```
#[derive(Clone, Debug)]
pub struct TablePicture {
    title: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Cell>)>,
}

/// Longer values are cut.
const MOST_SIGNS: usize = 20;
/// A larger table has cells without text.
const MOST_WRITTEN: usize = 1500;
/// The height of a row, the side of a cell without text, and the space around the table, in pixels.
const ROW: i32 = 28;
const BARE: i32 = 12;
const MARGIN: i32 = 30;
const TOP: i32 = 60;
/// The strongest colour. Text on it must be readable.
const STRONGEST: f64 = 0.6;

impl TablePicture {
    /// The table with these heads. Rows may have different lengths.
    pub fn new(
        title: impl Into<String>,
        columns: Vec<String>,
        rows: Vec<(String, Vec<Cell>)>,
    ) -> Self {
        TablePicture { title: title.into(), columns, rows }
    }

    fn longest_head(&self) -> usize {
        self.rows.iter().map(|(head, _)| head.chars().count()).max().unwrap_or(0)
    }

    /// The width of a column, in signs.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column));
        let texts = cells.map(|cell| cell.text.chars().count().min(MOST_SIGNS));
        texts.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
    }

    /// The least and the greatest weight.
    fn weights(&self) -> Option<(f64, f64)> {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        let weights = cells.filter_map(|cell| cell.weight);
        weights.fold(None, |ends: Option<(f64, f64)>, weight| {
            Some(ends.map_or((weight, weight), |(a, b)| (a.min(weight), b.max(weight))))
        })
    }
}

/// The sides of a cell in a picture for LaTeX: three of them are a centimetre high.
const LATEX_ROW: i32 = 14;

impl TablePicture {
    /// The share of the strongest colour that a weight gets.
    fn strength(ends: Option<(f64, f64)>, weight: Option<f64>) -> Option<f64> {
        let (weight, (low, high)) = (weight?, ends?);
        let part = if high > low { (weight - low) / (high - low) } else { 0.0 };
        Some(part * STRONGEST)
    }

    /// The picture for LaTeX, for the package `tikz`: without the title, which a caption says.
    pub fn tikz(&self) -> String {
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let written = self.columns.len().saturating_mul(self.rows.len()) <= MOST_WRITTEN;
        let widest = (0..self.columns.len()).map(|column| self.width(column)).max().unwrap_or(0);
        let (step, row) = if written { (8 * count(widest.max(1)) + 6, LATEX_ROW) } else { (4, 4) };
        let left = 8 * count(self.longest_head()) + 6;
        let ends = self.weights();
        let mut commands = Vec::new();
        let node = |(x, y): (i32, i32), text: &str| {
            format!("\\node at ({x},{y}) {{\\scriptsize {text}}};")
        };
        if written {
            for (column, head) in self.columns.iter().enumerate() {
                let at = (left + step * count(column) + step / 2, row / 2);
                commands.push(node(at, &tikz::written(head)));
            }
        }
        for (line, (head, cells)) in self.rows.iter().enumerate() {
            let top = row * (count(line) + 1);
            if written {
                commands.push(node((left / 2, top + row / 2), &tikz::written(head)));
            }
            for (column, cell) in cells.iter().enumerate() {
                let start = left + step * count(column);
                if let Some(strength) = Self::strength(ends, cell.weight) {
                    let (colour, percent) = (tikz::name(Ink::First), (strength * 100.0).round());
                    let (right, bottom) = (start + step, top + row);
                    commands.push(format!(
                        "\\fill[{colour}!{percent}] ({start},{top}) rectangle ({right},{bottom});"
                    ));
                }
                if written {
                    let at = (start + step / 2, top + row / 2);
                    let short = cell.text.chars().count() <= MOST_SIGNS;
                    let text = match &cell.latex {
                        Some(latex) if short => format!("${latex}$"),
                        _ => tikz::written(&shortened(&cell.text, MOST_SIGNS)),
                    };
                    commands.push(node(at, &text));
                }
            }
        }
        tikz::document(commands)
    }
}

impl Picture for TablePicture {
    fn svg(&self) -> String {
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let written = self.columns.len().saturating_mul(self.rows.len()) <= MOST_WRITTEN;
        let widest = (0..self.columns.len()).map(|column| self.width(column)).max().unwrap_or(0);
        let (step, row) =
            if written { (text_width(&"0".repeat(widest), NOTE) + 16, ROW) } else { (BARE, BARE) };
        let heads = text_width(&"0".repeat(self.longest_head()), NOTE) + 20;
        let left = MARGIN + heads;
        let width = left + step.saturating_mul(count(self.columns.len())) + MARGIN;
        let width = width.max(text_width(&self.title, LABEL) + 2 * MARGIN).max(240);
        let height = TOP + ROW + row.saturating_mul(count(self.rows.len())) + MARGIN;
        let ends = self.weights();
        // If rows or columns are narrow, not all of them have a head.
        let every = |room: i32| usize::try_from(1 + (NOTE + 6) / room.max(1)).unwrap_or(1);
        let heads_of_columns = if written { 1 } else { every(step / 2) };
        document((width, height), &self.title, |sheet| {
            sheet.title(width, &self.title);
            for (column, head) in self.columns.iter().enumerate().step_by(heads_of_columns) {
                let at = (left + step * count(column) + step / 2, TOP + ROW / 2);
                sheet.text(at, head, Anchor::Middle, NOTE);
            }
            for (line, (head, cells)) in self.rows.iter().enumerate() {
                let top = TOP + ROW + row * count(line);
                if line % every(row) == 0 || written {
                    sheet.text((left - 10, top + row / 2), head, Anchor::End, NOTE);
                }
                for (column, cell) in cells.iter().enumerate() {
                    let start = left + step * count(column);
                    if let Some(strength) = Self::strength(ends, cell.weight) {
                        sheet.area((start, top), (step, row), Ink::First, strength);
                    }
                    if written {
                        let text = shortened(&cell.text, MOST_SIGNS);
                        let at = (start + step / 2, top + row / 2);
                        sheet.text(at, &text, Anchor::Middle, NOTE);
                    }
                }
            }
        })
    }

    fn text(&self, terminal: Terminal) -> String {
        let first = self.longest_head();
        let mut room = terminal.width.saturating_sub(first);
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| self.width(column))
            .take_while(|width| {
                let fits = room >= width + 2;
                room = room.saturating_sub(width + 2);
                fits
            })
            .collect();
        let line = |head: &str, cells: Vec<String>| {
            let mut text = format!("{head:>first$}");
            for (cell, width) in cells.iter().zip(&widths) {
                text += &format!("  {cell:>width$}");
            }
            text.trim_end().to_owned() + "\n"
        };
        let mut text = format!("{}\n\n", shortened(&self.title, terminal.width));
        text += &line("", self.columns.clone());
        for (head, cells) in &self.rows {
            let cells = cells.iter().map(|cell| shortened(&cell.text, MOST_SIGNS)).collect();
            text += &line(head, cells);
        }
        let missing = (self.columns.len() - widths.len()) as u64;
        if missing > 0 {
            text += &format!("… {} not shown\n", counted(grouped(missing), "more column"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: usize, columns: usize) -> TablePicture {
        let cell = |n: usize| Cell { text: n.to_string(), latex: None, weight: Some(n as f64) };
        let heads = |count: usize| (0..count).map(|n| n.to_string());
        let rows = heads(rows).enumerate();
        let rows = rows.map(|(r, head)| (head, (0..columns).map(|c| cell(r ^ c)).collect()));
        TablePicture::new("nim sums", heads(columns).collect(), rows.collect())
    }

    #[test]
    fn columns_that_do_not_fit_are_counted() {
        let text = table(3, 100).text(Terminal { width: 20, colour: false });
        let rows = text.lines().filter(|line| !line.starts_with('…'));
        assert!(rows.map(|row| row.chars().count()).all(|width| width <= 20), "{text}");
        assert!(text.contains("more columns not shown"), "{text}");
        assert!(table(0, 0).text(Terminal::default()).starts_with("nim sums\n"));
    }

    #[test]
    fn heat_maps_are_well_formed() {
        for (rows, columns) in [(0, 0), (1, 1), (8, 8), (60, 60)] {
            let svg = table(rows, columns).svg();
            roxmltree::Document::parse(&svg).expect("it is well formed");
        }
    }
}
