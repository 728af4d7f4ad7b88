//! Expressions, walked with a work stack.

use std::sync::Arc;

use cg_core::Player;

use super::{Compiler, FormOf, Op, Operand, Path, Piece, PositionOp, index};
use crate::ast::{Children, Infix, Node, NodeId, Prefix, Symbol};
use crate::builtin::Special;
use crate::error::{Error, ParseError, RunError};
use crate::source::Span;
use crate::value::Value;

/// Tasks between two looks at the limits.
const TASKS_PER_LOOK: u32 = 1 << 12;

/// What is left to do; the last first.
pub(super) enum Task {
    Node(NodeId),
    /// An expression as a position: see [`super::position`].
    Position(NodeId),
    /// The body of a clause: its options, where it is braces.
    Body(NodeId),
    /// From here on calls that are kept as positions may also be values, or not.
    OrValue(bool),
    /// What follows is asked by a function that needs the moves of positions, or by none.
    Asking(Option<u32>),
    Emit(Op, Span),
    /// Code that goes on with the next task where the condition holds, and else at the
    /// label.
    Condition(NodeId, u32),
    Place(u32),
    /// Binds a generator's name to this many locals, and starts its loop: the
    /// bounds or the list are on the stack.
    Loop {
        name: Symbol,
        list: bool,
        span: Span,
        back: u32,
        exit: u32,
    },
    /// The end of a loop's body.
    Next {
        list: bool,
        span: Span,
        back: u32,
        exit: u32,
    },
    /// Binds a generator's name to the one value on the stack.
    Bind(Symbol, Span),
    /// The end of the scope of that name.
    Unbind,
    /// Binds the label of braces.
    Label(Symbol, Span),
    /// The end of the braces.
    LabelEnd(Span),
    /// The items of a list or of the options of a game.
    Items(Children, Each),
    /// One such item.
    Item(NodeId, Each),
    /// An expression whose value is all that is looked at: no position in it is kept.
    Value(NodeId),
    /// Whether a player who moves first wins the position that an expression writes.
    Wins(NodeId, Player),
}

/// What becomes of each item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Each {
    /// An item of a list.
    Item,
    /// An item of a list, as a position.
    Position,
    /// The same, the negative of it.
    Negative,
    /// An option that is only counted: `true` stands for it.
    Counted,
    /// An item of a list that is not kept: its value.
    Value,
    /// An option of a game.
    Option,
    /// A truth value: one that is `wanted` jumps to the label.
    First { wanted: bool, found: u32 },
    /// An option: one that the player loses who moves there jumps to the label.
    Lost { by: Player, found: u32 },
}

impl Each {
    fn op(self) -> Op {
        match self {
            Each::Item | Each::Position | Each::Negative | Each::Counted | Each::Value => Op::Item,
            Each::Option => Op::Option,
            Each::First { wanted: true, found } => Op::JumpIfTrue(found),
            Each::First { wanted: false, found } | Each::Lost { found, .. } => {
                Op::JumpIfFalse(found)
            }
        }
    }
}

/// Locals that a loop over a range, or over a list, needs.
const fn locals(list: bool) -> u32 {
    if list { 3 } else { 2 }
}

/// The code of those operands that are computed, in their order.
fn stacked(nodes: &[NodeId], operands: &[Operand], tasks: &mut Vec<Task>) {
    let computed = nodes.iter().zip(operands).filter(|(_, at)| **at == Operand::Stack);
    tasks.extend(computed.rev().map(|(&node, _)| Task::Node(node)));
}

impl Compiler<'_, '_> {
    pub(super) fn expression(&mut self, node: NodeId) -> Result<(), Error> {
        self.work(Task::Node(node))
    }

    /// The same, of an expression whose value is all that is looked at.
    pub(super) fn value(&mut self, node: NodeId) -> Result<(), Error> {
        self.work(Task::Value(node))
    }

    /// Code that goes on where the condition holds, and else jumps.
    pub(super) fn guard(&mut self, condition: NodeId, no: u32) -> Result<(), Error> {
        self.work(Task::Condition(condition, no))
    }

