//! What the tests of this folder share.

use cg_core::{Limits, Registry};
use cg_lang::{Event, Role, Session, Source, render};
use cg_simplify::Engine;

/// A session over the built-in subgroups, with limits that no test reaches by
/// being slow.
pub(crate) fn session() -> Session {
    session_with(Limits { memory: 1 << 30, ..Limits::default() })
}

pub(crate) fn session_with(limits: Limits) -> Session {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    Session::new(Engine::new(registry, limits).expect("an engine starts"))
}

/// Runs a program; each answer is a line, each error its drawing.
pub(crate) fn run_in(session: &mut Session, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    session.run(&Source::new("test", text), Role::Program, &mut |session, event| {
        lines.push(match event {
            Event::Answer(answer) => match answer.to_text(session) {
                Ok(text) => text,
                Err(error) => render::render(&error, false),
            },
            Event::Note(_) => return,
            Event::Error(error) => render::render(&error, false),
        });
    });
    lines
}

pub(crate) fn run(text: &str) -> Vec<String> {
    run_in(&mut session(), text)
}

/// The codes of the errors of a program.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    let mut codes = Vec::new();
    session().run(&Source::new("test", text), Role::Program, &mut |_, event| {
        if let Event::Error(error) = event {
            codes.push(error.code());
        }
    });
    codes
}

/// The one line that a program answers.
#[track_caller]
pub(crate) fn answer(text: &str) -> String {
    let lines = run(text);
    assert_eq!(lines.len(), 1, "{text}: {lines:?}");
    lines.into_iter().next().unwrap()
}

/// The paper's three games.
pub(crate) const GAMES: &str = "
Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }
Kayles(n)
{
  case 0: 0;
  case 1: *(1);
  default: { Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2
           | Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2 };
}
PK(n)
{
  case 0: 0;
  case 1: *(1);
  default: { PK(k)+PK(n-k-1) : k = 0..n-1 | PK(k)+PK(n-k-2) : k = 0..n-2 };
}
";
