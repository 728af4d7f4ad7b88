//! Runs programs of the language G.
//!
//! `cargo run -p cg-embedding --bin evaluate`

// ANCHOR: program
use std::error::Error;

use cg_core::{Limits, Registry};
use cg_lang::{AnswerKind, Event, Role, Session, Source};
use cg_simplify::Engine;

/// A session that knows numbers, nimbers, sumbers and numberish values.
fn session() -> Result<Session, Box<dyn Error>> {
    let registry = cg_subgroups::register(Registry::builder()).close()?;
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    Ok(Session::new(Engine::new(registry, limits)?))
}

/// The answers of a program, each as a line; of `?`, the outcome in words of our own.
fn answers(session: &mut Session, program: &str) -> Vec<String> {
    let mut lines = Vec::new();
    session.run(&Source::new("program", program), Role::Program, &mut |session, event| {
        lines.push(match event {
            Event::Answer(answer) => match answer.kind() {
                AnswerKind::Outcome { outcome, .. } => format!("outcome {outcome:?}"),
                _ => answer.to_text(session).unwrap_or_else(|error| error.to_string()),
            },
            Event::Error(error) => format!("error: {error}"),
        });
    });
    lines
}

fn report() -> Result<String, Box<dyn Error>> {
    let mut session = session()?;
    let rules = "impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }";
    answers(&mut session, rules);
    // The definition is still there.
    let answers = answers(&mut session, "Nim(3) + Nim(5); ? Nim(3) + Nim(5); {0 | ^}; Nmi(3)");
    Ok(answers.join("\n"))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", report()?);
    Ok(())
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers() {
        assert_eq!(report().unwrap(), include_str!("evaluate.txt").trim_end());
    }
}
