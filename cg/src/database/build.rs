//! Building a database: all boards up to a size, the smallest first.
//!
//! A build works out the components of all boards. It writes what it has whole and often, so that
//! a build that was stopped, or killed, goes on where it was.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cg_core::{Arrange, Clock, Error as GameError, Limits};
use cg_files::Lock;
use cg_rulesets::{Entry, Start};
use cg_simplify::Engine;
use cg_solve::{Database, DatabaseWriter, SolveError, Solver};

use super::boards::{Boards, Function, Game, Size};
use super::{Built, Databases, UNFINISHED};
use crate::Calculator;
use crate::error::CalculatorError;

/// The most boards that a build goes through.
const MOST_BOARDS: u64 = 100_000_000_000;
/// A piece takes at least so many times as long as the writing of the one before.
const WRITING_SHARE: u32 = 8;
/// Boards between two looks at the clock.
const STRIDE: u64 = 64;
/// Rows and columns of the largest boards.
const LONGEST: usize = 64;

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// Boards that were gone through, by earlier builds too.
    pub boards: u64,
    /// All boards.
    pub of: u64,
}

/// What to build.
#[derive(Clone, Debug)]
pub struct Build {
    game: Game,
    /// Rows and columns of the largest boards; those of columns and rows are done too.
    pub up_to: [usize; 2],
    /// Steps of the engine that the value of a component may take; beyond them it gets an
    /// outcome and bounds.
    pub steps: u32,
    /// How long a piece of the work is at least, that is lost when the process is killed.
    pub piece: Duration,
    /// Memory, time, the flag that stops it.
    pub limits: Limits,
}

impl Build {
    /// Steps for a value unless told otherwise.
    pub const STEPS: u32 = 200_000;
    /// How long a piece takes unless told otherwise.
    pub const PIECE: Duration = Duration::from_secs(10);

    /// The ruleset of this name, with a variant before it and parameters behind it, at boards of at
    /// most this size, with the usual settings.
    ///
    /// # Errors
    /// No such ruleset; one whose positions are no boards of letters.
    pub fn new(ruleset: &str, up_to: Size, limits: Limits) -> Result<Self, CalculatorError> {
        let name = ruleset.split_once('(').map_or(ruleset, |(name, _)| name);
        let letter = match name.split_whitespace().last().and_then(Entry::named) {
            Some(entry) => match entry.letters.chars().next() {
                Some(letter) => letter,
                None => {
                    let problem = format!("positions of {} are no boards of letters", entry.title);
                    return Err(CalculatorError::Asked(problem));
                }
            },
            // The reader below says what is wrong with the name.
            None => '.',
        };
        let start = Start::read(&format!("{ruleset} {letter}"))
            .map_err(|error| CalculatorError::Asked(error.problem))?;
        Ok(Self::of(Game::Ruleset(Box::new(start)), up_to, limits))
    }

    /// The function of this name that a calculator knows, at boards of at most this size, with the
    /// usual settings. A board is one over the characters that its definition mentions.
    ///
    /// # Errors
    /// No such function; one of other positions; a definition that depends on a value that cannot be
    /// written; limits.
    pub fn of_function(
        calculator: &mut Calculator,
        function: &str,
        up_to: Size,
        limits: Limits,
    ) -> Result<Self, CalculatorError> {
        let function = Function::of(calculator, function)?;
        Ok(Self::of(Game::Function(function), up_to, limits))
    }

    fn of(game: Game, up_to: Size, limits: Limits) -> Self {
        Build { game, up_to, steps: Self::STEPS, piece: Self::PIECE, limits }
    }

    /// The sizes of the boards, the smallest first, each with the number of boards.
    fn sizes(&self) -> Result<Vec<(Size, u64)>, CalculatorError> {
        let refused = |problem: String| Err(CalculatorError::Asked(problem));
        let [rows, columns] = self.up_to;
        if rows == 0 || columns == 0 || rows.max(columns) > LONGEST {
            return refused(format!("a size is rows and columns from 1 to {LONGEST}, such as 3x4"));
        }
        if let Some(problem) = self.game.refusal(self.up_to) {
            return refused(problem);
        }
        let (short, long) = (rows.min(columns), rows.max(columns));
        let mut sizes = Vec::new();
        for high in 1..=long {
            for wide in 1..=long {
                if high.min(wide) <= short && !(self.game.has_one_row() && high > 1) {
                    sizes.push([high, wide]);
                }
            }
        }
        sizes.arrange_by_key(|[high, wide]| (high * wide, *high));
        let letters = self.game.letters() as u64;
        let mut total = 0u64;
        let mut counted = Vec::new();
        for size in sizes {
            let cells = u32::try_from(size[0] * size[1]).expect("at most 4,096");
            let count = letters.checked_pow(cells).filter(|&count| count <= MOST_BOARDS);
            let all = count.map(|count| (count, total.saturating_add(count)));
            let Some((count, all)) = all.filter(|&(_, all)| all <= MOST_BOARDS) else {
                return refused(format!(
                    "there are more than {MOST_BOARDS} boards up to {rows}x{columns}: take fewer rows or columns"
                ));
            };
            total = all;
            counted.push((size, count));
        }
        Ok(counted)
    }
}

