//! Game trees, as the field draws them: edges to Left's options slant to the
//! left, edges to Right's to the right.

mod build;
mod layout;
mod svg;
#[cfg(test)]
mod tests;
mod text;

use cg_core::Player;

use crate::labels::{counted, grouped, shortened};
use crate::look::{Ink, Terminal};
use crate::picture::{DrawError, Picture};

/// The tree of a game. Nodes are labelled by their values where these are short,
/// and are dots otherwise; a position whose options are not drawn has an
/// ellipsis. Integers below the root are not taken apart.
#[derive(Clone, Debug)]
pub struct TreePicture {
    title: String,
    /// Level by level from the root; the options of a node are neighbours.
    nodes: Vec<Node>,
    /// Positions of the whole tree, if it is small enough to be counted.
    size: Option<u128>,
}

/// A position of the tree.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Its value.
    value: String,
    /// Its options, in the order in which they are printed, or nothing where the
    /// tree is cut.
    options: [Vec<usize>; 2],
    /// It has options that are not there.
    cut: bool,
}

/// Values of so many signs are labels, and those of positions without options are cut.
const SHORT: usize = 12;
const SHORT_LEAF: usize = 14;

impl TreePicture {
    /// The options of `player` in a node of which `visible` nodes are drawn.
    fn options(&self, node: usize, player: Player, visible: usize) -> &[usize] {
        let node = &self.nodes[node];
        let drawn = node.options.iter().flatten().all(|&option| option < visible);
        if drawn { &node.options[side(player)] } else { &[] }
    }

    /// Whether the options of a node are left out.
    fn is_cut(&self, node: usize, visible: usize) -> bool {
        let node = &self.nodes[node];
        node.cut || node.options.iter().flatten().any(|&option| option >= visible)
    }

    /// What stands at a node; an empty label is a dot.
    fn label(&self, node: usize, visible: usize) -> String {
        let cut = self.is_cut(node, visible);
        let Node { value, options, .. } = &self.nodes[node];
        if !cut && options.iter().all(Vec::is_empty) {
            return shortened(value, SHORT_LEAF);
        }
        let short = value.chars().count() <= SHORT;
        match (short, cut) {
            (true, true) => format!("{value}…"),
            (true, false) => value.clone(),
            (false, true) => shortened(&format!("{value}…"), SHORT),
            (false, false) => String::new(),
        }
    }

    /// What is said about the positions that are not drawn.
    fn note(&self, visible: usize) -> Option<String> {
        let more = self.size.map(|size| size.saturating_sub(visible as u128));
        match more.map(u64::try_from) {
            Some(Ok(0)) => None,
            Some(Ok(more)) => {
                Some(format!("… {} not drawn", counted(grouped(more), "more position")))
            }
            _ => Some("… very many more positions not drawn".to_owned()),
        }
    }

    /// The numbers of nodes that may be drawn, so that all options of a node are
    /// or none, from small to large.
    fn cuts(&self) -> Vec<usize> {
        let ends = self.nodes.iter().filter_map(|node| node.options.iter().flatten().max());
        std::iter::once(1).chain(ends.map(|end| end + 1)).collect()
    }
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

/// The ink of edges to a player's options.
fn ink(player: Player) -> Ink {
    match player {
        Player::Left => Ink::First,
        Player::Right => Ink::Second,
    }
}

impl Picture for TreePicture {
    fn svg(&self) -> Result<String, DrawError> {
        svg::draw(self)
    }

    fn text(&self, terminal: Terminal) -> String {
        text::draw(self, terminal)
    }
}
