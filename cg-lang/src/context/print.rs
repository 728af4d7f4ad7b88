//! Values as text.

use super::{Context, Run};
use crate::value::Value;

/// How long a value may be in an error message.
const MOST_SHOWN: usize = 80;

impl Context<'_> {
    /// The value as text that reads back as the same value.
    ///
    /// # Errors
    /// The engine's errors.
    pub fn print(&mut self, value: &Value) -> Run<String> {
        let (text, whole) = self.print_start(value, cg_simplify::MOST_TEXT)?;
        if whole {
            return Ok(text);
        }
        Err(cg_core::Error::TextTooLong { limit: cg_simplify::MOST_TEXT }.into())
    }

    /// The beginning of the value's text, a little more than `most` bytes of it if it is
    /// a long list, and whether that is all of it.
    ///
    /// # Errors
    /// The engine's errors.
    pub(crate) fn print_start(&mut self, value: &Value, most: usize) -> Run<(String, bool)> {
        let mut text = String::new();
        let whole = self.write(value, most, &mut text)?;
        Ok((text, whole))
    }

    /// Adds the value's text; false when it stopped after `most` bytes.
    fn write(&mut self, value: &Value, most: usize, text: &mut String) -> Run<bool> {
        match value {
            Value::Integer(value) => *text += &value.to_string(),
            Value::Big(value) => *text += &value.to_string(),
            Value::Game(game) => *text += &self.engine.print(*game, self.notation)?,
            Value::Form(form) => *text += &self.engine.print_form(*form, self.notation)?,
            Value::Truth(truth) => *text += if *truth { "true" } else { "false" },
            Value::Text(value) if value.is_bare() => *text += value.as_str(),
            Value::Text(value) => write_text(value.as_str(), text),
            Value::Function(function) => *text += self.function_names.name(*function),
            Value::BuiltIn(function) => *text += self.builtins.get(*function).name(),
            // Lists are nested only so deep.
            Value::List(list) => {
                text.push('[');
                for (index, item) in list.items().iter().enumerate() {
                    self.engine.check()?;
                    if index > 0 {
                        *text += ", ";
                    }
                    if !self.write(item, most, text)? || text.len() > most {
                        return Ok(false);
                    }
                }
                text.push(']');
            }
        }
        Ok(true)
    }

    /// The value in an error message: shortened, and never failing.
    pub fn show(&mut self, value: &Value) -> String {
        let text = self.print(value).unwrap_or_else(|_| value.kind().to_owned());
        match text.char_indices().nth(MOST_SHOWN) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    /// The value where it stands as one operand, in an error message.
    pub(crate) fn show_atom(&mut self, value: &Value) -> String {
        atom(self.show(value))
    }
}

/// A printed value where it stands as one operand: sums in parentheses.
pub(crate) fn atom(text: String) -> String {
    let bracketed = text.starts_with(['{', '[', '"']);
    let sum = text.char_indices().any(|(at, c)| matches!(c, '+' | '-' | ' ' | '/') && at > 0);
    if text.starts_with('-') || sum && !bracketed { format!("({text})") } else { text }
}

fn write_text(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => *text += "\\\"",
            '\\' => *text += "\\\\",
            '\n' => *text += "\\n",
            '\t' => *text += "\\t",
            other => text.push(other),
        }
    }
    text.push('"');
}
