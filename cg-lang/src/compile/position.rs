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
use super::{Code, Compiler, Op, Surroundings, index};
use crate::ast::{Ast, Children, Definition, Infix, Node, NodeId, Prefix, Symbol};
use crate::builtin::Special;
use crate::error::Error;
use crate::source::{Source, Span};

/// Code that makes the position that an expression writes. Its free names are the `locals`.
pub(crate) fn position(
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
    compiler.work(Task::Position(node))?;
    compiler.emit(Op::Return, ast.span(node));
    Ok(compiler.finish().0)
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
    compiler.work(Task::Body(node))?;
    Ok(compiler.finish().0)
}

/// Code that gives the options of a player in a call. Behind the arguments comes the player:
/// whether it is Right. Where the body of the clause is no braces, it gives the position that
/// the call stands for, and returns as any code does.
pub(crate) fn options(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    around: &mut Surroundings<'_>,
) -> Result<Code, Error> {
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    compiler.defined = Some(definition.name);
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    compiler.player = compiler.scope.reserve(1);
    for clause in &definition.clauses {
        compiler.clause_with(clause, |compiler, body| compiler.work(Task::Body(body)))?;
    }
    // No clause fits: the call says so.
    compiler.push_call(definition, false);
    compiler.emit(Op::Return, definition.name_span);
    Ok(compiler.finish().0)
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
            true => Op::Position(PositionOp::Call { function, count }),
            false => Op::Call { function, count },
        };
        self.emit(op, span);
    }

    /// An expression as a position.
    pub(super) fn position_node(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
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
            // Copies of a star or an up are one literal.
            Node::Infix(Infix::Copies, m, g)
                if !matches!(self.ast.node(g), Node::Nimber(_) | Node::Up(_)) =>
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
                let braces = BracesOf { ast: Arc::clone(self.ast), node: id, scope };
                self.code.braces.push(braces);
                let at = index(self.code.braces.len() - 1);
                self.emit(Op::Position(PositionOp::Braces(at)), span);
            }
            Node::Call(name, arguments) => self.position_call(id, name, arguments, span, tasks),
            Node::Name(name) if self.scope.find(name).is_none() => {
                let global = self.around.globals.number(self.ast.name(name));
                self.references.globals.push(global);
                self.emit(Op::Position(PositionOp::Global(global)), span);
                if let Some(function) = self.asking {
                    self.emit(Op::Position(PositionOp::Forgotten(function)), span);
                }
            }
            Node::Name(_) | Node::Index(..) => {
                tasks.extend(self.asking.map(|asking| emit(PositionOp::Forgotten(asking))));
                tasks.push(Task::Node(id));
            }
            _ => tasks.push(Task::Node(id)),
        }
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
                return tasks.push(Task::Node(id));
            }
            let function = self.function(name);
            self.references.functions.push(function);
            let count = index(children.len());
            tasks.push(emit(PositionOp::Call { function, count }));
            tasks.extend(children.iter().rev().map(|&argument| self.argument(argument)));
            return;
        };
        let builtin = self.around.builtins.get(number);
        if builtin.special() == Special::Sum
            && let &[list] = children
            && let Node::List(items) = self.ast.node(list)
        {
            return tasks.extend([
                emit(PositionOp::Sum),
                Task::Emit(Op::ListEnd, span),
                Task::Items(items, Each::Position),
                Task::Emit(Op::ListStart, span),
            ]);
        }
        // Calls with a wrong number of arguments fail as values do.
        if builtin.moves().is_none() {
            return tasks.push(Task::Node(id));
        }
        if builtin.special() == Special::Apart
            && let &[argument] = children
            && let Node::Call(inner, of) = self.ast.node(argument)
            && let Some(inner) = self.around.builtins.find(self.ast.name(inner))
        {
            let of = self.ast.children(of);
            let called = self.function_constant(inner);
            tasks.push(emit(PositionOp::Ruled { index: number, count: index(of.len() + 1) }));
            tasks.extend(of.iter().rev().map(|&argument| self.argument(argument)));
            return tasks.push(Task::Emit(called, self.ast.span(argument)));
        }
        if !builtin.takes(children.len()) {
            return tasks.push(Task::Node(id));
        }
        tasks.push(emit(PositionOp::Ruled { index: number, count: index(children.len()) }));
        tasks.extend(children.iter().rev().map(|&argument| self.argument(argument)));
    }

    /// The body of a clause: the options of the player in braces; else a position.
    pub(super) fn body_node(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        let span = self.ast.span(id);
        let side = |items| {
            [
                Task::Emit(Op::ReturnOptions, span),
                Task::Emit(Op::ListEnd, span),
                Task::Items(items, Each::Position),
                Task::Emit(Op::ListStart, span),
            ]
        };
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
