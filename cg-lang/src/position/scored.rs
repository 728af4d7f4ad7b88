//! Positions that points decide: what a [`Scored`] answer is asked of.

use std::sync::Arc;

use super::{Component, Expression, Failure, GamePosition, Positions};
use crate::ast::{Ast, NodeId};
use crate::builtin::{Asked, ScoredPosition};
use crate::error::Error;
use crate::machine::Machine;
use crate::source::Source;

/// The sum that an expression writes and its scores, if points decide it: one of its components is a call of a
/// definition that is marked `scoring`, or of a built-in function of such positions. `None` for other sums.
pub(crate) fn scored(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    asked: Asked,
) -> Result<Option<ScoredPosition>, Error> {
    let Some(scorer) = machine.builtins.scorer() else { return Ok(None) };
    let expression = Expression::of(source, ast, node);
    let terms = match Positions::new(machine).components(&expression) {
        Ok(terms) => terms,
        Err(Failure::Located(error)) if error.is_limit() || error.is_interruption() => {
            return Err(error);
        }
        // The value of the expression says better what is wrong.
        Err(_) => return Ok(None),
    };
    let scores = |component: &Component| match component {
        Component::Call(function, _) => machine.is_scoring(*function),
        Component::Ruled(number, _) => machine.builtins.get(*number).scores(),
        _ => false,
    };
    if !terms.iter().any(|term| scores(&term.component)) {
        return Ok(None);
    }
    let position = GamePosition::new(terms, source.clone(), ast.span(node));
    let scored = scorer(&super::rules_of(machine), &position, asked);
    let scored = scored.map_err(|error| position.located(error.into()));
    Ok(Some(ScoredPosition { position, scored }))
}
