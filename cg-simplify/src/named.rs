//! Games with a name: numbers, nimbers, ups, the simplest number between two, tiny and miny.
//!
//! The subgroup that makes them is asked first. If there is none, they are made from their options.

use cg_core::{Dyadic, Error, Game, NumberUpsStar, Outcome, Player, Result};
use dashu_int::{IBig, UBig};

use crate::engine::Engine;
use crate::functions::{FunctionError, FunctionResult};

impl Engine {
    /// The integer `value`.
    ///
    /// # Errors
    /// The errors of [`Engine::number`].
    pub fn integer(&mut self, value: &IBig) -> Result<Game> {
        self.number(&Dyadic::from(value.clone()))
    }

    /// The number `value`.
    ///
    /// # Errors
    /// A failing subgroup; if no subgroup makes numbers, a limit.
    pub fn number(&mut self, value: &Dyadic) -> Result<Game> {
        if let Some(game) = self.arena.number(value)? {
            return Ok(game);
        }
        // First the two integers around the number, then one halving after another.
        let whole = value.floor();
        let mut game = self.integer_by_options(&whole)?;
        let mut low = Dyadic::from(whole.clone());
        let mut low_game = game;
        let mut high = Dyadic::from(whole + IBig::ONE);
        let mut high_game = self.integer_by_options(&high.floor())?;
        while low != *value {
            let middle = (&low + &high).half()?;
            game = self.game(&[low_game], &[high_game])?;
            if *value < middle {
                (high, high_game) = (middle, game);
            } else {
                (low, low_game) = (middle, game);
            }
        }
        Ok(game)
    }

    fn integer_by_options(&mut self, value: &IBig) -> Result<Game> {
        let (positive, mut left) = (*value > IBig::ZERO, value.clone());
        let step = if positive { IBig::ONE } else { -IBig::ONE };
        let mut game = Game::ZERO;
        while !left.is_zero() {
            game = if positive { self.game(&[game], &[])? } else { self.game(&[], &[game])? };
            left -= &step;
            self.check()?;
        }
        Ok(game)
    }

    /// The nimber `*value`.
    ///
    /// # Errors
    /// A failing subgroup; if no subgroup makes nimbers, a limit.
    pub fn nimber(&mut self, value: &UBig) -> Result<Game> {
        if let Some(game) = self.arena.nimber(value)? {
            return Ok(game);
        }
        let too_many = || Error::TooManyOptions {
            game: match self.notation() {
                cg_core::Notation::Paper => format!("*({value})"),
                _ => format!("*{value}"),
            },
            count: value.to_string(),
            player: cg_core::Player::Left,
            limit: self.limits().options,
        };
        let count = u64::try_from(value)
            .ok()
            .filter(|&count| count <= self.limits().options)
            .ok_or_else(too_many)?;
        let mut smaller = Vec::new();
        let mut game = Game::ZERO;
        for _ in 0..count {
            smaller.push(game);
            game = self.game(&smaller, &smaller)?;
        }
        Ok(game)
    }

    /// The sum of a number, ups and a nimber.
    ///
    /// # Errors
    /// The errors of [`Engine::number`] and [`Engine::up`].
    pub fn closed_form(&mut self, form: &NumberUpsStar) -> Result<Game> {
        let mut terms = vec![self.number(&form.number)?, self.nimber(&form.nimber)?];
        for (order, copies) in &form.ups {
            let up = self.up(order)?;
            terms.push(self.multiple(copies, up)?);
        }
        self.sum(&terms)
    }

