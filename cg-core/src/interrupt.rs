//! A flag by which one thread asks a long computation to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared "please stop" flag, raised by Ctrl-C or by a caller's own thread.
///
/// Clones share the flag. Long computations look at it from time to time (an
/// atomic load, relaxed) and end with an error when it is raised; what they
/// finished until then is kept.
///
/// ```
/// let flag = cg_core::Interrupt::new();
/// let seen_by_worker = flag.clone();
/// flag.raise();
/// assert!(seen_by_worker.is_raised());
/// flag.clear();
/// assert!(!seen_by_worker.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A new flag, not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every computation that holds this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, so that the next computation can run.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
