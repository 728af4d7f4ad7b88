//! `:full` and `:write`: the last answer, whole.

use std::path::Path;

use super::directive::{bad, file_error, unquoted};
use super::save::write_whole;
use super::{AnswerKind, Session};
use crate::error::DirectiveError;

impl Session {
    pub(super) fn full(&self) -> Result<AnswerKind, DirectiveError> {
        let last = self.last.clone().ok_or(DirectiveError::NothingAnswered)?;
        Ok(AnswerKind::Full(Box::new(last)))
    }

    /// Writes the last answer, in the notation of the session, to a file: as a whole
    /// or not at all, and over another file only if `replace`.
    pub(super) fn write(&mut self, path: &str, replace: bool) -> Result<String, DirectiveError> {
        let path = unquoted(path);
        if path.is_empty() {
            return Err(bad("write", "the name of a file is missing"));
        }
        let last = self.last.clone().ok_or(DirectiveError::NothingAnswered)?;
        if !replace && Path::new(path).symlink_metadata().is_ok() {
            return Err(DirectiveError::Exists { path: path.to_owned() });
        }
        let text = last.to_text(self);
        let mut text = text.map_err(|error| bad("write", error.to_string()))?;
        text.push('\n');
        write_whole(Path::new(path), &text).map_err(|error| file_error("write", path, &error))?;
        Ok(format!("written to {path}"))
    }
}
