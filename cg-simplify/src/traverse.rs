//! Working from the leaves of a game up to it, without machine recursion.

use std::hash::Hash;
use std::mem::size_of;

use cg_core::{Error, Game, Player, Result};
use rustc_hash::FxHashMap;

use crate::engine::Engine;

/// What was worked out so far, by what it is about.
pub(crate) type Done<N, T> = FxHashMap<N, T>;

impl Engine {
    /// Works out an answer for `root` and for what it depends on, into `done`.
    ///
    /// `visit` either answers at once or says `None` and pushes what the answer
    /// depends on; `combine` then answers from the answers for these. What a node
    /// depends on must be simpler than it, or this does not end.
    pub(crate) fn bottom_up<N: Copy + Eq + Hash, T>(
        &mut self,
        root: N,
        done: &mut Done<N, T>,
        mut visit: impl FnMut(&mut Engine, N, &mut Vec<N>) -> Result<Option<T>>,
        mut combine: impl FnMut(&mut Engine, N, &Done<N, T>) -> Result<T>,
    ) -> Result<()> {
        let mut stack = vec![(root, false)];
        let mut needed = Vec::new();
        while let Some((node, visited)) = stack.pop() {
            self.check_with(done.capacity() * size_of::<(N, T)>())?;
            if done.contains_key(&node) {
                continue;
            }
            if visited {
                let answer = combine(self, node, done)?;
                done.insert(node, answer);
                continue;
            }
            if let Some(answer) = visit(self, node, &mut needed)? {
                done.insert(node, answer);
                continue;
            }
            stack.push((node, true));
            stack.extend(needed.drain(..).map(|needed| (needed, false)));
        }
        Ok(())
    }

    /// [`Engine::bottom_up`] over the followers of `g`: `leaf` answers for a game
    /// without its options or says `None`; `combine` answers from the answers for
    /// the options, which are at hand then.
    pub(crate) fn over_followers<T>(
        &mut self,
        g: Game,
        done: &mut Done<Game, T>,
        mut leaf: impl FnMut(&mut Engine, Game) -> Result<Option<T>>,
        combine: impl FnMut(&mut Engine, Game, &Done<Game, T>) -> Result<T>,
    ) -> Result<()> {
        let visit = |engine: &mut Engine, game: Game, needed: &mut Vec<Game>| {
            let answer = leaf(engine, game)?;
            if answer.is_none() {
                engine.arena.expand(game)?;
                for player in Player::BOTH {
                    needed.extend_from_slice(engine.arena.options(game, player));
                }
            }
            Ok(answer)
        };
        self.bottom_up(g, done, visit, combine)
    }

    /// The answer for `g` alone, by [`Engine::over_followers`].
    pub(crate) fn by_followers<T>(
        &mut self,
        g: Game,
        leaf: impl FnMut(&mut Engine, Game) -> Result<Option<T>>,
        combine: impl FnMut(&mut Engine, Game, &Done<Game, T>) -> Result<T>,
    ) -> Result<T> {
        let mut done = Done::default();
        self.over_followers(g, &mut done, leaf, combine)?;
        done.remove(&g).ok_or_else(unanswered)
    }

    /// [`Engine::check`], for a caller that holds `more_memory` bytes besides.
    #[inline]
    pub(crate) fn check_with(&mut self, more_memory: usize) -> Result<()> {
        if self.arena.meter_mut().due() {
            return self.look(more_memory);
        }
        Ok(())
    }

    /// The answers for `player`'s options of `game`, which are at hand.
    pub(crate) fn answers<'a, T>(
        &'a self,
        game: Game,
        player: Player,
        done: &'a Done<Game, T>,
    ) -> impl Iterator<Item = Result<&'a T>> {
        self.arena
            .options(game, player)
            .iter()
            .map(|option| done.get(option).ok_or_else(unanswered))
    }
}

/// A part of the work that should have been done was not: cannot happen, and is
/// an error rather than a wrong value if it does.
pub(crate) fn unanswered() -> Error {
    Error::subgroup("engine", "an option was not worked out before the game")
}
