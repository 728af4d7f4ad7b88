//! The interactive session: a prompt with line editing, history and input of
//! several lines.

use std::path::PathBuf;

use cg_lang::{Role, Source};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};

use crate::calculator::Calculator;
use crate::exit::Ending;

const PROMPT: &str = "cg> ";
const MORE: &str = "... ";

/// Reads statements and answers them until the user leaves.
pub(crate) fn interact(calculator: &mut Calculator) -> Ending {
    let config = Config::builder().auto_add_history(false).max_history_size(10_000);
    let editor = config.and_then(|config| Editor::<(), FileHistory>::with_config(config.build()));
    let mut editor = match editor {
        Ok(editor) => editor,
        Err(error) => {
            eprintln!("cg: no line editor for this terminal: {error}");
            return Ending::ProgramError;
        }
    };
    let history = history_file();
    if let Some(file) = &history {
        // There is none the first time.
        let _ = editor.load_history(file);
    }
    println!("cg {}: type an expression, or :help; Ctrl-D leaves.", env!("CARGO_PKG_VERSION"));
    let mut entry = 0;
    loop {
        match read_entry(&mut editor, calculator) {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => {
                entry += 1;
                // A history that cannot be kept is no reason to stop.
                let _ = editor.add_history_entry(text.trim_end());
                calculator.run(&Source::new(format!("<entry {entry}>"), text), Role::Typed);
            }
            Err(ReadlineError::Interrupted) => println!("(Ctrl-D leaves)"),
            Err(ReadlineError::Eof) => break,
            Err(error) => {
                eprintln!("cg: cannot read from the terminal: {error}");
                return Ending::ProgramError;
            }
        }
    }
    if let Some(file) = &history {
        save_history(&mut editor, file);
    }
    Ending::Answered
}

/// One entry: lines until no bracket is open and no operator waits.
fn read_entry(
    editor: &mut Editor<(), FileHistory>,
    calculator: &Calculator,
) -> Result<String, ReadlineError> {
    let mut text = editor.readline(PROMPT)?;
    text.push('\n');
    while calculator.session.is_unfinished(&text) {
        match editor.readline(MORE) {
            Ok(line) => {
                text += &line;
                text.push('\n');
            }
            // The end of input ends the entry: its error is shown then.
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(text)
}

fn save_history(editor: &mut Editor<(), FileHistory>, file: &PathBuf) {
    if let Some(folder) = file.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    if let Err(error) = editor.save_history(file) {
        eprintln!("cg: the history was not kept: {error}");
    }
}

/// Where the history is kept: in the user's state folder.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    Some(state.filter(|path| path.is_absolute()).or_else(home)?.join("cg").join("history"))
}
