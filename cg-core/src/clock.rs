//! The one clock of the project.
//!
//! The target `wasm32-unknown-unknown` has no clock of its own. There the host of the module gives
//! the time: the import `cg_now` of `env`, in milliseconds since any fixed moment, as
//! `performance.now()` counts them in a browser.

use std::time::Duration;

/// The time since a start.
///
/// ```
/// let clock = cg_core::Clock::start();
/// assert!(clock.elapsed() < std::time::Duration::from_secs(3600));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: host::Moment,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        Clock { started: host::now() }
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        host::since(self.started)
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod host {
    use std::time::{Duration, Instant};

    pub(super) type Moment = Instant;

    pub(super) fn now() -> Moment {
        Instant::now()
    }

    pub(super) fn since(moment: Moment) -> Duration {
        moment.elapsed()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[allow(unsafe_code)]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        // SAFETY: it takes nothing and gives a number, which any host may choose.
        safe fn cg_now() -> f64;
    }

    pub(super) type Moment = f64;

    pub(super) fn now() -> Moment {
        cg_now()
    }

    /// A host whose clock goes back, or gives no number, lets no time pass.
    pub(super) fn since(moment: Moment) -> Duration {
        Duration::try_from_secs_f64((cg_now() - moment) / 1e3).unwrap_or_default()
    }
}
