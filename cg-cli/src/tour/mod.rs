//! The directive `:tour`: the steps of `help/tour.md`, which the guide shows as well, run in the session.

use std::io::{self, IsTerminal, Write};

use cg_core::Notation;
use cg_lang::help::{Block, Page, Topic, blocks, wrapped};
use cg_lang::{AddedDirective, Event, Refusal, Role, Session, Source, render};
use rustyline::DefaultEditor;

use crate::interruption::while_editing;

const PAGE: &str = include_str!("../../help/tour.md");
const COLUMNS: usize = 80;

/// What the steps define.
const DEFINED: [&str; 3] = ["Nim", "Kayles", "Mine"];

/// Reads a line behind a prompt; `None` when the user leaves.
type Read<'r> = &'r mut dyn FnMut(&str) -> Option<String>;

/// The directive to add to a session.
pub(crate) fn directive() -> AddedDirective {
    AddedDirective::new("tour", ":tour", "Shows the calculator in ten steps.", |session, text| {
        if !text.is_empty() {
            return Err(Refusal::Argument("`:tour` takes nothing behind it".into()));
        }
        let mut editor = if at_a_terminal() { DefaultEditor::new().ok() } else { None };
        guarded(session, |session| match &mut editor {
            Some(editor) => {
                let mut read = |prompt: &str| while_editing(|| editor.readline(prompt)).ok();
                walk(session, &mut read, &mut io::stdout())
            }
            None => Ok(whole(session)),
        })
        .map_err(|error| Refusal::Argument(format!("the tour cannot be shown: {error}")))
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
    session.set_notation(Notation::Paper);
    let done = tour(session);
    if let Some(program) = program {
        // It ran before; an error now would only repeat one that was shown.
        session.run(&Source::new("<your definitions>", program), Role::Loaded, &mut |_, _| {});
    }
    session.set_notation(notation);
    done
}

/// All steps, without a pause.
fn whole(session: &mut Session) -> String {
    let steps = Page::new(PAGE).topics;
    let steps: Vec<String> = steps.iter().map(|step| shown(session, step).0).collect();
    steps.join("\n\n")
}

/// Step by step: an empty line goes on, anything else is answered.
fn walk(session: &mut Session, read: Read<'_>, out: &mut dyn Write) -> io::Result<String> {
    let steps = Page::new(PAGE).topics;
    for (at, step) in steps.iter().enumerate() {
        let (text, interrupted) = shown(session, step);
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
fn shown(session: &mut Session, step: &Topic) -> (String, bool) {
    let mut parts = vec![step.usage.to_owned()];
    let mut stopped = false;
    for block in blocks(step.text) {
        match block {
            Block::Prose(prose) => parts.push(wrapped(&prose, COLUMNS, "")),
            Block::Code(lines) => parts.push(lines),
            Block::Session(exchanges) => {
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

/// What statements answer, line by line, and whether the user interrupted them.
fn answers(session: &mut Session, statements: &str, role: Role) -> (String, bool) {
    let mut lines = Vec::new();
    let summary = session.run(&Source::new("tour", statements), role, &mut |session, event| {
        let text = match event {
            Event::Answer(answer) => answer.to_text(session),
            Event::Error(error) => Err(error),
        };
        lines.push(text.unwrap_or_else(|error| render::render(&error, false)));
    });
    (lines.join("\n"), summary.interrupted)
}

#[cfg(test)]
mod tests;
