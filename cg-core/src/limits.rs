//! Limits on what a computation may use, and the meter that watches them.

use std::time::{Duration, Instant};

use crate::error::{Error, LimitReached, Result};
use crate::interrupt::Interrupt;
use crate::progress::Progress;

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

/// Watches [`Limits`] while work is done.
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    started: Instant,
    ticks: u32,
}

/// How many ticks pass between two looks at the clock and the memory.
const TICKS_PER_LOOK: u32 = 1 << 10;

impl Meter {
    /// A meter that starts its clock now.
    pub fn new(limits: Limits) -> Self {
        Meter { limits, started: Instant::now(), ticks: 0 }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Replaces the limits; the clock goes on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Starts the clock anew: call it before each statement.
    pub fn restart(&mut self) {
        self.started = Instant::now();
        self.limits.progress.restart();
    }

    /// Counts a small step of work; true when it is time for a
    /// [`Meter::look`].
    #[inline]
    pub fn due(&mut self) -> bool {
        self.ticks += 1;
        let due = self.ticks >= TICKS_PER_LOOK;
        if due {
            self.ticks = 0;
        }
        due
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
        limits.progress.note(games, memory as u64);
        if limits.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        if memory as u64 > limits.memory {
            return Err(LimitReached::Memory { limit: limits.memory, games }.into());
        }
        match limits.time {
            Some(limit) if self.started.elapsed() > limit => {
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
