//! From the code of the stack machine to typed code, for arguments of known kinds.
//!
//! The code is walked once, with a stack of what each instruction would push: not values,
//! but what is known of them ([`Known`]). A sum of integers, a cell, a slice or a changed
//! board becomes code where it is used, in the form that its use needs; most never become
//! values at all. Helpers without loops are put in place of their calls.
//!
//! Typed code does what is usual, and gives up where something else turns out: an index
//! outside, a large integer, another kind of value, any error. The language has no side
//! effects, so the frame then begins again with the code of the stack machine, which finds
//! the error and its place. So this code decides no error, and need not do everything:
//! [`translate`] answers `None` for bodies with instructions that it does not know.

mod op;

use std::collections::HashMap;

use super::{Code, Linear, Op, Operand, Path, Piece};
use crate::ast::Infix;
use crate::board::is_cell;
use crate::builtin::{BuiltIns, Images, Native, Special};
use crate::heap::Heap;
use crate::value::Value;

pub(crate) use op::{
    Call, CallWith, First, Int, Kind, Part, Place, Put, Stretch, Sum, SumOfTwo, Test, Typed,
    TypedOp, Walk,
};

/// Bodies with more instructions stay as they are, and so much code is made at most.
const MOST_OPS: usize = 1024;
/// Helpers with more instructions are called.
const MOST_INLINE: usize = 64;
/// Helpers in helpers are put in place of their calls to this depth.
const DEEPEST: usize = 6;

/// A function, as its callers see it.
#[derive(Clone, Copy)]
pub(crate) struct Callee<'a> {
    pub(crate) code: &'a Code,
    pub(crate) parameters: usize,
    /// It does not call itself, directly or through others.
    pub(crate) plain: bool,
}

/// What the translation looks up.
pub(crate) struct Program<'a> {
    pub(crate) builtins: &'a BuiltIns,
    pub(crate) heap: &'a Heap,
    pub(crate) callee: &'a dyn Fn(u32) -> Option<Callee<'a>>,
}

/// Typed code for the body of a function called with arguments of these kinds.
pub(crate) fn translate(program: &Program<'_>, code: &Code, arguments: Vec<Kind>) -> Option<Typed> {
    if code.ops.len() > MOST_OPS {
        return None;
    }
    let count = u16::try_from(arguments.len()).ok()?;
    let mut translator = Translator {
        program,
        out: Typed { arguments, ..Typed::default() },
        labels: Vec::new(),
        stack: Vec::new(),
        levels: Vec::new(),
        marks: Marks { values: count, integers: 0 },
        merges: Vec::new(),
        lists: Vec::new(),
        dead: false,
        entries: 0,
    };
    let kinds = translator.out.arguments.clone();
    let mut entries = Vec::new();
    for (at, kind) in (0..count).zip(kinds) {
        let known = match kind {
            Kind::Integer => {
                let to = translator.new_integer()?;
                translator.emit(TypedOp::Unbox { to, from: Place::Register(at) });
                Known::Integer(Sum { constant: 0, terms: vec![(to, true)] })
            }
            kind => Known::Value(Place::Register(at), kind),
        };
        entries.push(translator.entry(known));
    }
    translator.level(code, entries, None)?;
    translator.finish()
}

/// What is known of a value before it is one.
#[derive(Clone, Debug)]
enum Known {
    Integer(Sum),
    Truth(Test, bool),
    Value(Place, Kind),
    /// An item of a list or text.
    Item(u16, Kind, Int),
    /// An item of an item, or the cell of a board.
    Path(u16, Kind, Int, Int),
    Stretch(Stretch),
    /// The place of a cell on a board.
    Pair(Int, Int),
    Put(Put, Kind),
    Join(Vec<Part>, Kind),
    /// The neighbours of a cell, of which 4 or 8 are looked at, and the number of the
    /// function that gives them.
    Neighbours(u16, Kind, (Int, Int), i64, u32),
    /// Images of a board, and the number of the function that gives them.
    Images(u16, Images, u32),
    /// A walk over neighbours that has begun.
    Walk(u16),
}

