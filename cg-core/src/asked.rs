//! What a subgroup can be asked to explain.

/// An answer of a subgroup whose reasoning is asked for, by
/// [`crate::Subgroup::explain`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Asked<'a, E> {
    /// Why `{left | right}` equals `value`: the simplification rule, which has
    /// answered so.
    Value {
        /// Left's options, as they were offered.
        left: &'a [&'a E],
        /// Right's options, as they were offered.
        right: &'a [&'a E],
        /// What the rule answered.
        value: &'a E,
    },
    /// Why this element has its outcome: the outcome rule.
    Outcome(&'a E),
    /// How these elements are added.
    Sum(&'a [&'a E]),
}

impl<E> Clone for Asked<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

/// It holds references alone.
impl<E> Copy for Asked<'_, E> {}
