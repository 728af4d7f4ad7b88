//! Sums whose values are too large: what a [`PositionSolver`] is asked.

use std::sync::Arc;

use cg_core::{Outcome, Player};

use super::definitions::Part;
use super::{
    AskedTerm, Component, Expression, Failure, Found, GamePosition, Host, Positions, Term,
};
use crate::ast::{Ast, NodeId};
use crate::builtin::{Asked, Figure, Figured, PositionSolver, Verdict};
use crate::context::RunResult;
use crate::error::{Error, RunError};
use crate::machine::Machine;
use crate::source::Source;
use crate::value::Value;

/// A solver, and the sum that it is asked about.
type Question = (Arc<dyn PositionSolver>, Vec<AskedTerm>);

/// Who wins the sum that an expression writes, when a solver of positions says so; `None`
/// when its value tells.
pub(crate) fn searched(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    asked: Asked,
) -> Result<Option<Verdict>, Error> {
    let expression = Expression::of(source, ast, node);
    let found = Positions::new(machine).verdict_by_search(&expression, asked);
    found.map_err(|failure| failure.located(source, ast.span(node)))
}

impl Positions<'_> {
    fn verdict_by_search(
        &mut self,
        expression: &Expression,
        asked: Asked,
    ) -> Found<Option<Verdict>> {
        let Some((solver, sum)) = self.searchable(expression)? else { return Ok(None) };
        Ok(solver.verdict(&mut Host { machine: self.machine }, &sum, asked)?)
    }

    /// The sum that an expression writes, when it is one of positions that the solver of the
    /// session takes, or of several values.
    pub(super) fn searchable(&mut self, expression: &Expression) -> Found<Option<Question>> {
        let Some(solver) = self.machine.builtins.solver() else { return Ok(None) };
        let found = self.components(expression).and_then(|terms| self.asked(&*solver, &terms));
        match found {
            Ok(sum) => Ok(sum.map(|sum| (solver, sum))),
            Err(Failure::Located(error)) if error.is_limit() || error.is_interruption() => {
                Err(error.into())
            }
            Err(Failure::Here(RunError::Game(error))) => Err(error.into()),
            // The value of the expression says better what is wrong.
            Err(_) => Ok(None),
        }
    }

    /// A sum for the solver. Braces are values there. `None` where it takes no term, and for
    /// positions that come back.
    pub(super) fn asked(
        &mut self,
        solver: &dyn PositionSolver,
        terms: &[Term],
    ) -> Found<Option<Vec<AskedTerm>>> {
        let asked = self.asked_of_all(solver, terms)?;
        Ok(asked.filter(|(_, taken)| *taken).map(|(sum, _)| sum))
    }

    /// The same, with whether a term is taken, or there are several.
    fn asked_of_all(
        &mut self,
        solver: &dyn PositionSolver,
        terms: &[Term],
    ) -> Found<Option<(Vec<AskedTerm>, bool)>> {
        let mut taken = terms.len() > 1;
        let mut sum = Vec::with_capacity(terms.len());
        for Term { count, component } in terms.iter().filter(|term| !term.count.is_zero()) {
            let text = self.component_text(component, true)?;
            let component = match component {
                Component::Call(function, arguments)
                    if self.machine.takes(*function, arguments.len())
                        && !self.machine.calls_loopy(*function) =>
                {
                    taken = true;
                    component.clone()
                }
                Component::Ruled(number, _)
                    if solver.takes(self.machine.builtins.get(*number).name()) =>
                {
                    taken = true;
                    component.clone()
                }
                other => match self.component_value(other)? {
                    Value::Loopy(_) => return Ok(None),
                    value => {
                        let game =
                            self.machine.context().game(&value, "a component of the position")?;
                        Component::Literal(Value::Game(game))
                    }
                },
            };
            sum.push(AskedTerm::new(count.clone(), text, component));
        }
        Ok(Some((sum, taken)))
    }
}

