//! The sub-command `cg database`: what is known of all components of a ruleset, or of a
//! definition in a file, up to a size, worked out beforehand for the solvers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cg_calculator::cg_solve::{Database, SolveError};
use cg_calculator::{Build, Built, Calculator, CalculatorError, Databases, check_database};
use clap::{Args, Subcommand};
use indicatif::HumanBytes;
use serde::Serialize;

use crate::error::{CommandError, CommandResult, finish};
use crate::options::{Common, time, wrong_usage};
use crate::output::{Ending, object};
use crate::settings::Settings;
use crate::watch::Bar;

/// Databases of components, which the solvers use
///
/// A database has the values of all components of a ruleset up to a size of the board, or
/// who wins them and bounds where a value would take too long. `cg solve` and the queries of the
/// language look them up there.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                        cg database build clobber --up-to 3x4\n  \
                        cg database build impartial nogo --up-to 3x3 --db here\n  \
                        cg database build rules.g Mine --up-to 3x4    a definition of a file\n  \
                        cg solve 'clobber checker 4x5' --database here\n  \
                        cg database list\n  \
                        cg database check --sample 5000\n\n\
                        Exit status: 0 done, 1 an error, 2 wrong usage, 3 a limit was reached, 130 interrupted.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build a database, or go on with one
    ///
    /// What is done is written every few seconds: after Ctrl-C, a limit or a crash the same command goes on
    /// where it was. A database of a larger size takes over what a smaller one has.
    Build(BuildArguments),
    /// List the databases of a folder
    List(Place),
    /// Check databases: all bytes, and a sample of the components against the rules
    Check(Check),
}

/// Where databases are.
#[derive(Debug, Args)]
struct Place {
    /// The folder [default: that of --database]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct BuildArguments {
    /// The ruleset, with a variant before it and parameters behind it: clobber, impartial nogo. Or
    /// a file with definitions and a function of one board, or of one text: rules.g Mine
    #[arg(required = true, value_name = "RULESET")]
    game: Vec<String>,
    /// Rows and columns of the largest boards
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size)]
    up_to: [usize; 2],
    /// Steps of the engine for a value; a component that needs more gets an outcome and bounds
    #[arg(long, value_name = "N", default_value_t = Build::STEPS)]
    steps: u32,
    /// How long a piece of the work is, that is lost when the process is killed
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10s")]
    piece: Duration,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
struct Check {
    /// Files of databases [default: all of the folder]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many components of each are worked out again
    #[arg(long, value_name = "N", default_value_t = 1000)]
    sample: u64,
    #[command(flatten)]
    place: Place,
}

/// Rows and columns, such as 3x4.
pub(crate) fn size(text: &str) -> Result<[usize; 2], String> {
    let side = |side: &str| side.trim().parse().ok().filter(|&side| side > 0);
    text.split_once('x')
        .and_then(|(rows, columns)| Some([side(rows)?, side(columns)?]))
        .ok_or_else(|| "a size is rows and columns, such as 3x4".into())
}

impl Place {
    fn folder(&self, options: &Common) -> Databases {
        match self.db.clone().or_else(|| options.databases()) {
            Some(folder) => Databases::new(folder),
            None => wrong_usage::<Arguments>("cg database", "there is no folder: add --db DIR"),
        }
    }
}

/// Runs the sub-command.
///
/// # Errors
/// No calculator.
pub(crate) fn run(
    arguments: &Arguments,
    options: &Common,
    settings: &Settings,
    calculator: impl FnOnce() -> CommandResult<Calculator>,
) -> CommandResult {
    Ok(match &arguments.command {
        Command::Build(build) => {
            let limits = settings.calculator.limits.clone();
            let asked = match &build.game[..] {
                [file, function] if Path::new(file).extension().is_some_and(|end| end == "g") => {
                    let mut calculator = calculator()?;
                    if let Err(ending) = crate::run::define(&mut calculator, file) {
                        return Ok(ending);
                    }
                    Build::of_function(&mut calculator, function, build.up_to, limits)
                }
                ruleset => Build::new(&ruleset.join(" "), build.up_to, limits),
            };
            let built =
                asked.and_then(|asked| self::build(asked, build, &build.place.folder(options)));
            finish("cg database", built.map(|built| summary(&built, options)))
        }
        Command::List(place) => finish("cg database", list(&place.folder(options), options)),
        Command::Check(check) => self::check(check, settings, options),
    })
}

