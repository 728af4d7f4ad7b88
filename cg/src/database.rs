//! Databases of components: a folder with one file for each game, which solvers use.
//!
//! A build goes through all boards up to a size, the smallest first, and works out their
//! components. It writes what it has whole and often, so that a build that was stopped, or
//! killed, goes on where it was.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cg_core::{Arrange, Clock, Error as GameError, Limits, RegistryError};
use cg_files::{Lock, LockError};
use cg_rulesets::{Entry, Notated, Start, StartVisitor, Variant};
use cg_simplify::Engine;
use cg_solve::{
    Database, DatabaseError, DatabaseWriter, RulesetId, Settings as Solving, SolveError, Solver,
    Term,
};

/// The ending of the file of a database.
const ENDING: &str = "cgdb";
/// The ending of the file of one that is being built.
const UNFINISHED: &str = "building";
/// The most boards that a build goes through.
const MOST_BOARDS: u64 = 100_000_000_000;
/// A piece takes at least so many times as long as the writing of the one before.
const WRITING_SHARE: u32 = 8;
/// Boards between two looks at the clock.
const STRIDE: u64 = 64;

/// Why a database was not built, or is not good.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// What was asked for cannot be done.
    #[error("{0}")]
    Asked(String),
    /// A file.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The solver: a limit, or an interruption. What was done until then is in the file.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The families of games do not fit together.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

impl From<GameError> for BuildError {
    fn from(error: GameError) -> Self {
        SolveError::from(error).into()
    }
}

/// A folder of databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Databases {
    folder: PathBuf,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// Boards that were gone through, by earlier builds too.
    pub boards: u64,
    /// All boards.
    pub of: u64,
}

/// What a build made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// The file.
    pub path: PathBuf,
    /// Whether all boards are in it; else a limit or an interruption came before.
    pub complete: bool,
    /// Components.
    pub components: u64,
    /// Those of them that have no value, but an outcome and bounds.
    pub without_value: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// What to build.
#[derive(Clone, Debug)]
pub struct Build {
    /// A position of the game, which says its variant and parameters.
    start: Start,
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

    /// The game of this name, with a variant before it and parameters behind it, at boards of at
    /// most this size, with the usual settings.
    ///
    /// # Errors
    /// No such game; one whose positions are no boards of letters.
    pub fn new(game: &str, up_to: [usize; 2], limits: Limits) -> Result<Self, BuildError> {
        let name = game.split_once('(').map_or(game, |(name, _)| name);
        let letter = match name.split_whitespace().last().and_then(Entry::named) {
            Some(entry) => match entry.letters.chars().next() {
                Some(letter) => letter,
                None => {
                    let problem = format!("positions of {} are no boards of letters", entry.title);
                    return Err(BuildError::Asked(problem));
                }
            },
            // What is read then says what is wrong with the name.
            None => '.',
        };
        let start = Start::read(&format!("{game} {letter}"))
            .map_err(|error| BuildError::Asked(error.problem))?;
        Ok(Build { start, up_to, steps: Self::STEPS, piece: Self::PIECE, limits })
    }