    pub(super) fn work(&mut self, first: Task) -> Result<(), Error> {
        let mut tasks = vec![first];
        let mut done = 0;
        while let Some(task) = tasks.pop() {
            done += 1;
            if done % TASKS_PER_LOOK == 0 {
                self.look(tasks.capacity() * size_of::<Task>())?;
            }
            match task {
                Task::Node(node) => self.node(node, &mut tasks)?,
                Task::Position(node) => self.position_node(node, &mut tasks)?,
                Task::Body(node) => self.body_node(node, &mut tasks),
                Task::Asking(function) => self.asking = function,
                Task::OrValue(may) => self.or_value = may,
                Task::Emit(op, span) => self.emit(op, span),
                Task::Condition(node, no) => self.condition(node, no, &mut tasks),
                Task::Place(label) => self.place(label),
                Task::Loop { name, list, span, back, exit } => {
                    let slot = self.scope.bind(name, locals(list));
                    let op = if list {
                        Op::InStart { slot, exit }
                    } else {
                        Op::RangeStart { slot, exit }
                    };
                    self.emit(op, span);
                    self.place(back);
                }
                Task::Next { list, span, back, exit } => {
                    let &(_, slot) =
                        self.scope.bound().last().expect("a loop ends inside its own scope");
                    let op =
                        if list { Op::InNext { slot, back } } else { Op::RangeNext { slot, back } };
                    self.emit(op, span);
                    self.place(exit);
                    self.scope.unbind(locals(list));
                }
                Task::Bind(name, span) => {
                    let slot = self.scope.bind(name, 1);
                    self.emit(Op::Set(slot), span);
                }
                Task::Unbind => self.scope.unbind(1),
                Task::Label(name, span) => {
                    let slot = self.scope.bind(name, 1);
                    self.emit(Op::LabelStart { slot }, span);
                }
                Task::LabelEnd(span) => {
                    let &(_, slot) =
                        self.scope.bound().last().expect("a label ends inside its own scope");
                    self.emit(Op::LabelEnd { slot }, span);
                    self.scope.unbind(1);
                }
                Task::Items(items, each) => self.items(items, each, &mut tasks),
                Task::Item(item, each) => self.item(item, each, &mut tasks),
                Task::Value(node) => self.node_of(node, Each::Value, &mut tasks),
                Task::Wins(node, player) => self.wins_node(node, player, &mut tasks)?,
            }
        }
        Ok(())
    }

