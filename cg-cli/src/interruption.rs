//! Ctrl-C: the first press asks the computation to stop. A later one, when it has
//! not stopped for a while, ends the process; presses in a hurry do not.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cg_core::Interrupt;

/// How long a computation has to stop. It takes far less unless something is wrong.
const GRACE: Duration = Duration::from_secs(1);

/// A line editor has the terminal: Ctrl-C is a key there, and a signal means to leave.
static EDITING: AtomicBool = AtomicBool::new(false);

/// Runs a line editor. A signal that comes meanwhile ends the process, with the terminal
/// as it was before.
pub(crate) fn while_editing<T>(edit: impl FnOnce() -> T) -> T {
    terminal::remember();
    EDITING.store(true, Ordering::SeqCst);
    let edited = edit();
    EDITING.store(false, Ordering::SeqCst);
    edited
}

/// How the terminal works while no line is edited.
#[cfg(unix)]
mod terminal {
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
mod terminal {
    pub(super) fn remember() {}
    pub(super) fn restore() {}
}

/// Raises `interrupt` at Ctrl-C.
pub(crate) fn listen(interrupt: Interrupt) {
    let asked: Mutex<Option<Instant>> = Mutex::new(None);
    let handler = move || {
        if EDITING.load(Ordering::SeqCst) {
            terminal::restore();
            std::process::exit(143);
        }
        let Ok(mut asked) = asked.lock() else { std::process::exit(130) };
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
