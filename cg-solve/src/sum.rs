//! Sums as a search keeps them: seen by their mover, who plays Left.

use cg_core::Game;
use smallvec::SmallVec;

use crate::components::Signed;

/// A sum of values and of components without a known value.
///
/// What adds in closed form is added up; other values stay apart, since sums of them
/// can be large. Both lists are sorted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// Numbers, ups and nimbers, added up.
    pub(crate) cold: Game,
    /// Other values.
    pub(crate) games: SmallVec<[Game; 4]>,
    /// Components without a value.
    pub(crate) parts: SmallVec<[Signed; 6]>,
}

impl Clone for Sum {
    /// Copies the lists whole. A search does it for each move.
    fn clone(&self) -> Self {
        let (games, parts) = (&self.games, &self.parts);
        Sum {
            cold: self.cold,
            games: SmallVec::from_slice(games),
            parts: SmallVec::from_slice(parts),
        }
    }
}

/// The key of a sum: 128 bits of a hash of what it holds. That two of the sums of a
/// search have the same key is less likely than a fault of the machine: with 2^40
/// sums, less than once in 2^48 searches.
pub(crate) type Key = u128;

/// A mixing function with good avalanche: that of splitmix64 (Steele, Lea, Flood 2014).
pub(crate) fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

fn spread(kind: u64, word: u64) -> u128 {
    let word = kind << 32 | word;
    let (low, high) = (
        mixed(word.wrapping_add(0x9e37_79b9_7f4a_7c15)),
        mixed(mixed(word.wrapping_add(0xd1b5_4a32_d192_ed03)) ^ word),
    );
    u128::from(high) << 64 | u128::from(low)
}

impl Sum {
    pub(crate) fn empty() -> Self {
        Sum { cold: Game::ZERO, games: SmallVec::new(), parts: SmallVec::new() }
    }

    pub(crate) fn of_part(part: Signed) -> Self {
        Sum { parts: SmallVec::from_slice(&[part]), ..Sum::empty() }
    }

    pub(crate) fn of_game(game: Game) -> Self {
        Sum { games: SmallVec::from_slice(&[game]), ..Sum::empty() }
    }

    /// The key for a thread that searches alone: handles and numbers tell what is in a sum.
    /// See [`crate::names::Names::key`] for several threads.
    pub(crate) fn key(&self) -> Key {
        let mut key = spread(0, self.cold.index() as u64);
        for game in &self.games {
            key = key.wrapping_add(spread(1, game.index() as u64));
        }
        for part in &self.parts {
            key = key.wrapping_add(spread(2, u64::from(part.word())));
        }
        key
    }

    /// Adds a value, or cancels its negative.
    pub(crate) fn add_game(&mut self, game: Game, negative: Game, cancel: bool) {
        if cancel && let Ok(at) = self.games.binary_search(&negative) {
            self.games.remove(at);
            return;
        }
        let at = self.games.partition_point(|other| *other < game);
        self.games.insert(at, game);
    }

    /// Adds a component, or cancels its negative.
    pub(crate) fn add_part(&mut self, part: Signed, negative: Signed, cancel: bool) {
        if cancel && let Ok(at) = self.parts.binary_search(&negative) {
            self.parts.remove(at);
            return;
        }
        let at = self.parts.partition_point(|other| *other < part);
        self.parts.insert(at, part);
    }

    pub(crate) fn without_game(&self, game: Game) -> Self {
        let mut rest = self.clone();
        let at = rest.games.binary_search(&game).expect("the game is in the sum");
        rest.games.remove(at);
        rest
    }

    pub(crate) fn without_part(&self, part: Signed) -> Self {
        let mut rest = self.clone();
        let at = rest.parts.binary_search(&part).expect("the component is in the sum");
        rest.parts.remove(at);
        rest
    }
}
