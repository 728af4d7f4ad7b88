//! Sums whose values are too large: what a [`PositionSolver`] is asked.

use std::collections::HashSet;
use std::sync::Arc;

use dashu_int::IBig;

use super::{Component, Expression, Failure, Found, Positions, Term};
use crate::ast::{Ast, NodeId};
use crate::builtin::{Asked, PositionSolver, SumTerm, Summand, Verdict};
use crate::error::{Error, RunError};
use crate::machine::Machine;
use crate::source::Source;
use crate::value::Value;

/// A solver, and the sum that it is asked about.
type Question = (Arc<dyn PositionSolver>, Vec<SumTerm>);

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
        Ok(solver.verdict(&mut self.machine.context(), &sum, asked)?)
    }

    /// The sum that an expression writes, when a term of it is a position that the solver of
    /// the session takes. The others are values.
    pub(super) fn searchable(&mut self, expression: &Expression) -> Found<Option<Question>> {
        let Some(solver) = self.machine.builtins.solver() else { return Ok(None) };
        if !self.mentions(&expression.tree.ast, &*solver) {
            return Ok(None);
        }
        match self.terms_for(&*solver, expression) {
            Ok(sum) => Ok(sum.map(|sum| (solver, sum))),
            Err(Failure::Located(error)) if error.is_limit() || error.is_interruption() => {
                Err(error.into())
            }
            Err(Failure::Here(RunError::Game(error))) => Err(error.into()),
            // The value of the expression says better what is wrong.
            Err(_) => Ok(None),
        }
    }

    fn terms_for(
        &mut self,
        solver: &dyn PositionSolver,
        expression: &Expression,
    ) -> Found<Option<Vec<SumTerm>>> {
        let terms = self.summands(expression)?;
        let takes = |positions: &Positions<'_>, component: &Component| {
            matches!(component, Component::Ruled(number, _)
                if solver.takes(positions.machine.builtins.get(*number).name()))
        };
        if !terms.iter().any(|term| takes(self, &term.component)) {
            return Ok(None);
        }
        let mut sum = Vec::with_capacity(terms.len());
        for Term { count, component } in terms {
            let text = self.component_text(&component, true)?;
            let summand = match &component {
                Component::Ruled(number, arguments) if takes(self, &component) => {
                    let function = self.machine.builtins.get(*number).name().to_owned();
                    Summand::Call { function, arguments: arguments.clone() }
                }
                other => match self.component_value(other)? {
                    Value::Loopy(_) => return Ok(None),
                    value => Summand::Value(
                        self.machine.context().game(&value, "a component of the position")?,
                    ),
                },
            };
            sum.push(SumTerm { count, text, summand });
        }
        Ok(Some(sum))
    }

    /// The components of an expression. A call of a function of the program whose body is a
    /// sum stands for that sum.
    fn summands(&mut self, expression: &Expression) -> Found<Vec<Term>> {
        let mut summands = Vec::new();
        for term in self.components(expression)? {
            match &term.component {
                Component::Call(function, arguments) => {
                    let parts = self.opened(*function, arguments)?;
                    summands.extend(
                        parts
                            .into_iter()
                            .map(|part| Term { count: part.term.count * &term.count, ..part.term }),
                    );
                }
                _ => summands.push(term),
            }
        }
        summands.retain(|term| term.count != IBig::ZERO);
        Ok(summands)
    }

    /// Whether a name that occurs, or one in what such names stand for, is that of a function
    /// that the solver takes.
    fn mentions(&self, ast: &Arc<Ast>, solver: &dyn PositionSolver) -> bool {
        let machine = &self.machine;
        let mut seen = HashSet::from([Arc::as_ptr(ast)]);
        let mut waiting = vec![Arc::clone(ast)];
        while let Some(ast) = waiting.pop() {
            for name in ast.names() {
                if machine.builtins.find(name).is_some() && solver.takes(name) {
                    return true;
                }
                let form = machine.global_names.find(name);
                let form = form.and_then(|number| machine.global_forms.get(&number));
                let function = machine.function_names.find(name);
                let function = function.and_then(|number| machine.functions.get(number as usize));
                let defined = function.and_then(|function| function.defined.as_ref());
                let asts = [form.map(|form| &form.ast), defined.map(|defined| &defined.ast)];
                for ast in asts.into_iter().flatten() {
                    if seen.insert(Arc::as_ptr(ast)) {
                        waiting.push(Arc::clone(ast));
                    }
                }
            }
        }
        false
    }
}
