//! Expressions as positions: sums of components that are not valued.
//!
//! A call of a function of the program, or of a built-in one that knows its moves, stays a
//! call; sums, differences, copies and `if` keep their parts apart; braces keep their moves.
//! Anything else is a value, as everywhere.
//!
//! [`options`] is the second code of a definition: the moves of a player as positions. It is
//! how solvers get the moves of a user's rules. [`parts`] is the third: the sum of positions in
//! normal form that the declarations of a definition make of a position.

use std::sync::Arc;

use super::expression::{Each, Task};
use super::op::{BracesOf, PositionOp};
use super::{Code, Compiler, Op, References, Surroundings, index};
use crate::ast::{Ast, Children, Definition, Infix, Node, NodeId, Prefix, Symbol};
use crate::builtin::Special;
use crate::error::Error;
use crate::source::{Source, Span};

/// Code that makes the position that an expression writes, games that are written among its
/// components. Its free names are the `locals`, and the function `asking` needs the moves.
pub(crate) fn position(
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    locals: &[Symbol],
    asking: Option<u32>,
    around: &mut Surroundings<'_>,
) -> Result<(Code, References), Error> {
    let mut compiler = Compiler::new(source, ast, around);
    for &local in locals {
        compiler.scope.bind(local, 1);
    }
    compiler.literals =
        Some(asking.is_some_and(|asking| compiler.around.builtins.get(asking).keeps_sums()));
    compiler.asking = asking;
    compiler.work(Task::Position(node))?;
    compiler.emit(Op::Return, ast.span(node));
    Ok(compiler.finish())
}

/// Code that gives the options of a player in braces, as a list of positions. Behind the
/// `locals` comes the player: whether it is Right.
pub(crate) fn options_of_braces(
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    locals: &[Symbol],
    around: &mut Surroundings<'_>,
) -> Result<Code, Error> {
    let mut compiler = Compiler::new(source, ast, around);
    for &local in locals {
        compiler.scope.bind(local, 1);
    }
    compiler.player = compiler.scope.reserve(1);
    compiler.literals = Some(false);
    compiler.work(Task::Body(node))?;
    Ok(compiler.finish().0)
}

/// Code that gives the number of the clause that fits a call and its body as a position, as a
/// list; where none fits, the value that the call has without one, which is an error.
pub(crate) fn clause(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    around: &mut Surroundings<'_>,
) -> Result<Code, Error> {
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    compiler.defined = Some(definition.name);
    compiler.literals = Some(false);
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    for (clause, number) in definition.clauses.iter().zip(0..) {
        compiler.clause_with(clause, |compiler, body| {
            let span = compiler.ast.span(body);
            for op in [Op::ListStart, Op::Integer(number), Op::Item] {
                compiler.emit(op, span);
            }
            compiler.work(Task::Position(body))?;
            for op in [Op::Item, Op::ListEnd, Op::Return] {
                compiler.emit(op, span);
            }
            Ok(())
        })?;
    }
    compiler.push_call(definition, false);
    compiler.emit(Op::Return, definition.name_span);
    Ok(compiler.finish().0)
}

/// Code that gives the options of a player in a call. Behind the arguments comes the player:
/// whether it is Right. Where the body of the clause is no braces, it gives the position that
/// the call stands for, and returns as any code does. With `counts` each option is `true` alone.
pub(crate) fn options(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    counts: bool,
    around: &mut Surroundings<'_>,
) -> Result<Code, Error> {
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    compiler.defined = Some(definition.name);
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    compiler.player = compiler.scope.reserve(1);
    compiler.counts_options = counts;
    compiler.literals = Some(false);
    for clause in &definition.clauses {
        compiler.clause_with(clause, |compiler, body| compiler.work(Task::Body(body)))?;
    }
    // No clause fits: the call says so.
    compiler.push_call(definition, false);
    compiler.emit(Op::Return, definition.name_span);
    Ok(compiler.finish().0)
}

/// Whether each clause of a definition gives braces: its calls stand for no other positions.
pub(crate) fn is_braces(ast: &Ast, definition: &Definition) -> bool {
    let mut bodies: Vec<NodeId> = definition.clauses.iter().map(|clause| clause.body).collect();
    while let Some(body) = bodies.pop() {
        match ast.node(body) {
            Node::If(_, then, otherwise) => bodies.extend([then, otherwise]),
            Node::Game(..) | Node::Form(..) | Node::ImpartialGame(_) | Node::SwitchGame(_) => {}
            _ => return false,
        }
    }
    true
}

