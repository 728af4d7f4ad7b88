//! Lists and texts: joining, indexing, slicing.

use super::{Context, Run, wrong_kind};
use crate::error::RunError;
use crate::value::Value;

impl Context<'_> {
    pub(super) fn concat(&mut self, a: &Value, b: &Value) -> Run<Value> {
        match (a, b) {
            (Value::Text(a), Value::Text(b)) => {
                self.admit(a.as_str().len() + b.as_str().len())?;
                Ok(self.text(format!("{}{}", a.as_str(), b.as_str())))
            }
            (Value::List(a), Value::List(b)) => {
                self.admit((a.length() + b.length()) * size_of::<Value>())?;
                self.list([a.items(), b.items()].concat())
            }
            (known @ (Value::Text(_) | Value::List(_)), other)
            | (other, known @ (Value::Text(_) | Value::List(_))) => {
                let expected = format!("{}, as the other side is", known.kind());
                Err(wrong_kind("one side of `++`", &expected, other))
            }
            (other, _) => Err(wrong_kind("one side of `++`", "a text or a list", other)),
        }
    }

    /// Fails when `bytes` more would be over the memory limit.
    pub(crate) fn admit(&self, bytes: usize) -> Run<()> {
        let limit = self.engine.limits().memory;
        let held = (self.engine.memory() + self.heap.bytes()) as u64;
        if held.saturating_add(bytes as u64) > limit {
            return Err(RunError::Memory { limit });
        }
        Ok(())
    }

    /// How many items or characters; `None` when it is neither list nor text.
    pub(crate) fn length(&self, value: &Value) -> Option<usize> {
        match value {
            Value::List(list) => Some(list.length()),
            Value::Text(text) => Some(text.length()),
            _ => None,
        }
    }

    /// `s[i]`, counted from 0.
    pub(crate) fn index(&mut self, base: &Value, at: &Value) -> Run<Value> {
        let Some(length) = self.length(base) else {
            return Err(wrong_kind("what is indexed", "a list or a text", base));
        };
        let at = self.bound(at, length)?;
        if at < 0 || at.unsigned_abs() >= length {
            return Err(RunError::OutOfRange { index: at.to_string(), length });
        }
        let at = at.unsigned_abs();
        Ok(match base {
            Value::List(list) => list.items()[at].clone(),
            Value::Text(text) => self.text(text.slice(at, at + 1)),
            _ => base.clone(),
        })
    }

    /// `s[i..j]`, both ends included, empty when i > j.
    pub(crate) fn slice(&mut self, base: &Value, from: &Value, to: &Value) -> Run<Value> {
        let Some(length) = self.length(base) else {
            return Err(wrong_kind("what is sliced", "a list or a text", base));
        };
        let (from, to) = (self.bound(from, length)?, self.bound(to, length)?);
        let outside = |index: isize| RunError::OutOfRange { index: index.to_string(), length };
        if from < 0 || from.unsigned_abs() > length {
            return Err(outside(from));
        }
        if to < -1 || to >= 0 && to.unsigned_abs() >= length {
            return Err(outside(to));
        }
        let from = from.unsigned_abs();
        let end = (to + 1).unsigned_abs().max(from);
        match base {
            Value::List(list) => self.list(list.items()[from..end].to_vec()),
            Value::Text(text) => Ok(self.text(text.slice(from, end))),
            _ => Ok(base.clone()),
        }
    }

    /// An index, or an error that names it.
    fn bound(&mut self, value: &Value, length: usize) -> Run<isize> {
        let integer = self.integer(value, "an index")?;
        isize::try_from(&integer)
            .map_err(|_| RunError::OutOfRange { index: self.show(value), length })
    }
}
