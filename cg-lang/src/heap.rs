//! Memory of what is not small, counted so that it can be limited.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_simplify::Engine;

/// The two counts of owners that stand before what is shared.
const COUNTS: usize = 2 * size_of::<usize>();

/// What the system takes for a block beside its bytes, roughly.
const OVERHEAD: usize = 16;

/// Counts the bytes that lists, texts, big integers and programs hold.
#[derive(Clone, Debug, Default)]
pub struct Heap(Arc<AtomicUsize>);

impl Heap {
    /// A count that the looks of this engine add.
    pub(crate) fn of(engine: &Engine) -> Self {
        Heap(engine.meter().held())
    }

    /// Bytes held now.
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts `bytes` bytes until the answer is dropped.
    pub(crate) fn hold(&self, bytes: usize) -> Held {
        self.0.fetch_add(bytes, Ordering::Relaxed);
        Held { bytes, heap: self.clone() }
    }

    /// Shares `value`, which holds `bytes` bytes besides its own size.
    pub(crate) fn share<T>(&self, value: T, bytes: usize) -> Shared<T> {
        let blocks = if bytes > 0 { 2 } else { 1 };
        let bytes = bytes + size_of::<Counted<T>>() + COUNTS + blocks * OVERHEAD;
        self.0.fetch_add(bytes, Ordering::Relaxed);
        Shared(Arc::new(Counted { value, bytes, heap: self.clone() }))
    }
}

/// Bytes that are counted as long as this lives.
#[derive(Debug)]
pub(crate) struct Held {
    bytes: usize,
    heap: Heap,
}

impl Held {
    /// How many there are.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.heap.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A shared part of a value; gives its memory back to the count when the last
/// owner drops it.
pub struct Shared<T>(Arc<Counted<T>>);

struct Counted<T> {
    value: T,
    bytes: usize,
    heap: Heap,
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        self.heap.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl<T> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
