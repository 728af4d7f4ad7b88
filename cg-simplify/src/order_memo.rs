//! What is known of the order.
//!
//! The order of the first few thousand games is a matrix of bits, which most
//! look-ups of a session fall into; the rest is a [`PairMemo`]. Algorithms that
//! compare one game with many take its row or its column once.

use std::mem::size_of;

use cg_core::Game;

use crate::memo::PairMemo;

#[cfg(test)]
mod tests;

/// How many of the first games have their order in the matrix: 4 MiB when full.
const DENSE: usize = 1 << 12;
/// Two bits for each column.
const PER_WORD: usize = 32;
/// Words from row to row: one cache line more than there are bits, lest all the
/// entries of a column compete for the same few lines of the cache.
const STRIDE: usize = WORDS + 8;
/// Words of one row.
const WORDS: usize = DENSE / PER_WORD;

/// Two bits for each of the first games: whether something is known, and whether
/// that is that it holds.
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

/// What was worked out of the draft, which is another game each time.
#[derive(Debug)]
struct DraftOrder {
    /// The words that are not 0: in `at_most`, or, with [`WORDS`] more, in `at_least`.
    noted: Vec<usize>,
    /// Whether it is at most a game.
    at_most: [u64; WORDS],
    /// Whether a game is at most it.
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

/// Whether g <= h, for the pairs where that was worked out.
#[derive(Debug)]
pub(crate) struct OrderMemo {
    /// Row after row, as many as were needed.
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

/// What is known of "game <= h", for one game and all h.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    game: Game,
    /// For the first games h; empty where the matrix has no such row.
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

/// What is known of "g <= game", for one game and all g.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    game: Game,
    /// The draft's entries, when the game is the draft; otherwise the matrix.
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
    /// What is known of "g <= h" for all h.
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

    /// What is known of "g <= h" for all g.
    #[inline]
    pub(crate) fn column(&self, h: Game) -> Column<'_> {
        if h == Game::DRAFT {
            let draft = &*self.draft;
            return Column { game: h, words: &draft.at_least, others: &draft.others };
        }
        Column { game: h, words: &self.matrix, others: &self.others }
    }

    /// Whether g <= h, if that is known.
    #[inline]
    pub(crate) fn get(&self, g: Game, h: Game) -> Option<bool> {
        if h == Game::DRAFT { self.column(h).at_least(g) } else { self.row(g).at_most(h) }
    }

    /// Remembers whether g <= h; one of them may be the draft.
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

    /// Forgets what is known of the draft, for another one.
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

    /// Bounds the part that is no matrix ([`PairMemo::bound`]).
    pub(crate) fn bound(&mut self, bytes: u64) {
        self.others.bound(bytes);
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.matrix.capacity() * size_of::<u64>()
            + self.others.memory()
            + size_of::<DraftOrder>()
            + self.draft.others.memory()
    }
}
