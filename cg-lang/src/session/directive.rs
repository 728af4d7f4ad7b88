//! Lines that begin with a colon.

use std::fs;

use super::help::DIRECTIVES;
use super::run::Sink;
use super::{AnswerKind, Role, Session, Summary};
use crate::error::suggest::similar;
use crate::error::{DirectiveError, Error};
use crate::source::{Source, Span};

/// How deep files may load each other.
const MOST_LOADING: usize = 32;

impl Session {
    pub(super) fn directive(
        &mut self,
        source: &Source,
        name: Span,
        argument: Span,
        role: Role,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) -> Result<Option<AnswerKind>, Error> {
        let located = |error: DirectiveError| {
            let place = if argument.start == argument.end { name } else { argument };
            let unknown = matches!(error, DirectiveError::Unknown { .. });
            Error::new(error, source, if unknown { name } else { place })
        };
        let word = source.slice(name);
        let text = source.slice(argument);
        let result = match word {
            "notation" => self.notation_directive(text, role),
            "help" => self.help(text).map(Some),
            "list" => no_argument(word, text).map(|()| Some(self.listing())),
            "load" => self.load(text, summary, sink),
            "save" => self.save(text).map(Some),
            "clear" => no_argument(word, text).map(|()| {
                self.clear();
                None
            }),
            "limit" => self.limit(text).map(Some),
            "time" => self.time(text).map(Some),
            _ => {
                if let Some(said) = self.added_directive(source, name, argument) {
                    return said;
                }
                let similar = similar(word, self.directives().map(|directive| directive.name));
                Err(DirectiveError::Unknown { name: word.to_owned(), similar })
            }
        };
        Ok(result.map_err(located)?.map(AnswerKind::Text))
    }

    fn notation_directive(
        &mut self,
        text: &str,
        role: Role,
    ) -> Result<Option<String>, DirectiveError> {
        if text.is_empty() {
            return Ok(Some(self.notation().to_string()));
        }
        let notation = text.parse::<cg_core::Notation>();
        let notation = notation.map_err(|error| bad("notation", error.to_string()))?;
        if role != Role::Loaded {
            self.set_notation(notation);
        }
        Ok(None)
    }

    fn time(&mut self, text: &str) -> Result<String, DirectiveError> {
        self.timing = match text {
            "" => !self.timing,
            "on" => true,
            "off" => false,
            _ => return Err(bad("time", format!("`{text}` is neither `on` nor `off`"))),
        };
        Ok(format!("time is {}", if self.timing { "shown" } else { "not shown" }))
    }

    fn load(
        &mut self,
        path: &str,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) -> Result<Option<String>, DirectiveError> {
        let path = unquoted(path);
        if path.is_empty() {
            return Err(bad("load", "the name of a file is missing"));
        }
        if self.loading >= MOST_LOADING {
            return Err(DirectiveError::NestedLoad(MOST_LOADING));
        }
        let bytes = fs::read(path).map_err(|error| file_error("read", path, &error))?;
        self.loading += 1;
        let loaded = self.run(&Source::from_bytes(path, &bytes), Role::Loaded, sink);
        self.loading -= 1;
        summary.include(loaded);
        Ok(None)
    }
}

pub(super) fn file_error(
    action: &'static str,
    path: &str,
    error: &std::io::Error,
) -> DirectiveError {
    DirectiveError::File { action, path: path.to_owned(), reason: error.to_string() }
}

pub(super) fn bad(name: &str, problem: impl Into<String>) -> DirectiveError {
    let known = DIRECTIVES.iter().find(|directive| directive.name == name);
    let usage = known.map_or("", |directive| directive.usage);
    DirectiveError::BadArgument { problem: problem.into(), usage }
}

fn no_argument(name: &str, text: &str) -> Result<(), DirectiveError> {
    if text.is_empty() {
        Ok(())
    } else {
        Err(bad(name, format!("`:{name}` takes nothing behind it")))
    }
}

/// A path may stand in quotation marks.
pub(super) fn unquoted(path: &str) -> &str {
    path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(path)
}
