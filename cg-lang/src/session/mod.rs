//! A session: definitions and bindings, settings, and running programs.

mod answer;
mod check;
mod diagnose;
mod directive;
mod files;
mod help;
mod kept_values;
mod played;
mod run;
mod texts;
mod used;
mod vocabulary;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use cg_core::{Limits, Notation, Player};
use cg_loopy::{Loopy, LoopyOutcome, Side};
use cg_simplify::Engine;

use crate::ast::{Definition, NodeId, Statement, StatementKind, Symbol};
use crate::builtin::{BuiltIn, PositionSolver};
use crate::compile::{Code, Op, References};
use crate::context::RunResult;
use crate::error::{Error, RunError};
use crate::lexer::Reading;
use crate::machine::{Defined, GlobalForm, IT, Machine};
use crate::source::{Source, Span};
use crate::value::Value;
use used::UsedFile;

pub use answer::{Answer, AnswerKind};
pub use directive::AddedDirective;
pub use run::{Event, Role, Summary};
pub use vocabulary::{Vocabulary, Word, WordKind};

/// What a session keeps of a definition or a binding, to write it out again.
#[derive(Clone, Debug)]
struct Kept {
    source: Source,
    span: Span,
}

/// A name bound by `name = expr`.
#[derive(Clone, Debug)]
struct Binding {
    kept: Kept,
    /// What its expression refers to.
    references: References,
    /// Something it was computed from has changed since: the expression may no
    /// longer give the value.
    outdated: bool,
}

/// A name of the session, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Name {
    Function(u32),
    Global(u32),
}

impl References {
    fn names(&self) -> impl Iterator<Item = Name> {
        let functions = self.functions.iter().copied().map(Name::Function);
        functions.chain(self.globals.iter().copied().map(Name::Global))
    }
}

/// Runs programs and keeps what they define.
///
/// ```
/// use cg_core::{Limits, Registry};
/// use cg_lang::{Event, Role, Session, Source};
///
/// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
/// let mut session = Session::new(engine);
/// let mut answers = Vec::new();
/// let program = Source::new("example", "? {0|{0|0}}; 2 + 3");
/// session.run(&program, Role::Program, &mut |session, event| {
///     if let Event::Answer(answer) = event {
///         answers.push(answer.to_text(session).unwrap());
///     }
/// });
/// assert_eq!(answers, ["left player win", "5"]);
/// # Ok::<(), cg_core::Error>(())
/// ```
pub struct Session {
    pub(crate) machine: Machine,
    bindings: HashMap<u32, Binding>,
    functions: HashMap<u32, Kept>,
    order: Vec<Name>,
    /// Names that the definition or binding of another name has mentioned.
    mentioned: HashSet<Name>,
    timing: bool,
    confined: bool,
    loading: usize,
    /// The files whose definitions are used, and those that are being read.
    used: Vec<UsedFile>,
    added: Vec<AddedDirective>,
    /// The line of the added directive that is at work.
    asking: Option<Source>,
    /// The pages of help beside those of the language.
    added_pages: Vec<fn() -> &'static str>,
    it: It,
    /// The last answer that was no directive's.
    last: Option<Answer>,
    /// The names given so far, as far as reading depends on them.
    reading: Reading,
    /// The spellings on which a note was given; an empty one stands for points in numbers.
    noted: HashSet<String>,
}

/// A machine with the functions of the language.
fn machine(engine: Engine) -> Machine {
    let (of_positions, of_position) = (crate::position::of_positions, crate::position::of_position);
    let mut machine = Machine::new(engine, of_positions, of_position);
    machine.builtins = crate::library::standard();
    machine
}

impl Session {
    /// A session that computes with `engine`.
    pub fn new(engine: Engine) -> Self {
        let mut machine = machine(engine);
        for function in texts::functions(&machine.builtins.closed()) {
            machine.builtins.add(function);
        }
        let it = It::new(&mut machine);
        Session {
            machine,
            bindings: HashMap::new(),
            functions: HashMap::new(),
            order: Vec::new(),
            mentioned: HashSet::new(),
            timing: false,
            confined: false,
            loading: 0,
            used: Vec::new(),
            added: Vec::new(),
            asking: None,
            added_pages: Vec::new(),
            it,
            last: None,
            reading: Reading::default(),
            noted: HashSet::new(),
        }
    }

