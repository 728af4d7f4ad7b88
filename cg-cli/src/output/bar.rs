//! Where progress bars are drawn.

use std::io::{self, IsTerminal};

use console::Term;
use indicatif::{ProgressDrawTarget, TermLike};

/// Columns that stay free in a line that comes and goes: the terminal echoes `^C` there,
/// and a line that went on in the next row could not be erased.
pub(super) const FREE: u16 = 4;

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
