//! Hot games: stops, thermographs, cooling and heating.

use std::sync::Arc;

use cg_core::{Dyadic, Error, Game, NumberUpsStar, Player, Result};
use dashu_int::IBig;

use super::thermograph::{Stops, Thermograph};
use super::wall::{Wall, mast_start};
use super::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::memo::Answers;

impl Engine {
    /// Both stops of `g`: the number first reached in alternating play, in which Left plays for a
    /// large number and Right for a small one. The left stop is the largest right stop of a left
    /// option. The right stop is the smallest left stop of a right option. Both stops of a number
    /// are the number (Siegel, section II.3).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, three] = [1, 3].map(|n| engine.integer(&n.into()).unwrap());
    /// let switch = engine.game(&[three], &[one])?;
    /// let stops = engine.stops(switch)?;
    /// assert_eq!((stops.left, stops.right), (3.into(), 1.into()));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn stops(&mut self, g: Game) -> Result<Stops> {
        let leaf = |engine: &mut Engine, game: Game| {
            if let Some(parts) = engine.parts(game)? {
                return Ok(Some(Stops { left: parts.number.clone(), right: parts.number }));
            }
            Ok(engine.arena.stops(game)?.map(|[left, right]| Stops { left, right }))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Stops>| {
            let mut stops = [None, None];
            for (stop, player) in stops.iter_mut().zip(Player::BOTH) {
                for answer in engine.answers(game, player, done) {
                    let next = answer.of(player.opponent());
                    let better = stop.is_none_or(|stop| match player {
                        Player::Left => next > stop,
                        Player::Right => next < stop,
                    });
                    if better {
                        *stop = Some(next);
                    }
                }
            }
            let [left, right] = stops.map(|stop| stop.cloned().ok_or_else(one_sided));
            Ok(Stops { left: left?, right: right? })
        };
        self.remembered(
            g,
            |memos| &mut memos.stops,
            |engine, done| engine.over_followers(g, done, leaf, combine),
        )
    }

    /// The left stop of `g`: see [`Engine::stops`].
    ///
    /// # Errors
    /// The errors of [`Engine::stops`].
    pub fn left_stop(&mut self, g: Game) -> Result<Dyadic> {
        Ok(self.stops(g)?.left)
    }

    /// The right stop of `g`: see [`Engine::stops`].
    ///
    /// # Errors
    /// The errors of [`Engine::stops`].
    pub fn right_stop(&mut self, g: Game) -> Result<Dyadic> {
        Ok(self.stops(g)?.right)
    }
}

impl Engine {
    /// The thermograph of `g` from t = -1 on.
    ///
    /// The thermograph of an integer is its mast. For any other game, the left scaffold is the
    /// maximum of the right walls of Left's canonical options, minus t. The right scaffold is the
    /// minimum of the left walls of Right's options, plus t. The walls are the scaffolds up to the
    /// temperature at which they meet, and a mast above (*Winning Ways*, chapter 6; Siegel, section
    /// II.5, with t down to -1).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, three] = [1, 3].map(|n| engine.integer(&n.into()).unwrap());
    /// let switch = engine.game(&[three], &[one])?;
    /// let thermograph = engine.thermograph(switch)?;
    /// assert_eq!(thermograph.mean(), &2.into());
    /// assert_eq!(thermograph.temperature(), &1.into());
    /// assert_eq!(
    ///     thermograph.to_string(),
    ///     "mast 2 from 1; left (2, 1) (4, -1); right (2, 1) (0, -1)"
    /// );
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn thermograph(&mut self, g: Game) -> Result<Arc<Thermograph>> {
        self.remembered(
            g,
            |memos| &mut memos.thermographs,
            |engine, done| engine.over_followers(g, done, known, from_options),
        )
    }

    /// The mean of `g`, the value of its mast: n copies of g differ from n times its mean by less
    /// than a constant (Siegel, section II.5).
    ///
    /// # Errors
    /// The errors of [`Engine::thermograph`].
    pub fn mean(&mut self, g: Game) -> Result<Dyadic> {
        match self.arena.number_ups_star(g)? {
            Some(parts) => Ok(parts.number),
            None => Ok(self.thermograph(g)?.mean().clone()),
        }
    }

    /// The temperature of `g`, at which its mast begins: 0 for infinitesimals, -1/2^n for a number
    /// with denominator 2^n, so -1 for integers.
    ///
    /// # Errors
    /// The errors of [`Engine::thermograph`].
    pub fn temperature(&mut self, g: Game) -> Result<Dyadic> {
        match self.parts(g)? {
            Some(parts) if parts.is_number() => Dyadic::new(IBig::NEG_ONE, parts.number.exponent()),
            Some(_) => Ok(Dyadic::ZERO),
            None => Ok(self.thermograph(g)?.temperature().clone()),
        }
    }
}

/// A canonical form with options for only one player is an integer. Only a subgroup that breaks its
/// promises can give another game here.
fn one_sided() -> Error {
    Error::subgroup("engine", "a game that is no number has options for one player alone")
}

