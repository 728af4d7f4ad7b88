//! The entries of earlier sessions, kept in a file.
//!
//! Each entry is appended when it is made, so that sessions side by side do not
//! lose each other's, nor a killed one its own. The line editor locks the file and
//! writes an entry of several lines as one.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rustyline::Editor;
use rustyline::history::FileHistory;

use super::helper::Helper;

/// How many entries are kept.
pub(super) const MOST_ENTRIES: usize = 10_000;

/// The first line of a file whose entries may have several lines.
const HEADER: &[u8] = b"#V2\n";

/// Where the entries are kept, and what went wrong with that.
pub(super) struct History {
    file: Option<PathBuf>,
    problem: Option<String>,
}

impl History {
    /// Reads the entries of earlier sessions into `editor`.
    pub(super) fn open(editor: &mut Editor<Helper, FileHistory>) -> Self {
        let file = file();
        let read = file.as_deref().map_or(Ok(()), |file| {
            // Made before it is read: two first sessions must not both make it later.
            create(file).map_err(|error| error.to_string())?;
            editor.load_history(file).map_err(|error| error.to_string())
        });
        History { file, problem: read.err() }
    }

    /// Keeps an entry. A history that cannot be kept is no reason to stop.
    pub(super) fn keep(&mut self, editor: &mut Editor<Helper, FileHistory>, entry: &str) {
        let added = editor.add_history_entry(entry);
        let Some(file) = &self.file else { return };
        if self.problem.is_none()
            && let Err(error) = added.and_then(|_| editor.append_history(file))
        {
            self.problem = Some(error.to_string());
        }
    }

    /// Why entries were not kept.
    pub(super) fn problem(&self) -> Option<&str> {
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