/// Code that gives the sum of positions whose value is that of a position, as the declarations
/// say; the position itself, where they say nothing. With `all` the declarations of equal values
/// count too, else those of sums alone. `None` where there are none.
pub(crate) fn parts(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    all: bool,
    around: &mut Surroundings<'_>,
) -> Result<Option<Code>, Error> {
    let mut definition = definition.clone();
    if !all {
        definition.declarations.retain(|declared| declared.fact == crate::ast::Fact::Sum);
    }
    if definition.declarations.is_empty() {
        return Ok(None);
    }
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    compiler.defined = Some(definition.name);
    compiler.keeps_positions = true;
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    compiler.declarations(&definition)?;
    compiler.push_call(&definition, true);
    compiler.emit(Op::Return, definition.name_span);
    Ok(Some(compiler.finish().0))
}

impl Compiler<'_, '_> {
    /// The call of a definition with its own arguments, as a position or as a value.
    fn push_call(&mut self, definition: &Definition, as_position: bool) {
        let span = definition.name_span;
        let function = self.function(definition.name);
        let count = index(definition.parameters.len());
        for argument in 0..count {
            self.emit(Op::Local(argument), span);
        }
        let op = match as_position {
            true => Op::Position(PositionOp::Call { function, count, or_value: false }),
            false => Op::Call { function, count },
        };
        self.emit(op, span);
    }

    /// An expression as a position.
    pub(super) fn position_node(&mut self, id: NodeId, tasks: &mut Vec<Task>) -> Result<(), Error> {
        let span = self.ast.span(id);
        let emit = |op| Task::Emit(Op::Position(op), span);
        match self.ast.node(id) {
            Node::Infix(Infix::Add, a, b) => {
                tasks.extend([emit(PositionOp::Add), Task::Position(b), Task::Position(a)]);
            }
            Node::Infix(Infix::Subtract, a, b) => {
                tasks.extend([emit(PositionOp::Subtract), Task::Position(b), Task::Position(a)]);
            }
            Node::Prefix(Prefix::Negate, a) => {
                tasks.extend([emit(PositionOp::Negate), Task::Position(a)]);
            }
            // Copies of a star or an up are one value, unless that is a component.
            Node::Infix(Infix::Copies, m, g)
                if self.literals.is_some()
                    || !matches!(self.ast.node(g), Node::Nimber(_) | Node::Up(_)) =>
            {
                tasks.extend([emit(PositionOp::Copies), Task::Position(g), Task::Node(m)]);
            }
            Node::If(condition, then, otherwise) => {
                let (no, end) = (self.new_label(), self.new_label());
                tasks.extend([
                    Task::Place(end),
                    Task::Position(otherwise),
                    Task::Place(no),
                    Task::Emit(Op::Jump(end), span),
                    Task::Position(then),
                    Task::Condition(condition, no),
                ]);
            }
            Node::Game(..) | Node::Form(..) | Node::ImpartialGame(_) => {
                let scope = self.scope.bound().to_vec();
                let [globals, asked] = self.note_references(id)?;
                let ast = Arc::clone(self.ast);
                let braces = BracesOf { ast, node: id, scope, globals, asked };
                self.code.braces.push(braces);
                let at = index(self.code.braces.len() - 1);
                self.emit(Op::Position(PositionOp::Braces(at)), span);
            }
            Node::Call(name, arguments) => self.position_call(id, name, arguments, span, tasks),
            Node::Name(name) if self.scope.find(name).is_none() => {
                let global = self.around.globals.number(self.ast.name(name));
                self.references.globals.push(global);
                self.emit(Op::Position(PositionOp::Global(global)), span);
                if let Some(function) = self.asking_for_moves() {
                    self.emit(Op::Position(PositionOp::Forgotten(function)), span);
                }
                if let Some(numbers) = self.literals {
                    self.emit(Op::Position(PositionOp::Literal { numbers }), span);
                }
            }
            Node::Name(_) | Node::Index(..) => {
                let numbers = self.literals;
                tasks.extend(numbers.map(|numbers| emit(PositionOp::Literal { numbers })));
                let asking = self.asking_for_moves();
                tasks.extend(asking.map(|asking| emit(PositionOp::Forgotten(asking))));
                tasks.push(Task::Node(id));
            }
            // A function that needs the moves of positions is given some.
            Node::List(items) if self.literals.is_some() && self.asking.is_some() => {
                self.list(items, Each::Position, span, tasks);
            }
            _ => self.component(id, tasks),
        }
        Ok(())
    }

    /// The function that asks about the position, if it needs the moves.
    fn asking_for_moves(&self) -> Option<u32> {
        self.asking.filter(|&asking| !self.around.builtins.get(asking).is_of_values())
    }

