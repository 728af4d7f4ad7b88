//! The best among several games.

use cg_core::{Game, Result};

use crate::engine::Engine;

impl Engine {
    /// Puts the games that `prefers` puts no other one at least as high as to the
    /// front, of equally good ones the first, and says how many they are.
    pub(crate) fn keep_best(
        &mut self,
        games: &mut [Game],
        mut prefers: impl FnMut(&mut Engine, Game, Game) -> Result<bool>,
    ) -> Result<usize> {
        let mut kept = 0;
        'games: for index in 0..games.len() {
            let game = games[index];
            for &other in &games[..kept] {
                if prefers(self, other, game)? {
                    continue 'games;
                }
            }
            let mut still = 0;
            for index in 0..kept {
                if !prefers(self, game, games[index])? {
                    games[still] = games[index];
                    still += 1;
                }
            }
            games[still] = game;
            kept = still + 1;
            self.check()?;
        }
        Ok(kept)
    }
}
