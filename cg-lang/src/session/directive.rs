//! Lines that begin with a colon.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cg_core::Notation;
use cg_files::{Waiting, write_whole};

use super::run::{Argument, Sink};
use super::{AnswerKind, Name, Role, Session, Summary};
use crate::ast::StatementKind;
use crate::directive::{ArgumentKind, Directive, Written};
use crate::error::{Error, ErrorKind, RunError, similar};
use crate::loops::LoopyGame;
use crate::position::Question;
use crate::source::{Source, Span};
use crate::value::Value;

/// How deep files may load each other.
const MOST_LOADING: usize = 32;

impl Session {
    /// Does what a line `:name argument` asks for.
    pub(super) fn directive(
        &mut self,
        source: &Source,
        name: Span,
        argument: Span,
        role: Role,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) -> Result<Option<AnswerKind>, Error> {
        let place = if argument.start == argument.end { name } else { argument };
        let located = |error: RunError| Error::new(error, source, place);
        let word = source.slice(name);
        let text = source.slice(argument);
        if self.confined && Directive::from_name(word).is_some_and(|it| reaches_out(it, text)) {
            return Err(located(RunError::BadArgument {
                problem: format!(
                    "`:{word}` is closed here: this session reads and writes no files, and keeps its limits"
                ),
                usage: ":help TOPIC",
            }));
        }
        let Some(directive) = Directive::from_name(word) else {
            if let Some(said) = self.added_directive(source, name, argument) {
                return said;
            }
            let similar = similar(word, self.directives().map(|written| written.name));
            let error = RunError::UnknownDirective { name: word.to_owned(), similar };
            return Err(Error::new(error, source, name));
        };
        let said = match directive {
            Directive::Notation => self.notation_directive(text, role),
            Directive::Help => self.help(text).map(Some),
            Directive::List => no_argument(directive, text).map(|()| Some(self.listing())),
            Directive::Load => return self.load(text, source, place, summary, sink).map(|()| None),
            Directive::Save => self.save(text).map(Some),
            Directive::Full => {
                let full = no_argument(directive, text).and_then(|()| self.full());
                return full.map(Some).map_err(located);
            }
            Directive::Write | Directive::Overwrite => {
                let replace = directive == Directive::Overwrite;
                return match self.write_value(source, argument, replace) {
                    Some(written) => written.map(|said| Some(AnswerKind::Text(said))),
                    None => {
                        let said = self.write(text, replace).map_err(located)?;
                        Ok(Some(AnswerKind::Text(said)))
                    }
                };
            }
            Directive::Values => {
                let said = self.take_values(source, argument)?;
                return Ok(said.map(AnswerKind::Text));
            }
            Directive::Why => return self.why(source, place, argument).map(Some),
            Directive::Check => {
                return self.check(source, place, text).map(|said| Some(AnswerKind::Text(said)));
            }
            Directive::Clear => no_argument(directive, text).map(|()| {
                self.clear();
                None
            }),
            Directive::Limit => self.limit(text).map(Some),
            Directive::Time => self.time(text).map(Some),
        };
        Ok(said.map_err(located)?.map(AnswerKind::Text))
    }

    fn notation_directive(&mut self, text: &str, role: Role) -> Result<Option<String>, RunError> {
        if text.is_empty() {
            return Ok(Some(self.notation().to_string()));
        }
        let notation = text.parse::<cg_core::Notation>();
        let notation = notation.map_err(|error| {
            let names = cg_core::Notation::ALL.iter().map(|notation| notation.name());
            bad(Directive::Notation, or_similar(error.to_string(), text, names))
        })?;
        if matches!(role, Role::Typed | Role::Program) {
            self.set_notation(notation);
        }
        Ok(None)
    }

    fn time(&mut self, text: &str) -> Result<String, RunError> {
        self.timing = match text {
            "" => !self.timing,
            "on" => true,
            "off" => false,
            _ => {
                let problem = format!("`{text}` is neither `on` nor `off`");
                return Err(bad(Directive::Time, or_similar(problem, text, ["on", "off"])));
            }
        };
        Ok(format!("time is {}", if self.timing { "shown" } else { "not shown" }))
    }