    /// Starts again with another engine: definitions and bindings are evaluated again, in
    /// the order in which they were given. All values, remembered results and the last
    /// answer are gone; functions, directives, help and the notation stay. `sink` gets the
    /// errors of what can no longer be evaluated. The result names the bindings that are
    /// lost because their values cannot be written.
    pub fn restart(
        &mut self,
        engine: Engine,
        sink: &mut dyn FnMut(&mut Session, Event),
    ) -> Vec<crate::error::RunError> {
        let mut unwritten = Vec::new();
        let program = self.program_without(&mut unwritten);
        let notation = self.notation();
        let mut machine =
            Machine::new(engine, crate::position::of_positions, crate::position::of_position);
        std::mem::swap(&mut machine.builtins, &mut self.machine.builtins);
        machine.builtins.show_all();
        self.it = It::new(&mut machine);
        self.machine = machine;
        self.bindings.clear();
        self.functions.clear();
        self.order.clear();
        self.mentioned.clear();
        self.last = None;
        self.reading = Reading::default();
        self.set_notation(notation);
        self.run(&Source::new("<kept definitions>", program), Role::Loaded, sink);
        unwritten
    }

    /// Adds a built-in function, or replaces the one of the same name.
    pub fn add_function(&mut self, function: BuiltIn) {
        self.machine.builtins.add(function);
    }

    /// From here on this solver tells who wins sums of positions whose values are too large.
    pub fn set_solver(&mut self, solver: Arc<dyn PositionSolver>) {
        self.machine.builtins.set_solver(solver);
    }

    /// The built-in functions.
    pub fn built_ins(&self) -> &[BuiltIn] {
        self.machine.builtins.all()
    }

    /// The engine, for what is done with values outside the language.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.machine.engine
    }

    /// The text of a value in a notation.
    ///
    /// # Errors
    /// A text that is too long, and other limits.
    pub fn text_of(&mut self, value: &Value, notation: Notation) -> RunResult<String> {
        let before = std::mem::replace(&mut self.machine.notation, notation);
        let text = self.machine.context().print(value);
        self.machine.notation = before;
        text
    }

    /// The text of a loopy value in the notation of the session; a text that is too long
    /// has an ellipsis.
    pub fn shown_loopy(&mut self, value: Loopy) -> String {
        let value = self.machine.context().loopy_value(value);
        self.shown(&value)
    }

    /// The options of `player` in the simplest form of a stopper, in the order in which they
    /// are printed.
    ///
    /// # Errors
    /// Limits.
    pub fn options_of_loopy(
        &mut self,
        side: Side,
        player: Player,
    ) -> Result<Vec<Side>, cg_core::Error> {
        let context = self.machine.context();
        context.stoppers.in_order(context.engine, side, player)
    }

    /// Who wins a game that may go on for ever.
    ///
    /// # Errors
    /// A value that is no game; limits.
    pub fn loopy_outcome(&mut self, value: &Value) -> RunResult<LoopyOutcome> {
        self.machine.context().loopy_outcome(value, "what is asked for")
    }

    /// The notation in which answers are printed. What is typed may be in any that reads
    /// back.
    pub fn notation(&self) -> Notation {
        self.machine.notation
    }

    /// Sets the notation, also that in which errors name games.
    pub fn set_notation(&mut self, notation: Notation) {
        self.machine.notation = notation;
        self.machine.engine.set_notation(notation);
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        self.machine.engine.limits()
    }

    /// Replaces the limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.machine.engine.set_limits(limits);
    }

    /// Whether `:time` asks for the time of each answer.
    pub fn shows_time(&self) -> bool {
        self.timing
    }

    /// Bytes held by values, memo tables and programs, roughly.
    pub fn memory(&self) -> usize {
        self.machine.engine.memory() + self.machine.memory()
    }

    /// Whether what was typed goes on in another line: an open bracket, an
    /// operator that waits, or what looks like the head of a definition. An
    /// empty line ends such a head.
    pub fn is_unfinished(&self, text: &str) -> bool {
        self.vocabulary().is_unfinished(text)
    }
}

