//! Positions that are played: read, stepped by a move, and written as the rules
//! write them.

use std::collections::HashSet;
use std::sync::Arc;

use cg_core::{Game, Outcome, Player};
use dashu_int::IBig;

use super::{
    Component, Expression, Failure, Found, GamePosition, MOST_LISTED, PositionMove, PositionPart,
    Positions, Term, change,
};
use crate::ast::{Ast, NodeId};
use crate::error::Error;
use crate::machine::Machine;
use crate::source::Source;
use crate::value::Value;

/// The position that an expression writes; its value must be a game, which may be loopy.
pub(crate) fn position(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
) -> Result<GamePosition, Error> {
    let expression = Expression::of(source, ast, node);
    let span = ast.span(node);
    let mut positions = Positions::new(machine);
    let terms = positions.components(&expression).and_then(|terms| {
        if !positions.is_sound(&terms)? {
            let value = positions.evaluate(&expression)?;
            if !matches!(value, Value::Loopy(_)) {
                positions.machine.context().game(&value, "the position")?;
            }
        }
        Ok(terms)
    });
    match terms {
        Ok(terms) => Ok(GamePosition::new(terms, source.clone(), span)),
        Err(failure) => Err(failure.located(source, span)),
    }
}

impl Positions<'_> {
    /// Whether all components are positions whose values are not needed: a solver says who
    /// wins them. Their own moves are looked at, so that what does not read is an error.
    fn is_sound(&mut self, terms: &[Term]) -> Found<bool> {
        if self.machine.builtins.solver().is_none() || self.comes_back_as_typed(terms) {
            return Ok(false);
        }
        for term in terms {
            match &term.component {
                Component::Call(function, arguments) => {
                    if !self.machine.takes(*function, arguments.len()) {
                        return Ok(false);
                    }
                    self.machine.open(&term.component, Player::Left)?;
                }
                Component::Ruled(number, arguments) => {
                    let builtin = self.machine.builtins.get(*number).clone();
                    let moves = builtin.moves().expect("it is a component for its moves");
                    moves(&mut self.machine.context(), arguments, Player::Left)?;
                }
                Component::Literal(value) if value.is_game() => {}
                Component::Literal(_) | Component::Braces(_) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Who wins a position when `first` moves first, in a game that ends.
    pub(super) fn winner(&mut self, position: &[Term], first: Player) -> Found<Player> {
        if let Some(winner) = self.machine.searched_winner(position, first)? {
            return Ok(winner);
        }
        let game = self.position_game(position)?;
        let outcome = self.machine.engine.outcome(game)?;
        Ok(if outcome.won_by_first(first) { first } else { first.opponent() })
    }

    /// The components of a position, in order.
    pub(super) fn parts(&mut self, position: &[Term]) -> Found<Vec<PositionPart>> {
        let part = |term: &Term| {
            let text = self.component_text(&term.component, true)?;
            let written = self.term_text(term, position.len() == 1)?;
            let call = match &term.component {
                Component::Call(_, arguments) | Component::Ruled(_, arguments) => {
                    let name = self.function_name(&term.component);
                    name.map(|name| (name, arguments.clone()))
                }
                Component::Braces(_) | Component::Literal(_) => None,
            };
            let drawing = match &term.component {
                Component::Ruled(number, arguments) => {
                    self.machine.builtins.get(*number).drawing(arguments)
                }
                Component::Call(..) | Component::Braces(_) | Component::Literal(_) => None,
            };
            Ok(PositionPart { count: term.count.clone(), text, written, call, drawing })
        };
        position.iter().map(part).collect()
    }

    /// Whether a component may go on for ever, by what is typed: a value, or rules that say so.
    pub(super) fn comes_back_as_typed(&self, terms: &[Term]) -> bool {
        terms.iter().any(|term| match &term.component {
            Component::Call(function, _) => self.machine.calls_loopy(*function),
            Component::Ruled(number, _) => self.machine.builtins.get(*number).comes_back(),
            Component::Literal(value) => matches!(value, Value::Loopy(_)),
            Component::Braces(_) => false,
        })
    }

    pub(super) fn played_moves(
        &mut self,
        position: &GamePosition,
        player: Player,
    ) -> Found<Vec<PositionMove>> {
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        for (place, term) in position.terms.iter().enumerate() {
            let negative = term.count < IBig::ZERO;
            let mover = if negative { player.opponent() } else { player };
            let sign = if negative { -IBig::ONE } else { IBig::ONE };
            let component = self.component_text(&term.component, !negative)?;
            let component = if negative { format!("-{component}") } else { component };
            for moved in self.named_moves(&term.component, mover)? {
                let becomes = self.becomes_text(&moved.after, negative)?;
                let change = change(&moved, &term.component);
                if !seen.insert((component.clone(), becomes.clone())) {
                    continue;
                }
                let rest = Term { count: &term.count - &sign, component: term.component.clone() };
                let moved = moved
                    .after
                    .into_iter()
                    .map(|part| Term { count: part.count * &sign, component: part.component });
                let mut after = position.terms.to_vec();
                after.splice(place..=place, [rest].into_iter().chain(moved));
                after.retain(|term| !term.count.is_zero() && !term.component.is_zero());
                let after = position.with(after);
                let component = component.clone();
                moves.push(PositionMove { component, becomes, values: None, change, after });
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
        match self {
            Component::Literal(Value::Integer(n)) => *n == 0,
            Component::Literal(Value::Game(game)) => *game == Game::ZERO,
            _ => false,
        }
    }
}

// `??`: who wins a position, and every winning first move.

/// The answer of `??`. In a game that may go on for ever, a player without a winning move has the moves
/// that draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves<V = Game, O = Outcome> {
    /// The value of the position.
    pub value: V,
    /// Who wins.
    pub outcome: O,
    /// How many components the position has.
    pub components: usize,
    /// Left's winning first moves.
    pub left: Vec<PositionMove<V>>,
    /// Right's winning first moves.
    pub right: Vec<PositionMove<V>>,
    /// Components with too many moves to list: theirs are missing above.
    pub unlisted: Vec<String>,
}

impl<V, O> WinningMoves<V, O> {
    /// An answer without moves so far.
    pub(super) fn new(value: V, outcome: O, components: usize) -> Self {
        let (left, right, unlisted) = (Vec::new(), Vec::new(), Vec::new());
        WinningMoves { value, outcome, components, left, right, unlisted }
    }

    /// The winning moves of a player.
    pub fn of(&self, player: Player) -> &[PositionMove<V>] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// Answers `??` for an expression whose value ends; `None` when a move leads to a game that
/// goes on for ever.
pub(crate) fn winning_moves(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
) -> Result<Option<WinningMoves>, Error> {
    let expression = Expression::of(source, ast, node);
    match Positions::new(machine).winning_moves(&expression) {
        Ok(moves) => Ok(Some(moves)),
        Err(Failure::GoesOn(_)) => Ok(None),
        Err(failure) => Err(failure.located(source, ast.span(node))),
    }
}

impl Positions<'_> {
    pub(super) fn winning_moves(&mut self, expression: &Expression) -> Found<WinningMoves> {
        let value = self.evaluate(expression)?;
        let value = self.machine.context().game(&value, "the position")?;
        let position = self.components(expression)?;
        let outcome = self.machine.engine.outcome(value)?;
        let mut answer = WinningMoves::new(value, outcome, position.len());
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

    /// Values of a component, or of its negative.
    fn signed(&mut self, values: [Game; 2], negative: bool) -> Found<[Game; 2]> {
        if !negative {
            return Ok(values);
        }
        let [from, to] = values;
        let engine = &mut self.machine.engine;
        Ok([engine.negate(from)?, engine.negate(to)?])
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
            for value in found {
                let option = self.machine.context().game(&value, "an option of a game")?;
                let values = Some(self.signed([game, option], negative)?);
                let becomes = format!(
                    "{sign}{}",
                    self.component_text(&Component::Literal(value), !negative)?
                );
                let component = component.clone();
                let (change, after) = (None, Game::ZERO);
                push(answer, player, PositionMove { component, becomes, values, change, after });
            }
            return Ok(());
        }
        for moved in self.named_moves(&term.component, mover)? {
            let option = self.position_game(&moved.after)?;
            let engine = &mut self.machine.engine;
            let after = if negative {
                engine.subtract(without, option)?
            } else {
                engine.add(without, option)?
            };
            let outcome = engine.outcome(after)?;
            let wins = match player {
                Player::Left => outcome.at_least_zero(),
                Player::Right => outcome.at_most_zero(),
            };
            if wins {
                let becomes = self.becomes_text(&moved.after, negative)?;
                let change = change(&moved, &term.component);
                let values = match term.component {
                    Component::Literal(_) => Some(self.signed([game, option], negative)?),
                    _ => None,
                };
                let component = component.clone();
                push(answer, player, PositionMove { component, becomes, values, change, after });
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

fn push(answer: &mut WinningMoves, player: Player, found: PositionMove<Game>) {
    match player {
        Player::Left => answer.left.push(found),
        Player::Right => answer.right.push(found),
    }
}
