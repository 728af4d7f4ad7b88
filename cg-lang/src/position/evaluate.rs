//! Values of parts of positions.

use std::sync::Arc;

use cg_core::Game;

use super::{Component, Expression, Found, Positions, Term};
use crate::ast::{Ast, Node, Symbol};
use crate::source::Span;
use crate::value::Value;

impl Positions<'_> {
    /// The value of an expression.
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Found<Value> {
        let Expression { tree, node, bindings } = expression;
        let key = (tree.clone(), *node);
        let code = match self.codes.get(&key) {
            Some(code) => Arc::clone(code),
            None => {
                let names: Vec<Symbol> = bindings.iter().map(|&(name, _)| name).collect();
                let around = &mut self.machine.around();
                let (code, _) =
                    crate::compile::expression(&tree.source, &tree.ast, *node, &names, around)?;
                let code = Arc::new(code);
                self.codes.insert(key, Arc::clone(&code));
                code
            }
        };
        let locals: Vec<Value> = bindings.iter().map(|(_, value)| value.clone()).collect();
        Ok(self.machine.run(&tree.source, &code, &locals)?)
    }

    /// The truth of a condition.
    pub(super) fn is_true(&mut self, condition: &Expression) -> Found<bool> {
        let value = self.evaluate(condition)?;
        Ok(self.machine.context().truth(&value, "a condition")?)
    }

    pub(super) fn component_game(&mut self, component: &Component) -> Found<Game> {
        let value = match component {
            Component::Literal(value) => value.clone(),
            Component::Braces(expression) => self.evaluate(expression)?,
            Component::Call(function, arguments) => {
                let source = crate::source::Source::new("", "");
                self.machine.call_function(&source, Span::default(), *function, arguments)?
            }
        };
        Ok(self.machine.context().game(&value, "a component of the position")?)
    }

    /// The value of a position.
    pub(super) fn position_game(&mut self, position: &[Term]) -> Found<Game> {
        let mut sum = Game::ZERO;
        for term in position {
            let game = self.component_game(&term.component)?;
            let copies = self.machine.engine.multiple(&term.count, game)?;
            sum = self.machine.engine.add(sum, copies)?;
        }
        Ok(sum)
    }

    /// Whether the expression is made of numbers and local names only, so that
    /// it is shown as its value.
    pub(super) fn is_plain(&mut self, expression: &Expression) -> bool {
        let plain = match self.plain.get(&expression.tree) {
            Some(plain) => plain,
            None => {
                let plain = Arc::new(plain_nodes(&expression.tree.ast));
                self.plain.entry(expression.tree.clone()).or_insert(plain)
            }
        };
        plain[expression.node.index()]
            || matches!(expression.tree.ast.node(expression.node), Node::Name(name)
                if expression.bindings.iter().any(|&(bound, _)| bound == name))
    }
}

/// Nodes that hold numbers only. Children come before their parents.
fn plain_nodes(ast: &Ast) -> Vec<bool> {
    let mut plain: Vec<bool> = Vec::with_capacity(ast.nodes().len());
    for &node in ast.nodes() {
        let is = |id: crate::ast::NodeId| plain[id.index()];
        plain.push(match node {
            Node::Integer(_) | Node::BigInteger(_) | Node::Number(_) => true,
            Node::Prefix(_, a) => is(a),
            Node::Infix(_, a, b) => is(a) && is(b),
            _ => false,
        });
    }
    plain
}