    fn node(&mut self, id: NodeId, tasks: &mut Vec<Task>) -> Result<(), Error> {
        let span = self.ast.span(id);
        match self.ast.node(id) {
            Node::Integer(value) => match i32::try_from(value) {
                Ok(value) => self.emit(Op::Integer(value), span),
                Err(_) => self.constant(Value::Integer(value), span),
            },
            Node::BigInteger(at) => {
                let value = self.around.heap.integer(self.ast.integer(at).clone());
                self.constant(value, span);
            }
            Node::Number(at) => self.number(at, span),
            Node::Text(at) => {
                let value = self.around.heap.text(self.ast.text(at));
                self.constant(value, span);
            }
            Node::Truth(truth) => self.emit(Op::Truth(truth), span),
            Node::Name(name) => self.name(name, span),
            Node::Nimber(number) => {
                tasks.extend([Task::Emit(Op::Nimber, span), Task::Node(number)]);
            }
            Node::Up(number) => tasks.extend([Task::Emit(Op::Up, span), Task::Node(number)]),
            Node::Prefix(prefix, operand) => {
                let op = match prefix {
                    Prefix::Negate => Op::Negate,
                    Prefix::Not => Op::Not,
                    Prefix::Switch => Op::Switch,
                };
                tasks.extend([Task::Emit(op, span), Task::Node(operand)]);
            }
            Node::Infix(infix, left, right) => self.infix(id, infix, (left, right), span, tasks),
            Node::If(condition, then, otherwise) => {
                let (no, end) = (self.new_label(), self.new_label());
                tasks.extend([
                    Task::Place(end),
                    Task::Node(otherwise),
                    Task::Place(no),
                    Task::Emit(Op::Jump(end), span),
                    Task::Node(then),
                    Task::Condition(condition, no),
                ]);
            }
            Node::Call(name, arguments) => self.call(name, arguments, span, tasks)?,
            Node::Index(base, at) => {
                let operands = [self.operand(base), self.index_operand(at)];
                tasks.push(Task::Emit(Op::Index(operands[0], operands[1]), span));
                stacked(&[base, at], &operands, tasks);
            }
            Node::Slice(base, from, to) => {
                let operands =
                    [self.operand(base), self.index_operand(from), self.index_operand(to)];
                let [list, first, last] = operands;
                tasks.push(Task::Emit(Op::Slice(list, first, last), span));
                stacked(&[base, from, to], &operands, tasks);
            }
            Node::List(items) => self.list(items, Each::Item, span, tasks),
            Node::Game(left, right) if left.len() > 0 && self.ast.same(left, right) => {
                // The options of both players are written alike: once is enough.
                self.game(left, None, span, tasks);
            }
            Node::Game(left, right) => self.game(left, Some(right), span, tasks),
            Node::Form(left, right) => {
                tasks.push(Task::Emit(Op::Form, span));
                for side in [right, left] {
                    tasks.extend([
                        Task::Emit(Op::ListEnd, span),
                        Task::Items(side, Each::Item),
                        Task::Emit(Op::ListStart, span),
                    ]);
                }
            }
            Node::ImpartialGame(options) => self.game(options, None, span, tasks),
            Node::Label(name, game) => {
                tasks.extend([Task::LabelEnd(span), Task::Node(game), Task::Label(name, span)]);
            }
            Node::SwitchGame(options) => tasks.extend([
                Task::Emit(Op::SwitchEnd, span),
                Task::Items(options, Each::Option),
                Task::Emit(Op::GameStart, span),
            ]),
            Node::Each(..) | Node::Range(..) | Node::In(..) | Node::Filter(_) => {
                return Err(self.fail(ParseError::GeneratorOutside, span));
            }
            Node::Tuple(_) => {
                return Err(self.fail(ParseError::PatternOutside { what: "a tuple" }, span));
            }
            Node::Apart(list, count) => {
                tasks.extend([Task::Emit(Op::Apart(count), span), Task::Node(list)]);
            }
            Node::Function { .. } => {
                return Err(self.fail(ParseError::FunctionOutside, span));
            }
            Node::Wildcard => {
                return Err(self.fail(ParseError::PatternOutside { what: "`_`" }, span));
            }
        }
        Ok(())
    }

    fn constant(&mut self, value: Value, span: Span) {
        let at = self.new_constant(value);
        self.emit(Op::Constant(at), span);
    }

    /// Pushes a built-in function.
    pub(super) fn function_constant(&mut self, function: u32) -> Op {
        Op::Constant(self.new_constant(Value::BuiltIn(function)))
    }

    fn new_constant(&mut self, value: Value) -> u32 {
        self.code.constants.push(value);
        index(self.code.constants.len() - 1)
    }

    /// Where an instruction finds the value of an operand: names of locals, their items,
    /// integers and texts need no code of their own.
    fn operand(&mut self, node: NodeId) -> Operand {
        match self.ast.node(node) {
            Node::Name(name) => match self.scope.find(name) {
                Some(slot) => Operand::Local(slot),
                None => Operand::Stack,
            },
            Node::Integer(value) => Operand::Constant(self.new_constant(Value::Integer(value))),
            Node::Text(at) => {
                let value = self.around.heap.text(self.ast.text(at));
                Operand::Constant(self.new_constant(value))
            }
            Node::Index(list, at) => match self.path(list, at) {
                Some(path) => {
                    self.code.paths.push(path);
                    Operand::Path(index(self.code.paths.len() - 1))
                }
                None => Operand::Stack,
            },
            _ => Operand::Stack,
        }
    }

    /// The same, where an integer is likely.
    fn index_operand(&mut self, node: NodeId) -> Operand {
        if let Node::Infix(Infix::Add | Infix::Subtract, ..) = self.ast.node(node)
            && let Some(linear) = self.linear(node)
        {
            self.code.linears.push(linear);
            return Operand::Linear(index(self.code.linears.len() - 1));
        }
        self.operand(node)
    }

