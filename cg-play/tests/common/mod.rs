//! Games of the language for tests.

use cg_calculator::{Calculator, Content};
use cg_core::Interrupt;
use cg_lang::Session;
use cg_play::games::{Program, ProgramSolver, program};
use cg_play::{Convention, Game};

/// A session with these definitions.
pub(crate) fn session(program: &str) -> Session {
    let mut calculator = Calculator::new().unwrap();
    for reply in calculator.evaluate(program) {
        if let Content::Error { error } = reply.content {
            panic!("{}", error.message);
        }
    }
    calculator.into_session()
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
