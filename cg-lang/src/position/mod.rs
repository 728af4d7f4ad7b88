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
mod loopy;
mod played;
mod rules;
mod searched;
mod why;

use std::sync::Arc;

use cg_core::{Game, Player};
use dashu_int::IBig;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ast::{Ast, Children, Clause, Fact, Infix, Node, NodeId, Prefix, Symbol};
use crate::builtin::{BuiltIn, CallMove, Special};
use crate::compile::Code;
use crate::context::{atom, wrong_kind};
use crate::error::{Error, ResolveError, RunError};
use crate::machine::{Defined, Machine};
use crate::source::{Source, Span};
use crate::sum::{Bindings, Component, Expression, Term, Terms, Tree};
use crate::value::Value;

pub use argument::PositionArgument;
pub(crate) use argument::{call_with, of_position, of_positions, verdict};
pub use change::Change;
pub use definitions::{AskedTerm, Definitions, Host, Part as DefinedPart, PartKind, SumOfParts};
pub(crate) use loopy::loopy_moves;
pub use loopy::{LoopyMove, LoopyMoves};
pub use played::{GamePosition, PositionMove, PositionPart, WinningMove, WinningMoves};
pub(crate) use played::{position, winning_moves};
pub(crate) use rules::misere;
pub use rules::{MisereMemo, Rules};
pub(crate) use searched::searched;
pub use why::{Explanation, cut};
pub(crate) use why::{Question, explanation, explanation_of_last};

/// The most components of a position, and the most moves of a component, that are listed.
pub(crate) const MOST_LISTED: usize = 20_000;

/// The most moves of a position that are looked for among those that its clauses write.
const MOST_COMPARED: usize = 500;

/// A move in a component.
struct Moved {
    /// What the component becomes.
    terms: Terms,
    /// The move as players write it, where the rules say so.
    name: Option<String>,
}

