//! The instructions of the stack machine, one by one.

use std::collections::HashMap;

use super::operations::{
    added, built_in, compare, few_copies, index, known_constant, linear_entry, list, negated,
    stretch, unary,
};
use super::translator::{Entry, Known, Level, Literal, Merge, Translator, kind_of};
use super::{
    Call, CallOfTwo, CallWith, DEEPEST, First, Int, Kind, MOST_INLINE, MOST_OPS, Narrowing, Over,
    Part, Place, PositionCall, Program, Sum, SumOfTwo, Test, TypedOp, Walk,
};
use crate::ast::Infix;
use crate::compile::{Code, Op, Operand, Path, Piece, PositionOp};

/// What ends a helper that was put in place of its call.
#[derive(Clone, Copy)]
pub(super) struct Inlined {
    /// The label behind it.
    end: u32,
    /// The stack without its value.
    depth: usize,
    /// It returns at one place only.
    once: bool,
}

impl Translator<'_, '_> {
    /// Translates a body. A helper's value is left on the stack.
    pub(super) fn level(
        &mut self,
        code: &Code,
        arguments: Vec<Entry>,
        inlined: Option<Inlined>,
    ) -> Option<()> {
        let mut locals: Vec<Option<Entry>> = arguments.into_iter().map(Some).collect();
        locals.resize(code.locals.max(locals.len()), None);
        let mut changed = Vec::new();
        for slot in changed_slots(code) {
            let known = Known::Value(Place::Register(self.new_value()?), Kind::Any);
            changed.push((slot, self.entry(known)));
        }
        self.levels.push(Level { locals, changed });
        // The labels of instructions.
        let mut targets: HashMap<u32, u32> = HashMap::new();
        for op in &code.ops {
            if let Some(target) = op.target() {
                let label = self.new_label()?;
                targets.entry(target).or_insert(label);
            }
        }
        for (at, &op) in (0..).zip(&code.ops) {
            if let Some(&label) = targets.get(&at) {
                self.arrive(label)?;
            }
            if self.dead {
                continue;
            }
            if self.out.ops.len() > MOST_OPS {
                return None;
            }
            self.free_registers();
            Step { targets: &targets, code, inlined }.op(self, op)?;
        }
        self.levels.pop();
        Some(())
    }
}

/// The locals that instructions change which do not bind them.
fn changed_slots(code: &Code) -> Vec<u32> {
    let best = code.ops.iter().filter_map(|op| match op {
        Op::Image { best, .. } => Some(*best),
        _ => None,
    });
    let mut slots: Vec<u32> = best.flat_map(|best| [best, best + 1]).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

struct Step<'s> {
    targets: &'s HashMap<u32, u32>,
    code: &'s Code,
    inlined: Option<Inlined>,
}