    /// Runs the program in the file `path`, whose name stands at `place` of `asker`.
    fn load(
        &mut self,
        path: &str,
        asker: &Source,
        place: Span,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) -> Result<(), Error> {
        let located = |error: RunError| Error::new(error, asker, place);
        let path = unquoted(path);
        if path.is_empty() {
            return Err(located(bad(Directive::Load, "the name of a file is missing")));
        }
        if self.loading >= MOST_LOADING {
            return Err(located(RunError::NestedLoad(MOST_LOADING)));
        }
        let source = self.read_file(path, asker, place)?;
        self.loading += 1;
        let loaded = self.run(&source, Role::Loaded, sink);
        self.loading -= 1;
        summary.include(loaded);
        Ok(())
    }

    /// The program in a file, whose name stands at `place` of `asker`.
    pub(super) fn read_file(
        &self,
        path: &str,
        asker: &Source,
        place: Span,
    ) -> Result<Source, Error> {
        // A pipe may never end: the limit on time and an interruption end the reading.
        let watch = self.watch();
        let look = || watch.meter.look(watch.games, watch.held);
        let file = Waiting::open(Path::new(path), || look().is_err())
            .and_then(|file| Source::read_within(path, file, self.limits().memory));
        file.map_err(|error| match look() {
            Err(stopped) => Error::new(RunError::from(stopped), asker, place),
            Ok(()) => {
                let error = RunError::File {
                    similar: similar_file(Path::new(path)),
                    action: "read",
                    path: path.to_owned(),
                    reason: error.to_string(),
                };
                Error::new(error, asker, place)
            }
        })
    }
}

/// Whether a directive reads or writes files, or changes limits.
fn reaches_out(directive: Directive, argument: &str) -> bool {
    match directive {
        Directive::Load | Directive::Save | Directive::Write | Directive::Overwrite => true,
        Directive::Limit => !argument.is_empty(),
        _ => false,
    }
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

/// A problem with the argument of a directive.
pub(super) fn bad(directive: Directive, problem: impl Into<String>) -> RunError {
    RunError::BadArgument { problem: problem.into(), usage: directive.written().usage }
}

/// The problem with `word`, and the word that may have been meant.
fn or_similar<'a>(problem: String, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match similar(word, known) {
        Some(similar) => format!("{problem}; did you mean `{similar}`?"),
        None => problem,
    }
}

fn no_argument(directive: Directive, text: &str) -> Result<(), RunError> {
    if text.is_empty() {
        Ok(())
    } else {
        let name = directive.written().name;
        Err(bad(directive, format!("`:{name}` takes nothing behind it")))
    }
}

/// A path may stand in quotation marks.
fn unquoted(path: &str) -> &str {
    path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(path)
}

// Directives that whoever embeds the language adds.

/// What a directive does with what stands behind its name.
type Body = dyn Fn(&mut Session, &str) -> Result<String, ErrorKind> + Send + Sync;

/// A directive that is not part of the language: a line `:name argument`.
///
/// ```
/// use cg_core::{Limits, Registry};
/// use cg_lang::{AddedDirective, Event, Role, Session, Source};
///
/// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
/// let mut session = Session::new(engine);
/// session.add_directive(AddedDirective::new("echo", ":echo TEXT", "Says it again.", |_, text| {
///     Ok(text.to_owned())
/// }));
/// session.run(&Source::new("example", ":echo hello"), Role::Typed, &mut |session, event| {
///     let Event::Answer(answer) = event else { panic!("no answer") };
///     assert_eq!(answer.to_text(session).unwrap(), "hello");
/// });
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone)]
pub struct AddedDirective {
    written: Written,
    help: &'static str,
    body: Arc<Body>,
}

impl AddedDirective {
    /// A directive `name` (without its colon), written as `usage` says; `help` is one line.
    /// `body` gets what stands behind the name.
    pub fn new(
        name: &'static str,
        usage: &'static str,
        help: &'static str,
        body: impl Fn(&mut Session, &str) -> Result<String, ErrorKind> + Send + Sync + 'static,
    ) -> Self {
        let written = Written { name, usage, argument: ArgumentKind::Free };
        AddedDirective { written, help, body: Arc::new(body) }
    }