    /// The up of `order`, `{^(order^L), * | ^(order^R), *}` (the calculator
    /// paper, equation 12): 0 for 0, and the negative of the up of `-order` for
    /// a negative one.
    ///
    /// # Errors
    /// A failing subgroup; if no subgroup makes ups, a limit.
    pub fn up(&mut self, order: &Dyadic) -> Result<Game> {
        use std::cmp::Ordering;
        match order.sign() {
            Ordering::Equal => return Ok(Game::ZERO),
            Ordering::Less => {
                let up = self.up(&-order)?;
                return self.negate(up);
            }
            Ordering::Greater => {}
        }
        if let Some(game) = self.arena.up(order)? {
            return Ok(game);
        }
        // The simplest orders first, then halvings, as for numbers.
        let star = self.nimber(&UBig::ONE)?;
        let (mut low, mut low_game) = (Dyadic::ZERO, Game::ZERO);
        let mut high: Option<(Dyadic, Game)> = None;
        loop {
            self.check()?;
            let middle = match &high {
                None => &low + &Dyadic::ONE,
                Some((high, _)) => (&low + high).half()?,
            };
            let mut right = vec![star];
            right.extend(high.as_ref().map(|&(_, game)| game));
            let game = self.game(&[low_game, star], &right)?;
            match order.cmp(&middle) {
                Ordering::Equal => return Ok(game),
                Ordering::Less => high = Some((middle, game)),
                Ordering::Greater => (low, low_game) = (middle, game),
            }
        }
    }

    /// The simplest number strictly between the numbers `low` and `high`: the one with the earliest
    /// birthday (Siegel, section II.3).
    ///
    /// # Errors
    /// [`FunctionError::NotANumber`], [`FunctionError::NothingBetween`].
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, four] = [1, 4].map(|n| engine.integer(&n.into()).unwrap());
    /// assert_eq!(engine.simplest(one, four)?, engine.integer(&2.into())?);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn simplest(&mut self, low: Game, high: Game) -> FunctionResult<Game> {
        // Numbers that are not dyadic are compared as games.
        let mut ordered = self.arena.is_number(low)? && self.arena.is_number(high)?;
        if ordered {
            ordered = low != high && self.le(low, high)?;
        } else {
            let below = self.expect_number("simplest", low)?;
            ordered = below < self.expect_number("simplest", high)?;
        }
        if !ordered {
            let (low, high) = (self.name_in_error(low), self.name_in_error(high));
            return Err(FunctionError::NothingBetween { low, high });
        }
        Ok(self.game(&[low], &[high])?)
    }

    /// tiny-x, the game {0||0|-x}, for x > 0 (*Winning Ways*, chapter 5; Siegel, section II.4). It
    /// is positive, and infinitesimal for every such x.
    ///
    /// # Errors
    /// [`FunctionError::NotPositive`], a limit, an interrupt.
    ///
    /// ```
    /// # use cg_core::{Limits, Outcome, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let two = engine.integer(&2.into())?;
    /// let (tiny, miny) = (engine.tiny(two)?, engine.miny(two)?);
    /// assert_eq!(engine.outcome(tiny)?, Outcome::Left);
    /// assert_eq!(engine.negate(tiny)?, miny);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn tiny(&mut self, x: Game) -> FunctionResult<Game> {
        self.tiny_for("tiny", x, Player::Left)
    }

    /// miny-x, the negative of tiny-x: {x|0||0}.
    ///
    /// # Errors
    /// The errors of [`Engine::tiny`].
    pub fn miny(&mut self, x: Game) -> FunctionResult<Game> {
        self.tiny_for("miny", x, Player::Right)
    }

    /// The tiny-x that favours `player`.
    fn tiny_for(
        &mut self,
        function: &'static str,
        x: Game,
        player: Player,
    ) -> FunctionResult<Game> {
        if self.outcome(x)? != Outcome::Left {
            return Err(FunctionError::NotPositive { function, game: self.name_in_error(x) });
        }
        let threat = match player {
            Player::Left => self.negate(x)?,
            Player::Right => x,
        };
        let zero = Game::ZERO;
        let reply = self.with_sides(player, zero, threat)?;
        Ok(self.with_sides(player, zero, reply)?)
    }

    /// The game with the option `own` for `player` and `other` for the opponent.
    fn with_sides(&mut self, player: Player, own: Game, other: Game) -> Result<Game> {
        match player {
            Player::Left => self.game(&[own], &[other]),
            Player::Right => self.game(&[other], &[own]),
        }
    }
}
