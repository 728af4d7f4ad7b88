//! The companion of a game in the lattice of games born by a given day.

use cg_core::{Game, Outcome, Player, Result};
use dashu_int::UBig;

use crate::engine::Engine;
use crate::traverse::Done;

impl Engine {
    /// The companion G* of `g`: 0 and * are companions of one another, numbers
    /// other than 0 their own, and otherwise the options of G* are the companions
    /// of those of G, and 0 besides for Left if G > 0, for Right if G < 0 (Fraser,
    /// Hirshberg and Wolfe, *The structure of the distributive lattice of games
    /// born by day n*, INTEGERS 5 (2005) #G06). The companion of the companion is
    /// the game.
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
            // Nothing changes above a number other than 0, and from *2 on the
            // companions of the options are the options again.
            let own = !parts.number.is_zero() || parts.is_nimber() && parts.nimber > UBig::ONE;
            Ok(own.then_some(game))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Game>| {
            let outcome = engine.outcome(game)?;
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for option in engine.answers(game, player, done) {
                    side.push(*option?);
                }
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
}
