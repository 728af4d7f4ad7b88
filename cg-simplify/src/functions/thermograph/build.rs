//! Thermographs worked out from options.

use std::sync::Arc;

use cg_core::{Dyadic, Game, NumberUpsStar, Player, Result};
use dashu_int::IBig;

use super::Thermograph;
use super::wall::{Wall, mast_start};
use crate::engine::Engine;
use crate::traverse::{Done, unanswered};

impl Engine {
    /// The thermograph of `g` from t = -1 on.
    ///
    /// The thermograph of an integer is its mast. Of any other game, the left
    /// scaffold is the maximum of the right walls of Left's canonical options,
    /// minus t; the right scaffold is the minimum of the left walls of Right's,
    /// plus t; the walls are the scaffolds up to where they meet, and a mast above
    /// (*Winning Ways*, chapter 6; Siegel, section II.5, with t down to -1).
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
        let mut done = std::mem::take(&mut self.functions.thermographs);
        let worked = self.over_followers(g, &mut done, known, from_options);
        let thermograph = done.get(&g).cloned();
        self.functions.thermographs = done;
        worked?;
        thermograph.ok_or_else(unanswered)
    }

    /// The mean value of `g`, where its mast stands: n copies of g differ from n
    /// times its mean by less than a constant (Siegel, section II.5).
    ///
    /// # Errors
    /// As [`Engine::thermograph`].
    pub fn mean(&mut self, g: Game) -> Result<Dyadic> {
        match self.arena.number_ups_star(g)? {
            Some(parts) => Ok(parts.number),
            None => Ok(self.thermograph(g)?.mean().clone()),
        }
    }

    /// The temperature of `g`, where its mast starts: 0 for infinitesimals,
    /// -1/2^n for a number with denominator 2^n, so -1 for integers.
    ///
    /// # Errors
    /// As [`Engine::thermograph`].
    pub fn temperature(&mut self, g: Game) -> Result<Dyadic> {
        match self.parts(g)? {
            Some(parts) if parts.is_number() => Dyadic::new(IBig::NEG_ONE, parts.number.exponent()),
            Some(_) => Ok(Dyadic::ZERO),
            None => Ok(self.thermograph(g)?.temperature().clone()),
        }
    }
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
    done: &Done<Game, Arc<Thermograph>>,
) -> Result<Arc<Thermograph>> {
    let mut best: [Option<Wall>; 2] = [None, None];
    for (best, player) in best.iter_mut().zip(Player::BOTH) {
        for option in engine.answers(game, player, done) {
            let wall = option?.wall(player.opponent());
            *best = Some(match best.take() {
                None => wall.clone(),
                Some(best) => Wall::better(player, &best, wall),
            });
        }
    }
    let [Some(left), Some(right)] = best else { return Err(unanswered()) };
    let thermograph = above_scaffolds(&left, &right)?;
    Ok(remembered(engine, thermograph))
}

/// From the best right wall of Left's options and the best left wall of Right's.
fn above_scaffolds(left: &Wall, right: &Wall) -> Result<Thermograph> {
    let start = mast_start(left, right)?;
    Ok(Thermograph {
        left: left.scaffold_below(Player::Left, &start),
        right: right.scaffold_below(Player::Right, &start),
    })
}

/// From the integers around it down the halvings that lead to the number, whose
/// canonical options are the numbers next to it among these.
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

/// x + I for a number x and a sum I of ups and a nimber, not 0. Below
/// temperature 0, t = -s, a move gains s, and play in I ends in 0, so in x. If
/// Left, moving first, has the last move in I, she gets the right wall of x plus
/// s; if not, the left wall of x. So the outcome of I decides.
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
