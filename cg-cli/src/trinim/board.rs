//! What is known of whole boards and positions, as text.

use std::fmt::Write;

use cg_plot::{Picture, Terminal, counted, grouped};
use cg_trinim::{BoardAnswer, Convention, PositionAnswer};

use super::plot::{by_pieces, in_full, up_to_symmetry};

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
