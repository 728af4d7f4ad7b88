//! A recursion that cannot end is named before it has taken all the memory.
//!
//! Only what is certain is named: the last calls are of one function, whose definition has
//! nothing on which it could depend whether it calls itself, and whose calls of itself
//! have arguments made of its parameters by `+`, `-` and `*`; one of them has changed by
//! the same number in each of these calls, and has left all the cases behind.

use super::{Defined, Machine};
use crate::ast::{Infix, Node, NodeId, Prefix};
use crate::error::RunError;
use crate::value::Value;

/// A look is taken when so many calls, or a multiple of that, are waiting.
pub(super) const CALLS_PER_LOOK: usize = 1 << 12;

/// So many waiting calls are looked at.
const LOOKED_AT: usize = 64;

/// How many calls the error shows.
const CALLS_SHOWN: usize = 6;

impl Machine {
    /// The error when the call of this function with the arguments at `start` on the stack
    /// is one of a recursion that cannot end.
    #[cold]
    pub(super) fn endless(&mut self, number: u32, start: usize) -> Option<RunError> {
        let same = |frame: &super::Frame| frame.function == Some(number);
        let last = self.frames.len().checked_sub(LOOKED_AT)?;
        if !self.frames[last..].iter().all(same) {
            return None;
        }
        let defined = self.functions[number as usize].defined.clone()?;
        let step = (0..defined.definition.parameters.len()).find_map(|parameter| {
            let bases = self.frames[last..].iter().map(|frame| frame.base).chain([start]);
            let values = bases.map(|base| match self.stack[base + parameter] {
                Value::Integer(value) => Some(value),
                _ => None,
            });
            let values: Vec<i64> = values.collect::<Option<_>>()?;
            let step = values[1].checked_sub(values[0])?;
            let even = values.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step));
            (step != 0 && even && leaves_cases(&defined, parameter, values[0], step))
                .then_some(step)
        })?;
        if !calls_itself_always(&defined) {
            return None;
        }
        let first = self.frames.iter().rposition(|frame| !same(frame)).map_or(0, |at| at + 1);
        let name = self.function_names.name(number).to_owned();
        let calls = self.calls_written(first, CALLS_SHOWN);
        Some(RunError::Endless { name, smaller: step < 0, calls })
    }
}

/// Whether the cases ask this parameter for numbers only, which all lie behind `value` for
/// one that goes on by `step`, so that the default is left.
fn leaves_cases(defined: &Defined, parameter: usize, value: i64, step: i64) -> bool {
    let Defined { ast, definition, .. } = defined;
    let number = |node: NodeId| match ast.node(node) {
        Node::Integer(value) => Some(value),
        Node::Prefix(Prefix::Negate, operand) => match ast.node(operand) {
            Node::Integer(value) => value.checked_neg(),
            _ => None,
        },
        _ => None,
    };
    let behind = |node: NodeId| {
        let asked = match ast.node(node) {
            Node::Tuple(values) => number(ast.children(values)[parameter]),
            _ if parameter == 0 => number(node),
            _ => None,
        };
        asked.is_some_and(|asked| if step < 0 { asked > value } else { asked < value })
    };
    let mut clauses = definition.clauses.iter();
    clauses.all(|clause| {
        let cases = clause.values.as_deref().unwrap_or_default();
        clause.guard.is_none() && cases.iter().all(|&case| behind(case))
    }) && definition.clauses.last().is_some_and(|clause| clause.values.is_none())
}

/// Whether nothing in the definition depends on anything: no choice, no generator, and no
/// call of itself with other arguments than sums and products of its parameters.
fn calls_itself_always(defined: &Defined) -> bool {
    let Defined { ast, definition, .. } = defined;
    let plain = |node: NodeId| {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            match ast.node(node) {
                Node::Integer(_) => {}
                Node::Name(name) if definition.parameters.contains(&name) => {}
                Node::Prefix(Prefix::Negate, operand) => waiting.push(operand),
                Node::Infix(Infix::Add | Infix::Subtract | Infix::Multiply, a, b) => {
                    waiting.extend([a, b]);
                }
                _ => return false,
            }
        }
        true
    };
    definition.declarations.is_empty()
        && ast.nodes().iter().all(|node| match *node {
            Node::If(..)
            | Node::Each(..)
            | Node::Range(..)
            | Node::In(..)
            | Node::Filter(_)
            | Node::Function { .. }
            | Node::Infix(Infix::And | Infix::Or, ..) => false,
            Node::Call(name, arguments) if name == definition.name => {
                ast.children(arguments).iter().all(|&argument| plain(argument))
            }
            _ => true,
        })
}
