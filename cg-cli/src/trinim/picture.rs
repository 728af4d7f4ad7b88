//! Boards and positions as pictures and as text, and the ratio of P-positions by layers
//! (Fig. 13 of the paper).

use std::fmt::Write;
use std::path::Path;

use cg_calculator::cg_plot::{
    Bar, Ink, Line, LinesPicture, Picture, PositionDrawn, Positions, Terminal, bars, counted,
    grouped,
};
use cg_calculator::cg_rulesets::{Drawing, Signs};
use cg_calculator::cg_trinim::{BoardAnswer, Position, PositionAnswer};
use cg_calculator::{Convention, cg_plot, cg_trinim};

use crate::error::{CommandError, CommandResult};
/// Writes a picture to a file.
pub(super) fn write(file: &Path, svg: &str) -> CommandResult<()> {
    cg_files::write_whole(file, |out| out.write_all(svg.as_bytes())).map_err(CommandError::at(file))
}

/// A move as a board: the pieces that are left, those it takes, those taken before.
pub(super) fn after(before: Position, after: Position) -> PositionDrawn {
    let piece = |row, column| {
        Signs::PIECES.cell(match (before.has(row, column), after.has(row, column)) {
            (false, _) => '.',
            (true, true) => 'x',
            (true, false) => 'o',
        })
    };
    let rows = 0..u32::from(before.layers().get());
    let rows = rows.map(|row| (0..=row).map(|column| piece(row, column)).collect()).collect();
    PositionDrawn::new(Drawing::Triangle { rows })
}

/// The winning moves of a position, one of each kind that symmetry makes alike.
pub(super) fn up_to_symmetry(answer: &PositionAnswer) -> Positions {
    let board = |class: &cg_trinim::WinningClass| {
        let alike =
            if class.moves == 1 { "alone".into() } else { format!("{} alike", class.moves) };
        PositionDrawn { caption: alike, ..after(answer.position, class.after) }
    };
    boards(answer.classes.iter().map(board).collect())
}

/// All of them.
fn in_full(answer: &PositionAnswer) -> Positions {
    boards(answer.winning.iter().map(|&move_to| after(answer.position, move_to)).collect())
}

pub(super) fn boards(positions: Vec<PositionDrawn>) -> Positions {
    Positions { positions, ..Positions::default() }
}

/// A position and what is said of it, as SVG.
pub(super) fn position(position: Position, title: String) -> Positions {
    Positions { title, ..boards(vec![after(position, position)]) }
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
fn by_pieces(counts: &[u64], terminal: Terminal) -> String {
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

/// A whole board: who wins, the counts, the winning first moves.
pub(super) fn board(answer: &BoardAnswer, terminal: Terminal) -> String {
    let who = if answer.full_board.win { "first" } else { "second" };
    let mut text = format!(
        "{}, {} play: the {who} player wins\n\n",
        counted(answer.layers, "layer"),
        answer.convention
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "positions    {:>22}", grouped(answer.positions));
    let _ = writeln!(
        text,
        "P-positions  {:>22}   {:.4}% of all, {:.4}% of the N-positions\n",
        grouped(answer.p_positions),
        100.0 * answer.p_to_all,
        100.0 * answer.p_to_n
    );
    text += &by_pieces(&answer.p_by_pieces, terminal);
    text + "first move: " + &winning_moves(&answer.full_board, terminal)
}

/// The winning moves of a position: up to symmetry, and in full where that is more.
pub(super) fn winning_moves(answer: &PositionAnswer, terminal: Terminal) -> String {
    let (all, classes) = (answer.winning.len(), answer.classes.len());
    if all == 0 {
        return match (answer.position.pieces(), answer.convention) {
            (0, Convention::Misere) => "nothing is left, and the player to move has won\n".into(),
            _ => "no move wins\n".into(),
        };
    }
    let mut text = format!("{} (x left, o taken, . gone)\n\n", wins(answer));
    text += &up_to_symmetry(answer).text(terminal);
    if all > classes {
        text += "in full:\n\n";
        text += &in_full(answer).text(terminal);
    }
    text
}

/// How many winning moves there are.
pub(super) fn wins(answer: &PositionAnswer) -> String {
    match (answer.winning.len(), answer.classes.len()) {
        (1, _) => "1 winning move".into(),
        (all, classes) if all == classes => format!("{all} winning moves, none alike"),
        (all, classes) => format!("{all} winning moves, {classes} up to symmetry"),
    }
}
