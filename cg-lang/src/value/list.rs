//! Lists.

use super::{Heap, Shared, Value};

/// How deep lists may be nested. What walks, compares or drops a list needs
/// the machine's stack for each level.
pub const MOST_NESTED: u32 = 256;

/// A list of values.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct List {
    items: Vec<Value>,
    /// 1 for a list without lists in it.
    depth: u32,
}

impl List {
    /// The items.
    pub fn items(&self) -> &[Value] {
        &self.items
    }
}

impl Heap {
    /// A list of these items; `None` when it would be nested deeper than
    /// [`MOST_NESTED`].
    pub fn list(&self, items: Vec<Value>) -> Option<Value> {
        let inner = items.iter().map(|item| match item {
            Value::List(list) => list.depth,
            _ => 0,
        });
        let depth = 1 + inner.max().unwrap_or(0);
        if depth > MOST_NESTED {
            return None;
        }
        let bytes = items.capacity() * size_of::<Value>();
        Some(Value::List(self.share(List { items, depth }, bytes)))
    }
}

impl Shared<List> {
    /// How many items there are.
    pub fn length(&self) -> usize {
        self.items.len()
    }
}
