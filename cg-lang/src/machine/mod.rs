//! The machine that runs code: a stack machine ([`step`]), and beside it typed code
//! ([`typed`]) for functions that are called often. Typed code does what is usual; where it
//! gives up the frame begins again on the stack machine, which decides all errors.
//!
//! Calls have frames on a heap-allocated stack, so recursion is bounded by
//! memory, which is counted against the limit. Values of calls are remembered;
//! a call that is met again while it is being computed is a cycle.

/// Operations on values, while the stack is looked at.
macro_rules! context {
    ($machine:ident) => {
        Context {
            engine: &mut $machine.engine,
            stoppers: &mut $machine.stoppers,
            loops: &mut $machine.loops,
            heap: &$machine.heap,
            notation: $machine.notation,
            function_names: &$machine.function_names,
            builtin_names: $machine.builtins.names(),
        }
    };
}

mod calls;
mod closing;
mod collect;
mod endless;
mod heaps;
mod made;
mod memo;
mod own_boards;
mod positions;
mod program;
mod step;
#[cfg(test)]
mod tests;
mod typed;
mod valued;
mod winners;

use std::collections::HashMap;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};

use cg_core::{Game, Notation};
use cg_loopy::Stoppers;
use cg_simplify::Engine;

use crate::ast::{Ast, Definition, NodeId, Symbol};
use crate::board::Board;
use crate::builtin::BuiltIns;
use crate::compile::typed::Typed;
use crate::compile::{Code, FormOf, References, Shape, Surroundings};
use crate::context::{Context, RunResult};
use crate::error::{Error, ErrorKind, RunError};
use crate::heap::{Heap, Held};
use crate::loops::Loops;
use crate::source::{Source, Span};
use crate::sum::Component;
use crate::value::{Names, Value};
use collect::{Collecting, Forms};
use memo::{Entry, Memo, Recent};
pub use own_boards::{BoardKind, OwnBoards};
pub(crate) use own_boards::{count, fill};
pub(crate) use positions::{Opened, PositionCodes, nowhere};
pub(crate) use valued::BracesCode;

/// Why there is an operand on the stack.
const OPERAND: &str = "the compiler puts the operands of an instruction before it";
/// Why there is a frame.
const FRAME: &str = "a frame is there until its code has returned";

/// Typed code is made for a function that is called so often.
const TYPED_AFTER: u32 = 4;

/// How many steps pass between two looks at the limits.
const STEPS_PER_LOOK: u64 = 1 << 12;

/// Steps of the engine that take about as long as those between two looks.
const SPENT_PER_LOOK: u32 = 80;

/// The name of the last answer.
pub(crate) const IT: &str = "it";

/// What calls a function of positions as they were typed, with the values of their
/// names. Positions stand above the machine, so it is given to the machine.
pub(crate) type OfPositions = fn(&mut Machine, &FormOf, Vec<(Symbol, Value)>) -> RunResult<Value>;

/// What calls a function of one position with that position, by the function's number.
pub(crate) type OfPosition = fn(&mut Machine, u32, Value) -> RunResult<Value>;

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
    /// The statement that it comes from; that of a helper is the definition around it.
    pub(crate) statement: Span,
    pub(crate) definition: Definition,
    pub(crate) code: Arc<Code>,
    pub(crate) references: References,
    /// The codes that give positions, once they are asked for.
    pub(crate) positions: OnceLock<Arc<PositionCodes>>,
}

impl Defined {
    /// The same definition with other code.
    pub(crate) fn with_code(&self, code: Code, references: References) -> Self {
        Defined {
            source: self.source.clone(),
            ast: Arc::clone(&self.ast),
            statement: self.statement,
            definition: self.definition.clone(),
            code: Arc::new(code),
            references,
            positions: OnceLock::new(),
        }
    }
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
    /// Where its integers begin, if it runs typed code.
    integers: usize,
    way: Way,
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

/// Which code a frame runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It has not begun.
    Open,
    /// That of the stack machine.
    Plain,
    Typed,
}

/// The code of a function.
struct CodeOf {
    code: Option<Arc<Code>>,
    parameters: usize,
    /// It does not call itself, directly or through others.
    plain: bool,
    /// Its calls may stand for games that are not closed.
    loopy: bool,
    /// Calls that began, until the typed code is made.
    calls: AtomicU32,
    /// Calls in which typed code gave up.
    given_up: AtomicU32,
    typed: OnceLock<Option<Typed>>,
    /// The code that gives the options of its calls, and that which counts them, once they are
    /// asked for.
    options: OnceLock<Box<[CodeOf; 2]>>,
}

impl CodeOf {
    fn new(code: Option<Arc<Code>>, parameters: usize) -> Self {
        CodeOf {
            code,
            parameters,
            plain: true,
            loopy: false,
            calls: AtomicU32::new(0),
            given_up: AtomicU32::new(0),
            typed: OnceLock::new(),
            options: OnceLock::new(),
        }
    }
}

