//! The kinds of games.

use cg_core::{Dyadic, Game, NumberUpsStar, Player, Result};
use dashu_int::UBig;
use rustc_hash::FxHashSet;

use super::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::memo::Answers;

impl Engine {
    /// The number, if `g` is a number, whether or not a subgroup makes numbers.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub(crate) fn number_of(&mut self, g: Game) -> Result<Option<Dyadic>> {
        if g == Game::ZERO {
            return Ok(Some(Dyadic::ZERO));
        }
        if let Some(number) = self.arena.as_number(g)? {
            return Ok(Some(number));
        }
        if self.numbers_known {
            return Ok(None);
        }
        self.remembered(
            g,
            |memos| &mut memos.numbers,
            |engine, done| engine.over_followers(g, done, number_at_once, number_from_options),
        )
    }

    /// The parts of `g` if a subgroup knows them; always for numbers.
    pub(crate) fn parts(&mut self, g: Game) -> Result<Option<NumberUpsStar>> {
        if let Some(parts) = self.arena.number_ups_star(g)? {
            return Ok(Some(parts));
        }
        Ok(self.number_of(g)?.map(NumberUpsStar::from))
    }

    /// Whether `g` is a number: all its canonical options are numbers, and each left
    /// option is less than each right option (Siegel, section II.3).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_number(&mut self, g: Game) -> Result<bool> {
        Ok(self.arena.is_number(g)? || self.number_of(g)?.is_some())
    }

    /// Whether `g` is an integer.
    ///
    /// # Errors
    /// The errors of [`Engine::is_number`].
    pub fn is_integer(&mut self, g: Game) -> Result<bool> {
        Ok(self.number_of(g)?.is_some_and(|number| number.is_integer()))
    }

    /// The n of the nimber `*n`, if `g` is a nimber, whether or not a subgroup makes nimbers.
    pub(crate) fn nimber_of(&mut self, g: Game) -> Result<Option<UBig>> {
        if let Some(parts) = self.arena.number_ups_star(g)? {
            return Ok(parts.is_nimber().then_some(parts.nimber));
        }
        // The options of *n are the options of *(n-1) and *(n-1) itself, for both players.
        let mut game = g;
        while game != Game::ZERO {
            self.check()?;
            let [count, others] = Player::BOTH.map(|player| self.arena.option_count(game, player));
            let count = count?;
            if count == 0 || count != others? {
                return Ok(None);
            }
            self.arena.expand(game)?;
            let [left, right] = Player::BOTH.map(|player| self.arena.options(game, player));
            let options: FxHashSet<Game> = left.iter().copied().collect();
            let mut previous = None;
            for &option in right {
                if !options.contains(&option) {
                    return Ok(None);
                }
                if self.arena.option_count(option, Player::Left)? + 1 == count {
                    previous = Some(option);
                }
            }
            let Some(previous) = previous else { return Ok(None) };
            self.arena.expand(previous)?;
            let before = self.arena.options(previous, Player::Left);
            if !before.iter().all(|option| options.contains(option)) {
                return Ok(None);
            }
            game = previous;
        }
        Ok(Some(self.arena.option_count(g, Player::Left)?.into()))
    }

    /// Whether `g` is a nimber *n. 0 is one.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_nimber(&mut self, g: Game) -> Result<bool> {
        Ok(self.nimber_of(g)?.is_some())
    }

    /// The n of the nimber *n, if `g` is a nimber: its nim-value.
    ///
    /// # Errors
    /// [`FunctionError::NotANimber`].
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&3u8.into())?;
    /// assert_eq!(engine.nim_value(star)?, 3u8.into());
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn nim_value(&mut self, g: Game) -> FunctionResult<UBig> {
        match self.nimber_of(g)? {
            Some(value) => Ok(value),
            None => Err(FunctionError::NotANimber { game: self.name_in_error(g) }),
        }
    }

    /// Whether `g` is infinitesimal: both stops are 0, so -x < G < x for every positive number x
    /// (Siegel, section II.4).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_infinitesimal(&mut self, g: Game) -> Result<bool> {
        let stops = self.stops(g)?;
        Ok(stops.left.is_zero() && stops.right.is_zero())
    }

    /// Whether `g` is a number plus an infinitesimal, that is, its stops are equal (number-ish
    /// games; Siegel, section II.6).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_numberish(&mut self, g: Game) -> Result<bool> {
        let stops = self.stops(g)?;
        Ok(stops.left == stops.right)
    }

    /// Whether `g` is hot: its left stop is larger than its right stop.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_hot(&mut self, g: Game) -> Result<bool> {
        let stops = self.stops(g)?;
        Ok(stops.left > stops.right)
    }

    /// Whether `g` is all-small (a dicot): in every follower either both players can move or
    /// neither can (Siegel, section II.4).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_all_small(&mut self, g: Game) -> Result<bool> {
        let leaf = |engine: &mut Engine, game: Game| {
            if let Some(parts) = engine.parts(game)? {
                return Ok(Some(parts.number.is_zero()));
            }
            let [left, right] = Player::BOTH.map(|player| engine.arena.option_count(game, player));
            Ok(((left? == 0) != (right? == 0)).then_some(false))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, bool>| {
            for player in Player::BOTH {
                if !engine.answers(game, player, done).all(|&small| small) {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        self.by_followers(g, leaf, combine)
    }

    /// Whether `g` is a switch {x|y} of two numbers x > y (*Winning Ways*,
    /// chapter 5): (x+y)/2 + (+-a) with a = (x-y)/2.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_switch(&mut self, g: Game) -> Result<bool> {
        let mut sides = [None, None];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            if self.arena.option_count(g, player)? == 1 {
                let option = self.options(g, player)?[0];
                *side = self.number_of(option)?;
            }
        }
        let [left, right] = sides;
        Ok(left.zip(right).is_some_and(|(left, right)| left > right))
    }

    /// The name of `g` for a message: its text if that is short.
    pub(crate) fn name_in_error(&mut self, g: Game) -> String {
        const MOST: usize = 80;
        match self.print(g, self.notation()) {
            Ok(text) if text.len() <= MOST => text,
            _ => "this game".to_owned(),
        }
    }

    /// The number that `function` needs. If `g` is not a number, it is an error.
    pub(crate) fn expect_number(
        &mut self,
        function: &'static str,
        g: Game,
    ) -> FunctionResult<Dyadic> {
        match self.number_of(g)? {
            Some(number) => Ok(number),
            None if self.arena.is_number(g)? => {
                Err(FunctionError::NotDyadic { function, game: self.name_in_error(g) })
            }
            None => Err(FunctionError::NotANumber { function, game: self.name_in_error(g) }),
        }
    }
}

/// A number has at most one canonical option on each side.
fn number_at_once(engine: &mut Engine, game: Game) -> Result<Option<Option<Dyadic>>> {
    if let Some(number) = engine.arena.as_number(game)? {
        return Ok(Some(Some(number)));
    }
    for player in Player::BOTH {
        if engine.arena.option_count(game, player)? > 1 {
            return Ok(Some(None));
        }
    }
    Ok(None)
}

/// From canonical options: {x|y} with x < y is their mean, {x|} is x+1, {|y} is y-1.
fn number_from_options(
    engine: &mut Engine,
    game: Game,
    done: &Answers<Game, Option<Dyadic>>,
) -> Result<Option<Dyadic>> {
    let mut sides = [None, None];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for option in engine.answers(game, player, done) {
            match option {
                Some(number) => *side = Some(number),
                None => return Ok(None),
            }
        }
    }
    match sides {
        [None, None] => Ok(Some(Dyadic::ZERO)),
        [Some(left), None] => Ok(Some(left + &Dyadic::ONE)),
        [None, Some(right)] => Ok(Some(right - &Dyadic::ONE)),
        [Some(left), Some(right)] if left < right => Ok(Some((left + right).half()?)),
        _ => Ok(None),
    }
}