/// Registers from these on are free.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    values: u16,
    integers: u16,
}

impl Marks {
    fn max(self, other: Marks) -> Marks {
        Marks { values: self.values.max(other.values), integers: self.integers.max(other.integers) }
    }
}

/// What is known of a value, made only of registers below the marks.
#[derive(Clone, Debug)]
struct Entry {
    known: Known,
    marks: Marks,
    /// Entries with one number are the same.
    number: u32,
}

/// Where branches with a value each come together.
#[derive(Clone, Debug)]
struct Merge {
    label: u32,
    entry: Entry,
}

/// A place that is jumped to.
#[derive(Debug, Default)]
struct Label {
    place: Option<u32>,
    /// What is on the stack there, once something jumped there or came there.
    stack: Option<Vec<Entry>>,
}

/// A body: the function's own, or that of a helper in place of its call.
struct Level {
    locals: Vec<Option<Entry>>,
    /// The registers of those that instructions change which do not bind them.
    changed: Vec<(u32, Entry)>,
}

struct Translator<'p, 'a> {
    program: &'p Program<'a>,
    out: Typed,
    labels: Vec<Label>,
    stack: Vec<Entry>,
    levels: Vec<Level>,
    marks: Marks,
    merges: Vec<Merge>,
    /// Where the code of the lists that are open begins.
    lists: Vec<usize>,
    /// Nothing comes here but by a jump.
    dead: bool,
    entries: u32,
}

/// What ends a helper that was put in place of its call.
#[derive(Clone, Copy)]
struct Inlined {
    /// The label behind it.
    end: u32,
    /// The stack without its value.
    depth: usize,
    /// It returns at one place only.
    once: bool,
}

impl Translator<'_, '_> {
    fn finish(mut self) -> Option<Typed> {
        let labels = &self.labels;
        for op in &mut self.out.ops {
            if let Some(target) = op.target() {
                *target = labels[*target as usize].place?;
            }
        }
        let held = self.program.heap.hold(self.out.bytes());
        self.out.held = Some(held);
        Some(self.out)
    }

    fn emit(&mut self, op: TypedOp) {
        self.out.ops.push(op);
    }

    fn new_label(&mut self) -> Option<u32> {
        self.labels.push(Label::default());
        u32::try_from(self.labels.len() - 1).ok()
    }

    fn place_label(&mut self, label: u32) -> Option<()> {
        // A jump to the next instruction is none, unless something else comes in between.
        let here = u32::try_from(self.out.ops.len()).ok()?;
        if let Some(TypedOp::Jump(to)) = self.out.ops.last()
            && *to == label
            && !self.labels.iter().any(|label| label.place == Some(here))
        {
            self.out.ops.pop();
        }
        self.labels[label as usize].place = Some(u32::try_from(self.out.ops.len()).ok()?);
        Some(())
    }

    fn new_value(&mut self) -> Option<u16> {
        let register = self.marks.values;
        self.marks.values = register.checked_add(1)?;
        self.out.values = self.out.values.max(usize::from(self.marks.values));
        Some(register)
    }

    fn new_integer(&mut self) -> Option<u16> {
        let register = self.marks.integers;
        self.marks.integers = register.checked_add(1)?;
        self.out.integers = self.out.integers.max(usize::from(self.marks.integers));
        Some(register)
    }

    fn entry(&mut self, known: Known) -> Entry {
        self.entries += 1;
        Entry { known, marks: self.marks, number: self.entries }
    }

    fn push(&mut self, known: Known) {
        let entry = self.entry(known);
        self.stack.push(entry);
    }

    fn pop(&mut self) -> Option<Entry> {
        self.stack.pop()
    }

