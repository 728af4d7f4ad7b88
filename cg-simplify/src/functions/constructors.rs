//! Games with a name: the simplest number between two, tiny and miny.

use cg_core::{Game, Outcome, Player, Result};

use super::error::{FunctionError, FunctionResult};
use crate::engine::Engine;

impl Engine {
    /// The simplest number strictly between the numbers `low` and `high`: the one
    /// with the earliest birthday (Siegel, section II.3).
    ///
    /// # Errors
    /// [`FunctionError::NotANumber`], [`FunctionError::NothingBetween`].
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, four] = [1, 4].map(|n| engine.integer(&n.into()).unwrap());
    /// assert_eq!(engine.simplest(one, four)?, engine.integer(&2.into())?);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn simplest(&mut self, low: Game, high: Game) -> FunctionResult<Game> {
        let (below, above) =
            (self.expect_number("simplest", low)?, self.expect_number("simplest", high)?);
        if below >= above {
            let (low, high) = (self.name_in_error(low), self.name_in_error(high));
            return Err(FunctionError::NothingBetween { low, high });
        }
        Ok(self.game(&[low], &[high])?)
    }

    /// tiny-x, the game {0||0|-x}, for x > 0 (*Winning Ways*, chapter 5; Siegel,
    /// section II.4). Positive, and infinitesimal for every such x.
    ///
    /// # Errors
    /// [`FunctionError::NotPositive`], a limit, an interrupt.
    ///
    /// ```
    /// # use cg_core::{Limits, Outcome, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let two = engine.integer(&2.into())?;
    /// let (tiny, miny) = (engine.tiny(two)?, engine.miny(two)?);
    /// assert_eq!(engine.outcome(tiny)?, Outcome::Left);
    /// assert_eq!(engine.negate(tiny)?, miny);
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn tiny(&mut self, x: Game) -> FunctionResult<Game> {
        self.tiny_for("tiny", x, Player::Left)
    }

    /// miny-x, the negative of tiny-x: {x|0||0}.
    ///
    /// # Errors
    /// As [`Engine::tiny`].
    pub fn miny(&mut self, x: Game) -> FunctionResult<Game> {
        self.tiny_for("miny", x, Player::Right)
    }

    /// The tiny-x that favours `player`.
    fn tiny_for(
        &mut self,
        function: &'static str,
        x: Game,
        player: Player,
    ) -> FunctionResult<Game> {
        if self.outcome(x)? != Outcome::Left {
            return Err(FunctionError::NotPositive { function, game: self.name_in_error(x) });
        }
        let threat = match player {
            Player::Left => self.negate(x)?,
            Player::Right => x,
        };
        let zero = Game::ZERO;
        let reply = self.with_sides(player, zero, threat)?;
        Ok(self.with_sides(player, zero, reply)?)
    }

    /// The game with the option `own` for `player` and `other` for the opponent.
    fn with_sides(&mut self, player: Player, own: Game, other: Game) -> Result<Game> {
        match player {
            Player::Left => self.game(&[own], &[other]),
            Player::Right => self.game(&[other], &[own]),
        }
    }
}
