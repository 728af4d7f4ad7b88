//! Memo tables keyed by games, and the memory of functions on games ([`Memos`]).
//!
//! The tables are flat and open-addressed. Those with pairs as keys may be bounded in size. Then they
//! forget the older half of their entries and do not grow, and forgotten results are computed
//! again.
//!
//! The order of the first few thousand games is a matrix of bits, which answers most look-ups of a
//! session ([`OrderMemo`]). The rest is a [`PairMemo`]. Algorithms that compare one game with many
//! take its row or its column once.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;
use std::sync::Arc;

use cg_core::{Dyadic, Game};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::form::{Form, Forms};
use crate::functions::{Stops, Thermograph};

/// The games that each family of sums of the registry knows, each with its number there and whether
/// it is the negative of that.
pub(crate) type KnownSums = Vec<FxHashMap<Game, (usize, bool)>>;

/// Results about ordered pairs of games.
#[derive(Debug)]
pub(crate) struct PairMemo<V> {
    entries: HashTable<(Game, Game, V)>,
    /// The entries of a bounded table when it was last full.
    old: HashTable<(Game, Game, V)>,
    /// The largest number of entries of each of the two tables.
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
    /// The largest number of bytes for each entry. In a table that has just grown, a little less
    /// than half is used.
    const BYTES: usize = (size_of::<(Game, Game, V)>() + 1) * 16 / 7;

    /// Bounds the table to `bytes` bytes, apart from a few entries.
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

    /// Removes everything and frees the memory.
    pub(crate) fn clear(&mut self) {
        if !self.entries.is_empty() {
            *self = PairMemo { most: self.most, ..PairMemo::default() };
        }
    }

    /// Removes everything. This is for a table that is cleared often: its memory is freed only if
    /// it is large.
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
        // When an almost full table grows, it exists together with a table of twice its size.
        let (len, capacity) = (self.entries.len(), self.entries.capacity());
        let times = if len > capacity / 16 * 15 && len < self.most { 3 } else { 1 };
        times * self.entries.allocation_size() + self.old.allocation_size()
    }
}

/// Results about single games, indexed by games.
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

    /// About the number of bytes.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Option<Game>>()
    }
}

/// The number of the first games whose order is in the matrix: 4 MiB when it is full.
const DENSE: usize = 1 << 12;
/// Two bits for each column.
const PER_WORD: usize = 32;
/// Words from row to row. It is one cache line more than the bits need. Otherwise all entries of a
/// column would compete for the same few lines of the cache.
const STRIDE: usize = WORDS + 8;
/// Words of one row.
const WORDS: usize = DENSE / PER_WORD;

/// Two bits for each of the first games: whether the relation is known, and whether it holds.
const NOTHING: [u64; WORDS] = [0; WORDS];

#[inline]
fn look_up(word: u64, column: usize) -> Option<bool> {
    let bits = word >> (2 * (column % PER_WORD));
    (bits & 1 != 0).then_some(bits & 2 != 0)
}

#[inline]
fn note(word: &mut u64, column: usize, holds: bool) {
    let shift = 2 * (column % PER_WORD);
    *word = *word & !(3 << shift) | (1 | u64::from(holds) << 1) << shift;
}

/// The results about the draft, which is another game each time.
#[derive(Debug)]
struct DraftOrder {
    /// The words that are not 0: in `at_most` or, with [`WORDS`] added, in `at_least`.
    noted: Vec<usize>,
    /// Whether the draft is at most a game.
    at_most: [u64; WORDS],
    /// Whether a game is at most the draft.
    at_least: [u64; WORDS],
    others: PairMemo<bool>,
}

impl DraftOrder {
    fn new() -> Self {
        DraftOrder {
            noted: Vec::new(),
            at_most: NOTHING,
            at_least: NOTHING,
            others: PairMemo::default(),
        }
    }
}