/// The code of all functions, by number.
type Codes = Arc<[CodeOf]>;

/// The functions that say who wins the calls of a definition.
struct Told {
    /// The functions whose calls can come up, and their definitions at that time.
    of: Vec<(u32, Arc<Defined>)>,
    /// Their numbers, where there are any.
    winners: Option<[u32; 2]>,
}

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
    /// What is to be said with the answer of the statement.
    pub(crate) notes: Vec<String>,
    /// The component whose options are listed.
    opening: Option<Component>,
    braces: valued::BracesCodes,
    /// What is known of each function where calls of it are compiled.
    shapes: Vec<Shape>,
    /// How many values of positions are being worked out, each inside the one before.
    inside: u32,
    pub(crate) notation: Notation,
    of_positions: OfPositions,
    of_position: OfPosition,
    /// The code that ran last returned the options of a player.
    returned_options: bool,
    /// How often functions were forgotten: what is known of positions holds as long as this
    /// stays.
    pub(crate) version: u64,
    stack: Vec<Value>,
    /// The integers of frames that run typed code.
    integers: Vec<i64>,
    /// Items of lists that typed code collects.
    items: Vec<Value>,
    /// The board, the text, and the items of the list, that typed code looks up.
    board: Board,
    bytes: Vec<u8>,
    joined: Vec<Value>,
    /// After how many calls of a function typed code is made; never, if `None`.
    typed_after: Option<u32>,
    forms: Forms,
    /// Sums of games with small handles.
    sums: Vec<Option<Game>>,
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
    /// The machine's own bytes at the last look, in the count of the heap.
    own: Held,
    /// Bytes that the remembered values took when they were last summed up.
    memos: usize,
    /// The functions that tell who wins calls of others.
    told: HashMap<u32, Told>,
}

impl Machine {
    /// A machine without functions.
    pub(crate) fn new(engine: Engine, of_positions: OfPositions, of_position: OfPosition) -> Self {
        let heap = Heap::of(&engine);
        Machine {
            engine,
            stoppers: Stoppers::default(),
            own: heap.hold(0),
            heap,
            builtins: BuiltIns::default(),
            function_names: Names::default(),
            functions: Vec::new(),
            global_names: Names::default(),
            globals: Vec::new(),
            global_forms: HashMap::new(),
            notes: Vec::new(),
            opening: None,
            braces: valued::BracesCodes::default(),
            inside: 0,
            shapes: Vec::new(),
            notation: Notation::default(),
            of_positions,
            of_position,
            returned_options: false,
            version: 0,
            stack: Vec::new(),
            integers: Vec::new(),
            items: Vec::new(),
            bytes: Vec::new(),
            joined: Vec::new(),
            forms: Forms::default(),
            board: Board::default(),
            typed_after: Some(TYPED_AFTER),
            sums: Vec::new(),
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
            told: HashMap::new(),
        }
    }

