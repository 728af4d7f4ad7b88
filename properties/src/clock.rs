//! The clock of figures: what a question takes, whoever else uses the machine.

use std::time::Duration;

/// CPU time of this thread.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("time that was used is not negative")
}

/// Time passed, where the CPU time is not to be had.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
