//! Positions: what the user typed, which values forget.
//!
//! A position is a sum of components: calls of functions, games written in
//! braces, and literals, each with a count (negative for a component that is
//! subtracted). Its moves are those that the rules of the game give, as they
//! are written there, with names and numbers evaluated: from `Kayles(4)` to
//! `Kayles(1)+Kayles(1)`.

mod argument;
mod change;
mod definitions;
mod game_position;
mod loopy;
mod played;
mod rules;
mod scored;
mod searched;
mod why;

use std::sync::Arc;

use cg_core::{Error as GameError, Game, Player};
use dashu_int::IBig;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ast::{Node, Symbol};
use crate::builtin::MoveTo;
use crate::context::atom;
use crate::error::{Error, RunError};
use crate::machine::{Machine, Opened};
use crate::source::{Source, Span};
use crate::sum::{Component, Expression, Term, Terms};
use crate::value::Value;

pub(crate) use argument::{call_with, of_position, of_positions, verdict};
pub use change::Change;
pub use definitions::{AskedTerm, Definitions, Host, Part as DefinedPart, PartKind, SumOfParts};
pub use game_position::{GamePosition, PositionArgument, PositionMove, PositionPart};
pub use loopy::LoopyMoves;
pub(crate) use loopy::loopy_moves;
pub use played::WinningMoves;
pub(crate) use played::{position, winning_moves};
pub use rules::Rules;
pub(crate) use rules::misere;
pub(crate) use scored::scored;
pub(crate) use searched::searched;
pub use why::{Explanation, cut};
pub(crate) use why::{Question, explanation, explanation_of_last};

/// The most components of a position, and the most moves of a component, that are listed.
pub(crate) const MOST_LISTED: usize = 20_000;

/// The most moves of a position that are looked for among those that its clauses write.
const MOST_COMPARED: usize = 500;

/// The change of a component by a move. `None` where the change does not determine the move.
fn change(made: &MoveTo<Terms>, component: &Component) -> Option<Change> {
    match &made.name {
        Some(name) => Some(Change::Told(name.clone())),
        None => Change::between(component, &made.after),
    }
}

/// Why a position has no answer: an error that has a place, or one that is shown at
/// the place of the query.
enum Failure {
    Located(Error),
    Here(RunError),
    /// The value of a part goes on for ever, and a game that ends is needed.
    GoesOn(RunError),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Failure::Here(error)
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        Failure::Here(error.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Located(error)
    }
}

impl Failure {
    fn too_many(what: &str) -> Self {
        let message = format!("there are more than {MOST_LISTED} {what}");
        Failure::Here(RunError::Refused { function: "??".into(), message })
    }

    /// The error, at `span` unless it has its own place.
    fn located(self, source: &Source, span: Span) -> Error {
        match self {
            Failure::Located(error) => error,
            Failure::Here(error) | Failure::GoesOn(error) => Error::new(error, source, span),
        }
    }
}

impl From<Failure> for RunError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Here(error) | Failure::GoesOn(error) => error,
            Failure::Located(error) => error.into(),
        }
    }
}

type Found<T> = Result<T, Failure>;

/// Works with positions.
struct Positions<'m> {
    machine: &'m mut Machine,
}

impl<'m> Positions<'m> {
    fn new(machine: &'m mut Machine) -> Self {
        Positions { machine }
    }
}

/// The rules of the functions of a session.
pub(crate) fn rules_of(machine: &mut Machine) -> Rules<'_> {
    Rules::new(Positions::new(machine))
}

// From an expression to the components of a position.

impl Positions<'_> {
    /// The components of the sum that an expression writes.
    fn components(&mut self, expression: &Expression) -> Found<Terms> {
        let value = self.written(expression, None)?;
        self.components_of(value)
    }

    /// The components of a value: of a position, those that were written.
    fn components_of(&mut self, value: Value) -> Found<Terms> {
        match value {
            Value::Position(sum) => match sum.value.get() {
                Some(Err(gone)) => Err(gone.clone().into()),
                _ => Ok(sum.terms.clone()),
            },
            value => Ok(vec![Term::one(Component::Literal(value))]),
        }
    }

    /// The value of an expression, in which what is written as a position is one. The function
    /// `asking` needs its moves.
    fn written(&mut self, expression: &Expression, asking: Option<u32>) -> Found<Value> {
        let Expression { tree, node, bindings } = expression;
        let names: Vec<Symbol> = bindings.iter().map(|&(name, _)| name).collect();
        let around = &mut self.machine.around();
        let (code, _) =
            crate::compile::position(&tree.source, &tree.ast, *node, &names, asking, around)?;
        let locals: Vec<Value> = bindings.iter().map(|(_, value)| value.clone()).collect();
        let value = self.machine.run(&tree.source, &Arc::new(code), &locals)?;
        if let Some(asking) = asking
            && !self.machine.builtins.get(asking).is_of_values()
        {
            self.machine.check_moves_known(asking, &value)?;
        }
        Ok(value)
    }

    /// The expression of a binding of the session.
    fn global_form(&self, expression: &Expression, name: Symbol) -> Option<Expression> {
        let number = self.machine.global_names.find(expression.tree.ast.name(name))?;
        let form = self.machine.global_forms.get(&number)?;
        Some(Expression::of(&form.source, &form.ast, form.node))
    }
}

