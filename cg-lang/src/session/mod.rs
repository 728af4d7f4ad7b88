//! A session: definitions and bindings, settings, and running programs.

mod added;
mod answer;
mod argument;
mod definitions;
mod directive;
mod evaluate;
mod heap;
mod help;
mod it;
mod last;
mod limit;
mod played;
mod run;
mod save;
mod vocabulary;
mod why;

use std::collections::HashMap;

use cg_core::{Limits, Notation};
use cg_simplify::Engine;

use crate::builtin::BuiltIn;
use crate::lexer::Reading;
use crate::machine::Machine;
use crate::source::{Source, Span};

pub(crate) use help::is_directive;

pub use added::{AddedDirective, Refusal};
pub use answer::{Answer, AnswerKind};
pub use heap::{HeapFunction, HeapOptions};
pub(crate) use it::IT;
pub use run::{Event, Role, Summary};
pub use vocabulary::{Vocabulary, Word, WordKind};

/// What a session keeps of a definition or a binding, to write it out again.
#[derive(Clone, Debug)]
struct Kept {
    source: Source,
    span: Span,
    reading: Reading,
}

/// A name bound by `name = expr`.
#[derive(Clone, Debug)]
struct Binding {
    kept: Kept,
    /// What its expression refers to.
    references: crate::compile::References,
    /// Something it was computed from has changed since: the expression may no
    /// longer give the value.
    outdated: bool,
}

/// A name of the session, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Function(u32),
    Global(u32),
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
    machine: Machine,
    bindings: HashMap<u32, Binding>,
    functions: HashMap<u32, Kept>,
    order: Vec<Name>,
    timing: bool,
    loading: usize,
    added: Vec<AddedDirective>,
    /// The line of the added directive that is at work.
    asking: Option<Source>,
    /// The pages of help, of the language and added.
    pages: Vec<&'static str>,
    it: it::It,
    /// The last answer that was no directive's.
    last: Option<Answer>,
    /// How the program that runs is read.
    reading: Reading,
}

impl Session {
    /// A session that computes with `engine`.
    pub fn new(engine: Engine) -> Self {
        let mut machine = Machine::new(engine);
        let it = it::It::new(&mut machine);
        Session {
            machine,
            bindings: HashMap::new(),
            functions: HashMap::new(),
            order: Vec::new(),
            timing: false,
            loading: 0,
            added: Vec::new(),
            asking: None,
            pages: crate::help::PAGES.to_vec(),
            it,
            last: None,
            reading: Reading::Paper,
        }
    }

    /// Starts again with another engine: definitions and bindings are evaluated again, in
    /// the order in which they were given. All values, remembered results and the last
    /// answer are gone; functions, directives, help and the notation stay. `sink` gets the
    /// errors of what cannot be evaluated any more.
    ///
    /// # Errors
    /// A value that was bound and cannot be written: nothing was evaluated again then.
    pub fn restart(
        &mut self,
        engine: Engine,
        sink: &mut dyn FnMut(&mut Session, Event),
    ) -> Result<(), crate::error::DirectiveError> {
        let program = self.program();
        let notation = self.notation();
        let mut machine = Machine::new(engine);
        std::mem::swap(&mut machine.builtins, &mut self.machine.builtins);
        self.it = it::It::new(&mut machine);
        self.machine = machine;
        self.bindings.clear();
        self.functions.clear();
        self.order.clear();
        self.last = None;
        self.set_notation(notation);
        let reading = self.reading;
        let kept = Source::new("<kept definitions>", program?);
        self.run(&kept, Role::Loaded, sink);
        self.reading = reading;
        Ok(())
    }

    /// Adds a built-in function, or replaces the one of the same name.
    pub fn add_function(&mut self, function: BuiltIn) {
        self.machine.builtins.add(function);
    }

    /// The built-in functions.
    pub fn built_ins(&self) -> &[BuiltIn] {
        self.machine.builtins.all()
    }

    /// The engine, for what is done with values outside the language.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.machine.engine
    }

    /// The notation in which answers are printed and typed lines are read.
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
