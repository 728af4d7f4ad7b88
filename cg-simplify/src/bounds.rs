//! Cheap certain answers about order, from stops.
//!
//! If g <= h then neither stop of g is above that of h; if the left stop of g
//! is below the right stop of h then g < h (Siegel, section II.3). Two loads
//! and three comparisons answer most questions that arise among hot games, and
//! what they answer need not be remembered.

use cg_core::{Dyadic, Game, Player, Result};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use crate::engine::Engine;

/// The stops of a game in units of 2^-20, where they fit; otherwise they are
/// not known here, and nothing is concluded from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    left: i64,
    right: i64,
    is_number: bool,
}

/// Binary places of the unit.
const PLACES: usize = 20;
const ONE: i64 = 1 << PLACES;
/// Stops of larger absolute value are not kept: sums of a few must not overflow.
const MOST: i64 = 1 << 50;
const UNKNOWN: Bounds = Bounds { left: i64::MIN, right: i64::MIN, is_number: false };

impl Bounds {
    fn known(self) -> Option<Self> {
        (self != UNKNOWN).then_some(self)
    }

    fn of(left: i64, right: i64, is_number: bool) -> Self {
        let fits = left.abs() <= MOST && right.abs() <= MOST;
        if fits { Bounds { left, right, is_number } } else { UNKNOWN }
    }

    fn of_number(number: &Dyadic, is_number: bool) -> Self {
        let (numerator, exponent) = (number.numerator(), number.exponent());
        if exponent > PLACES || numerator.bit_len() > 40 {
            return UNKNOWN;
        }
        let scaled: IBig = numerator << (PLACES - exponent);
        i64::try_from(scaled).map_or(UNKNOWN, |stop| Bounds::of(stop, stop, is_number))
    }
}

/// The bounds of games, indexed by them.
#[derive(Debug, Default)]
pub(crate) struct BoundsMemo(Vec<Option<Bounds>>);

impl BoundsMemo {
    #[inline]
    fn get(&self, g: Game) -> Option<Bounds> {
        self.0.get(g.index()).copied().flatten()
    }

    fn insert(&mut self, g: Game, bounds: Bounds) {
        if self.0.len() <= g.index() {
            self.0.resize(g.index() + 1, None);
        }
        self.0[g.index()] = Some(bounds);
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * std::mem::size_of::<Option<Bounds>>()
    }
}

impl Engine {
    /// Whether g <= h, when the stops decide it.
    #[inline]
    pub(crate) fn certain_order(&self, g: Game, h: Game) -> Option<bool> {
        let g = self.bounds.get(g)?.known()?;
        let h = self.bounds.get(h)?.known()?;
        if g.left > h.left || g.right > h.right {
            return Some(false);
        }
        (g.left < h.right).then_some(true)
    }

    /// The node with these canonical options, whose bounds are worked out.
    pub(crate) fn node(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        let node = self.arena.node(left, right)?;
        if self.bounds.get(node).is_none() {
            let bounds = self.bounds_from_options([left, right], true)?;
            self.bounds.insert(node, bounds);
        }
        Ok(node)
    }

    /// Makes the draft stand for `{left | right}`.
    pub(crate) fn set_draft(&mut self, left: &[Game], right: &[Game]) -> Result<()> {
        self.arena.set_draft(left, right)?;
        self.draft_order.clear();
        let bounds = self.bounds_from_options([left, right], false)?;
        self.bounds.insert(Game::DRAFT, bounds);
        Ok(())
    }

    fn bounds_of(&mut self, g: Game) -> Result<Bounds> {
        if let Some(bounds) = self.bounds.get(g) {
            return Ok(bounds);
        }
        // A node has them since it was made, so this is an element.
        let bounds = match self.arena.number_ups_star(g)? {
            Some(parts) => {
                let is_number = self.arena.as_number(g)?.is_some();
                Bounds::of_number(&parts.number, is_number)
            }
            None => UNKNOWN,
        };
        self.bounds.insert(g, bounds);
        Ok(bounds)
    }

    /// The bounds of `{left | right}`, which may be canonical or not.
    fn bounds_from_options(&mut self, sides: [&[Game]; 2], canonical: bool) -> Result<Bounds> {
        let mut stops = [None, None];
        let mut numbers = true;
        for ((stop, options), player) in stops.iter_mut().zip(sides).zip(Player::BOTH) {
            for &option in options {
                let Some(bounds) = self.bounds_of(option)?.known() else { return Ok(UNKNOWN) };
                numbers &= bounds.is_number;
                *stop = Some(match (player, *stop) {
                    (Player::Left, stop) => bounds.right.max(stop.unwrap_or(i64::MIN)),
                    (Player::Right, stop) => bounds.left.min(stop.unwrap_or(i64::MAX)),
                });
            }
        }
        Ok(match stops {
            // Not below each other: both stops are reached, whether or not the form is canonical.
            [Some(left), Some(right)] if left >= right => Bounds::of(left, right, false),
            // A canonical form with numbers alone, in order, is the number between.
            _ if canonical && numbers => match stops {
                [None, None] => Bounds::of(0, 0, true),
                [Some(left), None] => Bounds::of(left + ONE, left + ONE, true),
                [None, Some(right)] => Bounds::of(right - ONE, right - ONE, true),
                [Some(left), Some(right)] if (left + right) % 2 == 0 => {
                    Bounds::of((left + right) / 2, (left + right) / 2, true)
                }
                _ => UNKNOWN,
            },
            _ => UNKNOWN,
        })
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Registry};

    use super::*;

    /// What the stops decide is what the options decide.
    #[test]
    fn certain_answers_are_right() -> Result<()> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let games = engine.born_by(3)?;
        let mut without = Engine::new(Registry::empty(), Limits::default())?;
        let same = without.born_by(3)?;
        assert_eq!(games, same, "handles are given in the same order");
        let mut decided = 0;
        for &g in &games {
            for &h in &games {
                let Some(certain) = engine.certain_order(g, h) else { continue };
                decided += 1;
                // Emptied each time, so that only options are asked below the first step.
                without.bounds = BoundsMemo::default();
                assert_eq!(without.le(g, h)?, certain, "{g:?} and {h:?}");
            }
        }
        assert!(decided > games.len() * games.len() / 3, "the stops decide {decided} pairs");
        Ok(())
    }
}
