//! Values as texts that tell them apart: for what is kept over the end of the process.

use cg_core::Notation;

use super::Context;
use crate::value::Value;

/// A longer text is none.
pub(crate) const MOST_EXACT: usize = 1 << 16;

impl Context<'_> {
    /// The text that is read back as the same value, in the standard notation. `None` where there is
    /// no such text, or it has more than 65,536 bytes.
    pub fn exact_text(&mut self, value: &Value) -> Option<String> {
        if !reads_back(value) {
            return None;
        }
        let before = std::mem::replace(&mut self.notation, Notation::Standard);
        let printed = self.print_start(value, MOST_EXACT);
        self.notation = before;
        match printed {
            Ok((text, true)) => Some(text),
            _ => None,
        }
    }
}

/// Whether a value is read from its text as the same value.
fn reads_back(value: &Value) -> bool {
    match value {
        Value::List(list) => list.items().iter().all(reads_back),
        Value::Collection(collection) => collection.items().iter().all(reads_back),
        Value::Text(text) => !text.is_bare(),
        Value::Integer(_)
        | Value::Big(_)
        | Value::Rational(_)
        | Value::Game(_)
        | Value::Truth(_)
        | Value::Board(_)
        | Value::Graph(_) => true,
        Value::Form(_)
        | Value::Loopy(_)
        | Value::Open(_)
        | Value::Finding(_)
        | Value::Outcome(_)
        | Value::Position(_)
        | Value::Function(_)
        | Value::BuiltIn(_) => false,
    }
}