// Values of parts of positions.

impl Positions<'_> {
    /// The value of an expression.
    fn evaluate(&mut self, expression: &Expression) -> Found<Value> {
        let Expression { tree, node, bindings } = expression;
        let names: Vec<Symbol> = bindings.iter().map(|&(name, _)| name).collect();
        let around = &mut self.machine.around();
        let (code, _) = crate::compile::expression(&tree.source, &tree.ast, *node, &names, around)?;
        let locals: Vec<Value> = bindings.iter().map(|(_, value)| value.clone()).collect();
        Ok(self.machine.run_valued(&tree.source, &Arc::new(code), &locals)?)
    }

    fn component_game(&mut self, component: &Component) -> Found<Game> {
        let value = self.component_value(component)?;
        let game = self.machine.context().game(&value, "a component of the position");
        game.map_err(|error| match value {
            Value::Loopy(_) => Failure::GoesOn(error),
            _ => Failure::Here(error),
        })
    }

    /// The value of a position.
    fn position_game(&mut self, position: &[Term]) -> Found<Game> {
        let mut sum = Game::ZERO;
        for term in position {
            let game = self.component_game(&term.component)?;
            let copies = self.machine.engine.multiple(&term.count, game)?;
            sum = self.machine.engine.add(sum, copies)?;
        }
        Ok(sum)
    }
}

// The moves of a component, as the rules write them.

