//! What every sub-command works with: the common options and the interrupt flag.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cg_core::Interrupt;
use cg_trinim::{Error, SolveOptions};

use super::failure::Failure;
use crate::args::Common;

/// The common options and the interrupt flag of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work<'a> {
    pub(super) common: &'a Common,
    pub(super) interrupt: &'a Interrupt,
}

impl Work<'_> {
    /// How to solve, with as many threads as asked for.
    pub(super) fn options(&self, threads: Option<u16>) -> SolveOptions {
        let default = SolveOptions::default();
        SolveOptions {
            threads: threads
                .and_then(|threads| NonZeroUsize::new(threads.into()))
                .unwrap_or(default.threads),
            memory: self.common.memory.unwrap_or(default.memory),
            interrupt: self.interrupt.clone(),
            ..default
        }
    }

    /// The moment at which the time limit is reached.
    pub(super) fn until(&self) -> Option<Instant> {
        self.common.time.and_then(|time| Instant::now().checked_add(time))
    }
}

/// Stops a computation that knows no time limit of its own, through its
/// interrupt flag, from its progress reports.
#[derive(Debug)]
pub(super) struct Deadline<'a> {
    until: Option<Instant>,
    interrupt: &'a Interrupt,
    passed: AtomicBool,
}

impl<'a> Deadline<'a> {
    pub(super) fn new(work: &Work<'a>) -> Self {
        Deadline { until: work.until(), interrupt: work.interrupt, passed: AtomicBool::new(false) }
    }

    /// To be called now and then, from any thread.
    pub(super) fn look(&self) {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            self.passed.store(true, Ordering::Relaxed);
            self.interrupt.raise();
        }
    }

    /// An interruption that came from here is a reached limit.
    pub(super) fn explain(&self, error: Error) -> Failure {
        match error {
            Error::Interrupted if self.passed.load(Ordering::Relaxed) => Failure::Late(
                "nothing is kept of a board solved in memory; --db DIR keeps it".into(),
            ),
            error => error.into(),
        }
    }
}
