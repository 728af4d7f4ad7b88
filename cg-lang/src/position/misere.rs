//! Misere play of impartial games, by search.
//!
//! Under misere play who cannot move wins. Values do not tell the outcome of
//! sums then, so positions are searched: a position is the multiset of its
//! components, remembered once it is decided.

use std::collections::BTreeSet;
use std::sync::Arc;

use cg_core::{Outcome, Player};
use dashu_int::IBig;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Bindings, Component, Expression, Failure, Found, Position, Positions, Tree};
use crate::ast::Symbol;
use crate::compile::FormOf;
use crate::context::Run;
use crate::error::ErrorKind;
use crate::error::RunError;
use crate::machine::Machine;
use crate::value::Value;

/// A position by the numbers of its components, sorted.
type Heaps = Vec<u32>;

/// The most components of a position: more cannot be searched anyway.
const MOST_COMPONENTS: usize = 1000;

impl Machine {
    /// The misere outcome of a position.
    pub(crate) fn misere(&mut self, form: &FormOf, locals: Vec<(Symbol, Value)>) -> Run<Value> {
        let source = self.current_source();
        let tree = Tree { ast: Arc::clone(&form.ast), source };
        let expression = Expression { tree, node: form.node, bindings: Bindings::new(locals) };
        let mut search = Search {
            positions: Positions::new(self),
            numbers: HashMap::default(),
            components: Vec::new(),
            moves: Vec::new(),
            decided: HashMap::default(),
        };
        let outcome = search.outcome(&expression).map_err(|failure| match failure {
            Failure::Here(error) => error,
            Failure::Located(error) => match error.kind() {
                ErrorKind::Run(error) => error.clone(),
                other => {
                    RunError::Refused { function: "misere".into(), message: other.to_string() }
                }
            },
        })?;
        Ok(self.context().bare_text(outcome.to_string()))
    }
}

struct Search<'m> {
    positions: Positions<'m>,
    numbers: HashMap<Component, u32, FxBuildHasher>,
    components: Vec<Component>,
    /// The moves of each component, once they are needed.
    moves: Vec<Option<Arc<Vec<Heaps>>>>,
    /// Whether the first player wins.
    decided: HashMap<Heaps, bool, FxBuildHasher>,
}

impl Search<'_> {
    fn outcome(&mut self, expression: &Expression) -> Found<Outcome> {
        let position = self.positions.components(expression)?;
        let start = self.heaps(position)?;
        let mut waiting = vec![start.clone()];
        while let Some(position) = waiting.last() {
            let position = position.clone();
            self.positions.machine.engine.check()?;
            if self.decided.contains_key(&position) {
                waiting.pop();
                continue;
            }
            match self.decide(&position)? {
                Ok(wins) => {
                    self.decided.insert(position, wins);
                    waiting.pop();
                }
                Err(first) => waiting.push(first),
            }
        }
        let wins = self.decided.get(&start).copied().unwrap_or(true);
        Ok(if wins { Outcome::Next } else { Outcome::Previous })
    }

    /// Whether the first player wins, or a position that must be decided first.
    fn decide(&mut self, position: &Heaps) -> Found<Result<bool, Heaps>> {
        let mut unknown = None;
        let mut can_move = false;
        for (index, &component) in position.iter().enumerate() {
            if index > 0 && position[index - 1] == component {
                continue;
            }
            for moved in self.moves_of(component)?.iter() {
                can_move = true;
                let mut after = position.clone();
                after.remove(index);
                after.extend(moved);
                after.sort_unstable();
                match self.decided.get(&after) {
                    Some(false) => return Ok(Ok(true)),
                    Some(true) => {}
                    None => unknown = Some(after),
                }
            }
        }
        // Who cannot move wins.
        Ok(unknown.map_or(Ok(!can_move), Err))
    }

    /// The components of a position by number, those without moves left out.
    fn heaps(&mut self, position: Position) -> Found<Heaps> {
        let mut heaps = Heaps::new();
        for term in position {
            let copies = if term.count < IBig::ZERO { -term.count } else { term.count };
            let number = self.number(term.component);
            if self.moves_of_is_empty(number)? {
                continue;
            }
            let copies = usize::try_from(&copies).unwrap_or(usize::MAX);
            if copies.saturating_add(heaps.len()) > MOST_COMPONENTS {
                return Err(self
                    .positions
                    .refuse("misere", "the position has too many components"));
            }
            heaps.extend(std::iter::repeat_n(number, copies));
        }
        heaps.sort_unstable();
        Ok(heaps)
    }

    fn number(&mut self, component: Component) -> u32 {
        if let Some(&number) = self.numbers.get(&component) {
            return number;
        }
        let number = u32::try_from(self.components.len()).unwrap_or(u32::MAX);
        self.components.push(component.clone());
        self.moves.push(None);
        self.numbers.insert(component, number);
        number
    }

    fn moves_of_is_empty(&mut self, number: u32) -> Found<bool> {
        let component = self.components[number as usize].clone();
        let left = self.positions.moves(&component, Player::Left)?;
        let right = self.positions.moves(&component, Player::Right)?;
        Ok(left.is_empty() && right.is_empty())
    }

    /// The moves of a component, the same for both players.
    fn moves_of(&mut self, number: u32) -> Found<Arc<Vec<Heaps>>> {
        if let Some(moves) = &self.moves[number as usize] {
            return Ok(Arc::clone(moves));
        }
        let component = self.components[number as usize].clone();
        let mut sides = Vec::new();
        for player in Player::BOTH {
            let mut side = BTreeSet::new();
            for moved in self.positions.moves(&component, player)? {
                side.insert(self.heaps(moved)?);
            }
            sides.push(side);
        }
        if sides[0] != sides[1] {
            let text = self.positions.component_text(&component, true)?;
            let message = format!("{text} is not impartial: its players have different moves");
            return Err(self.positions.refuse("misere", message));
        }
        let moves = Arc::new(sides.swap_remove(0).into_iter().collect::<Vec<_>>());
        self.moves[number as usize] = Some(Arc::clone(&moves));
        Ok(moves)
    }
}
