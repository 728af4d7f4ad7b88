//! `:save FILE --values` and `:values`: what calls of definitions gave, kept over the end of the
//! process.
//!
//! The values stand behind the definitions as lines `:values F CHECKSUM [[[arguments], value], ...]`.
//! A line has at most [`MOST_EXACT`] bytes, and those of one value. The checksum is that of the list
//! and of all definitions and bindings that F uses, so that values of other definitions are not
//! taken over.

use std::collections::BTreeSet;

use super::directive::bad;
use super::run::Argument;
use super::{Name, Session};
use crate::ast::StatementKind;
use crate::compile::References;
use crate::context::{Context, MOST_EXACT, RunResult};
use crate::directive::Directive;
use crate::error::{Error, RunError};
use crate::source::{Source, Span};
use crate::value::Value;

/// What was kept of the values of calls.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) text: String,
    pub(super) values: usize,
    /// Values that cannot be written, or are too long.
    pub(super) unwritten: usize,
}

impl Session {
    /// The values of calls, as lines behind the definitions.
    pub(super) fn kept_values(&mut self) -> RunResult<Kept> {
        let mut kept = Kept::default();
        for name in self.order.clone() {
            let Name::Function(number) = name else { continue };
            let mut items = String::new();
            for (arguments, value) in self.machine.remembered(number)? {
                self.machine.engine.look(kept.text.len() + items.len())?;
                let mut context = self.machine.context();
                match context.row(arguments, value) {
                    Some(row) => {
                        items += if items.is_empty() { "" } else { ", " };
                        items += &row;
                        kept.values += 1;
                    }
                    None => kept.unwritten += 1,
                }
                if items.len() > MOST_EXACT {
                    self.add_line(number, &std::mem::take(&mut items), &mut kept.text);
                }
            }
            if !items.is_empty() {
                self.add_line(number, &items, &mut kept.text);
            }
        }
        Ok(kept)
    }

    fn add_line(&self, number: u32, items: &str, text: &mut String) {
        let name = self.machine.function_names.name(number);
        let list = format!("[{items}]");
        let checksum = self.checksum(number, &list);
        *text += &format!(":values {name} {checksum:08x} {list}\n");
    }

    /// Of a list of values, and of all that they depend on.
    fn checksum(&self, function: u32, list: &str) -> u32 {
        let (mut functions, mut globals) = (BTreeSet::from([function]), BTreeSet::new());
        let mut waiting = vec![Name::Function(function)];
        while let Some(name) = waiting.pop() {
            let references: Option<&References> = match name {
                Name::Function(number) => {
                    self.machine.defined(number).map(|defined| &defined.references)
                }
                Name::Global(number) => {
                    self.bindings.get(&number).map(|binding| &binding.references)
                }
            };
            for &number in references.into_iter().flat_map(|it| &it.functions) {
                if functions.insert(number) {
                    waiting.push(Name::Function(number));
                }
            }
            for &number in references.into_iter().flat_map(|it| &it.globals) {
                if globals.insert(number) {
                    waiting.push(Name::Global(number));
                }
            }
        }
        // By name: numbers are those of this session.
        let functions = functions.iter().filter_map(|number| self.functions.get(number));
        let globals = globals.iter().filter_map(|number| self.bindings.get(number));
        let kept = functions.chain(globals.map(|binding| &binding.kept));
        let mut texts: Vec<&str> = kept.map(|kept| kept.source.slice(kept.span)).collect();
        texts.sort_unstable();
        let mut hasher = crc32fast::Hasher::new();
        // Another version may read a definition in another way.
        for part in [env!("CARGO_PKG_VERSION"), list].into_iter().chain(texts) {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        hasher.finalize()
    }

    /// `:values F CHECKSUM LIST`: takes values over that were kept.
    pub(super) fn take_values(
        &mut self,
        source: &Source,
        argument: Span,
    ) -> Result<Option<String>, Error> {
        let wrong = |problem: &str| Error::new(bad(Directive::Values, problem), source, argument);
        let text = source.slice(argument);
        let parts = text.split_once(' ').and_then(|(name, rest)| {
            let (checksum, list) = rest.split_once(' ')?;
            Some((name, u32::from_str_radix(checksum, 16).ok()?, list))
        });
        let Some((name, checksum, list)) = parts else {
            return Err(wrong("`:save FILE --values` writes such lines"));
        };
        let number = self.machine.function_names.find(name);
        let Some(number) = number.filter(|number| self.functions.contains_key(number)) else {
            return Err(wrong(&format!("there is no definition of `{name}`")));
        };
        if self.checksum(number, list) != checksum {
            return Ok(Some(format!(
                "values of {name} are left out: they were kept under other definitions, or changed"
            )));
        }
        let end = argument.range().end;
        let place = Span::at(end - list.len(), end);
        let not_rows = || wrong("the values stand in a list of pairs [[arguments], value]");
        let read = Argument::read(source, place, &self.reading, self.watch())?;
        let read = read.ok_or_else(not_rows)?;
        let StatementKind::Value(node) = read.statement.kind else { return Err(not_rows()) };
        let Value::List(rows) = self.value(&read.source, &read.statement, node)? else {
            return Err(not_rows());
        };
        for row in rows.items() {
            let Some((arguments, value)) = pair(row) else { return Err(not_rows()) };
            self.machine.remember(number, arguments, value);
        }
        Ok(None)
    }

    /// `:save FILE --values`.
    pub(super) fn program_with_values(&mut self) -> Result<(String, String), RunError> {
        let program = self.program()?;
        let kept = self.kept_values();
        let kept = kept.map_err(|error| bad(Directive::Save, error.to_string()))?;
        let mut said = format!(", with {} values", kept.values);
        if kept.unwritten > 0 {
            said += &format!("; {} values cannot be written, or are too long", kept.unwritten);
        }
        Ok((program + &kept.text, said))
    }
}

/// The arguments and the value of a call.
fn pair(row: &Value) -> Option<(&[Value], &Value)> {
    let Value::List(row) = row else { return None };
    match row.items() {
        [Value::List(arguments), value] => Some((arguments.items(), value)),
        _ => None,
    }
}

impl Context<'_> {
    /// `[[arguments], value]`; `None` for what does not read back as the same value.
    fn row(&mut self, arguments: Vec<Value>, value: Value) -> Option<String> {
        let arguments = self.list(arguments).ok()?;
        let row = self.list(vec![arguments, value]).ok()?;
        self.exact_text(&row)
    }
}