// Definitions and bindings, and what is forgotten when they change.

impl Session {
    pub(super) fn define(
        &mut self,
        source: &Source,
        statement: &Statement,
        definition: &Definition,
    ) -> Result<(), Error> {
        let name = statement.ast.name(definition.name).to_owned();
        let hides = self.machine.builtins.hide(&name);
        let defined = self.define_anew(source, statement, definition);
        match defined {
            Ok(()) if hides => self.compile_users_anew(&name),
            Err(error) => {
                if hides {
                    self.machine.builtins.show(&name);
                }
                Err(error)
            }
            Ok(()) => Ok(()),
        }
    }

    /// The functions that called a built-in function of this name call that of the
    /// program from here on: a program means what it says, whatever is built in.
    fn compile_users_anew(&mut self, name: &str) -> Result<(), Error> {
        let users = self.machine.functions.iter().zip(0u32..).filter_map(|(function, number)| {
            let defined = function.defined.as_ref()?;
            defined.ast.names().any(|used| used == name).then(|| (number, Arc::clone(defined)))
        });
        for (number, user) in users.collect::<Vec<_>>() {
            let around = &mut self.machine.around();
            let (code, references) = crate::compile::definition(
                &user.source,
                &user.ast,
                &user.definition,
                None,
                around,
            )?;
            self.note_mentioned(Name::Function(number), &references);
            let defined = user.with_code(code, references);
            self.settle_users(Name::Function(number));
            self.machine.define(number, Some(defined));
            self.forget_users(Name::Function(number));
        }
        Ok(())
    }

    fn define_anew(
        &mut self,
        source: &Source,
        statement: &Statement,
        definition: &Definition,
    ) -> Result<(), Error> {
        // Helpers first: their names must be known when the definition is compiled.
        let all = || definition.helpers.iter().chain([definition]);
        for part in all() {
            self.machine.function_names.number(statement.ast.name(part.name));
        }
        let mut compiled = Vec::new();
        for part in all() {
            let around = &mut self.machine.around();
            let (code, references) =
                crate::compile::definition(source, &statement.ast, part, None, around)?;
            self.refuse_it(source, statement, &code, &references)?;
            compiled.push((part, code, references));
        }
        for (part, code, references) in compiled {
            let number = self.machine.function_names.number(statement.ast.name(part.name));
            self.note_mentioned(Name::Function(number), &references);
            let defined = Defined {
                source: source.clone(),
                ast: Arc::clone(&statement.ast),
                statement: statement.span,
                definition: part.clone(),
                code: Arc::new(code),
                references,
                positions: OnceLock::new(),
            };
            self.settle_users(Name::Function(number));
            self.machine.define(number, Some(defined));
            self.forget_users(Name::Function(number));
        }
        let number = self.machine.function_names.number(statement.ast.name(definition.name));
        let kept = Kept { source: source.clone(), span: statement.span };
        let before = self.functions.insert(number, kept);
        self.append(Name::Function(number), before.is_none());
        Ok(())
    }

    pub(super) fn bind(
        &mut self,
        source: &Source,
        statement: &Statement,
        name: Symbol,
        value: NodeId,
    ) -> Result<(), Error> {
        let text = statement.ast.name(name);
        let around = &mut self.machine.around();
        let (code, references) =
            crate::compile::position(source, &statement.ast, value, &[], None, around)?;
        let result = self.machine.run(source, &Arc::new(code), &[])?;
        let result = match &result {
            Value::Position(sum) => sum.as_literal().cloned().unwrap_or(result),
            _ => result,
        };
        let number = self.machine.global_names.number(text);
        self.machine.follow_names();
        self.settle_users(Name::Global(number));
        self.machine.globals[number as usize] = Some(result);
        self.forget_users(Name::Global(number));
        let needs_it = self.uses_it(&references);
        if text == IT {
            self.it.bound = true;
        }
        // `x = x + 1` needs the x that is gone now, and `x = it` this answer.
        let outdated = needs_it || references.globals.contains(&number);
        if outdated {
            self.machine.global_forms.remove(&number);
        } else {
            let form =
                GlobalForm { ast: Arc::clone(&statement.ast), source: source.clone(), node: value };
            self.machine.global_forms.insert(number, form);
        }
        let kept = Kept { source: source.clone(), span: statement.span };
        self.note_mentioned(Name::Global(number), &references);
        let before = self.bindings.insert(number, Binding { kept, references, outdated });
        // The last answer is a binding that is in no order.
        let is_new = before.is_none() && number != self.it.number;
        self.append(Name::Global(number), is_new);
        Ok(())
    }

