//! `:write FILE VALUE`: a value as a table, or as data, by the ending of the file.

use std::path::Path;

use cg_core::Notation;

use super::Session;
use super::directive::{bad, may_write, written};
use super::run::Argument;
use crate::ast::StatementKind;
use crate::context::{Context, RunResult};
use crate::directive::Directive;
use crate::error::{Error, RunError};
use crate::source::{Source, Span};
use crate::value::Value;

/// How a value is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Rows of cells with commas between them: `.csv`.
    Csv,
    /// A `tabular` of LaTeX: `.tex`.
    Latex,
    /// A table of Markdown: `.md`.
    Markdown,
    /// `.json`.
    Json,
    /// A text as it is: `.txt`.
    Plain,
}

impl Format {
    fn of(path: &str) -> Option<Self> {
        let ending = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
        Some(match &ending[..] {
            "csv" => Format::Csv,
            "tex" => Format::Latex,
            "md" => Format::Markdown,
            "json" => Format::Json,
            "txt" => Format::Plain,
            _ => return None,
        })
    }
}

/// The file and the place of the value in the argument of the directive.
fn parts(source: &Source, argument: Span) -> Option<(&str, Format, Span)> {
    let text = source.slice(argument);
    let (path, rest) = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => text.split_once(char::is_whitespace)?,
    };
    let start = argument.range().end - rest.trim_start().len();
    let value = Span::at(start, argument.range().end);
    (!rest.trim().is_empty()).then_some(())?;
    Some((path, Format::of(path)?, value))
}

impl Session {
    /// Writes the value behind the name of a file; `None` when no value stands there.
    pub(super) fn write_value(
        &mut self,
        source: &Source,
        argument: Span,
        replace: bool,
    ) -> Option<Result<String, Error>> {
        let (path, format, place) = parts(source, argument)?;
        Some(self.write_as(source, argument, path, format, place, replace))
    }

    fn write_as(
        &mut self,
        source: &Source,
        argument: Span,
        path: &str,
        format: Format,
        place: Span,
        replace: bool,
    ) -> Result<String, Error> {
        let wrong = || {
            let problem = "one value stands behind the name of the file";
            Error::new(bad(Directive::Write, problem), source, place)
        };
        let read = Argument::read(source, place, &self.reading, self.watch())?.ok_or_else(wrong)?;
        let StatementKind::Value(node) = read.statement.kind else { return Err(wrong()) };
        may_write(path, replace).map_err(|error| Error::new(error, source, argument))?;
        let value = self.value(&read.source, &read.statement, node)?;
        let mut context = self.machine.context();
        let text = context.simplified(value).and_then(|value| context.file_of(format, &value));
        let text = text.map_err(|error| read.error(error))?;
        written(path, &text).map_err(|error| Error::new(error, source, argument))
    }
}

