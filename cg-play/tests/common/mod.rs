//! Games of the language for tests.

use cg_core::{Interrupt, Limits, Registry};
use cg_lang::{Event, Role, Session, Source};
use cg_play::games::{Program, ProgramSolver, program};
use cg_play::{Convention, Game};
use cg_simplify::Engine;

/// A session with these definitions.
pub(crate) fn session(program: &str) -> Session {
    let registry = cg_subgroups::register(Registry::builder()).close().unwrap();
    let mut session = Session::new(Engine::new(registry, Limits::default()).unwrap());
    session.run(&Source::new("rules", program), Role::Program, &mut |_, event| {
        if let Event::Error(error) = event {
            panic!("{error}");
        }
    });
    session
}

/// The file of a game in `examples/`, without its queries.
pub(crate) fn example(name: &str) -> String {
    let path = format!("{}/../examples/{name}.g", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// A position of one of the example games.
pub(crate) fn session_game(
    name: &str,
    text: &str,
    convention: Convention,
) -> Game<Program, ProgramSolver> {
    program(session(&example(name)), name, text, convention, &Interrupt::new()).unwrap()
}