    /// Puts a name at the end: it may need those that were given before it.
    fn append(&mut self, name: Name, is_new: bool) {
        if !is_new {
            self.order.retain(|&other| other != name);
        }
        self.order.push(name);
        self.reading.add(match name {
            Name::Function(number) => self.machine.function_names.name(number),
            Name::Global(number) => self.machine.global_names.name(number),
        });
    }

    /// Notes which other names the definition or binding of `name` mentions.
    fn note_mentioned(&mut self, name: Name, references: &References) {
        self.mentioned.extend(references.names().filter(|&other| other != name));
    }

    /// A name is about to mean something else: positions that are bound are valued by what it
    /// means now.
    fn settle_users(&mut self, changed: Name) {
        let mut bound = self.machine.globals.iter().flatten();
        if !self.mentioned.contains(&changed) || !bound.any(Value::holds_positions) {
            return;
        }
        let (functions, _) = self.users(changed);
        for number in 0..self.machine.globals.len() {
            let Some(value) = &self.machine.globals[number] else { continue };
            if !value.holds_positions() || !value.mentions_functions(&functions) {
                continue;
            }
            let at = u32::try_from(number).expect("names are counted by 32 bits");
            let name = self.machine.global_names.name(at).to_owned();
            let value = value.clone();
            self.machine.globals[number] = Some(self.machine.settled(&name, value));
        }
    }

    /// The functions that a change of a name concerns, and the binding that it is.
    fn users(&self, changed: Name) -> (HashSet<u32>, HashSet<u32>) {
        let mut functions: HashSet<u32> = HashSet::new();
        let mut globals: HashSet<u32> = HashSet::new();
        match changed {
            Name::Function(number) => functions.insert(number),
            Name::Global(number) => globals.insert(number),
        };
        if !self.mentioned.contains(&changed) {
            return (functions, globals);
        }
        // Each mentioned name with a function that mentions it.
        let defined = self.machine.functions.iter().zip(0..).filter_map(|(function, number)| {
            function.defined.as_ref().map(|defined| (&defined.references, number))
        });
        let mut mentions: Vec<(Name, u32)> = defined
            .flat_map(|(references, number)| references.names().map(move |name| (name, number)))
            .collect();
        mentions.sort_unstable();
        let mut waiting = vec![changed];
        while let Some(name) = waiting.pop() {
            let first = mentions.partition_point(|&(mentioned, _)| mentioned < name);
            for &(_, user) in
                mentions[first..].iter().take_while(|(mentioned, _)| *mentioned == name)
            {
                if functions.insert(user) {
                    waiting.push(Name::Function(user));
                }
            }
        }
        (functions, globals)
    }

    /// A name means something else now: what was computed with it is forgotten.
    fn forget_users(&mut self, changed: Name) {
        let (functions, globals) = self.users(changed);
        if !self.mentioned.contains(&changed) {
            return self.machine.forget(functions);
        }
        for (&number, binding) in &mut self.bindings {
            if changed != Name::Global(number) && uses(&binding.references, &functions, &globals) {
                binding.outdated = true;
                self.machine.global_forms.remove(&number);
            }
        }
        self.machine.forget(functions);
    }

