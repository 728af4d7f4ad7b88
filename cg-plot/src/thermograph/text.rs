//! Thermographs drawn with dots.

use cg_core::Player;

use super::ThermographPicture;
use super::view::{View, ink};
use crate::frame::Frame;
use crate::look::{Ink, Terminal};

/// Rows of dots.
const LINES: usize = 20;

pub(super) fn draw(picture: &ThermographPicture<'_>, terminal: Terminal) -> String {
    let view = View::of(picture.thermograph);
    let up: Vec<_> = view.temperatures.iter().map(|t| (view.up(t), t.to_string())).collect();
    let across: Vec<_> = view.values.iter().map(|v| (view.across(v), v.to_string())).collect();
    let mut frame = Frame::new(terminal, LINES, &picture.title(), &up, &across);
    for player in [Player::Right, Player::Left] {
        frame.draw(&view.wall(player), true, ink(player));
    }
    frame.draw(&view.mast(), true, Ink::Plain);
    frame.note(0, "values increase to the left, temperatures upward");
    frame.text(terminal)
}
