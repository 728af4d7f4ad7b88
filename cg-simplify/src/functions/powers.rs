//! Powers of games {0|H}, what stands on a base, and the moves that keep a stop.

use cg_core::{Game, Player, Result};
use dashu_int::IBig;

use super::{FunctionError, FunctionResult};
use crate::engine::{Answers, Engine};

impl Engine {
    /// The n-th power of a game G = {0|H}, n at least 1: {0 | H - S}, where S is the sum
    /// of the powers before it (Siegel, section II.4, for ups). The powers of up are
    /// `^<n>`.
    ///
    /// # Errors
    /// [`FunctionError::NoPowers`] of a game that has not this form,
    /// [`FunctionError::BadExponent`], a limit.
    ///
    /// ```
    /// # use cg_core::{Dyadic, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [up, two] = [1, 2].map(|n| engine.up(&Dyadic::from(n)).unwrap());
    /// assert_eq!(engine.power(up, &2.into())?, engine.subtract(two, up)?);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn power(&mut self, g: Game, n: &IBig) -> FunctionResult<Game> {
        if *n < IBig::ONE {
            return Err(FunctionError::BadExponent { function: "power", least: 1 });
        }
        Ok(self.powers(g, n)?.0)
    }

    /// The sum of the first n powers of a game {0|H}, n at least 0. For up it is the up
    /// of n.
    ///
    /// # Errors
    /// As [`Engine::power`].
    pub fn cumulative(&mut self, g: Game, n: &IBig) -> FunctionResult<Game> {
        if *n < IBig::ZERO {
            return Err(FunctionError::BadExponent { function: "cumulative", least: 0 });
        }
        Ok(self.powers(g, n)?.1)
    }

    /// The exponent that a game stands for.
    pub(super) fn exponent(&mut self, function: &'static str, n: Game) -> FunctionResult<IBig> {
        let number = self.number_of(n)?.and_then(|number| number.to_integer().cloned());
        number.ok_or(FunctionError::BadExponent { function, least: 0 })
    }

    /// The n-th power, and the sum of the first n.
    fn powers(&mut self, g: Game, n: &IBig) -> FunctionResult<(Game, Game)> {
        let left = self.options(g, Player::Left)?;
        let right = self.options(g, Player::Right)?;
        let reply = match (&left[..], &right[..]) {
            (&[zero], &[reply]) if zero == Game::ZERO => reply,
            _ => return Err(FunctionError::NoPowers { game: self.name_in_error(g) }),
        };
        let (mut power, mut sum) = (Game::ZERO, Game::ZERO);
        let mut done = IBig::ZERO;
        while done < *n {
            self.check()?;
            let answer = self.subtract(reply, sum)?;
            power = self.game(&[Game::ZERO], &[answer])?;
            sum = self.add(sum, power)?;
            done += IBig::ONE;
        }
        Ok((power, sum))
    }

    /// The game H for which `base`:H, the ordinal sum on the canonical form of `base`, is
    /// `g`.
    ///
    /// # Errors
    /// [`FunctionError::NotSubordinate`] when none is found; a limit.
    ///
    /// ```
    /// # use cg_core::{Dyadic, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, half] = [Dyadic::ONE, Dyadic::ONE.half()?].map(|x| engine.number(&x).unwrap());
    /// let minus = engine.negate(one)?;
    /// assert_eq!(engine.subordinate(half, one)?, minus);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn subordinate(&mut self, g: Game, base: Game) -> FunctionResult<Game> {
        let form = self.canonical_form(base)?;
        let mut done: Answers<Game, Option<Game>> = Answers::default();
        let leaf = |_: &mut Engine, game: Game| Ok((game == base).then_some(Some(Game::ZERO)));
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Option<Game>>| {
            // What stands on the base has options that do so too, and those of the base.
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let options = engine.options(game, player)?;
                side.extend(options.iter().filter_map(|&option| *done.of(option)));
            }
            let above = engine.game(&sides[0], &sides[1])?;
            // The colon principle: the value of what stands on the base is enough.
            let above_form = engine.canonical_form(above)?;
            let whole = engine.ordinal(form, above_form)?;
            Ok((engine.value(whole)? == game).then_some(above))
        };
        self.over_followers(g, &mut done, leaf, combine)?;
        match *done.of(g) {
            Some(above) => Ok(above),
            None => {
                let (game, base) = (self.name_in_error(g), self.name_in_error(base));
                Err(FunctionError::NotSubordinate { game, base })
            }
        }
    }

    /// Whether the play of `g` to a number takes an even number of moves, whoever makes
    /// them: `g` is a number, or all its canonical options are odd-tempered.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_even_tempered(&mut self, g: Game) -> Result<bool> {
        Ok(self.temper(g)? == Some(Temper::Even))
    }

    /// Whether it takes an odd number: `g` is no number, and all its canonical options
    /// are even-tempered.
    ///
    /// # Errors
    /// As [`Engine::is_even_tempered`].
    pub fn is_odd_tempered(&mut self, g: Game) -> Result<bool> {
        Ok(self.temper(g)? == Some(Temper::Odd))
    }

    fn temper(&mut self, g: Game) -> Result<Option<Temper>> {
        let leaf = |engine: &mut Engine, game: Game| {
            Ok(engine.is_number(game)?.then_some(Some(Temper::Even)))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Option<Temper>>| {
            let mut all = Vec::new();
            for player in Player::BOTH {
                let options = engine.options(game, player)?;
                all.extend(options.iter().map(|&option| *done.of(option)));
            }
            Ok(match all.first() {
                Some(Some(first)) if all.iter().all(|one| one == &Some(*first)) => {
                    Some(first.other())
                }
                _ => None,
            })
        };
        let mut done: Answers<Game, Option<Temper>> = Answers::default();
        self.over_followers(g, &mut done, leaf, combine)?;
        Ok(*done.of(g))
    }

    /// The canonical options of `player` that keep the stop: after such a move the
    /// opponent reaches no better number than the player's stop of `g`.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn sensible_options(&mut self, g: Game, player: Player) -> Result<Vec<Game>> {
        let stops = self.stops(g)?;
        let mut sensible = Vec::new();
        for option in self.options(g, player)? {
            let after = self.stops(option)?;
            let keeps = match player {
                Player::Left => after.right == stops.left,
                Player::Right => after.left == stops.right,
            };
            if keeps {
                sensible.push(option);
            }
        }
        self.in_order(&sensible)
    }
}

/// The parity of all ways to play a game to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temper {
    Even,
    Odd,
}

impl Temper {
    fn other(self) -> Self {
        match self {
            Temper::Even => Temper::Odd,
            Temper::Odd => Temper::Even,
        }
    }
}
