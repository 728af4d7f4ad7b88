//! Sums of heaps as positions, and a taking-and-breaking game as a ruleset.

use std::convert::Infallible;
use std::ops::Deref;

use cg_core::Player;
use cg_rulesets::{Hints, Known, Ruleset, Sign};
use serde::Serialize;
use smallvec::SmallVec;

use crate::{Code, Rules};

/// A position of a taking-and-breaking game: the sizes of its heaps in ascending order, without
/// empty heaps.
///
/// Equal sums of heaps are equal positions. Up to two heaps, which is the result of one move of an
/// octal game, need no allocation.
///
/// ```
/// let position = cg_octal::Heaps::from([7, 0, 3, 7]);
/// assert_eq!(position[..], [3, 7, 7]);
/// assert_eq!(position.sizes().collect::<Vec<_>>(), [3, 7]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heaps(SmallVec<[u64; 2]>);

impl Heaps {
    /// The different sizes of heaps.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.0.chunk_by(|a, b| a == b).map(|equal| equal[0])
    }

    /// The position after a move; `None` if it has no heap of that size.
    ///
    /// ```
    /// use cg_octal::{HeapMove, Heaps};
    /// let chosen = HeapMove { heap: 7, left: vec![2, 3] };
    /// assert_eq!(Heaps::from([3, 7]).after(&chosen), Some(Heaps::from([2, 3, 3])));
    /// ```
    pub fn after(&self, chosen: &HeapMove) -> Option<Self> {
        self.replaced(chosen.heap, &chosen.left)
    }

    fn replaced(&self, heap: u64, left: &[u64]) -> Option<Self> {
        let at = self.0.binary_search(&heap).ok()?;
        let mut heaps = self.0.clone();
        heaps.remove(at);
        heaps.extend_from_slice(left);
        heaps.sort_unstable();
        Some(Self(heaps))
    }
}

impl Deref for Heaps {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl FromIterator<u64> for Heaps {
    fn from_iter<I: IntoIterator<Item = u64>>(sizes: I) -> Self {
        let mut heaps: SmallVec<[u64; 2]> = sizes.into_iter().filter(|&size| size > 0).collect();
        heaps.sort_unstable();
        Self(heaps)
    }
}

impl From<&[u64]> for Heaps {
    fn from(sizes: &[u64]) -> Self {
        sizes.iter().copied().collect()
    }
}

impl<const N: usize> From<[u64; N]> for Heaps {
    fn from(sizes: [u64; N]) -> Self {
        sizes.into_iter().collect()
    }
}

/// A move: the heap, and the heaps that replace it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct HeapMove {
    /// The size of the heap.
    pub heap: u64,
    /// The heaps that replace it, in ascending order.
    pub left: Vec<u64>,
}

impl Rules {
    /// Whether a heap of `heap` tokens has a move.
    ///
    /// ```
    /// let dawson: cg_octal::Rules = ".07".parse().unwrap();
    /// assert!(!dawson.can_move(1) && dawson.can_move(2));
    /// ```
    pub fn can_move(&self, heap: u64) -> bool {
        match self {
            Self::Grundy => heap >= 3,
            Self::Code(code) => {
                let most = code.length().map_or(heap, |length| heap.min(length as u64));
                heap > 0 && (0..=most).any(|take| leaves(code, take, heap - take))
            }
        }
    }
}

/// Whether a move may take `take` tokens and leave `rest` more in heaps.
fn leaves(code: &Code, take: u64, rest: u64) -> bool {
    let digit = code.digit(take);
    // If no token is taken, the digit never has the bit of one heap.
    let parts = (1..u32::BITS).filter(|parts| digit >> parts & 1 == 1);
    let fewest = parts.min().map_or(u64::MAX, u64::from);
    rest >= fewest || rest == 0 && digit & 1 == 1
}

/// The game is impartial, and a position is the sum of its heaps. There is no closed formula: only
/// heaps without moves are [known](Ruleset::known).
///
/// ```
/// use cg_core::Outcome;
/// use cg_octal::{Heaps, Rules};
/// use cg_rulesets::{Convention, OutcomeSearch, Sign};
///
/// let kayles: Rules = "Kayles".parse()?;
/// let mut misere = OutcomeSearch::new(Convention::Misere);
/// let outcome = misere.outcome(&kayles, &[(Heaps::from([4]), Sign::Plus)])?;
/// assert_eq!(outcome, Some(Outcome::Previous));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Ruleset for Rules {
    type Position = Heaps;
    type Error = Infallible;

    fn moves(
        &self,
        position: &Heaps,
        _: Player,
        out: &mut impl Extend<Heaps>,
    ) -> Result<(), Infallible> {
        for heap in position.sizes() {
            self.each_option(heap, &mut |left| out.extend(position.replaced(heap, left)));
        }
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn split(
        &self,
        position: Heaps,
        parts: &mut impl Extend<(Heaps, Sign)>,
    ) -> Result<(), Infallible> {
        parts.extend(position.iter().map(|&heap| (Heaps::from([heap]), Sign::Plus)));
        Ok(())
    }

    fn known(&self, position: &Heaps) -> Result<Option<Known>, Infallible> {
        let ended = !position.sizes().any(|heap| self.can_move(heap));
        Ok(ended.then_some(Known::Ended))
    }
}

impl Hints for Rules {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heap_has_a_move_when_it_has_an_option() {
        for code in [".77", ".07", "Nim", ".003", "4.4", "Grundy", ".8", ".(04)", "8.01", ".0(1)"] {
            let rules: Rules = code.parse().unwrap();
            for heap in 0..40 {
                let mut options = 0;
                rules.each_option(heap, &mut |_| options += 1);
                assert_eq!(rules.can_move(heap), options > 0, "{code} {heap}");
                let mut moves = Vec::new();
                let Ok(()) = rules.moves(&Heaps::from([heap, heap]), Player::Left, &mut moves);
                assert_eq!(moves.len(), options, "{code} {heap}");
            }
        }
    }
}
