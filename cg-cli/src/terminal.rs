//! The terminal: how wide it is, whether it has colours, and what Ctrl-C does.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cg_calculator::Interrupt;
use cg_calculator::cg_plot::Terminal;

use crate::options::{Colour, Common};

/// The columns of pictures: as many as the terminal has, within these.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=120;

/// Standard output, as far as pictures are concerned.
pub(crate) fn of_answers(options: &Common) -> Terminal {
    let colour = !options.json && has_colour(options.color, std::io::stdout().is_terminal());
    let plain = Terminal::default();
    let width = terminal_columns()
        .filter(|_| !options.json)
        .map_or(plain.width, |columns| columns.clamp(*WIDTHS.start(), *WIDTHS.end()));
    Terminal { width, colour }
}

/// The columns of the terminal that answers go to; as many as it takes elsewhere.
pub(crate) fn columns() -> usize {
    terminal_columns().unwrap_or(usize::MAX)
}

/// The columns of standard output when that is a terminal.
fn terminal_columns() -> Option<usize> {
    let size = console::Term::stdout().size_checked();
    size.filter(|_| std::io::stdout().is_terminal()).map(|(_, columns)| usize::from(columns))
}

/// Whether colours are used on a stream.
pub(crate) fn has_colour(when: Colour, is_terminal: bool) -> bool {
    match when {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => {
            let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
            is_terminal
                && set("NO_COLOR").is_none()
                && set("TERM").is_none_or(|terminal| terminal != "dumb")
        }
    }
}

/// How long a computation has to stop. It takes far less unless something is wrong.
const GRACE: Duration = Duration::from_secs(1);

/// A line editor has the terminal: Ctrl-C is a key there, and a signal means to leave.
static EDITING: AtomicBool = AtomicBool::new(false);

/// Runs a line editor. A signal that comes meanwhile ends the process, with the terminal
/// as it was before.
pub(crate) fn while_editing<T>(edit: impl FnOnce() -> T) -> T {
    line::remember();
    EDITING.store(true, Ordering::SeqCst);
    let edited = edit();
    EDITING.store(false, Ordering::SeqCst);
    edited
}

/// How the terminal works while no line is edited.
#[cfg(unix)]
mod line {
    use std::io::{Write, stdin, stdout};
    use std::sync::OnceLock;

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    static BEFORE: OnceLock<Option<Termios>> = OnceLock::new();

    pub(super) fn remember() {
        BEFORE.get_or_init(|| tcgetattr(stdin()).ok());
    }

    pub(super) fn restore() {
        if let Some(Some(before)) = BEFORE.get() {
            // A terminal that is gone needs nothing. Pastes are not marked any more.
            let _ = tcsetattr(stdin(), OptionalActions::Now, before);
            let _ = stdout().write_all(b"\x1b[?2004l\r\n").and_then(|()| stdout().flush());
        }
    }
}

#[cfg(not(unix))]
mod line {
    pub(super) fn remember() {}
    pub(super) fn restore() {}
}

/// Raises `interrupt` at Ctrl-C.
pub(crate) fn listen(interrupt: Interrupt) {
    let asked: Mutex<Option<Instant>> = Mutex::new(None);
    let handler = move || {
        if EDITING.load(Ordering::SeqCst) {
            line::restore();
            std::process::exit(143);
        }
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = interrupt.is_raised();
        match *asked {
            Some(at) if waiting && at.elapsed() < GRACE => {}
            Some(_) if waiting => std::process::exit(130),
            _ => *asked = Some(Instant::now()),
        }
        interrupt.raise();
    };
    // Without a handler Ctrl-C ends the process, which is a fair answer too.
    let _ = ctrlc::set_handler(handler);
}
