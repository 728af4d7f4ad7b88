//! Lines on standard error that come and go: how far a computation is.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cg_calculator::Progress;
use console::{Term, truncate_str};
use indicatif::{
    HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
};

/// How long a statement runs before the line appears.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long the line stays as it is.
const PACE: Duration = Duration::from_millis(100);

/// Shows a line while the statements of a program run, each in its turn, and erases it
/// at the end.
///
/// A thread of its own reads the figures; the computation only writes them, where it
/// looks at its limits anyway.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// When the statement began; `None` while something else is written.
    started: Option<Instant>,
    /// The line is on the terminal.
    shown: bool,
    done: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn draw(&mut self, words: &str) {
        self.erase();
        let terminal = Term::stderr();
        let columns = usize::from(terminal.size().1.saturating_sub(FREE));
        let _ = terminal.write_str(&truncate_str(words, columns, ""));
        self.shown = true;
    }

    fn erase(&mut self) {
        if std::mem::take(&mut self.shown) {
            // A terminal that is gone shows no line.
            let _ = Term::stderr().clear_line();
        }
    }
}

impl Watch {
    /// Watches what writes these figures; `None` where no terminal shows lines that
    /// come and go.
    pub(crate) fn start(progress: Progress) -> Option<Self> {
        let able = io::stderr().is_terminal()
            && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
        if !able {
            return None;
        }
        let state = State { started: Some(Instant::now()), shown: false, done: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let its_own = Arc::clone(&shared);
        let thread = thread::Builder::new().spawn(move || show(&its_own, &progress)).ok()?;
        Some(Watch { shared, thread: Some(thread) })
    }

    /// Erases the line and shows none until the pause is dropped: something else is
    /// written. Then the next statement begins.
    pub(crate) fn pause(&self) -> Pause<'_> {
        let mut state = self.shared.lock();
        state.erase();
        state.started = None;
        Pause(&self.shared)
    }
}

/// A time without the line.
pub(crate) struct Pause<'w>(&'w Shared);

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        self.0.lock().started = Some(Instant::now());
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.done = true;
        state.erase();
        drop(state);
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // It only draws: nothing is lost if it could not.
            let _ = thread.join();
        }
    }
}

fn show(shared: &Shared, progress: &Progress) {
    let mut state = shared.lock();
    while !state.done {
        let elapsed = state.started.map_or(Duration::ZERO, |started| started.elapsed());
        let wait = if elapsed < PATIENCE {
            PATIENCE - elapsed
        } else {
            state.draw(&words(elapsed, progress));
            PACE
        };
        let waited = shared.changed.wait_timeout(state, wait);
        state = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// The figures in a line of fewer than 80 characters.
fn words(elapsed: Duration, progress: &Progress) -> String {
    let seconds = elapsed.as_secs();
    let time = match seconds {
        0..60 => format!("{:.1} s", elapsed.as_secs_f64()),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    };
    let mut text = time;
    if progress.memory() > 0 {
        text +=
            &format!(", {} games, {}", HumanCount(progress.games()), HumanBytes(progress.memory()));
    }
    if progress.depth() > 1 {
        text += &format!(", {} calls deep", HumanCount(progress.depth()));
    }
    text + "; Ctrl-C stops"
}

/// Columns that stay free in a line that comes and goes: the terminal echoes `^C` there,
/// and a line that went on in the next row could not be erased.
const FREE: u16 = 4;

/// Standard error when that is a terminal, and nowhere else.
pub(crate) fn target() -> ProgressDrawTarget {
    if !io::stderr().is_terminal() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like(Box::new(Narrow(Term::stderr())))
}

/// A terminal without its last columns: bars are filled up to the width.
#[derive(Debug)]
struct Narrow(Term);

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(FREE).max(1)
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.0.write_line(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A bar with rate and estimate, in positions or blocks.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for `length` of the unit; silent where nobody looks.
    pub(crate) fn new(length: u64, unit: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), target());
        let template = format!(
            "[{{elapsed_precise}}] {{bar:12}} {{percent}}% of {{human_len}} {unit}, {{rate}}, {{eta}} left"
        );
        // A template that does not read would leave the bar in its usual style.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("=> ").with_key("rate", rate));
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Bar(bar)
    }

    /// Earlier work counts for neither rate nor estimate.
    pub(crate) fn start_at(&self, position: u64) {
        self.0.set_position(position);
        self.0.reset_eta();
    }

    pub(crate) fn set(&self, position: u64) {
        self.0.set_position(position);
    }
}

/// The rate in three digits, so that a line holds it.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A line that cannot be written is one that nobody sees.
    let _ = write!(out, "{:.2e}/s", state.per_sec());
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_fits_a_terminal() {
        let progress = Progress::new();
        assert_eq!(words(Duration::from_millis(520), &progress), "0.5 s; Ctrl-C stops");
        progress.note(4_294_967_294, 64 << 30);
        progress.note_depth(10_000_000);
        let long = words(Duration::from_secs(100 * 3600), &progress);
        assert!(long.len() < 78, "{long}");
        assert_eq!(words(Duration::from_secs(61), &Progress::new()), "1:01 min; Ctrl-C stops");
    }
}
