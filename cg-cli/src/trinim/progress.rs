//! Progress on standard error, when that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::output::bar;

/// A bar with rate and estimate, in positions or blocks.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for `length` of the unit; silent where nobody looks.
    pub(super) fn new(length: u64, unit: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), bar::target());
        let template = format!(
            "[{{elapsed_precise}}] {{bar:12}} {{percent}}% of {{human_len}} {unit}, {{rate}}, {{eta}} left"
        );
        // A template that does not read would leave the bar in its usual style.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("=> ").with_key("rate", rate));
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress(bar)
    }

    /// What was there before the work began counts for neither rate nor estimate.
    pub(super) fn start_at(&self, position: u64) {
        self.0.set_position(position);
        self.0.reset_eta();
    }

    pub(super) fn set(&self, position: u64) {
        self.0.set_position(position);
    }
}

/// The rate in three digits, so that a line holds it.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A line that cannot be written is one that nobody sees.
    let _ = write!(out, "{:.2e}/s", state.per_sec());
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