impl Positions<'_> {
    /// The moves of `player` in one component, with their names where the rules give some.
    fn named_moves(&mut self, component: &Component, player: Player) -> Found<Vec<MoveTo<Terms>>> {
        let Component::Ruled(number, arguments) = component else {
            let mut moves = self.moves(component, player)?;
            if let Component::Call(function, arguments) = component
                && let Some(whole) = self.moves_of_whole(*function, arguments, player, &moves)?
            {
                moves = whole;
            }
            return Ok(moves.into_iter().map(|after| MoveTo { name: None, after }).collect());
        };
        let builtin = self.machine.builtins.get(*number).clone();
        let moves = builtin.moves().expect("it is a component because it knows its moves");
        let calls = moves(&mut self.machine.context(), arguments, player)?;
        if calls.len() > MOST_LISTED {
            return Err(Failure::too_many("moves"));
        }
        let moved = |MoveTo { after, name }| MoveTo {
            after: vec![Term::one(Component::Ruled(*number, after))],
            name,
        };
        Ok(calls.into_iter().map(moved).collect())
    }

    /// The positions that `player` can move to in one component.
    fn moves(&mut self, component: &Component, player: Player) -> Found<Vec<Terms>> {
        match component {
            Component::Literal(value @ Value::Loopy(_)) => self.options_of_stopper(value, player),
            Component::Literal(value) => {
                let game = self.machine.context().game(value, "a component of the position")?;
                let engine = &mut self.machine.engine;
                // Where the options are infinitely many, asking for them says so.
                if engine.is_short(game) && engine.option_count(game, player)? > MOST_LISTED as u64
                {
                    return Err(Failure::too_many("moves"));
                }
                let options = engine.options(game, player)?;
                let literal = |game| vec![Term::one(Component::Literal(Value::Game(game)))];
                Ok(options.into_iter().map(literal).collect())
            }
            Component::Ruled(..) => {
                let moves = self.named_moves(component, player)?;
                Ok(moves.into_iter().map(|moved| moved.after).collect())
            }
            Component::Call(..) | Component::Braces(_) => {
                self.moves_of_sum(&[Term::one(component.clone())], player)
            }
        }
    }

    /// The moves of a position that falls apart, as its clauses write them: on the whole of it,
    /// so that cells keep their names. `None` where they are not the `moves` in its parts.
    fn moves_of_whole(
        &mut self,
        function: u32,
        arguments: &[Value],
        player: Player,
        moves: &[Terms],
    ) -> Found<Option<Vec<Terms>>> {
        if moves.len() > MOST_COMPARED || self.declared_parts(function, arguments)?.is_none() {
            return Ok(None);
        }
        let itself = Component::Call(function, arguments.to_vec());
        let Opened::Options(whole) = self.machine.open(&itself, player)? else { return Ok(None) };
        let mut left = moves.iter().map(|terms| self.parts_of(terms)).collect::<Found<Vec<_>>>()?;
        for terms in &whole {
            let parts = self.parts_of(terms)?;
            let Some(same) = left.iter().position(|other| *other == parts) else {
                return Ok(None);
            };
            left.swap_remove(same);
        }
        Ok(left.is_empty().then_some(whole))
    }

    /// What a position is the sum of by what definitions declare, and how often.
    fn parts_of(&mut self, terms: &[Term]) -> Found<HashMap<Component, IBig, FxBuildHasher>> {
        let mut parts = HashMap::default();
        let mut waiting = terms.to_vec();
        let mut taken = 0;
        while let Some(Term { count, component }) = waiting.pop() {
            self.machine.engine.check()?;
            taken += 1;
            if taken > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            if let Component::Call(function, arguments) = &component
                && let Some(inner) = self.declared_parts(*function, arguments)?
            {
                waiting.extend(scaled(inner, &count));
                continue;
            }
            *parts.entry(component).or_insert(IBig::ZERO) += count;
        }
        Ok(parts)
    }

    /// The moves of a sum: a move in one of its components, the others as they are.
    fn moves_of_components(&mut self, terms: &[Term], player: Player) -> Found<Vec<Terms>> {
        let mut moves = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            let negative = term.count < IBig::ZERO;
            let sign = if negative { -IBig::ONE } else { IBig::ONE };
            let mover = if negative { player.opponent() } else { player };
            let rest = &term.count - &sign;
            for moved in self.moves(&term.component, mover)? {
                let mut moved = scaled(moved, &sign);
                if !rest.is_zero() {
                    let component = term.component.clone();
                    moved.push(Term { count: rest.clone(), component });
                }
                let mut position = terms.to_vec();
                position.splice(index..=index, moved);
                moves.push(position);
                if moves.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
        }
        Ok(moves)
    }

    /// The moves of a sum: a move in one part of what its components stand for, the others as
    /// they are.
    fn moves_of_sum(&mut self, terms: &[Term], player: Player) -> Found<Vec<Terms>> {
        let parts = self.opened(terms, player)?;
        let mut moves = Vec::new();
        for (index, (part, options)) in parts.iter().enumerate() {
            let sign = if part.count < IBig::ZERO { -IBig::ONE } else { IBig::ONE };
            let rest = &part.count - &sign;
            for option in options {
                let mut position: Terms = parts.iter().map(|(term, _)| term.clone()).collect();
                let mut moved = scaled(option.clone(), &sign);
                if !rest.is_zero() {
                    let component = part.component.clone();
                    moved.push(Term { count: rest.clone(), component });
                }
                position.splice(index..=index, moved);
                moves.push(position);
                if moves.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
        }
        Ok(moves)
    }

    /// What the components of a sum stand for: sums that bodies write and declarations make are
    /// opened in turn. Each part with the options of the player who moves in one copy of it.
    fn opened(&mut self, terms: &[Term], player: Player) -> Found<Vec<(Term, Vec<Terms>)>> {
        let mut opened = Vec::new();
        let mut waiting: Terms = terms.iter().rev().cloned().collect();
        while let Some(term) = waiting.pop() {
            if opened.len() + waiting.len() > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            self.machine.engine.check()?;
            let mover = if term.count < IBig::ZERO { player.opponent() } else { player };
            let inner = match &term.component {
                Component::Literal(_) | Component::Ruled(..) => {
                    let options = self.moves(&term.component, mover)?;
                    opened.push((term, options));
                    continue;
                }
                Component::Call(function, arguments) => {
                    self.declared_parts(*function, arguments)?
                }
                Component::Braces(_) => None,
            };
            let inner = match inner {
                Some(inner) => inner,
                None => match self.machine.open(&term.component, mover)? {
                    Opened::Sum(inner) => inner,
                    Opened::Options(options) => {
                        opened.push((term, options));
                        continue;
                    }
                },
            };
            waiting.extend(scaled(inner, &term.count).into_iter().rev());
        }
        Ok(opened)
    }

    /// The parts into which the definition says that a position falls, unless the
    /// position itself is the only one.
    fn declared_parts(&mut self, function: u32, arguments: &[Value]) -> Found<Option<Terms>> {
        if !self.machine.takes(function, arguments.len()) {
            return Ok(None);
        }
        let declared = self.machine.declared_terms(function, arguments, false)?;
        Ok(declared.map(|declared| declared.terms))
    }
}

/// So many copies of a sum.
fn scaled(terms: Terms, count: &IBig) -> Terms {
    terms.into_iter().map(|term| Term { count: term.count * count, ..term }).collect()
}

