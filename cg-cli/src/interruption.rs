//! Ctrl-C: the first press asks the computation to stop, a second one while it
//! has not stopped yet ends the process.

use cg_core::Interrupt;

/// Raises `interrupt` at Ctrl-C.
pub(crate) fn listen(interrupt: Interrupt) {
    let handler = move || {
        if interrupt.is_raised() {
            std::process::exit(130);
        }
        interrupt.raise();
    };
    // Without a handler Ctrl-C ends the process, which is a fair answer too.
    let _ = ctrlc::set_handler(handler);
}
