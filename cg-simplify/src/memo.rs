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

/// How many of the first games have their order in the dense part: a bit
/// matrix of 4 MiB when full, which most look-ups of a session fall into.
const DENSE: usize = 1 << 12;

/// For one game g and the first [`DENSE`] games h: whether g <= h is known, and
/// if so, whether it holds.
#[derive(Clone, Debug)]
struct Row {
    known: [u64; DENSE / 64],
    holds: [u64; DENSE / 64],
}

/// What is known of the order.
#[derive(Debug, Default)]
pub(crate) struct OrderMemo {
    rows: Vec<Option<Box<Row>>>,
    others: PairMemo<bool>,
}

impl OrderMemo {
    /// Whether g <= h, if that is known.
    #[inline]
    pub(crate) fn get(&self, g: Game, h: Game) -> Option<bool> {
        let (row, column) = (g.index(), h.index());
        if row >= DENSE || column >= DENSE {
            return self.others.get(g, h);
        }
        let row = self.rows.get(row)?.as_ref()?;
        let (word, bit) = (column / 64, 1 << (column % 64));
        (row.known[word] & bit != 0).then_some(row.holds[word] & bit != 0)
    }

    #[inline]
    pub(crate) fn insert(&mut self, g: Game, h: Game, holds: bool) {
        let (row, column) = (g.index(), h.index());
        if row >= DENSE || column >= DENSE {
            self.others.insert(g, h, holds);
            return;
        }
        if self.rows.len() <= row {
            self.rows.resize(row + 1, None);
        }
        let empty = || Box::new(Row { known: [0; DENSE / 64], holds: [0; DENSE / 64] });
        let row = self.rows[row].get_or_insert_with(empty);
        let (word, bit) = (column / 64, 1 << (column % 64));
        row.known[word] |= bit;
        if holds {
            row.holds[word] |= bit;
        }
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.rows.len() * (size_of::<Option<Box<Row>>>() + size_of::<Row>()) + self.others.memory()
    }
}
