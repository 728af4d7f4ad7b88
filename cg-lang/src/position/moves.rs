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
                let position = self.opened(*function, arguments)?;
                self.position_moves(&position, player)
            }
        }
    }

    fn braces_moves(&mut self, braces: &Expression, player: Player) -> Found<Vec<Position>> {
        let items = match (braces.tree.ast.node(braces.node), player) {
            (Node::Game(left, _), Player::Left) => left,
            (Node::Game(_, right), Player::Right) => right,
            (Node::ImpartialGame(options), _) => options,
            _ => return Ok(Vec::new()),
        };
        let options = self.items(braces, items)?;
        options.iter().map(|option| self.components(option)).collect()
    }

    /// The moves of a sum whose components are braces and literals.
    fn position_moves(&mut self, position: &[Term], player: Player) -> Found<Vec<Position>> {
        let mut moves = Vec::new();
        for (index, term) in position.iter().enumerate() {
            for moved in self.term_moves(term, player)? {
                let mut rest = position.to_vec();
                rest.splice(index..=index, moved);
                moves.push(rest);
                if moves.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
        }
        Ok(moves)
    }

    /// The moves in one copy of a term, with the other copies.
    fn term_moves(&mut self, term: &Term, player: Player) -> Found<Vec<Position>> {
        let negative = term.count < IBig::ZERO;
        let sign = if negative { -IBig::ONE } else { IBig::ONE };
        let mover = if negative { player.opponent() } else { player };
        let rest = &term.count - &sign;
        let mut moves = self.moves(&term.component, mover)?;
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

    /// What a call stands for: the sum of braces and literals that its body
    /// writes. Bodies that are calls are opened in turn.
    fn opened(&mut self, function: u32, arguments: &[Value]) -> Found<Position> {
        let mut opened = Position::new();
        let mut waiting = vec![Term::one(Component::Call(function, arguments.to_vec()))];
        while let Some(term) = waiting.pop() {
            if opened.len() + waiting.len() > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            let Component::Call(function, arguments) = &term.component else {
                opened.push(term);
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
            let scaled = body.into_iter().rev().map(|inner| Term {
                count: inner.count * &term.count,
                component: inner.component,
            });
            waiting.extend(scaled);
        }
        Ok(opened)
    }

    /// The body of the clause that fits the arguments, with its names bound.
    fn body(&mut self, function: u32, arguments: &[Value]) -> Found<Option<Expression>> {
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
        for clause in &definition.clauses {
            let mut scope =
                Expression { tree: tree.clone(), node: clause.body, bindings: Arc::clone(&bindings) };
            if !self.fits(clause, &scope, arguments)? {
                continue;
            }
            for &(name, value) in &clause.lets {
                let value = self.evaluate(&scope.part(value))?;
                let mut longer = (*scope.bindings).clone();
                longer.push((name, value));
                scope.bindings = Arc::new(longer);
            }
            return Ok(Some(scope));
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