fn known(engine: &mut Engine, game: Game) -> Result<Option<Arc<Thermograph>>> {
    let Some(parts) = engine.parts(game)? else { return Ok(None) };
    let number = of_number(engine, &parts.number)?;
    let thermograph = if parts.is_number() {
        number
    } else {
        of_number_plus_infinitesimal(engine, game, &parts, &number)?
    };
    Ok(Some(remembered(engine, thermograph)))
}

fn remembered(engine: &mut Engine, thermograph: Thermograph) -> Arc<Thermograph> {
    engine.functions.thermograph_bytes +=
        size_of::<Thermograph>() + thermograph.left.memory() + thermograph.right.memory();
    Arc::new(thermograph)
}

fn from_options(
    engine: &mut Engine,
    game: Game,
    done: &Answers<Game, Arc<Thermograph>>,
) -> Result<Arc<Thermograph>> {
    let mut best: [Option<Wall>; 2] = [None, None];
    for (best, player) in best.iter_mut().zip(Player::BOTH) {
        for option in engine.answers(game, player, done) {
            let wall = option.wall(player.opponent());
            *best = Some(match best.take() {
                None => wall.clone(),
                Some(best) => Wall::better(player, &best, wall),
            });
        }
    }
    let [Some(left), Some(right)] = best else { return Err(one_sided()) };
    let thermograph = above_scaffolds(&left, &right)?;
    Ok(remembered(engine, thermograph))
}

/// The thermograph from the best right wall of Left's options and the best left wall of Right's
/// options.
fn above_scaffolds(left: &Wall, right: &Wall) -> Result<Thermograph> {
    let start = mast_start(left, right)?;
    Ok(Thermograph {
        left: left.scaffold_below(Player::Left, &start),
        right: right.scaffold_below(Player::Right, &start),
    })
}

/// Goes from the integers around the number through the halvings that lead to it. Its canonical
/// options are its neighbours among these numbers.
fn of_number(engine: &mut Engine, number: &Dyadic) -> Result<Thermograph> {
    let of_integer = |integer: Dyadic| {
        let mast = Wall::mast_at(integer);
        Thermograph { left: mast.clone(), right: mast }
    };
    let floor = Dyadic::from(number.floor());
    let above = &floor + &Dyadic::ONE;
    let mut low = (floor.clone(), of_integer(floor));
    let mut high = (above.clone(), of_integer(above));
    while low.0 != *number {
        engine.check()?;
        let middle = (&low.0 + &high.0).half()?;
        let thermograph = above_scaffolds(&low.1.right, &high.1.left)?;
        if *number < middle {
            high = (middle, thermograph);
        } else {
            low = (middle, thermograph);
        }
    }
    Ok(low.1)
}

/// x + I for a number x and a sum I of ups and a nimber, not 0. Below temperature 0, t = -s, a move
/// gains s, and play in I ends in 0, so in x. If Left moves first and has the last move in I, she
/// gets the right wall of x plus s. Otherwise she gets the left wall of x. So the outcome of I
/// decides.
fn of_number_plus_infinitesimal(
    engine: &mut Engine,
    game: Game,
    parts: &NumberUpsStar,
    number: &Thermograph,
) -> Result<Thermograph> {
    let minus_number = engine.number(&-&parts.number)?;
    let infinitesimal = engine.add(game, minus_number)?;
    let outcome = engine.outcome(infinitesimal)?;
    let [left, right] = Player::BOTH.map(|player| {
        if outcome.won_by_first(player) {
            number.wall(player.opponent()).scaffold_below(player, &Dyadic::ZERO)
        } else {
            number.wall(player).below(&Dyadic::ZERO)
        }
    });
    Ok(Thermograph { left, right })
}

impl Engine {
    /// {F(L) + b | F(R) - b} for the canonical options L, R of `g`, with each b in `bonuses`.
    /// `base` answers the simplest games.
    fn with_bonuses(
        &mut self,
        g: Game,
        base: impl FnMut(&mut Engine, Game) -> Result<Option<Game>>,
        bonuses: &[Game],
    ) -> Result<Game> {
        let mut signed = [bonuses.to_vec(), Vec::with_capacity(bonuses.len())];
        for &bonus in bonuses {
            let negative = self.negate(bonus)?;
            signed[1].push(negative);
        }
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Game>| {
            let mut sides = [Vec::new(), Vec::new()];
            for ((side, player), bonuses) in sides.iter_mut().zip(Player::BOTH).zip(&signed) {
                let options: Vec<Game> = engine.answers(game, player, done).copied().collect();
                for option in options {
                    for &bonus in bonuses {
                        side.push(engine.add(option, bonus)?);
                    }
                }
            }
            engine.game(&sides[0], &sides[1])
        };
        self.by_followers(g, base, combine)
    }

