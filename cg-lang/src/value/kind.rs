//! What kind of value a value is, and integers of any size.

use cg_core::Game;
use dashu_int::IBig;

use super::{Heap, Value};

impl Value {
    /// The kind of value, for messages: "a list".
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) | Value::Big(_) => "an integer",
            Value::Game(_) => "a game",
            Value::Form(_) => "a form of a game",
            Value::Truth(_) => "a truth value",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Function(_) | Value::BuiltIn(_) => "a function",
        }
    }

    /// The integer that this is held as. A game may be an integer all the same.
    pub fn held_integer(&self) -> Option<IBig> {
        match self {
            Value::Integer(value) => Some(IBig::from(*value)),
            Value::Big(value) => Some((**value).clone()),
            _ => None,
        }
    }

    /// Whether it is a game: an integer, a game or a form.
    pub fn is_game(&self) -> bool {
        matches!(self, Value::Game(_) | Value::Form(_)) || self.is_held_integer()
    }

    /// Whether it is held as an integer.
    pub fn is_held_integer(&self) -> bool {
        matches!(self, Value::Integer(_) | Value::Big(_))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Integer(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Truth(value)
    }
}

impl From<Game> for Value {
    fn from(value: Game) -> Self {
        Value::Game(value)
    }
}

impl Heap {
    /// An integer of any size.
    pub fn integer(&self, value: IBig) -> Value {
        match i64::try_from(&value) {
            Ok(value) => Value::Integer(value),
            Err(_) => {
                let bytes = value.as_sign_words().1.len() * size_of::<usize>();
                Value::Big(self.share(value, bytes))
            }
        }
    }
}
