//! Small games: atomic weights, uptimal expansions, games up to infinitesimals, powers of games
//! {0|H}, and subordinate games.
//!
//! # Atomic weights
//!
//! *Far star* is a nimber *N that equals no follower of the current games, including ^. A game G is
//! atomic, of weight g, if G - g.^ is strictly between v + far star and ^ + far star. Here g.^ is
//! the Norton product (Siegel, section II.7; *Winning Ways*, chapter 8). Every all-small game is
//! atomic, and its weight is computed from the weights of its options. For any other game the same
//! computation gives a candidate, which is then checked against the definition.
//!
//! This finds every atomic game, for the following reason. In a sum with all-small games, if play
//! reaches a number other than 0, the number decides for its owner, as a large multiple of up
//! would. Replace the numbers by such multiples, and the game becomes all-small. For all large
//! multiples, its distance from g.^ is that of the game itself.

use std::fmt;

use cg_core::{Dyadic, Game, NumberUpsStar, Outcome, Player, Result};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};

use super::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::memo::Answers;

impl Engine {
    /// The atomic weight of `g`: 1 for ^, 0 for nimbers and for tiny games; any
    /// game in general.
    ///
    /// # Errors
    /// [`FunctionError::NotAtomic`] if it has none: {1|0}, and every `g` that is not infinitesimal.
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Game, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let up = engine.up(&1.into())?;
    /// let double = engine.add(up, up)?;
    /// assert_eq!(engine.atomic_weight(double)?, engine.integer(&2.into())?);
    /// let one = engine.integer(&1.into())?;
    /// let hot = engine.game(&[one], &[Game::ZERO])?;
    /// assert!(engine.atomic_weight(hot).is_err());
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn atomic_weight(&mut self, g: Game) -> FunctionResult<Game> {
        if let Some(weight) = self.weight_if_atomic(g)? {
            return Ok(weight);
        }
        Err(FunctionError::NotAtomic { game: self.name_in_error(g) })
    }

    fn weight_if_atomic(&mut self, g: Game) -> FunctionResult<Option<Game>> {
        if let Some(parts) = self.parts(g)? {
            let weight = parts.number.is_zero().then(|| weight_of_ups(&parts));
            return Ok(weight.map(|weight| self.integer(&weight)).transpose()?);
        }
        if !self.is_infinitesimal(g)? {
            return Ok(None);
        }
        let weight = self.weight_by_calculus(g)?;
        let up = self.up(&Dyadic::ONE)?;
        let multiple = self.norton(weight, up)?;
        let rest = self.subtract(g, multiple)?;
        let far_star = self.far_star(rest)?;
        let bound = self.add(up, far_star)?;
        let other_bound = self.subtract(far_star, up)?;
        let atomic = self.le(rest, bound)? && self.le(other_bound, rest)?;
        Ok(atomic.then_some(weight))
    }

    fn weight_by_calculus(&mut self, g: Game) -> Result<Game> {
        let far_star = self.far_star(g)?;
        // Each move changes weights by at most 2, so this is far beyond all of them.
        let depth = self.depth_above_numbers(g)?;
        let large = IBig::from(depth + UBig::from(2u8)) * IBig::from(8);
        let leaf = |engine: &mut Engine, game: Game| {
            let Some(parts) = engine.parts(game)? else { return Ok(None) };
            let weight = match parts.number.sign() {
                std::cmp::Ordering::Less => -&large,
                std::cmp::Ordering::Equal => weight_of_ups(&parts),
                std::cmp::Ordering::Greater => large.clone(),
            };
            engine.integer(&weight).map(Some)
        };
        let two = [2, -2].map(|two| self.integer(&two.into()));
        let [two, minus_two] = two;
        let steps = [minus_two?, two?];
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Game>| {
            let mut sides = [Vec::new(), Vec::new()];
            for ((side, player), step) in sides.iter_mut().zip(Player::BOTH).zip(steps) {
                let weights: Vec<Game> = engine.answers(game, player, done).copied().collect();
                for weight in weights {
                    side.push(engine.add(weight, step)?);
                }
            }
            let weight = engine.game(&sides[0], &sides[1])?;
            if !engine.is_integer(weight)? {
                return Ok(weight);
            }
            // If more than one integer fits, far star decides.
            match engine.compare(game, far_star)?.into() {
                Outcome::Next | Outcome::Previous => Ok(Game::ZERO),
                Outcome::Left => engine.last_integer_before(&sides[1], Player::Left),
                Outcome::Right => engine.last_integer_before(&sides[0], Player::Right),
            }
        };
        self.by_followers(g, leaf, combine)
    }

