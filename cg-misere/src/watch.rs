//! The limits of the caller, checked at intervals.

use std::cell::Cell;
use std::collections::HashMap;

use cg_core::{Interrupt, Limits, Meter};

use crate::{MisereError, Result};

/// The limits are checked after this many steps of work.
const STEPS_PER_LOOK: usize = 1 << 14;

/// The limits on time and memory of a computation, and its interrupt flag.
///
/// ```
/// use cg_core::{Limits, Meter};
/// use cg_misere::{Forms, Watch};
/// let limits = Limits { memory: 1 << 20, ..Limits::default() };
/// let mut forms = Forms::new(1_000_000).watched_by(Watch::new(Meter::new(limits), 0));
/// assert!(forms.nim(10_000).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    meter: Meter,
    /// Bytes that are held elsewhere.
    others: usize,
    steps: Cell<usize>,
}

impl Watch {
    /// Checks the limits and the clock of `meter`. `others` bytes are held elsewhere.
    pub fn new(meter: Meter, others: usize) -> Self {
        Watch { meter, others, steps: Cell::new(0) }
    }

    /// Counts `steps` steps of work, each of some nanoseconds, and checks the limits at intervals.
    pub(crate) fn work(&self, steps: usize, bytes: impl FnOnce() -> usize) -> Result<()> {
        let steps = self.steps.get() + steps + 1;
        self.steps.set(steps);
        if steps < STEPS_PER_LOOK { Ok(()) } else { self.look(bytes()) }
    }

    /// Checks the limits now. The work itself holds `bytes` bytes.
    pub(crate) fn look(&self, bytes: usize) -> Result<()> {
        self.steps.set(0);
        Ok(self.meter.look(0, self.others.saturating_add(bytes))?)
    }
}

impl Default for Watch {
    /// No limits, and a flag that nobody raises.
    fn default() -> Self {
        Self::from(&Interrupt::new())
    }
}

impl From<&Interrupt> for Watch {
    /// No limits except the flag.
    fn from(interrupt: &Interrupt) -> Self {
        let limits = Limits { memory: u64::MAX, interrupt: interrupt.clone(), ..Limits::default() };
        Watch::new(Meter::new(limits), 0)
    }
}

impl From<cg_core::Error> for MisereError {
    fn from(error: cg_core::Error) -> Self {
        match error {
            cg_core::Error::Interrupted => MisereError::Interrupted,
            error => MisereError::Reached(error),
        }
    }
}

/// The bytes of a table, without the heap memory of its entries. For a full table, the bytes for
/// its growth are included.
pub(crate) fn table<K, V, S>(table: &HashMap<K, V, S>) -> usize {
    grown(table.len(), table.capacity()) / 7 * 8 * (size_of::<(K, V)>() + 1)
}

/// The number of entries for which a container of this capacity has room. If it is full, those of
/// the larger container are added, because both exist during the growth.
pub(crate) fn grown(len: usize, capacity: usize) -> usize {
    if len == capacity { 3 * capacity } else { capacity }
}
