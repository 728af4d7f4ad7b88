//! Sets and dictionaries as values, and the functions of the language on them.
//!
//! Both are kept in an order that depends on nothing but what is in them, so that equal
//! ones are equal however they were made, and looking something up is a binary search. A
//! set is written `setof([1, 2])`, a dictionary `dict([["a", 1]])`: braces stay games.

use std::cmp::Ordering;

use crate::heap::Shared;
use crate::value::{List, Value};

/// What a collection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    /// Values, each once.
    Set,
    /// Pairs of a key and its value, each key once.
    Dictionary,
}

/// A set or a dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Collection {
    pub(crate) sort: Sort,
    /// The values of a set, or the pairs of a dictionary, in ascending order.
    pub(crate) items: Shared<List>,
}

impl Collection {
    /// The values of a set, or the pairs `[key, value]` of a dictionary, in order.
    pub fn items(&self) -> &[Value] {
        self.items.items()
    }

    /// The same as a list.
    pub(crate) fn list(&self) -> Value {
        Value::List(self.items.clone())
    }

    /// Whether it is a dictionary.
    pub fn is_dictionary(&self) -> bool {
        self.sort == Sort::Dictionary
    }

    /// The kind of value, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self.sort {
            Sort::Set => "a set",
            Sort::Dictionary => "a dictionary",
        }
    }

    /// The function that makes it of a list.
    pub(crate) fn maker(&self) -> &'static str {
        match self.sort {
            Sort::Set => "setof",
            Sort::Dictionary => "dict",
        }
    }

    fn key(&self, at: usize) -> &Value {
        match self.sort {
            Sort::Set => &self.items()[at],
            Sort::Dictionary => key(&self.items()[at]),
        }
    }

    /// Where a normal key is, or where it would be.
    fn search(&self, key: &Value) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.items().len());
        while low < high {
            let middle = low.midpoint(high);
            match compare(self.key(middle), key) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Ok(middle),
                Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }

    /// Whether a normal value is in the set, or is a key of the dictionary.
    pub(crate) fn contains(&self, key: &Value) -> bool {
        self.search(key).is_ok()
    }

    /// The value that the dictionary has for a normal key.
    pub(crate) fn get(&self, key: &Value) -> Option<&Value> {
        let at = self.search(key).ok()?;
        match self.sort {
            Sort::Set => None,
            Sort::Dictionary => Some(value(&self.items()[at])),
        }
    }
}

fn pair(item: &Value) -> &[Value] {
    match item {
        Value::List(pair) => pair.items(),
        _ => unreachable!("the items of a dictionary are pairs"),
    }
}

pub(crate) fn key(item: &Value) -> &Value {
    &pair(item)[0]
}

fn value(item: &Value) -> &Value {
    &pair(item)[1]
}

/// An order of all normal values: integers by size, texts as in a dictionary, lists by
/// their first item that differs; games in the order in which they were met.
pub(crate) fn compare(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Integer(x), Value::Integer(y)) => x.cmp(y),
        (Value::Text(x), Value::Text(y)) => x.as_str().cmp(y.as_str()),
        (Value::Game(x), Value::Game(y)) => x.index().cmp(&y.index()),
        (Value::Truth(x), Value::Truth(y)) => x.cmp(y),
        (Value::Function(x), Value::Function(y)) | (Value::BuiltIn(x), Value::BuiltIn(y)) => {
            x.cmp(y)
        }
        (Value::Outcome(x), Value::Outcome(y)) => x.to_string().cmp(&y.to_string()),
        (Value::Board(x), Value::Board(y)) => x.texts().cmp(&y.texts()),
        (Value::Graph(x), Value::Graph(y)) => x.to_string().cmp(&y.to_string()),
        (Value::Finding(x), Value::Finding(y)) => x.text().cmp(y.text()),
        (Value::List(x), Value::List(y)) => compare_all(x.items(), y.items()),
        (Value::Collection(x), Value::Collection(y)) => {
            (x.sort as u8).cmp(&(y.sort as u8)).then_with(|| compare_all(x.items(), y.items()))
        }
        (Value::Rational(x), Value::Rational(y)) => x.cmp(y),
        _ => match (a.held_integer(), b.held_integer()) {
            (Some(x), Some(y)) => x.cmp(&y),
            _ => rank(a).cmp(&rank(b)),
        },
    }
}

fn compare_all(a: &[Value], b: &[Value]) -> Ordering {
    let first = a.iter().zip(b).map(|(x, y)| compare(x, y)).find(|order| order.is_ne());
    first.unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// The place of a kind of values among the others.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Truth(_) => 0,
        Value::Integer(_) | Value::Big(_) => 1,
        Value::Game(_) | Value::Form(_) => 2,
        Value::Text(_) => 3,
        Value::List(_) => 4,
        Value::Board(_) => 5,
        Value::Graph(_) => 6,
        Value::Collection(_) => 7,
        Value::Function(_) => 8,
        Value::BuiltIn(_) => 9,
        Value::Loopy(_) => 10,
        Value::Open(_) => 11,
        Value::Position(_) => 12,
        Value::Outcome(_) => 13,
        Value::Rational(_) => 14,
        Value::Finding(_) => 15,
    }
}