impl Context<'_> {
    /// The text of a file that holds a value.
    fn file_of(&mut self, format: Format, value: &Value) -> RunResult<String> {
        let mut text = String::new();
        match format {
            Format::Plain => {
                text = match value {
                    Value::List(list) if value.as_texts().is_some() => {
                        let lines = list.items().iter().map(|line| self.as_text(line));
                        lines.collect::<RunResult<Vec<_>>>()?.join("\n")
                    }
                    value => self.as_text(value)?,
                };
                text.push('\n');
            }
            Format::Json => {
                self.write_json(value, &mut text)?;
                text.push('\n');
            }
            Format::Csv => {
                for row in self.table_of(value, Notation::Standard)? {
                    let cells: Vec<String> = row.cells.iter().map(|cell| csv_cell(cell)).collect();
                    text += &(cells.join(",") + "\n");
                }
            }
            Format::Markdown => {
                let rows = self.table_of(value, self.notation)?;
                let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
                let line = |cells: &[String]| {
                    let cell = |at: usize| {
                        cells.get(at).map_or(String::new(), |cell| {
                            cell.replace('|', "\\|").replace('\n', " ")
                        })
                    };
                    format!("| {} |\n", (0..width).map(cell).collect::<Vec<_>>().join(" | "))
                };
                let (head, rows) = match rows.split_first() {
                    Some((head, rows)) if head.all_texts => (head.cells.clone(), rows),
                    _ => (Vec::new(), &rows[..]),
                };
                text += &line(&head);
                text += &format!("|{}\n", " --- |".repeat(width));
                rows.iter().for_each(|row| text += &line(&row.cells));
            }
            Format::Latex => {
                let rows = self.table_of(value, Notation::Latex)?;
                let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
                text += &format!("\\begin{{tabular}}{{{}}}\n", "l".repeat(width));
                for (at, row) in rows.iter().enumerate() {
                    let cell = |(cell, is_text): (&String, &bool)| match is_text {
                        true => latex_text(cell),
                        false => format!("${cell}$"),
                    };
                    let cells: Vec<String> = row.cells.iter().zip(&row.texts).map(cell).collect();
                    text += &(cells.join(" & ") + " \\\\\n");
                    if at == 0 && row.all_texts && rows.len() > 1 {
                        text += "\\hline\n";
                    }
                }
                text += "\\end{tabular}\n";
            }
        }
        Ok(text)
    }

    /// The rows of a list of lists. What is no list is a row of one cell.
    fn table_of(&mut self, value: &Value, notation: Notation) -> RunResult<Vec<Row>> {
        let rows = match value {
            Value::List(rows) => rows.items(),
            Value::Collection(collection) => collection.items(),
            other => {
                return Err(RunError::WrongKind {
                    place: "what is written as a table".into(),
                    expected: "a list of lists".into(),
                    found: other.kind().into(),
                    help: Some("a file .txt holds a text, a file .json any value".into()),
                });
            }
        };
        let mut table = Vec::with_capacity(rows.len());
        for row in rows {
            self.engine.check()?;
            let cells = match row {
                Value::List(cells) => cells.items(),
                cell => std::slice::from_ref(cell),
            };
            let mut written = Row { cells: Vec::new(), texts: Vec::new(), all_texts: true };
            for cell in cells {
                let text = match cell {
                    Value::Outcome(outcome) => crate::outcome::short(*outcome),
                    cell => self.as_text_in(cell, notation)?,
                };
                self.admit(text.len())?;
                let is_text = !cell.is_game();
                written.all_texts &= matches!(cell, Value::Text(_));
                written.cells.push(text);
                written.texts.push(is_text);
            }
            table.push(written);
        }
        Ok(table)
    }

    /// A value as JSON: games as texts in standard notation, outcomes as letters.
    fn write_json(&mut self, value: &Value, text: &mut String) -> RunResult<()> {
        self.admit(text.len())?;
        match value {
            Value::Integer(integer) => *text += &integer.to_string(),
            Value::Truth(truth) => *text += if *truth { "true" } else { "false" },
            Value::Outcome(outcome) => write_string(&crate::outcome::short(*outcome), text),
            Value::List(list) => self.write_array(list.items(), text)?,
            Value::Collection(collection) => self.write_array(collection.items(), text)?,
            other => {
                let other = self.as_text_in(other, Notation::Standard)?;
                write_string(&other, text);
            }
        }
        Ok(())
    }

    fn write_array(&mut self, items: &[Value], text: &mut String) -> RunResult<()> {
        text.push('[');
        for (at, item) in items.iter().enumerate() {
            self.engine.check()?;
            if at > 0 {
                *text += ", ";
            }
            // Lists are nested only so deep.
            self.write_json(item, text)?;
        }
        text.push(']');
        Ok(())
    }
}

/// A row of a table.
struct Row {
    cells: Vec<String>,
    /// Which cells are no games: they stand as words.
    texts: Vec<bool>,
    /// All cells are texts of the program: a row of titles.
    all_texts: bool,
}

fn csv_cell(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

/// A text with the signs that LaTeX reads otherwise written for it.
fn latex_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '|' => escaped += "\\textbar{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            other => escaped.push(other),
        }
    }
    escaped
}

/// A string of JSON.
fn write_string(value: &str, text: &mut String) {
    text.push('"');
    for sign in value.chars() {
        match sign {
            '"' => *text += "\\\"",
            '\\' => *text += "\\\\",
            '\n' => *text += "\\n",
            '\r' => *text += "\\r",
            '\t' => *text += "\\t",
            control if control.is_control() => {
                *text += &format!("\\u{:04x}", u32::from(control));
            }
            other => text.push(other),
        }
    }
    text.push('"');
}
