//! Sums of games that a loaded family of sums decides.

use cg_core::{Game, Outcome, Result, Tree};
use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::engine::Engine;
use crate::memo::KnownSums;

impl Engine {
    /// Who wins a sum of multiples of games, if a family of sums knows all of them and its rule
    /// decides; with the number of the family in [`cg_core::Registry::sum_families`]. The families
    /// are asked in order.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// // No family is loaded.
    /// assert_eq!(engine.decide_sum(&[(3.into(), star)])?, None);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit, or a failing family.
    pub fn decide_sum(&mut self, sum: &[(IBig, Game)]) -> Result<Option<(Outcome, usize)>> {
        if self.registry().sum_families().is_empty() {
            return Ok(None);
        }
        if self.sum_families.is_none() {
            self.sum_families = Some(self.known_games()?);
        }
        let known = self.sum_families.as_ref().expect("it was made above");
        for (number, known) in known.iter().enumerate() {
            let mut counts: FxHashMap<usize, IBig> = FxHashMap::default();
            let terms = sum.iter().filter(|(_, game)| *game != Game::ZERO);
            let all_known = terms.into_iter().all(|(count, game)| {
                known.get(game).is_some_and(|&(place, negative)| {
                    let signed = if negative { -count } else { count.clone() };
                    *counts.entry(place).or_default() += signed;
                    true
                })
            });
            if !all_known {
                continue;
            }
            let mut counts: Vec<(IBig, usize)> =
                counts.into_iter().map(|(place, count)| (count, place)).collect();
            counts.sort_unstable_by_key(|&(_, place)| place);
            if let Some(outcome) = self.registry().sum_families()[number].decide(&counts)? {
                return Ok(Some((outcome, number)));
            }
        }
        Ok(None)
    }

    fn known_games(&mut self) -> Result<KnownSums> {
        let families = self.registry().sum_families().to_vec();
        let mut known = KnownSums::new();
        for family in families {
            let mut games = FxHashMap::default();
            for (place, tree) in family.trees()?.iter().enumerate() {
                let game = self.of_tree(tree)?;
                let negative = self.negate(game)?;
                games.entry(game).or_insert((place, false));
                games.entry(negative).or_insert((place, true));
            }
            known.push(games);
        }
        Ok(known)
    }

    /// The value of a form that is written out.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn of_tree(&mut self, tree: &Tree) -> Result<Game> {
        let mut games: Vec<Game> = Vec::with_capacity(tree.forms().len());
        for sides in tree.forms() {
            self.check()?;
            let [left, right] = sides
                .each_ref()
                .map(|side| side.iter().map(|&at| games[at as usize]).collect::<Vec<_>>());
            games.push(self.game(&left, &right)?);
        }
        Ok(*games.last().expect("a tree has a form"))
    }
}
