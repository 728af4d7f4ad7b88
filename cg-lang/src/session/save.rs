//! `:save`: the session as a program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use cg_core::Notation;

use super::directive::{bad, file_error, unquoted};
use super::{Name, Session};
use crate::error::DirectiveError;
use crate::lexer::Reading;

impl Session {
    pub(super) fn save(&mut self, path: &str) -> Result<String, DirectiveError> {
        let path = unquoted(path);
        if path.is_empty() {
            return Err(bad("save", "the name of a file is missing"));
        }
        let program = self.program()?;
        write_whole(Path::new(path), &program)
            .map_err(|error| file_error("write", path, &error))?;
        Ok(format!("saved {} definitions and bindings", self.order.len()))
    }

    /// The definitions and bindings as a program that gives them back.
    /// Bindings whose expression no longer gives their value are written as the
    /// value.
    ///
    /// # Errors
    /// A value that cannot be written.
    pub fn program(&mut self) -> Result<String, DirectiveError> {
        let mut program = String::new();
        let mut reading = Reading::Paper;
        for name in self.order.clone() {
            let (kept, outdated, number) = match name {
                Name::Function(number) => (self.functions.get(&number), false, number),
                Name::Global(number) => {
                    let binding = self.bindings.get(&number);
                    let outdated = binding.is_some_and(|binding| binding.outdated);
                    (binding.map(|binding| &binding.kept), outdated, number)
                }
            };
            let Some(kept) = kept.cloned() else { continue };
            let written_in = if outdated { Reading::Paper } else { kept.reading };
            if written_in != reading {
                reading = written_in;
                let notation = match reading {
                    Reading::Paper => Notation::Paper,
                    Reading::Standard => Notation::Standard,
                };
                program += &format!(":notation {notation}\n");
            }
            if outdated {
                program += &self.binding_by_value(number)?;
            } else {
                program += kept.source.slice(kept.span);
            }
            program.push('\n');
        }
        Ok(program)
    }

    fn binding_by_value(&mut self, number: u32) -> Result<String, DirectiveError> {
        let name = self.machine.global_names.name(number).to_owned();
        let value = self.machine.globals.get(number as usize).cloned().flatten();
        let Some(value) = value else { return Ok(String::new()) };
        let before = std::mem::replace(&mut self.machine.notation, Notation::Paper);
        let text = self.machine.context().print(&value);
        self.machine.notation = before;
        let not_saved = |reason: String| DirectiveError::NotSaved { name: name.clone(), reason };
        let text = text.map_err(|error| not_saved(error.to_string()))?;
        Ok(format!("{name} = {text}"))
    }
}

/// Writes a file as a whole or not at all: beside it first, then in its place.
pub(super) fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        // What is left of the attempt is of no use; the error says what failed.
        drop(fs::remove_file(&beside));
    }
    moved
}