    /// Registers that nothing refers to any more are free again.
    fn free_registers(&mut self) {
        let arguments = u16::try_from(self.out.arguments.len()).expect("it was counted before");
        let mut marks = Marks { values: arguments, integers: 0 };
        let locals = self.levels.iter().flat_map(|level| level.locals.iter().flatten());
        let changed = self.levels.iter().flat_map(|level| level.changed.iter().map(|(_, e)| e));
        let merges = self.merges.iter().map(|merge| &merge.entry);
        // What the stack will be where nothing has come yet.
        let waiting = self.labels.iter().filter(|label| label.place.is_none());
        let waiting = waiting.flat_map(|label| label.stack.iter().flatten());
        for entry in self.stack.iter().chain(locals).chain(changed).chain(merges).chain(waiting) {
            marks = marks.max(entry.marks);
        }
        self.marks = marks;
    }

    fn locals(&mut self) -> &mut Vec<Option<Entry>> {
        &mut self.levels.last_mut().expect("code is translated in a level").locals
    }

    fn local(&mut self, slot: u32) -> Option<Entry> {
        self.locals().get(slot as usize)?.clone()
    }

    fn set_local(&mut self, slot: u32, known: Known) {
        let entry = self.entry(known);
        self.locals()[slot as usize] = Some(entry);
    }