/// Whether g <= h, for the pairs for which it was computed.
#[derive(Debug)]
pub(crate) struct OrderMemo {
    /// The rows, one after another, as many as were needed.
    matrix: Vec<u64>,
    others: PairMemo<bool>,
    draft: Box<DraftOrder>,
}

impl Default for OrderMemo {
    fn default() -> Self {
        OrderMemo {
            matrix: Vec::new(),
            others: PairMemo::default(),
            draft: Box::new(DraftOrder::new()),
        }
    }
}

/// The results about "game <= h", for one game and all h.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    game: Game,
    /// For the first games h; empty if the matrix has no such row.
    words: &'a [u64],
    others: &'a PairMemo<bool>,
}

impl Row<'_> {
    /// Whether the game is at most `h`, which is not the draft.
    #[inline]
    pub(crate) fn at_most(&self, h: Game) -> Option<bool> {
        match self.words.get(h.index() / PER_WORD) {
            Some(&word) => look_up(word, h.index()),
            None => self.others.get(self.game, h),
        }
    }
}

/// The results about "g <= game", for one game and all g.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    game: Game,
    /// The draft's entries if the game is the draft; otherwise the matrix.
    words: &'a [u64],
    others: &'a PairMemo<bool>,
}

impl Column<'_> {
    /// Whether `g`, which is not the draft, is at most the game.
    #[inline]
    pub(crate) fn at_least(&self, g: Game) -> Option<bool> {
        let (word, bit) = if self.game == Game::DRAFT {
            (g.index() / PER_WORD, g.index())
        } else if self.game.index() < DENSE && g.index() < DENSE {
            (g.index() * STRIDE + self.game.index() / PER_WORD, self.game.index())
        } else {
            return self.others.get(g, self.game);
        };
        match self.words.get(word) {
            Some(&word) => look_up(word, bit),
            None if g.index() < DENSE => None,
            None => self.others.get(g, self.game),
        }
    }
}

impl OrderMemo {
    /// The results about "g <= h" for all h.
    #[inline]
    pub(crate) fn row(&self, g: Game) -> Row<'_> {
        if g == Game::DRAFT {
            let draft = &*self.draft;
            return Row { game: g, words: &draft.at_most, others: &draft.others };
        }
        let words = match g.index() {
            row if row >= DENSE => &[],
            row => self.matrix.get(row * STRIDE..row * STRIDE + WORDS).unwrap_or(&NOTHING),
        };
        Row { game: g, words, others: &self.others }
    }

    /// The results about "g <= h" for all g.
    #[inline]
    pub(crate) fn column(&self, h: Game) -> Column<'_> {
        if h == Game::DRAFT {
            let draft = &*self.draft;
            return Column { game: h, words: &draft.at_least, others: &draft.others };
        }
        Column { game: h, words: &self.matrix, others: &self.others }
    }

    /// Whether g <= h, if it is known.
    #[inline]
    pub(crate) fn get(&self, g: Game, h: Game) -> Option<bool> {
        if h == Game::DRAFT { self.column(h).at_least(g) } else { self.row(g).at_most(h) }
    }

    /// Remembers whether g <= h. One of them may be the draft.
    #[inline]
    pub(crate) fn insert(&mut self, g: Game, h: Game, holds: bool) {
        if g == Game::DRAFT || h == Game::DRAFT {
            self.insert_of_draft(g, h, holds);
        } else if g.index() < DENSE && h.index() < DENSE {
            let end = (g.index() + 1) * STRIDE;
            if self.matrix.len() < end {
                self.matrix.resize(end, 0);
            }
            note(&mut self.matrix[end - STRIDE + h.index() / PER_WORD], h.index(), holds);
        } else {
            self.others.insert(g, h, holds);
        }
    }

    fn insert_of_draft(&mut self, g: Game, h: Game, holds: bool) {
        let draft = &mut *self.draft;
        let (words, other, offset) = match g == Game::DRAFT {
            true => (&mut draft.at_most, h, 0),
            false => (&mut draft.at_least, g, WORDS),
        };
        let place = other.index() / PER_WORD;
        match words.get_mut(place) {
            Some(word) => {
                if *word == 0 {
                    draft.noted.push(place + offset);
                }
                note(word, other.index(), holds);
            }
            None => draft.others.insert(g, h, holds),
        }
    }

    /// Forgets the results about the draft, before it becomes another game.
    pub(crate) fn forget_draft(&mut self) {
        let draft = &mut *self.draft;
        for place in draft.noted.drain(..) {
            match place.checked_sub(WORDS) {
                None => draft.at_most[place] = 0,
                Some(place) => draft.at_least[place] = 0,
            }
        }
        draft.others.clear_often();
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.matrix = Vec::new();
        self.others.clear();
        self.forget_draft();
    }

    /// Bounds the part outside the matrix ([`PairMemo::bound`]).
    pub(crate) fn bound(&mut self, bytes: u64) {
        self.others.bound(bytes);
    }

    /// About the number of bytes.
    pub(crate) fn memory(&self) -> usize {
        self.matrix.capacity() * size_of::<u64>()
            + self.others.memory()
            + size_of::<DraftOrder>()
            + self.draft.others.memory()
    }
}

