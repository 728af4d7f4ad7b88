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

use super::{
    Bindings, Component, Expression, Failure, Found, GamePosition, Position, Positions, Tree,
};
use crate::ast::Symbol;
use crate::compile::FormOf;
use crate::context::Run;
use crate::error::{Error, ErrorKind, RunError};
use crate::machine::Machine;
use crate::value::Value;

/// A position by the numbers of its components, sorted.
type Heaps = Vec<u32>;

/// The most components of a position: more cannot be searched anyway.
const MOST_COMPONENTS: usize = 1000;

/// `misere(G)`: who wins the position that was typed, as a text.
pub(crate) fn misere(
    machine: &mut Machine,
    form: &FormOf,
    locals: Vec<(Symbol, Value)>,
) -> Run<Value> {
    let source = machine.current_source();
    let tree = Tree { ast: Arc::clone(&form.ast), source };
    let expression = Expression { tree, node: form.node, bindings: Bindings::new(locals) };
    let mut memo = MisereMemo::default();
    let mut search = Search { positions: Positions::new(machine), memo: &mut memo };
    let outcome = search.outcome_of(&expression).map_err(|failure| match failure {
        Failure::Here(error) => error,
        Failure::Located(error) => match error.kind() {
            ErrorKind::Run(error) => error.clone(),
            other => RunError::Refused { function: "misere".into(), message: other.to_string() },
        },
    })?;
    Ok(machine.context().bare_text(outcome.to_string()))
}

impl Machine {
    /// The misere outcome of a position that is played.
    pub(crate) fn misere_outcome(
        &mut self,
        position: &GamePosition,
        memo: &mut MisereMemo,
    ) -> Result<Outcome, Error> {
        let mut search = Search { positions: Positions::new(self), memo };
        search.outcome(position.terms.to_vec()).map_err(|failure| position.located(failure))
    }

    /// Whether both players have the same moves in everything that the position can
    /// become. `None` when that takes a look at more than `most` moves.
    pub(crate) fn is_impartial(
        &mut self,
        position: &GamePosition,
        memo: &mut MisereMemo,
        most: usize,
    ) -> Result<Option<bool>, Error> {
        let mut search = Search { positions: Positions::new(self), memo };
        search
            .is_impartial(position.terms.to_vec(), most)
            .map_err(|failure| position.located(failure))
    }
}

/// What a misere search remembers of components and positions. It holds as long
/// as no function of the session is defined anew.
#[derive(Debug, Default)]
pub struct MisereMemo {
    numbers: HashMap<Component, u32, FxBuildHasher>,
    components: Vec<Component>,
    /// The moves of each component, once they are needed.
    moves: Vec<Option<Arc<Vec<Heaps>>>>,
    /// Whether neither player has a move in a component.
    stuck: HashMap<u32, bool, FxBuildHasher>,
    /// Whether the first player wins.
    decided: HashMap<Heaps, bool, FxBuildHasher>,
    /// About how many bytes `decided` takes.
    bytes: usize,
}

impl MisereMemo {
    fn decide(&mut self, position: Heaps, wins: bool) {
        // The vector's words, and the entry with its share of empty places.
        self.bytes += 4 * position.len() + 64;
        self.decided.insert(position, wins);
    }
}

/// Positions that are decided between two looks at the memory.
const POSITIONS_PER_LOOK: usize = 1 << 10;

struct Search<'m, 's> {
    positions: Positions<'m>,
    memo: &'s mut MisereMemo,
}

impl Search<'_, '_> {
    fn outcome_of(&mut self, expression: &Expression) -> Found<Outcome> {
        let position = self.positions.components(expression)?;
        self.outcome(position)
    }

