//! All games born by a given day.

use cg_core::{Game, Result};

use crate::engine::Engine;

impl Engine {
    /// Every game whose canonical form has birthday at most `day`, once each:
    /// 1, 4, 22 and 1,474 of them for the days 0 to 3 (Siegel, section III.1).
    /// Day 4 has more than 10^184, and ends in a limit.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// assert_eq!(engine.born_by(2)?.len(), 22);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<Game>> {
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            // Options can be taken to be antichains: a dominated one adds nothing.
            let antichains = self.antichains(&games)?;
            let mut next = games.clone();
            for left in &antichains {
                for right in &antichains {
                    next.push(self.game(left, right)?);
                }
                next.sort_unstable();
                next.dedup();
                self.check()?;
            }
            games = next;
        }
        Ok(games)
    }

    /// The sets of pairwise confused games among `games`, the empty one too.
    fn antichains(&mut self, games: &[Game]) -> Result<Vec<Vec<Game>>> {
        let mut antichains: Vec<Vec<Game>> = vec![Vec::new()];
        for &game in games {
            for index in 0..antichains.len() {
                let mut confused = true;
                for &other in &antichains[index].clone() {
                    confused &= !self.le(game, other)? && !self.le(other, game)?;
                }
                if confused {
                    let mut larger = antichains[index].clone();
                    larger.push(game);
                    antichains.push(larger);
                }
                self.check()?;
            }
        }
        Ok(antichains)
    }
}
