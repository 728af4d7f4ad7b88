//! The value of a position, by canonical form: the values of its options make it.
//!
//! Positions are valued in the order in which they need each other, on a stack of
//! the solver's own, and each class of alike positions once. A position that falls
//! apart is the sum of the values of its parts.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_core::{Error, Game, LimitReached, Player};
use cg_rulesets::{Known, Ruleset, Sign};
use cg_simplify::Engine;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::components::reserve;
use crate::error::SolveError;

/// An error of rules, as [`SolveError::rules`] takes it.
type Given = Box<dyn std::error::Error + Send + Sync>;

/// The number of a class of alike positions, in the order in which they were met.
type Class = u32;

/// How far a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Met as a part of an option.
    Met,
    InWork,
    Valued(Game),
}

/// The values of the positions that were asked for, and of all below them.
///
/// All calls must be given the same rules and the same engine.
#[derive(Clone, Debug)]
pub struct Values<P> {
    /// The numbers of the classes, by the positions that stand for them.
    classes: HashTable<Class>,
    positions: Vec<P>,
    states: Vec<State>,
}

impl<P> Default for Values<P> {
    fn default() -> Self {
        let classes = HashTable::new();
        Values { classes, positions: Vec::new(), states: Vec::new() }
    }
}

/// A part of an option, as the class of its position or of the negative.
type Part = (Class, Sign);

/// The positions in work, each on top of the one that needs it.
struct Work {
    levels: Vec<Level>,
    /// The parts of the options of all levels.
    parts: Vec<Part>,
    /// For each option of all levels the end of its parts.
    ends: Vec<usize>,
    /// The bytes outside the engine that all looks at the limits count.
    held: Arc<AtomicUsize>,
    /// The bytes among them of the values and of this.
    counted: usize,
}

/// A position in work. Its options are the last ones while it is on top.
struct Level {
    class: Class,
    first_part: usize,
    first_end: usize,
    /// The number of Left's options, which come first.
    left: usize,
    /// The parts before this one are known to have a value.
    valued: usize,
}

/// The limits are looked at when the memory has changed by so many bytes.
const LOOK_BYTES: usize = 1 << 16;

impl Work {
    fn new(engine: &Engine) -> Self {
        let (levels, parts, ends) = (Vec::new(), Vec::new(), Vec::new());
        Work { levels, parts, ends, held: engine.meter().held(), counted: 0 }
    }

    fn memory(&self) -> usize {
        self.levels.capacity() * size_of::<Level>()
            + self.parts.capacity() * size_of::<Part>()
            + self.ends.capacity() * size_of::<usize>()
    }

    /// Has `memory` bytes counted from now on.
    fn count(&mut self, memory: usize) {
        self.held.fetch_add(memory.wrapping_sub(self.counted), Ordering::Relaxed);
        self.counted = memory;
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.count(0);
    }
}

/// There are no more numbers for classes.
fn too_many() -> Error {
    LimitReached::Games { limit: u64::from(Class::MAX) }.into()
}

fn hash(position: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(position)
}

impl<P: Clone + Eq + Hash + Debug> Values<P> {
    /// Nothing valued yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many classes of positions are valued.
    pub fn len(&self) -> usize {
        self.states.iter().filter(|state| matches!(state, State::Valued(_))).count()
    }