impl Moved {
    /// What changes in the component, where that says all.
    fn change(&self, component: &Component) -> Option<Change> {
        match &self.name {
            Some(name) => Some(Change::Told(name.clone())),
            None => Change::between(component, &self.terms),
        }
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

impl<E: Into<RunError>> From<E> for Failure {
    fn from(error: E) -> Self {
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

type Found<T> = Result<T, Failure>;

/// Works with positions.
struct Positions<'m> {
    machine: &'m mut Machine,
    /// Compiled parts of trees.
    codes: HashMap<(Tree, NodeId), Arc<Code>, FxBuildHasher>,
    /// For each tree, which nodes are numbers and names only.
    plain: HashMap<Tree, Arc<Vec<bool>>, FxBuildHasher>,
    /// The function that asks, when a value that forgot its moves will not do: an item of a
    /// list.
    asks: Option<String>,
}

impl<'m> Positions<'m> {
    fn new(machine: &'m mut Machine) -> Self {
        Positions { machine, codes: HashMap::default(), plain: HashMap::default(), asks: None }
    }
}

// From an expression to the components of a position.

impl Positions<'_> {
    /// The components of the sum that an expression writes.
    fn components(&mut self, expression: &Expression) -> Found<Terms> {
        let mut position = Terms::new();
        // The last first, so that components come in the order of the text.
        let mut waiting = vec![(expression.clone(), IBig::ONE)];
        while let Some((expression, count)) = waiting.pop() {
            if position.len() + waiting.len() > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            self.machine.engine.check()?;
            if count.is_zero() {
                continue;
            }
            if self.is_plain(&expression) && !self.is_kept_sum(&expression) {
                let value = self.evaluate(&expression)?;
                self.check_moves(&expression, &value)?;
                position.push(Term { count, component: Component::Literal(value) });
                continue;
            }
            let part = |node| expression.part(node);
            match expression.tree.ast.node(expression.node) {
                Node::Infix(Infix::Add, a, b) => {
                    waiting.extend([(part(b), count.clone()), (part(a), count)]);
                }
                Node::Infix(Infix::Subtract, a, b) => {
                    waiting.extend([(part(b), -&count), (part(a), count)]);
                }
                Node::Prefix(Prefix::Negate, a) => waiting.push((part(a), -count)),
                Node::Infix(Infix::Copies, m, g) => {
                    let copies = self.evaluate(&part(m))?;
                    let copies = self.machine.context().integer(&copies, "the number of copies")?;
                    waiting.push((part(g), count * copies));
                }
                Node::If(condition, then, otherwise) => {
                    let chosen = if self.is_true(&part(condition))? { then } else { otherwise };
                    waiting.push((part(chosen), count));
                }
                Node::Game(..) | Node::Form(..) | Node::ImpartialGame(_) => {
                    position.push(Term { count, component: Component::Braces(expression) });
                }
                Node::Call(name, arguments) => {
                    let name = expression.tree.ast.name(name).to_owned();
                    if let Some(call) = self.call(&expression, &name, arguments)? {
                        position.push(Term { count, component: call });
                    } else if let Some(items) = self.summed_items(&expression, &name, arguments)? {
                        waiting.extend(items.into_iter().rev().map(|item| (item, count.clone())));
                    } else {
                        let value = self.evaluate(&expression)?;
                        position.push(Term { count, component: Component::Literal(value) });
                    }
                }
                Node::Name(name) => match self.global_form(&expression, name) {
                    Some(form) => waiting.push((form, count)),
                    None => match self.machine.word(expression.tree.ast.name(name)) {
                        Some(word) => {
                            let component = Component::Ruled(word, vec![]);
                            position.push(Term { count, component });
                        }
                        None => {
                            let value = self.evaluate(&expression)?;
                            self.check_moves(&expression, &value)?;
                            position.push(Term { count, component: Component::Literal(value) });
                        }
                    },
                },
                _ => {
                    let value = self.evaluate(&expression)?;
                    self.check_moves(&expression, &value)?;
                    position.push(Term { count, component: Component::Literal(value) });
                }
            }
        }
        Ok(position)
    }

    /// Whether this is a sum of numbers in an argument of a function to which the sum is not the
    /// number: see [`BuiltIn::that_keeps_sums`].
    fn is_kept_sum(&self, expression: &Expression) -> bool {
        let is_sum = matches!(
            expression.tree.ast.node(expression.node),
            Node::Infix(Infix::Add | Infix::Subtract, ..)
        );
        let asks = self.asks.as_ref().filter(|_| is_sum);
        asks.and_then(|name| self.machine.builtins.find(name))
            .is_some_and(|number| self.machine.builtins.get(number).keeps_sums())
    }

    /// Refuses a value that forgot its moves, where they matter.
    fn check_moves(&self, expression: &Expression, value: &Value) -> Found<()> {
        let from_list =
            matches!(expression.tree.ast.node(expression.node), Node::Name(_) | Node::Index(..));
        let Some(function) = self.asks.clone().filter(|_| from_list) else { return Ok(()) };
        if !value.is_game() {
            return Ok(());
        }
        let message = format!(
            "an item of a list, or an earlier answer, is a value, which forgot its moves: write \
             the position itself, as in `[{function}(F(k)) : k = 1..3]`"
        );
        Err(Failure::Here(RunError::Refused { function, message }))
    }

    /// A call of a function of the program, or of one that knows its moves, with its arguments
    /// evaluated.
    fn call(
        &mut self,
        expression: &Expression,
        name: &str,
        arguments: Children,
    ) -> Found<Option<Component>> {
        let builtin = self.machine.builtins.find(name);
        if builtin.is_some_and(|number| self.machine.builtins.get(number).moves().is_none()) {
            return Ok(None);
        }
        let mut values = Vec::new();
        let ast = Arc::clone(&expression.tree.ast);
        let mut arguments = ast.children(arguments);
        // What a function sees of a call is its function and its arguments.
        if builtin.map(|number| self.machine.builtins.get(number)).is_some_and(BuiltIn::takes_apart)
            && let &[argument] = arguments
            && let Node::Call(inner, of) = ast.node(argument)
            && let Some(inner) = self.machine.builtins.find(ast.name(inner))
        {
            values.push(Value::BuiltIn(inner));
            arguments = ast.children(of);
        } else if let Some(called) = builtin.map(|number| self.machine.builtins.get(number))
            && !called.takes(arguments.len())
        {
            let error = ResolveError::ArgumentCount {
                name: called.name().to_owned(),
                expected: called.expects(),
                found: arguments.len(),
                usage: called.usage().to_owned(),
            };
            let span = ast.span(expression.node);
            return Err(Error::new(error, &expression.tree.source, span).into());
        }
        let is_word = builtin.is_some_and(|number| self.machine.builtins.get(number).is_word());
        for &argument in arguments {
            // A word stands before a call, whose function is not called here.
            if is_word
                && values.is_empty()
                && let Node::Name(name) = ast.node(argument)
                && let Some(number) = self.machine.function_names.find(ast.name(name))
            {
                values.push(Value::Function(number));
                continue;
            }
            let mut value = self.evaluate(&expression.part(argument))?;
            self.machine.context().normalize(&mut value)?;
            values.push(value);
        }
        Ok(Some(match builtin {
            Some(number) => Component::Ruled(number, values),
            None => Component::Call(self.machine.function_names.number(name), values),
        }))
    }

    /// Whether this is the name of the function that adds the games of a list.
    fn is_sum(&self, name: &str) -> bool {
        let builtins = &self.machine.builtins;
        builtins.find(name).is_some_and(|number| builtins.get(number).special() == Special::Sum)
    }

    /// Whether this is the name of the function that applies another to a list.
    fn is_map(&self, name: &str) -> bool {
        let builtins = &self.machine.builtins;
        builtins.find(name).is_some_and(|number| builtins.get(number).special() == Special::Map)
    }

    /// The summands of `sum([...])`, and of `sum(map(x -> ..., list))`.
    fn summed_items(
        &mut self,
        expression: &Expression,
        name: &str,
        arguments: Children,
    ) -> Found<Option<Vec<Expression>>> {
        let ast = Arc::clone(&expression.tree.ast);
        match ast.children(arguments) {
            &[list] if self.is_sum(name) => match ast.node(list) {
                Node::List(items) => Ok(Some(self.items(expression, items)?)),
                Node::Call(over, applied) if self.is_map(ast.name(over)) => {
                    let &[function] = ast.children(applied) else { return Ok(None) };
                    let Node::Function { values, .. } = ast.node(function) else { return Ok(None) };
                    let Node::List(items) = ast.node(values) else { return Ok(None) };
                    Ok(Some(self.items(expression, items)?))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// The expression of a binding of the session.
    fn global_form(&self, expression: &Expression, name: crate::ast::Symbol) -> Option<Expression> {
        let number = self.machine.global_names.find(expression.tree.ast.name(name))?;
        let form = self.machine.global_forms.get(&number)?;
        Some(Expression::of(&form.source, &form.ast, form.node))
    }

    /// The items of a list or of a side of a game, one for each value of their
    /// generators.
    fn items(&mut self, expression: &Expression, items: Children) -> Found<Vec<Expression>> {
        let ast = Arc::clone(&expression.tree.ast);
        let mut listed = Vec::new();
        for &item in ast.children(items) {
            match ast.node(item) {
                Node::Each(element, generators) => {
                    for bindings in self.generate(expression, ast.children(generators))? {
                        listed.push(Expression { node: element, bindings, ..expression.clone() });
                    }
                }
                _ => listed.push(expression.part(item)),
            }
            if listed.len() > MOST_LISTED {
                return Err(Failure::too_many("moves"));
            }
        }
        Ok(listed)
    }

    /// The bindings that the generators run through.
    fn generate(&mut self, expression: &Expression, generators: &[NodeId]) -> Found<Vec<Bindings>> {
        let mut all = vec![Arc::clone(&expression.bindings)];
        for &generator in generators {
            let mut extended = Vec::new();
            for bindings in all {
                let at = |node| Expression {
                    node,
                    bindings: Arc::clone(&bindings),
                    ..expression.clone()
                };
                let with = |name, value| {
                    let mut longer = (*bindings).clone();
                    longer.push((name, value));
                    Arc::new(longer)
                };
                match expression.tree.ast.node(generator) {
                    Node::Filter(condition) => {
                        if self.is_true(&at(condition))? {
                            extended.push(bindings);
                        }
                    }
                    Node::Range(name, from, to) => {
                        let (from, to) = (self.evaluate(&at(from))?, self.evaluate(&at(to))?);
                        let mut context = self.machine.context();
                        let mut next = context.integer(&from, "the start of a range")?;
                        let last = context.integer(&to, "the end of a range")?;
                        while next <= last {
                            extended.push(with(name, context.integer_value(next.clone())));
                            next += IBig::ONE;
                            context.engine.check()?;
                            if extended.len() > MOST_LISTED {
                                return Err(Failure::too_many("moves"));
                            }
                        }
                    }
                    Node::In(name, list) => match self.evaluate(&at(list))? {
                        Value::List(list) => {
                            extended
                                .extend(list.items().iter().map(|item| with(name, item.clone())));
                        }
                        Value::Collection(collection) => {
                            let items = collection.items().iter();
                            extended.extend(items.map(|item| with(name, item.clone())));
                        }
                        other => {
                            let error = wrong_kind("what `in` runs through", "a list", &other);
                            return Err(error.into());
                        }
                    },
                    other => unreachable!("the parser makes no generator of {other:?}"),
                }
                if extended.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
            all = extended;
        }
        Ok(all)
    }
}

// Values of parts of positions.

impl Positions<'_> {
    /// The value of an expression.
    fn evaluate(&mut self, expression: &Expression) -> Found<Value> {
        let Expression { tree, node, bindings } = expression;
        let key = (tree.clone(), *node);
        let code = match self.codes.get(&key) {
            Some(code) => Arc::clone(code),
            None => {
                let names: Vec<Symbol> = bindings.iter().map(|&(name, _)| name).collect();
                let around = &mut self.machine.around();
                let (code, _) =
                    crate::compile::expression(&tree.source, &tree.ast, *node, &names, around)?;
                let code = Arc::new(code);
                self.codes.insert(key, Arc::clone(&code));
                code
            }
        };
        let locals: Vec<Value> = bindings.iter().map(|(_, value)| value.clone()).collect();
        Ok(self.machine.run(&tree.source, &code, &locals)?)
    }

    /// The truth of a condition.
    fn is_true(&mut self, condition: &Expression) -> Found<bool> {
        let value = self.evaluate(condition)?;
        Ok(self.machine.context().truth(&value, "a condition")?)
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

    /// Whether the expression is made of numbers and local names only, so that
    /// it is shown as its value.
    fn is_plain(&mut self, expression: &Expression) -> bool {
        let plain = match self.plain.get(&expression.tree) {
            Some(plain) => plain,
            None => {
                let plain = Arc::new(plain_nodes(&expression.tree.ast));
                self.plain.entry(expression.tree.clone()).or_insert(plain)
            }
        };
        plain[expression.node.index()]
            || matches!(expression.tree.ast.node(expression.node), Node::Name(name)
                if expression.bindings.iter().any(|&(bound, _)| bound == name))
    }
}

/// Nodes that hold numbers only.
fn plain_nodes(ast: &Ast) -> Vec<bool> {
    let mut plain: Vec<bool> = Vec::with_capacity(ast.nodes().len());
    for &node in ast.nodes() {
        // A call is not plain, so its arguments need not be known.
        let is = |id: crate::ast::NodeId| plain[id.index()];
        plain.push(match node {
            Node::Integer(_) | Node::BigInteger(_) | Node::Number(_) => true,
            Node::Prefix(_, a) => is(a),
            Node::Infix(_, a, b) => is(a) && is(b),
            _ => false,
        });
    }
    plain
}

// The moves of a component, as the rules write them.

/// A summand of what a call stands for.
struct Part {
    term: Term,
    /// The braces in its body, when the component is a call.
    braces: Option<Expression>,
}

impl Positions<'_> {
    /// The moves of `player` in one component, with their names where the rules give some.
    fn named_moves(&mut self, component: &Component, player: Player) -> Found<Vec<Moved>> {
        let Component::Ruled(number, arguments) = component else {
            let mut moves = self.moves(component, player)?;
            if let Component::Call(function, arguments) = component
                && let Some(whole) = self.moves_of_whole(*function, arguments, player, &moves)?
            {
                moves = whole;
            }
            return Ok(moves.into_iter().map(|terms| Moved { terms, name: None }).collect());
        };
        let builtin = self.machine.builtins.get(*number).clone();
        let moves = builtin.moves().expect("it is a component because it knows its moves");
        let calls = moves(&mut self.machine.context(), arguments, player)?;
        if calls.len() > MOST_LISTED {
            return Err(Failure::too_many("moves"));
        }
        let moved = |CallMove { arguments, name }| Moved {
            terms: vec![Term::one(Component::Ruled(*number, arguments))],
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
                Ok(moves.into_iter().map(|moved| moved.terms).collect())
            }
            Component::Braces(expression) => self.braces_moves(expression, component, player),
            Component::Call(function, arguments) => {
                let parts = self.opened(*function, arguments)?;
                self.moves_of_parts(&parts, player)
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
        let Some(body) = self.body(function, arguments)? else { return Ok(None) };
        let [Term { count, component: Component::Braces(braces) }] = &self.components(&body)?[..]
        else {
            return Ok(None);
        };
        if !count.is_one() {
            return Ok(None);
        }
        let itself = Component::Call(function, arguments.to_vec());
        let whole = self.braces_moves(braces, &itself, player)?;
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
                let part = |component| Term { count: count.clone(), component };
                waiting.extend(inner.into_iter().map(part));
                continue;
            }
            *parts.entry(component).or_insert(IBig::ZERO) += count;
        }
        Ok(parts)
    }

    /// The moves in braces, which are the component `itself` or its body.
    fn braces_moves(
        &mut self,
        braces: &Expression,
        itself: &Component,
        player: Player,
    ) -> Found<Vec<Terms>> {
        let items = match (braces.tree.ast.node(braces.node), player) {
            (Node::Game(left, _) | Node::Form(left, _), Player::Left) => left,
            (Node::Game(_, right) | Node::Form(_, right), Player::Right) => right,
            (Node::ImpartialGame(options), _) => options,
            (other, _) => unreachable!("{other:?} is no game in braces"),
        };
        let options = self.items(braces, items)?;
        let mut moves = Vec::with_capacity(options.len());
        for option in &options {
            moves.push(match self.is_pass(option) {
                true => vec![Term::one(itself.clone())],
                false => self.components(option)?,
            });
        }
        Ok(moves)
    }

    /// The moves of a sum: a move in one part, the others as they are.
    fn moves_of_parts(&mut self, parts: &[Part], player: Player) -> Found<Vec<Terms>> {
        let mut moves = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            for moved in self.moves_of_part(part, player)? {
                let mut position: Terms = parts.iter().map(|part| part.term.clone()).collect();
                position.splice(index..=index, moved);
                moves.push(position);
                if moves.len() > MOST_LISTED {
                    return Err(Failure::too_many("moves"));
                }
            }
        }
        Ok(moves)
    }

    /// The moves in one copy of a part, with the other copies.
    fn moves_of_part(&mut self, part: &Part, player: Player) -> Found<Vec<Terms>> {
        let term = &part.term;
        let negative = term.count < IBig::ZERO;
        let sign = if negative { -IBig::ONE } else { IBig::ONE };
        let mover = if negative { player.opponent() } else { player };
        let rest = &term.count - &sign;
        let mut moves = match &part.braces {
            Some(braces) => self.braces_moves(braces, &term.component, mover)?,
            None => self.moves(&term.component, mover)?,
        };
        for moved in &mut moves {
            for other in moved.iter_mut() {
                other.count *= &sign;
            }
            if !rest.is_zero() {
                moved.push(Term { count: rest.clone(), component: term.component.clone() });
            }
        }
        Ok(moves)
    }

    /// What a call stands for: the sum that its body writes, the bodies that
    /// are calls opened in turn.
    fn opened(&mut self, function: u32, arguments: &[Value]) -> Found<Vec<Part>> {
        let mut opened = Vec::new();
        let mut waiting = vec![Term::one(Component::Call(function, arguments.to_vec()))];
        while let Some(term) = waiting.pop() {
            if opened.len() + waiting.len() > MOST_LISTED {
                return Err(Failure::too_many("components"));
            }
            let Component::Call(function, arguments) = &term.component else {
                opened.push(Part { term, braces: None });
                continue;
            };
            self.machine.engine.check()?;
            if let Some(parts) = self.declared_parts(*function, arguments)? {
                let count = term.count.clone();
                waiting.extend(
                    parts
                        .into_iter()
                        .rev()
                        .map(|part| Term { count: count.clone(), component: part }),
                );
                continue;
            }
            let body = match self.body(*function, arguments)? {
                Some(body) => self.components(&body)?,
                None => {
                    // The call itself says what is wrong with it.
                    let game = self.component_game(&term.component)?;
                    vec![Term::one(Component::Literal(Value::Game(game)))]
                }
            };
            if let [Term { count, component: Component::Braces(braces) }] = &body[..]
                && count.is_one()
            {
                opened.push(Part { braces: Some(braces.clone()), term });
                continue;
            }
            let scaled = body
                .into_iter()
                .rev()
                .map(|inner| Term { count: inner.count * &term.count, component: inner.component });
            waiting.extend(scaled);
        }
        Ok(opened)
    }

    /// The parts into which the definition says that a position falls, unless the
    /// position itself is the only one.
    fn declared_parts(
        &mut self,
        function: u32,
        arguments: &[Value],
    ) -> Found<Option<Vec<Component>>> {
        let defined = self.machine.functions.get(function as usize);
        let Some(defined) = defined.and_then(|function| function.defined.clone()) else {
            return Ok(None);
        };
        let Defined { ast, source, definition, .. } = &*defined;
        let mut declarations = definition.declarations.iter();
        let Some(sum) = declarations.find(|declaration| declaration.fact == Fact::Sum) else {
            return Ok(None);
        };
        if definition.parameters.len() != arguments.len() {
            return Ok(None);
        }
        let bound = definition.parameters.iter().copied().zip(arguments.iter().cloned());
        let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
        let parts = Expression { tree, node: sum.value, bindings: Arc::new(bound.collect()) };
        let parts = match self.evaluate(&parts)? {
            Value::List(parts) => parts,
            other => return Err(wrong_kind("what `sum:` says", "a list of parts", &other).into()),
        };
        if parts.items() == &arguments[..1] {
            return Ok(None);
        }
        let call = |part: &Value| {
            let mut part_arguments = arguments.to_vec();
            part_arguments[0] = part.clone();
            Component::Call(function, part_arguments)
        };
        Ok(Some(parts.items().iter().map(call).collect()))
    }

    /// The body of the clause that fits the arguments, with its names bound.
    fn body(&mut self, function: u32, arguments: &[Value]) -> Found<Option<Expression>> {
        Ok(self.clause(function, arguments)?.map(|(body, _)| body))
    }

    /// The same, and the number of the clause.
    fn clause(&mut self, function: u32, arguments: &[Value]) -> Found<Option<(Expression, usize)>> {
        let defined = self.machine.functions.get(function as usize);
        let Some(defined) = defined.and_then(|function| function.defined.clone()) else {
            return Ok(None);
        };
        let Defined { ast, source, definition, .. } = &*defined;
        if definition.parameters.len() != arguments.len() {
            return Ok(None);
        }
        let bound = definition.parameters.iter().copied().zip(arguments.iter().cloned());
        let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
        let bindings: Bindings = Arc::new(bound.collect());
        for (index, clause) in definition.clauses.iter().enumerate() {
            let mut scope = Expression {
                tree: tree.clone(),
                node: clause.body,
                bindings: Arc::clone(&bindings),
            };
            if !self.fits(clause, &scope, arguments)? {
                continue;
            }
            for &(name, value) in &clause.lets {
                let value = self.evaluate(&scope.part(value))?;
                let mut longer = (*scope.bindings).clone();
                longer.push((name, value));
                scope.bindings = Arc::new(longer);
            }
            return Ok(Some((scope, index)));
        }
        Ok(None)
    }

    /// Whether a clause fits the arguments.
    fn fits(&mut self, clause: &Clause, scope: &Expression, arguments: &[Value]) -> Found<bool> {
        let ast = &scope.tree.ast;
        if let Some(values) = &clause.values
            && !values.is_empty()
        {
            let mut fits = false;
            for &value in values {
                let expected = match ast.node(value) {
                    Node::Tuple(values) => ast.children(values).to_vec(),
                    Node::Wildcard => Vec::new(),
                    _ => vec![value],
                };
                let mut all = true;
                for (&expected, argument) in expected.iter().zip(arguments) {
                    if all && ast.node(expected) != Node::Wildcard {
                        let expected = self.evaluate(&scope.part(expected))?;
                        all = self.machine.context().fits_case(argument, &expected)?;
                    }
                }
                if all {
                    fits = true;
                    break;
                }
            }
            if !fits {
                return Ok(false);
            }
        }
        match clause.guard {
            Some(guard) => self.is_true(&scope.part(guard)),
            None => Ok(true),
        }
    }
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

    /// Short braces as they are written; others as their value.
    fn braces_text(&mut self, braces: &Expression, alone: bool) -> Found<String> {
        let ast = &braces.tree.ast;
        if braces.bindings.is_empty() {
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
