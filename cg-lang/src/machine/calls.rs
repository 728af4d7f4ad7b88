//! Calls, what they return to, and what errors tell of them.

use cg_core::{Error as GameError, LimitReached};

use super::endless;
use super::memo::{self, Known};
use super::{Frame, LONG_CALL, Machine, Policy, Way};
use crate::context::{RunResult, wrong_kind};
use crate::error::RunError;
use crate::error::similar;
use crate::heap::Shared;
use crate::value::{List, Value};

/// How many calls an error shows.
const CALLS_SHOWN: usize = 4;
/// How many calls of a cycle an error shows.
const CYCLE_SHOWN: usize = 8;
/// From this many waiting calls on, running out of memory is blamed on them.
const DEEP: usize = 10_000;

/// `map` or `filter` on its way through a list.
#[derive(Clone)]
pub(super) struct Walk {
    function: u32,
    list: Shared<List>,
    next: usize,
    kept: Kept,
    done: Vec<Value>,
    /// The first answer that decides, in a search for one.
    decided: bool,
}

/// What a walk through a list keeps of each item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// The value of the function: `map`.
    Value,
    /// The item, where the function is true of it: `filter`.
    Item,
    /// The value and the item.
    Pair,
    /// Nothing: the first answer that is this one decides. `any` looks for true, `all` for false.
    First(bool),
}

impl Kept {
    /// The function that walks so, for messages.
    fn name(self) -> &'static str {
        match self {
            Kept::Value => "map",
            Kept::Item => "filter",
            Kept::Pair => "a function with keys",
            Kept::First(true) => "any",
            Kept::First(false) => "all",
        }
    }
}

impl Machine {
    /// Calls a function with the `count` values on the stack.
    pub(super) fn call(&mut self, number: u32, count: usize) -> RunResult<()> {
        self.tick()?;
        let start = self.stack.len() - count;
        for at in start..self.stack.len() {
            if let Value::Game(_) | Value::Open(_) = self.stack[at] {
                let mut value = self.stack[at].clone();
                self.context().normalize(&mut value)?;
                self.stack[at] = value;
            } else if self.stack[at].holds_positions() && !self.asks(number) {
                let value = self.stack[at].clone();
                self.stack[at] = self.valued(value)?;
            }
        }
        let function = &mut self.functions[number as usize];
        let Some(defined) = &function.defined else {
            return Err(self.unknown_function(number, count));
        };
        let expected = defined.definition.parameters.len();
        if expected != count {
            return Err(RunError::ArgumentCount {
                name: self.function_names.name(number).to_owned(),
                expected,
                found: count,
            });
        }
        let arguments = &self.stack[start..];
        let loopy = defined.definition.loopy;
        let entry = match function.policy {
            Policy::None => None,
            Policy::Recent => {
                if let Some(value) = function.recent.find(memo::hash(arguments), arguments) {
                    self.stack.truncate(start);
                    self.stack.push(value);
                    return Ok(());
                }
                None
            }
            Policy::All => {
                let hash = memo::hash(arguments);
                match function.memo.find(hash, arguments) {
                    Known::Value(value) => {
                        self.stack.truncate(start);
                        self.stack.push(value);
                        return Ok(());
                    }
                    Known::Busy => {
                        let entry = function.memo.entry(hash, arguments);
                        if loopy && let Some(open) = self.open_call(number, entry) {
                            self.stack.truncate(start);
                            self.stack.push(open);
                            return Ok(());
                        }
                        return Err(self.cycle(number, start));
                    }
                    Known::Nothing => {
                        if let Some(value) = function.recent.find(hash, arguments) {
                            self.stack.truncate(start);
                            self.stack.push(value);
                            return Ok(());
                        }
                        // Without room for it the call is not remembered.
                        function.memo.begin(hash, arguments)
                    }
                }
            }
        };
        if self.frames.len().is_multiple_of(endless::CALLS_PER_LOOK)
            && let Some(error) = self.endless(number, start)
        {
            // The call has no frame that would give its place up.
            if let Some(entry) = entry {
                self.functions[number as usize].memo.abandon(entry);
            }
            return Err(error);
        }
        let vertex = match entry {
            Some(entry) if loopy => Some(self.begin_loopy_call(number, entry)),
            _ => None,
        };
        self.frames.push(Frame {
            function: Some(number),
            entry,
            next: 0,
            base: start,
            integers: self.integers.len(),
            way: Way::Open,
            collecting: self.collecting.len(),
            light: false,
            began: self.steps,
            vertex,
            walk: None,
        });
        Ok(())
    }

