//! The instructions of the stack machine: what each does with the values on the stack.

use dashu_int::IBig;

use super::calls::Kept;
use super::{CodeOf, Codes, FRAME, Machine, OPERAND, Way, memo};
use crate::ast::Infix;
use crate::compile::{Code, Linear, Op, Operand, Path, Piece, PositionOp, SumOfCalls};
use crate::context::{Context, Joining, RunResult, wrong_kind};
use crate::error::RunError;
use crate::value::{Text, Value};

/// In place of an operand that does not lie on the stack.
const NOTHING: Value = Value::Truth(false);

/// The value of an operand, which [`Machine::take`] may have taken from the stack.
macro_rules! operand {
    ($machine:ident, $code:ident, $base:ident, $operand:ident, $taken:ident) => {
        match $operand {
            Operand::Local(slot) => &$machine.stack[$base + slot as usize],
            Operand::Constant(at) => &$code.constants[at as usize],
            Operand::Stack | Operand::Linear(_) | Operand::Path(_) => &$taken,
        }
    };
}

/// An item of a list or text.
enum Item<'v> {
    Value(&'v Value),
    Byte(u8),
}

/// What lies at a path from a local, unless that takes a closer look.
#[inline(always)]
fn item<'v>(path: &Path, locals: &'v [Value]) -> Option<Item<'v>> {
    let at = |linear: &Linear| usize::try_from(linear.evaluate(locals)?).ok();
    let base = &locals[path.base as usize];
    if let (Value::Board(board), Some(second)) = (base, &path.second) {
        return board.cell(at(&path.first)?, at(second)?).map(Item::Byte);
    }
    let found = item_of(base, at(&path.first)?)?;
    match (&path.second, found) {
        (None, found) => Some(found),
        (Some(second), Item::Value(value)) => item_of(value, at(second)?),
        (Some(_), Item::Byte(_)) => None,
    }
}

#[inline(always)]
fn item_of(value: &Value, at: usize) -> Option<Item<'_>> {
    match value {
        Value::List(list) => list.items().get(at).map(Item::Value),
        Value::Text(text) if text.is_ascii() => text.bytes().get(at).copied().map(Item::Byte),
        _ => None,
    }
}

/// What happens after an instruction.
enum After {
    /// The next one, or the one that was jumped to.
    Next,
    /// Another frame is on top.
    OtherFrame,
}