    /// `list[at]`, when it is an item of a local, or an item of an item.
    fn path(&self, list: NodeId, at: NodeId) -> Option<Path> {
        let local = |node| match self.ast.node(node) {
            Node::Name(name) => self.scope.find(name),
            _ => None,
        };
        let last = self.linear(at)?;
        if let Some(base) = local(list) {
            return Some(Path { base, first: last, second: None });
        }
        let Node::Index(whole, row) = self.ast.node(list) else { return None };
        Some(Path { base: local(whole)?, first: self.linear(row)?, second: Some(last) })
    }

    /// Goes on where the condition holds, and else jumps.
    fn condition(&mut self, node: NodeId, no: u32, tasks: &mut Vec<Task>) {
        let span = self.ast.span(node);
        match self.ast.node(node) {
            Node::Infix(Infix::And, left, right) => {
                tasks.extend([Task::Condition(right, no), Task::Condition(left, no)]);
            }
            Node::Infix(infix, left, right) if self.compares_positions(infix, left, right) => {
                let (one, other) = (Operand::Stack, Operand::Stack);
                tasks.push(Task::Emit(Op::Unless(infix, one, other, no), span));
                self.kept_sides(left, right, tasks);
            }
            Node::Infix(infix, left, right) if infix.is_comparison() => {
                let operands = [self.index_operand(left), self.index_operand(right)];
                tasks.push(Task::Emit(Op::Unless(infix, operands[0], operands[1], no), span));
                stacked(&[left, right], &operands, tasks);
            }
            _ => tasks.extend([Task::Emit(Op::JumpIfFalse(no), span), Task::Node(node)]),
        }
    }

    /// `a ++ b ++ ...`: no part is copied but into the whole.
    fn join(&mut self, node: NodeId, span: Span, tasks: &mut Vec<Task>) {
        let (mut nodes, mut operands, mut waiting) = (Vec::new(), Vec::new(), vec![node]);
        let mut pieces = Vec::new();
        while let Some(node) = waiting.pop() {
            match self.ast.node(node) {
                Node::Infix(Infix::Concat, a, b) => waiting.extend([b, a]),
                Node::Slice(base, from, to) => {
                    let found =
                        [self.operand(base), self.index_operand(from), self.index_operand(to)];
                    pieces.push(Piece::Slice(found[0], found[1], found[2]));
                    nodes.extend([base, from, to]);
                    operands.extend(found);
                }
                Node::List(items) if self.is_plain_list(items) => {
                    for &item in self.ast.children(items) {
                        let operand = self.operand(item);
                        pieces.push(Piece::Item(operand));
                        nodes.push(item);
                        operands.push(operand);
                    }
                }
                _ => {
                    let operand = self.operand(node);
                    pieces.push(Piece::Whole(operand));
                    nodes.push(node);
                    operands.push(operand);
                }
            }
        }
        self.code.joins.push(pieces.into());
        tasks.push(Task::Emit(Op::Join(index(self.code.joins.len() - 1)), span));
        stacked(&nodes, &operands, tasks);
    }

    /// A list of some items, without generators.
    fn is_plain_list(&self, items: Children) -> bool {
        let items = self.ast.children(items);
        !items.is_empty()
            && !items.iter().any(|&item| matches!(self.ast.node(item), Node::Each(..)))
    }

    /// A number with a binary fraction: its numerator over a power of 2.
    fn number(&mut self, at: u32, span: Span) {
        let number = self.ast.number(at);
        let heap = self.around.heap;
        let denominator = dashu_int::IBig::ONE << number.exponent();
        let (numerator, denominator) =
            (heap.integer(number.numerator()), heap.integer(denominator));
        let numerator = Operand::Constant(self.new_constant(numerator));
        let denominator = Operand::Constant(self.new_constant(denominator));
        self.emit(Op::Infix(Infix::Divide, numerator, denominator), span);
    }

    fn name(&mut self, name: Symbol, span: Span) {
        if let Some(slot) = self.scope.find(name) {
            return self.emit(Op::Local(slot), span);
        }
        let global = self.around.globals.number(self.ast.name(name));
        self.references.globals.push(global);
        self.emit(Op::Global(global), span);
    }

