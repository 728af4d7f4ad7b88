//! What every sub-command works with: the common options and the interrupt flag.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_core::Interrupt;
use cg_plot::Terminal;
use cg_trinim::SolveOptions;

use crate::args::Common;

/// The common options and the interrupt flag of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work<'a> {
    pub(super) common: &'a Common,
    pub(super) interrupt: &'a Interrupt,
    /// Where pictures are shown.
    pub(super) terminal: Terminal,
}

impl Work<'_> {
    /// How to solve, with as many threads as asked for.
    pub(super) fn options(&self, threads: Option<u16>) -> SolveOptions {
        let default = SolveOptions::default();
        SolveOptions {
            threads: threads
                .and_then(|threads| NonZeroUsize::new(threads.into()))
                .unwrap_or(default.threads),
            memory: self.common.memory.unwrap_or(default.memory).min(crate::machine::most_memory()),
            interrupt: self.interrupt.clone(),
            ..default
        }
    }

    /// Raises the interrupt flag when the time limit is reached; says whether it was.
    pub(super) fn watch_the_time(&self) -> Arc<AtomicBool> {
        let late = Arc::new(AtomicBool::new(false));
        if let Some(time) = self.common.time {
            let (late, interrupt) = (late.clone(), self.interrupt.clone());
            // It ends with the process, which does not wait for it.
            std::thread::spawn(move || {
                std::thread::sleep(time);
                late.store(true, Ordering::Release);
                interrupt.raise();
            });
        }
        late
    }
}
