//! Atomic weights.
//!
//! Far star is a nimber *N that no follower of the games at hand, ^ among them,
//! equals. G is
//! atomic, of weight g, when G - g.^ lies strictly between v + far star and
//! ^ + far star, g.^ being the Norton product (Siegel, section II.7; *Winning
//! Ways*, chapter 8). Every all-small game is atomic, and for these the weight is
//! computed from those of the options; what the calculus finds for another game
//! is held against the definition.
//!
//! Why that is complete: next to all-small games, a number other than 0 that play
//! arrives at decides for its owner, as a large enough multiple of up would. With
//! these multiples in the places of its numbers a game becomes all-small, and for
//! all large ones it is as far from g.^ as the game itself.

use cg_core::{Dyadic, Game, NumberUpsStar, Outcome, Player, Result};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::error::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::traverse::Done;

impl Engine {
    /// The atomic weight of `g`: 1 for ^, 0 for nimbers and for tiny games; any
    /// game in general.
    ///
    /// # Errors
    /// [`FunctionError::NotAtomic`] where there is none: for {1|0}, and whenever
    /// `g` is not infinitesimal. A limit, an interrupt, a failing subgroup.
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
        // Each move changes weights by 2 at most, so this is far beyond them all.
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
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Game>| {
            let mut sides = [Vec::new(), Vec::new()];
            for ((side, player), step) in sides.iter_mut().zip(Player::BOTH).zip(steps) {
                let weights: Vec<Game> = engine
                    .answers(game, player, done)
                    .map(|g| g.copied())
                    .collect::<Result<_>>()?;
                for weight in weights {
                    side.push(engine.add(weight, step)?);
                }
            }
            let weight = engine.game(&sides[0], &sides[1])?;
            if !engine.is_integer(weight)? {
                return Ok(weight);
            }
            // Where more than one integer fits, far star decides among them.
            match engine.compare(game, far_star)?.into() {
                Outcome::Next | Outcome::Previous => Ok(Game::ZERO),
                Outcome::Left => engine.last_integer_before(&sides[1], Player::Left),
                Outcome::Right => engine.last_integer_before(&sides[0], Player::Right),
            }
        };
        self.by_followers(g, leaf, combine)
    }

    /// For Left the largest integer that is less than or confused with each of
    /// the weights, for Right the smallest that is greater or confused.
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

    /// A nimber from *4 on that no follower of `g` equals: these equal only
    /// nimbers up to their depth, numbers not counted. (In Z + *n = 0 with Z = *n, after a move
    /// from *n to *(n-1) the winning reply is in Z, which is less deep then, and
    /// never in a number.)
    fn far_star(&mut self, g: Game) -> Result<Game> {
        let depth = self.depth_above_numbers(g)?;
        self.nimber(&(UBig::ONE << (depth + UBig::from(2u8)).bit_len()))
    }

    /// A bound on how many moves `g` lasts before it is a number.
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
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, UBig>| {
            let mut deepest: Option<&UBig> = None;
            for player in Player::BOTH {
                for depth in engine.answers(game, player, done) {
                    deepest = deepest.max(Some(depth?));
                }
            }
            Ok(deepest.map_or(UBig::ZERO, |deepest| deepest + UBig::ONE))
        };
        self.by_followers(g, leaf, combine)
    }
}

/// The ups of all orders have weight 1, nimbers 0.
fn weight_of_ups(parts: &NumberUpsStar) -> IBig {
    parts.ups.iter().map(|(_, count)| count).sum()
}
