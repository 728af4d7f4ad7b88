//! Positions that are played: read, stepped by a move, and written as the rules
//! write them.

use std::collections::HashSet;
use std::sync::Arc;

use cg_core::{Game, Player};
use dashu_int::IBig;

use super::{Bindings, Component, Expression, Failure, Found, MOST_LISTED, Positions, Term, Tree};
use crate::ast::{Ast, NodeId};
use crate::error::Error;
use crate::machine::Machine;
use crate::source::{Source, Span};
use crate::value::Value;

/// A position of a game that a session defines: a sum of components as the user
/// and the rules write them, which its value forgets.
#[derive(Clone, Debug)]
pub struct GamePosition {
    pub(super) terms: Arc<[Term]>,
    /// What was typed, for errors.
    source: Source,
    span: Span,
}

impl GamePosition {
    /// An error, at what was typed unless it has its own place.
    pub(super) fn located(&self, failure: Failure) -> Error {
        failure.located(&self.source, self.span)
    }

    fn with(&self, terms: Vec<Term>) -> Self {
        GamePosition { terms: terms.into(), ..self.clone() }
    }
}

/// A move in a [`GamePosition`].
#[derive(Clone, Debug)]
pub struct PositionMove {
    /// The component in which it is made: `Nim(7)`.
    pub component: String,
    /// What the component becomes: `Nim(6)`.
    pub becomes: String,
    /// The whole position after the move.
    pub after: GamePosition,
}

/// The position that an expression writes; its value must be a game.
pub(crate) fn position(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
) -> Result<GamePosition, Error> {
    let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
    let expression = Expression { tree, node, bindings: Bindings::default() };
    let span = ast.span(node);
    let mut positions = Positions::new(machine);
    let terms = positions.evaluate(&expression).and_then(|value| {
        positions.machine.context().game(&value, "the position")?;
        positions.components(&expression)
    });
    match terms {
        Ok(terms) => Ok(GamePosition { terms: terms.into(), source: source.clone(), span }),
        Err(failure) => Err(failure.located(source, span)),
    }
}

impl Machine {
    /// The moves of `player`, those that are written alike once.
    pub(crate) fn position_moves(
        &mut self,
        position: &GamePosition,
        player: Player,
    ) -> Result<Vec<PositionMove>, Error> {
        let moves = Positions::new(self).played_moves(position, player);
        moves.map_err(|failure| position.located(failure))
    }

    /// The position as it would be typed.
    pub(crate) fn position_text(&mut self, position: &GamePosition) -> Result<String, Error> {
        let text = Positions::new(self).position_text(&position.terms);
        text.map_err(|failure| position.located(failure))
    }

    /// The value of the position.
    pub(crate) fn position_value(&mut self, position: &GamePosition) -> Result<Game, Error> {
        let value = Positions::new(self).position_game(&position.terms);
        value.map_err(|failure| position.located(failure))
    }
}

impl Positions<'_> {
    fn played_moves(
        &mut self,
        position: &GamePosition,
        player: Player,
    ) -> Found<Vec<PositionMove>> {
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        for (index, term) in position.terms.iter().enumerate() {
            let negative = term.count < IBig::ZERO;
            let mover = if negative { player.opponent() } else { player };
            let sign = if negative { -IBig::ONE } else { IBig::ONE };
            let component = self.component_text(&term.component, !negative)?;
            let component = if negative { format!("-{component}") } else { component };
            for moved in self.moves(&term.component, mover)? {
                let becomes = self.becomes_text(&moved, negative)?;
                if !seen.insert((component.clone(), becomes.clone())) {
                    continue;
                }
                let rest = Term { count: &term.count - &sign, component: term.component.clone() };
                let moved = moved
                    .into_iter()
                    .map(|part| Term { count: part.count * &sign, component: part.component });
                let mut after = position.terms.to_vec();
                after.splice(index..=index, [rest].into_iter().chain(moved));
                after.retain(|term| !term.count.is_zero() && !term.component.is_zero());
                let after = position.with(after);
                moves.push(PositionMove { component: component.clone(), becomes, after });
                if moves.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
        }
        Ok(moves)
    }
}

impl Component {
    /// The literal 0, which need not be written.
    fn is_zero(&self) -> bool {
        matches!(self, Component::Literal(Value::Integer(0) | Value::Game(Game::ZERO)))
    }
}
