//! The sub-command `cg family`: the group that components of a ruleset generate, with a proved
//! rule that tells who wins any sum of them.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;

use cg_calculator::cg_rulesets::{
    Entry, MOST_BOARDS, Position, Ruleset, Sign, Start, Varied, VariedPosition,
};
use cg_calculator::cg_solve::{ValueError, Values};
use cg_calculator::{Calculator, Game};
use cg_core::Notation;
use cg_families::{Corner, Element, Family, FamilyError, Proof, ProvedRule, Search};
use cg_lang::Value;
use clap::{Args, Subcommand, ValueEnum};
use dashu_int::IBig;
use serde_json::json;

use crate::options::{Common, wrong_usage};
use crate::output::{Ending, complain, print};
use crate::run::NoCalculator;
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
                  cg family xt domineering --sizes 2x2 --sum 5,-1000    who wins a sum\n\n\
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
    /// A value of the language G, or a list of them, instead of a ruleset
    #[arg(long, value_name = "EXPR", conflicts_with_all = ["game", "sizes"], allow_hyphen_values = true)]
    values: Option<String>,
    /// A program whose definitions the values use
    #[arg(long, value_name = "FILE", requires = "values")]
    program: Option<PathBuf>,
    /// Write the proof of the rule here
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Print the values alone, as a table for a paper
    #[arg(long, value_name = "FORMAT", value_enum)]
    table: Option<Table>,
    /// Who wins a sum: how often it has each value, in the order of the list
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

/// The most bytes of a proof file.
const MOST_BYTES: u64 = 256 << 20;

/// What ended the work.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Family(#[from] FamilyError),
    #[error("{0}")]
    Said(String),
}

impl From<cg_core::Error> for Failure {
    fn from(error: cg_core::Error) -> Self {
        Failure::Family(error.into())
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
    calculator: impl FnOnce() -> Result<Calculator, NoCalculator>,
) -> Result<Ending, NoCalculator> {
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
        Err(failure) => {
            complain(&format!("cg family: {failure}"));
            match failure {
                _ if settings.interrupt().is_raised() => Ending::Interrupted,
                Failure::Family(error) if error.is_limit() => Ending::LimitReached,
                _ => Ending::ProgramError,
            }
        }
    })
}

/// Reads a file and checks it.
fn check(file: &PathBuf, calculator: &mut Calculator, options: &Common) -> Result<String, Failure> {
    let at = |problem: String| Failure::Said(format!("{}: {problem}", file.display()));
    let text = cg_files::read_text(file, MOST_BYTES).map_err(|error| at(error.to_string()))?;
    let proof = Proof::read(&text).map_err(|error| at(error.to_string()))?;
    let checked = match proof.check(calculator.engine()) {
        Ok(checked) => checked,
        Err(error) if error.is_limit() => return Err(error.into()),
        Err(error) => return Err(at(error.to_string())),
    };
    if options.json {
        let object = json!({
            "kind": "family_check", "title": proof.title, "values": checked.values,
            "rank": checked.rank, "classes": checked.classes, "corners": checked.corners,
            "claims": checked.claims, "exact": checked.exact,
        });
        return Ok(format!("{object}\n"));
    }
    let exact = if checked.exact { "; no relation is missing" } else { "" };
    Ok(format!(
        "good: {}: {} values, rank {}, {} classes, {} corners, {} claims{exact}\n",
        proof.title, checked.values, checked.rank, checked.classes, checked.corners, checked.claims
    ))
}

/// The values with their names, and what the family is of.
fn values(
    arguments: &Arguments,
    calculator: &mut Calculator,
) -> Result<(String, Vec<(String, Game)>), Failure> {
    if let Some(expression) = &arguments.values {
        if let Some(file) = &arguments.program {
            let at = |problem: String| Failure::Said(format!("{}: {problem}", file.display()));
            let program = cg_files::read_text(file, cg_lang::Source::MOST_BYTES)
                .map_err(|error| at(error.to_string()))?;
            for reply in calculator.evaluate(program) {
                if reply.is_error() {
                    return Err(at(reply.to_string()));
                }
            }
        }
        let value = calculator.session().evaluate_with(expression, &[]);
        let value = value.map_err(|error| Failure::Said(error.to_string()))?;
        let mut games = Vec::new();
        listed(calculator, &value, &mut games)?;
        return Ok((expression.clone(), games));
    }
    let game = arguments.game.join(" ");
    let [rows, columns] = arguments.sizes.expect("the parser asks for it");
    let (title, games) =
        components(calculator, &game, [rows, columns], arguments.letters.as_deref())?;
    Ok((format!("{title}, components of boards up to {rows}x{columns}"), games))
}