    /// For Left the largest integer that is less than each weight or confused with it; for Right
    /// the smallest integer that is greater or confused.
    fn last_integer_before(&mut self, weights: &[Game], player: Player) -> Result<Game> {
        let mut last: Option<IBig> = None;
        for &weight in weights {
            let stops = self.stops(weight)?;
            let stop = stops.of(player);
            let mut integer = match player {
                Player::Left => stop.floor(),
                Player::Right => stop.ceil(),
            };
            let candidate = self.integer(&integer)?;
            match player {
                Player::Left if self.le(weight, candidate)? => integer -= IBig::ONE,
                Player::Right if self.le(candidate, weight)? => integer += IBig::ONE,
                _ => {}
            }
            last = Some(match (last, player) {
                (None, _) => integer,
                (Some(last), Player::Left) => last.min(integer),
                (Some(last), Player::Right) => last.max(integer),
            });
        }
        self.integer(&last.unwrap_or_default())
    }

    /// A nimber, *4 or larger, that equals no follower of `g`. A follower Z equals *n only if n is
    /// at most the depth of Z above its numbers. (Then Z + *n is 0. To a move from *n to *(n-1),
    /// the winning reply is in Z, which is less deep afterwards; this reply is never in a number.)
    fn far_star(&mut self, g: Game) -> Result<Game> {
        let depth = self.depth_above_numbers(g)?;
        self.nimber(&(UBig::ONE << (depth + UBig::from(2u8)).bit_len()))
    }

    /// An upper bound on the number of moves until `g` is a number.
    fn depth_above_numbers(&mut self, g: Game) -> Result<UBig> {
        let leaf = |engine: &mut Engine, game: Game| {
            let parts = engine.parts(game)?;
            Ok(parts.map(|parts| {
                let ups = parts.ups.iter().map(|(order, count)| {
                    let (_, count) = count.clone().into_parts();
                    count * (order.birthday() + UBig::ONE)
                });
                let star = if parts.is_number() { UBig::ZERO } else { UBig::ONE };
                ups.fold(&parts.nimber + star, |sum, depth| sum + depth)
            }))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, UBig>| {
            let mut deepest: Option<&UBig> = None;
            for player in Player::BOTH {
                for depth in engine.answers(game, player, done) {
                    deepest = deepest.max(Some(depth));
                }
            }
            Ok(deepest.map_or(UBig::ZERO, |deepest| deepest + UBig::ONE))
        };
        self.by_followers(g, leaf, combine)
    }

    /// The n-th power of a game G = {0|H}, n at least 1: {0 | H - S}, where S is the sum of the
    /// lower powers (Siegel, section II.4, for ups). The powers of up are `^<n>`.
    ///
    /// # Errors
    /// [`FunctionError::NoPowers`] for a game without this form, [`FunctionError::BadExponent`], a
    /// limit.
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
    /// The errors of [`Engine::power`].
    pub fn cumulative(&mut self, g: Game, n: &IBig) -> FunctionResult<Game> {
        if *n < IBig::ZERO {
            return Err(FunctionError::BadExponent { function: "cumulative", least: 0 });
        }
        Ok(self.powers(g, n)?.1)
    }

    /// The exponent in a game, an integer, `least` or more.
    pub(super) fn exponent(
        &mut self,
        function: &'static str,
        least: u8,
        n: Game,
    ) -> FunctionResult<IBig> {
        let number = self.number_of(n)?.and_then(|number| number.to_integer());
        number.ok_or(FunctionError::BadExponent { function, least })
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

    /// The game H for which `g` is the ordinal sum `base`:H, with the canonical form of `base`.
    ///
    /// # Errors
    /// [`FunctionError::NotSubordinate`] if none is found; a limit.
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
            // The options of a subordinate game's ordinal sum are such sums, too, or options of the
            // base.
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let options = engine.options(game, player)?;
                side.extend(options.iter().filter_map(|&option| *done.of(option)));
            }
            let above = engine.game(&sides[0], &sides[1])?;
            // By the colon principle, the value of H is enough.
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
}

/// Ups of all orders have weight 1, and nimbers 0.
fn weight_of_ups(parts: &NumberUpsStar) -> IBig {
    parts.ups.iter().map(|(_, count)| count).sum()
}

/// A value `x + *n + d1.^ + d2.^<2> + d3.^<3> + ...`: a number, a nimber and uptimal digits. As a
/// sumber, `^<k>` is `^(k)-^(k-1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// The number x.
    pub number: Dyadic,
    /// The n of the nimber *n.
    pub nimber: UBig,
    /// d1, d2, ...: the number of copies of each power of up. The last one is not 0.
    pub digits: Vec<IBig>,
}

/// The largest number of digits: ^(10^9) alone has 10^9 of them.
const MOST_DIGITS: u32 = 1 << 20;

