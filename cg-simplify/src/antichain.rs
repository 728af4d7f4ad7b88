//! The best among several games.

use cg_core::{Game, Result};

use crate::engine::Engine;

impl Engine {
    /// Keeps the games that `prefers` puts no other one at least as high as; of
    /// equally good ones the first.
    pub(crate) fn keep_best(
        &mut self,
        games: &mut Vec<Game>,
        mut prefers: impl FnMut(&mut Engine, Game, Game) -> Result<bool>,
    ) -> Result<()> {
        let mut kept: Vec<Game> = Vec::with_capacity(games.len());
        'games: for &game in games.iter() {
            for &other in &kept {
                if prefers(self, other, game)? {
                    continue 'games;
                }
            }
            let mut index = 0;
            while index < kept.len() {
                if prefers(self, game, kept[index])? {
                    kept.remove(index);
                } else {
                    index += 1;
                }
            }
            kept.push(game);
            self.check()?;
        }
        *games = kept;
        Ok(())
    }
}
