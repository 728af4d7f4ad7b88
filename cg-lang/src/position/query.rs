//! `??`: who wins a position, and every winning first move.

use std::collections::HashSet;
use std::sync::Arc;

use cg_core::{Game, Outcome, Player};
use dashu_int::IBig;

use super::{Bindings, Component, Expression, Failure, Found, MOST_LISTED, Positions, Term, Tree};
use crate::ast::{Ast, NodeId};
use crate::error::{Error, RunError};
use crate::machine::Machine;
use crate::source::Source;
use crate::value::Value;

/// A first move that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The component in which it is made, as the user typed it: `Nim(7)`.
    pub component: String,
    /// What the component becomes: `Nim(6)`.
    pub becomes: String,
    /// The value of the whole position after the move.
    pub leaves: Game,
}

/// What `??` answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    /// The value of the position.
    pub value: Game,
    /// Who wins.
    pub outcome: Outcome,
    /// Left's winning first moves.
    pub left: Vec<WinningMove>,
    /// Right's winning first moves.
    pub right: Vec<WinningMove>,
    /// Components with too many moves to list: theirs are missing above.
    pub unlisted: Vec<String>,
}

impl WinningMoves {
    /// The winning moves of a player.
    pub fn of(&self, player: Player) -> &[WinningMove] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// Answers `??` for an expression.
pub(crate) fn winning_moves(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
) -> Result<WinningMoves, Error> {
    let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
    let expression = Expression { tree, node, bindings: Bindings::default() };
    let mut positions = Positions::new(machine);
    positions.winning_moves(&expression).map_err(|error| error.located(source, ast.span(node)))
}

impl Positions<'_> {
    pub(super) fn winning_moves(&mut self, expression: &Expression) -> Found<WinningMoves> {
        let value = self.evaluate(expression)?;
        let value = self.machine.context().game(&value, "the position")?;
        let position = self.components(expression)?;
        let outcome = self.machine.engine.outcome(value)?;
        let mut answer = WinningMoves {
            value,
            outcome,
            left: Vec::new(),
            right: Vec::new(),
            unlisted: Vec::new(),
        };
        for term in &position {
            for player in Player::BOTH {
                self.winning_in(term, player, &mut answer)?;
            }
        }
        for moves in [&mut answer.left, &mut answer.right] {
            let mut seen = HashSet::new();
            moves.retain(|found| seen.insert((found.component.clone(), found.becomes.clone())));
        }
        answer.unlisted.dedup();
        Ok(answer)
    }

    /// Adds the winning moves of `player` in one component.
    fn winning_in(&mut self, term: &Term, player: Player, answer: &mut WinningMoves) -> Found<()> {
        let negative = term.count < IBig::ZERO;
        let mover = if negative { player.opponent() } else { player };
        let game = self.component_game(&term.component)?;
        let engine = &mut self.machine.engine;
        let without = if negative {
            engine.add(answer.value, game)?
        } else {
            engine.subtract(answer.value, game)?
        };
        let sign = if negative { "-" } else { "" };
        let component = self.component_text(&term.component, !negative)?;
        let component = format!("{sign}{component}");
        if let Component::Literal(_) = term.component
            && self.machine.engine.option_count(game, mover)? > MOST_LISTED as u64
        {
            let Some(found) = self.nim_move(game, without)? else {
                answer.unlisted.push(component);
                return Ok(());
            };
            for becomes in found {
                let becomes = format!(
                    "{sign}{}",
                    self.component_text(&Component::Literal(becomes), !negative)?
                );
                push(
                    answer,
                    player,
                    WinningMove { component: component.clone(), becomes, leaves: Game::ZERO },
                );
            }
            return Ok(());
        }
        for moved in self.moves(&term.component, mover)? {
            let option = self.position_game(&moved)?;
            let engine = &mut self.machine.engine;
            let leaves = if negative {
                engine.subtract(without, option)?
            } else {
                engine.add(without, option)?
            };
            let after = engine.outcome(leaves)?;
            let wins = match player {
                Player::Left => after.at_least_zero(),
                Player::Right => after.at_most_zero(),
            };
            if wins {
                let becomes = self.becomes_text(&moved, negative)?;
                push(answer, player, WinningMove { component: component.clone(), becomes, leaves });
            }
        }
        Ok(())
    }

    /// In a nimber too large to list its moves: the move to the nimber of the
    /// rest, if that is smaller. `None` when these are no nimbers.
    fn nim_move(&mut self, game: Game, without: Game) -> Found<Option<Vec<Value>>> {
        let engine = &mut self.machine.engine;
        let (Some(heap), Some(rest)) = (engine.as_nimber(game)?, engine.as_nimber(without)?) else {
            return Ok(None);
        };
        Ok(Some(if rest < heap { vec![Value::Game(engine.nimber(&rest)?)] } else { Vec::new() }))
    }

    /// What a component becomes by a move, as text.
    pub(super) fn becomes_text(&mut self, moved: &[Term], negative: bool) -> Found<String> {
        let becomes = self.position_text(moved)?;
        Ok(if negative { negated(becomes, moved.len()) } else { becomes })
    }

    /// An error for what a query cannot answer.
    pub(super) fn refuse(&self, function: &str, message: impl Into<String>) -> Failure {
        Failure::Here(RunError::Refused { function: function.into(), message: message.into() })
    }
}

/// The text of a position of this many components, subtracted.
fn negated(text: String, components: usize) -> String {
    if text == "0" {
        text
    } else if components > 1 || text.starts_with('-') {
        format!("-({text})")
    } else {
        format!("-{text}")
    }
}

fn push(answer: &mut WinningMoves, player: Player, found: WinningMove) {
    match player {
        Player::Left => answer.left.push(found),
        Player::Right => answer.right.push(found),
    }
}
