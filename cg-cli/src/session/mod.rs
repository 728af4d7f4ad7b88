//! The interactive session: a prompt with line editing, history, completion and
//! hints. One entry may have several lines; it is edited and recalled as one.

mod complete;
mod head;
mod helper;
mod highlight;
mod hint;
mod history;

use std::io::{self, Write};

use cg_lang::{Role, Source};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use crate::calculator::Calculator;
use crate::exit::Ending;
use crate::interruption::while_editing;
use helper::Helper;
use history::History;

const PROMPT: &str = "cg> ";

/// Reads statements and answers them until the user leaves.
pub(crate) fn interact(calculator: &mut Calculator) -> Ending {
    calculator.output.for_a_reader();
    let mut editor = match editor(calculator) {
        Ok(editor) => editor,
        Err(error) => {
            say(&format!("cg: no line editor for this terminal: {error}"));
            return Ending::ProgramError;
        }
    };
    let mut history = History::open(&mut editor);
    let version = env!("CARGO_PKG_VERSION");
    say(&format!("cg {version}: type an expression, :help or :tour; Ctrl-D leaves."));
    // There the system edits the line, and Ctrl-C, a signal, abandons it.
    let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    let mut entry = 0;
    let ending = loop {
        if let Some(helper) = editor.helper_mut() {
            helper.learn(calculator.session.vocabulary());
        }
        let typed = match dumb {
            true => editor.readline(PROMPT),
            false => while_editing(|| editor.readline(PROMPT)),
        };
        match typed {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => {
                entry += 1;
                history.keep(&mut editor, text.trim_end());
                calculator.interrupt.clear();
                calculator.run(&Source::new(format!("<entry {entry}>"), text), Role::Typed);
            }
            Err(ReadlineError::Interrupted) => say("(Ctrl-D leaves)"),
            Err(ReadlineError::Eof) => break Ending::Answered,
            Err(error) => {
                say(&format!("cg: cannot read from the terminal: {error}"));
                break Ending::ProgramError;
            }
        }
    };
    if let Some(problem) = history.problem() {
        say(&format!("cg: the history was not kept: {problem}"));
    }
    ending
}

fn editor(calculator: &Calculator) -> rustyline::Result<Editor<Helper, FileHistory>> {
    let colour = calculator.output.colours_input();
    let config = Config::builder()
        .auto_add_history(false)
        .max_history_size(history::MOST_ENTRIES)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .color_mode(if colour { ColorMode::Forced } else { ColorMode::Disabled })
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Helper::new(colour)));
    Ok(editor)
}

/// A line to the user. The terminal may be gone; then there is nobody to tell.
fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