impl Step<'_> {
    /// A jump to an instruction leaves the stack as it is now.
    fn jump_to(&self, t: &mut Translator<'_, '_>, at: u32) -> Option<u32> {
        t.jump_to(*self.targets.get(&at)?)
    }

    /// Jumps unless the test holds. A condition on a counter, right at the start of its range,
    /// narrows the range.
    fn unless(&self, t: &mut Translator<'_, '_>, test: Test, holds: bool, no: u32) -> Option<()> {
        let next = self.code.ops.get(no as usize).copied();
        let label = self.jump_to(t, no)?;
        if let Test::Compare(infix, a, b) = test
            && let Some(infix) = order(infix, holds)
            && let Some(&TypedOp::RangeStart { at, last, .. }) = t.out.ops.last()
            && let Some(Op::RangeNext { slot, .. }) = next
            && only_register(t, slot) == Some(at)
        {
            let growth = t.out.growth(a, at) - t.out.growth(b, at);
            if growth != 0 {
                let narrowing = Narrowing { at, last, infix, sides: [a, b], growth };
                t.out.narrowings.push(narrowing);
                let narrowing = u16::try_from(t.out.narrowings.len() - 1).ok()?;
                t.emit_before_loop(TypedOp::Narrow { narrowing, none: label })?;
                return Some(());
            }
        }
        t.emit(TypedOp::Unless { test, holds, no: label });
        Some(())
    }

    fn op(&self, t: &mut Translator<'_, '_>, op: Op) -> Option<()> {
        match op {
            Op::Constant(at) => {
                let known = known_constant(t, &self.code.constants[at as usize])?;
                t.push(known);
            }
            Op::Integer(value) => {
                t.push(Known::Integer(Sum { constant: value.into(), terms: Vec::new() }));
            }
            Op::Truth(truth) => t.push(Known::Truth(Test::Always, truth)),
            Op::Local(slot) => {
                let entry = t.local(slot)?;
                t.stack.push(entry);
            }
            Op::Set(slot) => {
                let entry = t.pop()?;
                let changed = t.levels.last()?.changed.iter().find(|(other, _)| *other == slot);
                if let Some((_, register)) = changed {
                    let register = register.clone();
                    t.move_to(&register.known, entry)?;
                    t.locals()[slot as usize] = Some(register);
                } else {
                    let known = t.settled(entry)?;
                    t.set_local(slot, known);
                }
            }
            Op::Global(number) => {
                let to = t.new_value()?;
                t.emit(TypedOp::Global { to, number });
                t.push(Known::Value(Place::Register(to), Kind::Any));
            }
            Op::Negate => {
                let entry = t.pop()?;
                match entry.known {
                    Known::Integer(sum) => {
                        let negative = negated(sum)?;
                        t.push(Known::Integer(negative));
                    }
                    _ => unary(t, op, entry)?,
                }
            }
            Op::Switch | Op::Nimber | Op::Up => {
                let entry = t.pop()?;
                unary(t, op, entry)?;
            }
            Op::Not => {
                let entry = t.pop()?;
                let (test, holds) = t.test(entry)?;
                t.push(Known::Truth(test, !holds));
            }
            Op::CheckTruth => {
                let entry = t.pop()?;
                let (test, holds) = t.test(entry)?;
                t.push(Known::Truth(test, holds));
            }
            Op::Infix(infix, a, b) => {
                let [a, b] = self.operands(t, [a, b])?;
                let known = self.infix(t, infix, a, b)?;
                t.push(known);
            }
            Op::Join(at) => {
                let join = self.join(t, at)?;
                t.push(join);
            }
            Op::Jump(to) => {
                let base = self.inlined.map_or(0, |inlined| inlined.depth);
                if t.stack.len() > base {
                    let label = *self.targets.get(&to)?;
                    t.merge_into(label)?;
                }
                let label = self.jump_to(t, to)?;
                t.emit(TypedOp::Jump(label));
                t.dead = true;
            }
            Op::Unless(infix, a, b, no) => {
                let [a, b] = self.operands(t, [a, b])?;
                let (test, holds) = compare(t, infix, a, b)?;
                self.unless(t, test, holds, no)?;
            }
            Op::JumpIfFalse(to) | Op::JumpIfTrue(to) => {
                let entry = t.pop()?;
                let (test, holds) = t.test(entry)?;
                self.unless(t, test, holds == matches!(op, Op::JumpIfFalse(_)), to)?;
            }
            Op::Index(base, at) => {
                let [base, at] = self.operands(t, [base, at])?;
                let known = index(t, base, at)?;
                t.push(known);
            }
            Op::Slice(base, from, to) => {
                let [base, from, to] = self.operands(t, [base, from, to])?;
                let stretch = stretch(t, base, from, to)?;
                t.push(Known::Stretch(stretch));
            }
            Op::Call { function, count } => {
                let arguments = t.stack.split_off(t.stack.len().checked_sub(count as usize)?);
                self.call(t, function, arguments)?;
            }
            Op::CallLinear { function, linear } => {
                let argument = linear_entry(t, &self.code.linears[linear as usize])?;
                self.call(t, function, vec![argument])?;
            }
            Op::BuiltIn { index, count } => {
                let arguments = t.stack.split_off(t.stack.len().checked_sub(count as usize)?);
                let known = built_in(t, index, arguments)?;
                t.push(known);
            }
            Op::ListStart => {
                let start = t.out.ops.len();
                t.emit(TypedOp::ListStart);
                t.lists.push(Literal { start, end: start + 1, items: Some(Vec::new()) });
            }
            Op::Item => {
                let entry = t.pop()?;
                let before = t.out.ops.len();
                let place = t.value(entry.clone())?;
                t.emit(TypedOp::ListItem(place));
                let end = t.out.ops.len();
                let list = t.lists.last_mut()?;
                // Code of clauses and conditions lies in between.
                if list.end == before {
                    list.items.iter_mut().for_each(|items| items.push(entry.clone()));
                } else {
                    list.items = None;
                }
                list.end = end;
            }
            Op::ListEnd => {
                let known = list(t)?;
                t.push(known);
            }
            Op::GameStart => t.emit(TypedOp::GameStart),
            Op::GameMiddle => t.emit(TypedOp::GameMiddle),
            Op::GameEnd | Op::ImpartialEnd | Op::SwitchEnd => {
                let to = t.new_value()?;
                t.emit(TypedOp::GameEnd { to, mirrored: op == Op::SwitchEnd });
                t.push(Known::Value(Place::Register(to), Kind::Any));
            }
            Op::Option => {
                let entry = t.pop()?;
                let place = t.value(entry)?;
                t.emit(TypedOp::Option(place));
            }
            Op::OptionOfSum { sum, done } => {
                let sum = self.code.sums[sum as usize];
                let [a, b] = sum.arguments.map(|linear| linear_entry(t, &linear));
                let (a, b) = (a?, b?);
                let arguments = [t.int(a)?, t.int(b)?];
                t.out.sums_of_two.push(SumOfTwo { functions: sum.functions, arguments });
                let sum = u16::try_from(t.out.sums_of_two.len() - 1).ok()?;
                let done = self.jump_to(t, done)?;
                t.emit(TypedOp::OptionOfSum { sum, done });
            }
            Op::RangeStart { slot, exit } => {
                let (last, first) = (t.pop()?, t.pop()?);
                let (from, to) = (t.int(first)?, t.int(last)?);
                let (at, last) = (t.new_integer()?, t.new_integer()?);
                let exit = self.jump_to(t, exit)?;
                t.emit(TypedOp::RangeStart { at, last, from, to, exit });
                for (slot, register) in [(slot, at), (slot + 1, last)] {
                    let sum = Sum { constant: 0, terms: vec![(register, true)] };
                    t.set_local(slot, Known::Integer(sum));
                }
            }
            Op::RangeNext { slot, back } => {
                let back = self.jump_to(t, back)?;
                let (at, last) = (only_register(t, slot)?, only_register(t, slot + 1)?);
                t.emit(TypedOp::RangeNext { at, last, back });
            }
            Op::InStart { slot, exit } => self.start_walk(t, slot, exit)?,
            Op::InNext { slot, back } => {
                let back = self.jump_to(t, back)?;
                let op = match t.local(slot + 1)?.known {
                    Known::Walk(walk) => TypedOp::WalkNext { walk, back },
                    Known::Value(Place::Register(held), _) => {
                        let at = only_register(t, slot + 2)?;
                        let Known::Value(Place::Register(item), _) = t.local(slot)?.known else {
                            return None;
                        };
                        TypedOp::InNext { held, at, item, back }
                    }
                    _ => return None,
                };
                t.emit(op);
            }
            Op::Same => {
                let (b, a) = (t.pop()?, t.pop()?);
                let test = match (&a.known, &b.known) {
                    (Known::Integer(_), Known::Integer(_)) => {
                        Test::Compare(Infix::Equal, t.int(a)?, t.int(b)?)
                    }
                    _ => Test::Same(t.pair(a, b)?),
                };
                t.push(Known::Truth(test, true));
            }
            Op::NoClause => {
                t.emit(TypedOp::GiveUp);
                t.dead = true;
            }
            Op::Return | Op::ReturnLight => self.give_back(t, op == Op::ReturnLight)?,
            Op::JumpIfNormal { position, to } => {
                let position = t.local(position)?;
                let position = t.value(position)?;
                let to = self.jump_to(t, to)?;
                t.emit(TypedOp::JumpIfNormal { position, to });
            }
            Op::Parts { position, whole } => {
                let parts = t.pop()?;
                let list = t.value(parts)?;
                let position = t.local(position)?;
                let position = t.value(position)?;
                let whole = self.jump_to(t, whole)?;
                t.emit(TypedOp::Parts { list, position, whole });
                t.push(Known::Value(list, Kind::List));
            }
            Op::Listed => {
                let entry = t.pop()?;
                let of = t.value(entry)?;
                let to = t.new_value()?;
                t.emit(TypedOp::Listed { to, of });
                t.push(Known::Value(Place::Register(to), Kind::List));
            }
            Op::Apart(count) => {
                let list = t.pop()?;
                let is_pairs = match list.known {
                    Known::Neighbours(_, kind, ..) => kind == Kind::Board,
                    Known::Cells(..) => true,
                    _ => false,
                };
                if is_pairs && count == 2 {
                    t.push(list.known);
                    return Some(());
                }
                let list = t.value(list)?;
                t.emit(TypedOp::Apart { list, count });
                t.push(Known::Value(list, Kind::List));
            }
            Op::Image { best, negative } => {
                let Known::Value(Place::Register(best), _) = t.local(best)?.known else {
                    return None;
                };
                let entry = t.pop()?;
                let images = t.value(entry)?;
                t.emit(TypedOp::Image { images, best, negative });
            }
            Op::Map
            | Op::Boards { .. }
            | Op::Pairs
            | Op::Any
            | Op::All
            | Op::Keyed(_)
            | Op::Filter
            | Op::Form
            | Op::LabelStart { .. }
            | Op::LabelEnd { .. }
            | Op::Positions(_)
            | Op::Ask(_) => return None,
            Op::Position(op) => self.position(t, op)?,
            Op::ReturnOptions => {
                let entry = t.pop()?;
                let options = t.value(entry)?;
                t.emit(TypedOp::ReturnOptions(options));
                t.dead = true;
            }
        }
        Some(())
    }

    /// An operation on positions, but for those that need the code around them.
    fn position(&self, t: &mut Translator<'_, '_>, op: PositionOp) -> Option<()> {
        let count = match op {
            PositionOp::Call { function, count, or_value: false }
                if (t.program.callee)(function)?.parameters == count as usize =>
            {
                count
            }
            PositionOp::Ruled { count, .. } => count,
            PositionOp::Add | PositionOp::Subtract | PositionOp::Copies => 2,
            PositionOp::Sum | PositionOp::Negate | PositionOp::Literal { .. } => 1,
            PositionOp::Call { .. }
            | PositionOp::Braces(_)
            | PositionOp::Global(_)
            | PositionOp::CheapValue
            | PositionOp::InNormalPlay { .. }
            | PositionOp::Forgotten(_) => return None,
        };
        let entries = t.stack.split_off(t.stack.len().checked_sub(count as usize)?);
        let mut operands = Vec::with_capacity(entries.len());
        for entry in entries {
            operands.push(t.value(entry)?);
        }
        let result = t.new_value()?;
        t.out.positions.push(PositionCall { op, operands, result });
        t.emit(TypedOp::Position(u16::try_from(t.out.positions.len() - 1).ok()?));
        t.push(Known::Value(Place::Register(result), Kind::Any));
        Some(())
    }

    /// What operands are, which are taken from the stack from the last to the first.
    fn operands<const N: usize>(
        &self,
        t: &mut Translator<'_, '_>,
        operands: [Operand; N],
    ) -> Option<[Entry; N]> {
        let mut found: [Option<Entry>; N] = std::array::from_fn(|_| None);
        for (found, operand) in found.iter_mut().zip(operands).rev() {
            *found = Some(match operand {
                Operand::Stack => t.pop()?,
                Operand::Local(slot) => t.local(slot)?,
                Operand::Constant(at) => {
                    let known = known_constant(t, &self.code.constants[at as usize])?;
                    t.entry(known)
                }
                Operand::Linear(at) => linear_entry(t, &self.code.linears[at as usize])?,
                Operand::Path(at) => {
                    let Path { base, first, second } = self.code.paths[at as usize];
                    let base = t.local(base)?;
                    let first = linear_entry(t, &first)?;
                    let mut known = index(t, base, first)?;
                    if let Some(second) = second {
                        let second = linear_entry(t, &second)?;
                        let row = t.entry(known);
                        known = index(t, row, second)?;
                    }
                    t.entry(known)
                }
            });
        }
        let mut found = found.into_iter();
        Some(std::array::from_fn(|_| found.next().flatten().expect("each was found")))
    }

    fn infix(&self, t: &mut Translator<'_, '_>, infix: Infix, a: Entry, b: Entry) -> Option<Known> {
        if infix.is_comparison() {
            let (test, holds) = compare(t, infix, a, b)?;
            return Some(Known::Truth(test, holds));
        }
        let integers = [&a, &b].map(|entry| matches!(entry.known, Known::Integer(_)));
        match infix {
            Infix::Add | Infix::Subtract
                if integers != [false, false]
                    && !matches!(a.known, Known::Value(..))
                    && !matches!(b.known, Known::Value(..)) =>
            {
                let (a, b) = (t.sum(a)?, t.sum(b)?);
                let b = if infix == Infix::Add { b } else { negated(b)? };
                Some(Known::Integer(added(t, a, b)?))
            }
            Infix::Multiply
                if let Some(sum) =
                    few_copies(&a.known, &b.known).or_else(|| few_copies(&b.known, &a.known)) =>
            {
                Some(Known::Integer(sum))
            }
            Infix::Multiply | Infix::IntegerDivide | Infix::Remainder | Infix::Xor
                if integers == [true, true] =>
            {
                let (a, b) = (t.int(a)?, t.int(b)?);
                let to = t.new_integer()?;
                t.emit(TypedOp::Arithmetic { to, infix, a, b });
                Some(Known::Integer(Sum { constant: 0, terms: vec![(to, true)] }))
            }
            _ => {
                let pair = t.pair(a, b)?;
                let to = t.new_value()?;
                t.emit(TypedOp::Infix { to, infix, pair });
                Some(Known::Value(Place::Register(to), Kind::Any))
            }
        }
    }

    fn join(&self, t: &mut Translator<'_, '_>, at: u32) -> Option<Known> {
        let pieces = &self.code.joins[at as usize];
        let mut parts = Vec::new();
        let mut kind = Kind::Any;
        // Operands on the stack are taken from the last to the first.
        for piece in pieces.iter().rev() {
            let (part, found) = match *piece {
                Piece::Whole(operand) => {
                    let [entry] = self.operands(t, [operand])?;
                    let found = kind_of(&entry.known);
                    match t.cell_of(&entry.known) {
                        Some(cell) => (Part::Cell(cell), Kind::Text),
                        None => (Part::Whole(t.value(entry)?), found),
                    }
                }
                Piece::Item(operand) => {
                    let [entry] = self.operands(t, [operand])?;
                    (Part::Item(t.value(entry)?), Kind::List)
                }
                Piece::Slice(base, from, to) => {
                    let [base, from, to] = self.operands(t, [base, from, to])?;
                    let found = kind_of(&base.known);
                    (Part::Stretch(stretch(t, base, from, to)?), found)
                }
            };
            if matches!(found, Kind::Text | Kind::List) {
                kind = found;
            }
            parts.push(part);
        }
        parts.reverse();
        Some(Known::Join(parts, kind))
    }

    fn call(
        &self,
        t: &mut Translator<'_, '_>,
        function: u32,
        mut arguments: Vec<Entry>,
    ) -> Option<()> {
        if let Some(callee) = (t.program.callee)(function)
            && callee.plain
            && callee.parameters == arguments.len()
            && t.levels.len() < DEEPEST
            && is_simple(t.program, callee.code)
        {
            let mut settled = Vec::new();
            for argument in arguments {
                let known = t.settled(argument)?;
                settled.push(t.entry(known));
            }
            let returns = callee.code.ops.iter().filter(|op| matches!(op, Op::Return)).count();
            let end = t.new_label()?;
            let depth = t.stack.len();
            let inlined = Inlined { end, depth, once: returns == 1 };
            t.level(callee.code, settled, Some(inlined))?;
            return t.arrive(end);
        }
        let integer = match &arguments[..] {
            [Entry { known: Known::Integer(sum), .. }] => Some(sum.clone()),
            _ => None,
        };
        if let Some(sum) = integer {
            let argument = t.operand(sum)?;
            let to = t.new_value()?;
            t.emit(TypedOp::CallInt { function, argument, to });
            t.emit(TypedOp::Result(to));
            t.push(Known::Value(Place::Register(to), Kind::Any));
            return Some(());
        }
        if let [a, b] = &arguments[..]
            && let (Known::Integer(_), Known::Integer(_)) = (&a.known, &b.known)
        {
            let arguments = [t.int(a.clone())?, t.int(b.clone())?];
            let result = t.new_value()?;
            t.out.calls_of_two.push(CallOfTwo { function, arguments, result });
            t.emit(TypedOp::CallInts(u16::try_from(t.out.calls_of_two.len() - 1).ok()?));
            t.emit(TypedOp::Result(result));
            t.push(Known::Value(Place::Register(result), Kind::Any));
            return Some(());
        }
        let first = arguments.first().map(|entry| entry.known.clone());
        let first = match first {
            Some(Known::Put(put, _)) => Some(First::Put(put)),
            Some(Known::Join(parts, _)) => Some(First::Join(parts)),
            _ => None,
        };
        let first = match arguments.first() {
            // The list ends in the call.
            Some(list) if t.ends_here(list) => {
                t.out.ops.pop();
                Some(First::Items)
            }
            _ => first,
        };
        let result = t.new_value()?;
        if let Some(first) = first {
            let mut rest = Vec::new();
            for argument in arguments.drain(1..) {
                rest.push(t.value(argument)?);
            }
            let code = (t.program.callee)(function).map(|callee| callee.code);
            let normal = code.filter(|_| rest.is_empty()).and_then(|code| code.normal.clone());
            t.out.calls_with.push(CallWith { function, first, rest, normal, result });
            t.emit(TypedOp::CallWith(u16::try_from(t.out.calls_with.len() - 1).ok()?));
        } else {
            let mut places = Vec::new();
            for argument in arguments {
                places.push(t.value(argument)?);
            }
            t.out.calls.push(Call { function, arguments: places, result });
            t.emit(TypedOp::Call(u16::try_from(t.out.calls.len() - 1).ok()?));
        }
        t.emit(TypedOp::Result(result));
        t.push(Known::Value(Place::Register(result), Kind::Any));
        Some(())
    }

    fn give_back(&self, t: &mut Translator<'_, '_>, light: bool) -> Option<()> {
        match self.inlined {
            None => {
                let entry = t.pop()?;
                let value = t.value(entry)?;
                t.emit(TypedOp::Return { value, light });
            }
            Some(inlined) if inlined.once => {
                // Its value stays what is known of it; nothing else comes to the end.
                let entry = t.stack.last()?.clone();
                t.merges.push(Merge { label: inlined.end, entry });
                let end = t.jump_to(inlined.end)?;
                t.emit(TypedOp::Jump(end));
            }
            Some(inlined) => {
                t.merge_into(inlined.end)?;
                let end = t.jump_to(inlined.end)?;
                t.emit(TypedOp::Jump(end));
            }
        }
        t.dead = true;
        Some(())
    }

    fn start_walk(&self, t: &mut Translator<'_, '_>, slot: u32, exit: u32) -> Option<()> {
        let list = t.pop()?;
        let walk = match list.known {
            Known::Neighbours(base, kind, place, steps, _) => {
                Some((base, kind, Over::Neighbours { place, steps }))
            }
            Known::Cells(base, wanted, _) => Some((base, Kind::Board, Over::Cells { wanted })),
            _ => None,
        };
        if let Some((base, kind, over)) = walk {
            let found = (t.new_integer()?, t.new_integer()?);
            let counter = t.new_integer()?;
            let known = match kind {
                Kind::Board => Known::Pair(Int::Register(found.0), Int::Register(found.1)),
                _ => Known::Integer(Sum { constant: 0, terms: vec![(found.1, true)] }),
            };
            t.out.walks.push(Walk { base, over, found, counter });
            let walk = u16::try_from(t.out.walks.len() - 1).ok()?;
            let exit = self.jump_to(t, exit)?;
            t.emit(TypedOp::WalkStart { walk, exit });
            t.set_local(slot, known);
            t.set_local(slot + 1, Known::Walk(walk));
            return Some(());
        }
        let list = t.value(list)?;
        let (held, item) = (t.new_value()?, t.new_value()?);
        let at = t.new_integer()?;
        let exit = self.jump_to(t, exit)?;
        t.emit(TypedOp::InStart { list, held, at, item, exit });
        t.set_local(slot, Known::Value(Place::Register(item), Kind::Any));
        t.set_local(slot + 1, Known::Value(Place::Register(held), Kind::List));
        t.set_local(slot + 2, Known::Integer(Sum { constant: 0, terms: vec![(at, true)] }));
        Some(())
    }
}

