//! Texts out of values and values out of texts, and files that are read.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_core::Notation;
use cg_files::Waiting;
use dashu_int::IBig;

use crate::builtin::BuiltIn;
use crate::context::{Context, RunResult, wrong_kind};
use crate::error::RunError;
use crate::source::Source;
use crate::value::Value;

impl Context<'_> {
    /// A value as `++`, `join` and `text` write it: texts, boards and graphs as what they hold, an
    /// outcome as its sentence, and others as they print.
    ///
    /// # Errors
    /// Those of printing.
    pub(crate) fn as_text(&mut self, value: &Value) -> RunResult<String> {
        match value {
            Value::Text(text) => Ok(text.as_str().to_owned()),
            Value::Outcome(outcome) => Ok(outcome.to_string()),
            Value::Board(board) => Ok(board.to_string()),
            Value::Graph(graph) => Ok(graph.to_string()),
            other => self.print(other),
        }
    }

    /// The same in another notation.
    pub(crate) fn as_text_in(&mut self, value: &Value, notation: Notation) -> RunResult<String> {
        let before = std::mem::replace(&mut self.notation, notation);
        let text = self.as_text(value);
        self.notation = before;
        text
    }

    /// The number that a text writes: an integer, a fraction or a decimal.
    fn number_written(&mut self, text: &str) -> RunResult<Option<Value>> {
        let text = text.trim();
        let integer = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| IBig::from_str_radix(digits, 10).ok()).flatten()
        };
        let (negative, digits) = match text.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        self.admit(digits.len())?;
        let (numerator, denominator) = if let Some((above, below)) = digits.split_once('/') {
            match (integer(above), integer(below)) {
                (Some(above), Some(below)) => (above, below),
                _ => return Ok(None),
            }
        } else if let Some((whole, part)) = digits.split_once('.') {
            match integer(&format!("{whole}{part}")) {
                Some(all) if !part.is_empty() => (all, IBig::from(10).pow(part.len())),
                _ => return Ok(None),
            }
        } else {
            match integer(digits) {
                Some(integer) => (integer, IBig::ONE),
                None => return Ok(None),
            }
        };
        let numerator = if negative { -numerator } else { numerator };
        if denominator == IBig::ONE {
            return self.checked(numerator).map(Some);
        }
        let [numerator, denominator] = [self.checked(numerator)?, self.checked(denominator)?];
        self.infix(crate::ast::Infix::Divide, &numerator, &denominator).map(Some)
    }

    /// A cell of a table that was read: a number where it is written as one prints, else a text.
    fn cell_of(&mut self, text: &str) -> RunResult<Value> {
        if let Ok(Some(number)) = self.number_written(text)
            && self.as_text_in(&number, Notation::Standard)? == text
        {
            return Ok(number);
        }
        Ok(self.text(text))
    }
}

/// The rows of a table with commas between cells. A cell in quotation marks may hold commas, ends of
/// lines and, doubled, quotation marks.
fn rows_of(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut signs = text.chars().peekable();
    let mut quoted = false;
    while let Some(sign) = signs.next() {
        let row = rows.last_mut().expect("there is a row");
        let cell = row.last_mut().expect("a row has a cell");
        match sign {
            '"' if quoted && signs.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted && signs.peek() == Some(&'\n') => {}
            '\n' if !quoted => rows.push(vec![String::new()]),
            other => cell.push(other),
        }
    }
    // The last line has an end of its own.
    rows.retain(|row| row.len() > 1 || !row[0].is_empty());
    rows
}

/// The functions on texts; `closed` says that no file may be read.
pub(super) fn functions(closed: &Arc<AtomicBool>) -> Vec<BuiltIn> {
    let closed = Arc::clone(closed);
    vec![
        BuiltIn::new(
            "text",
            "text(x)",
            "A value as a text; text(x, \"latex\") in another notation.",
            1..=2,
            |context, values| {
                let notation = match values.get(1) {
                    None => context.notation(),
                    Some(Value::Text(name)) => name.as_str().parse().map_err(|error| {
                        refused(
                            "text",
                            format!(
                                "{error}: it is \"standard\", \"paper\", \"unicode\" or \"latex\""
                            ),
                        )
                    })?,
                    Some(other) => {
                        return Err(wrong_kind("the notation of `text`", "a text", other));
                    }
                };
                let text = context.as_text_in(&values[0], notation)?;
                Ok(context.text(text))
            },
        ),
        BuiltIn::new(
            "latex",
            "latex(x)",
            "A value as a text in the notation of LaTeX.",
            1..=1,
            |context, values| {
                let text = context.as_text_in(&values[0], Notation::Latex)?;
                Ok(context.text(text))
            },
        ),
        BuiltIn::new(
            "number",
            "number(text)",
            "The number that a text writes: \"12\", \"-3/4\", \"2.5\".",
            1..=1,
            |context, values| {
                let Value::Text(text) = &values[0] else {
                    return match context.as_ordered(&values[0])? {
                        Some(_) => Ok(values[0].clone()),
                        None => Err(wrong_kind("the argument of `number`", "a text", &values[0])),
                    };
                };
                match context.number_written(text.as_str())? {
                    Some(number) => Ok(number),
                    None => {
                        let shown: String = text.as_str().chars().take(40).collect();
                        Err(refused(
                            "number",
                            format!("`{shown}` is no number, such as \"12\", \"-3/4\" or \"2.5\""),
                        ))
                    }
                }
            },
        ),
        BuiltIn::new(
            "read",
            "read(\"FILE\")",
            "The lines of a file as texts; of a file .csv the rows, each a list of its cells.",
            1..=1,
            move |context, values| {
                let Value::Text(name) = &values[0] else {
                    return Err(wrong_kind("the argument of `read`", "a text", &values[0]));
                };
                if closed.load(Ordering::Relaxed) {
                    return Err(refused("read", "this session reads no files".into()));
                }
                read(context, name.as_str())
            },
        ),
    ]
}

fn refused(function: &str, message: String) -> RunError {
    RunError::Refused { function: function.into(), message }
}

/// The lines or the rows of a file.
fn read(context: &mut Context<'_>, name: &str) -> RunResult<Value> {
    let engine = &*context.engine;
    let limit = engine.limits().memory.saturating_sub(engine.memory() as u64) / 4;
    let file = Waiting::open(Path::new(name), || engine.look(0).is_err())
        .and_then(|file| Source::read_within(name, file, limit));
    context.engine.look(0)?;
    let source = file.map_err(|error| refused("read", format!("cannot read {name}: {error}")))?;
    source.count(context.heap);
    let mut items = Vec::new();
    if Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        for row in rows_of(source.text()) {
            context.engine.check()?;
            let cells = row.iter().map(|cell| context.cell_of(cell));
            let cells = cells.collect::<RunResult<Vec<Value>>>()?;
            items.push(context.list(cells)?);
        }
    } else {
        context.admit(source.text().lines().count() * size_of::<Value>())?;
        for line in source.text().lines() {
            context.engine.check()?;
            items.push(context.text(line));
        }
    }
    context.list(items)
}

#[cfg(test)]
mod tests {
    use super::rows_of;

    #[test]
    fn rows_have_cells() {
        assert_eq!(rows_of("a,b\r\n1,\"x, \"\"y\"\"\"\n"), [["a", "b"], ["1", "x, \"y\""]]);
        assert_eq!(rows_of("1\n\n2"), [["1"], ["2"]]);
        assert_eq!(rows_of("a,,\n\"two\nlines\",,"), [["a", "", ""], ["two\nlines", "", ""]]);
        assert!(rows_of("").is_empty());
    }
}
