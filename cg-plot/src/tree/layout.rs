//! The places of the nodes of a tree.
//!
//! Subtrees are pushed together until their outlines touch (Reingold and Tilford, *Tidier drawings
//! of trees*, 1981). There is one difference: a node is between its Left options and its Right
//! options, so every edge slants to its side.

use cg_core::Player;

use super::TreePicture;

/// The lengths that decide a layout, in pixels or characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// The smallest gap between neighbours.
    pub(super) gap: i32,
    /// The smallest horizontal distance between a node and its nearest option.
    pub(super) slant: i32,
}

/// The layout of a tree.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The number of drawn nodes: the first ones of the list.
    pub(super) visible: usize,
    /// The middle of each node, from 0.
    pub(super) across: Vec<i32>,
    /// The level of each node, from the root's 0.
    pub(super) level: Vec<usize>,
    pub(super) width: i32,
    pub(super) levels: usize,
}

/// The distances of a subtree's outline to the left and right of its root: at the root, in the
/// edges below it, at the level below, and so on.
type Outline = Vec<(i32, i32)>;

impl Layout {
    /// The layout of the first `visible` nodes. `half` is half of a node's width.
    pub(super) fn new(
        tree: &TreePicture,
        visible: usize,
        lengths: Lengths,
        half: &dyn Fn(usize, &str) -> i32,
    ) -> Self {
        // A node's place relative to its parent, and its outline. Options come first.
        let mut shift = vec![0; visible];
        let mut outlines: Vec<Outline> = vec![Vec::new(); visible];
        for node in (0..visible).rev() {
            let mut options: Vec<usize> = Vec::new();
            let mut merged = Outline::new();
            let mut places: Vec<i32> = Vec::new();
            let [left, right] = Player::BOTH.map(|player| tree.options(node, player, visible));
            for (index, &option) in left.iter().chain(right).enumerate() {
                let outline = std::mem::take(&mut outlines[option]);
                let mut place = 0;
                if let Some(&before) = places.last() {
                    let apart = merged.iter().zip(&outline);
                    let apart = apart.map(|(a, b)| a.1 - b.0 + lengths.gap).max();
                    place = apart.unwrap_or(0).max(before + lengths.gap);
                    if index == left.len() {
                        place = place.max(before + 2 * lengths.slant);
                    }
                }
                merge(&mut merged, &outline, place);
                places.push(place);
                options.push(option);
            }
            let middle = match (left.len().checked_sub(1), left.len() < places.len()) {
                (None, false) => 0,
                (Some(last), false) => places[last] + lengths.slant,
                (None, true) => places[0] - lengths.slant,
                (Some(last), true) => (places[last] + places[last + 1]).div_euclid(2),
            };
            let own = half(node, &tree.label(node, visible));
            let mut outline = vec![(-own, own)];
            for (&option, &place) in options.iter().zip(&places) {
                shift[option] = place - middle;
            }
            if let (Some(first), Some(last)) = (places.first(), places.last()) {
                outline.push(((first - middle).min(0), (last - middle).max(0)));
            }
            outline.extend(merged.iter().map(|&(a, b)| (a - middle, b - middle)));
            outlines[node] = outline;
        }
        let outline = outlines.first().cloned().unwrap_or_default();
        let start = outline.iter().map(|ends| ends.0).min().unwrap_or(0);
        let end = outline.iter().map(|ends| ends.1).max().unwrap_or(0);
        let (mut across, mut level) = (vec![-start; visible], vec![0; visible]);
        for node in 0..visible {
            for player in Player::BOTH {
                for &option in tree.options(node, player, visible) {
                    across[option] = across[node] + shift[option];
                    level[option] = level[node] + 1;
                }
            }
        }
        let levels = level.iter().max().map_or(0, |deepest| deepest + 1);
        Layout { visible, across, level, width: end - start, levels }
    }

    /// The layout of the longest beginning of the tree that fits.
    pub(super) fn fitting(
        tree: &TreePicture,
        (width, levels): (i32, usize),
        lengths: Lengths,
        half: &dyn Fn(usize, &str) -> i32,
    ) -> Self {
        let fits = |layout: &Layout| layout.width <= width && layout.levels <= levels;
        let mut best = Layout::new(tree, 1, lengths, half);
        for visible in tree.cuts().into_iter().rev() {
            let layout = Layout::new(tree, visible, lengths, half);
            if fits(&layout) {
                best = layout;
                break;
            }
        }
        best
    }
}

impl Layout {
    /// The height of each level, which is the height of its highest node.
    pub(super) fn heights(&self, height: &dyn Fn(usize) -> i32) -> Vec<i32> {
        let mut heights = vec![1; self.levels];
        for (node, &level) in self.level.iter().enumerate() {
            heights[level] = heights[level].max(height(node));
        }
        heights
    }
}

/// Adds an outline at a place to the right of the merged outlines.
fn merge(merged: &mut Outline, outline: &Outline, place: i32) {
    for (index, &(start, end)) in outline.iter().enumerate() {
        match merged.get_mut(index) {
            Some(ends) => ends.1 = end + place,
            None => merged.push((start + place, end + place)),
        }
    }
}