    /// Notes what braces refer to, whose code is made when they are opened, and finds the bindings
    /// that they keep. What definitions refer to is known of their own code, and they mean what a
    /// name stands for when they are called.
    fn note_references(&mut self, braces: NodeId) -> Result<[Vec<(Symbol, u32)>; 2], Error> {
        if self.in_definition {
            return Ok([Vec::new(), Vec::new()]);
        }
        let mut inner = Compiler::new(self.source, self.ast, self.around);
        inner.scope = self.scope.clone();
        inner.expression(braces)?;
        let asks = !inner.code.forms.is_empty();
        let References { functions, globals } = inner.references;
        let symbol = |&global: &u32| {
            let symbol = self.ast.find(self.around.globals.name(global))?;
            Some((symbol, global))
        };
        let mut kept: Vec<(Symbol, u32)> = globals.iter().filter_map(symbol).collect();
        self.references.functions.extend(functions);
        self.references.globals.extend(globals);
        let mut asked = if asks { self.names_in(braces) } else { Vec::new() };
        asked.retain(|name| !kept.contains(name));
        for names in [&mut kept, &mut asked] {
            names.sort_unstable_by_key(|&(_, global)| global);
            names.dedup();
        }
        Ok([kept, asked])
    }

    /// The names within a part of the tree that are no locals here: questions in it are compiled
    /// when they are asked.
    fn names_in(&mut self, part: NodeId) -> Vec<(Symbol, u32)> {
        let within = self.ast.span(part);
        let mut names = Vec::new();
        for (id, node) in self.ast.numbered() {
            let span = self.ast.span(id);
            if let Node::Name(name) = node
                && within.start <= span.start
                && span.end <= within.end
                && self.scope.find(name).is_none()
            {
                names.push((name, self.around.globals.number(self.ast.name(name))));
            }
        }
        names
    }

    /// What is no sum of positions: its value, as a component where games are kept as those.
    fn component(&self, id: NodeId, tasks: &mut Vec<Task>) {
        let literal = |numbers| Op::Position(PositionOp::Literal { numbers });
        tasks.extend(self.literals.map(|numbers| Task::Emit(literal(numbers), self.ast.span(id))));
        tasks.push(Task::Node(id));
    }

    /// An expression that is kept as a position, and may be its value.
    pub(super) fn keep(&self, id: NodeId, tasks: &mut Vec<Task>) {
        tasks.extend([Task::OrValue(self.or_value), Task::Position(id), Task::OrValue(true)]);
    }

    /// The same, compiled at once.
    pub(super) fn kept(&mut self, id: NodeId) -> Result<(), Error> {
        let before = std::mem::replace(&mut self.or_value, true);
        let done = self.work(Task::Position(id));
        self.or_value = before;
        done
    }

