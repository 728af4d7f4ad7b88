//! Nimbers of impartial components, by proof numbers.
//!
//! Nobody needs the nimbers of all options: whether a component plus `*n` is won by
//! who moves second asks of each option of several parts for the nimbers of all parts
//! but the largest, and of that one only whether it has one certain nimber.
//!
//! Which option is followed is decided by proof numbers (`proof.rs`): the one that is
//! the cheapest to answer.
//!
//! Source: Lemoine, Viennot: *Nimbers are inevitable* (2012).

use std::sync::Arc;

use cg_core::Player;
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::components::{Lists, Signed};
use crate::proof::{Choice, Numbers};
use crate::solver::{Origin, Search, SolveError, Solver, Term, Value};

/// What is known of the nimber of a component.
#[derive(Clone, Debug, Default)]
struct Known {
    nimber: Option<u64>,
    /// Numbers that it is not, as bits.
    not: SmallVec<[u64; 1]>,
    /// How often it is on the stack, to see loopy games.
    open: u32,
    /// The numbers of the questions that were begun and left, by the nimber they ask for.
    left: SmallVec<[(u64, Numbers); 1]>,
}

impl Known {
    /// Whether it is this nimber, when that is known.
    fn is(&self, nimber: u64) -> Option<bool> {
        match self.nimber {
            Some(known) => Some(known == nimber),
            None => {
                let group = usize::try_from(nimber / 64).ok().and_then(|at| self.not.get(at));
                group.is_some_and(|group| group >> (nimber % 64) & 1 == 1).then_some(false)
            }
        }
    }

    fn numbers(&self, nimber: u64) -> Option<Numbers> {
        match self.is(nimber) {
            Some(true) => Some(Numbers::LOST),
            Some(false) => Some(Numbers::WON),
            None => self.left.iter().find(|(of, _)| *of == nimber).map(|(_, numbers)| *numbers),
        }
    }

    fn leave(&mut self, nimber: u64, numbers: Numbers) {
        match self.left.iter_mut().find(|(of, _)| *of == nimber) {
            Some((_, before)) => *before = numbers,
            None => self.left.push((nimber, numbers)),
        }
    }

    fn exclude(&mut self, nimber: u64) {
        let group = usize::try_from(nimber / 64).expect("a nimber is at most a number of moves");
        if self.not.len() <= group {
            self.not.resize(group + 1, 0);
        }
        self.not[group] |= 1 << (nimber % 64);
    }
}

/// The nimbers that were found.
#[derive(Debug, Default)]
pub(crate) struct Nimbers {
    known: HashMap<Signed, Known, FxBuildHasher>,
    positions: u64,
}

impl Nimbers {
    /// How many times the moves of a component were looked at.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    pub(crate) fn memory(&self) -> usize {
        self.known.allocation_size()
    }

    fn nimber(&self, part: Signed) -> Option<u64> {
        self.known.get(&part)?.nimber
    }

    fn is(&self, part: Signed, nimber: u64) -> Option<bool> {
        self.known.get(&part)?.is(nimber)
    }

    fn of(&mut self, part: Signed) -> &mut Known {
        self.known.entry(part).or_default()
    }
}

/// A piece of work.
enum Task {
    /// The nimber of a component; all below `next` are excluded.
    Nimber { part: Signed, next: u64 },
    /// Whether a component has this nimber.
    Is(Question),
}

/// Whether a component has a nimber: it has, when no move leads to a sum with `*nimber`
/// that is lost for its mover.
struct Question {
    part: Signed,
    nimber: u64,
    moves: Arc<Lists>,
    /// What may still refute it.
    open: Vec<Open>,
    /// It is left when one of its numbers reaches these.
    limits: Numbers,
}

/// A move that may refute a question.
#[derive(Clone, Copy)]
enum Open {
    /// To this list of components, of which several have no nimber yet.
    Several(u32),
    /// To a sum that is lost when this component has this nimber.
    One(Signed, u64),
}

/// What is known of a move.
enum Settled {
    /// It leads to a sum that is lost for its mover: the question is answered, no.
    Refutes,
    /// It does not.
    Harmless,
    /// It does when this component has this nimber.
    One(Signed, u64),
    /// This component's nimber is needed first; what the two largest without a nimber
    /// amount to.
    Several(Signed, u32),
}

/// What comes next for a question.
enum Step {
    Answer(bool),
    /// It has become too dear for now.
    Leave(Numbers),
    /// This component's nimber is needed.
    Needs(Signed),
    /// Whether this component has this nimber is needed, within limits.
    Asks(Signed, u64, Numbers),
}