impl Engine {
    /// The uptimal expansion of `g` (Siegel, section II.4; *Winning Ways*, chapter 8).
    ///
    /// # Errors
    /// [`FunctionError::NotAnUptimal`] for a game without one, or if its subgroup does not know it
    /// as a sum of ups.
    pub fn uptimal(&mut self, g: Game) -> FunctionResult<Uptimal> {
        let parts = self.parts(g)?;
        let expansion = parts.and_then(|parts| {
            let places = match parts.ups.last() {
                None => 0,
                Some((last, _)) => u32::try_from(last.to_integer()?).ok()?,
            };
            if places > MOST_DIGITS {
                return None;
            }
            // The k-th digit is the sum of the coefficients from ^(k) on.
            let mut digits = vec![IBig::ZERO; places as usize];
            let mut end = digits.len();
            let mut digit = IBig::ZERO;
            for (order, count) in parts.ups.iter().rev() {
                let place = usize::try_from(order.to_integer()?).ok()?;
                digits[place..end].fill(digit.clone());
                digit += count;
                end = place;
            }
            digits[..end].fill(digit);
            Some(Uptimal { number: parts.number, nimber: parts.nimber, digits })
        });
        match expansion {
            Some(expansion) => Ok(expansion),
            None => Err(FunctionError::NotAnUptimal { game: self.name_in_error(g) }),
        }
    }
}

/// `73/16*8.9-`: number, nimber, a point and the digits, with a `-` after a negative digit. A digit
/// with several figures is in brackets.
impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nimber.is_zero() {
            write!(f, "{}", self.number)?;
        } else {
            if !self.number.is_zero() {
                write!(f, "{}", self.number)?;
            }
            f.write_str("*")?;
            if !self.nimber.is_one() {
                write!(f, "{}", self.nimber)?;
            }
        }
        f.write_str(".")?;
        if self.digits.is_empty() {
            return f.write_str("0");
        }
        for digit in &self.digits {
            let (sign, size) = digit.clone().into_parts();
            if size < UBig::from(10u8) {
                write!(f, "{size}")?;
            } else {
                write!(f, "({size})")?;
            }
            if sign == Sign::Negative {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

impl Engine {
    /// The reduced canonical form of `g`: the simplest game that differs from `g`
    /// by an infinitesimal (Grossman and Siegel, *Reductions of partizan games*;
    /// Siegel, section II.6).
    ///
    /// If the two stops of a game are the same number, it becomes that number. In any other game,
    /// options that are dominated up to an infinitesimal are removed, and options that are
    /// reversible up to an infinitesimal are bypassed.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Game, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let up = engine.game(&[Game::ZERO], &[star])?;
    /// assert_eq!(engine.reduced(up)?, Game::ZERO);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn reduced(&mut self, g: Game) -> Result<Game> {
        let leaf = |engine: &mut Engine, game: Game| {
            if let Some(parts) = engine.parts(game)? {
                return engine.number(&parts.number).map(Some);
            }
            let stops = engine.stops(game)?;
            if stops.left == stops.right {
                return engine.number(&stops.left).map(Some);
            }
            Ok(None)
        };
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Game>| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                side.extend(engine.answers(game, player, done).copied());
            }
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                engine.bypass_nearly_reversible(side, game, player)?;
                let kept =
                    engine.keep_best(side, |engine, g, h| engine.nearly_prefers(player, g, h))?;
                side.truncate(kept);
            }
            engine.game(&sides[0], &sides[1])
        };
        self.by_followers(g, leaf, combine)
    }

    /// Whether `g` is at least as good as `h` for `player`, up to an infinitesimal: if the opponent
    /// moves first in g - h, the stop does not favour the opponent.
    fn nearly_prefers(&mut self, player: Player, g: Game, h: Game) -> Result<bool> {
        if g == h {
            return Ok(true);
        }
        let difference = self.subtract(g, h)?;
        let stops = self.stops(difference)?;
        Ok(match player {
            Player::Left => stops.right.sign().is_ge(),
            Player::Right => stops.left.sign().is_le(),
        })
    }

    /// Bypasses the options that are reversible up to an infinitesimal: the opponent has a reply to
    /// them that is at least as good for the opponent as `game`. `player`'s options of that reply
    /// replace them.
    fn bypass_nearly_reversible(
        &mut self,
        options: &mut Vec<Game>,
        game: Game,
        player: Player,
    ) -> Result<()> {
        let mut waiting = std::mem::take(options);
        let mut seen = waiting.clone();
        'waiting: while let Some(option) = waiting.pop() {
            self.check()?;
            for reply in self.options(option, player.opponent())? {
                if self.nearly_prefers(player.opponent(), reply, game)? {
                    for replacement in self.options(reply, player)? {
                        if !seen.contains(&replacement) {
                            seen.push(replacement);
                            waiting.push(replacement);
                        }
                    }
                    continue 'waiting;
                }
            }
            options.push(option);
        }
        Ok(())
    }
}
