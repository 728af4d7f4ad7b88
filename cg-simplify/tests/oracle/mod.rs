//! The slow, obvious oracle: games as trees, the order and the sums by their definitions, without
//! simplification and memory.

use std::rc::Rc;

/// A form `{left | right}`.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Rc<Tree>>,
    pub(crate) right: Vec<Rc<Tree>>,
}

pub(crate) fn tree(left: Vec<Rc<Tree>>, right: Vec<Rc<Tree>>) -> Rc<Tree> {
    Rc::new(Tree { left, right })
}

/// g <= h: no left option of g is >= h, and no right option of h is <= g.
pub(crate) fn le(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|option| le(h, option)) && !h.right.iter().any(|option| le(option, g))
}

pub(crate) fn negate(g: &Tree) -> Rc<Tree> {
    let negatives = |options: &[Rc<Tree>]| options.iter().map(|option| negate(option)).collect();
    tree(negatives(&g.right), negatives(&g.left))
}

pub(crate) fn sum(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let side = |options: fn(&Tree) -> &Vec<Rc<Tree>>| {
        let in_g = options(g).iter().map(|option| sum(option, h));
        let in_h = options(h).iter().map(|option| sum(g, option));
        in_g.chain(in_h).collect()
    };
    tree(side(|game| &game.left), side(|game| &game.right))
}