    /// The same with what an editor offers behind the name; nothing otherwise.
    #[must_use]
    pub fn with_argument(mut self, argument: ArgumentKind) -> Self {
        self.written.argument = argument;
        self
    }

    /// How it is written.
    pub(super) fn written(&self) -> Written {
        self.written
    }

    /// What it does, in one line.
    pub(super) fn help(&self) -> &'static str {
        self.help
    }
}

impl std::fmt::Debug for AddedDirective {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AddedDirective").field("usage", &self.written.usage).finish_non_exhaustive()
    }
}

impl Session {
    /// Closes the session to the outside for good: no directive reads or writes a file or
    /// changes a limit from here on. For programs that come from elsewhere, such as a page.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Event, Role, Session, Source};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// session.confine();
    /// let program = Source::new("page", ":write! notes.txt\nuse \"rules.g\"\n:limit memory 64G");
    /// let summary = session.run(&program, Role::Typed, &mut |_, _| {});
    /// assert_eq!((summary.answers, summary.errors), (0, 3));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn confine(&mut self) {
        self.confined = true;
        self.machine.builtins.close();
    }

    /// Whether [`Session::confine`] was called. A directive that is added and touches files
    /// asks this first.
    pub fn is_confined(&self) -> bool {
        self.confined
    }

    /// Adds a directive. One that the language has, or that was added before, is kept.
    pub fn add_directive(&mut self, directive: AddedDirective) {
        self.added.push(directive);
    }

    /// Does what an added directive of this name does; `None` when there is none.
    fn added_directive(
        &mut self,
        source: &Source,
        name: Span,
        argument: Span,
    ) -> Option<Result<Option<AnswerKind>, Error>> {
        let word = source.slice(name);
        let added = self.added.iter().find(|added| added.written.name == word)?.clone();
        self.asking = Some(source.clone());
        let said = (added.body)(self, source.slice(argument));
        self.asking = None;
        let place = if argument.start == argument.end { name } else { argument };
        let usage = added.written.usage;
        Some(said.map(|text| Some(AnswerKind::Text(text))).map_err(|kind| {
            let kind = match kind {
                ErrorKind::Run(RunError::BadArgument { problem, .. }) => {
                    RunError::BadArgument { problem, usage }.into()
                }
                kind => kind,
            };
            Error::new(kind, source, place)
        }))
    }
}

// `:limit`.

/// The names of the limits.
const LIMITS: [&str; 5] = ["memory", "memos", "time", "games", "options"];

impl Session {
    fn limit(&mut self, argument: &str) -> Result<String, RunError> {
        let mut words = argument.split_whitespace();
        let (Some(name), value, None) = (words.next(), words.next(), words.next()) else {
            if argument.is_empty() {
                return Ok(self.limits_shown());
            }
            return Err(bad(Directive::Limit, "a limit is a name and a value"));
        };
        let mut limits = self.limits().clone();
        let value = value
            .ok_or_else(|| bad(Directive::Limit, format!("the limit `{name}` needs a value")))?;
        let wrong =
            || bad(Directive::Limit, format!("`{value}` is no value of the limit `{name}`"));
        match name {
            "memory" => limits.memory = parse_bytes(value).ok_or_else(wrong)?,
            "memos" if value == "none" => limits.memos = u64::MAX,
            "memos" => limits.memos = parse_bytes(value).ok_or_else(wrong)?,
            "time" => limits.time = parse_time(value).ok_or_else(wrong)?,
            "games" => limits.games = value.parse().map_err(|_| wrong())?,
            "options" => limits.options = value.parse().map_err(|_| wrong())?,
            _ => {
                let problem = format!("there is no limit `{name}`");
                return Err(bad(Directive::Limit, or_similar(problem, name, LIMITS)));
            }
        }
        self.set_limits(limits);
        Ok(self.limits_shown())
    }

