//! What a definition declares of its positions, before its clauses: how they fall apart,
//! and which of them have the same value, or the negative of it.
//!
//! - `sum: parts;` — a position is the sum of these. The parts are calls of their own, and
//!   remembered; the whole is not. When the only part is the whole, the clauses say what it is.
//! - `symmetric: images;` — these positions have the same value.
//! - `negative: images;` — these have the negative of it.
//!
//! Of all images of a position one is chosen: the least of boards, else the one with the least
//! hash. Only its value is remembered. Which one is chosen does not matter for what is right:
//! each of them has the value that is asked for, or its negative.
//!
//! Declarations by the functions of boards alone are also kept as a [`Normal`] form. With it
//! a board that is its own normal form goes to the clauses at once, and typed code that calls
//! the function finds known values without a call.

use super::{Compiler, Op, PositionOp};
use crate::ast::{Declaration, Definition, Fact, Node, NodeId, Symbol};
use crate::board::{self, Normal, OfBoards, View};
use crate::builtin::Special;
use crate::error::Error;
use crate::source::Span;

/// What stands for a position is the first argument of its call.
const POSITION: u32 = 0;

/// Views are read from expressions that are nested less deeply.
const MOST_NESTED: usize = 8;

impl Compiler<'_, '_> {
    /// The code of the declarations; it goes on where they say nothing of the position.
    pub(super) fn declarations(&mut self, definition: &Definition) -> Result<(), Error> {
        if definition.declarations.is_empty() {
            return Ok(());
        }
        let name = self.ast.name(definition.name);
        let function = self.around.functions.number(name);
        self.references.functions.push(function);
        let others = definition.parameters.len() - 1;
        let call = Call { function, others: super::index(others) };
        let of = |fact: Fact| -> Vec<Declaration> {
            definition.declarations.iter().filter(|d| d.fact == fact).copied().collect()
        };
        let (sum, symmetric, negative) = (of(Fact::Sum), of(Fact::Symmetric), of(Fact::Negative));
        let clauses = self.new_label();
        let position = definition.parameters[0];
        self.code.normal = self.normal(position, &sum, &symmetric, &negative);
        if self.code.normal.is_some() && !self.keeps_positions {
            self.emit(Op::JumpIfNormal { position: POSITION, to: clauses }, definition.name_span);
        }
        for declaration in &sum {
            self.sum(declaration, call)?;
        }
        if !symmetric.is_empty() || !negative.is_empty() {
            self.images(position, &symmetric, &negative, call)?;
        }
        self.place(clauses);
        Ok(())
    }

    /// What the declarations say of boards, when they are made of the functions of boards.
    fn normal(
        &self,
        position: Symbol,
        sum: &[Declaration],
        symmetric: &[Declaration],
        negative: &[Declaration],
    ) -> Option<Normal> {
        let between = match sum {
            [] => None,
            [parts] => Some(self.between(position, parts.value)?),
            _ => return None,
        };
        let views = |declarations: &[Declaration]| {
            let each = declarations.iter().map(|d| self.views(position, d.value, MOST_NESTED));
            Some(each.collect::<Option<Vec<_>>>()?.concat())
        };
        Normal::new(between, &views(symmetric)?, &views(negative)?)
    }

    /// The cells of `parts(position, "cells")`.
    fn between(&self, position: Symbol, node: NodeId) -> Option<Box<[u8]>> {
        let (OfBoards::Parts, [board, cells]) = self.of_boards(node)? else { return None };
        let (Node::Name(name), Node::Text(cells)) = (self.ast.node(*board), self.ast.node(*cells))
        else {
            return None;
        };
        let cells = self.ast.text(cells).as_bytes();
        let separate = !cells.is_empty() && cells.iter().all(|&cell| board::is_cell(cell));
        (name == position && separate).then(|| cells.into())
    }

    /// The views of the position that an expression gives, or a list of them.
    fn views(&self, position: Symbol, node: NodeId, nested: usize) -> Option<Vec<View>> {
        let nested = nested.checked_sub(1)?;
        let one = |node| match self.views(position, node, nested)?[..] {
            [view] => Some(view),
            _ => None,
        };
        match self.ast.node(node) {
            Node::Name(name) if name == position => Some(vec![View::WHOLE]),
            Node::List(items) => self.ast.children(items).iter().map(|&item| one(item)).collect(),
            _ => match self.of_boards(node)? {
                (OfBoards::Images(images), &[board]) => {
                    let first = one(board)?;
                    images.iter().map(|&image| first.then(View::of(image))).collect()
                }
                (OfBoards::Swap, &[board, x, y]) => {
                    let (x, y) = (self.cell(x)?, self.cell(y)?);
                    Some(vec![one(board)?.then(View::swap(x, y))?])
                }
                _ => None,
            },
        }
    }