    /// The value on the stack is that of the last frame, which ends.
    ///
    /// # Errors
    /// Those of closing a loop.
    pub(super) fn give_back(&mut self) -> RunResult<()> {
        let mut value = self.pop();
        let frame = self.frames.last().expect(super::FRAME);
        // The value of a call is a value; what code of positions gives is one.
        if let (Value::Position(_), Some(_)) = (&value, frame.function) {
            value = self.valued(value)?;
        }
        let frame = self.frames.last().expect(super::FRAME);
        if let Some(vertex) = frame.vertex {
            // The value is remembered when the loop is closed.
            value = self.end_loopy_call(vertex, value)?;
            let frame = self.frames.pop().expect(super::FRAME);
            self.stack.truncate(frame.base);
            self.stack.push(value);
            return Ok(());
        }
        let frame = self.frames.pop().expect(super::FRAME);
        if let (Value::Open(_), Some(number)) = (&value, frame.function) {
            // It is known only inside the loop.
            if let Some(entry) = frame.entry {
                self.functions[number as usize].memo.abandon(entry);
            }
        } else if let Some(number) = frame.function {
            let function = &mut self.functions[number as usize];
            match frame.entry {
                Some(entry) if !frame.light => function.memo.leave(entry, &value),
                Some(entry) => {
                    function.memo.abandon(entry);
                    function.keep_for_now(&self.stack[frame.base..], &value);
                }
                // There was no room in the memo.
                None if function.policy == Policy::All => {}
                None => {
                    if self.steps - frame.began > LONG_CALL {
                        function.policy = Policy::Recent;
                    }
                    if function.policy == Policy::Recent {
                        function.keep_for_now(&self.stack[frame.base..], &value);
                    }
                }
            }
        }
        self.stack.truncate(frame.base);
        self.integers.truncate(frame.integers);
        self.stack.push(value);
        Ok(())
    }

    /// Begins `map`, `filter` and their like with the function and the list on the stack.
    pub(super) fn start_walk(&mut self, kept: Kept) -> RunResult<()> {
        let list = self.pop();
        let function = self.pop();
        let name = kept.name();
        let wrong = |place: &str, expected: &str, value: &Value| {
            let place = format!("the {place} argument of `{name}`");
            wrong_kind(&place, expected, value)
        };
        let list = match list {
            Value::List(list) => list,
            other => return Err(wrong("second", "a list", &other)),
        };
        let mut walk = Walk { function: 0, list, next: 0, kept, done: Vec::new(), decided: false };
        match function {
            Value::Function(function) => {
                walk.function = function;
                self.go_on(walk)
            }
            Value::BuiltIn(number) => self.walk_at_once(walk, number),
            other => Err(wrong("first", "the name of a function", &other)),
        }
    }

    /// A built-in function needs no frames.
    fn walk_at_once(&mut self, mut walk: Walk, number: u32) -> RunResult<()> {
        let builtin = self.builtins.get(number).clone();
        if !builtin.takes(1) {
            return Err(RunError::ArgumentCount {
                name: builtin.name().to_owned(),
                expected: builtin.fewest(),
                found: 1,
            });
        }
        let list = walk.list.clone();
        for item in list.items() {
            self.tick()?;
            let value = match builtin.special() {
                crate::builtin::Special::Position => {
                    (self.of_position)(self, number, item.clone())?
                }
                _ => {
                    let item = self.valued(item.clone())?;
                    builtin.call(&mut self.context(), &[item])?
                }
            };
            walk.next += 1;
            self.keep(&mut walk, value)?;
            if walk.decided {
                break;
            }
        }
        self.end_walk(walk)
    }

    /// Pushes what a walk found.
    fn end_walk(&mut self, walk: Walk) -> RunResult<()> {
        let value = match walk.kept {
            Kept::First(wanted) => Value::Truth(walk.decided == wanted),
            Kept::Value | Kept::Item | Kept::Pair => self.context().list(walk.done)?,
        };
        self.stack.push(value);
        Ok(())
    }

    /// What the function gave for the last item.
    fn keep(&mut self, walk: &mut Walk, value: Value) -> RunResult<()> {
        let place = || format!("what the function of `{}` says", walk.kept.name());
        match walk.kept {
            Kept::Value => walk.done.push(value),
            Kept::Item => {
                if self.context().truth(&value, &place())? {
                    walk.done.push(walk.list.items()[walk.next - 1].clone());
                }
            }
            Kept::Pair => {
                let pair = vec![value, walk.list.items()[walk.next - 1].clone()];
                let pair = self.context().list(pair)?;
                walk.done.push(pair);
            }
            Kept::First(wanted) => {
                walk.decided = self.context().truth(&value, &place())? == wanted;
            }
        }
        Ok(())
    }

    /// The value of the walk's last call is on the stack.
    pub(super) fn step_walk(&mut self, mut walk: Walk) -> RunResult<()> {
        let value = self.pop();
        self.keep(&mut walk, value)?;
        self.go_on(walk)
    }

    /// Goes on until a call has to be computed, or to the end.
    fn go_on(&mut self, mut walk: Walk) -> RunResult<()> {
        let caller = self.frames.len() - 1;
        while let Some(item) = walk.list.items().get(walk.next).filter(|_| !walk.decided) {
            self.stack.push(item.clone());
            walk.next += 1;
            self.call(walk.function, 1)?;
            if self.frames.len() > caller + 1 {
                self.frames[caller].walk = Some(Box::new(walk));
                return Ok(());
            }
            let value = self.pop();
            self.keep(&mut walk, value)?;
        }
        self.end_walk(walk)
    }