/// The answers so far, indexed by their nodes.
#[derive(Debug)]
pub(crate) struct Answers<N, T>(FxHashMap<N, T>);

impl<N, T> Default for Answers<N, T> {
    fn default() -> Self {
        Answers(FxHashMap::default())
    }
}

impl<N: Copy + Eq + Hash, T> Answers<N, T> {
    /// The answer for `node`, which must have been computed.
    pub(crate) fn of(&self, node: N) -> &T {
        self.get(node).expect("what an answer depends on is worked out before it")
    }

    /// The answer for `node`, if it was computed.
    pub(crate) fn get(&self, node: N) -> Option<&T> {
        self.0.get(&node)
    }

    pub(crate) fn insert(&mut self, node: N, answer: T) {
        self.0.insert(node, answer);
    }

    /// About the number of bytes.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<(N, T)>()
    }
}

/// Answers that are used for further answers.
#[derive(Debug, Default)]
pub(crate) struct Memos {
    /// The number, if a game is a number and no subgroup makes numbers.
    pub(crate) numbers: Answers<Game, Option<Dyadic>>,
    pub(crate) stops: Answers<Game, Stops>,
    /// The stops of games that are not short.
    pub(crate) stop_games: Answers<Game, [Game; 2]>,
    pub(crate) thermographs: Answers<Game, Arc<Thermograph>>,
    pub(crate) forms: Forms,
    pub(crate) values_of_forms: Answers<Form, Game>,
    pub(crate) canonical_forms: Answers<Game, Form>,
    /// About the number of bytes of the thermographs.
    pub(crate) thermograph_bytes: usize,
}

impl Memos {
    /// Forgets all answers; forms stay.
    pub(crate) fn forget(&mut self) {
        *self = Memos { forms: std::mem::take(&mut self.forms), ..Memos::default() };
    }

    /// About the number of bytes.
    pub(crate) fn memory(&self) -> usize {
        self.numbers.memory()
            + self.stops.memory()
            + self.stop_games.memory()
            + self.thermographs.memory()
            + self.thermograph_bytes
            + self.forms.memory()
            + self.values_of_forms.memory()
            + self.canonical_forms.memory()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use cg_core::{Limits, Registry, Result};

    use super::*;
    use crate::Engine;

    /// The integers from 0 on.
    fn games(count: usize) -> Result<Vec<Game>> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let mut games = vec![Game::ZERO];
        while games.len() < count {
            games.push(engine.game(&[games[games.len() - 1]], &[])?);
        }
        assert!(!games.contains(&Game::DRAFT));
        Ok(games)
    }

