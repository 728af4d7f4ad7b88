//! A whole board in memory.

use super::block::Block;
use super::layout::Layout;
use super::simd::Backend;
use super::solver::Solver;
use crate::{
    Convention, Error, Folding, Layers, PieceCounts, Position, Result, Symmetry, schedule,
};
use cg_core::Interrupt;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How to solve a board.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The most threads that work at the same time; fewer do when memory is short.
    pub threads: NonZeroUsize,
    /// The most bytes that tables and buffers may take.
    pub memory: u64,
    /// The kind of instructions.
    pub backend: Backend,
    /// Raised to stop early.
    pub interrupt: Interrupt,
}

impl Default for SolveOptions {
    /// All cores, 2.5 GB, the best instructions.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory: 2_500_000_000,
            backend: Backend::best(),
            interrupt: Interrupt::new(),
        }
    }
}

/// Every position of a board, solved; one block is kept of those that symmetry
/// makes alike.
#[derive(Debug)]
pub struct Table {
    folding: Folding,
    layout: Layout,
    convention: Convention,
    blocks: Vec<OnceLock<Block>>,
    counts: PieceCounts,
}

impl Table {
    /// The board.
    pub fn layers(&self) -> Layers {
        self.layout.layers()
    }

    /// The convention it was solved for.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// How positions are numbered inside blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Which blocks there are.
    pub fn folding(&self) -> &Folding {
        &self.folding
    }

    /// A canonical block.
    pub fn block(&self, canonical: u64) -> Option<&Block> {
        usize::try_from(canonical).ok().and_then(|b| self.blocks.get(b)).and_then(OnceLock::get)
    }

    /// The number of P-positions by number of pieces.
    pub fn p_counts(&self) -> &PieceCounts {
        &self.counts
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    ///
    /// [`Error::LayersDiffer`] when the position lives on another board.
    pub fn is_win(&self, position: Position) -> Result<bool> {
        let (expected, found) = (self.layers().get(), position.layers().get());
        if expected != found {
            return Err(Error::LayersDiffer { expected, found });
        }
        let (_, symmetry) = self.folding.canonical(self.layout.block_of(position.pieces()));
        let (block, index) = self.layout.locate(symmetry.apply(position).pieces());
        Ok(self.block(block).is_some_and(|b| !b.get(index)))
    }
}

/// Solves every position of a board of 5 or more layers, with block-ID pieces
/// chosen for speed.
///
/// `progress` is called with the positions done so far, from any thread.
///
/// ```
/// use cg_trinim::{Convention, Layers, SolveOptions, solve};
/// let table = solve(Layers::new(5)?, Convention::Misere, &SolveOptions::default(), &|_| ())?;
/// assert_eq!(table.p_counts().total(), 3_902);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
///
/// # Errors
///
/// As [`solve_with`].
pub fn solve(
    layers: Layers,
    convention: Convention,
    options: &SolveOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Table> {
    solve_with(
        &Folding::new(layers, super::in_memory_pieces(layers), true)?,
        convention,
        options,
        progress,
    )
}

/// Solves every position of a board, block by block in memory.
///
/// # Errors
///
/// [`Error::BlockPieces`] below 5 layers or for unsuitable pieces,
/// [`Error::Memory`] when the table is larger than the option allows,
/// [`Error::NoRoom`] when the system has less, [`Error::Interrupted`].
pub fn solve_with(
    folding: &Folding,
    convention: Convention,
    options: &SolveOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Table> {
    let layers = folding.layers();
    let layout = Layout::new(layers, folding.block_pieces(), folding.symmetries())?;
    let canonical: Vec<u64> = folding.canonical_blocks().collect();
    let block_bytes = Block::bytes(layout.local_bits());
    let images = canonical.iter().map(|&b| images_of(folding, b)).max().unwrap_or(0);
    let tables = block_bytes * canonical.len() as u64;
    // As many threads as the memory feeds, each with buffers for the images it reads.
    let fed = match options.memory.checked_sub(tables) {
        None => 0,
        Some(_) if images == 0 => u64::MAX,
        Some(left) => left / (block_bytes * images),
    };
    if fed == 0 {
        return Err(Error::Memory {
            what: format!("a table of {layers} layers in memory"),
            needed: tables + block_bytes * images,
            limit: options.memory,
            advice: "raise the limit, or solve in blocks on disk".into(),
        });
    }
    let threads = usize::try_from(fed).unwrap_or(usize::MAX).min(options.threads.get());
    let solver = Solver::new(folding, &layout, options)?;
    let index_of: HashMap<u64, usize> =
        canonical.iter().enumerate().map(|(i, &b)| (b, i)).collect();
    let needs: Vec<Vec<usize>> = canonical
        .iter()
        .map(|&b| folding.sources(b).iter().map(|s| index_of[s]).collect())
        .collect();
    let blocks: Vec<OnceLock<Block>> = (0..folding.blocks()).map(|_| OnceLock::new()).collect();
    let at = |block: u64| usize::try_from(block).ok().and_then(|b| blocks.get(b));
    let counts = Mutex::new(PieceCounts::new(layers));
    let done = AtomicU64::new(0);
    schedule::run(threads, &needs, &options.interrupt, &|i| {
        let target = canonical[i];
        let block =
            solver.solve_from(target, convention, &|source| at(source).and_then(OnceLock::get))?;
        let mut own = PieceCounts::new(layers);
        options.backend.count(block.runs(), target.count_ones(), &mut own);
        let times = folding.group_size(target);
        counts.lock().unwrap_or_else(PoisonError::into_inner).add_all(&own, times);
        let finished = times << layout.local_bits();
        progress(done.fetch_add(finished, Ordering::Relaxed) + finished);
        if let Some(slot) = at(target) {
            // Each block is made by one job.
            let _ = slot.set(block);
        }
        Ok(())
    })?;
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Table { folding: folding.clone(), layout, convention, blocks, counts })
}

/// How many source blocks a job sees through a symmetry, each in a buffer.
fn images_of(folding: &Folding, block: u64) -> u64 {
    folding.updates(block).filter(|u| u.symmetry != Symmetry::IDENTITY).count() as u64
}
