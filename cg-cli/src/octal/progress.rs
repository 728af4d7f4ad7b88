//! Progress on a terminal, and work that may be left unfinished.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cg_octal::Progress;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::Job;
use super::failure::{Done, Failure};
use crate::output::bar;

/// A line on the terminal that says how far a run is; nothing where there is no terminal.
pub(super) struct Line(ProgressBar);

impl Line {
    pub(super) fn new() -> Self {
        let line = ProgressBar::with_draw_target(None, bar::target());
        line.set_style(ProgressStyle::default_spinner());
        Line(line)
    }

    /// Shows `progress` towards `goal` heaps, if there is a goal.
    pub(super) fn show(&self, progress: &Progress, goal: Option<usize>) {
        self.0.set_message(words(progress, goal));
        self.0.tick();
    }

    pub(super) fn say(&self, text: &str) {
        self.0.suspend(|| eprintln!("cg: {text}"));
    }

    pub(super) fn set(&self, text: String) {
        self.0.set_message(text);
        self.0.tick();
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// Figures of a run in a line.
fn words(progress: &Progress, goal: Option<usize>) -> String {
    let mut text = format!(
        "{} heaps, {:.3} million a second, largest value {}",
        HumanCount(progress.heaps as u64),
        progress.rate / 1e6,
        progress.maximum
    );
    if let Some((period, target)) = progress.candidate {
        text += &format!(", testing the period {}", HumanCount(period as u64));
        if target > 0 {
            text += &left(progress, target, "decided");
        }
    }
    if let Some(goal) = goal {
        text += &left(progress, goal, "done");
    }
    text
}

/// The time until `target` heaps are known, by the present rate.
fn left(progress: &Progress, target: usize, what: &str) -> String {
    // Counts below 2^53: exact enough for an estimate.
    let heaps = target.saturating_sub(progress.heaps) as f64;
    match Duration::try_from_secs_f64(heaps / progress.rate) {
        Ok(time) => format!(
            ", {what} at {} heaps in about {}",
            HumanCount(target as u64),
            HumanDuration(time)
        ),
        // No heap yet: no rate.
        Err(_) => String::new(),
    }
}

/// Does `work`, which has nothing to lose, on a thread of its own, and stops waiting for it
/// at an interrupt or at the limit of time.
pub(super) fn beside<T: Send + 'static>(
    job: &Job<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Done<T> {
    let start = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        // Nobody may wait any more.
        let _ = sender.send(work());
    });
    loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) if job.interrupt.is_raised() => {
                return Err(Failure::Interrupted);
            }
            Err(RecvTimeoutError::Timeout)
                if job.time.is_some_and(|time| start.elapsed() >= time) =>
            {
                return Err(Failure::Time);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return Err(Failure::Interrupted),
            },
        }
    }
}
