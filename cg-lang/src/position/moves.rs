//! The moves of a component, as the rules write them.

use std::sync::Arc;

use cg_core::Player;
use dashu_int::IBig;

use super::{
    Bindings, Component, Expression, Failure, Found, MOST_LISTED, Position, Positions, Term, Tree,
};
use crate::ast::{Clause, Node};
use crate::machine::Defined;
use crate::value::Value;

/// A summand of what a call stands for.
struct Part {
    term: Term,
    /// The braces in its body, when the component is a call.
    braces: Option<Expression>,
}

impl Positions<'_> {
    /// The positions that `player` can move to in one component.
    pub(super) fn moves(&mut self, component: &Component, player: Player) -> Found<Vec<Position>> {
        match component {
            Component::Literal(value) => {
                let game = self.machine.context().game(value, "a component of the position")?;
                let count = self.machine.engine.option_count(game, player)?;
                if count > MOST_LISTED as u64 {
                    return Err(Failure::too_many("moves"));
                }
                let options = self.machine.engine.options(game, player)?;
                let literal = |game| vec![Term::one(Component::Literal(Value::Game(game)))];
                Ok(options.into_iter().map(literal).collect())
            }
            Component::Braces(expression) => self.braces_moves(expression, player),
            Component::Call(function, arguments) => {
                let parts = self.opened(*function, arguments)?;
                self.moves_of_parts(&parts, player)
            }
        }
    }

    fn braces_moves(&mut self, braces: &Expression, player: Player) -> Found<Vec<Position>> {
        let items = match (braces.tree.ast.node(braces.node), player) {
            (Node::Game(left, _) | Node::Form(left, _), Player::Left) => left,
            (Node::Game(_, right) | Node::Form(_, right), Player::Right) => right,
            (Node::ImpartialGame(options), _) => options,
            _ => return Ok(Vec::new()),
        };
        let options = self.items(braces, items)?;
        options.iter().map(|option| self.components(option)).collect()
    }

    /// The moves of a sum: a move in one part, the others as they are.
    fn moves_of_parts(&mut self, parts: &[Part], player: Player) -> Found<Vec<Position>> {
        let mut moves = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            for moved in self.moves_of_part(part, player)? {
                let mut position: Position = parts.iter().map(|part| part.term.clone()).collect();
                position.splice(index..=index, moved);
                moves.push(position);
                if moves.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
        }
        Ok(moves)
    }

    /// The moves in one copy of a part, with the other copies.
    fn moves_of_part(&mut self, part: &Part, player: Player) -> Found<Vec<Position>> {
        let term = &part.term;
        let negative = term.count < IBig::ZERO;
        let sign = if negative { -IBig::ONE } else { IBig::ONE };
        let mover = if negative { player.opponent() } else { player };
        let rest = &term.count - &sign;
        let mut moves = match &part.braces {
            Some(braces) => self.braces_moves(braces, mover)?,
            None => self.moves(&term.component, mover)?,
        };
        for moved in &mut moves {
            for other in moved.iter_mut() {
                other.count *= &sign;
            }
            if !rest.is_zero() {
                moved.push(Term { count: rest.clone(), component: term.component.clone() });
            }
        }
        Ok(moves)
    }

    /// What a call stands for: the sum that its body writes, the bodies that
    /// are calls opened in turn.
    fn opened(&mut self, function: u32, arguments: &[Value]) -> Found<Vec<Part>> {
        let mut opened = Vec::new();
        let mut waiting = vec![Term::one(Component::Call(function, arguments.to_vec()))];
        while let Some(term) = waiting.pop() {
            if opened.len() + waiting.len() > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            let Component::Call(function, arguments) = &term.component else {
                opened.push(Part { term, braces: None });
                continue;
            };
            self.machine.engine.check()?;
            let body = match self.body(*function, arguments)? {
                Some(body) => self.components(&body)?,
                None => {
                    // The call itself says what is wrong with it.
                    let game = self.component_game(&term.component)?;
                    vec![Term::one(Component::Literal(Value::Game(game)))]
                }
            };
            if let [Term { count, component: Component::Braces(braces) }] = &body[..]
                && count.is_one()
            {
                opened.push(Part { braces: Some(braces.clone()), term });
                continue;
            }
            let scaled = body
                .into_iter()
                .rev()
                .map(|inner| Term { count: inner.count * &term.count, component: inner.component });
            waiting.extend(scaled);
        }
        Ok(opened)
    }

    /// The body of the clause that fits the arguments, with its names bound.
    fn body(&mut self, function: u32, arguments: &[Value]) -> Found<Option<Expression>> {
        Ok(self.clause(function, arguments)?.map(|(body, _)| body))
    }

    /// The same, and the number of the clause.
    pub(super) fn clause(
        &mut self,
        function: u32,
        arguments: &[Value],
    ) -> Found<Option<(Expression, usize)>> {
        let defined = self.machine.functions.get(function as usize);
        let Some(defined) = defined.and_then(|function| function.defined.clone()) else {
            return Ok(None);
        };
        let Defined { ast, source, definition, .. } = &*defined;
        if definition.parameters.len() != arguments.len() {
            return Ok(None);
        }
        let bound = definition.parameters.iter().copied().zip(arguments.iter().cloned());
        let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
        let bindings: Bindings = Arc::new(bound.collect());
        for (index, clause) in definition.clauses.iter().enumerate() {
            let mut scope = Expression {
                tree: tree.clone(),
                node: clause.body,
                bindings: Arc::clone(&bindings),
            };
            if !self.fits(clause, &scope, arguments)? {
                continue;
            }
            for &(name, value) in &clause.lets {
                let value = self.evaluate(&scope.part(value))?;
                let mut longer = (*scope.bindings).clone();
                longer.push((name, value));
                scope.bindings = Arc::new(longer);
            }
            return Ok(Some((scope, index)));
        }
        Ok(None)
    }

    /// Whether a clause fits the arguments.
    fn fits(&mut self, clause: &Clause, scope: &Expression, arguments: &[Value]) -> Found<bool> {
        let ast = &scope.tree.ast;
        if let Some(values) = &clause.values
            && !values.is_empty()
        {
            let mut fits = false;
            for &value in values {
                let expected = match ast.node(value) {
                    Node::Tuple(values) => ast.children(values).to_vec(),
                    Node::Wildcard => Vec::new(),
                    _ => vec![value],
                };
                let mut all = true;
                for (&expected, argument) in expected.iter().zip(arguments) {
                    if all && ast.node(expected) != Node::Wildcard {
                        let expected = self.evaluate(&scope.part(expected))?;
                        all = self.machine.context().same(&expected, argument)?;
                    }
                }
                if all {
                    fits = true;
                    break;
                }
            }
            if !fits {
                return Ok(false);
            }
        }
        match clause.guard {
            Some(guard) => self.is_true(&scope.part(guard)),
            None => Ok(true),
        }
    }
}