    fn limits_shown(&self) -> String {
        let limits = self.limits();
        let time = limits.time.map_or_else(|| "none".into(), |time| format!("{time:?}"));
        let memos = match limits.memos {
            u64::MAX => String::new(),
            memos => format!("memos {}, ", bytes_shown(memos)),
        };
        format!(
            "memory {}, {memos}time {time}, games {}, options {}",
            bytes_shown(limits.memory),
            limits.games,
            limits.options
        )
    }
}

const UNITS: [(&str, u64); 4] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

/// `512MiB`, `4GiB`, `4G`, or a number of bytes.
fn parse_bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let size = match unit {
        "" => 1,
        unit => {
            let known = |&&(name, _): &&(&str, u64)| {
                name.eq_ignore_ascii_case(unit)
                    || name.len() == 3
                        && (name[..1].eq_ignore_ascii_case(unit)
                            || unit.len() == 2
                                && unit.eq_ignore_ascii_case(&format!("{}B", &name[..1])))
            };
            UNITS.iter().find(known)?.1
        }
    };
    digits.parse::<u64>().ok()?.checked_mul(size)
}

fn bytes_shown(bytes: u64) -> String {
    let unit = UNITS.iter().find(|(_, size)| bytes >= *size && bytes.is_multiple_of(*size));
    match unit {
        Some((name, size)) => format!("{}{name}", bytes / size),
        None => format!("{bytes}B"),
    }
}

