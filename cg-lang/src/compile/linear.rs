//! Arguments like `n-k-1`.

use super::Compiler;
use super::op::Linear;
use crate::ast::{Infix, Node, NodeId, Prefix};

/// How many nodes such an argument may have.
const MOST_NODES: usize = 9;

impl Compiler<'_, '_> {
    /// The linear expression that this is, if it is a small one over locals.
    pub(super) fn linear(&self, node: NodeId) -> Option<Linear> {
        let mut linear = Linear::default();
        let mut waiting = vec![(node, 1)];
        let mut seen = 0;
        while let Some((node, sign)) = waiting.pop() {
            seen += 1;
            if seen > MOST_NODES {
                return None;
            }
            match self.ast.node(node) {
                Node::Integer(value) => {
                    linear.constant = linear.constant.checked_add(value.checked_mul(sign)?)?;
                }
                Node::Name(name) => {
                    let slot = self.scope.find(name)?;
                    *linear.terms.get_mut(linear.count)? = (slot, sign);
                    linear.count += 1;
                }
                Node::Infix(Infix::Add, a, b) => waiting.extend([(b, sign), (a, sign)]),
                Node::Infix(Infix::Subtract, a, b) => waiting.extend([(b, -sign), (a, sign)]),
                Node::Prefix(Prefix::Negate, a) => waiting.push((a, -sign)),
                _ => return None,
            }
        }
        Some(linear)
    }
}
