//! The sub-command `cg family`: the group that components of a ruleset generate, with a proved
//! rule that tells who wins any sum of them.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use cg_calculator::cg_families::{Proof, Report, TableFormat};
use cg_calculator::cg_plugin::{Crates, family_plugin};
use cg_calculator::{Calculator, Content, board_components, cg_families};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use crate::error::{CommandError, CommandResult};
use crate::options::{Common, wrong_usage};
use crate::output::{Ending, print};
use crate::settings::Settings;
use crate::watch::Watch;

/// Families: the group of all sums of some positions, and who wins any of them
///
/// The values of all components of a ruleset up to a size generate a group. The command finds the
/// relations among them, a basis, and a rule for the outcome of any sum: corners, each of which is
/// proved for all multiples. Where no rule is proved, it says so.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
                  cg family xt domineering --sizes 3x3                  components of boards up to 3x3\n  \
                  cg family toppling-dominoes --sizes 1x4 --letters lr  boards with some letters alone\n  \
                  cg family --values '[^, *, tiny(1), tiny(2)]'         values of the language G\n  \
                  cg family xt domineering --sizes 2x3 --proof xt.json  the proof, as a file\n  \
                  cg family check xt.json                               its check, by other code\n  \
                  cg family xt domineering --sizes 2x2 --sum 5,-1000    who wins a sum\n  \
                  cg family xt domineering --sizes 3x3 --write-plugin xt33   a plugin that decides its sums\n\n\
                  Exit status: 0 done, 1 an error or no rule to prove, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The ruleset, perhaps with a variant before it: clobber, xt domineering
    #[arg(value_name = "RULESET", required_unless_present = "values", requires = "sizes")]
    game: Vec<String>,
    /// Rows and columns of the largest boards
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = crate::database::size)]
    sizes: Option<[usize; 2]>,
    /// Only boards whose cells have these letters
    #[arg(long, value_name = "LETTERS", requires = "sizes")]
    letters: Option<String>,
    /// A list of games in the language G, or a function and the list of its arguments, instead of a ruleset
    #[arg(long, value_name = "EXPR", conflicts_with_all = ["game", "sizes"], allow_hyphen_values = true)]
    values: Option<String>,
    /// A program whose definitions the values use
    #[arg(long, value_name = "FILE", requires = "values")]
    program: Option<PathBuf>,
    /// Write the proof of the rule here
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write the family as a plugin crate to this folder, whose name is the plugin's
    #[arg(long, value_name = "DIR")]
    write_plugin: Option<PathBuf>,
    /// Print the values alone, as a table for a paper
    #[arg(long, value_name = "FORMAT", value_enum)]
    table: Option<Table>,
    /// Say who wins a sum; the numbers count each value, in the order of the list
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', allow_hyphen_values = true)]
    sum: Option<Vec<i64>>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check the file of a proof
    Check {
        /// The file
        file: PathBuf,
    },
}

/// The formats of tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    Markdown,
    Latex,
    Csv,
}

impl From<Table> for TableFormat {
    fn from(table: Table) -> Self {
        match table {
            Table::Markdown => TableFormat::Markdown,
            Table::Latex => TableFormat::Latex,
            Table::Csv => TableFormat::Csv,
        }
    }
}

/// The most bytes of a proof file.
const MOST_BYTES: u64 = 256 << 20;

/// The plugin crate that was written.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "family_plugin")]
struct WrittenPlugin {
    /// The folder of the crate.
    folder: String,
}

impl Display for WrittenPlugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenPlugin { folder } = self;
        write!(
            f,
            "wrote {folder}\nnext: (cd {folder} && cargo test && cargo build --release) && \
             cg plugins check {folder} && cg --plugin {folder}"
        )
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
    let mut calculator = calculator()?;
    let watch = Watch::start(calculator.progress());
    calculator.engine().restart_clock();
    let done = match &arguments.command {
        Some(Command::Check { file }) => check(file, &mut calculator, options),
        None => found(arguments, &mut calculator, options),
    };
    drop(watch);
    Ok(match done {
        Ok(text) => Ending::of(print(&text)),
        Err(error) => {
            let ending = error.report("cg family", false);
            if settings.interrupt().is_raised() { Ending::Interrupted } else { ending }
        }
    })
}

