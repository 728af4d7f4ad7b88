//! Lines that begin with a colon.

use std::fs;
use std::path::Path;

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
            "full" => {
                let full = no_argument(word, text).and_then(|()| self.full());
                return full.map(Some).map_err(located);
            }
            "write" | "write!" => self.write(text, word == "write!").map(Some),
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
        let notation = notation.map_err(|error| {
            let names = cg_core::Notation::ALL.iter().map(|notation| notation.name());
            bad("notation", or_similar(error.to_string(), text, names))
        })?;
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
            _ => {
                let problem = format!("`{text}` is neither `on` nor `off`");
                return Err(bad("time", or_similar(problem, text, ["on", "off"])));
            }
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
        let file = fs::File::open(path).and_then(|file| Source::read(path, file));
        let source = file.map_err(|error| DirectiveError::File {
            similar: similar_file(Path::new(path)),
            action: "read",
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        self.loading += 1;
        let loaded = self.run(&source, Role::Loaded, sink);
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
    let (path, reason) = (path.to_owned(), error.to_string());
    DirectiveError::File { action, path, reason, similar: None }
}

/// How many files of a folder are looked at for one with a similar name.
const MOST_FILES: usize = 10_000;

/// A file beside this one, or rather beside where it would be, with such a name.
fn similar_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.take(MOST_FILES);
    let files = entries.flatten().filter(|entry| entry.path().is_file());
    let names: Vec<String> =
        files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let name = path.file_name()?.to_str()?;
    let with_ending = format!("{name}.g");
    let found = match names.contains(&with_ending) {
        true => with_ending,
        false => similar(name, names.iter().map(String::as_str))?,
    };
    folder.map_or(Some(found.clone()), |folder| Some(folder.join(found).to_str()?.to_owned()))
}

pub(super) fn bad(name: &str, problem: impl Into<String>) -> DirectiveError {
    let known = DIRECTIVES.iter().find(|directive| directive.name == name);
    let usage = known.map_or("", |directive| directive.usage);
    DirectiveError::BadArgument { problem: problem.into(), usage }
}

/// The problem with `word`, and the word that may have been meant.
pub(super) fn or_similar<'a>(
    problem: String,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    match similar(word, known) {
        Some(similar) => format!("{problem}; did you mean `{similar}`?"),
        None => problem,
    }
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