    #[test]
    fn a_table_that_may_grow_forgets_nothing() -> Result<()> {
        let games = games(300)?;
        let mut memo = PairMemo::default();
        let mut map = HashMap::new();
        for (i, &g) in games.iter().enumerate().skip(1) {
            for &h in &games[..i] {
                memo.insert(g, h, games[(i * i) % 300]);
                map.insert((g, h), games[(i * i) % 300]);
            }
        }
        for &g in &games[1..] {
            for &h in &games {
                assert_eq!(memo.get(g, h), map.get(&(g, h)).copied());
            }
        }
        memo.insert(games[2], games[1], games[7]);
        assert_eq!(
            memo.get(games[2], games[1]),
            Some(games[7]),
            "the new value replaces the old one"
        );
        memo.clear();
        assert_eq!((memo.get(games[2], games[1]), memo.memory()), (None, 0));
        Ok(())
    }

    #[test]
    fn a_bounded_table_forgets_rather_than_grow() -> Result<()> {
        let games = games(300)?;
        let mut memo = PairMemo::default();
        let bound = 1 << 14;
        memo.bound(bound);
        for (i, &g) in games.iter().enumerate().skip(1) {
            for (j, &h) in games[..i].iter().enumerate() {
                memo.insert(g, h, i * 300 + j);
                assert_eq!(memo.get(g, h), Some(i * 300 + j), "what came last is there");
            }
        }
        assert!(memo.memory() as u64 <= bound);
        let mut kept = 0;
        for (i, &g) in games.iter().enumerate() {
            for (j, &h) in games.iter().enumerate() {
                if let Some(value) = memo.get(g, h) {
                    assert_eq!(value, i * 300 + j);
                    kept += 1;
                }
            }
        }
        assert!(kept >= memo.most && kept <= 2 * memo.most, "{kept} of {}", memo.most);
        memo.bound(0);
        assert_eq!(memo.get(games[2], games[1]), None, "too large for the new bound, so emptied");
        memo.insert(games[2], games[1], 5);
        assert_eq!(memo.get(games[2], games[1]), Some(5));
        Ok(())
    }

    /// Inserted results are found, by pair, by row and by column, and no others.
    #[test]
    fn it_agrees_with_a_map() -> Result<()> {
        // More games than the matrix has rows.
        let games = games(DENSE + 101)?;
        let mut memo = OrderMemo::default();
        let mut map = HashMap::new();
        let edge = DENSE - 6..DENSE + 6;
        let near: Vec<Game> = games.iter().copied().filter(|g| edge.contains(&g.index())).collect();
        let some: Vec<Game> =
            games[..40].iter().chain(&near).copied().chain([Game::DRAFT]).collect();
        for (i, &g) in some.iter().enumerate() {
            for (j, &h) in some.iter().enumerate() {
                if g != h && (i * 7 + j * 3) % 5 < 3 {
                    memo.insert(g, h, (i + j) % 3 == 0);
                    map.insert((g, h), (i + j) % 3 == 0);
                }
            }
        }
        let check = |memo: &OrderMemo, map: &HashMap<(Game, Game), bool>| {
            for &g in &some {
                for &h in some.iter().filter(|&&h| h != g) {
                    let expected = map.get(&(g, h)).copied();
                    assert_eq!(memo.get(g, h), expected, "{g:?} {h:?}");
                    if h != Game::DRAFT {
                        assert_eq!(memo.row(g).at_most(h), expected, "{g:?} {h:?}");
                    }
                    if g != Game::DRAFT {
                        assert_eq!(memo.column(h).at_least(g), expected, "{g:?} {h:?}");
                    }
                }
            }
        };
        check(&memo, &map);
        memo.forget_draft();
        map.retain(|&(g, h), _| g != Game::DRAFT && h != Game::DRAFT);
        check(&memo, &map);
        memo.forget();
        check(&memo, &HashMap::new());
        Ok(())
    }
}
