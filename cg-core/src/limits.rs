//! Limits on what a computation may use, the meter that watches them, the flag
//! that stops it from outside, and the figures that show how far it is.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::error::{Error, LimitReached, Result};

/// What a computation may use. Reaching a limit is an error that says how far
/// the computation got; what was computed until then stays.
///
/// ```
/// use cg_core::Limits;
/// let limits = Limits { games: 1_000_000, ..Limits::default() };
/// assert_eq!(limits.memory, Limits::DEFAULT_MEMORY);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes that the arena and the memo tables may hold.
    pub memory: u64,
    /// Bytes that the memo tables of sums and of the order may hold, as part of
    /// `memory`; not bounded ([`u64::MAX`]) unless told otherwise. Full tables
    /// forget the older half of what they hold, which costs time but is no error.
    pub memos: u64,
    /// Games that may be held at a time; at most [`Limits::MOST_GAMES`].
    pub games: u64,
    /// Time for one statement; `None` is no limit.
    pub time: Option<Duration>,
    /// How many options of one game may be listed.
    pub options: u64,
    /// Raised from outside to stop.
    pub interrupt: Interrupt,
    /// Written to show how far the computation is.
    pub progress: Progress,
}

impl Limits {
    /// The memory limit unless told otherwise: 4 GiB.
    pub const DEFAULT_MEMORY: u64 = 4 << 30;
    /// The most games that handles can tell apart: they are 32 bits wide, so
    /// that a pair of them is one 64-bit memo key.
    pub const MOST_GAMES: u64 = u32::MAX as u64 - 1;
    /// How many options of one game are listed unless told otherwise.
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

/// How long ago something began. Where the system has no clock it is always now,
/// so that a limit on time is never reached.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    started: std::time::Instant,
}

impl Clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    /// Begins now.
    pub fn start() -> Self {
        Clock { started: std::time::Instant::now() }
    }

    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    /// The time since it began.
    pub fn elapsed(self) -> Duration {
        self.started.elapsed()
    }

    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    /// Begins now.
    pub fn start() -> Self {
        Clock {}
    }

    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    /// The time since it began.
    pub fn elapsed(self) -> Duration {
        Duration::ZERO
    }
}

/// Watches [`Limits`] while work is done.
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    clock: Clock,
    /// Bytes that are held besides, by whoever stands above: every look adds them.
    held: Arc<AtomicUsize>,
    ticks: u32,
    /// How many ticks are left of a bounded piece of work.
    steps: u32,
}

/// The steps of work that is not bounded.
const UNBOUNDED: u32 = u32::MAX;

impl Meter {
    /// How many ticks pass between two looks at the clock and the memory.
    pub const TICKS_PER_LOOK: u32 = 1 << 10;

    /// A meter that starts its clock now.
    pub fn new(limits: Limits) -> Self {
        Meter { limits, clock: Clock::start(), held: Arc::default(), ticks: 0, steps: UNBOUNDED }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The count of bytes that are held besides: lists, texts, programs. Who holds them changes it, and every look
    /// adds it to the memory that it is told. Clones of a meter share it.
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

    /// Replaces the limits; the clock goes on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Starts the clock anew: call it before each statement.
    pub fn restart(&mut self) {
        self.clock = Clock::start();
        self.limits.progress.restart();
    }

    /// Counts a small step of work; true when it is time for a
    /// [`Meter::look`].
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

    /// Bounds the work from now on to so many steps, or to fewer when a bound is in
    /// force; returns what [`Meter::restore`] needs to end that.
    pub fn bound(&mut self, steps: u32) -> u32 {
        let before = self.steps;
        self.steps = steps.clamp(1, UNBOUNDED - 1).min(before);
        before
    }

    /// Counts further steps against a bound that is in force.
    pub fn spend(&mut self, steps: u32) {
        if self.steps != UNBOUNDED {
            self.steps = self.steps.saturating_sub(steps);
        }
    }

    /// Ends a bound, whose steps count for the one around it.
    pub fn restore(&mut self, before: u32, steps: u32) {
        let used = steps.clamp(1, UNBOUNDED - 1).min(before) - self.steps;
        self.steps = if before == UNBOUNDED { before } else { before - used };
    }

    /// Looks at the interrupt flag, the clock, and the memory in use, and notes
    /// the progress.
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

    /// Fails when one more game than the `games` there are would be too many.
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

/// Between two looks at the limits while other work is waited for.
const PACE: Duration = Duration::from_millis(10);

/// Does `work`, which knows no limits, on a thread of its own, and calls `look` several
/// times a second. When `look` fails, nobody waits any longer: the work then comes to its
/// end unheard, so it must have nothing to lose and must not be long beyond reason. Where
/// there are no threads the work is done in its place.
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
/// Those of `look`.
///
/// # Panics
/// When `work` does.
pub fn beside<T: Send + 'static, E>(
    look: impl Fn() -> std::result::Result<(), E>,
    work: impl FnOnce() -> T + Send + 'static,
) -> std::result::Result<T, E> {
    let (sender, receiver) = mpsc::channel();
    // Shared, so that it is still here when no thread takes it.
    let work = Arc::new(Mutex::new(Some(work)));
    let taken = {
        let work = Arc::clone(&work);
        move || work.lock().unwrap_or_else(PoisonError::into_inner).take().expect("taken once")
    };
    let there = taken.clone();
    let worker = thread::Builder::new().spawn(move || {
        // Nobody may wait any more.
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

/// A shared "please stop" flag, raised by Ctrl-C or by a caller's own thread.
///
/// Clones share the flag. Long computations look at it from time to time (an
/// atomic load, relaxed) and end with an error when it is raised; what they
/// finished until then is kept.
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
    /// A new flag, not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every computation that holds this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, so that the next computation can run.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a computation is. Clones share the figures.
///
/// The computation writes them where it looks at its limits, every few thousand
/// steps; whoever shows them reads them as often as they like. The figures are
/// independent of each other and may be a moment old.
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

    /// How many games are held, and how many bytes are in use. Different parts of a
    /// computation count different memory: the most that was noted is kept.
    pub fn note(&self, games: u64, memory: u64) {
        self.0.games.store(games, Ordering::Relaxed);
        self.0.memory.fetch_max(memory, Ordering::Relaxed);
    }

    /// How many calls wait for each other.
    pub fn note_depth(&self, depth: u64) {
        self.0.depth.store(depth, Ordering::Relaxed);
    }

    /// Sets every figure back to 0, for the next computation.
    pub fn restart(&self) {
        for figure in [&self.0.games, &self.0.memory, &self.0.depth] {
            figure.store(0, Ordering::Relaxed);
        }
    }

    /// The games that were held at the last look.
    pub fn games(&self) -> u64 {
        self.0.games.load(Ordering::Relaxed)
    }

    /// The most bytes in use at any look.
    pub fn memory(&self) -> u64 {
        self.0.memory.load(Ordering::Relaxed)
    }

    /// The calls that waited for each other at the last look.
    pub fn depth(&self) -> u64 {
        self.0.depth.load(Ordering::Relaxed)
    }
}
