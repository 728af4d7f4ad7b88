//! Text for a terminal of 80 columns: drawings, tables and lists.

use cg_rulesets::{Component, Drawing, DrawnCell, DrawnEdge, DrawnVertex, Heap};
use textwrap::core::Word;
use textwrap::wrap_algorithms::wrap_first_fit;

/// The width of texts.
const WIDTH: usize = 78;

/// Texts in columns, read from left to right, in at most `most` lines.
pub(crate) fn columns(texts: &[String], most: usize) -> Vec<String> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let in_a_line = (WIDTH / width).max(1);
    let shown = texts.len().min(in_a_line.saturating_mul(most));
    let mut lines: Vec<String> = texts[..shown]
        .chunks(in_a_line)
        .map(|line| {
            let cells: Vec<String> = line.iter().map(|text| pad(text, width)).collect();
            cells.concat().trim_end().to_owned()
        })
        .collect();
    if shown < texts.len() {
        lines.push(format!("... and {} more", texts.len() - shown));
    }
    lines
}

fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(blanks))
}

/// Drawings next to each other, after an empty line. The result is empty if there are no drawings,
/// or if they are wider than a line.
pub(crate) fn side_by_side(drawings: &[Vec<String>]) -> String {
    let widest = |rows: &Vec<String>| rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = drawings.iter().map(|rows| widest(rows) + 3).collect();
    if widths.iter().sum::<usize>() > WIDTH {
        return String::new();
    }
    let height = drawings.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..height {
        let cells = drawings.iter().zip(&widths);
        let row: String = cells
            .map(|(rows, &width)| pad(rows.get(line).map_or("", String::as_str), width))
            .collect();
        text += &format!("\n{}", row.trim_end());
    }
    text
}

