//! The blocks in memory: buffers that are used again, since the system takes long to give
//! gigabytes, and solved blocks that are kept as long as there is room, since they would
//! have to be decoded again.

use super::register::Block;
use crate::Result;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Blocks of one size, at most so many at a time.
pub(crate) struct Pool {
    bits: u32,
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Blocks that were made and not taken apart.
    made: usize,
    free: Vec<Block>,
    /// Solved blocks by number, the least recently used first.
    kept: Vec<(u64, Arc<Block>)>,
}

impl Pool {
    /// A pool of at most `most` blocks of 2^`bits` positions.
    pub(crate) fn new(bits: u32, most: usize) -> Self {
        Self { bits, most, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block with any content. A kept one that nobody uses is given up for it when there
    /// is no other.
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
        let unused = state.kept.iter().position(|(_, block)| Arc::strong_count(block) == 1);
        let (_, block) =
            state.kept.remove(unused.expect("a pool has room for two blocks of each thread"));
        Ok(Arc::into_inner(block).expect("only this pool has the block"))
    }

    /// Takes a block back that is not needed any more.
    pub(crate) fn give_back(&self, block: Block) {
        self.lock().free.push(block);
    }

    /// A solved block that was kept.
    pub(crate) fn get(&self, number: u64) -> Option<Arc<Block>> {
        let mut state = self.lock();
        let at = state.kept.iter().position(|(kept, _)| *kept == number)?;
        let entry = state.kept.remove(at);
        let block = Arc::clone(&entry.1);
        state.kept.push(entry);
        Some(block)
    }

    /// Whether a solved block is kept.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.lock().kept.iter().any(|(kept, _)| *kept == number)
    }

    /// Keeps a solved block.
    pub(crate) fn keep(&self, number: u64, block: Block) -> Arc<Block> {
        let block = Arc::new(block);
        self.lock().kept.push((number, Arc::clone(&block)));
        block
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use std::sync::Arc;

    #[test]
    fn what_was_used_least_recently_goes_first() {
        let pool = Pool::new(15, 3);
        for number in 0..3 {
            let block = pool.take().unwrap();
            pool.keep(number, block);
        }
        let used = pool.get(0).expect("there was room");
        let block = pool.take().unwrap();
        assert_eq!([0, 1, 2].map(|number| pool.has(number)), [true, false, true]);
        // What is in use stays, whenever it was used.
        pool.keep(3, block);
        pool.get(2).expect("there was room");
        let block = pool.take().unwrap();
        assert_eq!([0, 2, 3].map(|number| pool.has(number)), [true, true, false]);
        pool.give_back(block);
        assert_eq!(Arc::strong_count(&used), 2);
    }
}