/// The games in a value of the language, each with its text as its name.
fn listed(
    calculator: &mut Calculator,
    value: &Value,
    games: &mut Vec<(String, Game)>,
) -> Result<(), Failure> {
    let game = match value {
        Value::List(list) => {
            return list.items().iter().try_for_each(|item| listed(calculator, item, games));
        }
        Value::Game(game) => *game,
        Value::Integer(integer) => calculator.engine().integer(&IBig::from(*integer))?,
        other => {
            let problem = format!("a family is of games, and {} is none", other.kind());
            return Err(Failure::Said(problem));
        }
    };
    let name = calculator.engine().print(game, Notation::Standard)?;
    games.push((name, game));
    Ok(())
}

/// The values of the components of all boards up to a size, each with the first position that has
/// it, and the name of the ruleset.
fn components(
    calculator: &mut Calculator,
    game: &str,
    [rows, columns]: [usize; 2],
    letters: Option<&str>,
) -> Result<(String, Vec<(String, Game)>), Failure> {
    // Any board tells what is wrong with the name.
    let word = game.rsplit(' ').next().unwrap_or(game);
    let letter = match Entry::named(word).map(|entry| (entry, entry.letters.chars().next())) {
        Some((_, Some(letter))) => letter,
        Some((entry, None)) => {
            let problem = format!(
                "positions of {} are no boards of letters: give values with --values",
                entry.title
            );
            return Err(Failure::Said(problem));
        }
        None => '.',
    };
    let read = Start::read(&format!("{game} {letter}"));
    let start = read.map_err(|error| Failure::Said(error.problem))?;
    let (rules, entry) = (start.rules.clone(), start.rules.rules().entry());
    let mut known = Values::new();
    let (mut seen, mut games) = (HashSet::new(), Vec::new());
    let mut sizes: Vec<[usize; 2]> =
        (1..=rows).flat_map(|high| (1..=columns).map(move |wide| [high, wide])).collect();
    sizes.sort_by_key(|&[high, wide]| (high * wide, high));
    for [high, wide] in sizes {
        let mut failed = Ok(());
        let listed = entry.each_board(high, wide, true, &mut |board| {
            let text = board.board().to_lowercase();
            let fits = |cell| cell == '|' || letters.is_none_or(|letters| letters.contains(cell));
            if text.chars().all(fits) {
                failed = collect(
                    calculator,
                    &rules,
                    board.position,
                    &mut known,
                    &mut |position, game| {
                        if seen.insert(game) {
                            games.push((position, game));
                        }
                    },
                );
            }
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        failed?;
        if !listed {
            let problem = format!(
                "there are more than {MOST_BOARDS} boards of {high}x{wide}: take a smaller size"
            );
            return Err(Failure::Said(problem));
        }
    }
    Ok((start.game(), games))
}

type Known = Values<VariedPosition<Position>>;

/// Hands the components of a position to `found`, with their texts and values.
fn collect(
    calculator: &mut Calculator,
    rules: &Varied<cg_calculator::cg_rulesets::Game>,
    position: VariedPosition<Position>,
    known: &mut Known,
    found: &mut dyn FnMut(String, Game),
) -> Result<(), Failure> {
    use cg_calculator::cg_rulesets::Notated;

    let mut parts: Vec<(VariedPosition<Position>, Sign)> = Vec::new();
    let Ok(()) = rules.split(position, &mut parts);
    for (part, _) in parts {
        let (part, _) = rules.normal(part);
        let value = known.value(calculator.engine(), rules, part.clone());
        let value = value.map_err(|error| match error {
            ValueError::Engine(error) => Failure::from(error),
            other => Failure::Said(other.to_string()),
        })?;
        let Ok(text) = rules.write_position(&part);
        found(text, value);
    }
    Ok(())
}

/// All that is known of a family, as texts.
struct Report {
    title: String,
    family: Family,
    rule: Result<Box<ProvedRule>, &'static str>,
    /// For each value: its position or name, its text, and its text as LaTeX.
    rows: Vec<[String; 3]>,
    /// The games of the basis.
    basis: Vec<String>,
    /// The representatives of the classes.
    representatives: Vec<String>,
}

fn found(
    arguments: &Arguments,
    calculator: &mut Calculator,
    options: &Common,
) -> Result<String, Failure> {
    let (title, games) = values(arguments, calculator)?;
    let engine = calculator.engine();
    let settings = cg_families::Settings::default();
    let all: Vec<Game> = games.iter().map(|&(_, game)| game).collect();
    let family = Family::find(engine, &all, &settings)?;
    let rule = match family.rule(engine, &settings)? {
        Search::Proved(rule) => Ok(rule),
        Search::None(why) => Err(why.sentence()),
    };
    let mut names: HashMap<Game, String> = HashMap::new();
    for (name, game) in games {
        let negative = engine.negate(game)?;
        names.entry(negative).or_insert_with(|| format!("-({name})"));
        names.insert(game, name);
    }
    let mut rows = Vec::new();
    for &value in family.values() {
        let text = engine.print(value, Notation::Standard)?;
        let latex = engine.print(value, Notation::Latex)?;
        rows.push([names[&value].clone(), text, latex]);
    }
    if let Some(sum) = &arguments.sum
        && sum.len() != rows.len()
    {
        let problem =
            format!("--sum has {} numbers, and there are {} values", sum.len(), rows.len());
        wrong_usage::<Arguments>("cg family", problem);
    }
    if let Some(file) = &arguments.proof {
        let rule = rule.as_ref().map_err(|why| Failure::Said((*why).into()))?;
        let names: Vec<String> = rows.iter().map(|[name, ..]| name.clone()).collect();
        let text = Proof::of(engine, &title, &names, &family, rule)?.write();
        cg_files::write_whole(file, |out| out.write_all(text.as_bytes()))
            .map_err(|error| Failure::Said(format!("{}: {error}", file.display())))?;
    }
    let (mut basis, mut representatives) = (Vec::new(), Vec::new());
    if let Ok(rule) = &rule {
        for &game in &rule.basis {
            basis.push(engine.print(game, Notation::Standard)?);
        }
        for &game in &rule.representatives {
            representatives.push(engine.print(game, Notation::Standard)?);
        }
    }
    let report = Report { title, family, rule, rows, basis, representatives };
    if let Some(sum) = &arguments.sum {
        return report.who_wins(calculator, sum, options);
    }
    Ok(match (options.json, arguments.table) {
        (true, _) => format!("{}\n", report.object()),
        (false, Some(table)) => report.table(table),
        (false, None) => report.text(),
    })
}

impl Report {
    /// The element of a value.
    fn element(&self, value: usize) -> Option<Element> {
        let rule = self.rule.as_ref().ok()?;
        Some(rule.rule.plus(&rule.rule.zero(), &IBig::ONE, value))
    }

    /// An element as a sum of the basis and a representative.
    fn sum(&self, element: &Element) -> String {
        let one = IBig::ONE;
        let mut text = String::new();
        for (axis, times) in (1..).zip(&element.basis) {
            let sign = match (*times < IBig::ZERO, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let size = if *times < IBig::ZERO { -times } else { times.clone() };
            if size != IBig::ZERO {
                let count = if size == one { String::new() } else { format!("{size}.") };
                text += &format!("{sign}{count}g{axis}");
            }
        }
        if element.class != 0 {
            let between = if text.is_empty() { "" } else { " + " };
            text += &format!("{between}t{}", element.class);
        }
        if text.is_empty() { "0".into() } else { text }
    }

    /// What a value is in terms of others: an element, or a relation.
    fn meaning(&self, value: usize) -> String {
        if let Some(element) = self.element(value) {
            return self.sum(&element);
        }
        // The relation in which it is the most complicated value.
        let relations = self.family.relations();
        let own = relations
            .iter()
            .find(|relation| relation.iter().rposition(|&entry| entry != 0) == Some(value));
        let Some(relation) = own else { return "-".into() };
        let others = relation[..value].iter().enumerate().filter(|&(_, &entry)| entry != 0);
        let others: Vec<String> =
            others.map(|(at, entry)| format!("{}.v{}", -entry, at + 1)).collect();
        let others = if others.is_empty() { "0".into() } else { others.join(" + ") };
        match relation[value] {
            1 => others,
            times => format!("{times}.v{} = {others}", value + 1),
        }
    }

    fn text(&self) -> String {
        let family = &self.family;
        let mut text = format!(
            "{}: {} values\ngroup: {}, {} generators\n",
            self.title,
            family.values().len(),
            family.group(),
            family.least_generators()
        );
        text += &match &self.rule {
            Ok(rule) if rule.rule.is_exact() => {
                "no relation is missing: the rule shows it\n".into()
            }
            _ => format!(
                "no relation is missing with up to {} copies of values; larger ones may be\n",
                family.complete_to()
            ),
        };
        let name = self.rows.iter().map(|[name, ..]| name.chars().count()).max().unwrap_or(0);
        let value = self.rows.iter().map(|[_, value, _]| value.chars().count()).max().unwrap_or(0);
        text += "\nvalues\n";
        for (at, [position, shown, _]) in self.rows.iter().enumerate() {
            let number = format!("v{}", at + 1);
            let meaning = self.meaning(at);
            text += &format!("  {number:4} {position:name$}  {shown:value$}  {meaning}\n");
        }
        let rule = match &self.rule {
            Ok(rule) => rule,
            Err(why) => return text + &format!("\n{why}\n"),
        };
        text += "\nbasis: all are positive\n";
        for (at, game) in self.basis.iter().enumerate() {
            text += &format!("  g{} = {game}\n", at + 1);
        }
        for large in 0..self.basis.len() {
            for small in (0..self.basis.len()).filter(|&small| small != large) {
                if let Some(count) = rule.beyond_all(large, small) {
                    let (large, small) = (large + 1, small + 1);
                    let count = if count == 1 { String::new() } else { format!("{count}.") };
                    text += &format!("  {count}g{large} > n.g{small} for all n\n");
                }
            }
        }
        if self.representatives.len() > 1 {
            text += "classes\n";
            for (at, game) in self.representatives.iter().enumerate().skip(1) {
                text += &format!("  t{at} = {game}\n");
            }
            if let Some(finite) = rule.finite_generators(&self.family) {
                let names = finite.iter().zip(self.family.orders().iter().rev());
                let names = names.map(|(class, order)| format!("t{class} (order {order})"));
                let names: Vec<String> = names.collect();
                text += &format!("  generated by {}\n", names.join(", "));
            }
        }
        text += &format!(
            "\nrule: {} corners, each proved for all multiples. A sum is at least 0 from these \
             coefficients of the basis on:\n",
            rule.rule.corners()
        );
        for (at, class) in rule.rule.classes.iter().enumerate() {
            let corners: Vec<String> = class.minimal.iter().map(shown).collect();
            let corners = if corners.is_empty() { "never".into() } else { corners.join(" ") };
            let name = if at == 0 { "0".into() } else { format!("t{at}") };
            text += &format!("  {name:4} {corners}\n");
        }
        text
    }

    fn table(&self, table: Table) -> String {
        let mut text = match table {
            Table::Markdown => "| position | value | as a sum |\n| --- | --- | --- |\n".to_owned(),
            Table::Latex => {
                "\\begin{tabular}{lll}\nposition & value & as a sum \\\\\n\\hline\n".into()
            }
            Table::Csv => "position,value,sum\n".into(),
        };
        for (at, [position, value, latex]) in self.rows.iter().enumerate() {
            let meaning = self.meaning(at);
            text += &match table {
                Table::Markdown => {
                    let cell = |cell: &str| cell.replace('|', "\\|");
                    format!("| `{}` | `{}` | {meaning} |\n", cell(position), cell(value))
                }
                Table::Latex => {
                    let (position, meaning) = (latex_text(position), latex_sum(&meaning));
                    format!("\\texttt{{{position}}} & ${latex}$ & ${meaning}$ \\\\\n")
                }
                Table::Csv => {
                    let cell = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
                    format!("{},{},{}\n", cell(position), cell(value), cell(&meaning))
                }
            };
        }
        if matches!(table, Table::Latex) {
            text += "\\end{tabular}\n";
        }
        text
    }

    fn object(&self) -> serde_json::Value {
        let family = &self.family;
        let values = self.rows.iter().enumerate().map(|(at, [name, value, _])| {
            json!({ "name": name, "value": value, "sum": self.meaning(at) })
        });
        let rule = match &self.rule {
            Err(why) => json!({ "proved": false, "why": why }),
            Ok(rule) => json!({
                "proved": true, "exact": rule.rule.is_exact(), "basis": self.basis,
                "representatives": self.representatives, "corners": rule.rule.corners(),
                "classes": rule.rule.classes,
            }),
        };
        json!({
            "kind": "family", "title": self.title, "values": values.collect::<Vec<_>>(),
            "group": family.group(), "rank": family.rank(), "orders": family.orders(),
            "generators": family.least_generators(), "relations": family.relations(),
            "complete_to": family.complete_to(), "rule": rule,
        })
    }

    /// Who wins a sum: by the rule, or by its canonical form.
    fn who_wins(
        &self,
        calculator: &mut Calculator,
        sum: &[i64],
        options: &Common,
    ) -> Result<String, Failure> {
        let large: Vec<IBig> = sum.iter().map(|&times| times.into()).collect();
        let by_rule = self.rule.as_ref().ok().map(|rule| {
            let element = rule.rule.element(&large);
            let outcome = rule.rule.outcome(&element);
            (self.sum(&element), outcome.expect("the corners of a proved rule tell all"))
        });
        let (outcome, how) = match by_rule {
            Some((element, outcome)) => (outcome, format!("by the rule: the sum is {element}")),
            None => {
                let engine = calculator.engine();
                let value = self.family.value(engine, sum)?;
                (engine.outcome(value)?, "by its canonical form: there is no rule".to_owned())
            }
        };
        if options.json {
            let object = json!({
                "kind": "family_sum", "outcome": outcome.to_string(), "by_rule": self.rule.is_ok(),
            });
            return Ok(format!("{object}\n"));
        }
        Ok(format!("{outcome}, {how}\n"))
    }
}

/// A corner, as it is shown.
fn shown(corner: &Corner) -> String {
    let entry = |entry: &Option<i64>| entry.map_or_else(|| "-oo".into(), |it| it.to_string());
    format!("({})", corner.iter().map(entry).collect::<Vec<String>>().join(","))
}

/// A text in LaTeX.
fn latex_text(text: &str) -> String {
    let escaped = |sign: char| match sign {
        '#' | '{' | '}' | '_' | '%' | '&' | '$' => format!("\\{sign}"),
        '^' => "\\^{}".into(),
        '\\' => "\\textbackslash{}".into(),
        other => other.into(),
    };
    text.chars().map(escaped).collect()
}

/// A sum such as `2.g1 + t3` in the mathematics of LaTeX: `2 g_{1} + t_{3}`.
fn latex_sum(sum: &str) -> String {
    let mut text = String::new();
    let mut open = false;
    for sign in sum.chars() {
        if open && !sign.is_ascii_digit() {
            text.push('}');
            open = false;
        }
        match sign {
            'g' | 't' | 'v' => {
                text.push(sign);
                text.push_str("_{");
                open = true;
            }
            '.' => text.push_str("\\,"),
            other => text.push(other),
        }
    }
    if open {
        text.push('}');
    }
    text
}
