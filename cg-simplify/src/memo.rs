//! Memo tables keyed by games.
//!
//! All are flat and open-addressed. Those keyed by pairs may be bounded in size:
//! then they forget the older half of their entries rather than grow, and what was
//! forgotten is worked out again.

use std::hash::BuildHasher;
use std::mem::size_of;

use cg_core::Game;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

#[cfg(test)]
mod tests;

/// What is known of ordered pairs of games.
#[derive(Debug)]
pub(crate) struct PairMemo<V> {
    entries: HashTable<(Game, Game, V)>,
    /// What a bounded table held when it was full last.
    old: HashTable<(Game, Game, V)>,
    /// How many entries each of the two may have.
    most: usize,
}

impl<V> Default for PairMemo<V> {
    fn default() -> Self {
        PairMemo { entries: HashTable::new(), old: HashTable::new(), most: usize::MAX }
    }
}

#[inline]
fn hash(g: Game, h: Game) -> u64 {
    FxBuildHasher.hash_one(u64::from(g.id()) << 32 | u64::from(h.id()))
}

impl<V: Copy> PairMemo<V> {
    /// Bytes for each entry, at most: of a table that has just grown, a little
    /// less than half is in use.
    const BYTES: usize = (size_of::<(Game, Game, V)>() + 1) * 16 / 7;

    /// The table may hold so many bytes from now on, but for a few entries.
    pub(crate) fn bound(&mut self, bytes: u64) {
        let entries = usize::try_from(bytes).unwrap_or(usize::MAX) / Self::BYTES / 2;
        self.most = entries.max(1);
        if self.entries.len() > self.most {
            self.clear();
        }
    }

    #[inline]
    pub(crate) fn get(&self, g: Game, h: Game) -> Option<V> {
        let hash = hash(g, h);
        let same = |entry: &(Game, Game, V)| (entry.0, entry.1) == (g, h);
        let found = self.entries.find(hash, same);
        let found =
            if self.old.is_empty() { found } else { found.or_else(|| self.old.find(hash, same)) };
        found.map(|entry| entry.2)
    }

    #[inline]
    pub(crate) fn insert(&mut self, g: Game, h: Game, value: V) {
        if self.entries.len() >= self.most {
            self.old = std::mem::take(&mut self.entries);
        }
        let entry = self.entries.entry(
            hash(g, h),
            |entry| (entry.0, entry.1) == (g, h),
            |entry| hash(entry.0, entry.1),
        );
        entry.and_modify(|entry| entry.2 = value).or_insert((g, h, value));
    }

    /// Forgets everything, and gives the memory back.
    pub(crate) fn clear(&mut self) {
        if !self.entries.is_empty() {
            *self = PairMemo { most: self.most, ..PairMemo::default() };
        }
    }

    /// Forgets everything, for a table that is emptied often: its memory is given
    /// back only when it is large.
    pub(crate) fn clear_often(&mut self) {
        const SMALL: usize = 1 << 8;
        if self.entries.capacity() <= SMALL {
            self.entries.clear();
        } else {
            self.clear();
        }
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.entries.allocation_size() + self.old.allocation_size()
    }
}

/// What is known of single games, indexed by them.
#[derive(Debug, Default)]
pub(crate) struct GameMemo(Vec<Option<Game>>);

impl GameMemo {
    #[inline]
    pub(crate) fn get(&self, g: Game) -> Option<Game> {
        self.0.get(g.index()).copied().flatten()
    }

    pub(crate) fn insert(&mut self, g: Game, value: Game) {
        if self.0.len() <= g.index() {
            self.0.resize(g.index() + 1, None);
        }
        self.0[g.index()] = Some(value);
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Option<Game>>()
    }
}
