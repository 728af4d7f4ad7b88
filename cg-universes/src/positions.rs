//! Forms of positions of rulesets, and the misère monoid of some of them.

use std::collections::HashMap;
use std::convert::Infallible;

use cg_core::{Arrange, Player};
use cg_rulesets::{Ruleset, Sign};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::{Ends, Form, Result, Universe, UniverseError};

impl From<Infallible> for UniverseError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The most sums that a monoid is made of.
const MOST_SUMS: usize = 1 << 14;

impl<T: Ends> Universe<T> {
    /// The form of a position as it is played.
    ///
    /// # Errors
    /// Those of the rules; a position that comes back; a theory of scores; limits.
    pub fn form_of<R: Ruleset, E>(&mut self, rules: &R, position: &R::Position) -> Result<Form, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        self.form_by(rules, position, false)
    }

    /// The simplest form of a position. Its components are simplified before they are added.
    ///
    /// # Errors
    /// Those of [`Universe::form_of`].
    pub fn simplest_of<R: Ruleset, E>(
        &mut self,
        rules: &R,
        position: &R::Position,
    ) -> Result<Form, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        self.form_by(rules, position, true)
    }

    fn form_by<R: Ruleset, E>(
        &mut self,
        rules: &R,
        start: &R::Position,
        simplifies: bool,
    ) -> Result<Form, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        // Whole positions that are known, and those whose options are asked for. A position that waits
        // for itself is `None`.
        let mut known: HashMap<R::Position, Option<Form>, FxBuildHasher> = HashMap::default();
        let mut open = vec![start.clone()];
        while let Some(position) = open.last().cloned() {
            if known.get(&position).is_some_and(Option::is_some) {
                open.pop();
                continue;
            }
            self.play.tick()?;
            let before = open.len();
            let mut parts: Vec<(R::Position, Sign)> = Vec::new();
            if simplifies {
                rules.split(position.clone(), &mut parts)?;
                for (part, sign) in &mut parts {
                    let (normal, other) = rules.normal(part.clone());
                    (*part, *sign) = (normal, *sign * other);
                }
            }
            let is_whole = !simplifies || parts.len() == 1 && parts[0].0 == position;
            let form = if is_whole {
                let mut sides = [vec![], vec![]];
                for player in Player::BOTH {
                    let mut options: Vec<R::Position> = Vec::new();
                    rules.moves(&position, player, &mut options)?;
                    for option in options {
                        match known.get(&option) {
                            Some(Some(form)) => sides[player as usize].push(*form),
                            Some(None) => return Err(comes_back().into()),
                            None => open.push(option),
                        }
                    }
                }
                (open.len() == before).then_some(sides).map(|[left, right]| self.form(left, right))
            } else {
                for (part, _) in &parts {
                    match known.get(part) {
                        Some(Some(_)) => {}
                        Some(None) => return Err(comes_back().into()),
                        None => open.push(part.clone()),
                    }
                }
                (open.len() == before).then(|| {
                    let mut sum = self.zero()?;
                    for (part, sign) in &parts {
                        let mut form = known[part].expect("it is not open");
                        if *sign == Sign::Minus {
                            form = self.conjugate(form)?;
                        }
                        sum = self.simplest_sum(sum, form)?;
                    }
                    Ok(sum)
                })
            };
            let Some(form) = form else {
                known.insert(position, None);
                continue;
            };
            let mut form = form?;
            if simplifies {
                form = self.simplest(form)?;
            }
            known.insert(position, Some(form));
            open.pop();
            let each = size_of::<(R::Position, Option<Form>)>() + 1;
            let memory = self.memory() + known.capacity() * each;
            self.play.meter.look(self.forms().count(), memory).map_err(UniverseError::from)?;
        }
        Ok(known[start].expect("it was worked out"))
    }

    /// The classes of the sums of at most `most` of some games, as such sums tell them apart: one sum
    /// for each, by the places of its games. Those of the heaps of a ruleset are its misère monoid, as
    /// far as it is seen.
    ///
    /// # Errors
    /// More than some thousands of sums; a theory of scores; limits.
    pub fn monoid(&mut self, games: &[Form], most: usize) -> Result<Vec<Vec<usize>>> {
        let mut sums = vec![(vec![], self.zero()?)];
        let mut from = 0;
        for _ in 0..most {
            let end = sums.len();
            for at in from..end {
                let (places, sum): (Vec<usize>, Form) = sums[at].clone();
                for (place, &game) in
                    games.iter().enumerate().skip(places.last().copied().unwrap_or(0))
                {
                    let places = places.iter().copied().chain([place]).collect();
                    sums.push((places, self.simplest_sum(sum, game)?));
                    if sums.len() > MOST_SUMS {
                        let problem = format!("there are more than {MOST_SUMS} sums to compare");
                        return Err(UniverseError::Refused(problem));
                    }
                }
            }
            from = end;
        }
        let mut tests: Vec<Form> = sums.iter().map(|(_, sum)| *sum).collect();
        tests.arrange();
        tests.dedup();
        let mut seen = FxHashSet::default();
        let mut classes = Vec::new();
        for (places, sum) in sums {
            let mut outcomes = Vec::new();
            for &test in &tests {
                outcomes.push(self.outcome_of_pair(sum, test)?.letter());
            }
            if seen.insert(outcomes) {
                classes.push(places);
            }
        }
        Ok(classes)
    }
}

fn comes_back() -> UniverseError {
    UniverseError::Refused("a position comes back: its play need not end".into())
}
