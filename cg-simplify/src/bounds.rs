//! Cheap and certain answers about order, from stops.
//!
//! Each game G has an interval. Its ends are the stops of G. An end is moved outwards by an
//! infinitesimal eps if G is confused with the stop:
//!
//! - the upper end is the left stop x if G <= x, and x + eps otherwise;
//! - the lower end is the right stop x if G >= x, and x - eps otherwise.
//!
//! If G <= H, then neither end of G's interval is above the same end of H's. If the upper end of G
//! is at most the lower end of H, then G <= H. Both follow from transitivity with a number between,
//! and from this fact: G < x for every number x above the left stop (Siegel, section II.3).
//!
//! No player needs to move in a number. So the upper end of a game that is not a number is eps
//! above the highest lower end of its left options.
//!
//! Two loads and three comparisons answer most questions of order, and all those about numbers.
//! Such answers need not be remembered.
//!
//! [`Engine::stops`] computes the stops of any game. The ends here are exact, apart from eps: a
//! stop that would need rounding is not kept.

use std::mem::size_of;

use cg_core::{Dyadic, Game, Player, Relation, Result};

use crate::engine::Engine;

/// The interval of a game. If an end is too large or too fine to be exact, both ends are NaN. No
/// comparison with NaN holds, so nothing is concluded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    upper: f64,
    lower: f64,
}

/// Numbers with more binary places are not kept.
const PLACES: u8 = 20;
/// The number of units of the last place in 1.
const UNITS: f64 = (1u64 << PLACES) as f64;
/// The infinitesimal eps: a quarter of the smallest difference of two kept numbers.
const EPS: f64 = 1.0 / (1u64 << (PLACES + 2)) as f64;
/// Separates equal stops from different ones. If the stops are equal, a lower end is at most 2 EPS
/// below an upper end. If the stop of the lower end is smaller, it is at least 4 EPS below.
const SAME_STOP: f64 = 3.0 * EPS;
/// Larger numbers are not kept either. 2^30 with 22 places has at most 53 bits, so all arithmetic
/// here is exact.
const MOST: f64 = (1u64 << 30) as f64;
const UNKNOWN: Bounds = Bounds { upper: f64::NAN, lower: f64::NAN };

impl Bounds {
    fn of(upper: f64, lower: f64) -> Self {
        let fits = upper.abs() <= MOST && lower.abs() <= MOST;
        if fits { Bounds { upper, lower } } else { UNKNOWN }
    }

    fn of_number(number: &Dyadic) -> Self {
        let Some((numerator, exponent)) = number.to_words() else { return UNKNOWN };
        if exponent > PLACES || numerator.unsigned_abs() >= 1 << 50 {
            return UNKNOWN;
        }
        #[expect(clippy::cast_precision_loss, reason = "at most 50 bits")]
        let stop = numerator as f64 / (1u64 << exponent) as f64;
        Bounds::of(stop, stop)
    }

    /// Whether these can be the bounds of the negative of a game with bounds
    /// `other`.
    #[inline]
    pub(crate) fn may_be_opposite(self, other: Bounds) -> bool {
        !(self.is_known() && other.is_known())
            || self.upper == -other.lower && self.lower == -other.upper
    }

    fn is_known(self) -> bool {
        !self.upper.is_nan()
    }

    /// Whether a game with these bounds is at most a game with `other`, if the bounds decide it.
    #[inline]
    pub(crate) fn at_most(self, other: Bounds) -> Option<bool> {
        if self.upper > other.upper || self.lower > other.lower {
            return Some(false);
        }
        (self.upper <= other.lower).then_some(true)
    }
}

/// The bounds of games, and whether they are numbers, indexed by games.
#[derive(Debug, Default)]
pub(crate) struct BoundsMemo {
    bounds: Vec<Bounds>,
    /// Whether a game is a number, for games whose bounds were computed, even if the bounds are
    /// unknown.
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

    /// About the number of bytes.
    pub(crate) fn memory(&self) -> usize {
        self.bounds.capacity() * size_of::<Bounds>()
            + self.numbers.capacity() * size_of::<Option<bool>>()
    }
}

impl Engine {
    /// The node with these canonical options. Its bounds are computed.
    pub(crate) fn node(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        let node = self.arena.node(left, right)?;
        if self.bounds.is_number(node).is_none() {
            let bounds = self.bounds_from_options([left, right], true)?;
            self.bounds.insert(node, bounds);
        }
        Ok(node)
    }

    /// Computes the bounds of the element `g`, which is the value of `{left | right}`, where the
    /// options tell them. A subgroup would tell them by its stops, at more cost.
    pub(crate) fn bound_by_form(&mut self, g: Game, left: &[Game], right: &[Game]) -> Result<()> {
        if self.bounds.is_number(g).is_some() {
            return Ok(());
        }
        let found = self.bounds_from_options([left, right], false)?;
        // Both ends of a number are the number.
        if found.0.upper > found.0.lower {
            self.bounds.insert(g, found);
        }
        Ok(())
    }

