//! Running typed code.
//!
//! An instruction that cannot do its work in the usual way answers `None`, and the frame
//! begins again on the stack machine: see [`crate::compile::typed`]. Arguments lie in the
//! first registers, which nothing changes, so that this is always possible.

use std::sync::atomic::Ordering;

use super::collect::Collecting;
use super::{CodeOf, Codes, FRAME, Machine, STEPS_PER_LOOK, Way};
use crate::ast::Infix;
use crate::board::STEPS;
use crate::compile::Op;
use crate::compile::typed::{
    Call, Callee, Int, Kind, Over, Place, Program, Stretch, Test, Typed, TypedOp, Walk, translate,
};
use crate::context::Context;
use crate::value::{Text, Value};

/// Typed code may give up so often, and in one of so many calls.
const GIVEN_UP: u32 = 64;
const CALLS_FOR_EACH: u32 = 8;

/// How many items are copied in about the time of a step.
const ITEMS_PER_STEP: usize = 16;

impl Machine {
    /// Chooses the code for the frame on top, and makes room for what it needs.
    pub(super) fn begin(&mut self, of: &CodeOf, codes: &Codes) {
        let frame = self.frames.last().expect(FRAME);
        let (base, integers) = (frame.base, frame.integers);
        let arguments = &self.stack[base..base + of.parameters];
        let way = match self.typed_for(of, codes, arguments) {
            Some(typed)
                if typed.takes(arguments) && !arguments.iter().any(Value::holds_positions) =>
            {
                self.stack
                    .resize_with(base + typed.values.max(of.parameters), || Value::Integer(0));
                self.integers.resize(integers + typed.integers, 0);
                Way::Typed
            }
            _ => {
                self.make_room_plain(of, base);
                Way::Plain
            }
        };
        self.frames.last_mut().expect(FRAME).way = way;
    }

    fn make_room_plain(&mut self, of: &CodeOf, base: usize) {
        let code = of.code.as_ref().expect("it was called");
        self.stack.truncate(base + of.parameters);
        self.stack.resize_with(base + code.locals, || Value::Integer(0));
    }