    /// `g` cooled by `t`: each move costs t. G_t = {G^L_t - t | G^R_t + t}, and above the
    /// temperature of G it is the mean (Siegel, section II.5). At t = the temperature itself the
    /// frozen infinitesimal remains: {1|-1} cooled by 1 is *. Below 0 numbers become hot: 1/4
    /// cooled by -1/4 is 1/4*. Integers never change.
    ///
    /// # Errors
    /// [`FunctionError::TooCold`] for t < -1, a limit, an interrupt.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, two, three] = [1, 2, 3].map(|n| engine.integer(&n.into()).unwrap());
    /// let switch = engine.game(&[three], &[one])?;
    /// let two_star = engine.game(&[two], &[two])?;
    /// assert_eq!(engine.cool(switch, &1.into())?, two_star);
    /// assert_eq!(engine.cool(switch, &2.into())?, two);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn cool(&mut self, g: Game, t: &Dyadic) -> FunctionResult<Game> {
        if *t < Dyadic::from(-1) {
            let t = self.number(t)?;
            return Err(FunctionError::TooCold { temperature: self.name_in_error(t) });
        }
        let tax = self.number(&-t)?;
        let base = |engine: &mut Engine, game: Game| {
            if engine.is_integer(game)? {
                return Ok(Some(game));
            }
            if *t > engine.temperature(game)? {
                let mean = engine.mean(game)?;
                return engine.number(&mean).map(Some);
            }
            Ok(None)
        };
        Ok(self.with_bonuses(g, base, &[tax])?)
    }

    /// `g` cooled by its own temperature: the number of its mast plus the frozen infinitesimal, if
    /// any. Integers and infinitesimals do not change.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn freeze(&mut self, g: Game) -> FunctionResult<Game> {
        let temperature = self.temperature(g)?;
        if temperature.is_zero() && self.arena.number_ups_star(g)?.is_some() {
            return Ok(g);
        }
        self.cool(g, &temperature)
    }

    /// `g` heated by `t`: each move gains t, a number or any other game. Numbers do not change.
    /// Otherwise the result is {F(G^L) + t | F(G^R) - t} (Siegel, section II.5; *Winning Ways*,
    /// chapter 6).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let [two, minus_two] = [2, -2].map(|n| engine.integer(&n.into()).unwrap());
    /// assert_eq!(engine.heat(star, two)?, engine.game(&[two], &[minus_two])?);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn heat(&mut self, g: Game, t: Game) -> Result<Game> {
        let base = |engine: &mut Engine, game: Game| Ok(engine.is_number(game)?.then_some(game));
        self.with_bonuses(g, base, &[t])
    }

    /// `g` overheated from `s` to `t`: an integer n becomes n copies of s, and any other game
    /// becomes {F(G^L) + t | F(G^R) - t} (*Winning Ways*, chapter 6; Siegel, section II.5). If t is
    /// not much larger than s, the result can depend on the form of G; the canonical form is used.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn overheat(&mut self, g: Game, s: Game, t: Game) -> Result<Game> {
        let base = |engine: &mut Engine, game: Game| engine.copies_of_unit(game, s);
        self.with_bonuses(g, base, &[t])
    }

    /// The Norton product G . U of `g` with the unit `unit` > 0. For an integer G = n it is n
    /// copies of U. Otherwise it is {G^L.U + (U+I) | G^R.U - (U+I)}, for each incentive I of U
    /// (*Winning Ways*, chapter 8; Siegel, section II.7).
    ///
    /// # Errors
    /// [`FunctionError::NotPositive`] for a unit that is not positive, a limit, an
    /// interrupt.
    pub fn norton(&mut self, g: Game, unit: Game) -> FunctionResult<Game> {
        if self.outcome(unit)? != cg_core::Outcome::Left {
            let game = self.name_in_error(unit);
            return Err(FunctionError::NotPositive { function: "norton", game });
        }
        let mut bonuses = Vec::new();
        for incentive in self.incentives(unit)? {
            bonuses.push(self.add(unit, incentive)?);
        }
        let base = |engine: &mut Engine, game: Game| engine.copies_of_unit(game, unit);
        Ok(self.with_bonuses(g, base, &bonuses)?)
    }

    /// n copies of `unit`, if `g` is the integer n.
    fn copies_of_unit(&mut self, g: Game, unit: Game) -> Result<Option<Game>> {
        let number = self.number_of(g)?;
        match number.as_ref().and_then(Dyadic::to_integer) {
            Some(count) => self.multiple(&count, unit).map(Some),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Registry};

    use super::*;

    /// The thermograph of {3||2|1}.
    fn example() -> Result<Thermograph> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let [one, two, three] = [1, 2, 3].map(|n| engine.integer(&n.into()));
        let (one, two, three) = (one?, two?, three?);
        let hot = engine.game(&[two], &[one])?;
        let game = engine.game(&[three], &[hot])?;
        Ok(engine.thermograph(game)?.as_ref().clone())
    }

    #[test]
    fn a_thermograph_as_text() -> Result<()> {
        insta::assert_snapshot!(example()?, @"mast 9/4 from 3/4; left (9/4, 3/4) (4, -1); right (9/4, 3/4) (2, 1/2) (2, -1)");
        Ok(())
    }
}
