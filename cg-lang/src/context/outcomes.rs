//! Outcomes beside texts: what is compared, joined, looked up and saved.

use cg_loopy::LoopyOutcome;

use super::{Context, RunResult};
use crate::error::RunError;
use crate::outcome::{letter, said, short};
use crate::value::Value;

impl Context<'_> {
    /// The outcome that a text says, which is compared with one.
    pub(crate) fn outcome_said(&mut self, text: &str) -> RunResult<LoopyOutcome> {
        let text: String = text.chars().take(60).collect();
        said(&text).ok_or(RunError::NoOutcome { text })
    }

    /// The sentence of an outcome as a text; any other value as it is.
    pub(crate) fn sentence(&self, value: &Value) -> Value {
        match value {
            Value::Outcome(outcome) => self.bare_text(outcome.to_string()),
            other => other.clone(),
        }
    }

    /// The value with texts in place of outcomes, those in lists and collections too: as source
    /// they say the same.
    pub(crate) fn with_texts_for_outcomes(&mut self, value: &Value) -> RunResult<Value> {
        match value {
            Value::Outcome(outcome) => Ok(self.text(short(*outcome))),
            // Lists are nested only so deep.
            Value::List(list) if list.holds_forms() => {
                let items = list.items().iter().map(|item| self.with_texts_for_outcomes(item));
                let items = items.collect::<RunResult<Vec<Value>>>()?;
                self.list(items)
            }
            Value::Collection(collection) => {
                let Value::List(items) = self.with_texts_for_outcomes(&collection.list())? else {
                    unreachable!("the items of a collection are a list")
                };
                match collection.is_dictionary() {
                    true => self.dictionary_of(items.items()),
                    false => self.set_of(items.items()),
                }
            }
            other => Ok(other.clone()),
        }
    }

    /// The keys that say the same as this one: an outcome and the texts of it.
    pub(crate) fn same_keys(&self, key: &Value) -> Vec<Value> {
        match key {
            Value::Outcome(outcome) => {
                let texts = [letter(*outcome).map(String::from), Some(outcome.to_string())];
                texts.into_iter().flatten().map(|text| self.text(text)).collect()
            }
            Value::Text(text) => said(text.as_str()).map(Value::Outcome).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
