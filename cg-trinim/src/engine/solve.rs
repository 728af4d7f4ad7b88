//! The jobs on single blocks, and a whole board in memory.

use super::chunks::{Sweeper, chunks};
use super::codec::{Decode, Residual};
use super::layout::{BitMap, Layout};
use super::pool::Pool;
use super::register::{Block, PAGE_INDEX_BITS, Page};
use super::simd::Backend;
use super::sweep::{Program, Solve, Update};
use crate::board::piece;
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
    /// The largest number of threads. A board in memory uses fewer if memory is short.
    pub threads: NonZeroUsize,
    /// The largest number of bytes for tables and buffers.
    pub memory: u64,
    /// The instruction set.
    pub backend: Backend,
    /// Raised to stop early.
    pub interrupt: Interrupt,
    /// The number of random positions in each block on disk that are checked by plain rules while
    /// the block is solved, 64 neighbours at a time and at most 2^32. A board in memory has no such
    /// check.
    pub check: u64,
}

impl Default for SolveOptions {
    /// All cores, 2.5 GB, the best instructions, no checks.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory: 2_500_000_000,
            backend: Backend::best(),
            interrupt: Interrupt::new(),
            check: 0,
        }
    }
}

/// A part of an image is made in at most 2^4 pieces.
const MOST_PIECE_BITS: u32 = 4;

/// Solves, encodes and decodes blocks of one folding.
pub(crate) struct BlockSolver<'a> {
    folding: &'a Folding,
    layout: &'a Layout,
    sweeper: Sweeper<'a>,
    /// For each symmetry, its map of index bits, in pieces of images.
    maps: Vec<(Symmetry, Option<BitMap>)>,
    part_bits: u32,
    /// A part of an image is made in 2^`piece_bits` pieces, several at the same time.
    piece_bits: u32,
    /// Buffers for parts of images.
    parts: Pool,
    pub(crate) pool: Pool,
}

impl<'a> BlockSolver<'a> {
    /// A solver that makes images of sources in 2^`part_bits` parts, keeps at most `most` blocks in
    /// memory, and uses `threads` threads for each.
    pub(crate) fn new(
        folding: &'a Folding,
        layout: &'a Layout,
        options: &'a SolveOptions,
        part_bits: u32,
        most: usize,
        threads: usize,
    ) -> Result<Self> {
        let local_bits = layout.local_bits();
        let piece_bits = MOST_PIECE_BITS.min(local_bits - part_bits - PAGE_INDEX_BITS);
        let needed = folding.blocks() > 1;
        let map = |&s: &Symmetry| {
            let map = (needed && s != Symmetry::IDENTITY)
                .then(|| folding.bit_map(layout, s, part_bits + piece_bits))
                .transpose()?;
            Ok((s, map))
        };
        let maps = folding.symmetries().iter().map(map).collect::<Result<_>>()?;
        let parts = Pool::new(local_bits - part_bits, usize::MAX);
        let pool = Pool::new(local_bits, most);
        let sweeper = Sweeper { backend: options.backend, threads, interrupt: &options.interrupt };
        Ok(Self { folding, layout, sweeper, maps, part_bits, piece_bits, parts, pool })
    }

    fn map(&self, symmetry: Symmetry) -> Option<&BitMap> {
        self.maps.iter().find(|(s, _)| *s == symmetry).and_then(|(_, map)| map.as_ref())
    }

    /// A part of the image of a block under a symmetry.
    fn image(&self, map: &BitMap, source: &Block, part: usize) -> Result<Block> {
        let mut image = self.parts.take()?;
        let size = image.pages().len() >> self.piece_bits;
        let first = part << self.piece_bits;
        let mut pieces: Vec<_> = image.pages_mut().chunks_mut(size).enumerate().collect();
        self.sweeper.each(&mut pieces, |(piece, pages)| {
            self.sweeper.backend.permute(map, source.pages(), first + *piece, pages);
            Ok(())
        })?;
        Ok(image)
    }

