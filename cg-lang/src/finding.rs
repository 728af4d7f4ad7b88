//! Findings: answers of functions that take several lines, as text and as data.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The answer of a function that is more than a value of the language has room for, such as a family
/// of games. It prints as its text; findings with the same text are equal.
#[derive(Debug)]
pub struct Finding {
    kind: &'static str,
    text: String,
    data: Arc<dyn Any + Send + Sync>,
}

impl Finding {
    pub(crate) fn new(kind: &'static str, text: String, data: Arc<dyn Any + Send + Sync>) -> Self {
        Finding { kind, text, data }
    }

    /// The kind of value, for messages: "a family".
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// All of it as text, possibly of several lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same as data, of a type that whoever added the function knows.
    ///
    /// ```
    /// use cg_lang::{Heap, Value};
    /// let Value::Finding(found) = Heap::default().finding("a count", "3 games", 8, 3_u64) else {
    ///     unreachable!("a finding is one")
    /// };
    /// assert_eq!((found.text(), found.data::<u64>()), ("3 games", Some(&3)));
    /// ```
    pub fn data<T: Any>(&self) -> Option<&T> {
        self.data.downcast_ref()
    }
}

impl PartialEq for Finding {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.text == other.text
    }
}

impl Eq for Finding {}

impl Hash for Finding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
