//! Functions on the options and the tree of a canonical form: incentives, sensible options and
//! lines of play, the companion, birthday, number of stops, followers, tempers.

use cg_core::{Dyadic, Error, Game, MAX_NUMBER_BITS, NumberUpsStar, Outcome, Player, Result};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use rustc_hash::FxHashSet;

use super::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::memo::Answers;

impl Engine {
    /// The undominated incentives of `player` in `g`. The incentive of a move to a canonical option
    /// is G^L - G for Left and G - G^R for Right (Siegel, section II.5). An incentive is dominated
    /// if another one is at least as large.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn incentives_of(&mut self, g: Game, player: Player) -> Result<Vec<Game>> {
        let incentives = self.all_incentives(g, player)?;
        self.largest(incentives)
    }

    /// The undominated incentives of both players together: see
    /// [`Engine::incentives_of`].
    ///
    /// # Errors
    /// The errors of [`Engine::incentives_of`].
    ///
    /// ```
    /// # use cg_core::{Game, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let up = engine.game(&[Game::ZERO], &[star])?;
    /// assert_eq!(engine.incentives(up)?, [engine.add(up, star)?]);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn incentives(&mut self, g: Game) -> Result<Vec<Game>> {
        let mut incentives = self.all_incentives(g, Player::Left)?;
        incentives.extend(self.all_incentives(g, Player::Right)?);
        self.largest(incentives)
    }

    fn all_incentives(&mut self, g: Game, player: Player) -> Result<Vec<Game>> {
        let mut incentives = Vec::new();
        for option in self.options(g, player)? {
            incentives.push(match player {
                Player::Left => self.subtract(option, g)?,
                Player::Right => self.subtract(g, option)?,
            });
        }
        Ok(incentives)
    }

    /// The maximal games among these, once each, in the order of printing.
    fn largest(&mut self, mut games: Vec<Game>) -> Result<Vec<Game>> {
        let kept = self.keep_best(&mut games, |engine, g, h| engine.le(h, g))?;
        games.truncate(kept);
        self.in_order(&games)
    }

    /// The companion G* of `g` (Fraser, Hirshberg and Wolfe, *The structure of the
    /// distributive lattice of games born by day n*, INTEGERS 5 (2005) #G06):
    ///
    /// - 0 and * are companions of each other;
    /// - a number other than 0 is its own companion;
    /// - otherwise the options of G* are the companions of the options of G, and
    ///   also 0: for Left if G > 0, for Right if G < 0.
    ///
    /// The companion of the companion of G is G.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Game, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let up = engine.game(&[Game::ZERO], &[star])?;
    /// assert_eq!(engine.companion(up)?, engine.add(up, star)?);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn companion(&mut self, g: Game) -> Result<Game> {
        let star = self.nimber(&UBig::ONE)?;
        let leaf = |engine: &mut Engine, game: Game| {
            if game == Game::ZERO {
                return Ok(Some(star));
            }
            let Some(parts) = engine.parts(game)? else { return Ok(None) };
            // Companions of sums with a number other than 0 are the games themselves. From *2 on,
            // the companions of the options are the options again.
            let own = !parts.number.is_zero() || parts.is_nimber() && parts.nimber > UBig::ONE;
            Ok(own.then_some(game))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Game>| {
            let outcome = engine.outcome(game)?;
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                side.extend(engine.answers(game, player, done).copied());
            }
            match outcome {
                Outcome::Left => sides[0].push(Game::ZERO),
                Outcome::Right => sides[1].push(Game::ZERO),
                Outcome::Next | Outcome::Previous => {}
            }
            engine.game(&sides[0], &sides[1])
        };
        self.by_followers(g, leaf, combine)
    }

    /// The birthday of `g`: the depth of its canonical form (Siegel, section
    /// II.1).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&3u8.into())?;
    /// assert_eq!(engine.birthday(star)?, 3u8.into());
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn birthday(&mut self, g: Game) -> Result<UBig> {
        let leaf = |engine: &mut Engine, game: Game| {
            let parts = engine.parts(game)?;
            Ok(parts.and_then(|parts| {
                let chain = Chain::of(&parts)?;
                Some(parts.number.birthday() + chain.birthday())
            }))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, UBig>| {
            let mut latest: Option<&UBig> = None;
            for player in Player::BOTH {
                for birthday in engine.answers(game, player, done) {
                    latest = latest.max(Some(birthday));
                }
            }
            Ok(latest.map_or(UBig::ZERO, |latest| latest + UBig::ONE))
        };
        self.by_followers(g, leaf, combine)
    }

    /// The number of stops in the complete tree of the canonical form of `g`: 1 for a number, and
    /// for any other game the sum over its options.
    ///
    /// # Errors
    /// A limit ([`Error::NumberTooLarge`]), an interrupt, a failing subgroup.
    pub fn stop_count(&mut self, g: Game) -> Result<UBig> {
        let leaf = |engine: &mut Engine, game: Game| {
            let parts = engine.parts(game)?;
            parts.as_ref().and_then(Chain::of).map(|chain| chain.stop_count()).transpose()
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, UBig>| {
            let mut count = UBig::ZERO;
            for player in Player::BOTH {
                for stops in engine.answers(game, player, done) {
                    count += stops;
                }
            }
            Ok(count)
        };
        self.by_followers(g, leaf, combine)
    }

    /// The followers of `g`: every position of its canonical form, including `g` itself, once each,
    /// in the order of printing.
    ///
    /// # Errors
    /// [`FunctionError::TooManyFollowers`] above the limit on options; other limits.
    pub fn followers(&mut self, g: Game) -> FunctionResult<Vec<Game>> {
        let limit = self.limits().options;
        let mut followers: FxHashSet<Game> = FxHashSet::default();
        let mut waiting = vec![g];
        while let Some(game) = waiting.pop() {
            self.check_with(followers.capacity() * size_of::<Game>())?;
            if !followers.insert(game) {
                continue;
            }
            // A number has one follower for each day up to its birthday.
            let days = self.arena.as_number(game)?.map(|number| number.birthday());
            let too_many = days.filter(|days| *days >= UBig::from(limit));
            if too_many.is_some() || followers.len() as u64 > limit {
                let count = too_many.unwrap_or_else(|| limit.into());
                let count = format!("more than {count}");
                return Err(FunctionError::TooManyFollowers {
                    game: self.name_in_error(g),
                    count,
                    limit,
                });
            }
            self.arena.expand(game)?;
            for player in Player::BOTH {
                waiting.extend_from_slice(self.arena.options(game, player));
            }
        }
        let followers: Vec<Game> = followers.into_iter().collect();
        Ok(self.in_order(&followers)?)
    }

    /// Whether every play of `g` to a number has an even number of moves, whoever makes them: `g`
    /// is a number, or all its canonical options are odd-tempered.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn is_even_tempered(&mut self, g: Game) -> Result<bool> {
        Ok(self.temper(g)? == Some(Temper::Even))
    }

    /// Whether it has an odd number of moves: `g` is not a number, and all its canonical options
    /// are even-tempered.
    ///
    /// # Errors
    /// The errors of [`Engine::is_even_tempered`].
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

    /// The canonical options of `player` that keep the stop: after such a move the opponent cannot
    /// reach a better number than the player's stop of `g`.
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

    /// The sensible lines of play from `g` when `player` moves first: the players take
    /// turns, each move is a [sensible option](Engine::sensible_options), and a line ends
    /// with a number. Each line begins with `g`.
    ///
    /// # Errors
    /// [`FunctionError::TooManyLines`]; a limit, an interrupt, a failing subgroup.
    pub fn sensible_lines(&mut self, g: Game, player: Player) -> FunctionResult<Vec<Vec<Game>>> {
        let mut lines = vec![vec![g]];
        let mut mover = player;
        loop {
            let mut longer = Vec::new();
            let mut ended = true;
            for line in lines {
                let last = *line.last().expect("a line begins with a game");
                if self.is_number(last)? {
                    longer.push(line);
                    continue;
                }
                ended = false;
                for option in self.sensible_options(last, mover)? {
                    longer.push(line.iter().copied().chain([option]).collect());
                }
                if longer.len() > MOST_LINES {
                    return Err(FunctionError::TooManyLines { limit: MOST_LINES });
                }
            }
            lines = longer;
            if ended {
                return Ok(lines);
            }
            mover = mover.opponent();
        }
    }
}

