//! Cooling, heating, overheating, freezing and the Norton product.
//!
//! All are one recursion: options are transformed, and the one who moves pays or
//! receives something.

use cg_core::{Dyadic, Game, Player, Result};

use super::error::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::traverse::Done;

impl Engine {
    /// {F(L) + b | F(R) - b} for the canonical options L, R of `g`, with each of
    /// `bonuses` as b, down to what `base` answers itself.
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
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Game>| {
            let mut sides = [Vec::new(), Vec::new()];
            for ((side, player), bonuses) in sides.iter_mut().zip(Player::BOTH).zip(&signed) {
                let options: Vec<Game> = engine
                    .answers(game, player, done)
                    .map(|g| g.copied())
                    .collect::<Result<_>>()?;
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

    /// `g` cooled by `t`: each move costs t. G_t = {G^L_t - t | G^R_t + t}, and
    /// the mean value for t above the temperature of G (Siegel, section II.5). At
    /// t = the temperature itself the frozen infinitesimal stays: {1|-1} cooled
    /// by 1 is *. Below 0 numbers heat up: 1/4 cooled by -1/4 is 1/4*; integers
    /// never change.
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

    /// `g` cooled by its own temperature: the number of its mast plus the frozen
    /// infinitesimal, if any. Integers and infinitesimals stay.
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

    /// `g` heated by `t`: each move brings t, a number or any other game. Numbers
    /// stay, and otherwise the result is {F(G^L) + t | F(G^R) - t} (Siegel,
    /// section II.5; *Winning Ways*, chapter 6).
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

    /// `g` overheated from `s` to `t`: an integer n becomes n copies of s, and
    /// any other game {F(G^L) + t | F(G^R) - t} (*Winning Ways*, chapter 6;
    /// Siegel, section II.5). For t not much larger than s the result can depend
    /// on the form of G; the canonical form is taken.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn overheat(&mut self, g: Game, s: Game, t: Game) -> Result<Game> {
        let base = |engine: &mut Engine, game: Game| engine.copies_of_unit(game, s);
        self.with_bonuses(g, base, &[t])
    }

    /// The Norton product G . U of `g` with the unit `unit` > 0: n copies of U
    /// for an integer G = n, and {G^L.U + (U+I) | G^R.U - (U+I)} otherwise, I
    /// being each incentive of U (*Winning Ways*, chapter 8; Siegel, section
    /// II.7).
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

    /// n copies of `unit` when `g` is the integer n.
    fn copies_of_unit(&mut self, g: Game, unit: Game) -> Result<Option<Game>> {
        let number = self.number_of(g)?;
        match number.as_ref().and_then(Dyadic::to_integer) {
            Some(count) => self.multiple(count, unit).map(Some),
            None => Ok(None),
        }
    }
}
