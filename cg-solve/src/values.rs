//! The value of a position, by canonical form: the values of its options make it.
//!
//! Positions are valued in the order in which they need each other, on a stack of
//! the solver's own, and each class of alike positions once. A position that falls
//! apart is the sum of the values of its parts.

use std::fmt::Debug;
use std::hash::Hash;

use cg_core::{Game, Player};
use cg_rulesets::{Known, Ruleset, Sign};
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::solver::SolveError;

/// An error of rules, as [`SolveError::rules`] takes it.
type Given = Box<dyn std::error::Error + Send + Sync>;

/// A position as a sum of positions that stand for their classes.
type Parts<P> = Vec<(P, Sign)>;

/// The values of the positions that were asked for, and of all below them.
///
/// All calls must be given the same rules and the same engine.
#[derive(Clone, Debug)]
pub struct Values<P> {
    /// `None` while a position is in work.
    values: HashMap<P, Option<Game>, FxBuildHasher>,
}

impl<P> Default for Values<P> {
    fn default() -> Self {
        Values { values: HashMap::default() }
    }
}

/// A position in work, with its options by player.
struct Level<P> {
    position: P,
    options: [Vec<Parts<P>>; 2],
    /// How many parts of how many options are known to have a value.
    side: usize,
    option: usize,
    part: usize,
    /// Bytes that the options take, and those of the levels below it.
    held: usize,
}

/// Bytes of an option and of each of its parts, roughly: positions may hold more than their size.
const OPTION_BYTES: usize = 48;

impl<P: Clone + Eq + Hash + Debug> Values<P> {
    /// Nothing valued yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many classes of positions are valued.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether nothing is valued yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a position. What was valued before an error is kept.
    ///
    /// # Errors
    /// Those of the rules; limits and interruptions of the engine; a loopy game.
    pub fn value<R: Ruleset<Position = P, Error: Into<Given>>>(
        &mut self,
        engine: &mut Engine,
        rules: &R,
        position: P,
    ) -> Result<Game, SolveError> {
        let mut levels = Vec::new();
        let found = self.search(engine, rules, position, &mut levels);
        // After an error the positions in work have no value.
        for level in levels {
            self.values.remove(&level.position);
        }
        found
    }

    fn search<R: Ruleset<Position = P, Error: Into<Given>>>(
        &mut self,
        engine: &mut Engine,
        rules: &R,
        position: P,
        levels: &mut Vec<Level<P>>,
    ) -> Result<Game, SolveError> {
        let start = split(rules, position).map_err(SolveError::rules)?;
        for (part, _) in &start {
            self.enter(engine, rules, part, levels)?;
            while let Some(level) = levels.last_mut() {
                engine.check()?;
                match self.next_unvalued(level) {
                    Some(needed) => {
                        self.enter(engine, rules, &needed, levels)?;
                        let held = levels.last().expect("nothing was taken off").held;
                        engine.look(self.values.allocation_size() + held)?;
                    }
                    None => {
                        let value = self.value_of_options(engine, rules, &level.options)?;
                        let level = levels.pop().expect("the level was there above");
                        self.values.insert(level.position, Some(value));
                        engine.look(self.values.allocation_size())?;
                    }
                }
            }
        }
        self.sum(engine, &start)
    }

    /// Puts a position to work, when it has no value yet.
    fn enter<R: Ruleset<Position = P, Error: Into<Given>>>(
        &mut self,
        engine: &mut Engine,
        rules: &R,
        position: &P,
        levels: &mut Vec<Level<P>>,
    ) -> Result<(), SolveError> {
        match self.values.get(position) {
            Some(Some(_)) => return Ok(()),
            Some(None) => return Err(SolveError::Loopy),
            None => {}
        }
        match rules.known(position).map_err(SolveError::rules)? {
            Some(Known::Ended) => {
                self.values.insert(position.clone(), Some(Game::ZERO));
                return Ok(());
            }
            Some(Known::Value(form)) => {
                let value = engine.closed_form(&form)?;
                self.values.insert(position.clone(), Some(value));
                return Ok(());
            }
            // What else the rules know does not give the value.
            _ => {}
        }
        let mut options = [Vec::new(), Vec::new()];
        let players: &[Player] = if rules.is_impartial() { &[Player::Left] } else { &Player::BOTH };
        for (side, &player) in options.iter_mut().zip(players) {
            let mut moves = Vec::new();
            rules.moves(position, player, &mut moves).map_err(SolveError::rules)?;
            for moved in moves {
                engine.check()?;
                side.push(split(rules, moved).map_err(SolveError::rules)?);
            }
        }
        self.values.insert(position.clone(), None);
        let option =
            |parts: &Parts<P>| OPTION_BYTES + parts.len() * (size_of::<(P, Sign)>() + OPTION_BYTES);
        let held = options.iter().flatten().map(option).sum::<usize>();
        let held = held + levels.last().map_or(0, |level| level.held);
        levels.push(Level {
            position: position.clone(),
            options,
            side: 0,
            option: 0,
            part: 0,
            held,
        });
        Ok(())
    }

    /// The first part of an option that must be valued before the position can be.
    fn next_unvalued(&self, level: &mut Level<P>) -> Option<P> {
        while let Some(side) = level.options.get(level.side) {
            while let Some(option) = side.get(level.option) {
                while let Some((part, _)) = option.get(level.part) {
                    if !matches!(self.values.get(part), Some(Some(_))) {
                        return Some(part.clone());
                    }
                    level.part += 1;
                }
                (level.option, level.part) = (level.option + 1, 0);
            }
            (level.side, level.option) = (level.side + 1, 0);
        }
        None
    }

    fn value_of_options<R: Ruleset<Position = P>>(
        &self,
        engine: &mut Engine,
        rules: &R,
        options: &[Vec<Parts<P>>; 2],
    ) -> Result<Game, SolveError> {
        let mut games = [Vec::new(), Vec::new()];
        for (side, options) in games.iter_mut().zip(options) {
            for option in options {
                side.push(self.sum(engine, option)?);
            }
        }
        let [left, right] = games;
        let right = if rules.is_impartial() { &left } else { &right };
        Ok(engine.game(&left, right)?)
    }

    fn sum(&self, engine: &mut Engine, parts: &Parts<P>) -> Result<Game, SolveError> {
        let mut terms = SmallVec::<[Game; 8]>::new();
        for (part, sign) in parts {
            let value = self.values.get(part).copied().flatten();
            let value = value.expect("a part is valued before the positions that need it");
            terms.push(match sign {
                Sign::Plus => value,
                Sign::Minus => engine.negate(value)?,
            });
        }
        Ok(engine.sum(&terms)?)
    }
}

/// A position as a sum of positions that stand for their classes.
fn split<R: Ruleset>(rules: &R, position: R::Position) -> Result<Parts<R::Position>, R::Error> {
    let mut parts = Vec::new();
    rules.split(position, &mut parts)?;
    let normal = |(part, sign)| {
        let (part, normal_sign) = rules.normal(part);
        (part, sign * normal_sign)
    };
    Ok(parts.into_iter().map(normal).collect())
}
