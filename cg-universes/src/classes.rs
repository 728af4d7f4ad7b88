//! All games born by a day, up to equality.

use cg_core::{Arrange, Player};
use rustc_hash::FxHashSet;

use crate::{Ending, Ends, Form, Result, Score, Universe, UniverseError};

/// The most sets of options that are gone through for one player.
const MOST_SIDES: usize = 1 << 12;

impl<T: Ends> Universe<T> {
    /// The classes of games born by a day, each by its simplest form. A game of a day has options of
    /// the day before; in scoring, who has none scores one of `scores`.
    ///
    /// # Errors
    /// A day with more than some millions of forms to go through; limits.
    ///
    /// ```
    /// use cg_core::Limits;
    /// use cg_universes::{Dicots, Universe};
    /// let mut games = Universe::new(Dicots, Limits::default());
    /// assert_eq!(games.classes(3, &[])?.len(), 1268);
    /// # Ok::<(), cg_universes::UniverseError>(())
    /// ```
    pub fn classes(&mut self, day: u32, scores: &[Score]) -> Result<Vec<Form>> {
        let mut ends: Vec<Option<Score>> = scores.iter().copied().map(Some).collect();
        if self.play.ending != Ending::Scores {
            ends = vec![None];
        }
        let mut classes = FxHashSet::default();
        if self.ends.has_infinities() {
            classes.extend(Player::BOTH.map(Form::won_by));
        }
        for day in 0..=day {
            // The options are games of the universe, which their simplest forms need not be.
            let mut options = Vec::new();
            let mut known: Vec<Form> = classes.iter().copied().collect();
            known.arrange();
            for class in known.into_iter().filter(|_| day > 0) {
                options.push(self.member(class)?);
            }
            let sides = self.antichains(&options, day)?;
            let side_with_mark = |mark: Option<Score>| (vec![], mark);
            let mut choices: Vec<(Vec<Form>, Option<Score>)> =
                ends.iter().copied().map(side_with_mark).collect();
            choices.extend(sides.into_iter().map(|side| (side, None)));
            for (left, a) in &choices {
                for (right, b) in &choices {
                    let form = self.play.make([left.clone(), right.clone()], [*a, *b])?;
                    if Player::BOTH.iter().all(|&player| !self.lacks(form, player)) {
                        classes.insert(self.simplest(form)?);
                    }
                }
            }
        }
        let mut classes: Vec<Form> = classes.into_iter().collect();
        classes.arrange();
        Ok(classes)
    }

    /// The sets of games, not empty, of which none is comparable with another: a player needs no
    /// others as options.
    fn antichains(&mut self, games: &[Form], day: u32) -> Result<Vec<Vec<Form>>> {
        let mut antichains: Vec<Vec<Form>> = Vec::new();
        for &game in games {
            let mut apart = FxHashSet::default();
            for &other in games {
                if !self.at_least(game, other)? && !self.at_least(other, game)? {
                    apart.insert(other);
                }
            }
            let larger: Vec<Vec<Form>> = antichains
                .iter()
                .filter(|side| side.iter().all(|other| apart.contains(other)))
                .map(|side| side.iter().copied().chain([game]).collect())
                .collect();
            antichains.push(vec![game]);
            antichains.extend(larger);
            if antichains.len() > MOST_SIDES {
                return Err(UniverseError::Refused(format!(
                    "day {day} of {} is out of reach: from the {} classes of the day before each player \
                     can have more than {MOST_SIDES} sets of options, so that there are more than \
                     {} forms to go through",
                    self.ends.name(),
                    games.len(),
                    MOST_SIDES * MOST_SIDES,
                )));
            }
        }
        Ok(antichains)
    }
}
