//! Arguments like `n-k-1`, and sums of two calls with such arguments.

use super::Compiler;
use super::op::{Linear, SumOfCalls};
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

    /// The sum of two calls with one linear argument each that this is, if it
    /// is one: the option of most heap games.
    pub(super) fn sum_of_calls(&mut self, node: NodeId) -> Option<SumOfCalls> {
        let Node::Infix(Infix::Add, left, right) = self.ast.node(node) else { return None };
        let mut sum = SumOfCalls { functions: [0; 2], arguments: [Linear::default(); 2] };
        for (at, side) in [left, right].into_iter().enumerate() {
            let Node::Call(name, arguments) = self.ast.node(side) else { return None };
            let &[argument] = self.ast.children(arguments) else { return None };
            let name = self.ast.name(name);
            if self.around.builtins.find(name).is_some() {
                return None;
            }
            sum.arguments[at] = self.linear(argument)?;
            sum.functions[at] = self.around.functions.number(name);
        }
        Some(sum)
    }
}
