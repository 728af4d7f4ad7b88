//! The directive `:tour`: the steps of `help/tour.md`, which the guide shows as well, run in the session.

use std::io;
use std::io::{IsTerminal, Write};

use cg_calculator::cg_lang::help::{Page, Passage, Topic, blocks, wrapped};
use cg_calculator::cg_lang::{AddedDirective, Event, RunError, render};
use cg_calculator::{Notation, Role, Session, Source};
use rustyline::DefaultEditor;

use crate::terminal::while_editing;

const PAGE: &str = include_str!("../help/tour.md");
const COLUMNS: usize = 80;

/// The definitions of the steps.
const DEFINED: [&str; 3] = ["Nim", "Kayles", "Mine"];

/// Reads a line behind a prompt; `None` when the user leaves.
type Read<'r> = &'r mut dyn FnMut(&str) -> Option<String>;

/// The directive to add to a session.
pub(crate) fn directive() -> AddedDirective {
    AddedDirective::new("tour", ":tour", "Shows the calculator in ten steps.", |session, text| {
        if !text.is_empty() {
            return Err(RunError::argument("`:tour` takes nothing behind it").into());
        }
        let mut editor = if at_a_terminal() { DefaultEditor::new().ok() } else { None };
        guarded(session, |session| match &mut editor {
            Some(editor) => {
                let mut read = |prompt: &str| while_editing(|| editor.readline(prompt)).ok();
                walk(session, &mut read, &mut io::stdout())
            }
            None => Ok(all_steps(session)),
        })
        .map_err(|error| RunError::argument(format!("the tour cannot be shown: {error}")).into())
    })
}

fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether a tour among these statements will wait for the user, so that nothing else should be written meanwhile.
pub(crate) fn waits_in(statements: &str) -> bool {
    at_a_terminal() && statements.lines().any(|line| line.trim() == ":tour")
}

/// Takes the tour in the notation in which it is written. What the user had defined under the names of the tour is
/// put back.
fn guarded<T>(session: &mut Session, tour: impl FnOnce(&mut Session) -> T) -> T {
    let notation = session.notation();
    let names = session.names();
    let own = DEFINED.iter().any(|name| names.iter().any(|known| known == name));
    let program = if own { session.program().ok() } else { None };
    session.set_notation(Notation::Standard);
    let done = tour(session);
    if let Some(program) = program {
        // It ran before; an error now would only repeat one that was shown.
        session.run(&Source::new("<your definitions>", program), Role::Loaded, &mut |_, _| {});
    }
    session.set_notation(notation);
    done
}

/// All steps, without a pause.
fn all_steps(session: &mut Session) -> String {
    let steps = Page::new(PAGE).topics;
    let steps: Vec<String> = steps.iter().map(|step| run_step(session, step).0).collect();
    steps.join("\n\n")
}

/// Step by step: an empty line goes on, anything else is answered.
fn walk(session: &mut Session, read: Read<'_>, out: &mut dyn Write) -> io::Result<String> {
    let steps = Page::new(PAGE).topics;
    for (at, step) in steps.iter().enumerate() {
        let (text, interrupted) = run_step(session, step);
        writeln!(out, "\n{text}\n")?;
        if interrupted || at + 1 < steps.len() && !pause(session, read, out, at + 1, steps.len())? {
            return Ok("The tour ends here; `:tour` begins it again.".into());
        }
    }
    Ok("That was the tour.".into())
}

/// Answers what is typed until the user goes on; false when they leave.
fn pause(
    session: &mut Session,
    read: Read<'_>,
    out: &mut dyn Write,
    step: usize,
    steps: usize,
) -> io::Result<bool> {
    let prompt = format!("[{step}/{steps}] Enter goes on, q leaves, or try something: ");
    loop {
        let Some(mut typed) = read(&prompt) else { return Ok(false) };
        match typed.trim() {
            "" => return Ok(true),
            "q" | ":q" | "quit" | "exit" => return Ok(false),
            _ => {}
        }
        typed.push('\n');
        while session.is_unfinished(&typed) {
            let Some(more) = read("... ") else { return Ok(false) };
            typed += &more;
            typed.push('\n');
        }
        let (answers, interrupted) = answers(session, &typed, Role::Typed);
        writeln!(out, "{answers}")?;
        if interrupted {
            return Ok(false);
        }
    }
}

/// A step with the answers of its statements, and whether the user interrupted them.
fn run_step(session: &mut Session, step: &Topic) -> (String, bool) {
    let mut parts = vec![step.usage.to_owned()];
    let mut stopped = false;
    for block in blocks(step.text) {
        match block {
            Passage::Prose(prose) => parts.push(wrapped(&prose, COLUMNS, "")),
            Passage::Code(lines) => parts.push(lines),
            Passage::Session(exchanges) => {
                let mut lines = Vec::new();
                for exchange in exchanges {
                    let (answers, interrupted) = answers(session, &exchange.typed, Role::Loaded);
                    stopped |= interrupted;
                    lines.push(format!("cg> {}", exchange.typed.replace('\n', "\n... ")));
                    lines.extend((!answers.is_empty()).then_some(answers));
                }
                let lines = lines.join("\n");
                let lines: Vec<String> = lines.lines().map(|line| format!("  {line}")).collect();
                parts.push(lines.join("\n"));
            }
        }
    }
    (parts.join("\n\n"), stopped)
}

