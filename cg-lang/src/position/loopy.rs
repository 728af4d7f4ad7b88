//! The moves of a position that may come back: who wins or draws by which.

use std::collections::HashSet;
use std::sync::Arc;

use cg_core::Player;
use cg_loopy::{Ending, LoopyOutcome};
use dashu_int::IBig;

use super::{
    Component, Expression, Failure, Found, PositionMove, Positions, Term, Terms, WinningMoves,
};
use crate::ast::{Ast, NodeId};
use crate::error::{Error, RunError};
use crate::machine::Machine;
use crate::source::Source;
use crate::value::Value;

/// Who wins a position that may come back, or draws it. A player's moves are those that keep what
/// the player can reach moving first: none if the player loses.
pub type LoopyMoves = WinningMoves<Value, LoopyOutcome>;

impl LoopyMoves {
    /// What `player` reaches moving first, in words.
    pub fn reached(&self, player: Player) -> &'static str {
        match self.outcome.when_starts(player) {
            Ending::Draw => "draws by",
            ending if ending.winner() == Some(player) => "wins by",
            _ => "loses, whatever the move",
        }
    }
}

/// The moves of the position that an expression writes, whose value is loopy.
pub(crate) fn loopy_moves(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    value: Value,
) -> Result<LoopyMoves, Error> {
    let expression = Expression::of(source, ast, node);
    let mut positions = Positions::new(machine);
    let found = positions.loopy_moves(&expression, value);
    found.map_err(|error| error.located(source, ast.span(node)))
}

impl Positions<'_> {
    pub(super) fn loopy_moves(
        &mut self,
        expression: &Expression,
        value: Value,
    ) -> Found<LoopyMoves> {
        let outcome = self.machine.context().loopy_outcome(&value, "the position")?;
        let position = self.components(expression)?;
        let mut answer = WinningMoves::new(value, outcome, position.len());
        for player in Player::BOTH {
            let best = outcome.when_starts(player);
            if best == Ending::win(player.opponent()) {
                continue;
            }
            let mut found = Vec::new();
            for at in 0..position.len() {
                self.moves_to(&position, at, player, best, &mut found)?;
            }
            let mut seen = HashSet::new();
            found.retain(|one: &PositionMove<Value>| {
                seen.insert((one.component.clone(), one.becomes.clone()))
            });
            match player {
                Player::Left => answer.left = found,
                Player::Right => answer.right = found,
            }
        }
        Ok(answer)
    }

    /// Adds the moves of `player` in one component that lead to an ending.
    fn moves_to(
        &mut self,
        position: &[Term],
        at: usize,
        player: Player,
        best: Ending,
        found: &mut Vec<PositionMove<Value>>,
    ) -> Found<()> {
        let Term { count, component } = &position[at];
        let negative = *count < IBig::ZERO;
        let sign = if negative { -IBig::ONE } else { IBig::ONE };
        let mover = if negative { player.opponent() } else { player };
        let text = self.component_text(component, !negative)?;
        let text = format!("{}{text}", if negative { "-" } else { "" });
        let mut rest: Terms = position.to_vec();
        rest[at].count -= &sign;
        let rest = self.loopy_sum(&rest, &IBig::ONE)?;
        for moved in self.moves(component, mover)? {
            let option = self.loopy_sum(&moved, &sign)?;
            let after = self.machine.context().add(&rest, &option)?;
            let outcome = self.machine.context().loopy_outcome(&after, "the position")?;
            if outcome.when_starts(player.opponent()) == best {
                let becomes = self.becomes_text(&moved, negative)?;
                let (component, values, change) = (text.clone(), None, None);
                found.push(PositionMove { component, becomes, values, change, after });
            }
        }
        Ok(())
    }

    /// Who wins a position, or draws it.
    pub(super) fn outcome_of(&mut self, position: &[Term]) -> Found<LoopyOutcome> {
        match self.position_game(position) {
            Ok(game) => Ok(self.machine.engine.outcome(game)?.into()),
            Err(Failure::GoesOn(_)) => {
                let value = self.loopy_sum(position, &IBig::ONE)?;
                Ok(self.machine.context().loopy_outcome(&value, "the position")?)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Whether positions that this one leads to may come back: the value of a component
    /// goes on for ever, or a definition that it calls is marked `loopy`.
    pub(super) fn come_back(&mut self, position: &[Term]) -> Found<bool> {
        let mut waiting: Vec<Component> =
            position.iter().map(|term| term.component.clone()).collect();
        while let Some(component) = waiting.pop() {
            self.machine.engine.check()?;
            let known = match &component {
                Component::Call(function, _) => self.machine.calls_loopy(*function),
                Component::Ruled(number, _) => self.machine.builtins.get(*number).comes_back(),
                Component::Literal(_) => false,
                Component::Braces(_) => {
                    for player in Player::BOTH {
                        let moves = self.moves(&component, player)?;
                        let inner = moves.into_iter().flatten().map(|term| term.component);
                        // A pass leads to the braces themselves.
                        waiting.extend(inner.filter(|inner| *inner != component));
                    }
                    false
                }
            };
            if known || matches!(self.component_value(&component)?, Value::Loopy(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of so many copies of a position.
    pub(super) fn loopy_sum(&mut self, position: &[Term], count: &IBig) -> Found<Value> {
        let mut sum = Value::Integer(0);
        for term in position {
            let copies = &term.count * count;
            if copies.is_zero() {
                continue;
            }
            let value = self.component_value(&term.component)?;
            let mut context = self.machine.context();
            let copies = context.integer_value(copies);
            let value = context.copies(&copies, &value)?;
            sum = context.add(&sum, &value)?;
        }
        Ok(sum)
    }

    /// The value of a component.
    pub(super) fn component_value(&mut self, component: &Component) -> Found<Value> {
        match component {
            // Its errors have no place.
            Component::Ruled(number, arguments) => {
                let builtin = self.machine.builtins.get(*number).clone();
                Ok(builtin.call(&mut self.machine.context(), arguments)?)
            }
            other => Ok(self.machine.value_of_component(other)?),
        }
    }

    /// The options of a stopper as positions.
    pub(super) fn options_of_stopper(
        &mut self,
        value: &Value,
        player: Player,
    ) -> Found<Vec<Terms>> {
        let mut context = self.machine.context();
        let Some(side) = context.loopy(value, "a component of the position")?.stopper() else {
            let message = format!(
                "{} has two sides and no moves: ask about the position",
                context.show(value)
            );
            return Err(Failure::Here(RunError::Refused { function: "??".into(), message }));
        };
        let options = context.stoppers.in_order(context.engine, side, player)?;
        let literal = |side: cg_loopy::Side| {
            vec![Term::one(Component::Literal(context.loopy_value(side.into())))]
        };
        Ok(options.into_iter().map(literal).collect())
    }
}