    /// Solves a block in one sweep from canonical blocks in memory.
    pub(crate) fn solve_from<'b>(
        &self,
        target: u64,
        convention: Convention,
        solved: &dyn Fn(u64) -> Option<&'b Block>,
    ) -> Result<Block> {
        let updates: Vec<_> = self.folding.updates(target).collect();
        let mut seen = Vec::with_capacity(updates.len());
        for update in &updates {
            let source = solved(update.canonical).ok_or_else(|| Error::Block {
                block: target,
                reason: format!("block {} is not solved yet", update.canonical),
            })?;
            let map = self.map(update.symmetry);
            seen.push((source, map.map(|map| self.image(map, source, 0)).transpose()?));
        }
        let steps: Vec<u64> = updates.iter().map(|u| u.taken).collect();
        let sources: Vec<_> =
            seen.iter().map(|(source, image)| image.as_ref().unwrap_or(source).pages()).collect();
        let mut block = Block::new(self.layout.local_bits())?;
        let program = self.layout.program(&steps, true);
        let mut solve = self.solving(target, convention, false);
        self.sweeper.sweep(&program, block.pages_mut(), &sources, &mut solve)?;
        seen.into_iter().filter_map(|(_, image)| image).for_each(|i| self.parts.give_back(i));
        Ok(block)
    }

    /// Adds N-positions to `n`: the positions of the block that can move to a P-position of the
    /// image of `source` under a symmetry, by taking one of the sets `steps` of block-ID pieces.
    pub(crate) fn update(
        &self,
        n: &mut Block,
        steps: &[u64],
        source: &Block,
        symmetry: Symmetry,
    ) -> Result<()> {
        let Some(map) = self.map(symmetry) else {
            let program = self.layout.update_program(steps, 0, 0);
            return self.add(&program, n.pages_mut(), source.pages());
        };
        let parts = 1usize << self.part_bits;
        let pages = n.pages().len() / parts;
        let programs: Vec<Program> = (0..parts as u64)
            .map(|above| self.layout.update_program(steps, self.part_bits, above))
            .collect();
        for part in 0..parts {
            let image = self.image(map, source, part)?;
            for (into, n) in n.pages_mut().chunks_mut(pages).enumerate() {
                if into & part == part && !programs[into ^ part].is_empty() {
                    self.add(&programs[into ^ part], n, image.pages())?;
                }
            }
            self.parts.give_back(image);
        }
        Ok(())
    }

    fn add(&self, program: &Program, n: &mut [Page], source: &[Page]) -> Result<()> {
        let mut update: Vec<Update> = (0..chunks(n.len())).map(|_| Update).collect();
        self.sweeper.sweep(program, n, &[source], &mut update)
    }

    /// The solvers of the chunks of a block. Without `encode` they start from nothing. With it they
    /// start from the N-positions that moves to other blocks make, and encode.
    fn solving(&self, target: u64, convention: Convention, encode: bool) -> Vec<Solve> {
        let first_is_win = target == 0 && convention.stuck_player_wins();
        (0..self.chunks()).map(|_| Solve::new(first_is_win, encode)).collect()
    }

    /// The number of chunks of a block.
    fn chunks(&self) -> usize {
        chunks(1 << (self.layout.local_bits() - PAGE_INDEX_BITS))
    }

    /// Computes the P-positions of the block, and the bits to store (see `codec`). At the start,
    /// the block contains the N-positions that moves to other blocks make.
    pub(crate) fn settle(
        &self,
        target: u64,
        convention: Convention,
        n: &mut Block,
    ) -> Result<Residual> {
        let mut solve = self.solving(target, convention, true);
        self.sweeper.sweep(&self.codec_program(), n.pages_mut(), &[], &mut solve)?;
        Ok(Residual::of_chunks(solve.into_iter().filter_map(|chunk| chunk.encode).collect()))
    }

    /// The P-positions of a block by number of pieces.
    pub(crate) fn count(&self, target: u64, block: &Block) -> Result<PieceCounts> {
        let size = block.pages().len() / self.chunks();
        let part = |(chunk, pages)| (chunk, pages, PieceCounts::new(self.layout.layers()));
        let mut parts: Vec<_> = block.pages().chunks(size).enumerate().map(part).collect();
        self.sweeper.each(&mut parts, |(chunk, pages, counts)| {
            self.sweeper.backend.count(pages, target.count_ones() + chunk.count_ones(), counts);
            Ok(())
        })?;
        let mut counts = PieceCounts::new(self.layout.layers());
        parts.iter().for_each(|(.., part)| counts.add_all(part, 1));
        Ok(counts)
    }

    /// Fills `block` from its stored bits. Returns false if there are too many or too few.
    pub(crate) fn decode(&self, residual: &Residual, block: &mut Block) -> Result<bool> {
        let program = self.codec_program();
        let mut decode = Decode::of_chunks(residual, block.pages().len());
        if decode.len() != self.chunks() {
            return Ok(false);
        }
        self.sweeper.sweep(&program, block.pages_mut(), &[], &mut decode)?;
        Ok(decode.iter().all(Decode::is_whole))
    }

    fn codec_program(&self) -> Program {
        let program = self.layout.program(&[], true);
        assert!(!program.has_inner_moves(), "blocks in files have a layout of `Layout::of_files`");
        program
    }
}

