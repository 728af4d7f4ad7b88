//! The interactive session: a prompt with line editing, history, completion and
//! hints. One entry may have several lines; it is edited and recalled as one.

mod helper;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use cg_calculator::{Role, Source};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use crate::output::{Ending, complain};
use crate::run::Runner;
use crate::terminal::while_editing;
use helper::Helper;

const PROMPT: &str = "cg> ";

/// Reads statements and answers them until the user leaves.
pub(crate) fn interact(runner: &mut Runner) -> Ending {
    runner.output.for_a_reader();
    let mut editor = match editor(runner) {
        Ok(editor) => editor,
        Err(error) => {
            complain(&format!("cg: no line editor for this terminal: {error}"));
            return Ending::ProgramError;
        }
    };
    let mut history = History::open(&mut editor);
    let version = env!("CARGO_PKG_VERSION");
    complain(&format!("cg {version}: type an expression, :help or :tour; Ctrl-D leaves."));
    // There the system edits the line, and Ctrl-C, a signal, abandons it.
    let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    let mut entry = 0;
    let ending = loop {
        if let Some(helper) = editor.helper_mut() {
            helper.learn(runner.calculator.vocabulary());
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
                runner.interrupt.clear();
                runner.run(&Source::new(format!("<entry {entry}>"), text), Role::Typed);
            }
            Err(ReadlineError::Interrupted) => complain("(Ctrl-D leaves)"),
            Err(ReadlineError::Eof) => break Ending::Answered,
            Err(error) => {
                complain(&format!("cg: cannot read from the terminal: {error}"));
                break Ending::ProgramError;
            }
        }
    };
    if let Some(problem) = history.problem() {
        complain(&format!("cg: the history was not kept: {problem}"));
    }
    ending
}

fn editor(runner: &Runner) -> rustyline::Result<Editor<Helper, FileHistory>> {
    let colour = runner.output.colours_input();
    let config = Config::builder()
        .auto_add_history(false)
        .max_history_size(MOST_ENTRIES)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .color_mode(if colour { ColorMode::Forced } else { ColorMode::Disabled })
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Helper::new(colour)));
    Ok(editor)
}

/// How many entries are kept.
const MOST_ENTRIES: usize = 10_000;

/// The first line of a file whose entries may have several lines.
const HEADER: &[u8] = b"#V2\n";

/// Where the entries are kept, and what went wrong with that.
struct History {
    file: Option<PathBuf>,
    problem: Option<String>,
}

impl History {
    /// Reads the entries of earlier sessions into `editor`.
    fn open(editor: &mut Editor<Helper, FileHistory>) -> Self {
        let file = file();
        let read = file.as_deref().map_or(Ok(()), |file| {
            // Made before it is read: two first sessions must not both make it later.
            create(file).map_err(|error| error.to_string())?;
            editor.load_history(file).map_err(|error| error.to_string())
        });
        History { file, problem: read.err() }
    }

    /// Keeps an entry. A history that cannot be kept is no reason to stop.
    fn keep(&mut self, editor: &mut Editor<Helper, FileHistory>, entry: &str) {
        let added = editor.add_history_entry(entry);
        let Some(file) = &self.file else { return };
        if self.problem.is_none()
            && let Err(error) = added.and_then(|_| editor.append_history(file))
        {
            self.problem = Some(error.to_string());
        }
    }

    /// Why entries were not kept.
    fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }
}

/// Makes an empty history unless there is one. Only the user may read it.
fn create(file: &Path) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Ok(mut file) => file.write_all(HEADER),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Where the history is kept: in the user's state folder.
fn file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let absolute = |path: &PathBuf| path.is_absolute();
    let state = match cfg!(windows) {
        true => folder("LOCALAPPDATA").filter(absolute),
        false => folder("XDG_STATE_HOME")
            .filter(absolute)
            .or_else(|| Some(folder("HOME").filter(absolute)?.join(".local/state"))),
    };
    Some(state?.join("cg").join("history"))
}