/// `10s`, `500ms`, `2min`, `1h`, `none`.
fn parse_time(text: &str) -> Option<Option<Duration>> {
    if text == "none" {
        return Some(None);
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let milliseconds = match &text[digits.len()..] {
        "ms" => 1,
        "" | "s" => 1000,
        "min" | "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let count: u64 = digits.parse().ok()?;
    Some(Some(Duration::from_millis(count.checked_mul(milliseconds)?)))
}

// `:save`: the session as a program.

impl Session {
    fn save(&mut self, argument: &str) -> Result<String, RunError> {
        let (path, values) = match argument.strip_suffix("--values") {
            Some(path) => (path.trim_end(), true),
            None => (argument, false),
        };
        let path = unquoted(path);
        if path.is_empty() {
            return Err(bad(Directive::Save, "the name of a file is missing"));
        }
        let (program, more) = match values {
            true => self.program_with_values()?,
            false => (self.program()?, String::new()),
        };
        write_whole(Path::new(path), |file| file.write_all(program.as_bytes()))
            .map_err(|error| RunError::unwritten(path, &error))?;
        Ok(format!("saved {} definitions and bindings{more}", self.order.len()))
    }

    /// The definitions and bindings as a program that gives them back.
    /// Bindings whose expression no longer gives their value are written as the
    /// value.
    ///
    /// # Errors
    /// A value that cannot be written.
    pub fn program(&mut self) -> Result<String, RunError> {
        let mut unwritten = Vec::new();
        let program = self.program_without(&mut unwritten);
        unwritten.into_iter().next().map_or(Ok(program), Err)
    }

    /// The same without the bindings whose values cannot be written: the reasons are added to
    /// `unwritten`.
    pub fn program_without(&mut self, unwritten: &mut Vec<RunError>) -> String {
        let mut program = String::new();
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
            if outdated {
                match self.binding_by_value(number) {
                    Ok(binding) => program += &binding,
                    Err(error) => unwritten.push(error),
                }
            } else {
                program += kept.source.slice(kept.span);
            }
            program.push('\n');
        }
        program
    }

    fn binding_by_value(&mut self, number: u32) -> Result<String, RunError> {
        let name = self.machine.global_names.name(number).to_owned();
        let value = self.machine.globals.get(number as usize).cloned().flatten();
        let Some(value) = value else { return Ok(String::new()) };
        let before = std::mem::replace(&mut self.machine.notation, Notation::Standard);
        let value = self.machine.valued(value);
        let text = value.clone().and_then(|value| {
            let mut context = self.machine.context();
            let value = context.with_texts_for_outcomes(&value)?;
            context.print(&value)
        });
        self.machine.notation = before;
        let not_saved = |reason: String| RunError::NotSaved { name: name.clone(), reason };
        if let Ok(Value::Loopy(game)) = &value
            && let LoopyGame::Unsided(_) = &**game
        {
            return Err(not_saved("it has no sides that could be written".into()));
        }
        let text = text.map_err(|error| not_saved(error.to_string()))?;
        Ok(format!("{name} = {text}"))
    }
}

// `:full` and `:write`: the last answer, whole.

impl Session {
    fn full(&self) -> Result<AnswerKind, RunError> {
        let last = self.last.clone().ok_or(RunError::NothingAnswered)?;
        Ok(AnswerKind::Full(Box::new(last)))
    }

    /// Writes the last answer, in the notation of the session, to a file: as a whole
    /// or not at all, and over another file only if `replace`.
    fn write(&mut self, path: &str, replace: bool) -> Result<String, RunError> {
        let path = unquoted(path);
        if path.is_empty() {
            return Err(bad(Directive::Write, "the name of a file is missing"));
        }
        let last = self.last.clone().ok_or(RunError::NothingAnswered)?;
        may_write(path, replace)?;
        let text = last.to_text(self);
        let mut text = text.map_err(|error| bad(Directive::Write, error.to_string()))?;
        text.push('\n');
        written(path, &text)
    }
}

/// Fails where a file would be lost that was not to be replaced.
pub(super) fn may_write(path: &str, replace: bool) -> Result<(), RunError> {
    if !replace && Path::new(path).symlink_metadata().is_ok() {
        return Err(RunError::FileExists { path: path.to_owned() });
    }
    Ok(())
}

/// Writes a file, and says so.
pub(super) fn written(path: &str, text: &str) -> Result<String, RunError> {
    write_whole(Path::new(path), |file| file.write_all(text.as_bytes()))
        .map_err(|error| RunError::unwritten(path, &error))?;
    Ok(format!("written to {path}"))
}

// `:why`: explanations.

impl Session {
    /// What `:why` answers; errors of the directive itself stand at `place`.
    fn why(&mut self, source: &Source, place: Span, argument: Span) -> Result<AnswerKind, Error> {
        let unclear = || {
            let problem = "`:why` takes one expression, `:why G`, or one query, `:why ? G`";
            Error::new(bad(Directive::Why, problem), source, place)
        };
        if argument.start == argument.end {
            // Alone, it asks about the last answer.
            let last = self.last.as_ref().ok_or_else(unclear)?;
            let question = match last.kind {
                AnswerKind::Outcome { .. }
                | AnswerKind::LoopyOutcome { .. }
                | AnswerKind::LoopyMoves(_)
                | AnswerKind::Searched(_)
                | AnswerKind::Moves(_) => Question::Outcome,
                _ => Question::Value,
            };
            return crate::position::explanation_of_last(&mut self.machine, question)
                .map(|explanation| AnswerKind::Why(Box::new(explanation)));
        }
        let argument =
            Argument::read(source, argument, &self.reading, self.watch())?.ok_or_else(unclear)?;
        let (question, node) = match argument.statement.kind {
            StatementKind::Value(node) => (Question::Value, node),
            StatementKind::Outcome(node) | StatementKind::Moves(node) => (Question::Outcome, node),
            _ => return Err(unclear()),
        };
        let (machine, ast) = (&mut self.machine, &argument.statement.ast);
        crate::position::explanation(machine, &argument.source, ast, question, node)
            .map(|explanation| AnswerKind::Why(Box::new(explanation)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(parse_bytes("4GiB"), Some(4 << 30));
        assert_eq!(parse_bytes("512mb"), Some(512 << 20));
        assert_eq!(parse_bytes("2G"), Some(2 << 30));
        assert_eq!(parse_bytes("100"), Some(100));
        assert_eq!(parse_bytes("x"), None);
        assert_eq!(parse_bytes("99999999999GiB"), None);
        assert_eq!(bytes_shown(4 << 30), "4GiB");
        assert_eq!(bytes_shown(1000), "1000B");
        assert_eq!(parse_time("none"), Some(None));
        assert_eq!(parse_time("2min"), Some(Some(Duration::from_secs(120))));
        assert_eq!(parse_time("500ms"), Some(Some(Duration::from_millis(500))));
        assert_eq!(parse_time("5y"), None);
    }
}
