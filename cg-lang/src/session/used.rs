//! `use "file.g"`: the definitions of another file.
//!
//! The file is searched beside the one in which the line stands, and from what is typed in
//! the folder where the session runs. It is read once, its definitions and bindings are
//! those of the session from there on, and what else it says is left out: its questions
//! are not asked, its directives not followed.

use std::path::{Path, PathBuf};

use super::run::Sink;
use super::{Role, Session, Summary};
use crate::error::{Error, RunError};
use crate::source::{Source, Span};

/// A file whose definitions are used.
#[derive(Debug)]
pub(super) struct UsedFile {
    /// The path without links and detours.
    path: PathBuf,
    /// It is being read.
    open: bool,
}

impl Session {
    /// Reads the definitions of the file whose name, in quotation marks, stands at `place`.
    pub(super) fn use_file(
        &mut self,
        source: &Source,
        place: Span,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) -> Result<(), Error> {
        if self.is_confined() {
            let error = RunError::BadArgument {
                problem: "`use` is closed here: this session reads no files".into(),
                usage: ":help TOPIC",
            };
            return Err(Error::new(error, source, place));
        }
        let written = source.slice(place).trim_matches('"');
        let beside = Path::new(source.name()).parent().unwrap_or(Path::new("")).join(written);
        let shown = beside.to_string_lossy().into_owned();
        // What cannot be found is an error of the reading.
        let path = beside.canonicalize().unwrap_or(beside);
        if let Some(used) = self.used.iter().find(|used| used.path == path) {
            if !used.open {
                return Ok(());
            }
            let open = self.used.iter().filter(|used| used.open);
            let chain = open.skip_while(|used| used.path != path).map(|used| used.path.as_path());
            let names = chain.chain([path.as_path()]).map(|path| {
                let name = path.file_name().unwrap_or(path.as_os_str());
                name.to_string_lossy().into_owned()
            });
            let chain = names.collect::<Vec<_>>().join(" -> ");
            return Err(Error::new(RunError::UseInCircle { chain }, source, place));
        }
        let program = self.read_file(&shown, source, place)?;
        self.used.push(UsedFile { path: path.clone(), open: true });
        let done = self.run(&program, Role::Used, sink);
        // `:clear` is not followed in the file, so its place is there still.
        for used in self.used.iter_mut().filter(|used| used.path == path) {
            used.open = false;
        }
        if done.errors > 0 {
            // Mended, it is read again.
            self.used.retain(|used| used.path != path);
        }
        summary.include(done);
        Ok(())
    }
}