/// Words in lines, with `between` after each word but the last. A longer word has a line of its
/// own.
pub(crate) fn wrapped(words: &[String], between: &str) -> String {
    let last = words.len().saturating_sub(1);
    let marked: Vec<String> = (words.iter().enumerate())
        .map(|(index, word)| word.clone() + if index == last { "" } else { between })
        .collect();
    let fragments: Vec<Word<'_>> = marked.iter().map(|word| Word::from(word)).collect();
    let lines = wrap_first_fit(&fragments, &[WIDTH as f64]).into_iter().map(|line| {
        let text: String = line.iter().flat_map(|word| [word.word, word.whitespace]).collect();
        text.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text whose long lines are broken at blanks.
///
/// ```
/// let long = "word ".repeat(40);
/// assert!(cg_play::folded(&long).lines().all(|line| line.len() <= 80));
/// ```
pub fn folded(text: &str) -> String {
    let line = |line: &str| match line.chars().count() {
        0..=80 => line.to_owned(),
        _ => wrapped(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), " "),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The largest number of rows of a table or drawing. The rest is summarised in words.
pub(crate) const MOST_ROWS: usize = 20;

/// Numbers in binary, one below another, with their nim-sum.
///
/// The labels are before the numbers. Above 40 binary digits the decimal numbers are left out, so
/// that the table fits 80 columns.
pub(crate) fn nim_table(rows: &[(String, u64)]) -> Vec<String> {
    let sum = rows.iter().fold(0, |sum, (_, number)| sum ^ number);
    let largest = rows.iter().map(|&(_, number)| number).max().unwrap_or(0);
    let digits = (u64::BITS - largest.leading_zeros()).max(1) as usize;
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(7);
    let decimals = largest.to_string().len();
    let line = |text: &str, number: u64| {
        let decimal = match digits {
            0..=40 => format!("{number:>decimals$}   "),
            _ => String::new(),
        };
        format!("{}  {decimal}{number:0digits$b}", pad(text, label))
    };
    let mut lines: Vec<String> =
        rows.iter().take(MOST_ROWS).map(|(text, number)| line(text, *number)).collect();
    if rows.len() > MOST_ROWS {
        lines.push(format!("... and {} more", rows.len() - MOST_ROWS));
    }
    lines.push(line("nim-sum", sum));
    lines
}

/// A drawing in lines of at most 80 columns, if possible, without a final line break.
///
/// ```
/// use cg_rulesets::{Nim, Notated};
/// let Ok(drawing) = Nim.draw(&vec![3, 1]);
/// assert_eq!(cg_play::drawn(&drawing), "heap 1  3  ooo\nheap 2  1  o");
/// ```
pub fn drawn(drawing: &Drawing) -> String {
    match drawing {
        Drawing::Heaps { heaps, token } => heaps_drawn(heaps, *token),
        Drawing::Triangle { rows } => triangle_drawn(rows),
        Drawing::Cells { .. } | Drawing::Boxes { .. } => drawing.lines().join("\n"),
        Drawing::Graph { vertices, edges } => graph_drawn(vertices, edges),
        Drawing::Sum { parts } => sum_drawn(parts),
        Drawing::Text { text } => folded(text),
        Drawing::Cakes { .. } | Drawing::Tiles { .. } => {
            drawing.lines().iter().map(|line| folded(line)).collect::<Vec<_>>().join("\n")
        }
        // The enum may grow. An unknown drawing is still shown.
        other => format!("{other:?}"),
    }
}

/// A graph as text: each vertex with its label and its neighbours.
fn graph_drawn(vertices: &[DrawnVertex], edges: &[DrawnEdge]) -> String {
    let named = |name: &str, label: &str| match label {
        "" => name.to_owned(),
        label => format!("{name}:{label}"),
    };
    let lines = vertices.iter().enumerate().map(|(number, vertex)| {
        let beside = edges.iter().filter_map(|edge| match number {
            _ if number == edge.from => {
                let arrow = if edge.directed { "->" } else { "-" };
                Some(format!("{arrow}{}", named(&vertices[edge.to].name, &edge.label)))
            }
            _ if number == edge.to && !edge.directed => {
                Some(format!("-{}", named(&vertices[edge.from].name, &edge.label)))
            }
            _ => None,
        });
        let beside: Vec<String> = beside.collect();
        folded(format!("{}  {}", named(&vertex.name, &vertex.label), beside.join(" ")).trim_end())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Heaps, one below another: label, number, and a mark for each token.
fn heaps_drawn(heaps: &[Heap], token: char) -> String {
    let label = heaps.iter().map(|heap| heap.label.chars().count()).max().unwrap_or(0);
    let digits = heaps.iter().map(|heap| heap.tokens.to_string().len()).max().unwrap_or(0);
    let room = (WIDTH - 4).saturating_sub(label + digits);
    let mark = token.to_string();
    let mut lines: Vec<String> = heaps
        .iter()
        .take(MOST_ROWS)
        .map(|Heap { label: text, tokens }| {
            let marks = match usize::try_from(*tokens) {
                Ok(number) if number <= room => mark.repeat(number),
                _ => format!("{} ...", mark.repeat(room.saturating_sub(4))),
            };
            format!("{}  {tokens:>digits$}  {marks}", pad(text, label)).trim_end().to_owned()
        })
        .collect();
    if heaps.len() > MOST_ROWS {
        lines.push(format!("... and {} more", heaps.len() - MOST_ROWS));
    }
    lines.join("\n")
}

/// A triangle with its top in the middle; a point for each empty place.
fn triangle_drawn(rows: &[Vec<DrawnCell>]) -> String {
    let line = |(row, places): (usize, &Vec<DrawnCell>)| {
        let mut text = "  ".repeat(rows.len() - row);
        for place in places {
            text += &format!("{:>2}  ", place.sign);
        }
        text.trim_end().to_owned()
    };
    rows.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// The components of a sum as they are written, and below them their drawings, next to each other.
fn sum_drawn(components: &[Component]) -> String {
    let mut written: Vec<String> = Vec::new();
    for component in components {
        match (written.last_mut(), component.text.starts_with('-')) {
            // A minus replaces the plus between two components.
            (Some(before), true) => *before += &component.text,
            _ => written.push(component.text.clone()),
        }
    }
    let drawings = components.iter().flat_map(|component| &component.drawings);
    let drawings: Vec<Vec<String>> =
        drawings.map(|one| drawn(one).lines().map(str::to_owned).collect()).collect();
    let drawings = side_by_side(&drawings);
    let gap = if drawings.is_empty() { "" } else { "\n" };
    let lines = wrapped(&written, "+") + gap + &drawings;
    lines.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
