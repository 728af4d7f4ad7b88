//! Figures of a running computation, for another thread to show.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
