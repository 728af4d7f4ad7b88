//! Stops: the numbers at which play in a game ends.

use cg_core::{Dyadic, Game, Player, Result};

use crate::engine::Engine;
use crate::traverse::{Done, unanswered};

/// Both stops of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stops {
    /// What is reached with Left moving first.
    pub left: Dyadic,
    /// What is reached with Right moving first.
    pub right: Dyadic,
}

impl Stops {
    /// The stop that is reached when `player` moves first.
    pub fn of(&self, player: Player) -> &Dyadic {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl Engine {
    /// Both stops of `g`: the number first reached in alternate play, Left
    /// playing for a large and Right for a small one. The left stop is the
    /// largest right stop of a left option, the right stop the smallest left
    /// stop of a right option, and both stops of a number are that number
    /// (Siegel, section II.3).
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [one, three] = [1, 3].map(|n| engine.integer(&n.into()).unwrap());
    /// let switch = engine.game(&[three], &[one])?;
    /// let stops = engine.stops(switch)?;
    /// assert_eq!((stops.left, stops.right), (3.into(), 1.into()));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn stops(&mut self, g: Game) -> Result<Stops> {
        let leaf = |engine: &mut Engine, game: Game| {
            let parts = engine.parts(game)?;
            Ok(parts.map(|parts| Stops { left: parts.number.clone(), right: parts.number }))
        };
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Stops>| {
            let mut stops = [None, None];
            for (stop, player) in stops.iter_mut().zip(Player::BOTH) {
                for answer in engine.answers(game, player, done) {
                    let next = answer?.of(player.opponent());
                    let better = stop.is_none_or(|stop| match player {
                        Player::Left => next > stop,
                        Player::Right => next < stop,
                    });
                    if better {
                        *stop = Some(next);
                    }
                }
            }
            // A game that is no number has canonical options for both players.
            let [left, right] = stops.map(|stop| stop.cloned().ok_or_else(unanswered));
            Ok(Stops { left: left?, right: right? })
        };
        let mut done = std::mem::take(&mut self.functions.stops);
        let worked = self.over_followers(g, &mut done, leaf, combine);
        let stops = done.get(&g).cloned();
        self.functions.stops = done;
        worked?;
        stops.ok_or_else(unanswered)
    }

    /// The left stop of `g`: see [`Engine::stops`].
    ///
    /// # Errors
    /// As [`Engine::stops`].
    pub fn left_stop(&mut self, g: Game) -> Result<Dyadic> {
        Ok(self.stops(g)?.left)
    }

    /// The right stop of `g`: see [`Engine::stops`].
    ///
    /// # Errors
    /// As [`Engine::stops`].
    pub fn right_stop(&mut self, g: Game) -> Result<Dyadic> {
        Ok(self.stops(g)?.right)
    }
}
