//! The stops of a stopper: pseudonumbers that play reaches.

use cg_core::{Player, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

use crate::arena::Stoppers;
use crate::side::Side;

impl Stoppers {
    /// Whether a stopper is a *pseudonumber*: a number x, on, off, x + over or x + under
    /// (Siegel, *Combinatorial Game Theory*, section VI.4). They are totally ordered.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn is_pseudonumber(&self, engine: &mut Engine, side: Side) -> Result<bool> {
        let stopper = match side {
            Side::Game(game) => return Ok(engine.as_number(game)?.is_some()),
            Side::Stopper(stopper) => stopper,
        };
        let [left, right] = Player::BOTH.map(|player| self.options(stopper, player));
        let number = match (left, right) {
            (&[a], &[]) | (&[], &[a]) => return Ok(a == side),
            (&[Side::Game(number)], &[pass]) | (&[pass], &[Side::Game(number)]) if pass == side => {
                number
            }
            _ => return Ok(false),
        };
        Ok(engine.as_number(number)?.is_some())
    }

    /// The stop of a stopper if `player` moves first: the pseudonumber that alternating play
    /// reaches. Left wants the largest, Right the smallest.
    ///
    /// ```
    /// use cg_core::{Limits, Player};
    /// use cg_loopy::{Named, Stoppers};
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
    /// let mut stoppers = Stoppers::default();
    /// let upon = stoppers.named(&mut engine, Named::Upon)?.onside;
    /// let zero = engine.game(&[], &[])?;
    /// assert_eq!(stoppers.stop(&mut engine, upon, Player::Right)?, zero.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn stop(&mut self, engine: &mut Engine, side: Side, player: Player) -> Result<Side> {
        // Alternating play ends, so each state depends on simpler ones.
        let mut done: FxHashMap<(Side, Player), Side> = FxHashMap::default();
        let mut waiting = vec![(side, player)];
        while let Some(&state) = waiting.last() {
            engine.check()?;
            if done.contains_key(&state) {
                waiting.pop();
                continue;
            }
            let (side, player) = state;
            if self.is_pseudonumber(engine, side)? {
                done.insert(state, side);
                continue;
            }
            let options = self.options_of(engine, side, player)?;
            let after = player.opponent();
            let before = waiting.len();
            let open = options.iter().map(|&option| (option, after));
            waiting.extend(open.filter(|state| !done.contains_key(state)));
            if waiting.len() > before {
                continue;
            }
            let mut best = None;
            for option in options {
                let stop = done[&(option, after)];
                let better = match (best, player) {
                    (None, _) => true,
                    (Some(best), Player::Left) => self.le_sides(engine, best, stop)?,
                    (Some(best), Player::Right) => self.le_sides(engine, stop, best)?,
                };
                if better {
                    best = Some(stop);
                }
            }
            let best = best.expect("a stopper that is no pseudonumber has options of both players");
            done.insert(state, best);
        }
        Ok(done[&(side, player)])
    }
}