/// Every position of a board, solved. If symmetries map blocks to each other, only one of them is
/// kept.
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

    /// The convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The numbering of positions inside blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The blocks and their symmetries.
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
    /// [`Error::LayersDiffer`] if the position is on another board.
    pub fn is_win(&self, position: Position) -> Result<bool> {
        position.check_board(self.layers())?;
        let (_, symmetry) = self.folding.canonical(self.layout.block_of(position.pieces()));
        let (block, index) = self.layout.locate(symmetry.apply(position).pieces());
        Ok(self.block(block).is_some_and(|b| !b.get(index)))
    }
}

/// Solves every position of a board of 5 or more layers, with block-ID pieces that are fast.
///
/// `progress` gets the number of solved positions, from any thread.
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
/// The errors of [`solve_with`].
pub fn solve(
    layers: Layers,
    convention: Convention,
    options: &SolveOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Table> {
    solve_with(
        &Folding::new(layers, in_memory_pieces(layers), true)?,
        convention,
        options,
        progress,
    )
}

/// Solves every position of a board, block by block in memory.
///
/// # Errors
///
/// [`Error::BlockPieces`] below 5 layers or for unsuitable pieces; [`Error::Memory`] if the table
/// is larger than the limit; [`Error::NoRoom`] if the system has less memory;
/// [`Error::Interrupted`].
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
    // As many threads as the memory allows. Each has buffers for the images that it reads.
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
    // Images are made as a whole: one sweep reads all of them.
    let solver = BlockSolver::new(folding, &layout, options, 0, 0, 1)?;
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
        let own = solver.count(target, &block)?;
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

/// The number of source blocks that a job reads through a symmetry. Each needs a buffer.
fn images_of(folding: &Folding, block: u64) -> u64 {
    folding.updates(block).filter(|u| u.symmetry != Symmetry::IDENTITY).count() as u64
}

/// The block-ID pieces with which a board is solved fastest in memory: a union of orbits on the rim
/// without the corners, which are the lowest index bits.
fn in_memory_pieces(layers: Layers) -> u64 {
    let k = u32::from(layers.get());
    let orbit = |distances: [u32; 3]| {
        let [a, b, _] = distances;
        let one = 1 << piece(a + b, a);
        Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, one))
    };
    match k {
        0..=6 => 0,
        7 => orbit([0, 1, k - 2]),
        _ => orbit([1, 1, k - 3]) | orbit([0, 3, k - 4]),
    }
}
