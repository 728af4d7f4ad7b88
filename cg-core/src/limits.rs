//! Limits of a computation, the meter that checks them, the flag that stops it from outside, and
//! the figures of its progress.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::clock::Clock;
use crate::error::{Error, LimitReached, Result};

/// The limits of a computation. Reaching a limit is an error with the progress. The results so far
/// stay.
///
/// ```
/// use cg_core::Limits;
/// let limits = Limits { games: 1_000_000, ..Limits::default() };
/// assert_eq!(limits.memory, Limits::DEFAULT_MEMORY);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The bytes of the arena and the memo tables.
    pub memory: u64,
    /// The bytes of the memo tables of sums and of the order, as part of `memory`; not bounded
    /// ([`u64::MAX`]) by default. Full tables forget the older half of their entries, which costs
    /// time but is not an error.
    pub memos: u64,
    /// The number of games at a time; at most [`Limits::MOST_GAMES`].
    pub games: u64,
    /// The time for one statement; `None` means no limit.
    pub time: Option<Duration>,
    /// The number of options of one game that may be listed.
    pub options: u64,
    /// Another thread raises it to stop the computation.
    pub interrupt: Interrupt,
    /// The computation writes its progress here.
    pub progress: Progress,
}

impl Limits {
    /// The default memory limit: 4 GiB.
    pub const DEFAULT_MEMORY: u64 = 4 << 30;
    /// The largest number of games. Handles have 32 bits, so a pair of them is one 64-bit memo key.
    pub const MOST_GAMES: u64 = u32::MAX as u64 - 1;
    /// The default number of options of one game that are listed.
    pub const DEFAULT_OPTIONS: u64 = 1 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory: Self::DEFAULT_MEMORY,
            memos: u64::MAX,
            games: Self::MOST_GAMES,
            time: None,
            options: Self::DEFAULT_OPTIONS,
            interrupt: Interrupt::new(),
            progress: Progress::new(),
        }
    }
}

/// Checks [`Limits`] during work.
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    clock: Clock,
    /// Bytes that callers hold elsewhere. Every check adds them.
    held: Arc<AtomicUsize>,
    ticks: u32,
    /// The remaining ticks of bounded work.
    steps: u32,
}

/// The number of steps that means "no bound".
const UNBOUNDED: u32 = u32::MAX;

impl Meter {
    /// The number of ticks between two checks of the clock and the memory.
    pub const TICKS_PER_LOOK: u32 = 1 << 10;

    /// A meter that starts its clock now.
    pub fn new(limits: Limits) -> Self {
        Meter { limits, clock: Clock::start(), held: Arc::default(), ticks: 0, steps: UNBOUNDED }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The count of bytes that are held elsewhere: lists, texts, programs. The holders change it,
    /// and every check adds it to the memory. Clones of a meter share it.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    /// use cg_core::{Limits, Meter};
    /// let meter = Meter::new(Limits { memory: 100, ..Limits::default() });
    /// assert!(meter.look(0, 60).is_ok());
    /// meter.held().fetch_add(50, Ordering::Relaxed);
    /// assert!(meter.look(0, 60).is_err());
    /// ```
    pub fn held(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.held)
    }

    /// Replaces the limits. The clock goes on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Restarts the clock. Call it before each statement.
    pub fn restart(&mut self) {
        self.clock = Clock::start();
        self.limits.progress.restart();
    }

    /// Counts a small step of work. Returns true if it is time for a [`Meter::look`].
    #[inline]
    pub fn due(&mut self) -> bool {
        self.ticks += 1;
        let mut due = self.ticks >= Self::TICKS_PER_LOOK;
        if due {
            self.ticks = 0;
        }
        if self.steps != UNBOUNDED {
            self.steps = self.steps.saturating_sub(1);
            due |= self.steps == 0;
        }
        due
    }

    /// Bounds the work from now on to `steps` steps, or to fewer if there is a bound already.
    /// Returns the value for [`Meter::restore`], which ends the bound.
    pub fn bound(&mut self, steps: u32) -> u32 {
        let before = self.steps;
        self.steps = steps.clamp(1, UNBOUNDED - 1).min(before);
        before
    }

    /// Counts further steps against the current bound.
    pub fn spend(&mut self, steps: u32) {
        if self.steps != UNBOUNDED {
            self.steps = self.steps.saturating_sub(steps);
        }
    }

    /// Ends a bound. Its steps count for the outer bound.
    pub fn restore(&mut self, before: u32, steps: u32) {
        let used = steps.clamp(1, UNBOUNDED - 1).min(before) - self.steps;
        self.steps = if before == UNBOUNDED { before } else { before - used };
    }