/// The largest number of sensible lines of play that are listed.
const MOST_LINES: usize = 10_000;

/// The parity of all plays of a game to a number.
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

/// Play in the canonical form of x + n.^ + *m: each move, except Left's move to 0, removes one up
/// and changes the nimber by 1. After n moves a nimber remains. If that nimber is 0 or 1, ^ or ^*
/// remains after n - 1 moves.
struct Chain {
    /// The n of n.^, without its sign.
    ups: UBig,
    /// The nimber that remains.
    nimber: UBig,
}

impl Chain {
    /// `None` for ups of other orders, which have no such chain.
    fn of(parts: &NumberUpsStar) -> Option<Self> {
        let ups = match &*parts.ups {
            [] => UBig::ZERO,
            [(order, count)] if *order == Dyadic::ONE => count.clone().into_parts().1,
            _ => return None,
        };
        let odd = if ups.bit(0) { UBig::ONE } else { UBig::ZERO };
        Some(Chain { nimber: &parts.nimber ^ odd, ups })
    }

    fn birthday(&self) -> UBig {
        match self.nimber <= UBig::ONE && !self.ups.is_zero() {
            // The last one is ^ or ^*; both are born on day 2.
            true => &self.ups + UBig::ONE,
            false => &self.ups + &self.nimber,
        }
    }

    fn stop_count(&self) -> Result<UBig> {
        if self.nimber <= UBig::ONE && !self.ups.is_zero() {
            // ^ = {0|*} has 3 stops, ^* = {0,*|0} has 4.
            let star = if self.nimber.is_zero() { UBig::ONE } else { UBig::ZERO };
            return Ok(&self.ups + UBig::from(2u8) + star);
        }
        if self.nimber.is_zero() {
            return Ok(UBig::ONE);
        }
        // For *m: twice the sum of those of *0, ..., *(m-1), so 2 * 3^(m-1).
        let exponent = usize::try_from(&self.nimber - UBig::ONE);
        let exponent = exponent.ok().filter(|&exponent| exponent <= MAX_NUMBER_BITS / 2);
        let exponent = exponent.ok_or(Error::NUMBER_TOO_LARGE)?;
        Ok(UBig::from(2u8) * UBig::from(3u8).pow(exponent) + &self.ups)
    }
}
