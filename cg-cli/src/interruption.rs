//! Ctrl-C: the first press asks the computation to stop. A later one, when it has
//! not stopped for a while, ends the process; presses in a hurry do not.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use cg_core::Interrupt;

/// How long a computation has to stop. It takes far less unless something is wrong.
const GRACE: Duration = Duration::from_secs(1);

/// Raises `interrupt` at Ctrl-C.
pub(crate) fn listen(interrupt: Interrupt) {
    let asked: Mutex<Option<Instant>> = Mutex::new(None);
    let handler = move || {
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
