//! What is known of values while code is translated, and the registers in which they lie.

use super::jumps::threaded;
use super::{Call, Int, Kind, Part, Place, Program, Put, Stretch, Sum, Test, Typed, TypedOp};
use crate::board::is_cell;
use crate::value::Value;

/// What is known of a value before it is one.
#[derive(Clone, Debug)]
pub(super) enum Known {
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
    /// The cells of a board, those with one of the characters of a constant or all, and the
    /// number of the function that gives them.
    Cells(u16, Option<u16>, u32),
    /// A walk over cells that has begun.
    Walk(u16),
}

/// Registers from these on are free.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) values: u16,
    pub(super) integers: u16,
}

impl Marks {
    pub(super) fn max(self, other: Marks) -> Marks {
        Marks { values: self.values.max(other.values), integers: self.integers.max(other.integers) }
    }
}

/// What is known of a value, made only of registers below the marks.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) known: Known,
    pub(super) marks: Marks,
    /// Entries with one number are the same.
    pub(super) number: u32,
}

/// Where branches with a value each come together.
#[derive(Clone, Debug)]
pub(super) struct Merge {
    pub(super) label: u32,
    pub(super) entry: Entry,
}

/// A place that is jumped to.
#[derive(Debug, Default)]
pub(super) struct Label {
    pub(super) place: Option<u32>,
    /// What is on the stack there, once something jumped there or came there.
    pub(super) stack: Option<Vec<Entry>>,
}

/// A list whose items are written one by one, or come from clauses.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    /// Where its code begins.
    pub(super) start: usize,
    /// Where the code of its items ends, as far as they are read.
    pub(super) end: usize,
    /// Its items, if nothing but reading them is code of the list.
    pub(super) items: Option<Vec<Entry>>,
}

/// A body: the function's own, or that of a helper in place of its call.
pub(super) struct Level {
    pub(super) locals: Vec<Option<Entry>>,
    /// The registers of those that instructions change which do not bind them.
    pub(super) changed: Vec<(u32, Entry)>,
}

pub(super) struct Translator<'p, 'a> {
    pub(super) program: &'p Program<'a>,
    pub(super) out: Typed,
    pub(super) labels: Vec<Label>,
    pub(super) stack: Vec<Entry>,
    pub(super) levels: Vec<Level>,
    pub(super) marks: Marks,
    pub(super) merges: Vec<Merge>,
    /// The lists that are open.
    pub(super) lists: Vec<Literal>,
    /// The last list that ended.
    pub(super) literal: Option<Literal>,
    /// Nothing comes here but by a jump.
    pub(super) dead: bool,
    pub(super) entries: u32,
    /// The sizes of the arguments that are boards. The code begins with them.
    pub(super) sizes: Vec<Size>,
}

/// How many rows or columns an argument has.
pub(super) struct Size {
    board: u16,
    of: Side,
    /// The register where it lies all the time.
    register: u16,
    /// Where it is read.
    place: usize,
    is_used: bool,
}

/// The rows or the columns of a board, for a count of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Rows,
    Cols,
}

impl<'p, 'a> Translator<'p, 'a> {
    /// For a function called with `count` arguments of these kinds, which lie in the first registers.
    pub(super) fn new(program: &'p Program<'a>, arguments: Vec<Kind>, count: u16) -> Self {
        Translator {
            program,
            out: Typed { arguments, ..Typed::default() },
            labels: Vec::new(),
            stack: Vec::new(),
            levels: Vec::new(),
            marks: Marks { values: count, integers: 0 },
            merges: Vec::new(),
            lists: Vec::new(),
            literal: None,
            dead: false,
            entries: 0,
            sizes: Vec::new(),
        }
    }
}

impl Side {
    fn op(self, to: u16, board: u16) -> TypedOp {
        match self {
            Side::Rows => TypedOp::Rows { to, board },
            Side::Cols => TypedOp::Cols { to, board },
        }
    }
}

impl Translator<'_, '_> {
    pub(super) fn finish(mut self) -> Option<Typed> {
        let labels = &self.labels;
        for op in &mut self.out.ops {
            if let Some(target) = op.target() {
                *target = labels[*target as usize].place?;
            }
        }
        for size in self.sizes.iter().filter(|size| !size.is_used) {
            self.out.ops[size.place] = TypedOp::Jump(u32::try_from(size.place + 1).ok()?);
        }
        self.out.ops = threaded(self.out.ops);
        let held = self.program.heap.hold(self.out.bytes());
        self.out.held = Some(held);
        Some(self.out)
    }