    /// The sizes of the boards, the smallest first, each with the number of boards.
    fn sizes(&self) -> Result<Vec<([usize; 2], u64)>, BuildError> {
        let entry = self.start.rules.rules().entry();
        let refused = |what: String| Err(BuildError::Asked(what));
        if self.start.rules.variant() == Variant::Twisted {
            return refused(
                "a twisted position does not say whose roles are exchanged: build the database of another variant"
                    .into(),
            );
        }
        let [rows, columns] = self.up_to;
        if rows == 0 || columns == 0 || rows.max(columns) > 64 {
            return refused("a size is rows and columns from 1 to 64, such as 3x4".into());
        }
        let (short, long) = (rows.min(columns), rows.max(columns));
        let mut sizes = Vec::new();
        for high in 1..=long {
            for wide in 1..=long {
                if high.min(wide) <= short {
                    sizes.push([high, wide]);
                }
            }
        }
        sizes.arrange_by_key(|[high, wide]| (high * wide, *high));
        let letters = entry.letters.len() as u64;
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

/// The board with this number among those of a size, as text.
fn board_text(letters: &[char], [rows, columns]: [usize; 2], mut number: u64, text: &mut String) {
    text.clear();
    let base = letters.len() as u64;
    for row in 0..rows {
        if row > 0 {
            text.push('|');
        }
        for _ in 0..columns {
            let letter = usize::try_from(number % base).expect("there are few letters");
            text.push(letters[letter]);
            number /= base;
        }
    }
}

impl Databases {
    /// The databases in a folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Databases { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a game.
    pub fn path(&self, game: &str) -> PathBuf {
        let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
        let name: String = game.chars().map(plain).collect();
        self.folder.join(name.trim_end_matches('-')).with_extension(ENDING)
    }

    /// The database of a game; `None` when there is none.
    ///
    /// # Errors
    /// One that cannot be read, is damaged, or is of another game.
    pub fn open(&self, game: &str) -> Result<Option<Database>, DatabaseError> {
        Self::open_at(&self.path(game), game)
    }

    fn open_at(path: &Path, game: &str) -> Result<Option<Database>, DatabaseError> {
        let there = match std::fs::symlink_metadata(path) {
            Ok(_) => true,
            Err(error) => !is_missing(&error),
        };
        if !there {
            return Ok(None);
        }
        let refused = |reason: String| DatabaseError::new(path, reason);
        let database = Database::open(path)
            .map_err(|error| refused(format!("{}; remove it, or build it again", error.reason)))?;
        if database.header().game != game {
            let own = &database.header().game;
            return Err(refused(format!("it is of {own}, not of {game}")));
        }
        Ok(Some(database))
    }

    /// The files of databases in the folder, finished or not, in order.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, DatabaseError> {
        let failed = |error: std::io::Error| DatabaseError::new(&self.folder, error.to_string());
        let entries = match std::fs::read_dir(&self.folder) {
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|it| it == ENDING || it == UNFINISHED) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

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
    ) -> Result<Built, BuildError> {
        let sizes = build.sizes()?;
        let game = build.start.game();
        let path = self.path(&game);
        let failed = |error: std::io::Error| DatabaseError::new(&self.folder, error.to_string());
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let _lock = Lock::take(&path).map_err(|error| match error {
            LockError::Io(error) => failed(error),
            held => DatabaseError::new(&path, held.to_string()),
        })?;
        let unfinished = path.with_extension(UNFINISHED);
        for file in [&path, &unfinished] {
            cg_files::clear_leftovers(file).map_err(failed)?;
        }
        let up_to = build.up_to.map(|side| u32::try_from(side).expect("at most 64"));
        // With other steps other components have values.
        let alike = |database: &Database| database.header().steps == build.steps;
        let same = |database: &Database| alike(database) && database.header().up_to == up_to;
        if let Some(done) = Self::open_at(&path, &game)?.filter(same) {
            return Ok(Built::of(&done));
        }
        // A database of another size lends its components; all boards are gone through again.
        let begun = Self::open_at(&unfinished, &game)?.filter(alike);
        let from = match &begun {
            Some(begun) if same(begun) => begun.header().boards_done.unwrap_or(0),
            _ => 0,
        };
        let before = match begun {
            Some(begun) => Some(begun),
            None => Self::open_at(&path, &game)?.filter(alike),
        };
        let job = Job { build, game: &game, sizes: &sizes, up_to, unfinished: &unfinished };
        build.start.visit(Building { job, before: before.map(Arc::new), from, progress })?;
        std::fs::rename(&unfinished, &path).map_err(failed)?;
        let done = Self::open_at(&path, &game)?;
        Ok(Built::of(&done.expect("it was just renamed")))
    }
}

impl Built {
    /// What is known of a database.
    pub fn of(database: &Database) -> Self {
        let header = database.header();
        Built {
            path: database.path().to_owned(),
            complete: header.boards_done.is_none(),
            components: header.components,
            without_value: header.without_value,
            bytes: database.bytes() as u64,
        }
    }
}

/// What does not change during a build.
struct Job<'b> {
    build: &'b Build,
    game: &'b str,
    sizes: &'b [([usize; 2], u64)],
    up_to: [u32; 2],
    unfinished: &'b Path,
}