    fn infix(
        &mut self,
        id: NodeId,
        infix: Infix,
        (left, right): (NodeId, NodeId),
        span: Span,
        tasks: &mut Vec<Task>,
    ) {
        let short_cut = match infix {
            Infix::And => Op::JumpIfFalse,
            Infix::Or => Op::JumpIfTrue,
            Infix::Concat => return self.join(id, span, tasks),
            _ if self.compares_positions(infix, left, right) => {
                tasks.push(Task::Emit(Op::Infix(infix, Operand::Stack, Operand::Stack), span));
                return self.kept_sides(left, right, tasks);
            }
            _ => {
                let operands = [self.operand(left), self.operand(right)];
                tasks.push(Task::Emit(Op::Infix(infix, operands[0], operands[1]), span));
                return stacked(&[left, right], &operands, tasks);
            }
        };
        let (decided, end) = (self.new_label(), self.new_label());
        tasks.extend([
            Task::Place(end),
            Task::Emit(Op::Truth(infix == Infix::Or), span),
            Task::Place(decided),
            Task::Emit(Op::Jump(end), span),
            Task::Emit(Op::CheckTruth, self.ast.span(right)),
            Task::Node(right),
            Task::Emit(short_cut(decided), self.ast.span(left)),
            Task::Node(left),
        ]);
    }

    /// Whether positions are compared, outside of definitions, whose values are worked out by frames: then a search
    /// may tell how they compare.
    fn compares_positions(&self, infix: Infix, left: NodeId, right: NodeId) -> bool {
        infix.is_comparison()
            && !self.in_definition
            && (self.writes_position(left) || self.writes_position(right))
    }

    /// Both sides of a comparison, in which positions stay positions.
    fn kept_sides(&self, left: NodeId, right: NodeId, tasks: &mut Vec<Task>) {
        for side in [right, left] {
            match self.writes_position(side) {
                true => tasks.extend([
                    Task::Emit(Op::Position(PositionOp::CheapValue), self.ast.span(side)),
                    Task::Position(side),
                ]),
                false => tasks.push(Task::Node(side)),
            }
        }
    }

