//! Boards and the ratio of P-positions by layers (Fig. 13 of the paper) as pictures.

use std::fmt::Write;
use std::path::Path;

pub(super) use cg_plot::Boards;
use cg_plot::{Bar, Board, Ink, Line, LinesPicture, Piece, Terminal, bars};
use cg_trinim::{BoardAnswer, Convention, Position, PositionAnswer};

use super::failure::Failure;
use crate::file as whole;

/// Writes a picture to a file.
pub(super) fn write(file: &Path, svg: Result<String, cg_plot::DrawError>) -> Result<(), Failure> {
    let svg = svg.map_err(|error| Failure::Asked(format!("{}: {error}", file.display())))?;
    whole::write(file, &svg).map_err(Failure::io(file))
}

/// A move as a board: the pieces that are left, those it takes, those taken before.
pub(super) fn after(before: Position, after: Position) -> Board {
    let piece = |row, column| match (before.has(row, column), after.has(row, column)) {
        (false, _) => Piece::Gone,
        (true, true) => Piece::Left,
        (true, false) => Piece::Taken,
    };
    let rows = 0..u32::from(before.layers().get());
    let rows = rows.map(|row| (0..=row).map(|column| piece(row, column)).collect()).collect();
    Board { rows, caption: String::new() }
}

/// The winning moves of a position, one of each kind that symmetry makes alike.
pub(super) fn up_to_symmetry(answer: &PositionAnswer) -> Boards {
    let board = |class: &cg_trinim::WinningClass| {
        let alike =
            if class.moves == 1 { "alone".into() } else { format!("{} alike", class.moves) };
        Board { caption: alike, ..after(answer.position, class.after) }
    };
    boards(answer.classes.iter().map(board).collect())
}

/// All of them.
pub(super) fn in_full(answer: &PositionAnswer) -> Boards {
    boards(answer.winning.iter().map(|&move_to| after(answer.position, move_to)).collect())
}

fn boards(boards: Vec<Board>) -> Boards {
    Boards { title: String::new(), boards }
}

/// A position and what is said of it, as SVG.
pub(super) fn position(position: Position, title: String) -> Boards {
    Boards { title, boards: vec![after(position, position)] }
}

/// The ratios as a table: P over all positions, and P to N.
pub(super) fn table(rows: &[BoardAnswer]) -> String {
    let mut text = format!(
        "{:>2} {:<7} {:>16} {:>9} {:>9} {:>6}\n",
        "k", "play", "P-positions", "P/all", "P/N", "full"
    );
    for row in rows {
        let full = if row.full_board.win { "win" } else { "loss" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>2} {:<7} {:>16} {:>8.3}% {:>8.3}% {full:>6}",
            row.layers,
            row.convention.name(),
            row.p_positions,
            100.0 * row.p_to_all,
            100.0 * row.p_to_n,
        );
    }
    text
}

fn ink(convention: Convention) -> Ink {
    match convention {
        Convention::Normal => Ink::First,
        Convention::Misere => Ink::Second,
    }
}

/// P over all positions as bars.
pub(super) fn ratio_bars(rows: &[BoardAnswer], terminal: Terminal) -> String {
    let bar = |row: &BoardAnswer| Bar {
        name: format!("{:>2} {:<7}", row.layers, row.convention.name()),
        part: row.p_to_all,
        ink: ink(row.convention),
    };
    bars(&rows.iter().map(bar).collect::<Vec<_>>(), terminal)
}

/// P-positions to all positions, and to N-positions, in percent against the number of layers.
pub(super) fn ratios(rows: &[BoardAnswer]) -> LinesPicture {
    let mut lines = Vec::new();
    for convention in Convention::ALL {
        for (ratio, name, dashed) in ratios_of() {
            let of = rows.iter().filter(|row| row.convention == convention);
            let points: Vec<(u32, f64)> =
                of.map(|row| (row.layers.into(), 100.0 * ratio(row))).collect();
            if !points.is_empty() {
                let name = format!("{name}, {convention} play");
                lines.push(Line { name, points, ink: ink(convention), dashed });
            }
        }
    }
    let title = "Triangular Nim: the ratio of P-positions".into();
    LinesPicture { title, across: "layers k".into(), lines }
}

type Ratio = fn(&BoardAnswer) -> f64;

/// The ratios, their names, and whether their lines are broken.
fn ratios_of() -> [(Ratio, &'static str, bool); 2] {
    [(|row| row.p_to_all, "P to all", false), (|row| row.p_to_n, "P to N", true)]
}

/// The P-positions by number of pieces left, in columns.
pub(super) fn by_pieces(counts: &[u64], terminal: Terminal) -> String {
    let grouped = cg_plot::grouped;
    let digits = counts.iter().map(|&count| grouped(count).len()).max().unwrap_or(0).max(11);
    let column = |(at, counts): (usize, &[u64])| {
        let mut text = format!("pieces {:>digits$}\n", "P-positions");
        for (pieces, &count) in (at * COLUMN_HEIGHT..).zip(counts) {
            let _ = writeln!(text, "{pieces:>6} {:>digits$}", grouped(count));
        }
        text
    };
    let columns: Vec<String> = counts.chunks(COLUMN_HEIGHT).enumerate().map(column).collect();
    cg_plot::side_by_side(&columns, terminal)
}

/// Rows in a column of counts.
const COLUMN_HEIGHT: usize = 19;