/// A build, whatever the type of the rules is.
struct Building<'b> {
    job: Job<'b>,
    before: Option<Arc<Database>>,
    /// The first board that is not done.
    from: u64,
    progress: &'b mut dyn FnMut(BuildProgress),
}

impl StartVisitor for Building<'_> {
    type Output = Result<(), BuildError>;

    fn visit<R>(self, rules: R, _: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let Building { job, mut before, mut from, progress } = self;
        let total: u64 = job.sizes.iter().map(|(_, count)| count).sum();
        let started = Clock::start();
        let mut writing = Duration::ZERO;
        let first = from;
        loop {
            let mut limits = job.build.limits.clone();
            // The first piece has all the time, and says so when it is over.
            if let Some(time) = limits.time.filter(|_| from != first) {
                limits.time = Some(time.saturating_sub(started.elapsed()));
            }
            let engine = Engine::new(crate::registry(true).close()?, limits)?;
            let mut solver = Solver::new(Solving::default());
            let id = add(&mut solver, &rules);
            if let Some(before) = &before {
                solver.attach(id, Arc::clone(before));
            }
            let time = job.build.piece.max(writing * WRITING_SHARE);
            let mut piece = Piece { job: &job, engine, solver, id, time, next: from };
            let worked = piece.work(&rules, total, progress);
            let complete = piece.next == total;
            // A piece that was stopped is kept too.
            from = piece.next;
            let begun = Clock::start();
            piece.write(before.as_deref(), complete)?;
            writing = begun.elapsed();
            worked?;
            if complete {
                return Ok(());
            }
            before = Some(Arc::new(Database::open(job.unfinished)?));
        }
    }
}

/// Adds a ruleset to a solver, so that its components have the texts of databases.
pub(crate) fn add<R>(solver: &mut Solver, rules: &R) -> RulesetId<R>
where
    R: Notated<Error = Infallible> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    solver.add_written(rules.clone(), |rules: &R, position: &R::Position| {
        let Ok(text) = rules.write_position(position);
        text
    })
}

/// A piece of a build: some boards, worked out in an engine of their own.
struct Piece<'b, R> {
    job: &'b Job<'b>,
    engine: Engine,
    solver: Solver,
    id: RulesetId<R>,
    time: Duration,
    /// The first board that is not done.
    next: u64,
}

