//! Game trees as SVG.

use cg_core::Player;

use super::layout::{Layout, Lengths};
use super::{TreePicture, ink};
use crate::look::{Ink, LABEL, NOTE, text_width};
use crate::picture::DrawError;
use crate::sheet::{Anchor, Point, document};

const LENGTHS: Lengths = Lengths { gap: 18, slant: 26 };
/// The largest picture, in pixels and levels.
const MOST: (i32, usize) = (1800, 24);
/// Pixels between levels, more in a wide tree by a part of its width.
const LEVEL: i32 = 70;
const PART: i32 = 25;
/// Pixels around the tree.
const MARGIN: i32 = 40;
const TOP: i32 = 80;
/// A node without a label.
const DOT: i32 = 5;

pub(super) fn draw(tree: &TreePicture) -> Result<String, DrawError> {
    let half = |label: &str| (text_width(label, LABEL) / 2).max(DOT) + 2;
    let layout = Layout::fitting(tree, MOST, LENGTHS, &half);
    let rows = i32::try_from(layout.levels).unwrap_or(i32::MAX);
    let step = LEVEL + layout.width / PART;
    let note = tree.note(layout.visible);
    let widest = layout.width.max(text_width(&tree.title, LABEL)).max(320);
    let room = if note.is_some() { 40 } else { 0 };
    let size = (widest + 2 * MARGIN, TOP + step * (rows - 1) + MARGIN + room);
    let left = (size.0 - layout.width) / 2;
    let place = |node: usize| -> Point {
        let level = i32::try_from(layout.level[node]).unwrap_or(i32::MAX);
        (left + layout.across[node], TOP + step * level)
    };
    document(size, &tree.title, |sheet| {
        sheet.title(size.0, &tree.title)?;
        for node in 0..layout.visible {
            let at = place(node);
            let label = tree.label(node, layout.visible);
            // Edges end before the letters.
            let room = |label: &str| if label.is_empty() { 0 } else { 13 };
            for player in Player::BOTH {
                for &option in tree.options(node, player, layout.visible) {
                    let end = place(option);
                    let above = room(&tree.label(option, layout.visible));
                    let edge = [(at.0, at.1 + room(&label)), (end.0, end.1 - above)];
                    sheet.line(&edge, ink(player), 2)?;
                }
            }
        }
        for node in 0..layout.visible {
            let label = tree.label(node, layout.visible);
            if label.is_empty() {
                sheet.disc(place(node), DOT, Ink::Plain)?;
            } else {
                sheet.text(place(node), &label, Anchor::Middle, LABEL)?;
            }
        }
        if let Some(note) = note {
            sheet.text((size.0 / 2, size.1 - 24), &note, Anchor::Middle, NOTE)?;
        }
        Ok(())
    })
}