    /// Reads the sizes of the arguments that are boards. They lie in the first registers.
    pub(super) fn read_sizes(&mut self) -> Option<()> {
        for (board, kind) in (0..).zip(self.out.arguments.clone()) {
            for of in [Side::Rows, Side::Cols].into_iter().filter(|_| kind == Kind::Board) {
                let (place, register) = (self.out.ops.len(), self.new_integer()?);
                self.emit(of.op(register, board));
                self.sizes.push(Size { board, of, register, place, is_used: false });
            }
        }
        Some(())
    }

    /// How many rows or columns a board has.
    pub(super) fn size(&mut self, of: Side, board: Entry) -> Option<Known> {
        let (board, _) = self.register(board)?;
        let mut sizes = self.sizes.iter_mut();
        let register = match sizes.find(|size| (size.board, size.of) == (board, of)) {
            Some(size) => {
                size.is_used = true;
                size.register
            }
            None => {
                let to = self.new_integer()?;
                self.emit(of.op(to, board));
                to
            }
        };
        Some(Known::Integer(Sum { constant: 0, terms: vec![(register, true)] }))
    }

    /// Whether an entry is the list that the last instruction ends.
    pub(super) fn ends_here(&self, entry: &Entry) -> bool {
        match (&entry.known, self.out.ops.last()) {
            (Known::Value(Place::Register(list), _), Some(TypedOp::ListEnd(to))) => list == to,
            _ => false,
        }
    }

    pub(super) fn emit(&mut self, op: TypedOp) {
        self.out.ops.push(op);
    }

    /// An instruction before the body of the loop that begins here.
    pub(super) fn emit_before_loop(&mut self, op: TypedOp) -> Option<()> {
        let here = u32::try_from(self.out.ops.len()).ok()?;
        self.emit(op);
        for label in self.labels.iter_mut().filter(|label| label.place == Some(here)) {
            label.place = Some(here + 1);
        }
        Some(())
    }

