//! Incentives: what a move is worth to the one who makes it.

use cg_core::{Game, Player, Result};

use crate::engine::Engine;

impl Engine {
    /// The undominated incentives of `player` in `g`: G^L - G for Left's options,
    /// G - G^R for Right's, those left out that another one is at least as large
    /// as (Siegel, section II.5). Canonical options are taken.
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
    /// As [`Engine::incentives_of`].
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
}