fn build(
    mut build: Build,
    arguments: &BuildArguments,
    databases: &Databases,
) -> Result<Built, CalculatorError> {
    (build.steps, build.piece) = (arguments.steps, arguments.piece);
    let mut bar: Option<Bar> = None;
    databases.build(&build, &mut |progress| match &bar {
        None => {
            let new = Bar::new(progress.of, "boards");
            new.start_at(progress.boards);
            bar = Some(new);
        }
        Some(bar) => bar.set(progress.boards),
    })
}

/// A database in a line.
fn summary(built: &Built, options: &Common) -> String {
    if options.json {
        return object(&Kept::new(built));
    }
    let mut text = format!("{}: {} components", built.path.display(), built.components);
    if built.without_value > 0 {
        text += &format!(", {} of them without a value", built.without_value);
    }
    text + &format!(", {}\n", HumanBytes(built.bytes))
}

/// A database.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "database")]
struct Kept {
    path: String,
    complete: bool,
    components: u64,
    without_value: u64,
    bytes: u64,
}

impl Kept {
    fn new(built: &Built) -> Self {
        let Built { components, without_value, bytes, complete, .. } = *built;
        Self { path: built.path.display().to_string(), complete, components, without_value, bytes }
    }
}

/// A database of a list.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    database: Kept,
    game: &'a str,
    /// The definition and all that it uses, of a database of own rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a str>,
    up_to: [u32; 2],
}

/// A file that is no database.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "database")]
struct Refused {
    path: String,
    /// The reason.
    refused: String,
}

fn list(databases: &Databases, options: &Common) -> Result<String, CalculatorError> {
    let mut text = String::new();
    for path in databases.files()? {
        let (line, object) = match Database::open(&path) {
            Ok(database) => {
                let header = database.header();
                let [rows, columns] = header.up_to;
                let built = Built::of(&database);
                let state = if built.complete { "" } else { ", being built" };
                let kind = if header.program.is_some() { ", a definition," } else { "" };
                let line = format!(
                    "{}{kind} up to {rows}x{columns}{state}: {}",
                    header.game,
                    summary(&built, &Common::default())
                );
                let listed = Listed {
                    database: Kept::new(&built),
                    game: &header.game,
                    program: header.program.as_deref(),
                    up_to: header.up_to,
                };
                (line, object(&listed))
            }
            Err(error) => {
                let line = format!("{error}\n");
                let SolveError::Database { path, reason } = error else { return Err(error.into()) };
                let path = path.display().to_string();
                (line, object(&Refused { path, refused: reason }))
            }
        };
        text += if options.json { &object } else { &line };
    }
    if text.is_empty() && !options.json {
        text = format!("There are no databases in {}.\n", databases.folder().display());
    }
    Ok(text)
}

fn check(arguments: &Check, settings: &Settings, options: &Common) -> Ending {
    let mut files: Vec<PathBuf> = arguments.files.clone();
    if files.is_empty() {
        match arguments.place.folder(options).files() {
            Ok(found) => files = found,
            Err(error) => return CommandError::from(error).report("cg database", false),
        }
    }
    let limits = &settings.calculator.limits;
    let one = |file: &Path| -> CommandResult<String> {
        let built = check_database(file, arguments.sample, limits)?;
        let text = summary(&built, options);
        Ok(if options.json { text } else { format!("good: {text}") })
    };
    let mut worst = Ending::Answered;
    for file in &files {
        worst = worst.max(finish("cg database", one(file)));
        if worst == Ending::Interrupted {
            break;
        }
    }
    worst
}
