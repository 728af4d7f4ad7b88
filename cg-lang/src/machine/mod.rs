//! The stack machine that runs code.
//!
//! Calls have frames on a heap-allocated stack, so recursion is bounded by
//! memory, which is counted against the limit. Values of calls are remembered;
//! a call that is met again while it is being computed is a cycle.

mod calls;
mod closing;
mod memo;

use std::collections::HashMap;
use std::sync::Arc;

use cg_core::{Game, Notation};
use cg_loopy::Stoppers;
use cg_simplify::Engine;
use dashu_int::IBig;

use crate::ast::{Ast, Definition, Infix, NodeId, Symbol};
use crate::builtin::BuiltIns;
use crate::compile::{
    Code, FormOf, Linear, Op, Operand, Path, Piece, References, SumOfCalls, Surroundings,
};
use crate::context::{Context, Joining, RunResult, wrong_kind};
use crate::error::{Error, ErrorKind, RunError};
use crate::heap::Heap;
use crate::loops::Loops;
use crate::source::{Source, Span};
use crate::value::{Names, Text, Value};
use memo::{Entry, Memo, Recent};

/// Why there is an operand on the stack.
const OPERAND: &str = "the compiler puts the operands of an instruction before it";
/// Why there is a frame.
const FRAME: &str = "a frame is there until its code has returned";
/// Why a game is being collected.
const NO_GAME: &str = "the compiler puts options between the start and the end of a game";

/// How many steps pass between two looks at the limits.
const STEPS_PER_LOOK: u64 = 1 << 12;

/// The name of the last answer.
pub(crate) const IT: &str = "it";

/// What calls a function of positions as they were typed, with the values of their
/// names. Positions stand above the machine, so it is given to the machine.
pub(crate) type OfPositions = fn(&mut Machine, &FormOf, Vec<(Symbol, Value)>) -> RunResult<Value>;

/// The expression that a binding of the session was given.
#[derive(Clone)]
pub(crate) struct GlobalForm {
    pub(crate) ast: Arc<Ast>,
    pub(crate) source: Source,
    pub(crate) node: NodeId,
}

/// A definition of the session.
pub(crate) struct Defined {
    pub(crate) source: Source,
    pub(crate) ast: Arc<Ast>,
    pub(crate) definition: Definition,
    pub(crate) code: Arc<Code>,
    pub(crate) references: References,
}

/// A function by number: defined, or only mentioned so far.
#[derive(Default)]
pub(crate) struct Function {
    pub(crate) defined: Option<Arc<Defined>>,
    policy: Policy,
    memo: Memo,
    recent: Recent,
}

/// Which values of a function are remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Policy {
    /// It calls itself, directly or through others: all.
    #[default]
    All,
    /// It does not, and its calls are quick: none.
    None,
    /// It does not, but a call took long: the last ones.
    Recent,
}

/// A call of a function that does not call itself takes long from so many steps on.
const LONG_CALL: u64 = 64;

/// A call or a statement that runs.
struct Frame {
    /// Its function, unless it is a statement.
    function: Option<u32>,
    /// Where its value will be remembered, if it will.
    entry: Option<Entry>,
    /// The next instruction.
    next: usize,
    /// Where its locals begin on the stack.
    base: usize,
    /// Lists and games that were open when it began.
    collecting: usize,
    /// Its value is kept for a short time only.
    light: bool,
    /// The steps of the machine when it began.
    began: u64,
    /// Its place in [`Machine::loops`], if its function is loopy and calls itself.
    vertex: Option<u32>,
    /// The list that `map` or `filter` goes through above this frame.
    walk: Option<Box<calls::Walk>>,
}

/// The code of all functions, by number.
type Codes = Arc<[Option<Arc<Code>>]>;