impl Host<'_> {
    /// A position as the solver of the session is asked about it; `None` when it goes on for
    /// ever. Each term comes with the component that it is in misère play, where braces and
    /// values keep their moves.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn asked(&mut self, position: &GamePosition) -> RunResult<Option<Vec<(AskedTerm, Part)>>> {
        let Some(solver) = self.machine.builtins.solver() else { return Ok(None) };
        let terms: Vec<Term> =
            position.terms.iter().filter(|term| !term.count.is_zero()).cloned().collect();
        let asked = Positions::new(self.machine).asked_of_all(&*solver, &terms);
        let Some((asked, _)) = asked.map_err(without_place)? else { return Ok(None) };
        let parts = terms.into_iter().map(|term| Part::new(term.component));
        Ok(Some(asked.into_iter().zip(parts).collect()))
    }
}

impl Machine {
    /// Who wins a sum, as the solver of the session says it.
    pub(crate) fn searched_outcome(&mut self, terms: &[Term]) -> RunResult<Option<Outcome>> {
        let verdict =
            self.of_solver(terms, |solver, host, sum| solver.verdict(host, sum, Asked::Outcome))?;
        Ok(verdict.map(|verdict| verdict.outcome))
    }

    /// Who wins a sum when `first` moves first, as the solver of the session says it.
    pub(crate) fn searched_winner(
        &mut self,
        terms: &[Term],
        first: Player,
    ) -> RunResult<Option<Player>> {
        self.of_solver(terms, |solver, host, sum| solver.winner(host, sum, first))
    }

    /// A figure of a sum, as the solver of the session says it.
    pub(crate) fn searched_figure(
        &mut self,
        terms: &[Term],
        asked: Figure,
    ) -> RunResult<Option<Figured>> {
        self.of_solver(terms, |solver, host, sum| solver.figure(host, sum, asked))
    }

    /// How a figure of a sum is come by, as the solver of the session says it.
    pub(crate) fn searched_figure_reasons(
        &mut self,
        terms: &[Term],
        asked: Figure,
    ) -> RunResult<Option<Vec<String>>> {
        self.of_solver(terms, |solver, host, sum| solver.figure_reasons(host, sum, asked))
    }

    /// What the solver of the session answers about a sum that it takes.
    fn of_solver<T>(
        &mut self,
        terms: &[Term],
        ask: impl FnOnce(&dyn PositionSolver, &mut Host<'_>, &[AskedTerm]) -> RunResult<Option<T>>,
    ) -> RunResult<Option<T>> {
        let Some(solver) = self.builtins.solver() else { return Ok(None) };
        let asked = Positions::new(self).asked(&*solver, terms).map_err(without_place)?;
        let Some(sum) = asked else { return Ok(None) };
        ask(&*solver, &mut Host { machine: self }, &sum)
    }

    /// Who wins a sum in misère play, as the solver of the session says it: there braces and
    /// values keep their moves.
    pub(crate) fn searched_misere(&mut self, terms: &[Term]) -> RunResult<Option<Outcome>> {
        let Some(solver) = self.builtins.solver() else { return Ok(None) };
        let mut sum = Vec::with_capacity(terms.len());
        for Term { count, component } in terms.iter().filter(|term| !term.count.is_zero()) {
            if let Component::Call(function, arguments) = component
                && (self.calls_loopy(*function) || !self.takes(*function, arguments.len()))
            {
                return Ok(None);
            }
            sum.push(AskedTerm::new(count.clone(), String::new(), component.clone()));
        }
        solver.misere(&mut Host { machine: self }, &sum)
    }
}

fn without_place(failure: Failure) -> RunError {
    match failure {
        Failure::Here(error) | Failure::GoesOn(error) => error,
        Failure::Located(error) => match error.kind() {
            crate::ErrorKind::Run(error) => error.clone(),
            other => RunError::Refused { function: "position".into(), message: other.to_string() },
        },
    }
}