    /// Forgets every definition and binding.
    pub(super) fn clear(&mut self) {
        for number in 0..self.machine.function_names.len() {
            let number = u32::try_from(number).expect("names are counted by 32 bits");
            self.machine.define(number, None);
        }
        self.machine.forget_all();
        self.machine.builtins.show_all();
        self.machine.globals.fill(None);
        self.machine.global_forms.clear();
        self.bindings.clear();
        self.functions.clear();
        self.order.clear();
        self.mentioned.clear();
        self.reading = Reading::default();
        self.it.bound = false;
        self.used.clear();
    }
}

fn uses(references: &References, functions: &HashSet<u32>, globals: &HashSet<u32>) -> bool {
    references.functions.iter().any(|function| functions.contains(function))
        || references.globals.iter().any(|global| globals.contains(global))
}

// `it`, the last answer.
//
// A name of the session that each answer binds anew, unless the program binds it
// itself: its own `it` wins until `:clear`. Parameters, generators and `let` win
// as they do over every binding.

/// What a session knows of the name.
pub(super) struct It {
    /// Its number among the bindings.
    pub(super) number: u32,
    /// The program gave it a value of its own.
    pub(super) bound: bool,
}

impl It {
    pub(super) fn new(machine: &mut Machine) -> Self {
        let number = machine.global_names.number(IT);
        machine.follow_names();
        It { number, bound: false }
    }
}

impl Session {
    /// Binds `it` to what was answered: the value, or the game that was asked about.
    pub(super) fn keep_as_it(&mut self, source: &Source, statement: &Statement, kind: &AnswerKind) {
        let value = match kind {
            AnswerKind::Value(value) => value.clone(),
            AnswerKind::Outcome { game, .. } => Value::Game(*game),
            AnswerKind::LoopyOutcome { value, .. } => value.clone(),
            AnswerKind::LoopyMoves(moves) => moves.value.clone(),
            AnswerKind::Moves(moves) => Value::Game(moves.value),
            AnswerKind::Verdict(verdict) | AnswerKind::Searched(verdict) => verdict.outcome.into(),
            AnswerKind::Scored(scored) => scored.value.clone(),
            AnswerKind::Text(_) | AnswerKind::Why(_) | AnswerKind::Full(_) => return,
        };
        let (StatementKind::Value(node)
        | StatementKind::Outcome(node)
        | StatementKind::Moves(node)) = statement.kind
        else {
            return;
        };
        if self.it.bound {
            return;
        }
        let number = self.it.number;
        self.machine.globals[number as usize] = Some(value);
        // Queries about moves look into the position that was typed, as long as it
        // means the same.
        let references = self.mentioned(statement);
        let outdated = references.globals.contains(&number);
        if outdated {
            self.machine.global_forms.remove(&number);
        } else {
            let form = GlobalForm { ast: Arc::clone(&statement.ast), source: source.clone(), node };
            self.machine.global_forms.insert(number, form);
        }
        let kept = Kept { source: source.clone(), span: statement.span };
        self.note_mentioned(Name::Global(number), &references);
        self.bindings.insert(number, Binding { kept, references, outdated });
    }

    /// Every function and binding whose name a statement mentions.
    fn mentioned(&self, statement: &Statement) -> References {
        let machine = &self.machine;
        let names = || statement.ast.names();
        References {
            functions: names().filter_map(|name| machine.function_names.find(name)).collect(),
            globals: names().filter_map(|name| machine.global_names.find(name)).collect(),
        }
    }

    /// Whether this refers to the last answer.
    pub(super) fn uses_it(&self, references: &References) -> bool {
        !self.it.bound && references.globals.contains(&self.it.number)
    }

    /// The values of a function are remembered, and those of one that uses `it` would
    /// be wrong after the next answer.
    pub(super) fn refuse_it(
        &self,
        source: &Source,
        statement: &Statement,
        code: &Code,
        references: &References,
    ) -> Result<(), Error> {
        if !self.uses_it(references) {
            return Ok(());
        }
        let refers = |op: &Op| matches!(op, Op::Global(number) if *number == self.it.number);
        let place = code.ops.iter().position(refers);
        let place = place.and_then(|at| code.spans.get(at).copied()).unwrap_or(statement.span);
        Err(Error::new(RunError::ItInside, source, place))
    }
}
