//! Positions as text.

use dashu_int::IBig;

use super::{Component, Expression, Found, Positions, Term};
use crate::ast::Node;
use crate::value::Value;

/// Braces longer than this are shown as their value.
const MOST_BRACES: usize = 60;

impl Positions<'_> {
    /// A position as it would be typed.
    pub(super) fn position_text(&mut self, position: &[Term]) -> Found<String> {
        if position.is_empty() {
            return Ok("0".into());
        }
        let mut text = String::new();
        for (index, term) in position.iter().enumerate() {
            let negative = term.count < IBig::ZERO;
            if negative {
                text.push('-');
            } else if index > 0 {
                text.push('+');
            }
            let count = if negative { -&term.count } else { term.count.clone() };
            let alone = position.len() == 1 && !negative && count.is_one();
            let component = self.component_text(&term.component, alone)?;
            if count.is_one() {
                text += &component;
            } else {
                text += &format!("{count}.{component}");
            }
        }
        Ok(text)
    }

    /// A component as it would be typed; in parentheses when it is a sum and
    /// does not stand `alone`.
    pub(super) fn component_text(&mut self, component: &Component, alone: bool) -> Found<String> {
        match component {
            Component::Call(function, arguments) => {
                let name = self.machine.function_names.name(*function).to_owned();
                let mut texts = Vec::new();
                for argument in arguments {
                    texts.push(self.value_text(argument, true)?);
                }
                Ok(format!("{name}({})", texts.join(", ")))
            }
            Component::Literal(value) => self.value_text(value, alone),
            Component::Braces(expression) => self.braces_text(expression, alone),
        }
    }

    fn value_text(&mut self, value: &Value, alone: bool) -> Found<String> {
        let mut context = self.machine.context();
        let text = context.print(value)?;
        Ok(if alone { text } else { crate::context::atom(text) })
    }

    /// Short braces as they are written; others as their value.
    fn braces_text(&mut self, braces: &Expression, alone: bool) -> Found<String> {
        let ast = &braces.tree.ast;
        if braces.bindings.is_empty() {
            let text = braces.tree.source.slice(ast.span(braces.node));
            if text.len() <= MOST_BRACES && !text.contains('\n') && text.starts_with(['{', '\'']) {
                return Ok(text.to_owned());
            }
        }
        let value = match ast.node(braces.node) {
            Node::Game(left, right) | Node::Form(left, right) if left.len() + right.len() == 0 => {
                Value::Integer(0)
            }
            _ => self.evaluate(braces)?,
        };
        self.value_text(&value, alone)
    }
}
