//! The moves of components that were looked at last.

use std::sync::Arc;

use cg_core::Player;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::components::{Lists, Signed};

/// Bytes of moves after which the older half is forgotten. Moves are found again within
/// microseconds.
const MOST: usize = 12 << 20;

/// Bytes of one list beside what it holds.
const LIST: usize = size_of::<Lists>() + 2 * size_of::<usize>();

/// A component of sign plus, and a player, in one word.
type Word = u32;

/// Moves by component and player, in two generations: when the young one is full, it becomes
/// the old one, and what was in that is forgotten.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    young: HashMap<Word, Arc<Lists>, FxBuildHasher>,
    old: HashMap<Word, Arc<Lists>, FxBuildHasher>,
    /// Of the lists of each generation.
    bytes: [usize; 2],
}

impl Stored {
    /// The sign of a component of sign plus is free for the player.
    fn word(part: Signed, side: usize) -> Word {
        let part = if side == Player::Left as usize { part } else { part.flipped() };
        part.word()
    }

    pub(crate) fn memory(&self) -> usize {
        let maps = self.young.allocation_size() + self.old.allocation_size();
        maps + self.bytes.iter().sum::<usize>()
    }

    pub(crate) fn get(&mut self, part: Signed, side: usize) -> Option<Arc<Lists>> {
        let word = Self::word(part, side);
        if let Some(found) = self.young.get(&word) {
            return Some(Arc::clone(found));
        }
        let found = self.old.remove(&word)?;
        self.bytes[1] -= found.memory() + LIST;
        self.insert(part, side, &found);
        Some(found)
    }

    pub(crate) fn insert(&mut self, part: Signed, side: usize, moves: &Arc<Lists>) {
        let bytes = moves.memory() + LIST;
        if self.bytes[0] + bytes > MOST {
            self.old = std::mem::take(&mut self.young);
            self.bytes = [0, self.bytes[0]];
        }
        if let Some(before) = self.young.insert(Self::word(part, side), Arc::clone(moves)) {
            self.bytes[0] -= before.memory() + LIST;
        }
        self.bytes[0] += bytes;
    }

    /// They are needed no more.
    pub(crate) fn forget(&mut self, part: Signed) {
        for side in 0..2 {
            let word = Self::word(part, side);
            if let Some(moves) = self.young.remove(&word) {
                self.bytes[0] -= moves.memory() + LIST;
            }
            if let Some(moves) = self.old.remove(&word) {
                self.bytes[1] -= moves.memory() + LIST;
            }
        }
    }
}
