//! The sub-command `cg rulesets`: which rulesets are built in, what their rules are, and
//! tables of their positions.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cg_calculator::cg_plot::{Picture, PositionDrawn, Positions};
use cg_calculator::cg_rulesets::{Drawing, Entry, LoopyRules, Notated, Start, Variant};
use cg_calculator::{
    Calculator, Interrupt, PositionValues, RulesetDescription, TableRow, cg_lang, cg_octal,
    cg_play, no_such_ruleset, ruleset_list,
};
use clap::Args;

use crate::error::CommandResult;
use crate::options::{Common, wrong_usage};
use crate::output::{Ending, complain, object, print};

/// Everything behind `cg rulesets`.
#[derive(Debug, Args)]
#[command(
    about = "The rulesets that are built in: their rules, and tables of their positions",
    after_help = "Examples:\n  \
                  cg rulesets                          the list\n  \
                  cg rulesets clobber                  rules, how positions are written, an example\n  \
                  cg rulesets clobber --boards 2x3     all boards of this size up to symmetry, with their values\n  \
                  cg rulesets snort --boards 2x3 --csv the same for a spreadsheet\n  \
                  cg rulesets col --boards 2x2 --draw col.tex\n  \
                                                       the same for a paper\n\n\
                  Exit status: 0 answered, 1 an error, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// The ruleset, such as clobber
    name: Option<String>,
    /// A table of all boards of this size, one of each class of alike boards
    #[arg(long, value_name = "RxC", requires = "name")]
    boards: Option<String>,
    /// The table as comma-separated values
    #[arg(long, requires = "boards")]
    csv: bool,
    /// Draw the boards of the table with their values in a file: .svg, or .tex for LaTeX with TikZ
    #[arg(long, value_name = "FILE", requires = "boards")]
    draw: Option<PathBuf>,
}