    /// The typed code of a function, when it is to be used.
    fn typed_for<'c>(
        &self,
        of: &'c CodeOf,
        codes: &'c Codes,
        arguments: &[Value],
    ) -> Option<&'c Typed> {
        let calls = of.calls.load(Ordering::Relaxed).saturating_add(1);
        of.calls.store(calls, Ordering::Relaxed);
        if of.loopy || calls <= self.typed_after? {
            return None;
        }
        let typed = of.typed.get_or_init(|| {
            let callee = |number: u32| {
                let of = codes.get(number as usize)?;
                let code = of.code.as_deref()?;
                Some(Callee { code, parameters: of.parameters, plain: of.plain })
            };
            let program = Program { builtins: &self.builtins, heap: &self.heap, callee: &callee };
            let kinds = arguments.iter().map(Kind::of).collect();
            translate(&program, of.code.as_deref()?, kinds)
        });
        let given_up = of.given_up.load(Ordering::Relaxed);
        typed.as_ref().filter(|_| given_up <= GIVEN_UP + calls / CALLS_FOR_EACH)
    }

    /// Runs the frame on top until another is on top.
    pub(super) fn run_typed(&mut self, of: &CodeOf) {
        let typed = of.typed.get().and_then(Option::as_ref).expect("the frame runs typed code");
        if self.typed_steps(typed).is_some() {
            return;
        }
        of.given_up.store(of.given_up.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
        // It may have been a limit, at which the stack machine looks at its next step.
        self.steps |= STEPS_PER_LOOK - 1;
        let frame = self.frames.last_mut().expect(FRAME);
        (frame.way, frame.next, frame.light) = (Way::Plain, 0, false);
        let (base, integers, collecting) = (frame.base, frame.integers, frame.collecting);
        self.integers.truncate(integers);
        self.close_collections(collecting);
        self.make_room_plain(of, base);
    }

    #[inline(always)]
    pub(super) fn int(&self, typed: &Typed, integers: usize, int: Int) -> Option<i64> {
        int_of(&self.integers, typed, integers, int)
    }

    /// An integer that counts from 0.
    #[inline(always)]
    pub(super) fn index(&self, typed: &Typed, integers: usize, int: Int) -> Option<usize> {
        usize::try_from(self.int(typed, integers, int)?).ok()
    }

    fn typed_steps(&mut self, typed: &Typed) -> Option<()> {
        let frame = self.frames.last().expect(FRAME);
        let (base, integers, mut next) = (frame.base, frame.integers, frame.next);
        macro_rules! int {
            ($int:expr) => {
                self.int(typed, integers, $int)?
            };
        }
        macro_rules! index {
            ($int:expr) => {
                self.index(typed, integers, $int)?
            };
        }
        macro_rules! place {
            ($place:expr) => {
                match $place {
                    Place::Register(register) => &self.stack[base + usize::from(register)],
                    Place::Constant(at) => &typed.constants[usize::from(at)],
                }
            };
        }
        macro_rules! register {
            ($register:expr) => {
                self.stack[base + usize::from($register)]
            };
        }
        macro_rules! integer {
            ($register:expr) => {
                self.integers[integers + usize::from($register)]
            };
        }
        loop {
            let op = &typed.ops[next];
            next += 1;
            match *op {
                TypedOp::Unless { ref test, holds, no } => {
                    if self.test(typed, base, integers, test)? != holds {
                        next = no as usize;
                    }
                }
                TypedOp::RangeNext { at, last, back } => {
                    let (here, back) = (next - 1, back as usize);
                    loop {
                        self.tick().ok()?;
                        let value = integer!(at);
                        if value >= integer!(last) {
                            break;
                        }
                        integer!(at) = value + 1;
                        let to = self.goes_to(typed, base, integers, back, here)?;
                        if to != here {
                            next = to;
                            break;
                        }
                    }
                }
                TypedOp::Option(place) => match *place!(place) {
                    Value::Game(game) => self.add_option(game),
                    ref value => {
                        let value = value.clone();
                        self.option(&value).ok()?;
                    }
                },
                TypedOp::OptionOfSum { sum, done } => {
                    let (sum, done) = (typed.sums_of_two[usize::from(sum)], done as usize);
                    if self.option_of_sum(typed, integers, next - 1, sum, done)? {
                        next = done;
                    }
                }
                TypedOp::CallWith(at) => {
                    let call = &typed.calls_with[usize::from(at)];
                    let depth = self.frames.len();
                    self.call_with(typed, base, integers, call)?;
                    if self.frames.len() > depth {
                        self.frames[depth - 1].next = next;
                        return Some(());
                    }
                    next += 1;
                }
                TypedOp::CallInts(at) => {
                    let call = typed.calls_of_two[usize::from(at)];
                    let [first, second] = call.arguments;
                    let (first, second) = (int!(first), int!(second));
                    if self.option_of_two(typed, integers, next - 1, call)? {
                        next += 2;
                        continue;
                    }
                    let known =
                        self.functions[call.function as usize].memo.of_integers(first, second);
                    if let Some(value) = known {
                        register!(call.result) = value;
                        next += 1;
                    } else {
                        self.stack.extend([Value::Integer(first), Value::Integer(second)]);
                        if self.call_on_stack(call.function, 2, next)? {
                            return Some(());
                        }
                    }
                }
                TypedOp::CallInt { function, argument, to } => {
                    let argument = int!(argument);
                    let known = self.functions[function as usize].memo.of_integer(argument);
                    if let Some(value) = known {
                        register!(to) = value;
                        next += 1;
                    } else {
                        self.stack.push(Value::Integer(argument));
                        if self.call_on_stack(function, 1, next)? {
                            return Some(());
                        }
                    }
                }
                TypedOp::Call(at) => {
                    let Call { function, ref arguments, .. } = typed.calls[usize::from(at)];
                    for &argument in arguments {
                        let value = place!(argument).clone();
                        self.stack.push(value);
                    }
                    if self.call_on_stack(function, arguments.len(), next)? {
                        return Some(());
                    }
                }
                TypedOp::Result(to) => {
                    let value = self.pop();
                    if value.holds_positions() {
                        return None;
                    }
                    register!(to) = value;
                }
                TypedOp::Jump(to) => next = to as usize,
                TypedOp::Truth { to, ref test, holds } => {
                    let truth = self.test(typed, base, integers, test)? == holds;
                    integer!(to) = truth.into();
                }
                TypedOp::TruthValue { to, ref test, holds } => {
                    let truth = self.test(typed, base, integers, test)? == holds;
                    register!(to) = Value::Truth(truth);
                }
                TypedOp::Set { to, from } => integer!(to) = int!(from),
                TypedOp::Arithmetic { to, infix, a, b } => {
                    integer!(to) = arithmetic(infix, int!(a), int!(b))?;
                }
                TypedOp::Extreme { to, order, a, b } => {
                    let (a, b) = (int!(a), int!(b));
                    integer!(to) = if b.cmp(&a) == order { b } else { a };
                }
                TypedOp::UnboxItem { to, base: of, at } => {
                    let at = index!(at);
                    let Value::List(list) = &register!(of) else { return None };
                    let &Value::Integer(value) = list.items().get(at)? else { return None };
                    integer!(to) = value;
                }
                TypedOp::Unbox { to, from } => {
                    let &Value::Integer(value) = place!(from) else { return None };
                    integer!(to) = value;
                }
                TypedOp::Box { to, from } => register!(to) = Value::Integer(int!(from)),
                TypedOp::Rows { to, board } => {
                    let Value::Board(board) = &register!(board) else { return None };
                    integer!(to) = i64::try_from(board.rows()).ok()?;
                }
                TypedOp::Cols { to, board } => {
                    let Value::Board(board) = &register!(board) else { return None };
                    integer!(to) = i64::try_from(board.cols()).ok()?;
                }
                TypedOp::Length { to, of } => {
                    integer!(to) = i64::try_from(length(&register!(of))?).ok()?;
                }
                TypedOp::Copy { to, from } => register!(to) = copied(place!(from)),
                TypedOp::Global { to, number } => {
                    let value = self.global(number).ok()?;
                    if value.holds_positions() {
                        return None;
                    }
                    register!(to) = value;
                }
                TypedOp::Item { to, base: of, at } => {
                    let at = index!(at);
                    register!(to) = self.item(&register!(of), at)?;
                }
                TypedOp::Path { to, base: of, first, second } => {
                    let (first, second) = (index!(first), index!(second));
                    register!(to) = match &register!(of) {
                        Value::Board(board) => {
                            Value::Text(Text::of_byte(board.cell(first, second)?))
                        }
                        Value::List(list) => self.item(list.items().get(first)?, second)?,
                        _ => return None,
                    };
                }
                TypedOp::Stretch { to, stretch } => {
                    let stretch = typed.stretches[usize::from(stretch)];
                    let (value, from, end) = self.stretch(typed, base, integers, stretch)?;
                    let part = match value {
                        Value::Text(text) => self.heap.ascii(&text.bytes()[from..end]),
                        Value::List(list) => self.heap.list(list.items()[from..end].to_vec())?,
                        _ => return None,
                    };
                    self.tick_often((end - from) / ITEMS_PER_STEP).ok()?;
                    register!(to) = part;
                }
                TypedOp::Pair { to, first, second } => {
                    let items = vec![Value::Integer(int!(first)), Value::Integer(int!(second))];
                    register!(to) = self.heap.list(items)?;
                }
                TypedOp::Put { to, put } => {
                    register!(to) =
                        self.put(typed, base, integers, &typed.puts[usize::from(put)])?;
                }
                TypedOp::Join { to, join } => {
                    let parts = &typed.joins[usize::from(join)];
                    register!(to) = self.joined(typed, base, integers, parts)?;
                }
                TypedOp::Unary { to, op, of } => {
                    let of = place!(of).clone();
                    let mut context = self.context();
                    let value = match op {
                        Op::Negate => context.negate(&of),
                        Op::Switch => context.switch(&of),
                        Op::Nimber => context.nimber(&of),
                        Op::Up => context.up(&of),
                        _ => return None,
                    };
                    register!(to) = value.ok()?;
                }
                TypedOp::Infix { to, infix, pair } => {
                    let (a, b) = typed.pairs[usize::from(pair)];
                    register!(to) = match (infix, place!(a), place!(b)) {
                        (Infix::Add, &Value::Game(g), &Value::Game(h)) => {
                            Value::Game(self.sum_of(g, h).ok()?)
                        }
                        (Infix::Add, Value::Integer(x), Value::Integer(y))
                            if let Some(sum) = x.checked_add(*y) =>
                        {
                            Value::Integer(sum)
                        }
                        (infix, a, b) => context!(self).infix(infix, a, b).ok()?,
                    };
                }
                TypedOp::BuiltIn(at) => {
                    let Call { function, ref arguments, result } = typed.calls[usize::from(at)];
                    let first = self.stack.len();
                    for &argument in arguments {
                        let value = place!(argument).clone();
                        self.stack.push(value);
                    }
                    let builtin = self.builtins.get(function);
                    let value = builtin.call(&mut context!(self), &self.stack[first..]).ok()?;
                    self.stack.truncate(first);
                    register!(result) = value;
                    self.tick().ok()?;
                }
                TypedOp::RangeStart { at, last, from, to, exit } => {
                    let (from, to) = (int!(from), int!(to));
                    if from > to {
                        next = exit as usize;
                    } else {
                        (integer!(at), integer!(last)) = (from, to);
                    }
                }
                TypedOp::Narrow { narrowing, none } => {
                    let narrowing = typed.narrowings[usize::from(narrowing)];
                    let [a, b] = narrowing.sides.map(|side| self.int(typed, integers, side));
                    let difference = i128::from(a?) - i128::from(b?);
                    let (at, last) = (integer!(narrowing.at), integer!(narrowing.last));
                    let (from, to) = narrowing.part(difference, at, last);
                    if from > to {
                        integer!(narrowing.last) = at;
                        next = none as usize;
                    } else {
                        (integer!(narrowing.at), integer!(narrowing.last)) = (from, to);
                    }
                }
                TypedOp::ListStart => {
                    self.collecting.push(Collecting::Items(self.items.len()));
                }
                TypedOp::ListItem(place) => {
                    let value = copied(place!(place));
                    self.items.push(value);
                }
                TypedOp::ListEnd(to) => {
                    let Some(Collecting::Items(first)) = self.collecting.pop() else {
                        unreachable!("typed code ends lists where it began them")
                    };
                    let items = self.items.split_off(first);
                    register!(to) = self.context().list(items).ok()?;
                }
                TypedOp::InStart { list, held, at, item, exit } => {
                    let Value::List(list) = place!(list).clone() else { return None };
                    match list.items().first() {
                        None => next = exit as usize,
                        Some(first) => {
                            register!(item) = first.clone();
                            register!(held) = Value::List(list);
                            integer!(at) = 1;
                        }
                    }
                }
                TypedOp::InNext { held, at, item, back } => {
                    self.tick().ok()?;
                    let Value::List(list) = &register!(held) else { return None };
                    let found = usize::try_from(integer!(at)).ok()?;
                    if let Some(value) = list.items().get(found).cloned() {
                        register!(item) = value;
                        integer!(at) += 1;
                        next = back as usize;
                    }
                }
                TypedOp::WalkStart { walk, exit } => {
                    let walk = typed.walks[usize::from(walk)];
                    integer!(walk.counter) = 0;
                    if !self.walk(typed, base, integers, walk)? {
                        next = exit as usize;
                    }
                }
                TypedOp::WalkNext { walk, back } => {
                    let (here, back) = (next - 1, back as usize);
                    let walk = typed.walks[usize::from(walk)];
                    loop {
                        self.tick().ok()?;
                        if !self.walk(typed, base, integers, walk)? {
                            break;
                        }
                        let to = self.goes_to(typed, base, integers, back, here)?;
                        if to != here {
                            next = to;
                            break;
                        }
                    }
                }
                TypedOp::GameStart => self.start_game(),
                TypedOp::GameMiddle => self.middle_of_game(),
                TypedOp::GameEnd { to, mirrored } => {
                    if mirrored {
                        self.mirror_options().ok()?;
                    }
                    register!(to) = self.end_game().ok()?;
                }
                TypedOp::JumpIfNormal { position, to } => {
                    let normal = typed.normal.as_ref().expect("it came with the code");
                    if let Value::Board(board) = place!(position)
                        && normal.is_form(board)
                    {
                        next = to as usize;
                    }
                }
                TypedOp::Parts { list, position, whole } => {
                    let Value::List(parts) = place!(list) else { return None };
                    if parts.items() == std::slice::from_ref(place!(position)) {
                        next = whole as usize;
                    }
                }
                TypedOp::Listed { to, of } => {
                    let value = place!(of).clone();
                    register!(to) = match value {
                        Value::List(_) => value,
                        value => self.context().list(vec![value]).ok()?,
                    };
                }
                TypedOp::Apart { list, count } => {
                    let Value::List(list) = place!(list) else { return None };
                    let fits = |item: &Value| length(item) == usize::try_from(count).ok();
                    if !list.items().iter().all(fits) {
                        return None;
                    }
                }
                TypedOp::Image { images, best, negative } => {
                    let images = place!(images).clone();
                    self.choose_image(&images, base + usize::from(best), negative).ok()?;
                }
                TypedOp::Position(at) => {
                    let position = &typed.positions[usize::from(at)];
                    for &operand in &position.operands {
                        let value = place!(operand).clone();
                        self.stack.push(value);
                    }
                    self.position_step(position.op, None).ok()?;
                    let value = self.pop();
                    register!(position.result) = value;
                }
                TypedOp::ReturnOptions(options) => {
                    let options = place!(options).clone();
                    self.stack.push(options);
                    self.returned_options = true;
                    return self.give_back().ok();
                }
                TypedOp::Return { value, light } => {
                    let value = place!(value).clone();
                    self.frames.last_mut().expect(FRAME).light = light;
                    self.stack.push(value);
                    return self.give_back().ok();
                }
                TypedOp::GiveUp => return None,
            }
        }
    }

    /// Where a loop goes whose body begins at `body` and whose end is at `end`. Most loops of rules
    /// first ask for a cell, and most cells are another one.
    #[inline(always)]
    fn goes_to(
        &self,
        typed: &Typed,
        base: usize,
        integers: usize,
        body: usize,
        end: usize,
    ) -> Option<usize> {
        let TypedOp::Unless { test: Test::BoardCell { board, row, col, cell }, holds, no } =
            typed.ops[body]
        else {
            return Some(body);
        };
        if no as usize != end {
            return Some(body);
        }
        let Value::Board(board) = &self.stack[base + usize::from(board)] else { return None };
        let (row, col) = (self.index(typed, integers, row)?, self.index(typed, integers, col)?);
        Some(if (board.cell(row, col)? == cell) == holds { body + 1 } else { end })
    }

    /// Calls a function with what is on the stack. True when a frame has begun; else the
    /// value is on the stack.
    fn call_on_stack(&mut self, function: u32, count: usize, next: usize) -> Option<bool> {
        let depth = self.frames.len();
        self.call(function, count).ok()?;
        let begun = self.frames.len() > depth;
        if begun {
            self.frames[depth - 1].next = next;
        }
        Some(begun)
    }

    #[inline(always)]
    fn test(&mut self, typed: &Typed, base: usize, integers: usize, test: &Test) -> Option<bool> {
        let register = |register: u16| &self.stack[base + usize::from(register)];
        Some(match *test {
            Test::BoardCell { board, row, col, cell } => {
                let Value::Board(board) = register(board) else { return None };
                let (row, col) =
                    (self.index(typed, integers, row)?, self.index(typed, integers, col)?);
                board.cell(row, col)? == cell
            }
            Test::Compare(infix, a, b) => {
                let (a, b) = (self.int(typed, integers, a)?, self.int(typed, integers, b)?);
                infix.holds(a.cmp(&b))
            }
            Test::TextCell { text, at, cell } => {
                let Value::Text(text) = register(text) else { return None };
                let at = self.index(typed, integers, at)?;
                *ascii(text)?.get(at)? == cell
            }
            Test::PathCell { base: of, first, second, cell } => {
                let (first, second) =
                    (self.index(typed, integers, first)?, self.index(typed, integers, second)?);
                match register(of) {
                    Value::Board(board) => board.cell(first, second)? == cell,
                    Value::List(list) => match list.items().get(first)? {
                        Value::Text(text) => *ascii(text)?.get(second)? == cell,
                        Value::List(row) => match row.items().get(second)? {
                            Value::Text(text) => *text.bytes() == [cell],
                            _ => return None,
                        },
                        _ => return None,
                    },
                    _ => return None,
                }
            }
            Test::Stretch { stretch, text } => {
                let stretch = typed.stretches[usize::from(stretch)];
                let (value, from, end) = self.stretch(typed, base, integers, stretch)?;
                match (value, &typed.constants[usize::from(text)]) {
                    (Value::Text(whole), Value::Text(text)) => {
                        whole.bytes()[from..end] == *text.bytes()
                    }
                    _ => return None,
                }
            }
            Test::Near { base: of, place, cells } => {
                let Value::Text(cells) = &typed.constants[usize::from(cells)] else { return None };
                let grid = Grid::of(register(of))?;
                let (row, col) = grid.inside(
                    self.index(typed, integers, place.0)?,
                    self.index(typed, integers, place.1)?,
                )?;
                STEPS[..4].iter().any(|&step| {
                    let near = grid.step((row, col), step);
                    near.is_some_and(|(row, col)| {
                        cells.bytes().contains(&grid.cells[row * grid.cols + col])
                    })
                })
            }
            Test::Truth(register) => self.integers[integers + usize::from(register)] != 0,
            Test::Always => true,
            Test::Value(place) => match self.place(typed, base, place) {
                Value::Truth(truth) => *truth,
                _ => return None,
            },
            Test::Values(infix, pair) => return self.compare_pair(typed, base, infix, pair),
            Test::Same(pair) => {
                let (a, b) = typed.pairs[usize::from(pair)];
                let [a, b] = [a, b].map(|place| self.place(typed, base, place).clone());
                self.context().fits_case(&a, &b).ok()?
            }
        })
    }

    pub(super) fn place<'m>(&'m self, typed: &'m Typed, base: usize, place: Place) -> &'m Value {
        match place {
            Place::Register(register) => &self.stack[base + usize::from(register)],
            Place::Constant(at) => &typed.constants[usize::from(at)],
        }
    }

    fn compare_pair(
        &mut self,
        typed: &Typed,
        base: usize,
        infix: Infix,
        pair: u16,
    ) -> Option<bool> {
        let (a, b) = typed.pairs[usize::from(pair)];
        let [a, b] = [a, b].map(|place| self.place(typed, base, place));
        match (infix, a, b) {
            (Infix::Equal, Value::Text(x), Value::Text(y)) => Some(x == y),
            (Infix::NotEqual, Value::Text(x), Value::Text(y)) => Some(x != y),
            (_, Value::Integer(x), Value::Integer(y)) => Some(infix.holds(x.cmp(y))),
            _ => {
                let (a, b) = (a.clone(), b.clone());
                self.context().compare(infix, &a, &b).ok()
            }
        }
    }

    /// An item of a list, a character of a text, a row of a board.
    fn item(&self, of: &Value, at: usize) -> Option<Value> {
        match of {
            Value::List(list) => list.items().get(at).map(copied),
            Value::Text(text) => ascii(text)?.get(at).map(|&byte| Value::Text(Text::of_byte(byte))),
            Value::Board(board) if at < board.rows() => Some(self.heap.text(board.row(at))),
            _ => None,
        }
    }

    /// The text or list that something is a stretch of, and the half-open range.
    #[inline]
    pub(super) fn stretch<'m>(
        &'m self,
        typed: &'m Typed,
        base: usize,
        integers: usize,
        stretch: Stretch,
    ) -> Option<(&'m Value, usize, usize)> {
        let mut value = &self.stack[base + usize::from(stretch.base)];
        if let Some(item) = stretch.item {
            let Value::List(list) = value else { return None };
            value = list.items().get(self.index(typed, integers, item)?)?;
        }
        let length = match value {
            Value::Text(text) => ascii(text)?.len(),
            Value::List(list) => list.length(),
            _ => return None,
        };
        let from = self.index(typed, integers, stretch.from)?;
        // The end is included, so that an empty stretch ends before the first item.
        let end = self.int(typed, integers, stretch.to)?.checked_add(1)?;
        let end = usize::try_from(end).ok()?;
        if from > length || end > length {
            return None;
        }
        Some((value, from, end.max(from)))
    }

    /// Brings a walk over cells to the next one; false at its end.
    #[inline(always)]
    fn walk(&mut self, typed: &Typed, base: usize, integers: usize, walk: Walk) -> Option<bool> {
        let counter = integers + usize::from(walk.counter);
        let from = self.integers[counter];
        let found = match walk.over {
            Over::Neighbours { place, steps } => {
                let grid = Grid::of(&self.stack[base + usize::from(walk.base)])?;
                let (row, col) = place;
                let place = grid
                    .inside(self.index(typed, integers, row)?, self.index(typed, integers, col)?)?;
                (from..steps).find_map(|at| {
                    let step = STEPS[usize::try_from(at).ok()?];
                    grid.step(place, step).map(|found| (at, found))
                })
            }
            Over::Cells { wanted } => {
                let Value::Board(board) = &self.stack[base + usize::from(walk.base)] else {
                    return None;
                };
                let wanted = match wanted.map(|at| &typed.constants[usize::from(at)]) {
                    Some(Value::Text(text)) => Some(text.bytes()),
                    _ => None,
                };
                let takes = |cell: &u8| wanted.is_none_or(|wanted| wanted.contains(cell));
                let from = usize::try_from(from).ok()?;
                let found = board.cells().get(from..)?.iter().position(takes);
                match found.map(|at| from + at) {
                    Some(at) => {
                        Some((i64::try_from(at).ok()?, (at / board.cols(), at % board.cols())))
                    }
                    None => None,
                }
            }
        };
        let Some((at, (row, col))) = found else { return Some(false) };
        self.integers[counter] = at + 1;
        for (register, number) in [(walk.found.0, row), (walk.found.1, col)] {
            self.integers[integers + usize::from(register)] = i64::try_from(number).ok()?;
        }
        Some(true)
    }
}

