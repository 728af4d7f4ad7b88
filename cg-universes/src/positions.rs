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

/// A component of a position that no player moves in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A player has won.
    Won(Player),
    /// A score.
    Score(Score),
}

/// The options of a player, and what she scores when she stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<P> {
    /// Sums of positions.
    pub options: Vec<P>,
    /// Her mark: see [`crate::Marks`].
    pub mark: Option<Score>,
}

/// Positions in any theory. A [`Ruleset`] is one without marks and atoms.
pub trait Playable {
    /// A position, a sum of components.
    type Position: Clone + Eq + std::hash::Hash;
    /// Why the rules can fail.
    type Error;

    /// The options of `player` in a position that is one component.
    ///
    /// # Errors
    /// Those of the rules.
    fn choices(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> Result<Choices<Self::Position>, Self::Error>;

    /// The components of a position, each as one stands for all that are alike.
    ///
    /// # Errors
    /// Those of the rules.
    fn components(
        &self,
        position: &Self::Position,
    ) -> Result<Vec<(Self::Position, Sign)>, Self::Error>;

    /// About how many bytes a position holds elsewhere.
    fn bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The atom that a component is.
    ///
    /// # Errors
    /// Those of the rules.
    fn atom(&self, component: &Self::Position) -> Result<Option<Atom>, Self::Error> {
        let _ = component;
        Ok(None)
    }
}

impl<R: Ruleset> Playable for R {
    type Position = R::Position;
    type Error = R::Error;

    fn choices(
        &self,
        position: &R::Position,
        player: Player,
    ) -> Result<Choices<R::Position>, R::Error> {
        let mut options = Vec::new();
        self.moves(position, player, &mut options)?;
        Ok(Choices { options, mark: None })
    }

    fn components(&self, position: &R::Position) -> Result<Vec<(R::Position, Sign)>, R::Error> {
        let mut parts: Vec<(R::Position, Sign)> = Vec::new();
        self.split(position.clone(), &mut parts)?;
        for (part, sign) in &mut parts {
            let (normal, other) = self.normal(part.clone());
            (*part, *sign) = (normal, *sign * other);
        }
        Ok(parts)
    }
}

/// How many positions are found between two looks at the limits.
const POSITIONS_PER_LOOK: usize = 1 << 10;

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
    /// Those of the rules; a position that comes back; what the theory does not have; limits.
    pub fn form_of<R: Playable, E>(&mut self, rules: &R, position: &R::Position) -> Result<Form, E>
    where
        E: From<R::Error> + From<UniverseError>,
    {
        Ok(self.explored::<R, E>(rules, position, Wanted::Played)?[position].0)
    }

    /// The simplest form of a position. Its components are simplified before they are added.
    ///
    /// # Errors
    /// Those of [`Universe::form_of`]; a position that is not in the universe.
    pub fn simplest_of<R: Playable, E>(
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
                    least: (self.play.ending == Ending::LastMoverLoses)
                        .then(|| least_of(known.values().map(|(_, kind)| kind)).name()),
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
    pub fn universe_of<R: Playable, E>(
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

    /// The positions that one leads to and their components, with their forms and kinds.
    fn explored<R: Playable, E>(
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
        // Bytes that the open and the known positions hold elsewhere, and the positions found since a look.
        let (mut held, mut found_now) = (rules.bytes(start), 0);
        while let Some(position) = open.last().cloned() {
            if known.contains_key(&position) {
                held -= rules.bytes(&position);
                open.pop();
                continue;
            }
            let parts = rules.components(&position)?;
            let before = open.len();
            let mut waits = |next: &R::Position| {
                if known.contains_key(next) {
                    return Ok(());
                }
                if waiting.contains(next) || *next == position {
                    return Err(comes_back());
                }
                held += rules.bytes(next);
                open.push(next.clone());
                Ok(())
            };
            let is_one = matches!(&parts[..], [(part, Sign::Plus)] if *part == position);
            let found = if !is_one {
                parts.iter().try_for_each(|(part, _)| waits(part))?;
                if open.len() > before { None } else { Some(self.sum_of(&parts, &known, wanted)?) }
            } else if let Some(atom) = rules.atom(&position)? {
                Some((self.atom(atom)?, Kind::of([&[], &[]], [None; 2])))
            } else {
                let left = rules.choices(&position, Player::Left)?;
                let right = rules.choices(&position, Player::Right)?;
                left.options.iter().chain(&right.options).try_for_each(waits)?;
                let choices = [left, right];
                if open.len() > before {
                    None
                } else {
                    Some(self.of_choices(choices, &known, wanted)?)
                }
            };
            found_now += 1 + open.len() - before;
            match found {
                None => drop(waiting.insert(position)),
                Some(found) => {
                    waiting.remove(&position);
                    known.insert(position, found);
                    open.pop();
                }
            }
            if found_now >= POSITIONS_PER_LOOK {
                found_now = 0;
                let each = size_of::<(R::Position, (Form, Kind))>() + 1;
                let places = known.capacity() + waiting.capacity() + open.capacity();
                let memory = self.memory() + held + places * each;
                self.play.meter.look(self.forms().count(), memory).map_err(UniverseError::from)?;
            }
        }
        Ok(known)
    }

    fn atom(&mut self, atom: Atom) -> Result<Form> {
        match atom {
            Atom::Score(score) => self.score(score),
            Atom::Won(player) if self.ends.has_infinities() => Ok(Form::won_by(player)),
            Atom::Won(_) => {
                let (thing, asked) = ("oo".into(), self.ends.name());
                Err(UniverseError::Mixed { thing, theory: "affine", asked })
            }
        }
    }

    /// The form and the kind of a sum whose parts are known.
    fn sum_of<P: Eq + std::hash::Hash>(
        &mut self,
        parts: &[(P, Sign)],
        known: &Known<P>,
        wanted: Wanted,
    ) -> Result<(Form, Kind)> {
        let mut sum = self.zero()?;
        let mut kind = Kind::of([&[], &[]], [None; 2]);
        for (part, sign) in parts {
            let (mut form, mut of_part) = known[part].clone();
            if *sign == Sign::Minus {
                (form, of_part) = (self.conjugate(form)?, of_part.conjugate());
            }
            kind = kind.plus(&of_part);
            sum = match wanted {
                Wanted::Simplest => self.simplest_sum(sum, form)?,
                Wanted::Played => self.sum(sum, form)?,
                Wanted::Kinds => sum,
            };
        }
        Ok((sum, kind))
    }

    /// The form and the kind of a component whose options are known.
    fn of_choices<P: Eq + std::hash::Hash>(
        &mut self,
        choices: [Choices<P>; 2],
        known: &Known<P>,
        wanted: Wanted,
    ) -> Result<(Form, Kind)> {
        let scores = self.play.ending == Ending::Scores;
        let of_end = |side: &Choices<P>| {
            side.mark.or((scores && side.options.is_empty()).then_some(Score::ZERO))
        };
        let marks = choices.each_ref().map(of_end);
        let kinds: [Vec<&Kind>; 2] =
            choices.each_ref().map(|side| side.options.iter().map(|x| &known[x].1).collect());
        let kind = Kind::of([&kinds[0], &kinds[1]], marks);
        if wanted == Wanted::Kinds {
            return Ok((Form::EMPTY, kind));
        }
        let [left, right] = choices.map(|side| side.options.iter().map(|x| known[x].0).collect());
        let form = self.marked(left, right, marks)?;
        Ok((if wanted == Wanted::Simplest { self.simplest(form)? } else { form }, kind))
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
