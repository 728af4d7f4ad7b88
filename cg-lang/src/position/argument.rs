//! Functions of positions: what they are given, and how they are called.

use std::sync::Arc;

use super::{
    Component, Expression, Failure, Found, GamePosition, PositionArgument, Positions, Rules, Term,
};
use crate::ast::{Ast, Node, NodeId, Symbol};
use crate::builtin::{Asked, BuiltIn, Verdict};
use crate::compile::FormOf;
use crate::context::RunResult;
use crate::error::{Error, RunError};
use crate::machine::Machine;
use crate::source::Source;
use crate::sum::{Bindings, Tree};
use crate::value::Value;

/// What a position of one component takes, roughly.
const BYTES_OF_POSITION: usize = 256;

impl Positions<'_> {
    /// The arguments of a call of `function`, a function of positions.
    pub(super) fn arguments(
        &mut self,
        call: &Expression,
        arguments: &[NodeId],
        function: &str,
    ) -> Found<Vec<PositionArgument>> {
        let asking = self.machine.builtins.find(function);
        let of_values =
            asking.is_some_and(|number| self.machine.builtins.get(number).is_of_values());
        if let &[mapped, list] = arguments
            && of_values
            && let PositionArgument::Function(mapped) = self.argument(&call.part(mapped), asking)?
            && let Value::List(items) = self.evaluate(&call.part(list))?
        {
            return Ok(vec![PositionArgument::List(self.calls_of(
                call,
                &mapped,
                items.items(),
            )?)]);
        }
        arguments.iter().map(|&argument| self.argument(&call.part(argument), asking)).collect()
    }

    /// The calls of a function at each item of a list.
    fn calls_of(
        &mut self,
        call: &Expression,
        function: &str,
        items: &[Value],
    ) -> Found<Vec<GamePosition>> {
        self.admit_positions(items.len())?;
        let machine = &mut *self.machine;
        let wrong = |expected| {
            let name = function.to_owned();
            Failure::Here(RunError::ArgumentCount { name, expected, found: 1 })
        };
        let mut positions = Vec::with_capacity(items.len());
        for item in items {
            let arguments = vec![item.clone()];
            let component = match machine.builtins.find(function) {
                Some(number) => {
                    let built_in = machine.builtins.get(number).clone();
                    if !built_in.takes(1) {
                        return Err(wrong(built_in.fewest()));
                    }
                    match built_in.moves() {
                        Some(_) => Component::Ruled(number, arguments),
                        // Its answer has the moves of its value.
                        None => {
                            Component::Literal(built_in.call(&mut machine.context(), &arguments)?)
                        }
                    }
                }
                None => {
                    let number = machine.function_names.number(function);
                    match machine.parameters(number) {
                        Some(1) => Component::Call(number, arguments),
                        parameters => return Err(wrong(parameters.unwrap_or(0))),
                    }
                }
            };
            positions.push(vec![Term::one(component)]);
        }
        Ok(positions.into_iter().map(|terms| self.position_of(call, terms)).collect())
    }

    fn argument(
        &mut self,
        expression: &Expression,
        asking: Option<u32>,
    ) -> Found<PositionArgument> {
        let ast = Arc::clone(&expression.tree.ast);
        if let Node::Name(name) = ast.node(expression.node)
            && !expression.bindings.iter().any(|&(bound, _)| bound == name)
        {
            let text = ast.name(name);
            let machine = &self.machine;
            let builtin = machine.builtins.find(text).map(|number| machine.builtins.get(number));
            let is_function = builtin.is_some_and(|function| !function.is_word())
                || machine
                    .function_names
                    .find(text)
                    .is_some_and(|number| machine.defined(number).is_some());
            if is_function && machine.global_names.find(text).is_none() {
                return Ok(PositionArgument::Function(text.to_owned()));
            }
        }
        if let Node::Call(name, arguments) = ast.node(expression.node) {
            let arguments = ast.children(arguments).to_vec();
            if let Some(list) = self.calls_of_range(expression, ast.name(name), &arguments)? {
                return Ok(PositionArgument::List(list));
            }
        }
        match self.written(expression, asking)? {
            Value::List(list) => {
                self.admit_positions(list.length())?;
                let mut positions = Vec::with_capacity(list.length());
                for item in list.items() {
                    let terms = self.components_of(item.clone())?;
                    positions.push(self.position_of(expression, terms));
                }
                Ok(PositionArgument::List(positions))
            }
            value @ Value::Position(_) => {
                let terms = self.components_of(value)?;
                Ok(PositionArgument::Position(self.position_of(expression, terms)))
            }
            value if value.is_game() => {
                let terms = vec![Term::one(Component::Literal(value))];
                Ok(PositionArgument::Position(self.position_of(expression, terms)))
            }
            value => Ok(PositionArgument::Value(value)),
        }
    }

    /// Fails when there is no memory for so many positions.
    fn admit_positions(&mut self, count: usize) -> Found<()> {
        Ok(self.machine.context().admit(count.saturating_mul(BYTES_OF_POSITION))?)
    }

    fn position_of(&self, expression: &Expression, terms: Vec<Term>) -> GamePosition {
        let span = expression.tree.ast.span(expression.node);
        GamePosition::new(terms, expression.tree.source.clone(), span)
    }

    /// `F(1..20)`: the calls of F at each number of the range.
    fn calls_of_range(
        &mut self,
        call: &Expression,
        function: &str,
        arguments: &[NodeId],
    ) -> Found<Option<Vec<GamePosition>>> {
        let &[range] = arguments else { return Ok(None) };
        let Node::Call(name, _) = call.tree.ast.node(range) else { return Ok(None) };
        let written = call.tree.source.slice(call.tree.ast.span(range));
        let is_range = call.tree.ast.name(name) == "range" && !written.starts_with("range");
        if !is_range || self.machine.builtins.find(function).is_some() {
            return Ok(None);
        }
        let Value::List(numbers) = self.evaluate(&call.part(range))? else { return Ok(None) };
        self.calls_of(call, function, numbers.items()).map(Some)
    }
}

