//! An atlas: static pages with the values of small positions of the rulesets.
//!
//! A [`Sheet`] is the table of one ruleset. [`Sheet::write`] writes its files, and [`write_index`]
//! the first page, which finds a value in all rulesets. The pages need no server.

use std::fmt::Write as _;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use cg_core::{Error, Game, LimitReached, Notation, Outcome};
use cg_files::write_whole;
use cg_rulesets::{Entry, LoopyRules, Small, Start};
use cg_simplify::Engine;
use cg_solve::SolveError;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{PositionValues, RulesetDescription};

/// A position with what is known of it, for tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// The position, as the functions and commands of its ruleset read it.
    pub position: String,
    /// The value, in standard notation.
    pub value: String,
    /// Who wins.
    pub outcome: String,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
}

impl TableRow {
    /// The heads of [`TableRow::csv`], with the end of the line.
    pub const HEADS: &str = "position,value,outcome,mean,temperature\n";

    /// What is known of a position, and its value.
    ///
    /// # Errors
    /// Limits and interruptions of the engine.
    pub fn of(
        engine: &mut Engine,
        values: &mut PositionValues,
        start: &Start,
    ) -> Result<(Self, Game), Error> {
        let value = values.value(engine, start).map_err(|error| match error {
            SolveError::Engine(error) => error,
            other => unreachable!("a ruleset of the table ends and does not fail: {other}"),
        })?;
        let thermograph = engine.thermograph(value)?;
        let row = TableRow {
            position: start.board(),
            value: engine.print(value, Notation::Standard)?,
            outcome: engine.outcome(value)?.to_string(),
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature().to_string(),
        };
        Ok((row, value))
    }

    /// The row as comma-separated values, with the end of the line.
    pub fn csv(&self) -> String {
        let cells = [&self.position, &self.value, &self.outcome, &self.mean, &self.temperature]
            .map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        cells.join(",") + "\n"
    }
}

/// How much is worked out for a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtlasBudget {
    /// The time.
    pub time: Duration,
    /// The most positions.
    pub positions: usize,
}

impl Default for AtlasBudget {
    /// Five seconds and 10,000 positions.
    fn default() -> Self {
        AtlasBudget { time: Duration::from_secs(5), positions: 10_000 }
    }
}

/// The steps of the engine for a value; a position that needs more is left out.
const STEPS: u32 = 1_000_000;

/// The most bytes of a value; a position with a longer one is left out.
const MOST_VALUE: usize = 200;

/// The files of another version are made again.
const VERSION: u32 = 1;

/// The table of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    version: u32,
    /// The name of the ruleset.
    pub ruleset: String,
    /// What it was made with.
    pub budget: AtlasBudget,
    /// How positions are drawn.
    drawn: Drawn,
    /// The positions, the smallest first.
    pub rows: Vec<TableRow>,
    /// How large the position of each row is: cells, edges, tokens.
    pub sizes: Vec<usize>,
    /// For each value the row where it is first, and its negative in standard notation.
    pub firsts: Vec<(usize, String)>,
    /// How many positions were left out, as their values are too long or take too long.
    pub skipped: usize,
}

/// How the pages draw positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Drawn {
    Board,
    Graph,
    Heaps,
    Cake,
}

impl Drawn {
    fn of(entry: &Entry) -> Self {
        match entry.small {
            Small::Boards | Small::Regions | Small::Cells { .. } => Drawn::Board,
            Small::Graphs(_) => Drawn::Graph,
            Small::Heaps(..) | Small::Orders => Drawn::Heaps,
            Small::Cakes => Drawn::Cake,
        }
    }
}