/// Answers, and says how it went.
pub(crate) fn run(
    arguments: &Arguments,
    common: &Common,
    interrupt: &Interrupt,
    calculator: impl FnOnce() -> CommandResult<Calculator>,
) -> CommandResult {
    let Some(name) = &arguments.name else {
        let text = match common.json {
            true => {
                let ending = Entry::all().iter().map(|entry| line(entry.name));
                ending.chain(LoopyRules::ALL.map(|rules| line(rules.name()))).collect()
            }
            false => ruleset_list() + "\n",
        };
        return Ok(Ending::of(print(&text)));
    };
    if let Some(rules) = LoopyRules::named(name) {
        if arguments.boards.is_some() {
            let what = format!("{name}: there are no tables of boards whose positions come back");
            wrong_usage::<Arguments>("cg rulesets", what)
        }
        let text = match common.json {
            true => line(rules.name()),
            false => described_loopy(rules),
        };
        return Ok(Ending::of(print(&text)));
    }
    let Some(entry) = Entry::named(name) else {
        let why = match Entry::refused(name) {
            Some(why) => format!("{name}: {why}"),
            // `nim`, `kayles` and other heap games have commands of their own.
            None if let Ok(game) = name.parse::<cg_octal::Rules>() => format!(
                "{} is a game of heaps: `cg octal '{game}'` gives its values, `cg play {name} 5 7` a game, and \
                 `octal(\"{game}\", n)` in the language the value of a heap",
                game.name().unwrap_or(name)
            ),
            None => no_such_ruleset(name),
        };
        wrong_usage::<Arguments>("cg rulesets", why)
    };
    let Some(size) = &arguments.boards else {
        let text = match common.json {
            true => line(entry.name),
            false => described(entry),
        };
        return Ok(Ending::of(print(&text)));
    };
    let Some((rows, columns)) = size.split_once('x').and_then(|(rows, columns)| {
        Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
    }) else {
        wrong_usage::<Arguments>("cg rulesets", "a size is rows and columns, such as 2x3")
    };
    let mut boards = Vec::new();
    let listed = entry.each_board(rows, columns, false, &mut |start| {
        boards.push(start);
        if interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if !listed {
        let title = entry.title;
        let what = format!(
            "there is no table of {rows}x{columns} boards of {title}: too many boards, or none"
        );
        wrong_usage::<Arguments>("cg rulesets", what)
    }
    table(arguments, common, &boards, &mut calculator()?)
}

/// The table, with as many rows as a limit leaves.
fn table(
    arguments: &Arguments,
    common: &Common,
    boards: &[Start],
    calculator: &mut Calculator,
) -> CommandResult {
    let mut values = PositionValues::default();
    let mut rows = Vec::new();
    let mut ending = Ending::of(Ok(()));
    for start in boards {
        match TableRow::of(calculator.engine(), &mut values, start) {
            Ok((row, _)) => rows.push(row),
            Err(error) => {
                complain(&format!("cg rulesets: {error}"));
                ending = match error {
                    cg_calculator::GameError::Interrupted => Ending::Interrupted,
                    _ => Ending::LimitReached,
                };
                break;
            }
        }
    }
    if let Some(file) = &arguments.draw
        && let Err(problem) = draw(file, boards, &rows)
    {
        complain(&format!("cg rulesets: {problem}"));
        ending = ending.max(Ending::ProgramError);
    }
    let text: String = match (common.json, arguments.csv) {
        (true, _) => rows.iter().map(object).collect(),
        (false, true) => {
            TableRow::HEADS.to_owned() + &rows.iter().map(TableRow::csv).collect::<String>()
        }
        (false, false) => {
            let width = rows.iter().map(|row| row.position.len()).max().unwrap_or(0);
            rows.iter().map(|row| format!("{:width$}  {}\n", row.position, row.value)).collect()
        }
    };
    Ok(ending.max(Ending::of(print(&text))))
}

/// The most boards of one picture.
const MOST_DRAWN: usize = 1000;

/// Writes a picture of the boards with their values.
fn draw(file: &Path, boards: &[Start], rows: &[TableRow]) -> Result<(), String> {
    if rows.len() > MOST_DRAWN {
        return Err(format!("a picture has at most {MOST_DRAWN} boards, not {}", rows.len()));
    }
    let drawn = |(start, row): (&Start, &TableRow)| {
        let Ok(drawing) = start.rules.draw(&start.position);
        PositionDrawn { caption: row.value.clone(), ..PositionDrawn::new(drawing) }
    };
    let title = boards.first().map_or_else(String::new, |start| start.rules.title());
    let picture =
        Positions { title, positions: boards.iter().zip(rows).map(drawn).collect(), width: None };
    let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let text = match ending.as_deref() {
        Some("tex") => picture.tikz(),
        Some("svg") => picture.svg(),
        _ => return Err(format!("`{}` ends neither in .svg nor in .tex", file.display())),
    };
    cg_files::write_whole(file, |out| out.write_all(text.as_bytes()))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// A ruleset of a table for programs.
fn line(name: &str) -> String {
    object(&RulesetDescription::named(name).expect("the name comes from the table"))
}

/// A ruleset for a reader: its topic of help, and its example as a drawing.
fn page(help: &str, drawing: &Drawing) -> String {
    let page = format!("# Rulesets\n\n{help}");
    let page = cg_lang::help::Page::new(page.leak());
    let lines: Vec<String> =
        cg_play::drawn(drawing).lines().map(|line| format!("    {line}")).collect();
    format!("{}\n\n{}", page.topics[0].shown(80), lines.join("\n"))
}

fn described(entry: &'static Entry) -> String {
    let example = format!("{} {}", entry.name, entry.example);
    let start = Start::read(&example).expect("the examples of the table are read by its tests");
    let Ok(drawing) = start.rules.draw(&start.position);
    let variants = Variant::NAMED.into_iter().filter(|&variant| entry.refuses(variant).is_none());
    let variants = variants.map(Variant::name).collect::<Vec<_>>().join(", ");
    format!(
        "{}\n\n  cg play {} '{}'\n  cg solve '{example}'\n  Before the name: {variants}.\n",
        page(&entry.help(), &drawing),
        entry.name,
        entry.example,
    )
}

fn described_loopy(rules: LoopyRules) -> String {
    let board = rules.read(rules.example()).expect("the examples are read by the tests");
    let Ok(drawing) = rules.draw(&board);
    let page = page(&rules.help(), &drawing);
    format!("{page}\n\n  cg play {} '{}'\n", rules.name(), rules.example())
}
