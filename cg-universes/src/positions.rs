//! Forms of positions of rulesets, and the misère monoid of some of them.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use cg_core::{Arrange, Player};
use cg_rulesets::{Ruleset, Sign};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::membership::least_of;
use crate::{Ending, Ends, Form, Kind, Result, Score, Theory, Universe, UniverseError};

/// Positions with their forms and kinds.
type Known<P> = HashMap<P, (Form, Kind), FxBuildHasher>;

impl From<Infallible> for UniverseError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The most sums that a monoid is made of.
const MOST_SUMS: usize = 1 << 14;

/// What is worked out of positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Played,
    Simplest,
    Kinds,
}

impl<T: Ends> Universe<T> {
    /// The form of a position as it is played. In scoring an end of normal play scores 0.
    ///
    /// # Errors
    /// Those of the rules; a position that comes back; limits.
    pub fn form_of<R: Ruleset, E>(&mut self, rules: &R, position: &R::Position) -> Result<Form, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        Ok(self.explored::<R, E>(rules, position, Wanted::Played)?[position].0)
    }

    /// The simplest form of a position. Its components are simplified before they are added.
    ///
    /// # Errors
    /// Those of [`Universe::form_of`]; a position that is not in the universe.
    pub fn simplest_of<R: Ruleset, E>(
        &mut self,
        rules: &R,
        position: &R::Position,
    ) -> Result<Form, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        let known = self.explored::<R, E>(rules, position, Wanted::Simplest)?;
        for (follower, (_, kind)) in &known {
            for player in Player::BOTH {
                let Some(why) = self.ends.fault(kind, player) else { continue };
                let form = self.form_of::<R, E>(rules, follower)?;
                let error = UniverseError::NotInUniverse {
                    universe: self.ends.name(),
                    follower: self.text(form)?,
                    why: why.into(),
                    least: least_of(known.values().map(|(_, kind)| kind)).name(),
                };
                return Err(error.into());
            }
        }
        Ok(known[position].0)
    }

    /// The least universe of misère play that holds a position.
    ///
    /// # Errors
    /// Those of [`Universe::form_of`].
    pub fn universe_of<R: Ruleset, E>(
        &mut self,
        rules: &R,
        position: &R::Position,
    ) -> Result<Theory, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        let known = self.explored::<R, E>(rules, position, Wanted::Kinds)?;
        Ok(least_of(known.values().map(|(_, kind)| kind)))
    }

    /// The positions that one leads to, with their forms and kinds; of sums the components, unless
    /// the form as it is played is wanted.
    fn explored<R: Ruleset, E>(
        &mut self,
        rules: &R,
        start: &R::Position,
        wanted: Wanted,
    ) -> Result<Known<R::Position>, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        let mut known: Known<R::Position> = HashMap::default();
        // Those that wait for what they lead to.
        let mut waiting: HashSet<R::Position, FxBuildHasher> = HashSet::default();
        let mut open = vec![start.clone()];
        let scores = self.play.ending == Ending::Scores;
        while let Some(position) = open.last().cloned() {
            if known.contains_key(&position) {
                open.pop();
                continue;
            }
            let before = open.len();
            let mut parts: Vec<(R::Position, Sign)> = Vec::new();
            if wanted != Wanted::Played {
                rules.split(position.clone(), &mut parts)?;
                for (part, sign) in &mut parts {
                    let (normal, other) = rules.normal(part.clone());
                    (*part, *sign) = (normal, *sign * other);
                }
            }
            let is_whole =
                wanted == Wanted::Played || matches!(&parts[..], [(part, _)] if *part == position);
            let mut sides = [vec![], vec![]];
            if is_whole {
                for player in Player::BOTH {
                    rules.moves(&position, player, &mut sides[player as usize])?;
                }
            }
            let parts = if is_whole { vec![] } else { parts };
            for next in sides.iter().flatten().chain(parts.iter().map(|(part, _)| part)) {
                if known.contains_key(next) {
                    continue;
                }
                if waiting.contains(next) || *next == position {
                    return Err(comes_back().into());
                }
                open.push(next.clone());
            }
            if open.len() > before {
                waiting.insert(position);
            } else {
                let found = if is_whole {
                    let kinds =
                        |side: &Vec<R::Position>| side.iter().map(|x| &known[x].1).collect();
                    let kinds: [Vec<&Kind>; 2] = [kinds(&sides[0]), kinds(&sides[1])];
                    let marks = [0, 1]
                        .map(|side| (scores && sides[side].is_empty()).then_some(Score::ZERO));
                    let kind = Kind::of([&kinds[0], &kinds[1]], marks);
                    let [left, right] =
                        sides.each_ref().map(|side| side.iter().map(|x| known[x].0).collect());
                    let form = match wanted {
                        Wanted::Kinds => Form::EMPTY,
                        Wanted::Played => self.marked(left, right, marks)?,
                        Wanted::Simplest => {
                            let form = self.marked(left, right, marks)?;
                            self.simplest(form)?
                        }
                    };
                    (form, kind)
                } else {
                    let mut sum = self.zero()?;
                    let mut kind = Kind::of([&[], &[]], [None; 2]);
                    for (part, sign) in &parts {
                        let (mut form, mut of_part) = known[part].clone();
                        if *sign == Sign::Minus {
                            (form, of_part) = (self.conjugate(form)?, of_part.conjugate());
                        }
                        kind = kind.plus(&of_part);
                        if wanted == Wanted::Simplest {
                            sum = self.simplest_sum(sum, form)?;
                        }
                    }
                    (sum, kind)
                };
                waiting.remove(&position);
                known.insert(position, found);
                open.pop();
            }
            if self.play.meter.due() {
                let each = size_of::<(R::Position, (Form, Kind))>() + 1;
                let memory = self.memory() + (known.capacity() + open.capacity()) * each;
                self.play.meter.look(self.forms().count(), memory).map_err(UniverseError::from)?;
            }
        }
        Ok(known)
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