    fn is_impartial(&mut self, position: Position, most: usize) -> Found<Option<bool>> {
        let mut waiting: Vec<u32> =
            self.counted(position).into_iter().map(|(number, _)| number).collect();
        let mut seen = BTreeSet::new();
        let mut looked_at = 0;
        while let Some(number) = waiting.pop() {
            if !seen.insert(number) {
                continue;
            }
            if looked_at > most {
                return Ok(None);
            }
            self.positions.machine.engine.check()?;
            let component = self.memo.components[number as usize].clone();
            let mut sides = [BTreeSet::new(), BTreeSet::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let moves = self.positions.moves(&component, player)?;
                side.extend(moves.into_iter().map(|moved| self.counted(moved)));
            }
            let [left, right] = sides;
            if left != right {
                return Ok(Some(false));
            }
            looked_at += left.len();
            waiting.extend(left.into_iter().flatten().map(|(number, _)| number));
        }
        Ok(Some(true))
    }

    /// The components of a position by number, with their number of copies.
    fn counted(&mut self, position: Position) -> Vec<(u32, IBig)> {
        let mut counted: Vec<(u32, IBig)> = Vec::new();
        for term in position {
            let copies = if term.count < IBig::ZERO { -term.count } else { term.count };
            counted.push((self.number(term.component), copies));
        }
        counted.sort();
        counted
    }

    fn outcome(&mut self, position: Position) -> Found<Outcome> {
        let start = self.heaps(position)?;
        let mut waiting = vec![start.clone()];
        while let Some(position) = waiting.last() {
            let position = position.clone();
            self.positions.machine.engine.check()?;
            if self.memo.decided.contains_key(&position) {
                waiting.pop();
                continue;
            }
            match self.decide(&position)? {
                Ok(wins) => {
                    self.memo.decide(position, wins);
                    if self.memo.decided.len().is_multiple_of(POSITIONS_PER_LOOK) {
                        self.positions.machine.engine.look(self.memo.bytes)?;
                    }
                    waiting.pop();
                }
                Err(first) => waiting.push(first),
            }
        }
        let wins = self.memo.decided.get(&start).copied().unwrap_or(true);
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
                match self.memo.decided.get(&after) {
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
        let memo = &mut *self.memo;
        if let Some(&number) = memo.numbers.get(&component) {
            return number;
        }
        let number = u32::try_from(memo.components.len())
            .expect("fewer than 2^32 components fit into memory");
        memo.components.push(component.clone());
        memo.moves.push(None);
        memo.numbers.insert(component, number);
        number
    }

    fn moves_of_is_empty(&mut self, number: u32) -> Found<bool> {
        if let Some(&stuck) = self.memo.stuck.get(&number) {
            return Ok(stuck);
        }
        let component = self.memo.components[number as usize].clone();
        let left = self.positions.moves(&component, Player::Left)?;
        let right = self.positions.moves(&component, Player::Right)?;
        let stuck = left.is_empty() && right.is_empty();
        self.memo.stuck.insert(number, stuck);
        Ok(stuck)
    }

    /// Left's and Right's moves of a component.
    fn sides(&mut self, number: u32) -> Found<[BTreeSet<Heaps>; 2]> {
        let component = self.memo.components[number as usize].clone();
        let mut sides = [BTreeSet::new(), BTreeSet::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for moved in self.positions.moves(&component, player)? {
                side.insert(self.heaps(moved)?);
            }
        }
        Ok(sides)
    }

    /// The moves of a component, the same for both players.
    fn moves_of(&mut self, number: u32) -> Found<Arc<Vec<Heaps>>> {
        if let Some(moves) = &self.memo.moves[number as usize] {
            return Ok(Arc::clone(moves));
        }
        let [left, right] = self.sides(number)?;
        if left != right {
            let component = self.memo.components[number as usize].clone();
            let text = self.positions.component_text(&component, true)?;
            let message = format!("{text} is not impartial: its players have different moves");
            return Err(self.positions.refuse("misere", message));
        }
        let moves = Arc::new(left.into_iter().collect::<Vec<_>>());
        self.memo.moves[number as usize] = Some(Arc::clone(&moves));
        Ok(moves)
    }
}