    /// Computes the bounds of the element `sum`, which is g + h, if one of these is a number and the
    /// other is not, and the bounds of both are known.
    pub(crate) fn bound_sum(&mut self, g: Game, h: Game, sum: Game) {
        let numbers = [g, h].map(|game| self.bounds.is_number(game));
        if let [Some(true), Some(false)] | [Some(false), Some(true)] = numbers
            && self.bounds.is_number(sum).is_none()
        {
            let (a, b) = (self.bounds.get(g), self.bounds.get(h));
            let bounds = Bounds::of(a.upper + b.upper, a.lower + b.lower);
            if bounds.is_known() {
                self.bounds.insert(sum, (bounds, false));
            }
        }
    }

    /// Computes the bounds of `negative`, which is -g, if those of g are known, and g is no number.
    pub(crate) fn bound_negative(&mut self, g: Game, negative: Game) {
        if self.bounds.is_number(g) == Some(false) && self.bounds.is_number(negative).is_none() {
            let Bounds { upper, lower } = self.bounds.get(g);
            self.bounds.insert(negative, (Bounds { upper: -lower, lower: -upper }, false));
        }
    }

    /// Makes the draft represent `{left | right}`.
    pub(crate) fn set_draft(&mut self, left: &[Game], right: &[Game]) -> Result<()> {
        self.arena.set_draft(left, right)?;
        self.order.forget_draft();
        let bounds = self.bounds_from_options([left, right], false)?;
        self.bounds.insert(Game::DRAFT, bounds);
        Ok(())
    }

    /// Whether the stops alone show that `option` of `player` in the draft is not reversible. The
    /// replies, of which there can be very many, are not examined. If the option is a number x plus
    /// an all-small game, both stops of each reply are x. A reply that is at least as good for the
    /// opponent as the draft has stops that are no worse for the opponent.
    pub(crate) fn no_reply_reverses(&self, option: Game, player: Player) -> Result<bool> {
        let (draft, of_option) = (self.bounds.get(Game::DRAFT), self.bounds.get(option));
        let out_of_reach = match player {
            Player::Left => draft.lower + SAME_STOP < of_option.upper,
            Player::Right => draft.upper - SAME_STOP > of_option.lower,
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
        // A node has bounds since it was made, so this is an element.
        let found = match self.arena.number_ups_star(g)? {
            Some(parts) if parts.is_number() => (Bounds::of_number(&parts.number), true),
            Some(parts) => (self.bounds_at([&parts.number; 2], g)?, false),
            None => match self.arena.stops(g)? {
                Some(stops) => (self.bounds_at(stops.each_ref(), g)?, false),
                // A number that is not dyadic has no stop that could be kept: 1/omega is not 0.
                None => (UNKNOWN, self.arena.is_number(g)?),
            },
        };
        self.bounds.insert(g, found);
        Ok(found)
    }

    /// The bounds of the element `g`, which is no number, from its left and its right stop.
    fn bounds_at(&mut self, [left, right]: [&Dyadic; 2], g: Game) -> Result<Bounds> {
        let ends = [Bounds::of_number(left), Bounds::of_number(right)];
        let relations = match left == right {
            true => [self.stands_to(g, left)?; 2],
            false => [
                self.relation_to_stop(g, Player::Left, left)?,
                self.relation_to_stop(g, Player::Right, right)?,
            ],
        };
        let [Some(to_left), Some(to_right)] = relations else { return Ok(UNKNOWN) };
        if !ends.iter().all(|end| end.is_known()) {
            return Ok(UNKNOWN);
        }
        let upper = if to_left.at_most() { ends[0].upper } else { ends[0].upper + EPS };
        let lower = if to_right.at_least() { ends[1].lower } else { ends[1].lower - EPS };
        Ok(Bounds { upper, lower })
    }

    /// The relation of the element `g` to its stop when `player` begins, if a subgroup tells it.
    fn relation_to_stop(
        &mut self,
        g: Game,
        player: Player,
        stop: &Dyadic,
    ) -> Result<Option<Relation>> {
        match self.arena.compare_to_stop(g, player)? {
            None => self.stands_to(g, stop),
            told => Ok(told),
        }
    }

    /// The relation of the element `g` to a number, if a subgroup tells it.
    fn stands_to(&mut self, g: Game, number: &Dyadic) -> Result<Option<Relation>> {
        match self.arena.number(number)? {
            Some(number) => self.arena.compare(g, number),
            None if number.is_zero() => self.arena.compare(g, Game::ZERO),
            None => Ok(None),
        }
    }

    /// The bounds of `{left | right}`, canonical or not, and whether it is known to be a number.
    fn bounds_from_options(
        &mut self,
        sides: [&[Game]; 2],
        canonical: bool,
    ) -> Result<(Bounds, bool)> {
        // The highest lower end of a left option, and the lowest upper end of a right
        // one.
        let mut ends = [None, None];
        let mut numbers = true;
        for ((end, options), player) in ends.iter_mut().zip(sides).zip(Player::BOTH) {
            for &option in options {
                let (bounds, is_number) = self.bounds_of(option)?;
                if !bounds.is_known() {
                    return Ok((UNKNOWN, false));
                }
                numbers &= is_number;
                *end = Some(match (player, *end) {
                    (Player::Left, end) => bounds.lower.max(end.unwrap_or(f64::NEG_INFINITY)),
                    (Player::Right, end) => bounds.upper.min(end.unwrap_or(f64::INFINITY)),
                });
            }
        }
        let number = match ends {
            // The stops cross or are equal, so both are reached, whether or not the form is
            // canonical, and even if it equals a number.
            [Some(left), Some(right)] if left + SAME_STOP > right => {
                return Ok((Bounds::of(left + EPS, right - EPS), false));
            }
            _ if !(canonical && numbers) => return Ok((UNKNOWN, false)),
            // A canonical form of numbers only, in order, is the number between them.
            [None, None] => 0.0,
            [Some(left), None] => left + 1.0,
            [None, Some(right)] => right - 1.0,
            [Some(left), Some(right)] => (left + right) / 2.0,
        };
        // It may have one place more than the numbers next to it.
        let fits = (number * UNITS).fract() == 0.0;
        Ok((if fits { Bounds::of(number, number) } else { UNKNOWN }, true))
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Registry};

    use super::*;

    /// The kept numbers are the stops, moved outwards by eps if the game is confused with them.
    #[test]
    fn bounds_are_the_stops() -> Result<()> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let games = engine.born_by(3)?;
        let mut without = Engine::new(Registry::empty(), Limits::default())?;
        let same = without.born_by(3)?;
        let mut known = 0;
        for (&g, &of_without) in games.iter().zip(&same) {
            assert_eq!(g.index(), of_without.index(), "handles are given in the same order");
            let (bounds, stops) = (engine.bounds.get(g), engine.stops(g)?);
            if !bounds.is_known() {
                continue;
            }
            known += 1;
            let high = without.number(&stops.left)?;
            let low = without.number(&stops.right)?;
            // Cleared each time, so that only options are used after the first step.
            without.bounds = BoundsMemo::default();
            let (at_most, at_least) = (without.le(of_without, high)?, without.le(low, of_without)?);
            let [left, right] =
                [&stops.left, &stops.right].map(|stop| Bounds::of_number(stop).upper);
            assert_eq!(bounds.upper, if at_most { left } else { left + EPS });
            assert_eq!(bounds.lower, if at_least { right } else { right - EPS });
        }
        assert!(known > 1_000, "{known} of 1,474 games");
        Ok(())
    }

