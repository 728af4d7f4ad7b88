//! From an expression to the components of a position.

use std::sync::Arc;

use dashu_int::IBig;

use super::{
    Bindings, Component, Expression, Failure, Found, MOST_LISTED, Position, Positions, Term, Tree,
};
use crate::ast::{Children, Infix, Node, NodeId, Prefix};
use crate::value::Value;

impl Positions<'_> {
    /// The components of the sum that an expression writes.
    pub(super) fn components(&mut self, expression: &Expression) -> Found<Position> {
        let mut position = Position::new();
        // The last first, so that components come in the order of the text.
        let mut waiting = vec![(expression.clone(), IBig::ONE)];
        while let Some((expression, count)) = waiting.pop() {
            if position.len() + waiting.len() > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            self.machine.engine.check()?;
            if count.is_zero() {
                continue;
            }
            if self.is_plain(&expression) {
                let value = self.evaluate(&expression)?;
                position.push(Term { count, component: Component::Literal(value) });
                continue;
            }
            let part = |node| expression.part(node);
            match expression.tree.ast.node(expression.node) {
                Node::Infix(Infix::Add, a, b) => {
                    waiting.extend([(part(b), count.clone()), (part(a), count)]);
                }
                Node::Infix(Infix::Subtract, a, b) => {
                    waiting.extend([(part(b), -&count), (part(a), count)]);
                }
                Node::Prefix(Prefix::Negate, a) => waiting.push((part(a), -count)),
                Node::Infix(Infix::Copies, m, g) if !self.is_literal(&part(g)) => {
                    let copies = self.evaluate(&part(m))?;
                    let copies = self.machine.context().integer(&copies, "the number of copies")?;
                    waiting.push((part(g), count * copies));
                }
                Node::If(condition, then, otherwise) => {
                    let chosen = if self.is_true(&part(condition))? { then } else { otherwise };
                    waiting.push((part(chosen), count));
                }
                Node::Game(..) | Node::Form(..) | Node::ImpartialGame(_) => {
                    position.push(Term { count, component: Component::Braces(expression) });
                }
                Node::Call(name, arguments) => {
                    let name = expression.tree.ast.name(name).to_owned();
                    if let Some(call) = self.call(&expression, &name, arguments)? {
                        position.push(Term { count, component: call });
                    } else if let Some(items) = self.summed_items(&expression, &name, arguments)? {
                        waiting.extend(items.into_iter().rev().map(|item| (item, count.clone())));
                    } else {
                        let value = self.evaluate(&expression)?;
                        position.push(Term { count, component: Component::Literal(value) });
                    }
                }
                Node::Name(name) => match self.global_form(&expression, name) {
                    Some(form) => waiting.push((form, count)),
                    None => {
                        let value = self.evaluate(&expression)?;
                        position.push(Term { count, component: Component::Literal(value) });
                    }
                },
                _ => {
                    let value = self.evaluate(&expression)?;
                    position.push(Term { count, component: Component::Literal(value) });
                }
            }
        }
        Ok(position)
    }

    /// Stars and ups, and copies of them: one literal.
    fn is_literal(&self, expression: &Expression) -> bool {
        matches!(expression.tree.ast.node(expression.node), Node::Nimber(_) | Node::Up(_))
    }

    /// A call of a function of the program, with its arguments evaluated.
    fn call(
        &mut self,
        expression: &Expression,
        name: &str,
        arguments: Children,
    ) -> Found<Option<Component>> {
        if self.machine.builtins.find(name).is_some() {
            return Ok(None);
        }
        let function = self.machine.function_names.number(name);
        let mut values = Vec::new();
        for &argument in expression.tree.ast.children(arguments) {
            let mut value = self.evaluate(&expression.part(argument))?;
            self.machine.context().normalize(&mut value)?;
            values.push(value);
        }
        Ok(Some(Component::Call(function, values)))
    }

    /// The summands of `sum([...])`.
    fn summed_items(
        &mut self,
        expression: &Expression,
        name: &str,
        arguments: Children,
    ) -> Found<Option<Vec<Expression>>> {
        let ast = Arc::clone(&expression.tree.ast);
        match ast.children(arguments) {
            &[list] if name == "sum" => match ast.node(list) {
                Node::List(items) => Ok(Some(self.items(expression, items)?)),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// The expression of a binding of the session.
    pub(super) fn global_form(
        &self,
        expression: &Expression,
        name: crate::ast::Symbol,
    ) -> Option<Expression> {
        let number = self.machine.global_names.find(expression.tree.ast.name(name))?;
        let form = self.machine.global_forms.get(&number)?;
        Some(Expression {
            tree: Tree { ast: Arc::clone(&form.ast), source: form.source.clone() },
            node: form.node,
            bindings: Bindings::default(),
        })
    }

    /// The items of a list or of a side of a game, one for each value of their
    /// generators.
    pub(super) fn items(
        &mut self,
        expression: &Expression,
        items: Children,
    ) -> Found<Vec<Expression>> {
        let ast = Arc::clone(&expression.tree.ast);
        let mut listed = Vec::new();
        for &item in ast.children(items) {
            match ast.node(item) {
                Node::Each(element, generators) => {
                    for bindings in self.generate(expression, ast.children(generators))? {
                        listed.push(Expression { node: element, bindings, ..expression.clone() });
                    }
                }
                _ => listed.push(expression.part(item)),
            }
            if listed.len() > MOST_LISTED {
                return Err(Failure::too_many("moves"));
            }
        }
        Ok(listed)
    }

    /// The bindings that the generators run through.
    fn generate(&mut self, expression: &Expression, generators: &[NodeId]) -> Found<Vec<Bindings>> {
        let mut all = vec![Arc::clone(&expression.bindings)];
        for &generator in generators {
            let mut extended = Vec::new();
            for bindings in all {
                let at = |node| Expression {
                    node,
                    bindings: Arc::clone(&bindings),
                    ..expression.clone()
                };
                let with = |name, value| {
                    let mut longer = (*bindings).clone();
                    longer.push((name, value));
                    Arc::new(longer)
                };
                match expression.tree.ast.node(generator) {
                    Node::Filter(condition) => {
                        if self.is_true(&at(condition))? {
                            extended.push(bindings);
                        }
                    }
                    Node::Range(name, from, to) => {
                        let (from, to) = (self.evaluate(&at(from))?, self.evaluate(&at(to))?);
                        let mut context = self.machine.context();
                        let mut next = context.integer(&from, "the start of a range")?;
                        let last = context.integer(&to, "the end of a range")?;
                        while next <= last {
                            extended.push(with(name, context.integer_value(next.clone())));
                            next += IBig::ONE;
                            context.engine.check()?;
                            if extended.len() > MOST_LISTED {
                                return Err(Failure::too_many("moves"));
                            }
                        }
                    }
                    Node::In(name, list) => match self.evaluate(&at(list))? {
                        Value::List(list) => {
                            extended
                                .extend(list.items().iter().map(|item| with(name, item.clone())));
                        }
                        other => {
                            let error = crate::context::wrong_kind(
                                "what `in` runs through",
                                "a list",
                                &other,
                            );
                            return Err(error.into());
                        }
                    },
                    _ => extended.push(bindings),
                }
                if extended.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
            all = extended;
        }
        Ok(all)
    }
}