    pub(super) fn call(
        &mut self,
        name: Symbol,
        arguments: Children,
        span: Span,
        tasks: &mut Vec<Task>,
    ) -> Result<(), Error> {
        let text = self.ast.name(name);
        let arguments = self.ast.children(arguments);
        if let &[argument] = arguments
            && let Node::Function { values, kept, pairs } = self.ast.node(argument)
        {
            return self.applied(text, [values, kept, pairs], span, tasks);
        }
        let count = index(arguments.len());
        let op = match self.around.builtins.find(text) {
            Some(number) => {
                let builtin = self.around.builtins.get(number);
                if builtin.special() == Special::Apart
                    && let [argument] = arguments
                    && let Node::Call(inner, of) = self.ast.node(*argument)
                    && let Some(inner) = self.around.builtins.find(self.ast.name(inner))
                {
                    let of = self.ast.children(of);
                    let count = index(of.len() + 1);
                    let called = self.function_constant(inner);
                    tasks.push(Task::Emit(Op::BuiltIn { index: number, count }, span));
                    tasks.extend(of.iter().rev().map(|&argument| self.argument(argument)));
                    tasks.push(Task::Emit(called, self.ast.span(*argument)));
                    return Ok(());
                }
                if builtin.in_theories().is_some() && self.names_theory(arguments) {
                    return self.positions(number, arguments, span);
                }
                let builtin = self.around.builtins.get(number);
                if !builtin.takes(arguments.len()) {
                    let error = RunError::BuiltInArgumentCount {
                        name: text.to_owned(),
                        expected: builtin.expects(),
                        found: arguments.len(),
                        usage: builtin.usage().to_owned(),
                    };
                    return Err(self.fail(error, span));
                }
                match builtin.special() {
                    Special::First(wanted)
                        if let [list] = arguments
                            && let Node::List(items) = self.ast.node(*list) =>
                    {
                        self.first_of(items, wanted, span, tasks);
                        return Ok(());
                    }
                    Special::First(wanted) if count == 2 => {
                        let op = if wanted { Op::Any } else { Op::All };
                        tasks.push(Task::Emit(op, span));
                        let arguments = arguments.iter().rev();
                        tasks.extend(arguments.map(|&argument| self.argument(argument)));
                        return Ok(());
                    }
                    Special::ByKey if count == 2 && self.is_function(arguments[0]) => {
                        tasks.extend([
                            Task::Emit(Op::Keyed(number), span),
                            Task::Emit(Op::Pairs, span),
                        ]);
                        let arguments = arguments.iter().rev();
                        tasks.extend(arguments.map(|&argument| self.argument(argument)));
                        return Ok(());
                    }
                    Special::OverItems if count == 2 && self.is_function(arguments[0]) => {
                        tasks.extend([
                            Task::Emit(Op::BuiltIn { index: number, count: 1 }, span),
                            Task::Emit(Op::Map, span),
                        ]);
                        let arguments = arguments.iter().rev();
                        tasks.extend(arguments.map(|&argument| self.argument(argument)));
                        return Ok(());
                    }
                    Special::None
                    | Special::Sum
                    | Special::OverItems
                    | Special::First(_)
                    | Special::ByKey
                    | Special::Apart
                    | Special::OfBoards(_) => Op::BuiltIn { index: number, count },
                    Special::Boards => Op::Boards { index: number, count },
                    Special::Map => Op::Map,
                    Special::Filter => Op::Filter,
                    Special::Position => {
                        // `outcome` alone is content with a value.
                        let asking = builtin.needs_moves().then_some(number);
                        tasks.extend([
                            Task::Emit(Op::Ask(number), span),
                            Task::Asking(self.asking),
                            Task::Position(arguments[0]),
                            Task::Asking(asking),
                        ]);
                        return Ok(());
                    }
                    Special::Positions => return self.positions(number, arguments, span),
                }
            }
            None => {
                let function = self.function(name);
                self.references.functions.push(function);
                if let [argument] = arguments
                    && let Some(linear) = self.linear(*argument)
                {
                    self.code.linears.push(linear);
                    let linear = index(self.code.linears.len() - 1);
                    self.emit(Op::CallLinear { function, linear }, span);
                    return Ok(());
                }
                Op::Call { function, count }
            }
        };
        tasks.push(Task::Emit(op, span));
        let keeps = match op {
            Op::Call { function, .. } => {
                let shape = self.around.shapes.get(function as usize);
                shape.is_some_and(|shape| shape.keeps_arguments())
            }
            _ => false,
        };
        for &argument in arguments.iter().rev() {
            match keeps && self.writes_position(argument) {
                true => self.keep(argument, tasks),
                false => {
                    let argument = self.argument(argument);
                    tasks.push(argument);
                }
            }
        }
        Ok(())
    }

    /// A call whose first argument is a function without a name.
    fn applied(
        &mut self,
        name: &str,
        [values, kept, pairs]: [NodeId; 3],
        span: Span,
        tasks: &mut Vec<Task>,
    ) -> Result<(), Error> {
        let number = self.around.builtins.find(name);
        match number.map(|number| (number, self.around.builtins.get(number).special())) {
            Some((_, Special::Map)) => tasks.push(Task::Node(values)),
            Some((_, Special::Filter)) => tasks.push(Task::Node(kept)),
            Some((_, Special::First(wanted))) => {
                let Node::List(items) = self.ast.node(values) else {
                    unreachable!("the values of a function are written as a list")
                };
                self.first_of(items, wanted, span, tasks);
            }
            Some((index, Special::ByKey)) => {
                tasks.extend([Task::Emit(Op::Keyed(index), span), Task::Node(pairs)]);
            }
            Some((index, Special::OverItems)) => {
                let op = Op::BuiltIn { index, count: 1 };
                tasks.extend([Task::Emit(op, span), Task::Node(values)]);
            }
            _ => {
                let error = RunError::NoFunctionTaken { name: name.to_owned() };
                return Err(self.fail(error, span));
            }
        }
        Ok(())
    }

    /// `any([...])` or `all([...])`: the first item that is the `wanted` one decides, and what
    /// follows is not computed.
    fn first_of(&mut self, items: Children, wanted: bool, span: Span, tasks: &mut Vec<Task>) {
        let found = self.new_label();
        self.found_among(items, Each::First { wanted, found }, (found, wanted), span, tasks);
    }