impl Machine {
    /// Runs until the frame with number `first`, which runs `statement`, is complete.
    pub(super) fn run_frames(
        &mut self,
        first: usize,
        statement: &CodeOf,
        codes: &Codes,
    ) -> RunResult<Value> {
        loop {
            let frame = self.frames.last_mut().expect(FRAME);
            if let Some(walk) = frame.walk.take() {
                self.step_walk(*walk)?;
                continue;
            }
            let of = match frame.function {
                None => statement,
                Some(function) => &codes[function as usize],
            };
            if frame.way == Way::Open {
                self.begin(of, codes);
            }
            let frame = self.frames.last().expect(FRAME);
            if frame.way == Way::Typed {
                self.run_typed(of);
                if self.frames.len() == first {
                    return Ok(self.pop());
                }
                continue;
            }
            let code = of.code.as_deref().expect("code that runs is there");
            let (base, mut next) = (frame.base, frame.next);
            let depth = self.frames.len();
            loop {
                let op = code.ops[next];
                next += 1;
                match self.step(op, code, base, &mut next) {
                    Ok(After::Next) => {}
                    Ok(After::OtherFrame) => {
                        // A call leaves its caller below; a return removed it.
                        if let Some(frame) = self.frames.get_mut(depth - 1) {
                            frame.next = next;
                        }
                        break;
                    }
                    Err(error) => {
                        self.frames.last_mut().expect(FRAME).next = next;
                        return Err(error);
                    }
                }
            }
            if self.frames.len() == first {
                return Ok(self.pop());
            }
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().expect(OPERAND)
    }

    /// An operand that does not lie where it can be looked at. Those of one instruction
    /// are taken from the last to the first.
    #[inline(always)]
    fn take(&mut self, operand: Operand, code: &Code, base: usize) -> RunResult<Value> {
        match operand {
            Operand::Local(_) | Operand::Constant(_) => Ok(NOTHING),
            Operand::Stack => Ok(self.pop()),
            Operand::Linear(at) => {
                let linear = &code.linears[at as usize];
                match linear.evaluate(&self.stack[base..]) {
                    Some(integer) => Ok(Value::Integer(integer)),
                    None => self.large_linear(linear, base),
                }
            }
            Operand::Path(at) => {
                let path = &code.paths[at as usize];
                match item(path, &self.stack[base..]) {
                    Some(Item::Value(value)) => Ok(value.clone()),
                    Some(Item::Byte(byte)) => Ok(Value::Text(Text::of_byte(byte))),
                    None => self.unusual_item(path, base),
                }
            }
        }
    }

    #[cold]
    fn large_linear(&mut self, linear: &Linear, base: usize) -> RunResult<Value> {
        self.push_linear(linear, base)?;
        Ok(self.pop())
    }

    /// An item of what is no list and no ASCII text, or that is not there.
    #[cold]
    fn unusual_item(&mut self, path: &Path, base: usize) -> RunResult<Value> {
        let mut value = self.stack[base + path.base as usize].clone();
        for linear in [Some(&path.first), path.second.as_ref()].into_iter().flatten() {
            self.push_linear(linear, base)?;
            let at = self.pop();
            value = self.item_at(&value, &at)?;
        }
        Ok(value)
    }

    /// An item of what is no list, or that is not there; the item of a list is not valued.
    #[cold]
    fn item_at(&mut self, list: &Value, at: &Value) -> RunResult<Value> {
        let mut known = [list, at].map(Value::clone);
        for value in &mut known {
            if let Value::Position(_) = value {
                *value = self.valued(value.clone())?;
            }
        }
        let [list, at] = known;
        self.context().index(&list, &at)
    }

    #[inline(always)]
    fn step(&mut self, op: Op, code: &Code, base: usize, next: &mut usize) -> RunResult<After> {
        match op {
            Op::Constant(at) => self.stack.push(code.constants[at as usize].clone()),
            Op::Integer(value) => self.stack.push(Value::Integer(value.into())),
            Op::Truth(truth) => self.stack.push(Value::Truth(truth)),
            Op::Local(slot) => {
                let value = self.stack[base + slot as usize].clone();
                self.stack.push(value);
            }
            Op::Set(slot) => {
                let value = self.pop();
                self.stack[base + slot as usize] = value;
            }
            Op::CallLinear { function, linear } => {
                let linear = &code.linears[linear as usize];
                if let Some(argument) = linear.evaluate(&self.stack[base..]) {
                    if let Some(game) = self.functions[function as usize].memo.game(argument) {
                        self.stack.push(Value::Game(game));
                        return Ok(After::Next);
                    }
                    self.stack.push(Value::Integer(argument));
                } else {
                    self.push_linear(linear, base)?;
                }
                return self.enter(function, 1);
            }
            Op::Infix(infix, a, b) => {
                let second = self.take(b, code, base)?;
                let first = self.take(a, code, base)?;
                let b = operand!(self, code, base, b, second);
                let a = operand!(self, code, base, a, first);
                let value = match (infix, a, b) {
                    (Infix::Add, Value::Game(g), Value::Game(h)) => {
                        Value::Game(self.engine.add(*g, *h)?)
                    }
                    (Infix::Add, Value::Integer(x), Value::Integer(y))
                        if let Some(sum) = x.checked_add(*y) =>
                    {
                        Value::Integer(sum)
                    }
                    (Infix::Subtract, Value::Integer(x), Value::Integer(y))
                        if let Some(difference) = x.checked_sub(*y) =>
                    {
                        Value::Integer(difference)
                    }
                    _ if a.holds_positions() || b.holds_positions() => {
                        let [a, b] = [a, b].map(Value::clone);
                        match infix.is_comparison() {
                            true => self.compare_positions(infix, &a, &b)?.into(),
                            false => {
                                let (a, b) = (self.valued(a)?, self.valued(b)?);
                                self.context().infix(infix, &a, &b)?
                            }
                        }
                    }
                    _ => context!(self).infix(infix, a, b)?,
                };
                self.stack.push(value);
            }
            Op::Unless(infix, a, b, no) => {
                // Most conditions of rules ask for a cell.
                if let (Operand::Path(path), Operand::Constant(cell)) = (a, b)
                    && let Value::Text(cell) = &code.constants[cell as usize]
                    && let &[cell] = cell.bytes()
                    && let Some(Item::Byte(byte)) =
                        item(&code.paths[path as usize], &self.stack[base..])
                    && let Infix::Equal | Infix::NotEqual = infix
                {
                    if (byte == cell) != (infix == Infix::Equal) {
                        *next = no as usize;
                    }
                    return Ok(After::Next);
                }
                let second = self.take(b, code, base)?;
                let first = self.take(a, code, base)?;
                let b = operand!(self, code, base, b, second);
                let a = operand!(self, code, base, a, first);
                let holds = match (infix, a, b) {
                    (Infix::Equal, Value::Text(x), Value::Text(y)) => x == y,
                    (Infix::NotEqual, Value::Text(x), Value::Text(y)) => x != y,
                    (_, Value::Integer(x), Value::Integer(y)) => infix.holds(x.cmp(y)),
                    _ if a.holds_positions() || b.holds_positions() => {
                        let [a, b] = [a, b].map(Value::clone);
                        self.compare_positions(infix, &a, &b)?
                    }
                    _ => context!(self).compare(infix, a, b)?,
                };
                if !holds {
                    *next = no as usize;
                }
            }
            Op::Index(list, at) => {
                let second = self.take(at, code, base)?;
                let first = self.take(list, code, base)?;
                let at = operand!(self, code, base, at, second);
                let list = operand!(self, code, base, list, first);
                let known = match (list, at) {
                    (Value::List(list), Value::Integer(at)) => {
                        usize::try_from(*at).ok().and_then(|at| list.items().get(at)).cloned()
                    }
                    (Value::Text(text), Value::Integer(at)) if text.is_ascii() => {
                        let byte = usize::try_from(*at).ok().and_then(|at| text.bytes().get(at));
                        byte.map(|&byte| Value::Text(Text::of_byte(byte)))
                    }
                    _ => None,
                };
                let value = match known {
                    Some(value) => value,
                    None => {
                        let [list, at] = [list, at].map(Value::clone);
                        self.item_at(&list, &at)?
                    }
                };
                self.stack.push(value);
            }
            Op::Slice(list, from, to) => {
                let third = self.take(to, code, base)?;
                let second = self.take(from, code, base)?;
                let first = self.take(list, code, base)?;
                let to = operand!(self, code, base, to, third);
                let from = operand!(self, code, base, from, second);
                let list = operand!(self, code, base, list, first);
                let value = context!(self).slice(list, from, to)?;
                self.stack.push(value);
            }
            Op::Join(at) => self.join(&code.joins[at as usize], code, base)?,
            Op::OptionOfSum { sum, done } => {
                let SumOfCalls { functions, arguments } = &code.sums[sum as usize];
                let locals = &self.stack[base..];
                let known = |machine: &Machine, at: usize| {
                    let argument = arguments[at].evaluate(locals)?;
                    machine.functions[functions[at] as usize].memo.game(argument)
                };
                if let (Some(g), Some(h)) = (known(self, 0), known(self, 1)) {
                    let option = self.sum_of(g, h)?;
                    self.add_option(option);
                    *next = done as usize;
                }
            }
            Op::Option => {
                let option = self.pop();
                self.option(&option)?;
            }
            Op::Item => {}
            Op::RangeNext { slot, back } => {
                self.tick()?;
                let slot = base + slot as usize;
                if let [Value::Integer(value), Value::Integer(last)] = self.stack[slot..slot + 2] {
                    if value < last {
                        self.stack[slot] = Value::Integer(value + 1);
                        *next = back as usize;
                    }
                } else if self.next_big(slot) {
                    *next = back as usize;
                }
            }
            Op::Jump(to) => *next = to as usize,
            Op::JumpIfFalse(to) => {
                if !self.pop_truth()? {
                    *next = to as usize;
                }
            }
            Op::JumpIfTrue(to) => {
                if self.pop_truth()? {
                    *next = to as usize;
                }
            }
            Op::Call { function, count } => return self.enter(function, count as usize),
            Op::Return => {
                self.give_back()?;
                return Ok(After::OtherFrame);
            }
            other => return self.rare_step(other, code, base, next),
        }
        Ok(After::Next)
    }

    /// The instructions that no inner loop waits for.
    fn rare_step(
        &mut self,
        op: Op,
        code: &Code,
        base: usize,
        next: &mut usize,
    ) -> RunResult<After> {
        match op {
            Op::Global(number) => {
                let value = self.global(number)?;
                self.stack.push(value);
            }
            Op::Negate => self.unary(|machine, value| machine.context().negate(value))?,
            Op::Switch => self.unary(|machine, value| machine.context().switch(value))?,
            Op::Nimber => self.unary(|machine, value| machine.context().nimber(value))?,
            Op::Up => self.unary(|machine, value| machine.context().up(value))?,
            Op::Not => {
                let truth = self.pop_truth()?;
                self.stack.push(Value::Truth(!truth));
            }
            Op::CheckTruth => {
                let truth = self.pop_truth()?;
                self.stack.push(Value::Truth(truth));
            }
            Op::Boards { count, .. }
                if let Value::Function(function) =
                    self.stack[self.stack.len() - count as usize] =>
            {
                let first = self.stack.len() - count as usize;
                let arguments = self.stack.split_off(first);
                let listed = self.boards_of(function, &arguments[1..])?;
                self.stack.push(listed);
            }
            Op::BuiltIn { index, count } | Op::Boards { index, count } => {
                let first = self.stack.len() - count as usize;
                if !self.builtins.get(index).keeps_positions() {
                    self.value_operands(count as usize)?;
                }
                let builtin = self.builtins.get(index);
                let value = builtin.call(&mut context!(self), &self.stack[first..])?;
                self.stack.truncate(first);
                self.stack.push(value);
                self.tick()?;
            }
            Op::Map | Op::Filter | Op::Pairs | Op::Any | Op::All => {
                self.start_walk(match op {
                    Op::Filter => Kept::Item,
                    Op::Pairs => Kept::Pair,
                    Op::Any => Kept::First(true),
                    Op::All => Kept::First(false),
                    _ => Kept::Value,
                })?;
                return Ok(After::OtherFrame);
            }
            Op::Keyed(index) => {
                let pairs = self.pop();
                let keyed = self.builtins.get(index).keyed().expect("it was compiled so").clone();
                let value = keyed(&mut self.context(), std::slice::from_ref(&pairs))?;
                self.stack.push(value);
                self.tick()?;
            }
            Op::ListStart => self.start_list(),
            Op::ListEnd => self.end_list()?,
            Op::Form => {
                let (right, left) = (self.pop_valued()?, self.pop_valued()?);
                let form = self.context().form_of(&left, &right)?;
                self.stack.push(form);
            }
            Op::GameStart => self.start_game(),
            Op::LabelStart { slot } => {
                self.stack[base + slot as usize] = self.begin_label();
            }
            Op::LabelEnd { slot } => {
                let label = self.stack[base + slot as usize].clone();
                self.end_label(&label)?;
            }
            Op::GameMiddle => self.middle_of_game(),
            Op::GameEnd | Op::ImpartialEnd | Op::SwitchEnd => {
                if op == Op::SwitchEnd {
                    self.mirror_options()?;
                }
                let game = self.end_game()?;
                self.stack.push(game);
            }
            Op::RangeStart { slot, exit } => {
                let (last, first) = (self.pop_valued()?, self.pop_valued()?);
                let mut context = self.context();
                let first = context.integer(&first, "the start of a range")?;
                let last = context.integer(&last, "the end of a range")?;
                if first > last {
                    *next = exit as usize;
                } else {
                    let slot = base + slot as usize;
                    self.stack[slot] = self.heap.integer(first);
                    self.stack[slot + 1] = self.heap.integer(last);
                }
            }
            Op::InStart { slot, exit } => {
                let list = match self.pop() {
                    Value::Collection(collection) => collection.list(),
                    position @ Value::Position(_) => self.valued(position)?,
                    list => list,
                };
                let items = match &list {
                    Value::List(list) => list.items(),
                    _ => {
                        return Err(wrong_kind("what `in` runs through", "a list", &list));
                    }
                };
                let slot = base + slot as usize;
                match items.first() {
                    None => *next = exit as usize,
                    Some(first) => {
                        self.stack[slot] = first.clone();
                        self.stack[slot + 1] = list;
                        self.stack[slot + 2] = Value::Integer(1);
                    }
                }
            }
            Op::InNext { slot, back } => {
                self.tick()?;
                let slot = base + slot as usize;
                if let [_, Value::List(list), Value::Integer(at)] = &self.stack[slot..slot + 3]
                    && let Some(item) =
                        usize::try_from(*at).ok().and_then(|at| list.items().get(at))
                {
                    let (item, at) = (item.clone(), at + 1);
                    self.stack[slot] = item;
                    self.stack[slot + 2] = Value::Integer(at);
                    *next = back as usize;
                }
            }
            Op::Same => {
                let (b, a) = (self.pop_valued()?, self.pop_valued()?);
                let same = self.context().fits_case(&a, &b)?;
                self.stack.push(Value::Truth(same));
            }
            Op::Positions(at) => {
                let form = &code.forms[at as usize];
                let locals: Vec<_> = form
                    .scope
                    .iter()
                    .map(|&(name, slot)| (name, self.stack[base + slot as usize].clone()))
                    .collect();
                let value = (self.of_positions)(self, form, locals)?;
                self.stack.push(value);
            }
            Op::Position(PositionOp::Call { function, count, or_value: true })
                if self.values_at_once() =>
            {
                return self.enter(function, count as usize);
            }
            Op::Position(op) => self.position_step(op, Some((code, base)))?,
            Op::Ask(function) => {
                let position = self.pop();
                let value = (self.of_position)(self, function, position)?;
                self.stack.push(value);
            }
            Op::ReturnOptions => {
                self.returned_options = true;
                self.give_back()?;
                return Ok(After::OtherFrame);
            }
            Op::NoClause => return Err(self.no_clause()),
            Op::ReturnLight => {
                self.frames.last_mut().expect(FRAME).light = true;
                self.give_back()?;
                return Ok(After::OtherFrame);
            }
            Op::JumpIfNormal { position, to } => {
                let normal = code.normal.as_ref().expect("it was read where this was written");
                if let Value::Board(board) = &self.stack[base + position as usize]
                    && normal.is_form(board)
                {
                    *next = to as usize;
                }
            }
            Op::Parts { position, whole } => {
                let position = &self.stack[base + position as usize];
                match self.stack.last().expect(OPERAND) {
                    Value::List(parts) if parts.items() == std::slice::from_ref(position) => {
                        *next = whole as usize;
                        self.stack.pop();
                    }
                    Value::List(_) => {}
                    other => return Err(wrong_kind("what `sum:` says", "a list of parts", other)),
                }
            }
            Op::Apart(count) => {
                let list = self.stack.last().expect(OPERAND).clone();
                self.context().taken_apart(&list, count as usize)?;
            }
            Op::Listed => {
                let value = self.pop();
                let listed = match value {
                    Value::List(_) => value,
                    value => self.context().list(vec![value])?,
                };
                self.stack.push(listed);
            }
            Op::Image { best, negative } => {
                let images = self.pop();
                self.choose_image(&images, base + best as usize, negative)?;
            }
            common => unreachable!("{common:?} is done where inner loops are"),
        }
        Ok(After::Next)
    }

    /// Of an image, or a list of them, and what lies at `best`: the least board, or that with
    /// the least hash.
    pub(super) fn choose_image(
        &mut self,
        images: &Value,
        best: usize,
        negative: bool,
    ) -> RunResult<()> {
        let images = match images {
            Value::List(list) => list.items(),
            image => std::slice::from_ref(image),
        };
        for image in images {
            self.engine.check()?;
            let better = match (image, &self.stack[best]) {
                (Value::Board(image), Value::Board(best)) => image.is_before(best),
                (image, best) => {
                    let hash = |value: &Value| memo::hash(std::slice::from_ref(value));
                    hash(image) < hash(best)
                }
            };
            if better {
                self.stack[best] = image.clone();
                self.stack[best + 1] = Value::Truth(negative);
            }
        }
        Ok(())
    }

    fn enter(&mut self, function: u32, count: usize) -> RunResult<After> {
        let depth = self.frames.len();
        self.call(function, count)?;
        Ok(if self.frames.len() == depth { After::Next } else { After::OtherFrame })
    }

    /// `++` of some pieces.
    fn join(&mut self, pieces: &[Piece], code: &Code, base: usize) -> RunResult<()> {
        // The operands that are computed lie on the stack in the order of the pieces.
        let computed = |operand: &Operand| *operand == Operand::Stack;
        let on_stack = pieces.iter().flat_map(Piece::operands).filter(computed).count();
        let first = self.stack.len() - on_stack;
        let mut at = first;
        let mut joining = Joining::default();
        for piece in pieces {
            let [value, from, to] = piece.operands();
            let mut found = [NOTHING, NOTHING, NOTHING];
            for (found, operand) in found.iter_mut().zip([value, from, to]) {
                *found = if operand == Operand::Stack {
                    at += 1;
                    std::mem::replace(&mut self.stack[at - 1], NOTHING)
                } else {
                    self.take(operand, code, base)?
                };
            }
            let [whole, start, end] = found;
            let whole = operand!(self, code, base, value, whole);
            let valued;
            let whole = match (piece, whole) {
                (Piece::Whole(_) | Piece::Slice(..), position @ Value::Position(_)) => {
                    valued = self.valued(position.clone())?;
                    &valued
                }
                _ => whole,
            };
            match piece {
                Piece::Whole(_) => joining.whole(&mut context!(self), whole)?,
                Piece::Item(_) => joining.item(&mut context!(self), whole)?,
                Piece::Slice(..) => {
                    let start = operand!(self, code, base, from, start);
                    let end = operand!(self, code, base, to, end);
                    joining.slice(&mut context!(self), whole, start, end)?;
                }
            }
        }
        self.stack.truncate(first);
        let joined = joining.finish(&mut context!(self))?;
        self.stack.push(joined);
        Ok(())
    }

    fn unary(&mut self, apply: impl Fn(&mut Machine, &Value) -> RunResult<Value>) -> RunResult<()> {
        let operand = self.pop_valued()?;
        let value = apply(self, &operand)?;
        self.stack.push(value);
        Ok(())
    }

    pub(super) fn pop_truth(&mut self) -> RunResult<bool> {
        match self.pop_valued()? {
            Value::Truth(truth) => Ok(truth),
            other => Err(RunError::WrongKind {
                place: "a condition".into(),
                expected: "a truth value".into(),
                found: other.kind().into(),
                help: Some("compare it, as in `n == 0`".into()),
            }),
        }
    }

    /// A linear argument with values that are no small integers. A name alone stands for
    /// whatever it holds, a text or a form as well.
    fn push_linear(&mut self, linear: &Linear, base: usize) -> RunResult<()> {
        let (mut sum, terms) = match linear.terms[..linear.count] {
            [(slot, 1), ref rest @ ..] if linear.constant == 0 => {
                (self.stack[base + slot as usize].clone(), rest)
            }
            ref terms => (Value::Integer(linear.constant), terms),
        };
        for &(slot, sign) in terms {
            let term = self.stack[base + slot as usize].clone();
            let (term, known) = (self.valued(term)?, self.valued(sum)?);
            sum = known;
            let infix = if sign > 0 { Infix::Add } else { Infix::Subtract };
            sum = self.context().infix(infix, &sum, &term)?;
        }
        self.stack.push(sum);
        Ok(())
    }

    /// Counts up a range of big integers; false at its end.
    fn next_big(&mut self, slot: usize) -> bool {
        let ends = (self.stack[slot].held_integer(), self.stack[slot + 1].held_integer());
        let (Some(value), Some(last)) = ends else { return false };
        if value >= last {
            return false;
        }
        self.stack[slot] = self.heap.integer(value + IBig::ONE);
        true
    }
}