/// The order that a comparison tests, if it is one: `<` when `>=` must not hold.
fn order(infix: Infix, holds: bool) -> Option<Infix> {
    Some(match (infix, holds) {
        (Infix::Less, true) | (Infix::AtLeast, false) => Infix::Less,
        (Infix::AtMost, true) | (Infix::Greater, false) => Infix::AtMost,
        (Infix::Greater, true) | (Infix::AtMost, false) => Infix::Greater,
        (Infix::AtLeast, true) | (Infix::Less, false) => Infix::AtLeast,
        _ => return None,
    })
}

/// The one register of a local that counts.
fn only_register(t: &mut Translator<'_, '_>, slot: u32) -> Option<u16> {
    match t.local(slot)?.known {
        Known::Integer(sum) if sum.constant == 0 => match sum.terms[..] {
            [(register, true)] => Some(register),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a helper may stand in place of its calls: it calls no function that calls itself, and
/// makes neither games nor positions.
fn is_simple(program: &Program<'_>, code: &Code) -> bool {
    let simple = |op: &Op| match op {
        Op::Call { function, .. } | Op::CallLinear { function, .. } => {
            (program.callee)(*function).is_some_and(|callee| callee.plain)
        }
        Op::GameStart
        | Op::Boards { .. }
        | Op::Map
        | Op::Filter
        | Op::Pairs
        | Op::Any
        | Op::All
        | Op::Keyed(_)
        | Op::Form
        | Op::Positions(_)
        | Op::Position(_)
        | Op::Ask(_)
        | Op::ReturnOptions => false,
        _ => true,
    };
    code.ops.len() <= MOST_INLINE && code.ops.iter().all(simple)
}