/// A copy of a value, which is an integer more often than not.
#[inline(always)]
fn copied(value: &Value) -> Value {
    match *value {
        Value::Integer(integer) => Value::Integer(integer),
        ref other => other.clone(),
    }
}

/// The characters of a text, when each is a byte.
#[inline(always)]
pub(super) fn ascii(text: &Text) -> Option<&[u8]> {
    text.is_ascii().then(|| text.bytes())
}

fn length(value: &Value) -> Option<usize> {
    match value {
        Value::List(list) => Some(list.length()),
        Value::Text(text) => Some(text.length()),
        Value::Board(board) => Some(board.rows()),
        _ => None,
    }
}

#[inline(always)]
pub(super) fn int_of(registers: &[i64], typed: &Typed, integers: usize, int: Int) -> Option<i64> {
    match int {
        Int::Constant(constant) => Some(constant.into()),
        Int::Register(register) => Some(registers[integers + usize::from(register)]),
        Int::Plus(register, constant) => {
            registers[integers + usize::from(register)].checked_add(constant.into())
        }
        Int::Sum(at) => {
            let sum = &typed.sums[usize::from(at)];
            sum.terms.iter().try_fold(sum.constant, |sum, &(register, positive)| {
                let term = registers[integers + usize::from(register)];
                if positive { sum.checked_add(term) } else { sum.checked_sub(term) }
            })
        }
    }
}

