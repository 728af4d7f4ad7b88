//! Nimbers of impartial components, by the search of Lemoine and Viennot.
//!
//! Nobody needs the nimbers of all options: whether a component plus `*n` is won by
//! who moves second asks of each option of several parts for the nimbers of all parts
//! but the largest, and of that one only whether it has one certain nimber.
//!
//! Source: Lemoine, Viennot: *Nimbers are inevitable* (2012).

use std::sync::Arc;

use cg_core::Player;
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::components::{Lists, Signed};
use crate::solver::{SolveError, Solver, Term};

/// What is known of the nimber of a component.
#[derive(Clone, Debug, Default)]
struct Known {
    nimber: Option<u64>,
    /// Numbers that it is not, as bits.
    not: SmallVec<[u64; 1]>,
    /// How often it is on the stack, to see loopy games.
    open: u32,
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

/// A question in work.
enum Task {
    /// The nimber of a component; all below `next` are excluded.
    Nimber { part: Signed, next: u64 },
    /// Whether a component has this nimber.
    Is(Question),
}

struct Question {
    part: Signed,
    nimber: u64,
    moves: Arc<Lists>,
    /// The moves that are not settled, the simplest last.
    waiting: Vec<u32>,
    /// The nimbers below that are looked at after the moves.
    below: u64,
}

/// What comes next for a question.
enum Step {
    Answer(bool),
    /// This component's nimber is needed.
    Needs(Signed),
    /// Whether this component has this nimber is needed.
    Asks(Signed, u64),
}

/// What a move says about a question.
enum Settled {
    /// It leads to a sum that is lost for its mover: the question is answered, no.
    Refutes,
    /// It does not.
    Harmless,
    /// That depends.
    Open(Step),
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
                        None => self.ask(engine, part, nimber, tasks)?,
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
            let step = self.step(question);
            match step {
                Step::Answer(answer) => {
                    tasks.pop();
                    let known = self.nimbers.of(part);
                    known.open -= 1;
                    match answer {
                        true => known.nimber = Some(nimber),
                        false => known.exclude(nimber),
                    }
                    if self.nimbers.nimber(part).is_some() {
                        self.forget_moves(part);
                    }
                }
                Step::Needs(needed) => tasks.push(Task::Nimber { part: needed, next: 0 }),
                Step::Asks(other, nimber) => self.ask(engine, other, nimber, tasks)?,
            }
        }
        Ok(())
    }

    /// Goes on with a question until it is answered or another one must be.
    fn step(&self, question: &mut Question) -> Step {
        let (part, nimber) = (question.part, question.nimber);
        // The nimber may have been found on the way.
        if let Some(known) = self.nimbers.is(part, nimber) {
            return Step::Answer(known);
        }
        while let Some(&at) = question.waiting.last() {
            match self.settle(question.moves.get(at as usize), nimber) {
                Settled::Refutes => return Step::Answer(false),
                Settled::Harmless => {
                    question.waiting.pop();
                }
                Settled::Open(step) => return step,
            }
        }
        // After all moves of the component the moves to a smaller heap.
        while question.below < nimber {
            match self.nimbers.is(part, question.below) {
                Some(true) => return Step::Answer(false),
                Some(false) => question.below += 1,
                None => return Step::Asks(part, question.below),
            }
        }
        Step::Answer(true)
    }

    /// What a move to the sum of these components says about a nimber.
    fn settle(&self, parts: &[Signed], nimber: u64) -> Settled {
        // Of the components without a nimber the largest one is asked last.
        let mut wanted = nimber;
        let mut largest: Option<Signed> = None;
        let mut smaller = None;
        for equal in parts.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1) {
            let part = equal[0];
            match self.nimbers.nimber(part) {
                Some(known) => wanted ^= known,
                None => match largest {
                    Some(other) if self.size(other) >= self.size(part) => smaller = Some(part),
                    Some(other) => {
                        smaller = Some(other);
                        largest = Some(part);
                    }
                    None => largest = Some(part),
                },
            }
        }
        match (largest, smaller) {
            (None, _) if wanted == 0 => Settled::Refutes,
            (None, _) => Settled::Harmless,
            (Some(_), Some(smaller)) => Settled::Open(Step::Needs(smaller)),
            (Some(largest), None) => match self.nimbers.is(largest, wanted) {
                Some(true) => Settled::Refutes,
                Some(false) => Settled::Harmless,
                None => Settled::Open(Step::Asks(largest, wanted)),
            },
        }
    }

    /// Puts the question whether a component has this nimber to work.
    fn ask(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        nimber: u64,
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
        if self.nimbers.positions.is_multiple_of(256) {
            engine.look(self.memory())?;
        }
        self.nimbers.positions += 1;
        let moves = self.moves(part, Player::Left)?;
        // The fewer and the smaller the components without a nimber, the sooner.
        let mut waiting: Vec<(u32, u32)> = Vec::with_capacity(moves.len());
        let mut refuted = false;
        for (at, number) in (0..moves.len()).zip(0..) {
            match self.settle(moves.get(at), nimber) {
                Settled::Harmless => {}
                Settled::Refutes => {
                    refuted = true;
                    break;
                }
                Settled::Open(_) => {
                    let unknown = moves.get(at).iter();
                    let unknown = unknown.filter(|part| self.nimbers.nimber(**part).is_none());
                    waiting.push((unknown.map(|&part| self.size(part).max(1)).sum(), number));
                }
            }
        }
        if refuted {
            self.nimbers.of(part).exclude(nimber);
            return Ok(());
        }
        waiting.sort_by_key(|&(size, number)| (std::cmp::Reverse(size), number));
        let waiting = waiting.into_iter().map(|(_, number)| number).collect();
        self.nimbers.of(part).open += 1;
        tasks.push(Task::Is(Question { part, nimber, moves, waiting, below: 0 }));
        Ok(())
    }
}
