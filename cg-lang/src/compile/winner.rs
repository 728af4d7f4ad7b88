//! Code of a definition that tells who wins a call, without its value: a player wins who has an
//! option that the opponent loses, and the first such option decides.
//!
//! It is made for definitions whose options are calls of definitions, each alone: a board after a
//! move. Sums of several calls, and positions that are declared to be sums, are for a solver. What
//! else is declared changes no answer, and is not looked at.

use std::sync::Arc;

use cg_core::Player;

use super::expression::{Each, Task};
use super::{Code, Compiler, Op, References, Surroundings, Winners};
use crate::ast::{Ast, Definition, Fact, Node, NodeId, Prefix};
use crate::error::Error;
use crate::source::Source;

/// Code that tells whether `player` wins a call of a definition when moving first; `None` where
/// the definition is not of that kind.
///
/// # Errors
/// Those of compiling.
pub(crate) fn winner(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    player: Player,
    winners: Winners,
    around: &mut Surroundings<'_>,
) -> Result<Option<(Code, References)>, Error> {
    let mut declared = definition.declarations.iter().map(|declaration| declaration.fact);
    if definition.loopy || declared.any(|fact| fact == Fact::Sum) {
        return Ok(None);
    }
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    compiler.defined = Some(definition.name);
    compiler.winners = winners;
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    if compiler.asks_anywhere() {
        return Ok(None);
    }
    for clause in &definition.clauses {
        compiler.clause_with(clause, |compiler, body| {
            compiler.work(Task::Wins(body, player))?;
            compiler.emit(Op::Return, compiler.ast.span(body));
            Ok(())
        })?;
        if compiler.untold {
            return Ok(None);
        }
    }
    compiler.emit(Op::NoClause, definition.name_span);
    Ok(Some(compiler.finish()))
}

impl Compiler<'_, '_> {
    /// Whether `player` wins a position when moving first.
    pub(super) fn wins_node(
        &mut self,
        id: NodeId,
        player: Player,
        tasks: &mut Vec<Task>,
    ) -> Result<(), Error> {
        let span = self.ast.span(id);
        let integer = |id| match self.ast.node(id) {
            Node::Integer(value) => Some(value),
            _ => None,
        };
        // Of a number the player wins whose it is.
        let wins = |number: i64| if player == Player::Left { number > 0 } else { number < 0 };
        match self.ast.node(id) {
            node @ (Node::Game(..) | Node::ImpartialGame(_)) => {
                let options = match node {
                    Node::Game(left, _) if player == Player::Left => left,
                    Node::Game(_, options) | Node::ImpartialGame(options) => options,
                    _ => unreachable!("these are the braces with options"),
                };
                let found = self.new_label();
                let lost = Each::Lost { by: player.opponent(), found };
                self.found_among(options, lost, (found, true), span, tasks);
            }
            Node::If(condition, then, otherwise) => {
                let (no, end) = (self.new_label(), self.new_label());
                tasks.extend([
                    Task::Place(end),
                    Task::Wins(otherwise, player),
                    Task::Place(no),
                    Task::Emit(Op::Jump(end), span),
                    Task::Wins(then, player),
                    Task::Condition(condition, no),
                ]);
            }
            Node::Call(name, arguments) if let Some(winners) = self.winners.get(&name) => {
                let winner = winners[player as usize];
                let before = self.stand_in.replace((name, winner));
                let done = self.call(name, arguments, span, tasks);
                self.stand_in = before;
                done?;
            }
            Node::Integer(value) => self.emit(Op::Truth(wins(value)), span),
            Node::Prefix(Prefix::Negate, of) if let Some(value) = integer(of) => {
                self.emit(Op::Truth(wins(-value)), span);
            }
            // Of a nimber whoever begins wins, unless it is 0.
            Node::Nimber(of)
                if let Some(value) = integer(of)
                    && value >= 0 =>
            {
                self.emit(Op::Truth(value != 0), span);
            }
            _ => self.untold = true,
        }
        Ok(())
    }
}