// Positions as text.

/// Braces longer than this are shown as their value.
const MOST_BRACES: usize = 240;

impl Positions<'_> {
    /// A position as it would be typed.
    fn position_text(&mut self, position: &[Term]) -> Found<String> {
        if position.is_empty() {
            return Ok("0".into());
        }
        let mut text = String::new();
        for (index, term) in position.iter().enumerate() {
            if index > 0 && term.count > IBig::ZERO {
                text.push('+');
            }
            text += &self.term_text(term, position.len() == 1)?;
        }
        Ok(text)
    }

    /// A component with its count as it stands in a sum, with a minus when it is
    /// subtracted; `alone` when the sum has no other.
    fn term_text(&mut self, term: &Term, alone: bool) -> Found<String> {
        let (sign, count) = match term.count < IBig::ZERO {
            true => ("-", -&term.count),
            false => ("", term.count.clone()),
        };
        let alone = alone && sign.is_empty() && count.is_one();
        let component = self.component_text(&term.component, alone)?;
        Ok(match count.is_one() {
            true => format!("{sign}{component}"),
            false => format!("{sign}{}.{component}", self.machine.context().decimal(&count)?),
        })
    }

    /// A component as it would be typed; in parentheses when it is a sum and
    /// does not stand `alone`.
    fn component_text(&mut self, component: &Component, alone: bool) -> Found<String> {
        match component {
            Component::Call(_, arguments) | Component::Ruled(_, arguments) => {
                let name = self.function_name(component).expect("a call has a function");
                // A function that sees the parts of a call: `impartial(Clobber("xo"))`.
                let (inner, arguments) = match (component, &arguments[..]) {
                    (Component::Ruled(..), [Value::BuiltIn(inner), rest @ ..]) => {
                        (Some(self.machine.builtins.get(*inner).name().to_owned()), rest)
                    }
                    _ => (None, &arguments[..]),
                };
                let mut texts = Vec::new();
                for argument in arguments {
                    texts.push(self.value_text(argument, true)?);
                }
                // A word before a call: `again F(3)`.
                if let (Component::Ruled(..), [Value::Function(_), ..]) = (component, arguments) {
                    let called = texts.remove(0);
                    return Ok(format!("{name} {called}({})", texts.join(", ")));
                }
                let texts = texts.join(", ");
                Ok(match inner {
                    Some(inner) => format!("{name}({inner}({texts}))"),
                    None => format!("{name}({texts})"),
                })
            }
            Component::Literal(value) => self.value_text(value, alone),
            Component::Braces(expression) => self.braces_text(expression, alone),
        }
    }

    /// The name of the function that a component calls.
    fn function_name(&self, component: &Component) -> Option<String> {
        match component {
            Component::Call(function, _) => {
                Some(self.machine.function_names.name(*function).to_owned())
            }
            Component::Ruled(number, _) => {
                Some(self.machine.builtins.get(*number).name().to_owned())
            }
            Component::Braces(_) | Component::Literal(_) => None,
        }
    }

    fn value_text(&mut self, value: &Value, alone: bool) -> Found<String> {
        let mut context = self.machine.context();
        let text = context.print(value)?;
        Ok(if alone { text } else { atom(text) })
    }

    /// Whether the names in braces stand for what is printed as these names: `over`.
    fn says_it_all(&mut self, braces: &Expression) -> Found<bool> {
        for (name, value) in braces.bindings.iter() {
            let name = braces.tree.ast.name(*name);
            let own = match value {
                Value::Position(sum) => match &sum.terms[..] {
                    [Term { component: Component::Ruled(number, _), .. }] => {
                        self.machine.builtins.get(*number).name() == name
                    }
                    _ => false,
                },
                Value::Game(_) | Value::Loopy(_) => self.value_text(value, true)? == name,
                _ => false,
            };
            if !own {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Short braces as they are written; others as their value.
    fn braces_text(&mut self, braces: &Expression, alone: bool) -> Found<String> {
        let ast = &braces.tree.ast;
        if self.says_it_all(braces)? {
            let text = braces.tree.source.slice(ast.span(braces.node));
            // On one line, unless a comment ends its line.
            let text = match text.contains("//") {
                true => text.to_owned(),
                false => text.split_whitespace().collect::<Vec<_>>().join(" "),
            };
            if text.len() <= MOST_BRACES && !text.contains('\n') && text.starts_with(['{', '\'']) {
                return Ok(text);
            }
        }
        let value = match ast.node(braces.node) {
            Node::Game(left, right) | Node::Form(left, right) if left.len() + right.len() == 0 => {
                Value::Integer(0)
            }
            _ => self.evaluate(braces)?,
        };
        self.value_text(&value, alone)
    }
}