impl<R> Piece<'_, R>
where
    R: Notated<Error = Infallible> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    /// Works on until the piece has taken its time, or half of the memory.
    fn work(
        &mut self,
        rules: &R,
        total: u64,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<(), BuildError> {
        let letters: Vec<char> =
            self.job.build.start.rules.rules().entry().letters.chars().collect();
        let started = Clock::start();
        let mut text = String::new();
        let mut first = 0;
        for &(size, count) in self.job.sizes {
            while self.next < first + count {
                board_text(&letters, size, self.next - first, &mut text);
                // What the rules do not allow as a position is no board of theirs.
                if let Ok(board) = rules.read_position(&text) {
                    for term in self.solver.terms(self.id, board)? {
                        self.solver.work_out(&mut self.engine, term, self.job.build.steps)?;
                    }
                }
                self.next += 1;
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

    /// Writes all components that are known.
    fn write(mut self, before: Option<&Database>, complete: bool) -> Result<(), BuildError> {
        let mut writer = DatabaseWriter::new(before)?;
        writer.gather(&mut self.engine, &mut self.solver, self.id)?;
        let Job { build, game, up_to, unfinished, .. } = self.job;
        let done = (!complete).then_some(self.next);
        writer.write(unfinished, game, *up_to, build.steps, done)?;
        Ok(())
    }
}

/// Checks a file: all its bytes, the order of its components; and of at most `sample` of
/// them, spread over the file, that a solver without it finds the same.
///
/// # Errors
/// What is wrong with the file; limits and interruptions.
pub fn check_database(path: &Path, sample: u64, limits: &Limits) -> Result<Built, BuildError> {
    let database = Arc::new(Database::open(path)?);
    let wrong = |reason: String| BuildError::from(DatabaseError::new(path, reason));
    let header = database.header().clone();
    let step = header.components.div_ceil(sample.max(1)).max(1);
    let mut texts = Vec::new();
    let mut number = 0u64;
    database.each(&mut |text, _| {
        if sample > 0 && number.is_multiple_of(step) {
            texts.push(text.to_owned());
        }
        number += 1;
    })?;
    let mut engine = Engine::new(crate::registry(true).close()?, limits.clone())?;
    let mut compared = None;
    for text in texts {
        let start = Start::read(&format!("{} {text}", header.game))
            .map_err(|error| wrong(format!("`{text}` is no position: {}", error.problem)))?;
        let compared = compared.get_or_insert_with(|| Compared::new(&database));
        compared.look(&mut engine, &start, header.steps).map_err(|error| match error {
            Difference::Said(what) => wrong(format!("`{text}` {what}")),
            Difference::Solve(error) => error.into(),
        })?;
    }
    Ok(Built::of(&database))
}

/// Two solvers, one with a database.
struct Compared {
    database: Arc<Database>,
    own: Solver,
    with: Solver,
    /// The ruleset in both.
    ids: Option<Box<dyn std::any::Any>>,
}

enum Difference {
    Said(String),
    Solve(SolveError),
}

impl From<SolveError> for Difference {
    fn from(error: SolveError) -> Self {
        Difference::Solve(error)
    }
}

impl Compared {
    fn new(database: &Arc<Database>) -> Self {
        let solver = || Solver::new(Solving::default());
        Compared { database: Arc::clone(database), own: solver(), with: solver(), ids: None }
    }

    fn look(&mut self, engine: &mut Engine, start: &Start, steps: u32) -> Result<(), Difference> {
        let [own, with] = start.visit(Terms(self)).map_err(Difference::Solve)?;
        let ([own], [with]) = (&own[..], &with[..]) else {
            return Err(Difference::Said("is no component".into()));
        };
        let before = self.with.work().looked_up;
        self.with.work_out(engine, *with, 0)?;
        if self.with.work().looked_up == before {
            return Err(Difference::Said("is not in its normal form".into()));
        }
        self.own.work_out(engine, *own, steps)?;
        let values = [self.own.known_value(engine, *own)?, self.with.known_value(engine, *with)?];
        let same = match values {
            [Some(own), Some(with)] => own == with,
            _ => self.own.outcome(engine, &[*own])? == self.with.outcome(engine, &[*with])?,
        };
        if same { Ok(()) } else { Err(Difference::Said("has another value".into())) }
    }
}

/// The terms of a position in both solvers.
struct Terms<'c>(&'c mut Compared);

impl StartVisitor for Terms<'_> {
    type Output = Result<[Vec<Term>; 2], SolveError>;

    fn visit<R>(self, rules: R, position: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let Compared { database, own, with, ids } = self.0;
        let ids = ids.get_or_insert_with(|| {
            let ids = [add(own, &rules), add(with, &rules)];
            with.attach(ids[1], Arc::clone(database));
            Box::new(ids)
        });
        let [own_id, with_id] =
            *ids.downcast_ref::<[RulesetId<R>; 2]>().expect("all positions are of one game");
        Ok([own.terms(own_id, position.clone())?, with.terms(with_id, position)?])
    }
}

/// Whether there is no such folder, or no folder in which it could be.
fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// The folder that is used unless told otherwise: `cg/databases` in the user's folder for
/// data. `None` where the system says of none.
pub fn default_databases() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = match cfg!(windows) {
        true => absolute("LOCALAPPDATA"),
        false => absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share"))),
    };
    Some(folder?.join("cg").join("databases"))
}
