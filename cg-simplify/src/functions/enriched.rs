//! Play with coupons: an environment in which each move has a price.

use cg_core::{Dyadic, Game, Player};
use dashu_int::IBig;

use super::{FunctionError, FunctionResult};
use crate::engine::Engine;
use crate::memo::Answers;

/// The most coupons of an environment.
const MOST_COUPONS: u64 = 100_000;

impl Engine {
    /// The scores of `g` with coupons, if Left moves first and if Right does. The coupons are worth
    /// `top`, `top - step`, ..., `step`. A player moves in G or takes the largest coupon, whose
    /// worth counts for him. At a number play in G is over: the number is the score of G, and the
    /// players take the other coupons in turn. Left wants a large sum, Right a small one.
    ///
    /// With many small coupons the first score is near `L + top / 2` and the second near
    /// `R - top / 2`, where L and R are the walls of the thermograph at temperature `top` (Berlekamp,
    /// *The economist's view of combinatorial games*, 1996).
    ///
    /// ```
    /// # use cg_core::{Dyadic, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [four, minus_two] = [4, -2].map(|n| engine.integer(&n.into()).unwrap());
    /// let switch = engine.game(&[four], &[minus_two])?;
    /// // Left takes 4, Right the coupon 1; or Right takes -2, Left the coupon.
    /// assert_eq!(engine.enriched(switch, &1.into(), &1.into())?, [3.into(), Dyadic::from(-1)]);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    ///
    /// # Errors
    /// [`FunctionError::BadStep`], [`FunctionError::BadTop`], [`FunctionError::TooManyCoupons`]; a
    /// limit, an interrupt, a failing subgroup.
    pub fn enriched(
        &mut self,
        g: Game,
        top: &Dyadic,
        step: &Dyadic,
    ) -> FunctionResult<[Dyadic; 2]> {
        let coupons = self.coupons(top, step)?;
        let mut held = 0;
        let mut room = |engine: &Engine| {
            held += (coupons.len() + 1) * size_of::<[Dyadic; 2]>();
            engine.look(held)
        };
        // The scores of a game with the smallest 0, 1, 2, ... coupons.
        let scores = self.by_followers(
            g,
            |engine, game| {
                let Some(number) = engine.number_of(game)? else { return Ok(None) };
                let mut scores = vec![[number.clone(), number]];
                for coupon in &coupons {
                    engine.check()?;
                    let [left, right] = scores.last().expect("there are scores without coupons");
                    scores.push([right + coupon, left - coupon]);
                }
                Ok(Some(scores))
            },
            |engine, game, done| {
                room(engine)?;
                let mut scores: Vec<[Dyadic; 2]> = Vec::new();
                for count in 0..=coupons.len() {
                    let [left, right] = [
                        engine.best(game, Player::Left, count, done)?,
                        engine.best(game, Player::Right, count, done)?,
                    ];
                    scores.push(match count.checked_sub(1) {
                        None => [left, right],
                        Some(fewer) => {
                            let [taken_left, taken_right] = &scores[fewer];
                            let coupon = &coupons[fewer];
                            [left.max(taken_right + coupon), right.min(taken_left - coupon)]
                        }
                    });
                }
                Ok(scores)
            },
        )?;
        Ok(scores[coupons.len()].clone())
    }

    /// The coupons, the smallest first.
    fn coupons(&mut self, top: &Dyadic, step: &Dyadic) -> FunctionResult<Vec<Dyadic>> {
        if *step <= Dyadic::ZERO {
            let step = self.number(step)?;
            return Err(FunctionError::BadStep { step: self.name_in_error(step) });
        }
        let count = quotient(top, step).filter(|count| *count >= IBig::ZERO);
        let Some(count) = count else {
            let [top, step] = [self.number(top)?, self.number(step)?];
            let [top, step] = [top, step].map(|game| self.name_in_error(game));
            return Err(FunctionError::BadTop { top, step });
        };
        let few = u64::try_from(&count).ok().filter(|&count| count <= MOST_COUPONS);
        let Some(few) = few else {
            return Err(FunctionError::TooManyCoupons {
                count: count.to_string(),
                limit: MOST_COUPONS,
            });
        };
        let mut coupons: Vec<Dyadic> = Vec::new();
        for _ in 0..few {
            coupons.push(coupons.last().map_or(step.clone(), |last| last + step));
        }
        Ok(coupons)
    }

    /// The best score of a player's moves in `game`, with so many coupons left.
    fn best(
        &mut self,
        game: Game,
        player: Player,
        count: usize,
        done: &Answers<Game, Vec<[Dyadic; 2]>>,
    ) -> cg_core::Result<Dyadic> {
        self.check()?;
        let other = player.opponent() as usize;
        let scores = self.answers(game, player, done).map(|scores| &scores[count][other]);
        let best = match player {
            Player::Left => scores.max(),
            Player::Right => scores.min(),
        };
        Ok(best.expect("a game with options for one player alone is an integer").clone())
    }
}

/// `top / step`, if it is an integer.
fn quotient(top: &Dyadic, step: &Dyadic) -> Option<IBig> {
    // Both numerators over the larger denominator.
    let exponent = top.exponent().max(step.exponent());
    let over = |number: &Dyadic| number.numerator() << (exponent - number.exponent());
    let (top, step) = (over(top), over(step));
    (&top % &step == IBig::ZERO).then(|| top / step)
}