    /// Translates a body. A helper's value is left on the stack.
    fn level(
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

    /// The code comes to a label.
    fn arrive(&mut self, label: u32) -> Option<()> {
        let jumped = self.labels[label as usize].stack.clone();
        let merge = self.merges.iter().position(|merge| merge.label == label);
        if let Some(at) = merge {
            let Merge { entry, .. } = self.merges[at].clone();
            if !self.dead {
                let top = self.pop()?;
                self.move_to(&entry.known, top)?;
                self.stack.push(entry);
            } else {
                self.stack = jumped.clone()?;
                *self.stack.last_mut()? = entry;
            }
            self.merges.remove(at);
            let below = self.stack.len() - 1;
            if jumped.is_some_and(|jumped| !same_entries(&jumped, &self.stack, below)) {
                return None;
            }
        } else if self.dead {
            self.stack = jumped?;
        } else if jumped.is_some_and(|jumped| !same_entries(&jumped, &self.stack, jumped.len())) {
            return None;
        }
        self.dead = false;
        self.labels[label as usize].stack = Some(self.stack.clone());
        self.place_label(label)
    }

    /// A jump leaves the stack as it is now.
    fn jump_to(&mut self, label: u32) -> Option<u32> {
        // Of branches that come together the values differ.
        let merged = self.merges.iter().any(|merge| merge.label == label);
        let same = self.stack.len() - usize::from(merged);
        let known = &mut self.labels[label as usize].stack;
        match known {
            Some(known) if !same_entries(known, &self.stack, same) => return None,
            Some(_) => {}
            None => *known = Some(self.stack.clone()),
        }
        Some(label)
    }

    /// Code that brings a value to where the branches of a condition leave theirs.
    fn move_to(&mut self, to: &Known, entry: Entry) -> Option<()> {
        let Entry { known, marks, number } = entry;
        match (to, known) {
            (Known::Truth(Test::Truth(to), true), Known::Truth(test, holds)) => {
                self.emit(TypedOp::Truth { to: *to, test, holds });
            }
            (Known::Truth(..), Known::Value(place, _)) => {
                let &Known::Truth(Test::Truth(to), true) = to else { return None };
                self.emit(TypedOp::Truth { to, test: Test::Value(place), holds: true });
            }
            (Known::Value(Place::Register(to), Kind::Any), known) => {
                let from = self.value(Entry { known, marks, number })?;
                self.emit(TypedOp::Copy { to: *to, from });
            }
            _ => return None,
        }
        Some(())
    }

    /// A branch ends with a value on the stack, which it brings to the end of the branches.
    fn merge_into(&mut self, label: u32) -> Option<()> {
        let top = self.pop()?;
        let known = match self.merges.iter().find(|merge| merge.label == label) {
            Some(merge) => merge.entry.known.clone(),
            None => {
                let known = match top.known {
                    Known::Truth(..) => Known::Truth(Test::Truth(self.new_integer()?), true),
                    _ => Known::Value(Place::Register(self.new_value()?), Kind::Any),
                };
                let entry = self.entry(known.clone());
                self.merges.push(Merge { label, entry });
                known
            }
        };
        self.move_to(&known, top.clone())?;
        self.stack.push(top);
        Some(())
    }
}

/// Whether two stacks are of one length, and the lower entries the same.
fn same_entries(a: &[Entry], b: &[Entry], lower: usize) -> bool {
    let numbers =
        |stack: &[Entry]| -> Vec<u32> { stack[..lower].iter().map(|entry| entry.number).collect() };
    a.len() == b.len() && numbers(a) == numbers(b)
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

// What is known becomes what is needed.

impl Translator<'_, '_> {
    fn constant(&mut self, value: Value) -> Option<Place> {
        self.out.constants.push(value);
        Some(Place::Constant(u16::try_from(self.out.constants.len() - 1).ok()?))
    }

    fn constant_of(&self, known: &Known) -> Option<&Value> {
        match known {
            Known::Value(Place::Constant(at), _) => Some(&self.out.constants[usize::from(*at)]),
            _ => None,
        }
    }

    /// The one cell that a constant text is.
    fn cell_of(&self, known: &Known) -> Option<u8> {
        match self.constant_of(known)? {
            Value::Text(text) => match text.bytes() {
                &[cell] if is_cell(cell) => Some(cell),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer operand of a sum.
    fn operand(&mut self, sum: Sum) -> Option<Int> {
        let small = i32::try_from(sum.constant);
        Some(match (&sum.terms[..], small) {
            ([], Ok(constant)) => Int::Constant(constant),
            ([(register, true)], Ok(0)) => Int::Register(*register),
            ([(register, true)], Ok(constant)) => Int::Plus(*register, constant),
            _ => {
                self.out.sums.push(sum);
                Int::Sum(u16::try_from(self.out.sums.len() - 1).ok()?)
            }
        })
    }

    /// The sum that an entry is; where it turns out to be something else, the code gives up.
    fn sum(&mut self, entry: Entry) -> Option<Sum> {
        match entry.known {
            Known::Integer(sum) => Some(sum),
            other => {
                let from = self.value(Entry { known: other, ..entry })?;
                let to = self.new_integer()?;
                self.emit(TypedOp::Unbox { to, from });
                Some(Sum { constant: 0, terms: vec![(to, true)] })
            }
        }
    }

    fn int(&mut self, entry: Entry) -> Option<Int> {
        let sum = self.sum(entry)?;
        self.operand(sum)
    }

    /// The value of an entry.
    fn value(&mut self, entry: Entry) -> Option<Place> {
        let to = match &entry.known {
            Known::Value(place, _) => return Some(*place),
            Known::Integer(sum) if sum.terms.is_empty() => {
                return self.constant(Value::Integer(sum.constant));
            }
            _ => self.new_value()?,
        };
        let op = match entry.known {
            Known::Value(..) => unreachable!("it was returned above"),
            Known::Integer(sum) => TypedOp::Box { to, from: self.operand(sum)? },
            Known::Truth(test, holds) => TypedOp::TruthValue { to, test, holds },
            Known::Item(base, _, at) => TypedOp::Item { to, base, at },
            Known::Path(base, _, first, second) => TypedOp::Path { to, base, first, second },
            Known::Stretch(stretch) => {
                TypedOp::Stretch { to, stretch: self.stretch_number(stretch)? }
            }
            Known::Pair(first, second) => TypedOp::Pair { to, first, second },
            Known::Put(put, _) => {
                self.out.puts.push(put);
                TypedOp::Put { to, put: u16::try_from(self.out.puts.len() - 1).ok()? }
            }
            Known::Join(parts, _) => {
                self.out.joins.push(parts);
                TypedOp::Join { to, join: u16::try_from(self.out.joins.len() - 1).ok()? }
            }
            // Used in another way than in a loop or a declaration.
            Known::Neighbours(base, kind, (row, col), steps, number) => {
                let mut arguments = vec![Place::Register(base)];
                let row = Some(row).filter(|_| kind == Kind::Board);
                for from in row.into_iter().chain([col]) {
                    let to = self.new_value()?;
                    self.emit(TypedOp::Box { to, from });
                    arguments.push(Place::Register(to));
                }
                if kind == Kind::Board {
                    arguments.push(self.constant(Value::Integer(steps))?);
                }
                self.call_built_in(number, arguments, to)?
            }
            Known::Images(of, _, number) => {
                self.call_built_in(number, vec![Place::Register(of)], to)?
            }
            Known::Walk(_) => return None,
        };
        self.emit(op);
        Some(Place::Register(to))
    }

    fn call_built_in(
        &mut self,
        function: u32,
        arguments: Vec<Place>,
        result: u16,
    ) -> Option<TypedOp> {
        self.out.calls.push(Call { function, arguments, result });
        Some(TypedOp::BuiltIn(u16::try_from(self.out.calls.len() - 1).ok()?))
    }

    fn stretch_number(&mut self, stretch: Stretch) -> Option<u16> {
        self.out.stretches.push(stretch);
        u16::try_from(self.out.stretches.len() - 1).ok()
    }

    /// The register of a value.
    fn register(&mut self, entry: Entry) -> Option<(u16, Kind)> {
        let kind = kind_of(&entry.known);
        match self.value(entry)? {
            Place::Register(register) => Some((register, kind)),
            from @ Place::Constant(_) => {
                let to = self.new_value()?;
                self.emit(TypedOp::Copy { to, from });
                Some((to, kind))
            }
        }
    }

    fn pair(&mut self, a: Entry, b: Entry) -> Option<u16> {
        let pair = (self.value(a)?, self.value(b)?);
        self.out.pairs.push(pair);
        u16::try_from(self.out.pairs.len() - 1).ok()
    }

    /// The test that a truth value is.
    fn test(&mut self, entry: Entry) -> Option<(Test, bool)> {
        match entry.known {
            Known::Truth(test, holds) => Some((test, holds)),
            other => {
                let place = self.value(Entry { known: other, ..entry })?;
                Some((Test::Value(place), true))
            }
        }
    }

    /// A value that is used later, or never: all that can fail is done now.
    fn settled(&mut self, entry: Entry) -> Option<Known> {
        Some(match entry.known {
            known @ (Known::Integer(_) | Known::Value(..) | Known::Pair(..)) => known,
            Known::Truth(test, holds) => {
                let to = self.new_integer()?;
                self.emit(TypedOp::Truth { to, test, holds });
                Known::Truth(Test::Truth(to), true)
            }
            known => {
                let kind = kind_of(&known);
                Known::Value(self.value(Entry { known, ..entry })?, kind)
            }
        })
    }
}

fn kind_of(known: &Known) -> Kind {
    match known {
        Known::Integer(_) => Kind::Integer,
        Known::Value(_, kind) | Known::Put(_, kind) | Known::Join(_, kind) => *kind,
        Known::Pair(..) => Kind::List,
        _ => Kind::Any,
    }
}

// The instructions of the stack machine, one by one.

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
                let no = self.jump_to(t, no)?;
                t.emit(TypedOp::Unless { test, holds, no });
            }
            Op::JumpIfFalse(to) | Op::JumpIfTrue(to) => {
                let entry = t.pop()?;
                let (test, holds) = t.test(entry)?;
                let no = self.jump_to(t, to)?;
                let holds = holds == matches!(op, Op::JumpIfFalse(_));
                t.emit(TypedOp::Unless { test, holds, no });
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
                t.lists.push(t.out.ops.len());
                t.emit(TypedOp::ListStart);
            }
            Op::Item => {
                let entry = t.pop()?;
                let place = t.value(entry)?;
                t.emit(TypedOp::ListItem(place));
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
            Op::Image { best, negative } => {
                let Known::Value(Place::Register(best), _) = t.local(best)?.known else {
                    return None;
                };
                let entry = t.pop()?;
                let op = match entry.known {
                    Known::Images(of, images, _) => TypedOp::ImageOf { of, images, best, negative },
                    _ => TypedOp::Image { images: t.value(entry)?, best, negative },
                };
                t.emit(op);
            }
            Op::Map
            | Op::Apart(_)
            | Op::Filter
            | Op::Form
            | Op::LabelStart { .. }
            | Op::LabelEnd { .. }
            | Op::Positions(_) => return None,
        }
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
        let first = arguments.first().map(|entry| entry.known.clone());
        let first = match first {
            Some(Known::Put(put, _)) => Some(First::Put(put)),
            Some(Known::Join(parts, _)) => Some(First::Join(parts)),
            _ => None,
        };
        let result = t.new_value()?;
        if let Some(first) = first {
            let mut rest = Vec::new();
            for argument in arguments.drain(1..) {
                rest.push(t.value(argument)?);
            }
            t.out.calls_with.push(CallWith { function, first, rest, result });
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
        if let Known::Neighbours(base, kind, place, steps, _) = list.known {
            let found = (t.new_integer()?, t.new_integer()?);
            let counter = t.new_integer()?;
            let known = match kind {
                Kind::Board => Known::Pair(Int::Register(found.0), Int::Register(found.1)),
                _ => Known::Integer(Sum { constant: 0, terms: vec![(found.1, true)] }),
            };
            t.out.walks.push(Walk { base, place, steps, found, counter });
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

/// Whether a helper may stand in place of its calls: it calls and collects nothing, and
/// does not loop.
fn is_simple(program: &Program<'_>, code: &Code) -> bool {
    let simple = |op: &Op| match op {
        Op::Call { function, .. } | Op::CallLinear { function, .. } => {
            (program.callee)(*function).is_some_and(|callee| callee.plain)
        }
        Op::RangeStart { .. }
        | Op::InStart { .. }
        | Op::GameStart
        | Op::Map
        | Op::Filter
        | Op::Form
        | Op::Positions(_) => false,
        _ => true,
    };
    code.ops.len() <= MOST_INLINE && code.ops.iter().all(simple)
}

fn known_constant(t: &mut Translator<'_, '_>, value: &Value) -> Option<Known> {
    Some(match value {
        Value::Integer(constant) => Known::Integer(Sum { constant: *constant, terms: Vec::new() }),
        value => Known::Value(t.constant(value.clone())?, Kind::of(value)),
    })
}

fn unary(t: &mut Translator<'_, '_>, op: Op, entry: Entry) -> Option<()> {
    let of = t.value(entry)?;
    let to = t.new_value()?;
    t.emit(TypedOp::Unary { to, op, of });
    t.push(Known::Value(Place::Register(to), Kind::Any));
    Some(())
}

fn negated(mut sum: Sum) -> Option<Sum> {
    sum.constant = sum.constant.checked_neg()?;
    for (_, positive) in &mut sum.terms {
        *positive = !*positive;
    }
    Some(sum)
}

fn added(t: &mut Translator<'_, '_>, mut a: Sum, b: Sum) -> Option<Sum> {
    a.constant = a.constant.checked_add(b.constant)?;
    a.terms.extend(b.terms);
    if a.terms.len() > 4 {
        let from = t.operand(a)?;
        let to = t.new_integer()?;
        t.emit(TypedOp::Set { to, from });
        return Some(Sum { constant: 0, terms: vec![(to, true)] });
    }
    Some(a)
}

/// A linear expression; a name alone stands for whatever it holds.
fn linear_entry(t: &mut Translator<'_, '_>, linear: &Linear) -> Option<Entry> {
    let terms = &linear.terms[..linear.count];
    if let &[(slot, 1)] = terms
        && linear.constant == 0
    {
        return t.local(slot);
    }
    let mut sum = Sum { constant: linear.constant, terms: Vec::new() };
    for &(slot, sign) in terms {
        let local = t.local(slot)?;
        let term = t.sum(local)?;
        let term = if sign > 0 { term } else { negated(term)? };
        sum = added(t, sum, term)?;
    }
    Some(t.entry(Known::Integer(sum)))
}

/// `base[at]`
fn index(t: &mut Translator<'_, '_>, base: Entry, at: Entry) -> Option<Known> {
    if let Known::Pair(first, second) = base.known
        && let Known::Integer(sum) = &at.known
        && sum.terms.is_empty()
    {
        let item = match sum.constant {
            0 => first,
            1 => second,
            _ => return None,
        };
        let sum = match item {
            Int::Register(register) => Sum { constant: 0, terms: vec![(register, true)] },
            _ => return None,
        };
        return Some(Known::Integer(sum));
    }
    let at = t.int(at)?;
    if let Known::Item(base, kind, first) = base.known {
        return Some(Known::Path(base, kind, first, at));
    }
    let (base, kind) = t.register(base)?;
    Some(Known::Item(base, kind, at))
}

fn stretch(t: &mut Translator<'_, '_>, base: Entry, from: Entry, to: Entry) -> Option<Stretch> {
    let (from, to) = (t.int(from)?, t.int(to)?);
    if let Known::Item(base, Kind::List | Kind::Any, item) = base.known {
        return Some(Stretch { base, item: Some(item), from, to });
    }
    let (base, _) = t.register(base)?;
    Some(Stretch { base, item: None, from, to })
}

/// A comparison; what it tests, and whether that must hold.
fn compare(t: &mut Translator<'_, '_>, infix: Infix, a: Entry, b: Entry) -> Option<(Test, bool)> {
    if let Infix::Equal | Infix::NotEqual = infix {
        let holds = infix == Infix::Equal;
        let cell = t.cell_of(&b.known);
        match (&a.known, cell) {
            (&Known::Item(text, Kind::Text, at), Some(cell)) => {
                return Some((Test::TextCell { text, at, cell }, holds));
            }
            (&Known::Path(board, Kind::Board, row, col), Some(cell)) => {
                return Some((Test::BoardCell { board, row, col, cell }, holds));
            }
            (&Known::Path(base, _, first, second), Some(cell)) => {
                return Some((Test::PathCell { base, first, second, cell }, holds));
            }
            _ => {}
        }
        if let Known::Stretch(stretch) = a.known
            && let Known::Value(Place::Constant(text), Kind::Text) = b.known
        {
            let stretch = t.stretch_number(stretch)?;
            return Some((Test::Stretch { stretch, text }, holds));
        }
    }
    if let (Known::Integer(_), _) | (_, Known::Integer(_)) = (&a.known, &b.known)
        && !matches!((&a.known, &b.known), (Known::Value(..), _) | (_, Known::Value(..)))
    {
        let (a, b) = (t.int(a)?, t.int(b)?);
        return Some((Test::Compare(infix, a, b), true));
    }
    let pair = t.pair(a, b)?;
    Some((Test::Values(infix, pair), true))
}

/// The list that ends here: a constant if its items are.
fn list(t: &mut Translator<'_, '_>) -> Option<Known> {
    let start = t.lists.pop()?;
    let constant = |op: &TypedOp| match op {
        TypedOp::ListItem(Place::Constant(at)) => Some(t.out.constants[usize::from(*at)].clone()),
        _ => None,
    };
    let items: Option<Vec<Value>> = t.out.ops[start + 1..].iter().map(constant).collect();
    let Some(items) = items else {
        let to = t.new_value()?;
        t.emit(TypedOp::ListEnd(to));
        return Some(Known::Value(Place::Register(to), Kind::List));
    };
    // Games that are integers would have to be looked at first.
    if items.iter().any(|item| matches!(item, Value::Game(_) | Value::Form(_))) {
        return None;
    }
    t.out.ops.truncate(start);
    let list = t.program.heap.list(items)?;
    Some(Known::Value(t.constant(list)?, Kind::List))
}

// Functions of the language that typed code knows.

fn built_in(t: &mut Translator<'_, '_>, number: u32, arguments: Vec<Entry>) -> Option<Known> {
    if let Special::Native(native) = t.program.builtins.get(number).special()
        && let Some(known) = known_built_in(t, number, native, &arguments)
    {
        return known;
    }
    let mut places = Vec::new();
    for argument in arguments {
        places.push(t.value(argument)?);
    }
    let result = t.new_value()?;
    let op = t.call_built_in(number, places, result)?;
    t.emit(op);
    Some(Known::Value(Place::Register(result), Kind::Any))
}

/// The function done by an instruction of its own; `None` when it is called like the others,
/// `Some(None)` when there is no typed code for it.
fn known_built_in(
    t: &mut Translator<'_, '_>,
    number: u32,
    native: Native,
    arguments: &[Entry],
) -> Option<Option<Known>> {
    let (base, rest) = arguments.split_first()?;
    let kind = kind_of(&base.known);
    let length = |t: &mut Translator<'_, '_>, op: fn(u16, u16) -> TypedOp| {
        let (base, _) = t.register(base.clone())?;
        let to = t.new_integer()?;
        t.emit(op(to, base));
        Some(Known::Integer(Sum { constant: 0, terms: vec![(to, true)] }))
    };
    match (native, kind) {
        (Native::Rows, Kind::Board) => Some(length(t, |to, board| TypedOp::Rows { to, board })),
        (Native::Cols, Kind::Board) => Some(length(t, |to, board| TypedOp::Cols { to, board })),
        (Native::Length, _) => Some(length(t, |to, of| TypedOp::Length { to, of })),
        (Native::Put, Kind::Board | Kind::Text) => {
            let each = if kind == Kind::Board { 3 } else { 2 };
            if rest.is_empty() || rest.len() % each != 0 {
                return None;
            }
            let mut cells = Vec::new();
            for change in rest.chunks(each) {
                cells.push(t.cell_of(&change[each - 1].known)?);
            }
            Some(put(t, base.clone(), kind, each, rest, cells))
        }
        (Native::Near, Kind::Board | Kind::Text) => {
            let numbers = if kind == Kind::Board { 2 } else { 1 };
            if rest.len() != numbers + 1 {
                return None;
            }
            let cells = &rest[numbers].known;
            let Known::Value(Place::Constant(cells), _) = *cells else { return None };
            let Value::Text(text) = &t.out.constants[usize::from(cells)] else { return None };
            if !text.is_ascii() {
                return None;
            }
            let (base, place) = match place(t, base.clone(), &rest[..numbers]) {
                Some(found) => found,
                None => return Some(None),
            };
            Some(Some(Known::Truth(Test::Near { base, place, cells }, true)))
        }
        (Native::Neighbours, Kind::Board | Kind::Text) => {
            let numbers = if kind == Kind::Board { 2 } else { 1 };
            let steps = match rest.get(numbers).map(|entry| &entry.known) {
                None => 4,
                Some(Known::Integer(sum)) if sum.terms.is_empty() => sum.constant,
                Some(_) => return None,
            };
            if !matches!(steps, 4 | 8) || rest.len() < numbers || rest.len() > numbers + 1 {
                return None;
            }
            let (base, place) = match place(t, base.clone(), &rest[..numbers]) {
                Some(found) => found,
                None => return Some(None),
            };
            Some(Some(Known::Neighbours(base, kind, place, steps, number)))
        }
        (Native::Images(images), Kind::Board | Kind::Any) => match t.register(base.clone()) {
            Some((of, _)) => Some(Some(Known::Images(of, images, number))),
            None => Some(None),
        },
        _ => None,
    }
}

fn place(t: &mut Translator<'_, '_>, base: Entry, numbers: &[Entry]) -> Option<(u16, (Int, Int))> {
    let (base, _) = t.register(base)?;
    let place = match numbers {
        [row, col] => (t.int(row.clone())?, t.int(col.clone())?),
        [at] => (Int::Constant(0), t.int(at.clone())?),
        _ => return None,
    };
    Some((base, place))
}

fn put(
    t: &mut Translator<'_, '_>,
    base: Entry,
    kind: Kind,
    each: usize,
    changes: &[Entry],
    cells: Vec<u8>,
) -> Option<Known> {
    let (base, _) = t.register(base)?;
    let mut all = Vec::new();
    for (change, cell) in changes.chunks(each).zip(cells) {
        let (row, col) = match change {
            [row, col, _] => (t.int(row.clone())?, t.int(col.clone())?),
            [at, _] => (Int::Constant(0), t.int(at.clone())?),
            _ => return None,
        };
        all.push((row, col, cell));
    }
    Some(Known::Put(Put { base, changes: all }, kind))
}
