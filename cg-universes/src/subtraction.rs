//! Cumulative subtraction: who takes tokens from a heap scores as many points.
//!
//! The game is that of Cohensius, Larsson, Meir and Wahlstedt, *Cumulative subtraction games* (2018).

use crate::{Ends, Form, Result, Score, Universe, UniverseError};

/// Take one of some numbers of tokens from a heap, for a point each; who cannot, ends the game.
///
/// ```
/// use cg_universes::CumulativeSubtraction;
/// let game = CumulativeSubtraction::new(vec![1, 2, 3])?;
/// assert_eq!(game.nets(9)?, [0, 1, 2, 3, 2, 1, 0, 1, 2, 3]);
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CumulativeSubtraction {
    takes: Vec<u32>,
}

impl CumulativeSubtraction {
    /// The numbers of tokens that may be taken.
    ///
    /// # Errors
    /// A move that takes none.
    pub fn new(takes: Vec<u32>) -> Result<Self> {
        if takes.contains(&0) {
            return Err(UniverseError::Refused("a move takes at least one token".into()));
        }
        Ok(CumulativeSubtraction { takes })
    }

    fn within(&self, heap: usize) -> impl Iterator<Item = usize> {
        self.takes.iter().map(|&take| take as usize).filter(move |&take| take <= heap)
    }

    /// The points that who starts makes more than the other with best play, for the heaps 0 to `last`.
    ///
    /// # Errors
    /// Scores that do not fit.
    pub fn nets(&self, last: usize) -> Result<Vec<i64>> {
        let mut nets: Vec<i64> = Vec::new();
        for heap in 0..=last {
            let take = |take: usize| i64::try_from(take).ok()?.checked_sub(nets[heap - take]);
            let scores: Option<Vec<i64>> = self.within(heap).map(take).collect();
            let scores = scores.ok_or(cg_core::Error::NumberTooLarge { bits: 63 })?;
            nets.push(scores.into_iter().max().unwrap_or(0));
        }
        Ok(nets)
    }

    /// The heaps 0 to `last` as scoring games.
    ///
    /// # Errors
    /// A theory without scores; limits.
    pub fn forms<T: Ends>(&self, games: &mut Universe<T>, last: usize) -> Result<Vec<Form>> {
        let mut heaps: Vec<Form> = Vec::new();
        for heap in 0..=last {
            let mut sides = [vec![], vec![]];
            for take in self.within(heap) {
                let points = Score::new(i128::try_from(take).expect("32 bits"), 1)?;
                for (side, points) in sides.iter_mut().zip([points, points.negated()]) {
                    let scored = games.score(points)?;
                    side.push(games.sum(scored, heaps[heap - take])?);
                }
            }
            let [left, right] = sides;
            let mark = Some(Score::ZERO).filter(|_| left.is_empty());
            heaps.push(games.marked(left, right, [mark; 2])?);
        }
        Ok(heaps)
    }
}