    /// Operations on values.
    pub(crate) fn context(&mut self) -> Context<'_> {
        Context {
            engine: &mut self.engine,
            stoppers: &mut self.stoppers,
            loops: &mut self.loops,
            heap: &self.heap,
            notation: self.notation,
            function_names: &self.function_names,
            builtin_names: self.builtins.names(),
        }
    }

    pub(crate) fn around(&mut self) -> Surroundings<'_> {
        Surroundings {
            functions: &mut self.function_names,
            shapes: &self.shapes,
            globals: &mut self.global_names,
            bound: &self.globals,
            builtins: &self.builtins,
            heap: &self.heap,
            engine: &self.engine,
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
        let of = CodeOf::new(Some(Arc::clone(code)), locals.len());
        self.run_code(source, &of, locals, Way::Plain)
    }

    /// Runs code that is no function's, with these locals.
    fn run_code(
        &mut self,
        source: &Source,
        of: &CodeOf,
        locals: &[Value],
        way: Way,
    ) -> Result<Value, Error> {
        let code = of.code.as_ref().expect("code that runs is there");
        if self.statements.len() >= valued::MOST_RUNS as usize {
            let error = RunError::PositionsTooDeep(valued::MOST_RUNS);
            return Err(Error::new(ErrorKind::Run(error), source, code.spans[0]));
        }
        self.follow_names();
        let codes = self.codes();
        let first = self.frames.len();
        let base = self.stack.len();
        self.stack.extend_from_slice(locals);
        self.stack.resize_with(base + code.locals, || Value::Integer(0));
        self.statements.push((source.clone(), Arc::clone(code)));
        self.frames.push(Frame {
            function: None,
            entry: None,
            next: 0,
            base,
            integers: self.integers.len(),
            way,
            collecting: self.collecting.len(),
            light: false,
            began: self.steps,
            vertex: None,
            walk: None,
        });
        let loops = self.loops.len();
        let result = self.run_frames(first, of, &codes);
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
            error
        });
        // After an error, and what was opened and not used.
        self.abandon_loops(loops);
        self.statements.pop();
        self.joined.clear();
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
        let code = |function: &Function| {
            let defined = function.defined.as_ref();
            let parameters = defined.map_or(0, |defined| defined.definition.parameters.len());
            CodeOf {
                plain: function.policy != Policy::All,
                loopy: defined.is_some_and(|defined| defined.definition.loopy),
                ..CodeOf::new(defined.map(|defined| Arc::clone(&defined.code)), parameters)
            }
        };
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

    /// The definition of a function, if it has one.
    pub(crate) fn defined(&self, function: u32) -> Option<&Arc<Defined>> {
        self.functions.get(function as usize)?.defined.as_ref()
    }

    /// Whether a function is marked `loopy`, or calls one that is, directly or through
    /// others.
    pub(crate) fn calls_loopy(&self, function: u32) -> bool {
        self.calls(function, |definition| definition.loopy)
    }

    /// Whether a function is marked `scoring`, or calls one that is, directly or through others.
    pub(crate) fn is_scoring(&self, function: u32) -> bool {
        self.calls(function, |definition| definition.scoring)
    }

    /// Whether a function is one of these, or calls one, directly or through others.
    fn calls(&self, function: u32, is_meant: impl Fn(&Definition) -> bool) -> bool {
        let (mut seen, mut waiting) = (vec![false; self.functions.len()], vec![function]);
        while let Some(caller) = waiting.pop() {
            let Some(defined) = self.defined(caller) else { continue };
            if is_meant(&defined.definition) {
                return true;
            }
            for &called in &defined.references.functions {
                if seen.get(called as usize) == Some(&false) {
                    seen[called as usize] = true;
                    waiting.push(called);
                }
            }
        }
        false
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
            self.integers.truncate(frame.integers);
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
        let calls = if matches!(
            error,
            RunError::Cycle { .. } | RunError::TooDeep { .. } | RunError::Endless { .. }
        ) {
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

    /// Bytes held by the machine and in its heap, besides the engine's.
    pub(crate) fn memory(&self) -> usize {
        self.heap.bytes() - self.own.bytes() + self.own_memory()
    }

    /// Bytes held by the machine itself. What is remembered of calls is weighed every few
    /// thousand steps.
    fn own_memory(&self) -> usize {
        self.stack.capacity() * size_of::<Value>()
            + self.integers.capacity() * size_of::<i64>()
            + self.sums.capacity() * size_of::<Option<Game>>()
            + self.forms.memory()
            + (self.items.capacity() + self.joined.capacity()) * size_of::<Value>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.collecting.capacity() * size_of::<Collecting>()
            + self.options.capacity() * size_of::<Game>()
            + self.stamps.capacity() * size_of::<u32>()
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
    #[inline(always)]
    fn tick(&mut self) -> RunResult<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_LOOK) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> RunResult<()> {
        self.weigh_memos();
        self.engine.spend(SPENT_PER_LOOK);
        self.engine.limits().progress.note_depth(self.frames.len() as u64);
        // What the engine does until the next look adds to this.
        self.own = self.heap.hold(self.own_memory());
        Ok(self.engine.look(0)?)
    }

    /// Gives a function a definition, or none.
    pub(crate) fn define(&mut self, number: u32, defined: Option<Defined>) {
        self.follow_names();
        let at = number as usize;
        self.shapes.resize(self.functions.len(), Shape::default());
        self.shapes[at] = defined.as_ref().map(|defined| defined.code.shape).unwrap_or_default();
        self.functions[at].defined = defined.map(Arc::new);
    }

    /// What is remembered of the calls of a function.
    ///
    /// # Errors
    /// The limit of memory.
    pub(crate) fn remembered(&self, number: u32) -> RunResult<Vec<(Vec<Value>, Value)>> {
        let Some(function) = self.functions.get(number as usize) else { return Ok(Vec::new()) };
        // They are copied.
        self.engine.look(2 * function.memo.memory())?;
        Ok(function.memo.known().collect())
    }

    /// Remembers the value of a call, unless it is known, or values of its function are not kept.
    pub(crate) fn remember(&mut self, number: u32, arguments: &[Value], value: &Value) {
        let Some(function) = self.functions.get_mut(number as usize) else { return };
        let hash = memo::hash(arguments);
        if function.policy == Policy::All
            && function.memo.find(hash, arguments) == memo::Known::Nothing
            && let Some(entry) = function.memo.begin(hash, arguments)
        {
            function.memo.leave(entry, value);
        }
    }

    /// Forgets what was computed with any function.
    pub(crate) fn forget_all(&mut self) {
        self.braces.clear();
        self.version += 1;
        for function in &mut self.functions {
            function.forget();
        }
        self.codes = None;
        self.sums = Vec::new();
        self.memos = 0;
    }

    /// Forgets what was computed with these functions.
    pub(crate) fn forget(&mut self, functions: impl IntoIterator<Item = u32>) {
        self.codes = None;
        self.braces.clear();
        self.version += 1;
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
