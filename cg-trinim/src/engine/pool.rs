//! The blocks in memory. Buffers are used again, since the system takes long to provide gigabytes.
//! Solved blocks are kept as long as there is memory, since decoding them takes time. If memory is
//! short, the kept block that is read again last is dropped.

use super::register::Block;
use crate::Result;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Blocks of one size. Their number has an upper bound.
pub(crate) struct Pool {
    bits: u32,
    most: usize,
    state: Mutex<State>,
    /// A claim was released.
    released: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of blocks that exist.
    made: usize,
    free: Vec<Block>,
    /// Solved blocks by number.
    kept: Vec<(u64, Arc<Block>)>,
    /// Blocks that a job is loading.
    claimed: BTreeSet<u64>,
    /// The jobs that will read each block, the last of them first.
    readers: HashMap<u64, Vec<usize>>,
}

impl State {
    /// The next job that reads a block.
    fn next_reader(&self, number: u64) -> usize {
        self.readers.get(&number).and_then(|jobs| jobs.last().copied()).unwrap_or(usize::MAX)
    }
}

impl Pool {
    /// A pool of at most `most` blocks of 2^`bits` positions.
    pub(crate) fn new(bits: u32, most: usize) -> Self {
        Self { bits, most, state: Mutex::default(), released: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Announces the jobs that will read each block, the last of them first.
    pub(crate) fn announce(&self, readers: HashMap<u64, Vec<usize>>) {
        self.lock().readers = readers;
    }

    /// A block with any content. If there is no free one, a kept block is dropped: of the unused
    /// ones, the one that is read again last.
    pub(crate) fn take(&self) -> Result<Block> {
        let mut state = self.lock();
        if let Some(block) = state.free.pop() {
            return Ok(block);
        }
        if state.made < self.most {
            let block = Block::new(self.bits)?;
            state.made += 1;
            return Ok(block);
        }
        let unused = (0..state.kept.len()).filter(|&at| Arc::strong_count(&state.kept[at].1) == 1);
        let last = unused.max_by_key(|&at| (state.next_reader(state.kept[at].0), state.kept[at].0));
        let (_, block) =
            state.kept.swap_remove(last.expect("a pool has room for two blocks of each thread"));
        Ok(Arc::into_inner(block).expect("only this pool has the block"))
    }

    /// Takes back a block that is no longer needed.
    pub(crate) fn give_back(&self, block: Block) {
        self.lock().free.push(block);
    }

    /// Removes from `wanted` a block that job `job` can read next, and returns it, with its content
    /// if it is in memory. If other jobs are loading all blocks of `wanted`, it waits.
    pub(crate) fn find(&self, wanted: &mut Vec<u64>, job: usize) -> Option<(u64, Found<'_>)> {
        let mut state = self.lock();
        while !wanted.is_empty() {
            let kept = |number: &u64| state.kept.iter().find(|(kept, _)| kept == number);
            let here = wanted.iter().enumerate().find_map(|(at, n)| Some((at, kept(n)?.1.clone())));
            let free = || wanted.iter().position(|number| !state.claimed.contains(number));
            let found = here.map(|(at, block)| (at, Some(block)));
            if let Some((at, block)) = found.or_else(|| Some((free()?, None))) {
                let number = wanted.remove(at);
                if let Some(readers) = state.readers.get_mut(&number) {
                    readers.retain(|&reader| reader != job);
                }
                let found = block.map_or_else(
                    || {
                        state.claimed.insert(number);
                        Found::Missing(Claim { pool: self, number })
                    },
                    Found::Kept,
                );
                return Some((number, found));
            }
            state = self.released.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Keeps a solved block.
    pub(crate) fn keep(&self, number: u64, block: Block) -> Arc<Block> {
        let block = Arc::new(block);
        self.lock().kept.push((number, Arc::clone(&block)));
        block
    }
}

/// The state of a block in the pool.
pub(crate) enum Found<'a> {
    Kept(Arc<Block>),
    /// The job must load it.
    Missing(Claim<'a>),
}

/// While a claim lives, no other job loads this block.
pub(crate) struct Claim<'a> {
    pool: &'a Pool,
    number: u64,
}

impl Claim<'_> {
    /// Delivers the block.
    pub(crate) fn redeem(self, block: Block) -> Arc<Block> {
        self.pool.keep(self.number, block)
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.pool.lock().claimed.remove(&self.number);
        self.pool.released.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Pool};
    use std::sync::Arc;

    #[test]
    fn what_is_read_again_last_goes_first() {
        let pool = Pool::new(15, 3);
        pool.announce([(0, vec![9, 1]), (1, vec![8, 2]), (2, vec![3])].into());
        for number in 0..3 {
            let block = pool.take().unwrap();
            pool.keep(number, block);
        }
        let kept = |job, number| match pool.find(&mut vec![number], job) {
            Some((_, Found::Kept(block))) => Some(block),
            Some((_, Found::Missing(claim))) => {
                claim.redeem(pool.take().unwrap());
                None
            }
            None => panic!("one is wanted"),
        };
        // Job 1 reads 0, which 9 reads again, and 3, which nobody else reads.
        let used = kept(1, 0).expect("there was room");
        // Block 3 is in use, and block 2 is read later than block 1.
        assert!(kept(1, 3).is_none());
        assert!(kept(2, 1).is_some() && kept(2, 0).is_some());
        assert_eq!(Arc::strong_count(&used), 2);
        drop(used);
        // Block 3 is never read again.
        assert!(kept(3, 2).is_none() && kept(3, 0).is_some() && kept(3, 1).is_some());
    }

    #[test]
    fn a_block_is_brought_by_one_job() {
        let pool = Pool::new(15, 4);
        let (mut one, mut other) = (vec![5, 6], vec![5, 6]);
        let Some((5, Found::Missing(five))) = pool.find(&mut one, 0) else {
            panic!("none is kept")
        };
        let Some((6, Found::Missing(six))) = pool.find(&mut other, 1) else {
            panic!("5 is claimed")
        };
        std::thread::scope(|scope| {
            let waits =
                scope.spawn(|| matches!(pool.find(&mut other, 1), Some((5, Found::Kept(_)))));
            five.redeem(pool.take().unwrap());
            assert!(waits.join().unwrap());
            // If one job fails to load a block, another job tries it.
            let tries =
                scope.spawn(|| matches!(pool.find(&mut one, 0), Some((6, Found::Missing(_)))));
            drop(six);
            assert!(tries.join().unwrap());
        });
        assert!(one.is_empty() && other.is_empty());
        assert!(pool.find(&mut one, 0).is_none());
    }
}