impl Databases {
    /// Builds a database, or goes on with one. A larger one takes over what a smaller one has.
    ///
    /// # Errors
    /// What cannot be asked for; files; another process at work on it. A limit or an
    /// interruption is an error too: what was done until then is in a file, and the next
    /// build goes on there.
    pub fn build(
        &self,
        build: &Build,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<Built, CalculatorError> {
        let sizes = build.sizes()?;
        let name = build.game.name();
        let subject = build.game.subject(&name);
        let path = self.path_of(subject);
        let failed = |error: std::io::Error| SolveError::database(&self.folder, error.to_string());
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let lock = Lock::take(&path).map_err(failed)?;
        let _lock =
            lock.map_err(|by| SolveError::database(&path, format!("it is in use by {by}")))?;
        let unfinished = path.with_extension(UNFINISHED);
        for file in [&path, &unfinished] {
            cg_files::clear_leftovers(file).map_err(failed)?;
        }
        let up_to = build.up_to.map(|side| u32::try_from(side).expect("at most 64"));
        // With other steps other components have values.
        let alike = |database: &Database| database.header().steps == build.steps;
        let same = |database: &Database| alike(database) && database.header().up_to == up_to;
        if let Some(done) = Self::open_at(&path, subject)?.filter(same) {
            return Ok(Built::of(&done));
        }
        // A database of another size lends its components; all boards are gone through again.
        let begun = Self::open_at(&unfinished, subject)?.filter(alike);
        let from = match &begun {
            Some(begun) if same(begun) => begun.header().boards_done.unwrap_or(0),
            _ => 0,
        };
        let before = match begun {
            Some(begun) => Some(begun),
            None => Self::open_at(&path, subject)?.filter(alike),
        };
        let job = Job { build, name: &name, sizes: &sizes, up_to, unfinished: &unfinished };
        job.run(before.map(Arc::new), from, progress)?;
        std::fs::rename(&unfinished, &path).map_err(failed)?;
        let done = Self::open_at(&path, subject)?;
        Ok(Built::of(&done.expect("it was just renamed")))
    }
}

/// What does not change during a build.
struct Job<'b> {
    build: &'b Build,
    name: &'b str,
    sizes: &'b [(Size, u64)],
    up_to: [u32; 2],
    unfinished: &'b Path,
}

impl Job<'_> {
    /// Works piece by piece, from a board on, with what is known before.
    fn run(
        &self,
        mut before: Option<Arc<Database>>,
        mut from: u64,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<(), CalculatorError> {
        let total: u64 = self.sizes.iter().map(|(_, count)| count).sum();
        let started = Clock::start();
        let mut writing = Duration::ZERO;
        let first = from;
        while from < total {
            let mut limits = self.build.limits.clone();
            // The first piece has all the time, and says so when it is over.
            if let Some(time) = limits.time.filter(|_| from != first) {
                limits.time = Some(time.saturating_sub(started.elapsed()));
            }
            let time = self.build.piece.max(writing * WRITING_SHARE);
            let game = &self.build.game;
            game.with_boards(limits, before.as_ref(), &mut |engine, solver, boards| {
                let mut piece = Piece { job: self, engine, solver, boards, time, next: from };
                let worked = piece.work(total, progress);
                // A piece that was stopped is kept too.
                from = piece.next;
                let begun = Clock::start();
                piece.write(before.as_deref(), from == total)?;
                writing = begun.elapsed();
                worked
            })?;
            if from < total {
                before = Some(Arc::new(Database::open(self.unfinished)?));
            }
        }
        Ok(())
    }
}

/// A piece of a build: some boards, worked out in an engine of their own.
struct Piece<'b> {
    job: &'b Job<'b>,
    engine: &'b mut Engine,
    solver: &'b mut Solver,
    boards: &'b mut dyn Boards,
    time: Duration,
    /// The first board that is not done.
    next: u64,
}

impl Piece<'_> {
    /// Works on until the piece has taken its time, or half of the memory.
    fn work(
        &mut self,
        total: u64,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<(), CalculatorError> {
        let started = Clock::start();
        let mut first = 0;
        for &(size, count) in self.job.sizes {
            while self.next < first + count {
                match self.board(size, self.next - first) {
                    Err(error) if !self.boards.forbids(&error) => return Err(error.into()),
                    _ => self.next += 1,
                }
                if self.next.is_multiple_of(STRIDE) {
                    progress(BuildProgress { boards: self.next, of: total });
                    let limits = &self.job.build.limits;
                    if limits.interrupt.is_raised() {
                        return Err(GameError::Interrupted.into());
                    }
                    if limits.time.is_some() {
                        self.engine.look(0)?;
                    }
                    let held = self.engine.memory() + self.solver.work().bytes;
                    if started.elapsed() >= self.time || held as u64 > limits.memory / 2 {
                        return Ok(());
                    }
                }
            }
            first += count;
        }
        Ok(())
    }

    /// Works out the components of a board.
    fn board(&mut self, size: Size, number: u64) -> Result<(), SolveError> {
        for term in self.boards.terms(self.engine, self.solver, size, number)? {
            self.solver.work_out(self.engine, term, self.job.build.steps)?;
        }
        Ok(())
    }

    /// Writes all components that are known. A limit or an interruption that ended the work does not
    /// end the writing: the user would lose the piece.
    fn write(self, before: Option<&Database>, complete: bool) -> Result<(), CalculatorError> {
        let Limits { memory, options, .. } = self.job.build.limits;
        let memory = memory.saturating_mul(2);
        self.engine.set_limits(Limits { memory, options, ..Limits::default() });
        let mut writer = DatabaseWriter::new(before)?;
        let Job { build, name, up_to, unfinished, .. } = self.job;
        if let Some(program) = build.game.program() {
            writer = writer.of_program(program);
        }
        self.boards.gather(self.engine, self.solver, &mut writer)?;
        let done = (!complete).then_some(self.next);
        writer.write(unfinished, name, *up_to, build.steps, done)?;
        Ok(())
    }
}
