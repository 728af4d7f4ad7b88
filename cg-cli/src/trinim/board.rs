//! What is known of whole boards and positions, as text.

use std::fmt::Write;

use cg_trinim::{BoardAnswer, Convention, PositionAnswer, move_picture};

use super::draw::{by_pieces, counted, grouped, side_by_side};

/// A whole board: who wins, the counts, the winning first moves.
pub(super) fn board(answer: &BoardAnswer) -> String {
    let who = if answer.full_board.win { "first" } else { "second" };
    let mut text = format!(
        "{}, {} play: the {who} player wins\n\n",
        counted(answer.layers.into(), "layer"),
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
    text + &by_pieces(&answer.p_by_pieces) + "first move: " + &winning_moves(&answer.full_board)
}

/// The winning moves of a position: up to symmetry, and in full where that is more.
pub(super) fn winning_moves(answer: &PositionAnswer) -> String {
    let (all, classes) = (answer.winning.len(), answer.classes.len());
    if all == 0 {
        return match (answer.position.pieces(), answer.convention) {
            (0, Convention::Misere) => "nothing is left, and the player to move has won\n".into(),
            _ => "no move wins\n".into(),
        };
    }
    let mut text = format!("{} (x left, o taken, . gone)\n\n", wins(all, classes));
    let class = |class: &cg_trinim::WinningClass| {
        let alike =
            if class.moves == 1 { "alone".into() } else { format!("{} alike", class.moves) };
        move_picture(answer.position, class.after) + "\n" + &alike
    };
    text += &side_by_side(&answer.classes.iter().map(class).collect::<Vec<_>>());
    if all > classes {
        text += "in full:\n\n";
        let pictures = answer.winning.iter().map(|&after| move_picture(answer.position, after));
        text += &side_by_side(&pictures.collect::<Vec<_>>());
    }
    text
}

fn wins(all: usize, classes: usize) -> String {
    match (all, classes) {
        (1, _) => "1 winning move".into(),
        (all, classes) if all == classes => format!("{all} winning moves, none alike"),
        (all, classes) => format!("{all} winning moves, {classes} up to symmetry"),
    }
}