    /// The bounds that forms, sums and negatives tell are those by the subgroup.
    #[test]
    fn bounds_of_elements_are_those_by_their_subgroup() -> Result<()> {
        let registry = cg_subgroups::register(Registry::builder()).with(cg_switches::Switches);
        let mut engine = Engine::new(registry.close()?, Limits::default())?;
        let mut games = engine.born_by(3)?;
        let shift = engine.number(&Dyadic::new(5.into(), 2)?)?;
        for g in games.clone() {
            let negative = engine.negate(g)?;
            games.extend([engine.add(g, shift)?, engine.add(negative, shift)?]);
        }
        let told = std::mem::take(&mut engine.bounds);
        let mut compared = 0;
        for g in games {
            if !engine.arena.is_element(g) || told.is_number(g).is_none() {
                continue;
            }
            let (bounds, is_number) = engine.bounds_of(g)?;
            assert_eq!(told.is_number(g), Some(is_number), "{g:?}");
            let ends = |bounds: Bounds| (bounds.upper, bounds.lower);
            assert_eq!(ends(told.get(g)), ends(bounds), "{g:?}");
            compared += usize::from(!is_number);
        }
        assert!(compared > 100, "{compared}");
        Ok(())
    }

    /// Decisions by stops agree with decisions by options.
    #[test]
    fn certain_answers_are_right() -> Result<()> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let games = engine.born_by(3)?;
        let mut without = Engine::new(Registry::empty(), Limits::default())?;
        let same = without.born_by(3)?;
        let mut decided = 0;
        for (&g, &g_without) in games.iter().zip(&same) {
            assert_eq!(g.index(), g_without.index(), "handles are given in the same order");
            for (&h, &h_without) in games.iter().zip(&same) {
                let certain = engine.bounds.get(g).at_most(engine.bounds.get(h));
                let Some(certain) = certain else { continue };
                decided += 1;
                // Cleared each time, so that only options are used after the first step.
                without.bounds = BoundsMemo::default();
                assert_eq!(without.le(g_without, h_without)?, certain, "{g:?} and {h:?}");
            }
        }
        assert!(decided > games.len() * games.len() / 3, "the stops decide {decided} pairs");
        Ok(())
    }
}