    /// Whether one of the items jumps to the label that they have: then the truth value with the
    /// label, else the other one.
    pub(super) fn found_among(
        &mut self,
        items: Children,
        each: Each,
        (found, truth): (u32, bool),
        span: Span,
        tasks: &mut Vec<Task>,
    ) {
        let end = self.new_label();
        tasks.extend([
            Task::Place(end),
            Task::Emit(Op::Truth(truth), span),
            Task::Place(found),
            Task::Emit(Op::Jump(end), span),
            Task::Emit(Op::Truth(!truth), span),
            Task::Items(items, each),
        ]);
    }

    /// Whether an argument is the name of a function.
    fn is_function(&self, argument: NodeId) -> bool {
        let Node::Name(name) = self.ast.node(argument) else { return false };
        let text = self.ast.name(name);
        self.scope.find(name).is_none()
            && !self.is_bound(text)
            && (self.around.builtins.find(text).is_some()
                || self.around.functions.find(text).is_some())
    }

    /// Whether the session has bound this name to a value.
    fn is_bound(&self, name: &str) -> bool {
        let global = self.around.globals.find(name);
        global.is_some_and(|number| {
            self.around.bound.get(number as usize).is_some_and(Option::is_some)
        })
    }

    /// An argument; the name of a function stands for the function.
    pub(super) fn argument(&mut self, argument: NodeId) -> Task {
        let Node::Name(name) = self.ast.node(argument) else { return Task::Node(argument) };
        let text = self.ast.name(name);
        if self.scope.find(name).is_some() || self.is_bound(text) {
            return Task::Node(argument);
        }
        let value = if let Some(number) = self.around.builtins.find(text) {
            Value::BuiltIn(number)
        } else if self.around.functions.find(text).is_some() {
            let number = self.function(name);
            self.references.functions.push(number);
            Value::Function(number)
        } else {
            return Task::Node(argument);
        };
        let at = self.new_constant(value);
        Task::Emit(Op::Constant(at), self.ast.span(argument))
    }

    /// Whether the first of several arguments is the name of a theory of play.
    fn names_theory(&self, arguments: &[NodeId]) -> bool {
        let [first, _, ..] = arguments else { return false };
        let Node::Name(name) = self.ast.node(*first) else { return false };
        let text = self.ast.name(name);
        let number = self.around.builtins.find(text);
        let global = self.around.globals.find(text);
        let bound = global.and_then(|global| self.around.bound.get(global as usize));
        self.scope.find(name).is_none()
            && !bound.is_some_and(Option::is_some)
            && number.is_some_and(|number| self.around.builtins.get(number).is_theory())
    }

    fn positions(&mut self, number: u32, arguments: &[NodeId], span: Span) -> Result<(), Error> {
        if self.in_definition {
            let name = self.around.builtins.get(number).name().to_owned();
            return Err(self.fail(RunError::PositionInside { name }, span));
        }
        let scope = self.scope.bound().to_vec();
        let (function, arguments) = (number, arguments.into());
        let form = FormOf { ast: Arc::clone(self.ast), function, arguments, scope };
        self.code.forms.push(form);
        self.emit(Op::Positions(index(self.code.forms.len() - 1)), span);
        Ok(())
    }

    fn game(&mut self, left: Children, right: Option<Children>, span: Span, tasks: &mut Vec<Task>) {
        match right {
            Some(right) => tasks.extend([
                Task::Emit(Op::GameEnd, span),
                Task::Items(right, Each::Option),
                Task::Emit(Op::GameMiddle, span),
            ]),
            None => tasks.push(Task::Emit(Op::ImpartialEnd, span)),
        }
        tasks.extend([Task::Items(left, Each::Option), Task::Emit(Op::GameStart, span)]);
    }

    pub(super) fn list(&self, items: Children, each: Each, span: Span, tasks: &mut Vec<Task>) {
        tasks.extend([
            Task::Emit(Op::ListEnd, span),
            Task::Items(items, each),
            Task::Emit(Op::ListStart, span),
        ]);
    }

