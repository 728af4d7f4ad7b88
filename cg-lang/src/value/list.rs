//! Lists.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Heap, Shared, Value};

/// How deep lists may be nested. What walks, compares or drops a list needs
/// the machine's stack for each level.
pub const MOST_NESTED: u32 = 256;

/// A list of values.
#[derive(Debug)]
pub struct List {
    items: Vec<Value>,
    /// 1 for a list without lists in it.
    depth: u32,
    /// Lists are arguments of calls, looked up more often than made.
    hash: u64,
    /// A form lies in it, or in a list in it.
    forms: bool,
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.items == other.items
    }
}

impl Eq for List {}

impl Hash for List {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl List {
    /// The items.
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// Whether a form lies in it, or in a list in it.
    pub(crate) fn holds_forms(&self) -> bool {
        self.forms
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
        let forms = items.iter().any(|item| match item {
            Value::Form(_) => true,
            Value::List(list) => list.forms,
            _ => false,
        });
        let bytes = items.capacity() * size_of::<Value>();
        let mut hasher = FxHasher::default();
        items.hash(&mut hasher);
        let hash = hasher.finish();
        Some(Value::List(self.share(List { items, depth, hash, forms }, bytes)))
    }
}

impl Shared<List> {
    /// How many items there are.
    pub fn length(&self) -> usize {
        self.items.len()
    }
}
