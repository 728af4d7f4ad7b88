//! What fuzzing runs: any bytes as a program, and as the text of a board and of a graph.

use std::time::Duration;

use cg_core::{Limits, Registry};
use cg_simplify::Engine;

use crate::board::Board;
use crate::graph::Graph;
use crate::session::{Event, Role, Session};
use crate::source::Source;

#[cfg(test)]
mod tests;

/// Reads `bytes` as a program and runs it under tight limits, drawing each
/// error and printing each answer in each notation. Returns how many answers
/// and errors there were; a panic, a hang or a crash is a defect.
///
/// Directives that reach outside (`:load`, `:save`, `:write`) and those that raise the
/// limits are not run.
///
/// # Errors
/// A registry whose subgroups fail.
pub fn run_any(registry: Registry, bytes: &[u8]) -> cg_core::Result<(usize, usize)> {
    let limits = Limits {
        memory: 64 << 20,
        games: 100_000,
        time: Some(Duration::from_millis(200)),
        options: 1000,
        ..Limits::default()
    };
    let mut session = Session::new(Engine::new(registry, limits)?);
    let text = String::from_utf8_lossy(bytes);
    let inside: Vec<&str> = text.lines().filter(|line| !reaches_outside(line)).collect();
    let source = Source::new("fuzz", inside.join("\n"));
    let mut counts = (0, 0);
    session.run(&source, Role::Program, &mut |session, event| match event {
        Event::Answer(answer) => {
            counts.0 += 1;
            for notation in cg_core::Notation::ALL {
                // A text that is too long is an answer as well.
                drop(answer.text_in(session, notation));
            }
        }
        Event::Note(_) => {}
        Event::Error(error) => {
            counts.1 += 1;
            drop(crate::render::render(&error, false));
        }
    });
    Ok(counts)
}

/// Reads `bytes` as a board and as a graph. Says which of them they are; what is read must
/// read back as the same from what it prints.
///
/// # Panics
/// When it does not: a defect.
pub fn read_shapes(bytes: &[u8]) -> [bool; 2] {
    let text = String::from_utf8_lossy(bytes);
    let board = Board::read(text.split('|'));
    if let Ok(board) = &board {
        let printed = board.to_string();
        let again = Board::read(printed.split('|')).expect("what is printed reads back");
        assert_eq!(board.texts(), again.texts(), "{text:?}");
    }
    let graph = Graph::read(&text);
    if let Ok(graph) = &graph {
        let printed = graph.to_string();
        let again = Graph::read(&printed).expect("what is printed reads back");
        assert_eq!(again.to_string(), printed, "{text:?}");
    }
    [board.is_ok(), graph.is_ok()]
}

fn reaches_outside(line: &str) -> bool {
    [":load", ":save", ":limit", ":write", "use"].iter().any(|directive| line.contains(directive))
        // A colon and its name may stand apart.
        || line.trim_start().starts_with(": ")
}
