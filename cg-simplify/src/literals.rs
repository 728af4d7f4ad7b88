//! Numbers, nimbers and ups as values: made by the subgroup that makes them,
//! or else from their options.

use cg_core::{Dyadic, Error, Game, Result};
use dashu_int::{IBig, UBig};

use crate::engine::Engine;

impl Engine {
    /// The integer `value`.
    ///
    /// # Errors
    /// As [`Engine::number`].
    pub fn integer(&mut self, value: &IBig) -> Result<Game> {
        self.number(&Dyadic::from(value.clone()))
    }

    /// The number `value`.
    ///
    /// # Errors
    /// A failing subgroup; where no subgroup makes numbers, a limit.
    pub fn number(&mut self, value: &Dyadic) -> Result<Game> {
        if let Some(game) = self.arena.number(value)? {
            return Ok(game);
        }
        // The integers from 0 on, then halvings: each step's options are made.
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
    /// A failing subgroup; where no subgroup makes nimbers, a limit.
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

    /// The up of `order`, `{^(order^L), * | ^(order^R), *}` (the calculator
    /// paper, equation 12): 0 for 0, and the negative of the up of `-order` for
    /// a negative one.
    ///
    /// # Errors
    /// A failing subgroup; where no subgroup makes ups, a limit.
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
        // From the simplest orders on to `order` itself, as numbers are made.
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
}
