//! Several threads on one question.
//!
//! Each thread searches the whole question, with a solver and an engine of its own, and all of
//! them look sums up in one table (`table.rs`) by names (`names.rs`). What one has found the
//! others need not search. They part where a thread finds that another one is at work on a move:
//! alpha-beta then takes the next move, and proof numbers take the move for a quarter dearer. The
//! first answer is that of all.
//!
//! What is not shared: components with their moves, values, bounds. So threads help where most
//! of the time goes into positions, and little where it goes into values.
//!
//! Sources: Weill: *The ABDADA distributed minimax search* (1996); Kaneko: *Parallel depth first
//! proof number search* (2010).

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

use cg_core::{Error, Game, Limits, Progress};
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::SolveError;
use crate::names::{Made, Names, from_options};
use crate::settings::{Search, Settings};
use crate::solver::Solver;
use crate::sum::Sum;
use crate::table::{Shared, Table};

/// What all threads know of each other.
#[derive(Debug)]
struct Team {
    table: Arc<Shared>,
    /// How the question stands that is being searched.
    state: AtomicU8,
    /// The bytes that each thread holds beside the table, engine included, as of late.
    bytes: Vec<AtomicUsize>,
}

const SEARCHED: u8 = 0;
const LOST: u8 = 1;
const WON: u8 = 2;
/// A thread met a limit, say.
const FAILED: u8 = 3;

/// Tells the others what came of the search of a thread; the first answer stays.
struct Ending {
    team: Arc<Team>,
    state: u8,
}

impl Drop for Ending {
    fn drop(&mut self) {
        let relaxed = Ordering::Relaxed;
        let before = self.team.state.compare_exchange(SEARCHED, self.state, relaxed, relaxed);
        debug_assert!(
            !matches!((before, self.state), (Err(LOST), WON) | (Err(WON), LOST)),
            "two threads disagree"
        );
    }
}

/// A thread among others.
#[derive(Debug)]
pub(crate) struct Member {
    team: Arc<Team>,
    number: usize,
    pub(crate) names: Names,
}

/// A thread beside the one that asks.
pub(crate) struct Helper {
    engine: Engine,
    pub(crate) solver: Solver,
}

impl Member {
    fn new(team: Arc<Team>, number: usize) -> Self {
        Member { team, number, names: Names::of_thread(number as u64) }
    }

    /// The first of so many threads, with its table.
    pub(crate) fn first(threads: usize) -> (Self, Table) {
        let table = Arc::new(Shared::new());
        let bytes = (0..threads).map(|_| AtomicUsize::new(0)).collect();
        let team = Team { table: Arc::clone(&table), state: AtomicU8::new(SEARCHED), bytes };
        (Member::new(Arc::new(team), 0), Table::of_thread(table))
    }

    /// The answer, when another thread has it.
    ///
    /// # Errors
    /// An interruption, when another thread failed.
    pub(crate) fn answer(&self) -> Result<Option<bool>, Error> {
        match self.team.state.load(Ordering::Relaxed) {
            LOST => Ok(Some(false)),
            WON => Ok(Some(true)),
            FAILED => Err(Error::Interrupted),
            _ => Ok(None),
        }
    }

    /// Tells the others how many bytes this thread holds.
    pub(crate) fn share_bytes(&self, own: usize) {
        self.team.bytes[self.number].store(own, Ordering::Relaxed);
    }

    pub(crate) fn threads(&self) -> usize {
        self.team.bytes.len()
    }

    pub(crate) fn bytes_of_others(&self) -> usize {
        let others = self.team.bytes.iter().enumerate().filter(|(at, _)| *at != self.number);
        others.map(|(_, bytes)| bytes.load(Ordering::Relaxed)).sum()
    }
}

impl Helper {
    /// A thread with this number, for a solver that is the first one.
    fn new(engine: &Engine, first: &Solver, number: usize) -> Result<Self, SolveError> {
        let engine = Engine::new(Arc::clone(engine.registry()), engine.limits().clone())?;
        let member = first.member.as_ref().expect("it is one of several");
        let table = Table::of_thread(Arc::clone(&member.team.table));
        let settings = Settings { threads: NonZero::<usize>::MIN, ..first.settings };
        let mut solver = Solver::new(settings);
        solver.table = table;
        solver.member = Some(Box::new(Member::new(Arc::clone(&member.team), number)));
        solver.table_share = first.table_share;
        Ok(Helper { engine, solver })
    }