impl Solver {
    /// The nimber of a sum, when all its terms are impartial components or nimbers.
    ///
    /// # Errors
    /// Rules, limits, a loopy game.
    pub fn nimber(&mut self, engine: &mut Engine, sum: &[Term]) -> Result<Option<u64>, SolveError> {
        let mut total = 0;
        let mut parts = Vec::new();
        for &term in sum {
            match term {
                Term::Component(part) if self.is_impartial(part) => parts.push(part),
                Term::Component(_) => return Ok(None),
                Term::Value(game) => {
                    let nimber = engine.as_nimber(game)?.and_then(|n| u64::try_from(&n).ok());
                    let Some(nimber) = nimber else { return Ok(None) };
                    total ^= nimber;
                }
            }
        }
        parts.sort_unstable();
        for pair in parts.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1) {
            total ^= self.nimber_of(engine, pair[0])?;
        }
        Ok(Some(total))
    }

    fn nimber_of(&mut self, engine: &mut Engine, part: Signed) -> Result<u64, SolveError> {
        let mut tasks = vec![Task::Nimber { part, next: 0 }];
        let found = self.work_off(engine, &mut tasks);
        for task in tasks {
            if let Task::Is(question) = task {
                self.nimbers.of(question.part).open = 0;
            }
        }
        found?;
        Ok(self.nimbers.nimber(part).expect("the work ends when the nimber is known"))
    }

    fn work_off(&mut self, engine: &mut Engine, tasks: &mut Vec<Task>) -> Result<(), SolveError> {
        while let Some(task) = tasks.last_mut() {
            engine.check()?;
            let question = match task {
                Task::Nimber { part, next } => {
                    let (part, nimber) = (*part, *next);
                    match self.nimbers.is(part, nimber) {
                        None => self.ask(engine, part, nimber, Numbers::UNBOUNDED, tasks)?,
                        Some(false) if self.nimbers.nimber(part).is_none() => *next += 1,
                        Some(_) => {
                            tasks.pop();
                        }
                    }
                    continue;
                }
                Task::Is(question) => question,
            };
            let (part, nimber) = (question.part, question.nimber);
            match self.step(question) {
                Step::Answer(answer) => {
                    tasks.pop();
                    let known = self.nimbers.of(part);
                    known.open -= 1;
                    match answer {
                        true => {
                            known.nimber = Some(nimber);
                            known.left = SmallVec::new();
                        }
                        false => known.exclude(nimber),
                    }
                    if self.nimbers.nimber(part).is_some() {
                        self.forget_moves(part);
                    }
                }
                Step::Leave(numbers) => {
                    tasks.pop();
                    let known = self.nimbers.of(part);
                    known.open -= 1;
                    known.leave(nimber, numbers);
                }
                Step::Needs(needed) => tasks.push(Task::Nimber { part: needed, next: 0 }),
                Step::Asks(other, nimber, limits) => {
                    self.ask(engine, other, nimber, limits, tasks)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on with a question until it is answered, left, or another one must be asked.
    fn step(&self, question: &mut Question) -> Step {
        // The nimber may have been found on the way.
        if let Some(known) = self.nimbers.is(question.part, question.nimber) {
            return Step::Answer(known);
        }
        let mut choice = Choice::new();
        let mut needed = None;
        let mut at = 0;
        while at < question.open.len() {
            if let Open::Several(list) = question.open[at] {
                match self.settle(question.moves.get(list as usize), question.nimber) {
                    Settled::Refutes => return Step::Answer(false),
                    Settled::Harmless => {
                        question.open.swap_remove(at);
                        continue;
                    }
                    Settled::One(part, nimber) => question.open[at] = Open::One(part, nimber),
                    Settled::Several(smaller, size) => {
                        choice.add(at, Numbers::guess(size));
                        if choice.best() == Some(at) {
                            needed = Some(smaller);
                        }
                    }
                }
            }
            if let Open::One(part, nimber) = question.open[at] {
                match self.numbers(part, nimber) {
                    Numbers::LOST => return Step::Answer(false),
                    Numbers::WON => {
                        question.open.swap_remove(at);
                        continue;
                    }
                    numbers => choice.add(at, numbers),
                }
            }
            at += 1;
        }
        let (at, limits) = match choice.next(question.limits) {
            None => return Step::Answer(true),
            Some(Err(numbers)) => return Step::Leave(numbers),
            Some(Ok(next)) => next,
        };
        match question.open[at] {
            Open::One(part, nimber) => {
                let unbounded = self.settings.search == Search::AlphaBeta;
                Step::Asks(part, nimber, if unbounded { Numbers::UNBOUNDED } else { limits })
            }
            Open::Several(_) => Step::Needs(needed.expect("it is noted with the best move")),
        }
    }

    /// The numbers of a question, seen by who moves in the component with the heap.
    fn numbers(&self, part: Signed, nimber: u64) -> Numbers {
        let known = self.nimbers.known.get(&part).and_then(|known| known.numbers(nimber));
        known.unwrap_or_else(|| Numbers::guess(self.size(part)))
    }

    /// What a move to the sum of these components says about a nimber.
    fn settle(&self, parts: &[Signed], nimber: u64) -> Settled {
        // Of the components without a nimber the largest one is asked last.
        let mut wanted = nimber;
        let mut largest: Option<(Signed, u32)> = None;
        let mut smaller: Option<(Signed, u32)> = None;
        for equal in parts.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1) {
            let part = equal[0];
            if let Some(known) = self.nimbers.nimber(part) {
                wanted ^= known;
                continue;
            }
            if self.is_copied(part) {
                continue;
            }
            let own = (part, self.size(part));
            match largest {
                Some(other) if other.1 >= own.1 => smaller = Some(own),
                other => {
                    smaller = other.or(smaller);
                    largest = Some(own);
                }
            }
        }
        match (largest, smaller) {
            (None, _) if wanted == 0 => Settled::Refutes,
            (None, _) => Settled::Harmless,
            (Some((_, size)), Some((smaller, less))) => Settled::Several(smaller, size + less),
            (Some((largest, _)), None) => match self.nimbers.is(largest, wanted) {
                Some(true) => Settled::Refutes,
                Some(false) => Settled::Harmless,
                None => Settled::One(largest, wanted),
            },
        }
    }

    /// Looks for the nimber of a component in the database of its ruleset; says whether it
    /// was there.
    fn look_up_nimber(&mut self, engine: &mut Engine, part: Signed) -> Result<bool, SolveError> {
        self.look_up(engine, part)?;
        if self.entry(part).origin != Origin::Database {
            return Ok(false);
        }
        let Value::Known(value) = self.entry(part).value else { return Ok(false) };
        let nimber = engine.as_nimber(value)?.and_then(|nimber| u64::try_from(&nimber).ok());
        self.nimbers.of(part).nimber = nimber;
        Ok(nimber.is_some())
    }

    /// Puts the question whether a component has this nimber to work.
    fn ask(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        nimber: u64,
        limits: Numbers,
        tasks: &mut Vec<Task>,
    ) -> Result<(), SolveError> {
        let below = matches!(tasks.last(), Some(Task::Is(question)) if question.part == part);
        if !below && self.nimbers.of(part).open > 0 {
            return Err(SolveError::Loopy);
        }
        if self.is_copied(part) {
            self.nimbers.of(part).nimber = Some(0);
            return Ok(());
        }
        if self.look_up_nimber(engine, part)? {
            return Ok(());
        }
        if self.nimbers.positions.is_multiple_of(256) {
            engine.look(self.memory())?;
        }
        self.nimbers.positions += 1;
        let moves = self.moves(part, Player::Left)?;
        if self.has_databases {
            for at in 0..moves.len() {
                for &after in moves.get(at) {
                    self.look_up_nimber(engine, after)?;
                }
            }
        }
        let mut open = Vec::with_capacity(moves.len());
        for (at, number) in (0..moves.len()).zip(0..) {
            match self.settle(moves.get(at), nimber) {
                Settled::Harmless => {}
                Settled::Refutes => {
                    self.nimbers.of(part).exclude(nimber);
                    return Ok(());
                }
                Settled::One(other, wanted) => open.push(Open::One(other, wanted)),
                Settled::Several(..) => open.push(Open::Several(number)),
            }
        }
        // Besides the moves of the component there are those to a smaller heap.
        for smaller in 0..nimber {
            match self.nimbers.is(part, smaller) {
                Some(true) => {
                    self.nimbers.of(part).exclude(nimber);
                    return Ok(());
                }
                Some(false) => {}
                None => open.push(Open::One(part, smaller)),
            }
        }
        self.nimbers.of(part).open += 1;
        tasks.push(Task::Is(Question { part, nimber, moves, open, limits }));
        Ok(())
    }
}