/// Runs code.
pub(crate) struct Machine {
    pub(crate) engine: Engine,
    /// Loopy games.
    pub(crate) stoppers: Stoppers,
    pub(crate) heap: Heap,
    pub(crate) builtins: BuiltIns,
    pub(crate) function_names: Names,
    pub(crate) functions: Vec<Function>,
    pub(crate) global_names: Names,
    pub(crate) globals: Vec<Option<Value>>,
    /// The expressions of the bindings that still have the value they were
    /// given.
    pub(crate) global_forms: HashMap<u32, GlobalForm>,
    pub(crate) notation: Notation,
    of_positions: OfPositions,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    /// The sources of the statements that run, the innermost last.
    statements: Vec<(Source, Arc<Code>)>,
    /// `None` when a function has changed.
    codes: Option<Codes>,
    collecting: Vec<Collecting>,
    options: Vec<Game>,
    /// Options of open games that are no short games, those of inner games last.
    loose: Vec<closing::Loose>,
    /// Loopy games that are not closed yet.
    loops: Loops,
    /// The calls among their vertices, in the order of the vertices.
    open_calls: Vec<closing::OpenCall>,
    /// For each game the last collection of options that holds it.
    stamps: Vec<u32>,
    last_stamp: u32,
    steps: u64,
    /// Bytes that the remembered values took when they were last summed up.
    memos: usize,
}

impl Machine {
    pub(crate) fn new(engine: Engine, of_positions: OfPositions) -> Self {
        Machine {
            engine,
            stoppers: Stoppers::default(),
            heap: Heap::default(),
            builtins: BuiltIns::standard(),
            function_names: Names::default(),
            functions: Vec::new(),
            global_names: Names::default(),
            globals: Vec::new(),
            global_forms: HashMap::new(),
            notation: Notation::default(),
            of_positions,
            stack: Vec::new(),
            frames: Vec::new(),
            statements: Vec::new(),
            codes: None,
            collecting: Vec::new(),
            options: Vec::new(),
            loose: Vec::new(),
            loops: Loops::default(),
            open_calls: Vec::new(),
            stamps: Vec::new(),
            last_stamp: 0,
            steps: 0,
            memos: 0,
        }
    }