    /// Whether an expression is a position that is worth keeping: a call of a game, or a sum
    /// with one. In a definition its own calls and braces are values, so that they are worked
    /// out by frames.
    pub(super) fn writes_position(&self, id: NodeId) -> bool {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match self.ast.node(id) {
                Node::Infix(Infix::Add | Infix::Subtract, a, b) => waiting.extend([a, b]),
                Node::Prefix(Prefix::Negate, a) | Node::Infix(Infix::Copies, _, a) => {
                    waiting.push(a);
                }
                Node::If(_, then, otherwise) => waiting.extend([then, otherwise]),
                Node::Game(..) | Node::Form(..) | Node::ImpartialGame(_)
                    if !self.in_definition || self.reads_bodies =>
                {
                    return true;
                }
                Node::Call(name, arguments) => {
                    let children = self.ast.children(arguments);
                    match self.around.builtins.find(self.ast.name(name)) {
                        Some(number) => {
                            let builtin = self.around.builtins.get(number);
                            if builtin.moves().is_some() && builtin.takes(children.len()) {
                                return true;
                            }
                            if builtin.special() == Special::Sum
                                && let &[list] = children
                                && let Node::List(items) = self.ast.node(list)
                            {
                                waiting.extend(self.ast.children(items).iter().map(|&item| {
                                    match self.ast.node(item) {
                                        Node::Each(element, _) => element,
                                        _ => item,
                                    }
                                }));
                            }
                        }
                        None if self.defined == Some(name) => {}
                        None => {
                            let number = self.around.functions.find(self.ast.name(name));
                            let shape = number.and_then(|at| self.around.shapes.get(at as usize));
                            if shape.is_some_and(|shape| shape.is_game) {
                                return true;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Whether the tree names a function that asks about positions.
    pub(super) fn asks_anywhere(&self) -> bool {
        self.ast.names().any(|name| match self.around.builtins.find(name) {
            Some(number) => self.around.builtins.get(number).special() == Special::Position,
            None => {
                let number = self.around.functions.find(name);
                let shape = number.and_then(|at| self.around.shapes.get(at as usize));
                shape.is_some_and(|shape| shape.asks)
            }
        })
    }

    fn position_call(
        &mut self,
        id: NodeId,
        name: Symbol,
        arguments: Children,
        span: Span,
        tasks: &mut Vec<Task>,
    ) {
        let children = self.ast.children(arguments);
        let emit = |op| Task::Emit(Op::Position(op), span);
        let Some(number) = self.around.builtins.find(self.ast.name(name)) else {
            if let &[argument] = children
                && matches!(self.ast.node(argument), Node::Function { .. })
            {
                return self.component(id, tasks);
            }
            let function = self.function(name);
            self.references.functions.push(function);
            let count = index(children.len());
            let or_value = self.or_value;
            tasks.push(emit(PositionOp::Call { function, count, or_value }));
            tasks.extend(children.iter().rev().map(|&argument| self.argument(argument)));
            return;
        };
        let builtin = self.around.builtins.get(number);
        if builtin.special() == Special::Sum
            && let &[list] = children
            && let Node::List(items) = self.ast.node(list)
        {
            tasks.push(emit(PositionOp::Sum));
            return self.list(items, Each::Position, span, tasks);
        }
        if builtin.special() == Special::Sum
            && let &[list] = children
            && let Node::Call(over, applied) = self.ast.node(list)
            && self.is_map(over)
            && let &[function] = self.ast.children(applied)
            && let Node::Function { values, .. } = self.ast.node(function)
            && let Node::List(items) = self.ast.node(values)
        {
            tasks.push(emit(PositionOp::Sum));
            return self.list(items, Each::Position, span, tasks);
        }
        if builtin.is_in_normal_play()
            && let Some(asking) = self.asking_for_moves()
        {
            return tasks.push(emit(PositionOp::InNormalPlay { asking, called: number }));
        }
        if builtin.moves().is_none() {
            return self.component(id, tasks);
        }
        if builtin.special() == Special::Apart
            && let &[argument] = children
            && let Node::Call(inner, of) = self.ast.node(argument)
            && let Some(inner) = self.around.builtins.find(self.ast.name(inner))
        {
            let of = self.ast.children(of);
            let called = self.function_constant(inner);
            let count = index(of.len() + 1);
            tasks.push(emit(PositionOp::Ruled { index: number, count, check: false }));
            tasks.extend(of.iter().rev().map(|&argument| self.argument(argument)));
            return tasks.push(Task::Emit(called, self.ast.span(argument)));
        }
        // Calls with a wrong number of arguments fail as values do.
        if !builtin.takes(children.len()) {
            return tasks.push(Task::Node(id));
        }
        let (count, check) = (index(children.len()), self.or_value || self.literals.is_some());
        tasks.push(emit(PositionOp::Ruled { index: number, count, check }));
        tasks.extend(children.iter().rev().map(|&argument| self.argument(argument)));
    }

    fn is_map(&self, name: Symbol) -> bool {
        let number = self.around.builtins.find(self.ast.name(name));
        number.is_some_and(|number| self.around.builtins.get(number).special() == Special::Map)
    }

    /// The body of a clause: the options of the player in braces; else a position.
    pub(super) fn body_node(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        let span = self.ast.span(id);
        let counts = self.counts_options;
        let side_of = |items, each| {
            [
                Task::Emit(Op::ReturnOptions, span),
                Task::Emit(Op::ListEnd, span),
                Task::Items(items, if counts { Each::Counted } else { each }),
                Task::Emit(Op::ListStart, span),
            ]
        };
        let side = |items| side_of(items, Each::Position);
        match self.ast.node(id) {
            Node::Game(left, right) | Node::Form(left, right) => {
                let is_left = self.new_label();
                tasks.extend(side(left));
                tasks.push(Task::Place(is_left));
                tasks.extend(side(right));
                let player = Op::Local(self.player);
                tasks
                    .extend([Task::Emit(Op::JumpIfFalse(is_left), span), Task::Emit(player, span)]);
            }
            Node::ImpartialGame(options) => tasks.extend(side(options)),
            Node::SwitchGame(items) => {
                let is_left = self.new_label();
                tasks.extend(side(items));
                tasks.push(Task::Place(is_left));
                tasks.extend(side_of(items, Each::Negative));
                let player = Op::Local(self.player);
                tasks
                    .extend([Task::Emit(Op::JumpIfFalse(is_left), span), Task::Emit(player, span)]);
            }
            Node::If(condition, then, otherwise) => {
                let no = self.new_label();
                tasks.extend([
                    Task::Body(otherwise),
                    Task::Place(no),
                    Task::Body(then),
                    Task::Condition(condition, no),
                ]);
            }
            _ => tasks.extend([Task::Emit(Op::Return, span), Task::Position(id)]),
        }
    }
}