    /// Checks the interrupt flag, the clock and the memory, and notes the progress.
    ///
    /// # Errors
    /// [`Error::Interrupted`] and [`Error::Limit`].
    #[cold]
    pub fn look(&self, games: usize, memory: usize) -> Result<()> {
        let limits = &self.limits;
        let games = games as u64;
        let memory = memory.saturating_add(self.held.load(Ordering::Relaxed));
        limits.progress.note(games, memory as u64);
        if limits.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        if memory as u64 > limits.memory {
            return Err(LimitReached::Memory { limit: limits.memory, games }.into());
        }
        if self.steps == 0 {
            return Err(LimitReached::Steps { games }.into());
        }
        match limits.time {
            Some(limit) if self.clock.elapsed() > limit => {
                Err(LimitReached::Time { limit, games }.into())
            }
            _ => Ok(()),
        }
    }

    /// Fails if one more game than `games` is too many.
    ///
    /// # Errors
    /// [`LimitReached::Games`].
    #[inline]
    pub fn admit_game(&self, games: usize) -> Result<()> {
        let limit = self.limits.games.min(Limits::MOST_GAMES);
        if games as u64 >= limit {
            return Err(LimitReached::Games { limit }.into());
        }
        Ok(())
    }
}

/// The polling interval of the limits while other work runs.
const PACE: Duration = Duration::from_millis(10);

/// Runs `work`, which checks no limits, on another thread, and calls `look` several times a second.
/// If `look` fails, its error is returned and the thread goes on alone. So the work must have no
/// side effects and must end in a reasonable time. On systems without threads, the work runs on
/// this thread.
///
/// ```
/// use cg_core::{Interrupt, beside};
/// let flag = Interrupt::new();
/// let look = || if flag.is_raised() { Err(cg_core::Error::Interrupted) } else { Ok(()) };
/// assert_eq!(beside(look, || 6 * 7), Ok(42));
/// flag.raise();
/// let long = || std::thread::sleep(std::time::Duration::from_secs(1));
/// assert_eq!(beside(look, long), Err(cg_core::Error::Interrupted));
/// ```
///
/// # Errors
/// The errors of `look`.
///
/// # Panics
/// Panics if `work` does.
pub fn beside<T: Send + 'static, E>(
    look: impl Fn() -> std::result::Result<(), E>,
    work: impl FnOnce() -> T + Send + 'static,
) -> std::result::Result<T, E> {
    let (sender, receiver) = mpsc::channel();
    // Shared, so that it still exists here if no thread can be started.
    let work = Arc::new(Mutex::new(Some(work)));
    let taken = {
        let work = Arc::clone(&work);
        move || work.lock().unwrap_or_else(PoisonError::into_inner).take().expect("taken once")
    };
    let there = taken.clone();
    let worker = thread::Builder::new().spawn(move || {
        // The receiver may be gone.
        let _ = sender.send(there()());
    });
    let Ok(worker) = worker else { return Ok(taken()()) };
    loop {
        match receiver.recv_timeout(PACE) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => look()?,
            Err(RecvTimeoutError::Disconnected) => {
                let panic = worker.join().expect_err("it ended without an answer");
                resume_unwind(panic);
            }
        }
    }
}

/// A shared flag that asks for a stop. Ctrl-C or a caller's own thread raises it.
///
/// Clones share the flag. Long computations check it at intervals (an atomic load, relaxed) and end
/// with an error if it is raised. Their results so far are kept.
///
/// ```
/// let flag = cg_core::Interrupt::new();
/// let seen_by_worker = flag.clone();
/// flag.raise();
/// assert!(seen_by_worker.is_raised());
/// flag.clear();
/// assert!(!seen_by_worker.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A new flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every computation with this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, so that the next computation can run.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The progress of a computation. Clones share the figures.
///
/// The computation writes them when it checks its limits, every few thousand steps. Other threads
/// may read them at any time. The figures are independent of each other and may be slightly old.
///
/// ```
/// let progress = cg_core::Progress::new();
/// let shown_elsewhere = progress.clone();
/// progress.note(1000, 1 << 20);
/// assert_eq!(shown_elsewhere.games(), 1000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Figures>);

#[derive(Debug, Default)]
struct Figures {
    games: AtomicU64,
    memory: AtomicU64,
    depth: AtomicU64,
}

impl Progress {
    /// Figures that are all 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes the number of games and of bytes. Different parts of a computation count different
    /// memory, so the largest number is kept.
    pub fn note(&self, games: u64, memory: u64) {
        self.0.games.store(games, Ordering::Relaxed);
        self.0.memory.fetch_max(memory, Ordering::Relaxed);
    }

    /// Notes the number of calls that wait for each other.
    pub fn note_depth(&self, depth: u64) {
        self.0.depth.store(depth, Ordering::Relaxed);
    }

    /// Sets every figure back to 0, for the next computation.
    pub fn restart(&self) {
        for figure in [&self.0.games, &self.0.memory, &self.0.depth] {
            figure.store(0, Ordering::Relaxed);
        }
    }

    /// The number of games at the last check.
    pub fn games(&self) -> u64 {
        self.0.games.load(Ordering::Relaxed)
    }

    /// The largest number of bytes at any check.
    pub fn memory(&self) -> u64 {
        self.0.memory.load(Ordering::Relaxed)
    }

    /// The number of waiting calls at the last check.
    pub fn depth(&self) -> u64 {
        self.0.depth.load(Ordering::Relaxed)
    }
}
