//! Progress on a terminal, and work that may be left unfinished.

use std::time::{Duration, Instant};

use cg_calculator::cg_core::beside;
use cg_calculator::cg_octal::Progress;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::Job;
use crate::error::{CommandError, CommandResult};
use crate::output::complain;
use crate::watch;

/// A line on the terminal that says how far a run is; nothing where there is no terminal.
pub(super) struct Line(ProgressBar);

impl Line {
    pub(super) fn new() -> Self {
        let line = ProgressBar::with_draw_target(None, watch::target());
        line.set_style(ProgressStyle::default_spinner());
        Line(line)
    }

    /// Shows `progress` towards `goal` heaps, if there is a goal.
    pub(super) fn show(&self, progress: &Progress, goal: Option<usize>) {
        self.0.set_message(words(progress, goal));
        self.0.tick();
    }

    pub(super) fn say(&self, text: &str) {
        self.0.suspend(|| complain(&format!("cg: {text}")));
    }

    pub(super) fn set(&self, text: String) {
        self.0.set_message(text);
        self.0.tick();
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// Figures of a run in a line, short enough for 80 columns as long as the numbers are.
fn words(progress: &Progress, goal: Option<usize>) -> String {
    let count = |heaps: usize| HumanCount(heaps as u64);
    let of = goal.map_or(String::new(), |goal| format!(" of {}", count(goal)));
    let digits = if progress.rate < 1e7 { 3 } else { 1 };
    let mut text = format!(
        "{}{of} heaps, {:.digits$} M/s, largest {}",
        count(progress.heaps),
        progress.rate / 1e6,
        progress.maximum
    );
    if let Some((period, target)) = progress.candidate {
        text += &format!(", testing period {}", count(period));
        if let Some(time) = remaining_time(progress, target).filter(|_| target > 0) {
            text += &format!(" until heap {} ({time})", count(target));
        }
    }
    if let Some(time) = goal.and_then(|goal| remaining_time(progress, goal)) {
        text += &format!(", {time} left");
    }
    text
}

/// The time until `target` heaps are known, by the present rate; none before the first heap.
fn remaining_time(progress: &Progress, target: usize) -> Option<HumanDuration> {
    // Counts below 2^53: exact enough for an estimate.
    let heaps = target.saturating_sub(progress.heaps) as f64;
    Duration::try_from_secs_f64(heaps / progress.rate).ok().map(HumanDuration)
}

/// Runs `work` on another thread. Stops to wait for it at an interrupt or at the limit of time;
/// the work has nothing to lose.
pub(super) fn run_interruptible<T: Send + 'static>(
    job: &Job<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> CommandResult<T> {
    let start = Instant::now();
    let look = || match job.time {
        _ if job.interrupt.is_raised() => Err(CommandError::Interrupted),
        Some(time) if start.elapsed() >= time => {
            Err(CommandError::Limit("stopped by the time limit".into()))
        }
        _ => Ok(()),
    };
    beside(look, work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_and_how_long() {
        let mut progress = Progress {
            heaps: 84_806_357,
            rate: 21_844_000.0,
            rare: 126,
            maximum: 100,
            candidate: None,
        };
        let goal = Some(1_000_000_000);
        assert_eq!(
            words(&progress, goal),
            "84,806,357 of 1,000,000,000 heaps, 21.8 M/s, largest 100, 42 seconds left"
        );
        progress.candidate = Some((1180, 90_000_000));
        progress.rate = 456_789.0;
        assert_eq!(
            words(&progress, None),
            "84,806,357 heaps, 0.457 M/s, largest 100, testing period 1,180 until heap 90,000,000 (11 seconds)"
        );
        progress.rate = 0.0;
        progress.candidate = None;
        assert_eq!(
            words(&progress, goal),
            "84,806,357 of 1,000,000,000 heaps, 0.000 M/s, largest 100"
        );
    }
}