    /// The items of a list or of a side.
    fn items(&mut self, items: Children, each: Each, tasks: &mut Vec<Task>) {
        for &item in self.ast.children(items).iter().rev() {
            match self.ast.node(item) {
                Node::Each(element, generators) => self.each(element, generators, each, tasks),
                _ => tasks.push(Task::Item(item, each)),
            }
        }
    }

    fn item(&mut self, item: NodeId, each: Each, tasks: &mut Vec<Task>) {
        let span = self.ast.span(item);
        if each == Each::Option
            && let Some(sum) = self.sum_of_calls(item)
        {
            let done = self.new_label();
            self.code.sums.push(sum);
            let sum = index(self.code.sums.len() - 1);
            self.emit(Op::OptionOfSum { sum, done }, span);
            tasks.push(Task::Place(done));
        }
        tasks.push(Task::Emit(each.op(), span));
        self.node_of(item, each, tasks);
    }

    fn node_of(&self, item: NodeId, each: Each, tasks: &mut Vec<Task>) {
        let span = self.ast.span(item);
        match each {
            Each::Position => tasks.push(Task::Position(item)),
            Each::Counted => tasks.push(Task::Emit(Op::Truth(true), span)),
            Each::Negative => tasks
                .extend([Task::Emit(Op::Position(PositionOp::Negate), span), Task::Position(item)]),
            Each::Value if let Node::List(items) = self.ast.node(item) => {
                self.list(items, Each::Value, span, tasks);
            }
            Each::Lost { by, .. } => tasks.push(Task::Wins(item, by)),
            Each::Item if self.writes_position(item) => self.keep(item, tasks),
            Each::Item | Each::Value | Each::Option | Each::First { .. } => {
                tasks.push(Task::Node(item));
            }
        }
    }

    /// The value in a list of one, where it is part of a pair that is taken apart, or a number that
    /// is worked out: no list is made for it.
    fn only_value(&self, list: NodeId) -> Option<NodeId> {
        let Node::List(items) = self.ast.node(list) else { return None };
        let &[value] = self.ast.children(items) else { return None };
        let is_plain = match self.ast.node(value) {
            Node::Index(..) | Node::Integer(_) => true,
            Node::Infix(infix, ..) => matches!(
                infix,
                Infix::Add
                    | Infix::Subtract
                    | Infix::Multiply
                    | Infix::IntegerDivide
                    | Infix::Remainder
            ),
            _ => false,
        };
        (is_plain && !self.writes_position(value)).then_some(value)
    }

    /// The loops of an element's generators, innermost last.
    fn each(&mut self, element: NodeId, generators: Children, each: Each, tasks: &mut Vec<Task>) {
        let end = self.new_label();
        // Built in the order in which it runs, then turned round.
        let mut steps = Vec::new();
        let mut ends = Vec::new();
        // Where a condition that fails goes on.
        let mut skip = end;
        for &generator in self.ast.children(generators) {
            let span = self.ast.span(generator);
            match self.ast.node(generator) {
                Node::Filter(condition) => {
                    steps.push(Task::Condition(condition, skip));
                }
                Node::Range(name, from, to) => {
                    let (back, exit, next) = (self.new_label(), self.new_label(), self.new_label());
                    steps.extend([
                        Task::Node(from),
                        Task::Node(to),
                        Task::Loop { name, list: false, span, back, exit },
                    ]);
                    ends.push(Task::Next { list: false, span, back, exit });
                    ends.push(Task::Place(next));
                    skip = next;
                }
                Node::In(name, list) if let Some(value) = self.only_value(list) => {
                    steps.extend([Task::Node(value), Task::Bind(name, span)]);
                    ends.push(Task::Unbind);
                }
                Node::In(name, list) => {
                    let (back, exit, next) = (self.new_label(), self.new_label(), self.new_label());
                    steps.push(Task::Node(list));
                    steps.push(Task::Loop { name, list: true, span, back, exit });
                    ends.push(Task::Next { list: true, span, back, exit });
                    ends.push(Task::Place(next));
                    skip = next;
                }
                other => unreachable!("the parser makes no generator of {other:?}"),
            }
        }
        steps.push(Task::Item(element, each));
        steps.extend(ends.into_iter().rev());
        steps.push(Task::Place(end));
        tasks.extend(steps.into_iter().rev());
    }
}
