//! A block on several threads. It is cut into *chunks* by its highest index bits.
//!
//! Moves from a chunk lead to chunks with fewer of the pieces that number chunks. So chunks with
//! the same number of pieces are swept at the same time. The cut of a block depends on its size
//! alone, never on the number of threads.

use super::register::Page;
use super::simd::Backend;
use super::sweep::{Finish, Job, Program};
use crate::Result;
use cg_core::{Arrange, Interrupt};
use std::sync::{Mutex, PoisonError};

/// The smallest size of a chunk in pages of 4 KiB, unless the chunk is the whole block.
const LEAST_PAGES: usize = 256;
/// The largest number of chunks in a block. With 256, sixteen threads wait for a quarter of the
/// time.
const MOST_CHUNKS: usize = 256;

/// The number of chunks of a block with `pages` pages: a power of two.
pub(crate) fn chunks(pages: usize) -> usize {
    (pages / LEAST_PAGES).clamp(1, MOST_CHUNKS)
}

/// Data that all sweeps of a solver share.
#[derive(Clone, Copy)]
pub(crate) struct Sweeper<'a> {
    pub(crate) backend: Backend,
    pub(crate) threads: usize,
    pub(crate) interrupt: &'a Interrupt,
}

impl Sweeper<'_> {
    /// Sweeps a block, or a part of one. Each chunk has a value that finishes its pages.
    pub(crate) fn sweep<F: Finish + Send>(
        &self,
        program: &Program,
        block: &mut [Page],
        sources: &[&[Page]],
        finish: &mut [F],
    ) -> Result<()> {
        let count = finish.len();
        let size = block.len() / count;
        // One thread follows the order of pages, so that near pages are in the cache.
        let level = |chunk: usize| match (program.reads_its_block(), self.threads) {
            (false, _) => 0,
            (true, 1) => chunk,
            (true, _) => chunk.count_ones() as usize,
        };
        let mut all: Vec<_> =
            block.chunks_mut(size).zip(finish).enumerate().map(|(i, (p, f))| (i, p, f)).collect();
        all.arrange_by_key(|&(chunk, ..)| (level(chunk), chunk));
        let mut rest = all.as_mut_slice();
        let mut lower: Vec<&[Page]> = vec![&[]; count];
        while let Some(&(first, ..)) = rest.first() {
            let same = rest.iter().take_while(|&&(chunk, ..)| level(chunk) == level(first)).count();
            let (now, later) = std::mem::take(&mut rest).split_at_mut(same);
            self.each(now, |(chunk, pages, finish)| {
                let (lower, interrupt) = (lower.as_slice(), self.interrupt);
                let mut job = Job { program, chunk: *chunk, pages, lower, sources, interrupt };
                self.backend.sweep(&mut job, *finish)
            })?;
            for (chunk, pages, _) in now {
                lower[*chunk] = pages;
            }
            rest = later;
        }
        Ok(())
    }

    /// Works on each item, on all threads. The first error ends the work.
    pub(crate) fn each<T: Send>(
        &self,
        things: &mut [T],
        work: impl Fn(&mut T) -> Result<()> + Sync,
    ) -> Result<()> {
        let threads = self.threads.min(things.len());
        let state = Mutex::new((things.iter_mut(), None));
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let next = || {
            let (left, failed) = &mut *lock();
            if failed.is_none() { left.next() } else { None }
        };
        let worker = || {
            while let Some(thing) = next() {
                if let Err(error) = work(thing) {
                    lock().1.get_or_insert(error);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(worker);
            }
            worker();
        });
        let (_, failed) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::chunks;
    use crate::engine::BlockSolver;
    use crate::engine::register::Page;
    use crate::{Convention, Folding, Layers, Layout, SolveOptions, Symmetry};

    /// Threads change no result, and a wrong start of a chunk is detected.
    #[test]
    fn the_chunks_of_a_block_are_coded_apart() {
        let layers = Layers::new(7).unwrap();
        let three = Symmetry::ALL.iter().fold(0, |set, s| set | s.apply_to(layers, 1 << 4));
        let folding = Folding::new(layers, three, true).unwrap();
        let layout = Layout::of_files(&folding).unwrap();
        let options = SolveOptions::default();
        let coded = |threads: usize| {
            let solver =
                BlockSolver::new(&folding, &layout, &options, layout.part_bits(), 2, threads);
            let solver = solver.unwrap();
            let [mut block, mut decoded] = [0; 2].map(|_| solver.pool.take().unwrap());
            assert_eq!(chunks(block.pages().len()), 4);
            let mut residual = solver.settle(0, Convention::Misere, &mut block).unwrap();
            let counts = solver.count(0, &block).unwrap();
            decoded.pages_mut().fill(Page::ZERO);
            assert!(solver.decode(&residual, &mut decoded).unwrap());
            assert!(decoded.pages() == block.pages());
            let right = residual.clone();
            residual.starts[2] += 1;
            assert!(!solver.decode(&residual, &mut decoded).unwrap());
            residual.starts.pop();
            assert!(!solver.decode(&residual, &mut decoded).unwrap());
            (right, counts)
        };
        assert_eq!(coded(1), coded(3));
    }
}
