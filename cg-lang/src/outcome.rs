//! Who wins, as a value: how an outcome is written, and which texts say one.

use cg_loopy::{Ending, LoopyOutcome};

use crate::context::{Context, RunResult};
use crate::error::RunError;
use crate::value::Value;

/// The letter of an outcome without draws: `N`, `P`, `L` or `R`.
///
/// ```
/// use cg_core::Outcome;
/// assert_eq!(cg_lang::outcome_letter(Outcome::Next.into()), Some('N'));
/// ```
pub fn letter(outcome: LoopyOutcome) -> Option<char> {
    outcome.to_finite().map(|outcome| outcome.letter())
}

/// How an outcome stands inside lists: its letter, and its sentence where it has none.
pub(crate) fn short(outcome: LoopyOutcome) -> String {
    letter(outcome).map_or_else(|| outcome.to_string(), String::from)
}

/// All nine outcomes.
fn all() -> impl Iterator<Item = LoopyOutcome> {
    let endings = [Ending::Left, Ending::Right, Ending::Draw];
    endings
        .into_iter()
        .flat_map(move |left| endings.into_iter().map(move |right| LoopyOutcome { left, right }))
}

/// The outcome that a text says: a letter, or a sentence with `win` or `wins`.
fn said(text: &str) -> Option<LoopyOutcome> {
    let says = |outcome: &LoopyOutcome| {
        let sentence = outcome.to_string();
        letter(*outcome).is_some_and(|letter| text.len() == 1 && text.starts_with(letter))
            || text == sentence
            || sentence.ends_with(" win") && text.strip_suffix('s') == Some(&sentence[..])
    };
    all().find(says)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_is_said_by_what_is_written_for_it() {
        assert_eq!(all().count(), 9);
        for outcome in all() {
            assert_eq!(said(&outcome.to_string()), Some(outcome));
            assert_eq!(said(&short(outcome)), Some(outcome));
        }
        assert_eq!(said("first player wins"), said("N"));
        for text in ["", "n", "P-position", "draws", "N ", "first player winss"] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}
