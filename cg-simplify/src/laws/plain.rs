//! Elements written out as plain games, for the general algorithm.

use cg_core::{Error, Family, Game, Limits, NumberUpsStar, Player, Registry, Result};
use rustc_hash::FxHashMap;

use crate::engine::Engine;

/// An engine without subgroups, and the plain game of each element met so far.
pub(super) struct Plain<'a, F: Family> {
    pub(super) rules: &'a F,
    pub(super) engine: Engine,
    games: FxHashMap<F::Element, Option<Game>>,
    elements: FxHashMap<Game, F::Element>,
    followers: usize,
}

impl<'a, F: Family> Plain<'a, F> {
    pub(super) fn new(rules: &'a F, followers: usize) -> Result<Self> {
        Ok(Plain {
            rules,
            engine: Engine::new(Registry::empty(), Limits::default())?,
            games: FxHashMap::default(),
            elements: FxHashMap::default(),
            followers,
        })
    }

    /// The canonical options of an element, as the subgroup gives them; `None`
    /// when they are more than fit.
    pub(super) fn options(
        &self,
        g: &F::Element,
        player: Player,
    ) -> Result<Option<Vec<F::Element>>> {
        let count = self.rules.option_count(g, player)?;
        if count > self.followers as u64 {
            return Ok(None);
        }
        (0..count).map(|index| self.rules.option(g, player, index)).collect::<Result<_>>().map(Some)
    }

    /// The plain game that these parts add up to.
    pub(super) fn sum_of(&mut self, parts: &NumberUpsStar) -> Result<Game> {
        let engine = &mut self.engine;
        let (number, star) = (engine.number(&parts.number)?, engine.nimber(&parts.nimber)?);
        let mut sum = engine.add(number, star)?;
        for (order, count) in &parts.ups {
            let up = engine.up(order)?;
            let copies = engine.multiple(count, up)?;
            sum = engine.add(sum, copies)?;
        }
        Ok(sum)
    }

    /// The element as a plain game; `None` when it has too many followers.
    pub(super) fn game(&mut self, g: &F::Element) -> Result<Option<Game>> {
        let mut stack = vec![(g.clone(), false)];
        let mut visited = 0;
        while let Some((element, expanded)) = stack.pop() {
            if self.games.contains_key(&element) {
                continue;
            }
            visited += 1;
            let options = match visited > 2 * self.followers {
                true => None,
                false => self
                    .options(&element, Player::Left)?
                    .zip(self.options(&element, Player::Right)?),
            };
            let Some((left, right)) = options else {
                self.games.insert(element, None);
                continue;
            };
            if !expanded {
                stack.push((element, true));
                stack.extend(left.into_iter().chain(right).map(|option| (option, false)));
                continue;
            }
            let plain = |options: Vec<F::Element>| {
                options.iter().map(|option| self.games.get(option).copied().flatten()).collect()
            };
            let (left, right): (Option<Vec<_>>, Option<Vec<_>>) = (plain(left), plain(right));
            let game = match (left, right) {
                (Some(left), Some(right)) => Some(self.engine.game(&left, &right)?),
                _ => None,
            };
            if let Some(game) = game {
                self.elements.entry(game).or_insert_with(|| element.clone());
            }
            self.games.insert(element, game);
        }
        let game = self.games.get(g).copied();
        game.ok_or_else(|| Error::subgroup(self.rules.name(), "an element is its own follower"))
    }

    /// The element that a plain game is known to be, if one was met.
    pub(super) fn element(&self, game: Game) -> Option<&F::Element> {
        self.elements.get(&game)
    }
}