impl Sheet {
    /// Works out a table, the smallest positions first, until the budget is spent or a limit of
    /// the engine is reached. The engine keeps the budget's limit on time.
    ///
    /// ```
    /// use cg_calculator::cg_rulesets::Entry;
    /// use cg_calculator::{AtlasBudget, Calculator, Sheet};
    /// let mut calculator = Calculator::new()?;
    /// let budget = AtlasBudget { positions: 4, ..AtlasBudget::default() };
    /// let clobber = Entry::named("clobber").expect("it is in the table");
    /// let sheet = Sheet::make(calculator.engine(), clobber, budget)?;
    /// let values: Vec<&str> = sheet.rows.iter().map(|row| row.value.as_str()).collect();
    /// assert_eq!(values, ["0", "*", "^", "*"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An interruption, a fault of the engine.
    pub fn make(
        engine: &mut Engine,
        entry: &'static Entry,
        budget: AtlasBudget,
    ) -> Result<Self, Error> {
        let mut limits = engine.limits().clone();
        limits.time = Some(budget.time);
        engine.set_limits(limits);
        engine.restart_clock();
        let mut sheet = Sheet {
            version: VERSION,
            ruleset: entry.name.into(),
            budget,
            drawn: Drawn::of(entry),
            rows: Vec::new(),
            sizes: Vec::new(),
            firsts: Vec::new(),
            skipped: 0,
        };
        let mut values = PositionValues::default();
        let mut met = std::collections::HashSet::new();
        let mut ended = Ok(());
        entry.each_small(&mut |small| {
            let Some(small) = small else { return broken(&mut ended, engine.check()) };
            let found =
                engine.within(STEPS, |engine| TableRow::of(engine, &mut values, &small.start));
            match found {
                Ok((row, value)) if row.value.len() <= MOST_VALUE => {
                    if met.insert(value) {
                        let negative = engine
                            .negate(value)
                            .and_then(|negative| engine.print(negative, Notation::Standard));
                        match negative {
                            Ok(negative) => sheet.firsts.push((sheet.rows.len(), negative)),
                            Err(error) => return broken(&mut ended, Err(error)),
                        }
                    }
                    sheet.rows.push(row);
                    sheet.sizes.push(small.size);
                    if sheet.rows.len() < budget.positions {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                }
                Ok(_)
                | Err(Error::TextTooLong { .. } | Error::Limit(LimitReached::Steps { .. })) => {
                    sheet.skipped += 1;
                    broken(&mut ended, engine.look(0))
                }
                Err(error) => broken(&mut ended, Err(error)),
            }
        });
        match ended {
            Err(error) if !error.is_limit() => Err(error),
            _ => Ok(sheet),
        }
    }

    /// Reads the table of a ruleset from a folder, if it is whole and was made with no smaller a
    /// budget.
    pub fn kept(folder: &Path, entry: &Entry, budget: AtlasBudget) -> Option<Self> {
        let text = std::fs::read(folder.join(format!("{}.json", entry.name))).ok()?;
        let sheet: Sheet = serde_json::from_slice(&text).ok()?;
        let enough = sheet.version == VERSION
            && sheet.budget.time >= budget.time
            && sheet.budget.positions >= budget.positions;
        enough.then_some(sheet)
    }

    /// What is said of the table when it is there; `kept` says that it was made before.
    pub fn summary(&self, kept: bool) -> SheetSummary {
        SheetSummary {
            ruleset: self.ruleset.clone(),
            positions: self.rows.len(),
            values: self.firsts.len(),
            largest: self.largest(),
            skipped: self.skipped,
            kept,
        }
    }

    /// The size of the largest position; 0 of a table without any.
    fn largest(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    /// How many rows each outcome has: Left wins, Right wins, who moves first, who moves second.
    pub fn outcomes(&self) -> [usize; 4] {
        [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous].map(|outcome| {
            let name = outcome.to_string();
            self.rows.iter().filter(|row| row.outcome == name).count()
        })
    }

    /// Writes the data of the ruleset into a folder: `.csv`, `.js` for pages, and at last `.json`,
    /// so that a table which is there is whole.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let file = |ending: &str, text: &str| {
            write_whole(&folder.join(format!("{}.{ending}", self.ruleset)), |out| {
                out.write_all(text.as_bytes())
            })
        };
        let json = serde_json::to_string(self)?;
        let rows: String = self.rows.iter().map(TableRow::csv).collect();
        file("csv", &(TableRow::HEADS.to_owned() + &rows))?;
        file("js", &format!("atlas({json});\n"))?;
        file("json", &json)
    }
}

/// A table in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "atlas")]
pub struct SheetSummary {
    /// The name of the ruleset.
    pub ruleset: String,
    /// How many positions the table has.
    pub positions: usize,
    /// How many different values.
    pub values: usize,
    /// The size of the largest position.
    pub largest: usize,
    /// How many positions were left out.
    pub skipped: usize,
    /// Whether the table was made before.
    pub kept: bool,
}

impl std::fmt::Display for SheetSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SheetSummary { ruleset, positions, values, largest, skipped, kept } = self;
        write!(f, "{ruleset}: {positions} positions up to size {largest}, {values} values")?;
        if *skipped > 0 {
            write!(f, ", {skipped} left out")?;
        }
        f.write_str(if *kept { ", kept" } else { "" })
    }
}