fn arithmetic(infix: Infix, a: i64, b: i64) -> Option<i64> {
    match infix {
        Infix::Multiply => a.checked_mul(b),
        Infix::IntegerDivide => {
            let quotient = a.checked_div(b)?;
            let down = a.checked_rem(b)? != 0 && (a < 0) != (b < 0);
            Some(quotient - i64::from(down))
        }
        Infix::Remainder => {
            let remainder = a.checked_rem(b)?;
            let other_sign = remainder != 0 && (remainder < 0) != (b < 0);
            Some(if other_sign { remainder + b } else { remainder })
        }
        Infix::Xor => Some(a ^ b),
        _ => None,
    }
}

/// The cells of a board, or of a strip: a row alone.
struct Grid<'v> {
    cells: &'v [u8],
    rows: usize,
    cols: usize,
}

impl<'v> Grid<'v> {
    #[inline(always)]
    fn of(value: &'v Value) -> Option<Self> {
        match value {
            Value::Board(board) => {
                Some(Grid { cells: board.cells(), rows: board.rows(), cols: board.cols() })
            }
            Value::Text(text) => {
                let cells = ascii(text)?;
                Some(Grid { cells, rows: 1, cols: cells.len() })
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn inside(&self, row: usize, col: usize) -> Option<(usize, usize)> {
        (row < self.rows && col < self.cols).then_some((row, col))
    }

    #[inline(always)]
    fn step(&self, (row, col): (usize, usize), step: (isize, isize)) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(step.0)?;
        self.inside(row, col.checked_add_signed(step.1)?)
    }
}
