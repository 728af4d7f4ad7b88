//! The instructions.

use std::sync::Arc;

use dashu_int::IBig;

use super::Machine;
use crate::ast::Infix;
use crate::compile::{Code, Op, SumOfCalls};
use crate::context::Run;
use crate::error::RunError;
use crate::value::Value;

/// What happens after an instruction.
enum After {
    /// The next one, or the one that was jumped to.
    Next,
    /// Another frame is on top.
    OtherFrame,
}

impl Machine {
    /// Runs until the frame with number `first` is complete.
    pub(super) fn run_frames(&mut self, first: usize) -> Run<Value> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(Value::Truth(false));
            };
            if let Some(walk) = frame.walk.take() {
                self.step_walk(*walk)?;
                continue;
            }
            let code = Arc::clone(&frame.code);
            let (base, mut next) = (frame.base, frame.next);
            let depth = self.frames.len();
            loop {
                let op = code.ops[next];
                next += 1;
                match self.step(op, &code, base, &mut next) {
                    Ok(After::Next) => {}
                    Ok(After::OtherFrame) => {
                        // A call leaves its caller below; a return removed it.
                        if let Some(frame) = self.frames.get_mut(depth - 1) {
                            frame.next = next;
                        }
                        break;
                    }
                    Err(error) => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.next = next;
                        }
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
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Truth(false))
    }

    #[inline(always)]
    fn step(&mut self, op: Op, code: &Code, base: usize, next: &mut usize) -> Run<After> {
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
            Op::Infix(Infix::Add) => {
                if let [.., Value::Game(g), Value::Game(h)] = self.stack[..] {
                    let sum = self.engine.add(g, h)?;
                    self.stack.pop();
                    if let Some(top) = self.stack.last_mut() {
                        *top = Value::Game(sum);
                    }
                } else {
                    self.infix(Infix::Add)?;
                }
            }
            Op::OptionOfSum { sum, done } => {
                let SumOfCalls { functions, arguments } = &code.sums[sum as usize];
                let locals = &self.stack[base..];
                let known = |machine: &Machine, at: usize| {
                    let argument = arguments[at].evaluate(locals)?;
                    machine.functions[functions[at] as usize].memo.game(argument)
                };
                if let (Some(g), Some(h)) = (known(self, 0), known(self, 1)) {
                    let option = self.engine.add(g, h)?;
                    self.add_option(option);
                    *next = done as usize;
                }
            }
            Op::Infix(infix) => self.infix(infix)?,
            Op::Option => self.option()?,
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
                self.give_back();
                return Ok(After::OtherFrame);
            }
            other => return self.rare_step(other, code, base, next),
        }
        Ok(After::Next)
    }

    /// The instructions that no inner loop waits for.
    fn rare_step(&mut self, op: Op, code: &Code, base: usize, next: &mut usize) -> Run<After> {
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
            Op::Index => {
                let (at, list) = (self.pop(), self.pop());
                let value = self.context().index(&list, &at)?;
                self.stack.push(value);
            }
            Op::Slice => {
                let (to, from, list) = (self.pop(), self.pop(), self.pop());
                let value = self.context().slice(&list, &from, &to)?;
                self.stack.push(value);
            }
            Op::BuiltIn { index, count } => {
                let arguments = self.stack.split_off(self.stack.len() - count as usize);
                let builtin = self.builtins.get(index).clone();
                let value = builtin.call(&mut self.context(), &arguments)?;
                self.stack.push(value);
                self.tick()?;
            }
            Op::Map | Op::Filter => {
                self.start_walk(op == Op::Filter)?;
                return Ok(After::OtherFrame);
            }
            Op::ListStart => self.start_list(),
            Op::ListEnd => self.end_list()?,
            Op::Form => {
                let (right, left) = (self.pop(), self.pop());
                let form = self.context().form_of(&left, &right)?;
                self.stack.push(form);
            }
            Op::GameStart => self.start_game(),
            Op::GameMiddle => self.middle_of_game(),
            Op::GameEnd | Op::ImpartialEnd => self.end_game()?,
            Op::SwitchEnd => {
                self.mirror_options()?;
                self.end_game()?;
            }
            Op::RangeStart { slot, exit } => {
                let (last, first) = (self.pop(), self.pop());
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
                let list = self.pop();
                let items = match &list {
                    Value::List(list) => list.items(),
                    _ => {
                        return Err(crate::context::wrong_kind(
                            "what `in` runs through",
                            "a list",
                            &list,
                        ));
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
                let (b, a) = (self.pop(), self.pop());
                let same = self.context().same(&a, &b)?;
                self.stack.push(Value::Truth(same));
            }
            Op::Misere(at) => {
                let form = &code.forms[at as usize];
                let locals: Vec<_> = form
                    .scope
                    .iter()
                    .map(|&(name, slot)| (name, self.stack[base + slot as usize].clone()))
                    .collect();
                let value = self.misere(form, locals)?;
                self.stack.push(value);
            }
            Op::NoClause => return Err(self.no_clause()),
            _ => {}
        }
        Ok(After::Next)
    }

    fn enter(&mut self, function: u32, count: usize) -> Run<After> {
        let depth = self.frames.len();
        self.call(function, count)?;
        Ok(if self.frames.len() == depth { After::Next } else { After::OtherFrame })
    }

    #[inline(never)]
    fn infix(&mut self, infix: Infix) -> Run<()> {
        let (b, a) = (self.pop(), self.pop());
        let value = self.context().infix(infix, &a, &b)?;
        self.stack.push(value);
        Ok(())
    }

    fn unary(&mut self, apply: impl Fn(&mut Machine, &Value) -> Run<Value>) -> Run<()> {
        let operand = self.pop();
        let value = apply(self, &operand)?;
        self.stack.push(value);
        Ok(())
    }

    fn pop_truth(&mut self) -> Run<bool> {
        match self.pop() {
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
    fn push_linear(&mut self, linear: &crate::compile::Linear, base: usize) -> Run<()> {
        let (mut sum, terms) = match linear.terms[..linear.count] {
            [(slot, 1), ref rest @ ..] if linear.constant == 0 => {
                (self.stack[base + slot as usize].clone(), rest)
            }
            ref terms => (Value::Integer(linear.constant), terms),
        };
        for &(slot, sign) in terms {
            let term = self.stack[base + slot as usize].clone();
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
