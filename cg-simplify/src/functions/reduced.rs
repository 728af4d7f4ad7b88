//! Reduced canonical forms: games up to infinitesimals.

use cg_core::{Game, Player, Result};

use crate::engine::Engine;
use crate::traverse::Done;

impl Engine {
    /// The reduced canonical form of `g`: the simplest game that differs from `g`
    /// by an infinitesimal. A game whose stops agree becomes that number; of any
    /// other, options that are dominated up to an infinitesimal are left out and
    /// options that are reversible up to one are bypassed (Grossman and Siegel,
    /// *Reductions of partizan games*; Siegel, section II.6).
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
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Game>| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for option in engine.answers(game, player, done) {
                    side.push(*option?);
                }
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

    /// Whether `player` likes `g` at least as much as `h`, up to an
    /// infinitesimal: the stop of g - h that the opponent reaches moving first is
    /// not on the opponent's side of 0.
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

    /// Replaces each option with a reply that the opponent likes at least as much
    /// as `game`, up to an infinitesimal, by `player`'s options of that reply.
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
