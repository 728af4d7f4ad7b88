//! Memo tables keyed by games.

use std::mem::size_of;

use cg_core::Game;
use rustc_hash::FxHashMap;

/// What is known of ordered pairs of games.
#[derive(Debug)]
pub(crate) struct PairMemo<V>(FxHashMap<u64, V>);

impl<V> Default for PairMemo<V> {
    fn default() -> Self {
        PairMemo(FxHashMap::default())
    }
}

fn key(g: Game, h: Game) -> u64 {
    u64::from(g.id()) << 32 | u64::from(h.id())
}

impl<V: Copy> PairMemo<V> {
    #[inline]
    pub(crate) fn get(&self, g: Game, h: Game) -> Option<V> {
        self.0.get(&key(g, h)).copied()
    }

    #[inline]
    pub(crate) fn insert(&mut self, g: Game, h: Game, value: V) {
        self.0.insert(key(g, h), value);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * (size_of::<(u64, V)>() + 1)
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
