//! Work that cannot look at the limits itself.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::{Context, Run};
use crate::error::RunError;

/// How long a look at the limits may wait.
const PACE: Duration = Duration::from_millis(10);

impl Context<'_> {
    /// Does `work` of a library, which knows no limits, for a function, on a thread of its own, and stops
    /// waiting for it at a limit or an interruption. The work then comes to its end
    /// unheard: it has nothing to lose, and must not be long beyond reason.
    ///
    /// # Errors
    /// Limits and interruptions; no thread for the work.
    pub(crate) fn beside<T: Send + 'static>(
        &mut self,
        function: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Run<T> {
        let (sender, receiver) = mpsc::channel();
        let worker = thread::Builder::new().spawn(move || {
            // Nobody may wait any more.
            let _ = sender.send(work());
        });
        if let Err(error) = worker {
            let message = format!("there is no thread to compute it: {error}");
            return Err(RunError::Refused { function: function.into(), message });
        }
        loop {
            match receiver.recv_timeout(PACE) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => self.engine.look(0)?,
                Err(RecvTimeoutError::Disconnected) => {
                    let message = "its computation failed".to_owned();
                    return Err(RunError::Refused { function: function.into(), message });
                }
            }
        }
    }
}
