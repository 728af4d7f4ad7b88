//! Game trees in characters.

use cg_core::Player;

use super::layout::{Layout, Lengths};
use super::{TreePicture, ink};
use crate::grid::Grid;
use crate::labels::shortened;
use crate::look::{Ink, Terminal};

const LENGTHS: Lengths = Lengths { gap: 2, slant: 2 };
/// So many levels fill a screen.
const LEVELS: usize = 16;
/// A node without a label.
const DOT: &str = "•";

pub(super) fn draw(tree: &TreePicture, terminal: Terminal) -> String {
    let width = i32::try_from(terminal.width).unwrap_or(i32::MAX);
    let shown = |label: &str| if label.is_empty() { DOT.to_owned() } else { label.to_owned() };
    let length = |text: &str| i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    let half = |label: &str| length(&shown(label)) / 2 + 1;
    let layout = Layout::fitting(tree, (width, LEVELS), LENGTHS, &half);
    let mut grid = Grid::default();
    grid.write(0, 0, &shortened(&tree.title, terminal.width), Ink::Plain);
    let column = |node: usize| usize::try_from(layout.across[node]).unwrap_or(0);
    for node in 0..layout.visible {
        let row = 2 + 2 * layout.level[node];
        let label = shown(&tree.label(node, layout.visible));
        let start = column(node).saturating_sub(label.chars().count() / 2);
        grid.write(row, start, &label, Ink::Plain);
        let [left, right] = Player::BOTH.map(|player| tree.options(node, player, layout.visible));
        let joint = match (left.is_empty(), right.is_empty()) {
            (true, true) => continue,
            (false, false) => '┴',
            (false, true) => '╯',
            (true, false) => '╰',
        };
        for player in Player::BOTH {
            let options = tree.options(node, player, layout.visible);
            let outermost = match player {
                Player::Left => options.first(),
                Player::Right => options.last(),
            };
            let Some(&outermost) = outermost else { continue };
            let (end, middle) = (column(outermost), column(node));
            for at in end.min(middle)..=end.max(middle) {
                grid.put(row + 1, at, '─', ink(player));
            }
            for &option in options {
                grid.put(row + 1, column(option), '┬', ink(player));
            }
            let corner = if player == Player::Left { '╭' } else { '╮' };
            grid.put(row + 1, end, corner, ink(player));
        }
        grid.put(row + 1, column(node), joint, Ink::Plain);
    }
    if let Some(note) = tree.note(layout.visible) {
        grid.write(2 + 2 * layout.levels, 0, &note, Ink::Plain);
    }
    grid.text(terminal)
}
