//! Cheap certain answers about order, from stops.
//!
//! If g <= h then neither stop of g is above that of h; if the left stop of g
//! is below the right stop of h then g < h (Siegel, section II.3). Two loads
//! and three comparisons answer most questions that arise among hot games, and
//! what they answer need not be remembered.

use std::mem::size_of;

use cg_core::{Dyadic, Game, Player, Result};
use dashu_int::ops::BitTest;

use crate::engine::Engine;

/// The stops of a game, where they are small enough to be exact here; otherwise
/// not a number, so that no comparison with them holds and nothing is
/// concluded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    left: f64,
    right: f64,
}

/// Numbers with more binary places are not kept.
const PLACES: usize = 20;
/// Nor are larger ones: 2^30 with 20 places is far from 53 bits, so that all
/// arithmetic here is exact.
const MOST: f64 = (1u64 << 30) as f64;
const UNKNOWN: Bounds = Bounds { left: f64::NAN, right: f64::NAN };

impl Bounds {
    fn of(left: f64, right: f64) -> Self {
        let fits = left.abs() <= MOST && right.abs() <= MOST;
        if fits { Bounds { left, right } } else { UNKNOWN }
    }

    fn of_number(number: &Dyadic) -> Self {
        let (numerator, exponent) = (number.numerator(), number.exponent());
        if exponent > PLACES || numerator.bit_len() > 50 {
            return UNKNOWN;
        }
        let Ok(numerator) = i64::try_from(numerator) else { return UNKNOWN };
        #[expect(clippy::cast_precision_loss, reason = "at most 50 bits")]
        let stop = numerator as f64 / (1u64 << exponent) as f64;
        Bounds::of(stop, stop)
    }

    /// Whether these can be the stops of the negative of a game with stops
    /// `other`.
    #[inline]
    pub(crate) fn may_be_opposite(self, other: Bounds) -> bool {
        !(self.is_known() && other.is_known())
            || self.left == -other.right && self.right == -other.left
    }

    fn is_known(self) -> bool {
        !self.left.is_nan()
    }

    /// Whether a game with these stops is at most one with `other`, when the
    /// stops decide it.
    #[inline]
    pub(crate) fn at_most(self, other: Bounds) -> Option<bool> {
        if self.left > other.left || self.right > other.right {
            return Some(false);
        }
        (self.left < other.right).then_some(true)
    }
}

/// The bounds of games, and which games are numbers, indexed by them.
#[derive(Debug, Default)]
pub(crate) struct BoundsMemo {
    bounds: Vec<Bounds>,
    /// Whether it is a number, for games whose bounds were worked out, even if
    /// they are not known.
    numbers: Vec<Option<bool>>,
}

impl BoundsMemo {
    #[inline]
    pub(crate) fn get(&self, g: Game) -> Bounds {
        self.bounds.get(g.index()).copied().unwrap_or(UNKNOWN)
    }

    #[inline]
    fn is_number(&self, g: Game) -> Option<bool> {
        self.numbers.get(g.index()).copied().flatten()
    }

    fn insert(&mut self, g: Game, (bounds, is_number): (Bounds, bool)) {
        if self.bounds.len() <= g.index() {
            self.bounds.resize(g.index() + 1, UNKNOWN);
            self.numbers.resize(g.index() + 1, None);
        }
        self.bounds[g.index()] = bounds;
        self.numbers[g.index()] = Some(is_number);
    }

    /// Bytes held, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.bounds.capacity() * size_of::<Bounds>()
            + self.numbers.capacity() * size_of::<Option<bool>>()
    }
}

impl Engine {
    /// The node with these canonical options, whose bounds are worked out.
    pub(crate) fn node(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        let node = self.arena.node(left, right)?;
        if self.bounds.is_number(node).is_none() {
            let bounds = self.bounds_from_options([left, right], true)?;
            self.bounds.insert(node, bounds);
        }
        Ok(node)
    }

    /// Makes the draft stand for `{left | right}`.
    pub(crate) fn set_draft(&mut self, left: &[Game], right: &[Game]) -> Result<()> {
        self.arena.set_draft(left, right)?;
        self.order.forget_draft();
        let bounds = self.bounds_from_options([left, right], false)?;
        self.bounds.insert(Game::DRAFT, bounds);
        Ok(())
    }

    /// Whether the stops show that `option` of `player` in the draft is not
    /// reversible, without a look at the replies, of which there can be very
    /// many: all replies to x plus an all-small game have both stops x, and
    /// one that is as good for the opponent as the draft has stops no worse.
    pub(crate) fn no_reply_reverses(&self, option: Game, player: Player) -> Result<bool> {
        let (draft, option_stops) = (self.bounds.get(Game::DRAFT), self.bounds.get(option));
        let out_of_reach = match player {
            Player::Left => draft.right < option_stops.left,
            Player::Right => draft.left > option_stops.right,
        };
        Ok(out_of_reach
            && self.arena.number_ups_star(option)?.is_some()
            && self.arena.as_number(option)?.is_none())
    }

    /// Whether `g` is known to be a number.
    #[inline]
    pub(crate) fn known_number(&mut self, g: Game) -> Result<bool> {
        match self.bounds.is_number(g) {
            Some(known) => Ok(known),
            None => Ok(self.bounds_of(g)?.1),
        }
    }

    fn bounds_of(&mut self, g: Game) -> Result<(Bounds, bool)> {
        if let Some(is_number) = self.bounds.is_number(g) {
            return Ok((self.bounds.get(g), is_number));
        }
        // A node has them since it was made, so this is an element.
        let found = match self.arena.number_ups_star(g)? {
            Some(parts) => (Bounds::of_number(&parts.number), self.arena.as_number(g)?.is_some()),
            None => (UNKNOWN, false),
        };
        self.bounds.insert(g, found);
        Ok(found)
    }

    /// The bounds of `{left | right}`, which may be canonical or not, and
    /// whether it is known to be a number.
    fn bounds_from_options(
        &mut self,
        sides: [&[Game]; 2],
        canonical: bool,
    ) -> Result<(Bounds, bool)> {
        let mut stops = [None, None];
        let mut numbers = true;
        for ((stop, options), player) in stops.iter_mut().zip(sides).zip(Player::BOTH) {
            for &option in options {
                let (bounds, is_number) = self.bounds_of(option)?;
                if !bounds.is_known() {
                    return Ok((UNKNOWN, false));
                }
                numbers &= is_number;
                *stop = Some(match (player, *stop) {
                    (Player::Left, stop) => bounds.right.max(stop.unwrap_or(f64::NEG_INFINITY)),
                    (Player::Right, stop) => bounds.left.min(stop.unwrap_or(f64::INFINITY)),
                });
            }
        }
        let number = match stops {
            // Not below each other: both stops are reached, whether or not the form is canonical.
            [Some(left), Some(right)] if left >= right => {
                return Ok((Bounds::of(left, right), false));
            }
            _ if !(canonical && numbers) => return Ok((UNKNOWN, false)),
            // A canonical form with numbers alone, in order, is the number between.
            [None, None] => 0.0,
            [Some(left), None] => left + 1.0,
            [None, Some(right)] => right - 1.0,
            [Some(left), Some(right)] => (left + right) / 2.0,
        };
        Ok((Bounds::of(number, number), true))
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
                let certain = engine.bounds.get(g).at_most(engine.bounds.get(h));
                let Some(certain) = certain else { continue };
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