    /// Whether nothing is valued yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        let mut work = Work::new(engine);
        let found = self.search(engine, rules, position, &mut work);
        // After an error the positions in work have no value.
        for level in &work.levels {
            self.states[level.class as usize] = State::Met;
        }
        found
    }

    fn search<R: Ruleset<Position = P, Error: Into<Given>>>(
        &mut self,
        engine: &mut Engine,
        rules: &R,
        position: P,
        work: &mut Work,
    ) -> Result<Game, SolveError> {
        let mut parts = Vec::new();
        rules.split(position, &mut parts).map_err(SolveError::rules)?;
        let mut start = Vec::new();
        for (part, sign) in parts {
            let (part, normal_sign) = rules.normal(part);
            start.push((self.class(part).ok_or_else(too_many)?, sign * normal_sign));
        }
        for &(class, _) in &start {
            self.enter(engine, rules, class, work)?;
            while let Some(level) = work.levels.last_mut() {
                engine.check()?;
                let waiting =
                    |&(class, _): &Part| !matches!(self.states[class as usize], State::Valued(_));
                if let Some(ahead) = work.parts[level.valued..].iter().position(waiting) {
                    level.valued += ahead;
                    let (needed, _) = work.parts[level.valued];
                    self.enter(engine, rules, needed, work)?;
                } else {
                    let value = self.value_of_options(engine, rules, work)?;
                    let level = work.levels.pop().expect("the level was there above");
                    work.parts.truncate(level.first_part);
                    work.ends.truncate(level.first_end);
                    self.states[level.class as usize] = State::Valued(value);
                }
                self.look(engine, work)?;
            }
        }
        Ok(self.sum(engine, &start)?)
    }

    fn look(&self, engine: &Engine, work: &mut Work) -> Result<(), Error> {
        let memory = self.classes.allocation_size()
            + self.positions.capacity() * size_of::<P>()
            + self.states.capacity() * size_of::<State>()
            + work.memory();
        if memory.abs_diff(work.counted) >= LOOK_BYTES {
            work.count(memory);
            engine.look(0)?;
        }
        Ok(())
    }

    /// The number of the class for which a position stands, unless there are too many.
    fn class(&mut self, position: P) -> Option<Class> {
        let positions = &self.positions;
        let hash = hash(&position);
        if let Some(&known) =
            self.classes.find(hash, |&class| positions[class as usize] == position)
        {
            return Some(known);
        }
        let class = Class::try_from(positions.len()).ok()?;
        self.classes.insert_unique(hash, class, |&class| self::hash(&positions[class as usize]));
        reserve(&mut self.positions, self.states.len() + 1);
        reserve(&mut self.states, self.positions.len() + 1);
        self.positions.push(position);
        self.states.push(State::Met);
        Some(class)
    }

    /// Puts a class to work, when it has no value yet.
    fn enter<R: Ruleset<Position = P, Error: Into<Given>>>(
        &mut self,
        engine: &mut Engine,
        rules: &R,
        class: Class,
        work: &mut Work,
    ) -> Result<(), SolveError> {
        match self.states[class as usize] {
            State::Valued(_) => return Ok(()),
            State::InWork => return Err(SolveError::Loopy),
            State::Met => {}
        }
        let position = self.positions[class as usize].clone();
        match rules.known(&position).map_err(SolveError::rules)? {
            Some(Known::Ended) => {
                self.states[class as usize] = State::Valued(Game::ZERO);
                return Ok(());
            }
            Some(Known::Value(form)) => {
                let value = engine.closed_form(&form)?;
                self.states[class as usize] = State::Valued(value);
                return Ok(());
            }
            // What else the rules know does not give the value.
            _ => {}
        }
        let (first_part, first_end) = (work.parts.len(), work.ends.len());
        self.states[class as usize] = State::InWork;
        work.levels.push(Level { class, first_part, first_end, left: 0, valued: first_part });
        let players: &[Player] = if rules.is_impartial() { &[Player::Left] } else { &Player::BOTH };
        for &player in players {
            let mut failed = Ok(());
            let mut found = |part: Option<(P, Sign)>| {
                match part {
                    Some((part, sign)) => match self.class(part) {
                        Some(class) => work.parts.push((class, sign)),
                        None => failed = Err(too_many()),
                    },
                    None => {
                        work.ends.push(work.parts.len());
                        failed = engine.check();
                    }
                }
                failed.is_ok()
            };
            rules.settled_options(&position, player, &mut found).map_err(SolveError::rules)?;
            failed?;
            if player == Player::Left {
                let level = work.levels.last_mut().expect("it was pushed above");
                level.left = work.ends.len() - first_end;
            }
        }
        Ok(())
    }

    /// The value of the position on top.
    fn value_of_options<R: Ruleset<Position = P, Error: Into<Given>>>(
        &self,
        engine: &mut Engine,
        rules: &R,
        work: &Work,
    ) -> Result<Game, SolveError> {
        let level = work.levels.last().expect("a position is in work");
        let mut games = SmallVec::<[Game; 32]>::new();
        let mut from = level.first_part;
        for &end in &work.ends[level.first_end..] {
            games.push(self.sum(engine, &work.parts[from..end])?);
            from = end;
        }
        let (left, right) = games.split_at(level.left);
        Ok(engine.game(left, if rules.is_impartial() { left } else { right })?)
    }

    fn sum(&self, engine: &mut Engine, parts: &[Part]) -> Result<Game, Error> {
        let mut term = |&(class, sign): &Part| {
            let State::Valued(value) = self.states[class as usize] else {
                unreachable!("a part is valued before the positions that need it")
            };
            match sign {
                Sign::Plus => Ok(value),
                Sign::Minus => engine.negate(value),
            }
        };
        if let [part] = parts {
            return term(part);
        }
        let terms: SmallVec<[Game; 8]> = parts.iter().map(term).collect::<Result<_, _>>()?;
        engine.sum(&terms)
    }
}