/// The answers of statements, line by line, and whether the user interrupted them.
fn answers(session: &mut Session, statements: &str, role: Role) -> (String, bool) {
    let mut lines = Vec::new();
    let summary = session.run(&Source::new("tour", statements), role, &mut |session, event| {
        let text = match event {
            Event::Answer(answer) => answer.to_text(session),
            Event::Note(_) => return,
            Event::Error(error) => Err(error),
        };
        lines.push(text.unwrap_or_else(|error| render::render(&error, false)));
    });
    (lines.join("\n"), summary.interrupted)
}

#[cfg(test)]
#[cfg(test)]
mod tests {
    use cg_calculator::cg_lang::help::Exchange;
    use cg_calculator::{Engine, Limits};

    use super::*;
    fn session() -> Session {
        let registry = cg_calculator::registry(true).close().expect("they agree");
        let mut session =
            Session::new(Engine::new(registry, Limits::default()).expect("it starts"));
        session.add_directive(directive());
        session
    }

    /// Takes the tour, typing these lines: what was shown, and what it said at the end.
    fn taken(session: &mut Session, typed: &[&str]) -> (String, String) {
        let mut typed = typed.iter();
        let mut out = Vec::new();
        let read = &mut |_: &str| typed.next().map(|line| (*line).to_owned());
        let end = guarded(session, |session| walk(session, read, &mut out)).expect("it is written");
        (String::from_utf8(out).expect("it is text"), end)
    }

    #[test]
    fn ten_steps_give_the_answers_that_their_text_shows() {
        let steps = Page::new(PAGE).topics;
        assert_eq!(steps.len(), 10);
        let mut session = session();
        for step in steps {
            let (text, stopped) = run_step(&mut session, &step);
            assert!(!stopped);
            assert!(text.lines().count() <= 20, "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
            let written = blocks(step.text).into_iter().find_map(|block| match block {
                Passage::Session(exchanges) => Some(exchanges),
                _ => None,
            });
            let written: Vec<String> =
                written.unwrap_or_default().iter().map(Exchange::to_string).collect();
            let written = written.join("\n");
            assert!(!written.is_empty());
            let lines: Vec<&str> =
                text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
            assert_eq!(lines.join("\n"), written);
            // The examples that the reader is to try work.
            let mut tries =
                step.text.rsplit_once(" Try ").map_or("", |(_, tries)| tries).split('`');
            while let (Some(_), Some(statement)) = (tries.next(), tries.next()) {
                let (said, _) = answers(&mut session, statement, Role::Loaded);
                assert!(!said.is_empty() && !said.contains("error"), "{statement}: {said}");
            }
        }
    }

    #[test]
    fn a_step_waits_for_enter_and_answers_what_is_typed() {
        let mut session = session();
        let (text, end) =
            taken(&mut session, &["Nim(10)", "", "? Nim(7) +", "Nim(7)", "1 +* )", "q"]);
        insta::assert_snapshot!(text.trim(), @r"
        1. A game in two lines

        Nim is played with heaps of counters. A move takes one or more counters from one
        heap. A player who cannot move loses. For the calculator, a game is a rule that
        lists the moves: from a heap of n to each smaller heap k.

          cg> impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }
          cg> Nim(3)
          *3

        The answer is the value of a heap of three, called `*3`. Try `Nim(10)`.

        *10

        2. Who wins?

        Several heaps together are a sum. One question mark asks who wins if both
        players play well. Two question marks also ask for the winning moves.

          cg> ? Nim(3) + Nim(5)
          first player win
          cg> ?? Nim(3) + Nim(4) + Nim(5)
          first player win; either player:
            1. Nim(3) -> Nim(1) (leaves 0)

        With two equal heaps, the player to move loses: the opponent repeats each move
        in the other heap. Try `? Nim(7) + Nim(7)`.

        second player win
        error[unopened]: this `)` closes nothing
         --> tour:1:6
          |
        1 | 1 +* )
          |      ^
        ");
        assert_eq!(end, "The tour ends here; `:tour` begins it again.");
        let (text, end) = taken(&mut session, &[""; 9]);
        assert!(text.contains("10. A game of your own"));
        assert_eq!(end, "That was the tour.");
        // Who leaves in another way.
        assert!(taken(&mut session, &[]).1.starts_with("The tour ends here"));
    }

    #[test]
    fn the_tour_keeps_the_definitions_and_the_notation_of_the_user() {
        let mut session = session();
        session.set_notation(Notation::Paper);
        let (_, _) = answers(&mut session, "Nim(n) { default: n + 1/2; }", Role::Typed);
        taken(&mut session, &[""; 9]);
        assert_eq!(answers(&mut session, "Nim(3)", Role::Typed).0, "3.1");
        // The others stay for further use.
        assert_eq!(answers(&mut session, "Kayles(3)", Role::Typed).0, "*(3)");
    }

    #[test]
    fn without_a_terminal_all_is_shown_at_once() {
        let mut session = session();
        let all = all_steps(&mut session);
        assert!(all.starts_with("1. A game in two lines\n\nNim is played"));
        assert!(all.contains("\n\n10. A game of your own\n\n"));
        assert!(answers(&mut session, ":tour now", Role::Typed).0.contains("takes nothing"));
    }
}