    /// A sum of the first thread as one of this thread.
    fn sum(&mut self, engine: &mut Engine, first: &Solver, sum: &Sum) -> Result<Sum, SolveError> {
        let Helper { engine: own, solver } = self;
        // Both clocks run; this one is started anew, so that the first thread is the one
        // that reaches a limit on time.
        own.set_limits(Limits { progress: Progress::new(), ..engine.limits().clone() });
        own.restart_clock();
        solver.has_databases = first.has_databases;
        for source in &first.sources[solver.sources.len()..] {
            solver.add_source(source.fork());
        }
        let mut known = HashMap::with_hasher(FxBuildHasher);
        let mut game = |game: Game| {
            from_options(engine, game, &mut known, |made| match made {
                Made::Element(subgroup, bytes) => own.decode(subgroup, &bytes),
                Made::Options([left, right]) => own.game(&left, &right),
            })
        };
        let cold = game(sum.cold)?;
        let games = sum.games.iter().map(|&one| game(one)).collect::<Result<_, _>>()?;
        let mut parts = sum.parts.clone();
        for part in &mut parts {
            let (from, to) = (&first.sources[part.ruleset()], &mut solver.sources[part.ruleset()]);
            *part = from.hand(*part, &mut **to).map_err(SolveError::rules)?;
            solver.grow(part.ruleset());
        }
        let mut sum = Sum { cold, games, parts };
        sum.games.sort_unstable();
        sum.parts.sort_unstable();
        Ok(sum)
    }
}

impl Solver {
    /// Whether the mover of a sum wins, searched by several threads.
    pub(crate) fn search_together(
        &mut self,
        engine: &mut Engine,
        start: &Sum,
        method: Search,
    ) -> Result<bool, SolveError> {
        let mut helpers = std::mem::take(&mut self.helpers);
        let found = self.search_with(engine, &mut helpers, start, method);
        self.helpers = helpers;
        found
    }

    fn search_with(
        &mut self,
        engine: &mut Engine,
        helpers: &mut Vec<Helper>,
        start: &Sum,
        method: Search,
    ) -> Result<bool, SolveError> {
        for number in helpers.len() + 1..self.settings.threads.get() {
            helpers.push(Helper::new(engine, self, number)?);
        }
        let mut sums = Vec::with_capacity(helpers.len());
        for helper in &mut *helpers {
            sums.push(helper.sum(engine, self, start)?);
        }
        let member = self.member.as_ref().expect("it is one of several");
        member.team.state.store(SEARCHED, Ordering::Relaxed);
        let all: Vec<Result<bool, SolveError>> = thread::scope(|scope| {
            let mut running = Vec::with_capacity(helpers.len());
            for (helper, sum) in helpers.iter_mut().zip(sums) {
                let work = move || helper.solver.search_as_member(&mut helper.engine, &sum, method);
                // Where there are no threads, this one works alone.
                running.extend(thread::Builder::new().spawn_scoped(scope, work).ok());
            }
            let own = self.search_as_member(engine, start, method);
            let others = running.into_iter().map(|thread| thread.join());
            let others = others.map(|found| found.unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(own).chain(others).collect()
        });
        // A thread that was stopped does not say why.
        let mut failed = None;
        for found in all {
            match found {
                Ok(won) => return Ok(won),
                Err(SolveError::Engine(Error::Interrupted)) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        Err(failed.unwrap_or(SolveError::Engine(Error::Interrupted)))
    }

    fn search_as_member(
        &mut self,
        engine: &mut Engine,
        start: &Sum,
        method: Search,
    ) -> Result<bool, SolveError> {
        let member = self.member.as_ref().expect("it is one of several");
        // So it ends when it panics, too.
        let mut ending = Ending { team: Arc::clone(&member.team), state: FAILED };
        let found = self.search_alone(engine, start, method);
        if let Ok(won) = found {
            ending.state = if won { WON } else { LOST };
        }
        found
    }
}