    /// A cell, written as a text.
    fn cell(&self, node: NodeId) -> Option<u8> {
        let Node::Text(text) = self.ast.node(node) else { return None };
        match *self.ast.text(text).as_bytes() {
            [cell] if board::is_cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// A call of one of the functions of which normal forms are made, and its arguments.
    fn of_boards(&self, node: NodeId) -> Option<(OfBoards, &[NodeId])> {
        let Node::Call(name, arguments) = self.ast.node(node) else { return None };
        let number = self.around.builtins.find(self.ast.name(name))?;
        match self.around.builtins.get(number).special() {
            Special::OfBoards(function) => Some((function, self.ast.children(arguments))),
            _ => None,
        }
    }

    fn sum(&mut self, declaration: &Declaration, call: Call) -> Result<(), Error> {
        let span = self.ast.span(declaration.value);
        let go_on = self.new_label();
        let (back, exit) = (self.new_label(), self.new_label());
        let slot = self.scope.reserve(3);
        self.expression(declaration.value)?;
        self.emit(Op::Parts { position: POSITION, whole: go_on }, span);
        self.emit(Op::Set(slot), span);
        self.emit(Op::ListStart, span);
        self.emit(Op::Local(slot), span);
        self.emit(Op::InStart { slot, exit }, span);
        self.place(back);
        self.emit_call(slot, call, span);
        self.emit(Op::Item, span);
        self.emit(Op::InNext { slot, back }, span);
        self.place(exit);
        self.emit(Op::ListEnd, span);
        match self.keeps_positions {
            true => self.emit(Op::Position(PositionOp::Sum), span),
            false => {
                let sum = self.around.builtins.special(Special::Sum);
                self.emit(Op::BuiltIn { index: sum, count: 1 }, span);
            }
        }
        self.emit(Op::ReturnLight, span);
        self.place(go_on);
        self.scope.release(3);
        Ok(())
    }

    fn images(
        &mut self,
        position: Symbol,
        symmetric: &[Declaration],
        negative: &[Declaration],
        call: Call,
    ) -> Result<(), Error> {
        // The image that is best so far, and whether its value is the negative one.
        let best = self.scope.reserve(2);
        let sign = best + 1;
        let first = symmetric.first().or(negative.first());
        let span = first.map_or_else(Span::default, |declaration| self.ast.span(declaration.value));
        self.emit(Op::Local(POSITION), span);
        self.emit(Op::Set(best), span);
        self.emit(Op::Truth(false), span);
        self.emit(Op::Set(sign), span);
        self.symmetric_images(symmetric, best, false)?;
        for declaration in negative {
            let span = self.ast.span(declaration.value);
            let (back, exit) = (self.new_label(), self.new_label());
            let slot = self.scope.reserve(3);
            self.expression(declaration.value)?;
            self.emit(Op::Listed, span);
            self.emit(Op::InStart { slot, exit }, span);
            self.place(back);
            self.emit(Op::Local(slot), span);
            self.emit(Op::Image { best, negative: true }, span);
            // The images of the image, which stands for the position there.
            let image = self.scope.bind(position, 1);
            self.emit(Op::Local(slot), span);
            self.emit(Op::Set(image), span);
            self.symmetric_images(symmetric, best, true)?;
            self.scope.unbind(1);
            self.emit(Op::InNext { slot, back }, span);
            self.place(exit);
            self.scope.release(3);
        }
        let (go_on, plus) = (self.new_label(), self.new_label());
        self.emit(Op::Local(best), span);
        self.emit(Op::Local(POSITION), span);
        self.emit(Op::Same, span);
        self.emit(Op::JumpIfTrue(go_on), span);
        self.emit_call(best, call, span);
        self.emit(Op::Local(sign), span);
        self.emit(Op::JumpIfFalse(plus), span);
        self.emit(
            if self.keeps_positions { Op::Position(PositionOp::Negate) } else { Op::Negate },
            span,
        );
        self.emit(Op::ReturnLight, span);
        self.place(plus);
        self.emit(Op::ReturnLight, span);
        self.place(go_on);
        self.scope.release(2);
        Ok(())
    }

    fn symmetric_images(
        &mut self,
        symmetric: &[Declaration],
        best: u32,
        negative: bool,
    ) -> Result<(), Error> {
        for declaration in symmetric {
            self.expression(declaration.value)?;
            self.emit(Op::Image { best, negative }, self.ast.span(declaration.value));
        }
        Ok(())
    }

    /// A call with the position in a local and the other arguments as they are.
    fn emit_call(&mut self, position: u32, call: Call, span: Span) {
        self.emit(Op::Local(position), span);
        for other in 1..=call.others {
            self.emit(Op::Local(other), span);
        }
        let (function, count) = (call.function, call.others + 1);
        self.emit(
            match self.keeps_positions {
                true => Op::Position(PositionOp::Call { function, count, or_value: false }),
                false => Op::Call { function, count },
            },
            span,
        );
    }
}

/// The function that is being defined, and how many arguments it has besides the position.
#[derive(Clone, Copy)]
struct Call {
    function: u32,
    others: u32,
}