    fn unknown_function(&self, number: u32, count: usize) -> RunError {
        let name = self.function_names.name(number).to_owned();
        let defined = self.functions.iter().zip(0..).filter(|(f, _)| f.defined.is_some());
        // A word such as `oo` is not called.
        let builtins = self.builtins.all().iter().filter(|builtin| !builtin.is_word());
        let known = defined
            .map(|(_, number)| self.function_names.name(number))
            .chain(builtins.map(|builtin| builtin.name()));
        let similar = similar(&name, known);
        RunError::UnknownFunction { name, similar, count }
    }

    /// A call, written out.
    fn written(&mut self, number: u32, base: usize) -> String {
        let name = self.function_names.name(number).to_owned();
        let function = &self.functions[number as usize];
        let count = function.defined.as_ref().map_or(0, |d| d.definition.parameters.len());
        let arguments = self.stack[base..base + count].to_vec();
        let mut context = self.context();
        let shown: Vec<String> = arguments.iter().map(|value| context.show(value)).collect();
        format!("{name}({})", shown.join(", "))
    }

    pub(super) fn no_clause(&mut self) -> RunError {
        let Some(Frame { function: Some(number), base, .. }) = self.frames.last() else {
            unreachable!("only the code of definitions has clauses")
        };
        let (number, base) = (*number, *base);
        let name = self.function_names.name(number).to_owned();
        RunError::NoClause { name, call: self.written(number, base) }
    }

    /// The calls from the last one with these arguments to itself again.
    fn cycle(&mut self, number: u32, start: usize) -> RunError {
        let arguments = &self.stack[start..];
        let same = |frame: &Frame| {
            frame.function == Some(number)
                && self.stack[frame.base..frame.base + arguments.len()] == *arguments
        };
        let first =
            self.frames.iter().rposition(same).expect("a call that is being computed has a frame");
        let mut calls = self.calls_written(first, CYCLE_SHOWN);
        if self.frames.len() - first > CYCLE_SHOWN {
            calls.push("...".into());
        }
        calls.extend(calls.first().cloned());
        RunError::Cycle { calls }
    }

    /// At most `most` calls from frame `first` on, outermost first.
    pub(super) fn calls_written(&mut self, first: usize, most: usize) -> Vec<String> {
        let frames: Vec<(u32, usize)> = self.frames[first..]
            .iter()
            .filter_map(|frame| frame.function.map(|function| (function, frame.base)))
            .take(most)
            .collect();
        frames.into_iter().map(|(function, base)| self.written(function, base)).collect()
    }

    /// The innermost calls from frame `first` on, innermost first.
    pub(super) fn innermost_calls(&mut self, first: usize) -> Vec<String> {
        let from = self.frames.len().saturating_sub(CALLS_SHOWN).max(first);
        let mut calls = self.calls_written(from, CALLS_SHOWN);
        calls.reverse();
        calls
    }

    /// Running out of memory in very deep calls is a matter of the calls.
    pub(super) fn blame_depth(&mut self, first: usize, error: RunError) -> RunError {
        let limit = match error {
            RunError::Game(GameError::Limit(LimitReached::Memory { limit, .. }))
            | RunError::Memory { limit } => limit,
            error => return error,
        };
        let depth = self.frames.len() - first;
        if depth < DEEP {
            return error;
        }
        RunError::TooDeep { limit, depth, calls: self.calls_written(first, CALLS_SHOWN) }
    }

    /// The word without arguments that a name is, unless the program has a binding of that name:
    /// see [`crate::BuiltIn::word`].
    pub(crate) fn word(&self, name: &str) -> Option<u32> {
        let number =
            self.global_names.find(name).and_then(|number| self.globals.get(number as usize));
        let is_bound = number.is_some_and(Option::is_some);
        let word = self.builtins.find(name).filter(|_| !is_bound)?;
        let builtin = self.builtins.get(word);
        (builtin.is_word() && builtin.takes(0)).then_some(word)
    }

    pub(super) fn global(&mut self, number: u32) -> RunResult<Value> {
        if let Some(Some(value)) = self.globals.get(number as usize) {
            return Ok(value.clone());
        }
        let name = self.global_names.name(number).to_owned();
        if name == super::IT {
            return Err(RunError::NoAnswerYet);
        }
        if let Some(word) = self.word(&name) {
            let word = self.builtins.get(word).clone();
            return word.call(&mut self.context(), &[]);
        }
        let is_function = self
            .function_names
            .find(&name)
            .is_some_and(|number| self.functions[number as usize].defined.is_some());
        if is_function || self.builtins.find(&name).is_some() {
            return Err(RunError::FunctionAsValue { name });
        }
        if let Some(game) = self.engine.constant(&name)? {
            return Ok(Value::Game(game));
        }
        if let Some(value) = self.context().constant(&name)? {
            return Ok(value);
        }
        let bound = self.globals.iter().zip(0..).filter(|(value, _)| value.is_some());
        let bound = bound.map(|(_, number)| self.global_names.name(number));
        let similar = similar(&name, bound.chain(self.engine.registry().constants()));
        Err(RunError::UnknownName { name, similar, inside: self.frames.len() > 1 })
    }
}