/// Calls a function of positions, for the machine.
pub(crate) fn of_positions(
    machine: &mut Machine,
    form: &FormOf,
    locals: Vec<(Symbol, Value)>,
) -> RunResult<Value> {
    let function = machine.builtins.get(form.function).clone();
    let source = machine.current_source();
    let tree = Tree { ast: Arc::clone(&form.ast), source };
    let node = form.arguments.first().copied().expect("such a function has an argument");
    let expression = Expression { tree, node, bindings: Bindings::new(locals) };
    let body = function.in_theories().filter(|_| form.arguments.len() > 1);
    let body = body.or(function.of_typed());
    let body = body.expect("the compiler calls functions of positions so");
    called(machine, &function, &expression, &form.arguments, body)
}

/// Calls a function of one position, for the machine.
pub(crate) fn of_position(machine: &mut Machine, function: u32, value: Value) -> RunResult<Value> {
    let function = machine.builtins.get(function).clone();
    let source = machine.current_source();
    let span = source.whole();
    let terms = match &value {
        Value::Position(sum) => {
            if let Some(Err(gone)) = sum.value.get() {
                return Err(gone.clone());
            }
            Some(sum.terms.clone())
        }
        // A game that was computed has its canonical options as moves.
        value if function.needs_moves() && value.is_game() => {
            Some(vec![Term::one(Component::Literal(value.clone()))])
        }
        _ => None,
    };
    let body = function.of_typed().expect("the compiler calls functions of positions so");
    match terms {
        Some(terms) => {
            let position = GamePosition::new(terms, source, span);
            body(&super::rules_of(machine), &[PositionArgument::Position(position)])
        }
        None if function.needs_moves() => {
            body(&super::rules_of(machine), &[PositionArgument::Value(value)])
        }
        None => function.call(&mut machine.context(), &[value]),
    }
}

/// Gives the arguments of a call to a body.
fn called<T>(
    machine: &mut Machine,
    function: &BuiltIn,
    expression: &Expression,
    arguments: &[NodeId],
    body: impl Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<T>,
) -> RunResult<T> {
    let typed = Positions::new(machine).arguments(expression, arguments, function.name());
    body(&super::rules_of(machine), &typed?)
}

/// The built-in function that an expression calls, with the arguments.
fn call_of<'a>(machine: &Machine, ast: &'a Ast, node: NodeId) -> Option<(BuiltIn, &'a [NodeId])> {
    let Node::Call(name, arguments) = ast.node(node) else { return None };
    let number = machine.builtins.find(ast.name(name))?;
    Some((machine.builtins.get(number).clone(), ast.children(arguments)))
}

/// What a call of a function that tells who wins answers as a query; `None` for other expressions.
pub(crate) fn verdict(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    asked: Asked,
) -> Option<Result<Verdict, Error>> {
    let (function, _) = call_of(machine, ast, node)?;
    let body = function.verdicts()?;
    Some(call_with(machine, source, ast, node, |rules, typed| body(rules, typed, asked)))
}

/// Gives a body what stands between the parentheses of a call, as it was typed.
pub(crate) fn call_with<T>(
    machine: &mut Machine,
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    body: impl Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<T>,
) -> Result<T, Error> {
    let located = |error: RunError| Error::new(error, source, ast.span(node));
    let refused = |function: &str, message: String| {
        Err(located(RunError::Refused { function: function.to_owned(), message }))
    };
    let Some((function, arguments)) = call_of(machine, ast, node) else {
        return refused("position", "a call of a function of positions is expected".to_owned());
    };
    if !function.takes(arguments.len()) {
        return refused(function.name(), format!("write `{}`", function.usage()));
    }
    let expression = Expression::of(source, ast, node);
    called(machine, &function, &expression, arguments, body).map_err(located)
}