/// Keeps an error, and goes on where there is none.
fn broken(ended: &mut Result<(), Error>, now: Result<(), Error>) -> ControlFlow<()> {
    *ended = now;
    if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Text as it stands in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The same, with what stands between backquotes as code.
fn marked(text: &str) -> String {
    let piece = |(number, piece): (usize, &str)| match number % 2 {
        0 => escaped(piece),
        _ => format!("<code>{}</code>", escaped(piece)),
    };
    text.split('`').enumerate().map(piece).collect()
}

/// Puts texts into the places of a template, `{{name}}`. Texts that are HTML come as they are.
fn filled(template: &str, places: &[(&str, String)]) -> String {
    places.iter().fold(template.to_owned(), |page, (name, text)| {
        page.replace(&format!("{{{{{name}}}}}"), text)
    })
}

/// The page of a ruleset of any table. `board` says whether the files of the page without a
/// server stand beside it.
fn page(ruleset: &RulesetDescription, board: bool) -> String {
    let play = format!("cg play {} '{}'", escaped(ruleset.name), escaped(ruleset.example));
    let parameters = match marked(ruleset.parameters) {
        none if none.is_empty() => none,
        parameters => format!(" Before it stand parameters in parentheses: {parameters}."),
    };
    let board = match board && !ruleset.loopy {
        true => format!(
            "<script src=\"board.js\"></script>\n<cg-board ruleset=\"{}\" position=\"{}\"></cg-board>",
            escaped(ruleset.function),
            escaped(ruleset.example)
        ),
        false => String::new(),
    };
    let table = match ruleset.loopy {
        true => {
            "<p>Positions of these rules come back, so they are not in the tables of values.</p>"
                .into()
        }
        false => filled(include_str!("../atlas/table.html"), &[("name", escaped(ruleset.name))]),
    };
    filled(
        include_str!("../atlas/ruleset.html"),
        &[
            ("title", escaped(ruleset.title)),
            ("rules", marked(ruleset.rules)),
            ("format", marked(&ruleset.format)),
            ("parameters", parameters),
            ("function", escaped(ruleset.function)),
            ("example", escaped(ruleset.example)),
            ("value", escaped(ruleset.value)),
            ("source", escaped(ruleset.source)),
            ("play", play),
            ("board", board),
            ("table", table),
        ],
    )
}

/// The name of the file that only the page without a server has.
const BOARD: &str = "board.js";

/// Writes the pages of all rulesets, the first page with the counts of `sheets`, and what pages
/// share. The first page finds a value in all tables.
///
/// # Errors
/// Errors of the system.
pub fn write_index(folder: &Path, sheets: &[Sheet]) -> io::Result<()> {
    let file = |name: &str, text: &str| {
        write_whole(&folder.join(name), |out| out.write_all(text.as_bytes()))
    };
    file("atlas.css", include_str!("../atlas/atlas.css"))?;
    file("atlas.js", include_str!("../atlas/atlas.js"))?;
    let board = folder.join(BOARD).exists();
    let mut rows = String::new();
    let mut totals = [0; 2];
    let names = sheets.iter().map(|sheet| sheet.ruleset.as_str());
    for name in names.clone().chain(LoopyRules::ALL.map(LoopyRules::name)) {
        let ruleset = RulesetDescription::named(name).expect("the name comes from a table");
        file(&format!("{name}.html"), &page(&ruleset, board))?;
        let title = escaped(ruleset.title);
        let _ = write!(rows, "<tr><th scope=\"row\"><a href=\"{name}.html\">{title}</a></th>");
        match sheets.iter().find(|sheet| sheet.ruleset == name) {
            Some(sheet) => {
                totals[0] += sheet.rows.len();
                totals[1] += sheet.firsts.len();
                let counts = [sheet.rows.len(), sheet.firsts.len(), sheet.largest()];
                for count in counts.into_iter().chain(sheet.outcomes()) {
                    let _ = write!(rows, "<td>{count}</td>");
                }
            }
            None => rows += "<td colspan=\"7\">loopy</td>",
        }
        rows += "</tr>\n";
    }
    let firsts: Vec<serde_json::Value> = sheets
        .iter()
        .map(|sheet| {
            let first = |(row, negative): &(usize, String)| {
                let TableRow { value, position, .. } = &sheet.rows[*row];
                json!([value, negative, position])
            };
            let title = RulesetDescription::named(&sheet.ruleset).map(|ruleset| ruleset.title);
            json!({
                "name": sheet.ruleset, "title": title, "drawn": sheet.drawn,
                "firsts": sheet.firsts.iter().map(first).collect::<Vec<_>>(),
            })
        })
        .collect();
    let firsts = serde_json::to_string(&firsts)?;
    file("firsts.js", &format!("firsts({firsts});\n"))?;
    file("firsts.json", &firsts)?;
    let places = [
        ("rows", rows),
        ("rulesets", sheets.len().to_string()),
        ("positions", totals[0].to_string()),
        ("values", totals[1].to_string()),
    ];
    file("index.html", &filled(include_str!("../atlas/index.html"), &places))
}