/// Reads a file and checks it.
fn check(file: &Path, calculator: &mut Calculator, options: &Common) -> CommandResult<String> {
    let at = |problem: String| CommandError::Refused(format!("{}: {problem}", file.display()));
    let text = cg_files::read_text(file, MOST_BYTES).map_err(|error| at(error.to_string()))?;
    let proof = Proof::read(&text).map_err(|error| at(error.to_string()))?;
    let checked = match proof.check(calculator.engine()) {
        Ok(checked) => checked,
        Err(error) if error.is_limit() => return Err(error.into()),
        Err(error) => return Err(at(error.to_string())),
    };
    Ok(shown(&checked, options))
}

/// A reply as JSON or as text.
fn shown(reply: &(impl Serialize + Display), options: &Common) -> String {
    match options.json {
        true => format!("{}\n", serde_json::to_string(reply).expect("a reply has text keys")),
        false => format!("{reply}\n"),
    }
}

/// The family that is asked for.
fn family(arguments: &Arguments, calculator: &mut Calculator) -> CommandResult<Report> {
    if let Some(expression) = &arguments.values {
        if let Some(file) = &arguments.program {
            let at =
                |problem: String| CommandError::Refused(format!("{}: {problem}", file.display()));
            let program = cg_files::read_text(file, cg_calculator::Source::MOST_BYTES)
                .map_err(|error| at(error.to_string()))?;
            for reply in calculator.evaluate(program) {
                if reply.is_error() {
                    return Err(at(reply.to_string()));
                }
            }
        }
        return Ok(calculator.family(expression)?);
    }
    let game = arguments.game.join(" ");
    let [rows, columns] = arguments.sizes.expect("the parser asks for it");
    let (title, games) = board_components(
        calculator.engine(),
        &game,
        [rows, columns],
        arguments.letters.as_deref(),
    )?;
    let title = format!("{title}, components of boards up to {rows}x{columns}");
    Ok(Report::of(calculator.engine(), &title, &games, &cg_families::Settings::default())?)
}

fn found(
    arguments: &Arguments,
    calculator: &mut Calculator,
    options: &Common,
) -> CommandResult<String> {
    let report = family(arguments, calculator)?;
    let engine = calculator.engine();
    if let Some(file) = &arguments.proof {
        let proof = report.proof(engine)?.map_err(|why| CommandError::Refused(why.into()))?;
        cg_files::write_whole(file, |out| out.write_all(proof.write().as_bytes()))
            .map_err(|error| CommandError::Refused(format!("{}: {error}", file.display())))?;
    }
    if let Some(folder) = &arguments.write_plugin {
        let proof = report.proof(engine)?.map_err(|why| CommandError::Refused(why.into()))?;
        let written =
            family_plugin(folder, report.title(), &proof.write(), &Crates::of_this_build());
        written.map_err(|error| CommandError::Refused(error.to_string()))?;
        return Ok(shown(&WrittenPlugin { folder: folder.display().to_string() }, options));
    }
    if let Some(sum) = &arguments.sum {
        let values = report.names().len();
        if sum.len() != values {
            let problem =
                format!("--sum needs a number for each of the {values} values, not {}", sum.len());
            wrong_usage::<Arguments>("cg family", problem);
        }
        return Ok(shown(&report.who_wins(engine, sum)?, options));
    }
    Ok(match (options.json, arguments.table) {
        (true, _) => {
            let content = Content::Family(Box::new(report.reply()));
            format!("{}\n", serde_json::to_string(&content).expect("a reply has text keys"))
        }
        (false, Some(table)) => report.table(table.into()),
        (false, None) => report.text(),
    })
}
