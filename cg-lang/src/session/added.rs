//! Directives that whoever embeds the language adds.

use std::sync::Arc;

use super::{AnswerKind, Session};
use crate::error::{DirectiveError, Error, RunError};
use crate::source::{Source, Span};

/// What a directive does with what stands behind its name.
type Body = dyn Fn(&mut Session, &str) -> Result<String, Refusal> + Send + Sync;

/// Why a directive says nothing.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// What stands behind the name is wrong: the reason, in words.
    Argument(String),
    /// A statement that the directive ran failed.
    Failed(Box<Error>),
    /// Something about the games themselves: a limit, an interruption.
    Game(cg_core::Error),
    /// A file cannot be written: its name, and why.
    Unwritten(String, String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Refusal::Failed(Box::new(error))
    }
}

impl From<cg_core::Error> for Refusal {
    fn from(error: cg_core::Error) -> Self {
        Refusal::Game(error)
    }
}

/// A directive that is not part of the language: a line `:name argument`.
///
/// ```
/// use cg_core::{Limits, Registry};
/// use cg_lang::{AddedDirective, Event, Role, Session, Source};
///
/// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
/// let mut session = Session::new(engine);
/// session.add_directive(AddedDirective::new("echo", ":echo TEXT", "Says it again.", |_, text| {
///     Ok(text.to_owned())
/// }));
/// session.run(&Source::new("example", ":echo hello"), Role::Typed, &mut |session, event| {
///     let Event::Answer(answer) = event else { panic!("no answer") };
///     assert_eq!(answer.to_text(session).unwrap(), "hello");
/// });
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone)]
pub struct AddedDirective {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
    body: Arc<Body>,
}

impl AddedDirective {
    /// A directive `name` (without its colon), written as `usage` says; `help` is one line.
    /// `body` gets what stands behind the name.
    pub fn new(
        name: &'static str,
        usage: &'static str,
        help: &'static str,
        body: impl Fn(&mut Session, &str) -> Result<String, Refusal> + Send + Sync + 'static,
    ) -> Self {
        AddedDirective { name, usage, help, body: Arc::new(body) }
    }
}

impl std::fmt::Debug for AddedDirective {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AddedDirective").field("usage", &self.usage).finish_non_exhaustive()
    }
}

impl Session {
    /// Adds a directive. One that the language has, or that was added before, is kept.
    pub fn add_directive(&mut self, directive: AddedDirective) {
        self.added.push(directive);
    }

    /// Does what an added directive of this name does; `None` when there is none.
    pub(super) fn added_directive(
        &mut self,
        source: &Source,
        name: Span,
        argument: Span,
    ) -> Option<Result<Option<AnswerKind>, Error>> {
        let word = source.slice(name);
        let added = self.added.iter().find(|added| added.name == word)?.clone();
        self.asking = Some(source.clone());
        let said = (added.body)(self, source.slice(argument));
        self.asking = None;
        let place = if argument.start == argument.end { name } else { argument };
        Some(said.map(|text| Some(AnswerKind::Text(text))).map_err(|refusal| match refusal {
            Refusal::Argument(problem) => {
                let usage = added.usage;
                Error::new(DirectiveError::BadArgument { problem, usage }, source, place)
            }
            Refusal::Game(error) => Error::new(RunError::from(error), source, place),
            Refusal::Unwritten(path, reason) => Error::new(
                DirectiveError::File { action: "write", path, reason, similar: None },
                source,
                place,
            ),
            Refusal::Failed(error) => *error,
        }))
    }
}
