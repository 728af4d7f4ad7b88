//! The stack machine that runs code.
//!
//! Calls have frames on a heap-allocated stack, so recursion is bounded by
//! memory, which is counted against the limit. Values of calls are remembered;
//! a call that is met again while it is being computed is a cycle.

mod calls;
mod collect;
mod memo;
mod step;

use std::collections::HashMap;
use std::sync::Arc;

use cg_core::{Game, Notation};
use cg_simplify::Engine;

use crate::ast::{Ast, Definition};
use crate::builtin::BuiltIns;
use crate::compile::{Code, Names, References};
use crate::context::{Context, Run};
use crate::error::{Error, ErrorKind, RunError};
use crate::position::GlobalForm;
use crate::source::{Source, Span};
use crate::value::{Heap, Value};

use collect::Collecting;
use memo::Memo;

/// How many steps pass between two looks at the limits.
const STEPS_PER_LOOK: u32 = 1 << 12;

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
    memo: Memo,
}

/// What a frame runs.
#[derive(Clone)]
struct Frame {
    code: Arc<Code>,
    source: Source,
    /// The next instruction.
    next: usize,
    /// Where its locals begin on the stack.
    base: usize,
    /// Its function, unless it is a statement.
    function: Option<u32>,
    /// Lists and games that were open when it began.
    collecting: usize,
    /// The list that `map` or `filter` goes through above this frame.
    walk: Option<Box<calls::Walk>>,
}

/// Runs code.
pub(crate) struct Machine {
    pub(crate) engine: Engine,
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
    stack: Vec<Value>,
    frames: Vec<Frame>,
    collecting: Vec<Collecting>,
    options: Vec<Game>,
    /// For each game the last collection of options that holds it.
    stamps: Vec<u32>,
    last_stamp: u32,
    steps: u32,
}

impl Machine {
    pub(crate) fn new(engine: Engine) -> Self {
        Machine {
            engine,
            heap: Heap::default(),
            builtins: BuiltIns::standard(),
            function_names: Names::default(),
            functions: Vec::new(),
            global_names: Names::default(),
            globals: Vec::new(),
            global_forms: HashMap::new(),
            notation: Notation::Paper,
            stack: Vec::new(),
            frames: Vec::new(),
            collecting: Vec::new(),
            options: Vec::new(),
            stamps: Vec::new(),
            last_stamp: 0,
            steps: 0,
        }
    }

    /// Operations on values.
    pub(crate) fn context(&mut self) -> Context<'_> {
        Context {
            engine: &mut self.engine,
            heap: &self.heap,
            notation: self.notation,
            function_names: &self.function_names,
            builtins: &self.builtins,
        }
    }

    pub(crate) fn around(&mut self) -> crate::compile::Surroundings<'_> {
        crate::compile::Surroundings {
            functions: &mut self.function_names,
            globals: &mut self.global_names,
            builtins: &self.builtins,
            heap: &self.heap,
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
        let first = self.frames.len();
        let base = self.stack.len();
        self.stack.extend_from_slice(locals);
        self.stack.resize(base + code.locals, Value::Integer(0));
        self.frames.push(Frame {
            code: Arc::clone(code),
            source: source.clone(),
            next: 0,
            base,
            function: None,
            collecting: self.collecting.len(),
            walk: None,
        });
        let result = self.run_frames(first);
        match result {
            Ok(value) => Ok(value),
            Err(error) => {
                let error = self.explain(first, error);
                self.unwind(first, base);
                Err(error)
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
        let code = Code {
            ops: vec![
                crate::compile::Op::Call {
                    function,
                    count: u32::try_from(arguments.len()).unwrap_or(u32::MAX),
                },
                crate::compile::Op::Return,
            ],
            spans: vec![span, span],
            locals: arguments.len(),
            ..Code::default()
        };
        // The arguments are the operands of the call.
        self.run(source, &Arc::new(code), arguments)
    }

    /// After an error: forgets the frames from `first` on, and that their
    /// calls were being computed.
    fn unwind(&mut self, first: usize, base: usize) {
        while self.frames.len() > first {
            let Some(frame) = self.frames.pop() else { break };
            if let Some(function) = frame.function {
                let function = &mut self.functions[function as usize];
                if let Some(defined) = &function.defined {
                    let count = defined.definition.parameters.len();
                    function.memo.abandon(&self.stack[frame.base..frame.base + count]);
                }
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
        let Some(frame) = self.frames.last() else {
            return Error::new(error, &Source::new("", ""), Span::default());
        };
        let at = frame.next.saturating_sub(1);
        let span = frame.code.spans.get(at).copied().unwrap_or_default();
        let source = frame.source.clone();
        let calls = if matches!(error, RunError::Cycle { .. } | RunError::TooDeep { .. }) {
            Vec::new()
        } else {
            self.innermost_calls(first)
        };
        Error::new(ErrorKind::Run(error), &source, span).within(calls)
    }

    /// The source of what runs now.
    pub(crate) fn current_source(&self) -> Source {
        self.frames.last().map_or_else(|| Source::new("", ""), |frame| frame.source.clone())
    }

    /// Bytes held by the machine, besides the engine's.
    pub(crate) fn memory(&self) -> usize {
        self.stack.capacity() * size_of::<Value>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.collecting.capacity() * size_of::<Collecting>()
            + self.options.capacity() * size_of::<Game>()
            + self.stamps.capacity() * size_of::<u32>()
            + self.heap.bytes()
            + self.functions.iter().map(|function| function.memo.memory()).sum::<usize>()
    }

    /// Looks at the limits now and then.
    #[inline]
    fn tick(&mut self) -> Run<()> {
        self.steps += 1;
        if self.steps >= STEPS_PER_LOOK {
            self.steps = 0;
            self.engine.limits().progress.note_depth(self.frames.len() as u64);
            self.engine.look(self.memory())?;
        }
        Ok(())
    }

    /// Forgets what was computed with these functions.
    pub(crate) fn forget(&mut self, functions: impl IntoIterator<Item = u32>) {
        for function in functions {
            if let Some(function) = self.functions.get_mut(function as usize) {
                function.memo.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests;
