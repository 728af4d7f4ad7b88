//! Databases of components: a folder with one file for each game, which solvers use.
//!
//! | idea | where |
//! | --- | --- |
//! | the folder, its files | here |
//! | going through all boards, stopping, going on | `build.rs` |
//! | the boards of a ruleset, and of a definition of the user | `boards.rs` |
//! | a sample worked out again | `check.rs` |

mod boards;
mod build;
mod check;

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use cg_rulesets::{Hints, Notated};
use cg_solve::{Database, RulesetId, SolveError, Solver};

pub use build::{Build, BuildProgress};
pub use check::check_database;

/// The ending of the file of a database.
const ENDING: &str = "cgdb";
/// The ending of the file of one that is being built.
const UNFINISHED: &str = "building";

/// A folder of databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Databases {
    folder: PathBuf,
}

/// The game of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject<'a> {
    /// A ruleset, by its name with variant and parameters.
    Ruleset(&'a str),
    /// A function of the user, with the program that it depends on.
    Function { name: &'a str, program: &'a str },
}

impl<'a> Subject<'a> {
    fn of(database: &'a Database) -> Self {
        let header = database.header();
        match &header.program {
            None => Subject::Ruleset(&header.game),
            Some(program) => Subject::Function { name: &header.game, program },
        }
    }

    /// The name of the ruleset or the function.
    fn name(self) -> &'a str {
        match self {
            Subject::Ruleset(name) | Subject::Function { name, .. } => name,
        }
    }
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

impl Databases {
    /// The databases in a folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Databases { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a ruleset.
    pub fn path(&self, game: &str) -> PathBuf {
        self.path_of(Subject::Ruleset(game))
    }

    fn path_of(&self, subject: Subject<'_>) -> PathBuf {
        let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
        let mut name: String = subject.name().chars().map(plain).collect();
        name.truncate(name.trim_end_matches('-').len());
        if let Subject::Function { program, .. } = subject {
            // Functions of one name have files of their own.
            name += &format!("-{:08x}", crc32fast::hash(program.as_bytes()));
        }
        self.folder.join(name).with_extension(ENDING)
    }

    /// The database of a ruleset; `None` when there is none.
    ///
    /// # Errors
    /// One that cannot be read, is damaged, or is of another game.
    pub fn open(&self, game: &str) -> Result<Option<Database>, SolveError> {
        self.open_of(Subject::Ruleset(game))
    }

    /// The database of a game; `None` when there is none.
    ///
    /// # Errors
    /// As [`Databases::open`].
    pub(crate) fn open_of(&self, subject: Subject<'_>) -> Result<Option<Database>, SolveError> {
        Self::open_at(&self.path_of(subject), subject)
    }

    fn open_at(path: &Path, subject: Subject<'_>) -> Result<Option<Database>, SolveError> {
        let there = match std::fs::symlink_metadata(path) {
            Ok(_) => true,
            Err(error) => !is_missing(&error),
        };
        if !there {
            return Ok(None);
        }
        let refused = |reason: String| SolveError::database(path, reason);
        let database = Database::open(path).map_err(|error| match error {
            SolveError::Database { reason, .. } => {
                refused(format!("{reason}; remove it, or build it again"))
            }
            error => error,
        })?;
        let own = Subject::of(&database);
        if own == subject {
            return Ok(Some(database));
        }
        Err(refused(match own.name() == subject.name() {
            true => format!("it is of another definition of {}", own.name()),
            false => format!("it is of {}, not of {}", own.name(), subject.name()),
        }))
    }

    /// The files of databases in the folder, finished or not, in order.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, SolveError> {
        let failed = |error: std::io::Error| SolveError::database(&self.folder, error.to_string());
        let entries = match std::fs::read_dir(&self.folder) {
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|ending| ending == ENDING || ending == UNFINISHED) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
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

/// Adds a ruleset to a solver, so that its components have the texts of databases.
pub(crate) fn add<R>(solver: &mut Solver, rules: &R) -> RulesetId<R>
where
    R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    solver.add_written(rules.clone(), |rules: &R, position: &R::Position| {
        let Ok(text) = rules.write_position(position);
        text
    })
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
