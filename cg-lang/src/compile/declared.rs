//! What a definition declares of its positions, before its clauses: how they fall apart,
//! and which of them have the same value, or the negative of it.
//!
//! - `sum: parts;` — a position is the sum of these. The parts are calls of their own, and
//!   remembered; the whole is not. When the only part is the whole, the clauses say what it is.
//! - `symmetric: images;` — these positions have the same value.
//! - `negative: images;` — these have the negative of it.
//!
//! Of all images of a position one is chosen, the one with the least hash, and only its
//! value is remembered. Which one is chosen does not matter for what is right: each of
//! them has the value that is asked for, or its negative.

use super::{Compiler, Op};
use crate::ast::{Declaration, Definition, Fact};
use crate::builtin::Special;
use crate::error::Error;
use crate::source::Span;

/// What stands for a position is the first argument of its call.
const POSITION: u32 = 0;

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
        for declaration in of(Fact::Sum) {
            self.sum(&declaration, call)?;
        }
        let (symmetric, negative) = (of(Fact::Symmetric), of(Fact::Negative));
        if !symmetric.is_empty() || !negative.is_empty() {
            self.images(&symmetric, &negative, call)?;
        }
        Ok(())
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
        let sum = self.around.builtins.special(Special::Sum);
        self.emit(Op::BuiltIn { index: sum, count: 1 }, span);
        self.emit(Op::ReturnLight, span);
        self.place(go_on);
        self.scope.release(3);
        Ok(())
    }

    fn images(
        &mut self,
        symmetric: &[Declaration],
        negative: &[Declaration],
        call: Call,
    ) -> Result<(), Error> {
        // The image that is best so far, whether its value is the negative one, and the
        // position itself.
        let best = self.scope.reserve(3);
        let (sign, whole) = (best + 1, best + 2);
        let first = symmetric.first().or(negative.first());
        let span = first.map_or_else(Span::default, |declaration| self.ast.span(declaration.value));
        for slot in [best, whole] {
            self.emit(Op::Local(POSITION), span);
            self.emit(Op::Set(slot), span);
        }
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
            // The images of the image.
            self.emit(Op::Local(slot), span);
            self.emit(Op::Set(POSITION), span);
            self.symmetric_images(symmetric, best, true)?;
            self.emit(Op::InNext { slot, back }, span);
            self.place(exit);
            self.emit(Op::Local(whole), span);
            self.emit(Op::Set(POSITION), span);
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
        self.emit(Op::Negate, span);
        self.emit(Op::ReturnLight, span);
        self.place(plus);
        self.emit(Op::ReturnLight, span);
        self.place(go_on);
        self.scope.release(3);
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
        self.emit(Op::Call { function: call.function, count: call.others + 1 }, span);
    }
}

/// The function that is being defined, and how many arguments it has besides the position.
#[derive(Clone, Copy)]
struct Call {
    function: u32,
    others: u32,
}