    /// Operations on values.
    pub(crate) fn context(&mut self) -> Context<'_> {
        Context {
            engine: &mut self.engine,
            stoppers: &mut self.stoppers,
            heap: &self.heap,
            notation: self.notation,
            function_names: &self.function_names,
            builtin_names: self.builtins.names(),
        }
    }

    pub(crate) fn around(&mut self) -> Surroundings<'_> {
        let held = self.memory();
        Surroundings {
            functions: &mut self.function_names,
            globals: &mut self.global_names,
            builtins: &self.builtins,
            heap: &self.heap,
            engine: &self.engine,
            held,
        }
    }

    /// Makes room for the names that compiling gave numbers to.
    pub(crate) fn follow_names(&mut self) {
        self.functions.resize_with(self.function_names.len(), Function::default);
        self.globals.resize(self.global_names.len(), None);
    }

    /// Runs an expression's code with these locals.
    pub(crate) fn run(
        &mut self,
        source: &Source,
        code: &Arc<Code>,
        locals: &[Value],
    ) -> Result<Value, Error> {
        self.follow_names();
        let codes = self.codes();
        let first = self.frames.len();
        let base = self.stack.len();
        self.stack.extend_from_slice(locals);
        self.stack.resize(base + code.locals, Value::Integer(0));
        self.statements.push((source.clone(), Arc::clone(code)));
        self.frames.push(Frame {
            function: None,
            entry: None,
            next: 0,
            base,
            collecting: self.collecting.len(),
            light: false,
            began: self.steps,
            vertex: None,
            walk: None,
        });
        let loops = self.loops.len();
        let result = self.run_frames(first, code, &codes);
        // What is open stands for nothing outside its braces.
        let result = match result {
            Ok(Value::Open(_)) => Err(RunError::StillOpen),
            result => result,
        };
        let result = result.map_err(|error| {
            let error = if self.frames.len() > first {
                self.explain(first, error)
            } else {
                Error::new(ErrorKind::Run(error), source, code.spans[0])
            };
            self.unwind(first, base);
            self.abandon_loops(loops);
            error
        });
        self.statements.pop();
        result
    }

    /// The code of all functions.
    fn codes(&mut self) -> Codes {
        if let Some(codes) = &self.codes
            && codes.len() == self.functions.len()
        {
            return Arc::clone(codes);
        }
        self.find_policies();
        let code = |function: &Function| Some(Arc::clone(&function.defined.as_ref()?.code));
        let codes: Codes = self.functions.iter().map(code).collect();
        self.codes = Some(Arc::clone(&codes));
        codes
    }

    /// Finds which functions call themselves, directly or through others.
    fn find_policies(&mut self) {
        for number in 0..self.functions.len() {
            let (mut seen, mut waiting) = (vec![false; self.functions.len()], vec![number]);
            let mut recursive = false;
            while let Some(caller) = waiting.pop() {
                let Some(defined) = &self.functions[caller].defined else { continue };
                for &called in &defined.references.functions {
                    let called = called as usize;
                    recursive |= called == number;
                    if !std::mem::replace(&mut seen[called], true) {
                        waiting.push(called);
                    }
                }
            }
            let function = &mut self.functions[number];
            match (recursive, function.policy) {
                (true, _) => function.policy = Policy::All,
                (false, Policy::All) => function.policy = Policy::None,
                (false, _) => {}
            }
        }
    }

    /// Calls a function with these arguments.
    pub(crate) fn call_function(
        &mut self,
        source: &Source,
        span: Span,
        function: u32,
        arguments: &[Value],
    ) -> Result<Value, Error> {
        let code = Code::of_call(function, arguments.len(), span);
        // The arguments are the operands of the call.
        self.run(source, &Arc::new(code), arguments)
    }

    /// After an error: forgets the frames from `first` on, and that their
    /// calls were being computed.
    fn unwind(&mut self, first: usize, base: usize) {
        while self.frames.len() > first {
            let frame = self.frames.pop().expect(FRAME);
            // Calls in open loops are abandoned with these.
            if frame.vertex.is_none()
                && let (Some(function), Some(entry)) = (frame.function, frame.entry)
            {
                self.functions[function as usize].memo.abandon(entry);
            }
            self.close_collections(frame.collecting);
        }
        self.stack.truncate(base);
        self.stack.shrink_to(1 << 16);
        self.frames.shrink_to(1 << 12);
    }

    /// The error with its place and the calls that led there.
    fn explain(&mut self, first: usize, error: RunError) -> Error {
        let error = self.blame_depth(first, error);
        let frame = self.frames.last().expect(FRAME);
        let at = frame.next.saturating_sub(1);
        let (source, span) = match self.defined_of(frame) {
            Some(defined) => (defined.source.clone(), defined.code.spans[at]),
            None => {
                let (source, code) = self.statements.last().expect(FRAME);
                (source.clone(), code.spans[at])
            }
        };
        let calls = if matches!(error, RunError::Cycle { .. } | RunError::TooDeep { .. }) {
            Vec::new()
        } else {
            self.innermost_calls(first)
        };
        Error::new(ErrorKind::Run(error), &source, span).within(calls)
    }

    /// The source of what runs now.
    pub(crate) fn current_source(&self) -> Source {
        let defined = self.frames.last().and_then(|frame| self.defined_of(frame));
        match (defined, self.statements.last()) {
            (Some(defined), _) => defined.source.clone(),
            (None, Some((source, _))) => source.clone(),
            (None, None) => Source::new("", ""),
        }
    }

    /// The definition whose code the frame runs; none for a statement.
    fn defined_of(&self, frame: &Frame) -> Option<&Defined> {
        let function = frame.function?;
        self.functions[function as usize].defined.as_deref()
    }

    /// Bytes held by the machine, besides the engine's. What is remembered of calls is
    /// weighed every few thousand steps.
    pub(crate) fn memory(&self) -> usize {
        self.stack.capacity() * size_of::<Value>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.collecting.capacity() * size_of::<Collecting>()
            + self.options.capacity() * size_of::<Game>()
            + self.stamps.capacity() * size_of::<u32>()
            + self.heap.bytes()
            + self.loops.memory()
            + self.stoppers.memory()
            + self.memos
    }

    /// Sums up anew what the remembered values of all functions take.
    pub(crate) fn weigh_memos(&mut self) {
        let memory = |function: &Function| function.memo.memory() + function.recent.memory();
        self.memos = self.functions.iter().map(memory).sum();
    }

    /// Looks at the limits now and then.
    #[inline]
    fn tick(&mut self) -> RunResult<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_LOOK) {
            self.weigh_memos();
            self.engine.limits().progress.note_depth(self.frames.len() as u64);
            self.engine.look(self.memory())?;
        }
        Ok(())
    }

    /// Forgets what was computed with any function.
    pub(crate) fn forget_all(&mut self) {
        for function in &mut self.functions {
            function.forget();
        }
        self.codes = None;
        self.memos = 0;
    }

    /// Forgets what was computed with these functions.
    pub(crate) fn forget(&mut self, functions: impl IntoIterator<Item = u32>) {
        self.codes = None;
        for function in functions {
            if let Some(function) = self.functions.get_mut(function as usize) {
                function.forget();
            }
        }
    }
}

