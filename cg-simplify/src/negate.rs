//! Negatives.

use cg_core::{Game, Player, Result};

use crate::engine::Engine;

impl Engine {
    /// -g: the players change sides.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn negate(&mut self, g: Game) -> Result<Game> {
        if let Some(known) = self.negative_at_once(g)? {
            return Ok(known);
        }
        let mut stack = vec![g];
        while let Some(&game) = stack.last() {
            self.check()?;
            let waiting = stack.len();
            for player in Player::BOTH {
                for index in 0..self.arena.options(game, player).len() {
                    let option = self.arena.options(game, player)[index];
                    if self.negative_at_once(option)?.is_none() {
                        stack.push(option);
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            // The negatives of canonical options are canonical, and no subgroup
            // holds -g since none holds g.
            let [left, right] = Player::BOTH.map(|player| {
                let options = self.arena.options(game, player.opponent());
                options.iter().filter_map(|&option| self.negatives.get(option)).collect::<Vec<_>>()
            });
            let negative = self.node(&left, &right)?;
            self.remember_negative(game, negative);
        }
        Ok(self.negative_at_once(g)?.unwrap_or(g))
    }

    fn negative_at_once(&mut self, g: Game) -> Result<Option<Game>> {
        if let Some(known) = self.negatives.get(g) {
            return Ok(Some(known));
        }
        let negative = self.arena.negate(g)?;
        if let Some(negative) = negative {
            self.remember_negative(g, negative);
        }
        Ok(negative)
    }

    fn remember_negative(&mut self, g: Game, negative: Game) {
        self.negatives.insert(g, negative);
        self.negatives.insert(negative, g);
    }
}