    pub(super) fn new_label(&mut self) -> Option<u32> {
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

    pub(super) fn new_value(&mut self) -> Option<u16> {
        let register = self.marks.values;
        self.marks.values = register.checked_add(1)?;
        self.out.values = self.out.values.max(usize::from(self.marks.values));
        Some(register)
    }

    pub(super) fn new_integer(&mut self) -> Option<u16> {
        let register = self.marks.integers;
        self.marks.integers = register.checked_add(1)?;
        self.out.integers = self.out.integers.max(usize::from(self.marks.integers));
        Some(register)
    }

    pub(super) fn entry(&mut self, known: Known) -> Entry {
        self.entries += 1;
        Entry { known, marks: self.marks, number: self.entries }
    }

    pub(super) fn push(&mut self, known: Known) {
        let entry = self.entry(known);
        self.stack.push(entry);
    }

    pub(super) fn pop(&mut self) -> Option<Entry> {
        self.stack.pop()
    }

    /// Registers that nothing refers to any more are free again.
    pub(super) fn free_registers(&mut self) {
        let arguments = u16::try_from(self.out.arguments.len()).expect("it was counted before");
        let sizes = u16::try_from(self.sizes.len()).expect("there are two of each argument");
        let mut marks = Marks { values: arguments, integers: sizes };
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

    pub(super) fn locals(&mut self) -> &mut Vec<Option<Entry>> {
        &mut self.levels.last_mut().expect("code is translated in a level").locals
    }

    pub(super) fn local(&mut self, slot: u32) -> Option<Entry> {
        self.locals().get(slot as usize)?.clone()
    }

    pub(super) fn set_local(&mut self, slot: u32, known: Known) {
        let entry = self.entry(known);
        self.locals()[slot as usize] = Some(entry);
    }

    /// The code comes to a label.
    pub(super) fn arrive(&mut self, label: u32) -> Option<()> {
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
    pub(super) fn jump_to(&mut self, label: u32) -> Option<u32> {
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
    pub(super) fn move_to(&mut self, to: &Known, entry: Entry) -> Option<()> {
        let Entry { known, marks, number } = entry;
        match (to, known) {
            (Known::Truth(Test::Truth(to), true), Known::Truth(test, holds)) => {
                self.emit(TypedOp::Truth { to: *to, test, holds });
            }
            (Known::Truth(..), Known::Value(place, _)) => {
                let &Known::Truth(Test::Truth(to), true) = to else { return None };
                self.emit(TypedOp::Truth { to, test: Test::Value(place), holds: true });
            }
            (Known::Value(Place::Register(to), Kind::Any), Known::Value(from, _)) => {
                self.emit(TypedOp::Copy { to: *to, from });
            }
            (Known::Value(Place::Register(to), Kind::Any), known) => {
                self.make(*to, Entry { known, marks, number })?;
            }
            _ => return None,
        }
        Some(())
    }

    /// A branch ends with a value on the stack, which it brings to the end of the branches.
    pub(super) fn merge_into(&mut self, label: u32) -> Option<()> {
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

// What is known becomes what is needed.

impl Translator<'_, '_> {
    pub(super) fn constant(&mut self, value: Value) -> Option<Place> {
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
    pub(super) fn cell_of(&self, known: &Known) -> Option<u8> {
        match self.constant_of(known)? {
            Value::Text(text) => match text.bytes() {
                &[cell] if is_cell(cell) => Some(cell),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer operand of a sum.
    pub(super) fn operand(&mut self, sum: Sum) -> Option<Int> {
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
    pub(super) fn sum(&mut self, entry: Entry) -> Option<Sum> {
        match entry.known {
            Known::Integer(sum) => Some(sum),
            Known::Item(base, Kind::List | Kind::Any, at) => {
                let to = self.new_integer()?;
                self.emit(TypedOp::UnboxItem { to, base, at });
                Some(Sum { constant: 0, terms: vec![(to, true)] })
            }
            other => {
                let from = self.value(Entry { known: other, ..entry })?;
                let to = self.new_integer()?;
                self.emit(TypedOp::Unbox { to, from });
                Some(Sum { constant: 0, terms: vec![(to, true)] })
            }
        }
    }

    pub(super) fn int(&mut self, entry: Entry) -> Option<Int> {
        let sum = self.sum(entry)?;
        self.operand(sum)
    }

    /// The value of an entry.
    pub(super) fn value(&mut self, entry: Entry) -> Option<Place> {
        match &entry.known {
            Known::Value(place, _) => Some(*place),
            Known::Integer(sum) if sum.terms.is_empty() => {
                self.constant(Value::Integer(sum.constant))
            }
            _ => {
                let to = self.new_value()?;
                self.make(to, entry)?;
                Some(Place::Register(to))
            }
        }
    }

    /// Makes a value of what is known, in a register.
    fn make(&mut self, to: u16, entry: Entry) -> Option<()> {
        let op = match entry.known {
            Known::Value(from, _) => TypedOp::Copy { to, from },
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
            Known::Cells(base, wanted, number) => {
                let mut arguments = vec![Place::Register(base)];
                arguments.extend(wanted.map(Place::Constant));
                self.call_built_in(number, arguments, to)?
            }
            Known::Walk(_) => return None,
        };
        self.emit(op);
        Some(())
    }

    pub(super) fn call_built_in(
        &mut self,
        function: u32,
        arguments: Vec<Place>,
        result: u16,
    ) -> Option<TypedOp> {
        self.out.calls.push(Call { function, arguments, result });
        Some(TypedOp::BuiltIn(u16::try_from(self.out.calls.len() - 1).ok()?))
    }

    pub(super) fn stretch_number(&mut self, stretch: Stretch) -> Option<u16> {
        self.out.stretches.push(stretch);
        u16::try_from(self.out.stretches.len() - 1).ok()
    }

    /// The register of a value.
    pub(super) fn register(&mut self, entry: Entry) -> Option<(u16, Kind)> {
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

    pub(super) fn pair(&mut self, a: Entry, b: Entry) -> Option<u16> {
        let pair = (self.value(a)?, self.value(b)?);
        self.out.pairs.push(pair);
        u16::try_from(self.out.pairs.len() - 1).ok()
    }

    /// The test that a truth value is.
    pub(super) fn test(&mut self, entry: Entry) -> Option<(Test, bool)> {
        match entry.known {
            Known::Truth(test, holds) => Some((test, holds)),
            other => {
                let place = self.value(Entry { known: other, ..entry })?;
                Some((Test::Value(place), true))
            }
        }
    }

    /// A value that is used later, or never: all that can fail is done now.
    pub(super) fn settled(&mut self, entry: Entry) -> Option<Known> {
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

pub(super) fn kind_of(known: &Known) -> Kind {
    match known {
        Known::Integer(_) => Kind::Integer,
        Known::Value(_, kind) | Known::Put(_, kind) | Known::Join(_, kind) => *kind,
        Known::Pair(..) => Kind::List,
        _ => Kind::Any,
    }
}
