//! Two searches that take turns.

use crate::settings::Search;

/// The turns of two searches.
pub(crate) struct Turns {
    /// How many positions alpha-beta and proof numbers look at in their next turns.
    next: [u64; 2],
}

impl Turns {
    /// Alpha-beta looks at so many positions in its first turn.
    pub(crate) fn new(first: u64) -> Self {
        Turns { next: [first, first / 4] }
    }

    /// How many positions a search looks at before it is the turn of the other.
    pub(crate) fn next(&mut self, method: Search) -> u64 {
        let next = &mut self.next[usize::from(method != Search::AlphaBeta)];
        let length = *next;
        *next = length.saturating_mul(2);
        length
    }
}