impl Function {
    /// Keeps the value of a call, whose locals begin with its arguments, until others come.
    fn keep_for_now(&mut self, locals: &[Value], value: &Value) {
        let count = self.defined.as_ref().map_or(0, |d| d.definition.parameters.len());
        let arguments = &locals[..count];
        self.recent.keep(memo::hash(arguments), arguments, value);
    }

    fn forget(&mut self) {
        self.memo.clear();
        self.recent.clear();
    }
}

// The instructions.

/// In place of an operand that does not lie on the stack.
const NOTHING: Value = Value::Truth(false);

/// Operations on values, while the stack is looked at.
macro_rules! context {
    ($machine:ident) => {
        Context {
            engine: &mut $machine.engine,
            stoppers: &mut $machine.stoppers,
            heap: &$machine.heap,
            notation: $machine.notation,
            function_names: &$machine.function_names,
            builtin_names: $machine.builtins.names(),
        }
    };
}

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
    fn run_frames(
        &mut self,
        first: usize,
        statement: &Arc<Code>,
        codes: &Codes,
    ) -> RunResult<Value> {
        loop {
            let frame = self.frames.last_mut().expect(FRAME);
            if let Some(walk) = frame.walk.take() {
                self.step_walk(*walk)?;
                continue;
            }
            let code: &Code = match frame.function {
                None => statement,
                Some(function) => codes[function as usize].as_deref().expect("it was called"),
            };
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
    fn pop(&mut self) -> Value {
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
            value = self.context().index(&value, &at)?;
        }
        Ok(value)
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
                    None => context!(self).index(list, at)?,
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
                    let option = self.engine.add(g, h)?;
                    self.add_option(option);
                    *next = done as usize;
                }
            }
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
            Op::BuiltIn { index, count } => {
                let first = self.stack.len() - count as usize;
                let builtin = self.builtins.get(index);
                let value = builtin.call(&mut context!(self), &self.stack[first..])?;
                self.stack.truncate(first);
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
            Op::LabelStart { slot } => {
                self.stack[base + slot as usize] = self.begin_label();
            }
            Op::LabelEnd { slot } => {
                let label = self.stack[base + slot as usize].clone();
                self.end_label(&label)?;
            }
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
                let (b, a) = (self.pop(), self.pop());
                let same = self.context().same(&a, &b)?;
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
            Op::NoClause => return Err(self.no_clause()),
            Op::ReturnLight => {
                self.frames.last_mut().expect(FRAME).light = true;
                self.give_back()?;
                return Ok(After::OtherFrame);
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
                let images = match &images {
                    Value::List(list) => list.items(),
                    image => std::slice::from_ref(image),
                };
                let best = base + best as usize;
                for image in images {
                    self.engine.check()?;
                    let better = memo::hash(std::slice::from_ref(image))
                        < memo::hash(&self.stack[best..=best]);
                    if better {
                        self.stack[best] = image.clone();
                        self.stack[best + 1] = Value::Truth(negative);
                    }
                }
            }
            common => unreachable!("{common:?} is done where inner loops are"),
        }
        Ok(After::Next)
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
        let operand = self.pop();
        let value = apply(self, &operand)?;
        self.stack.push(value);
        Ok(())
    }

    fn pop_truth(&mut self) -> RunResult<bool> {
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
    fn push_linear(&mut self, linear: &Linear, base: usize) -> RunResult<()> {
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

// Lists and games whose items are being collected.

/// A list or a game that is open.
#[derive(Clone, Copy)]
enum Collecting {
    /// The items lie on the stack from here on.
    List(usize),
    /// The options lie in [`Machine::options`].
    Game {
        /// Left's from here on.
        left: usize,
        /// Right's from here on, when they have begun.
        right: Option<usize>,
        /// The stamp of the side that is being collected.
        stamp: u32,
    },
}

impl Machine {
    /// A stamp that no game carries yet.
    fn new_stamp(&mut self) -> u32 {
        if self.last_stamp == u32::MAX {
            self.stamps.fill(0);
            self.last_stamp = 0;
        }
        self.last_stamp += 1;
        self.last_stamp
    }

    fn start_list(&mut self) {
        self.collecting.push(Collecting::List(self.stack.len()));
    }

    fn end_list(&mut self) -> RunResult<()> {
        let Some(Collecting::List(start)) = self.collecting.pop() else {
            unreachable!("the compiler ends lists where it began them")
        };
        let items = self.stack.split_off(start);
        let list = self.context().list(items)?;
        self.stack.push(list);
        Ok(())
    }

    fn start_game(&mut self) {
        let stamp = self.new_stamp();
        self.collecting.push(Collecting::Game { left: self.options.len(), right: None, stamp });
    }

    /// Adds the option on the stack, unless it is there already.
    #[inline]
    fn option(&mut self) -> RunResult<()> {
        let option = match self.pop() {
            Value::Game(game) => game,
            value => return self.unusual_option(&value),
        };
        self.add_option(option);
        Ok(())
    }

    #[inline]
    fn add_option(&mut self, option: Game) {
        let Some(&Collecting::Game { stamp, .. }) = self.collecting.last() else {
            unreachable!("{NO_GAME}")
        };
        let index = option.index();
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), 0);
        }
        // Games collected in between may have taken the stamp away: then an
        // option is there twice, which changes nothing.
        if self.stamps[index] != stamp {
            self.stamps[index] = stamp;
            self.options.push(option);
        }
    }

    fn middle_of_game(&mut self) {
        let fresh = self.new_stamp();
        let middle = self.options.len();
        let Some(Collecting::Game { right, stamp, .. }) = self.collecting.last_mut() else {
            unreachable!("{NO_GAME}")
        };
        *right = Some(middle);
        *stamp = fresh;
    }

    /// Gives Right the negatives of Left's options.
    fn mirror_options(&mut self) -> RunResult<()> {
        let Some(&Collecting::Game { left, .. }) = self.collecting.last() else {
            unreachable!("{NO_GAME}")
        };
        let end = self.options.len();
        self.mirror_loose()?;
        self.middle_of_game();
        for at in left..end {
            let negative = self.engine.negate(self.options[at])?;
            self.add_option(negative);
        }
        Ok(())
    }

    /// The game with the options that were collected.
    fn end_game(&mut self) -> RunResult<()> {
        let Some(Collecting::Game { left, right, .. }) = self.collecting.pop() else {
            unreachable!("{NO_GAME}")
        };
        if self.loose.last().is_some_and(|loose| loose.belongs_to(self.collecting.len() + 1)) {
            let result = self.end_loose_game(left, right);
            self.options.truncate(left);
            self.stack.push(result?);
            return Ok(());
        }
        let result = match right {
            Some(right) => self.engine.game(&self.options[left..right], &self.options[right..]),
            None => self.engine.game(&self.options[left..], &self.options[left..]),
        };
        self.options.truncate(left);
        self.stack.push(Value::Game(result?));
        Ok(())
    }

    /// Forgets what was being collected, but for the first `kept`.
    fn close_collections(&mut self, kept: usize) {
        for open in self.collecting.drain(kept.min(self.collecting.len())..).rev() {
            if let Collecting::Game { left, .. } = open {
                self.options.truncate(left);
            }
        }
        self.close_loose();
    }
}
