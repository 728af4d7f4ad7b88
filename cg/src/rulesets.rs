//! The rulesets of the table in the language G: a function each, the variants, `boards`,
//! `:rulesets`, and their topics of help.

use std::any::Any;
use std::collections::{HashMap, hash_map};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cg_core::{Game as Value_, Player};
use cg_lang::{AddedDirective, BuiltIn, Context, MoveTo, RunError, RunResult, Value};
use cg_rulesets::{
    Entry, Hints, LoopyRules, MOST_BOARDS, Notated, Numbers, Start, StartVisitor, Variant, Varied,
    VariedPosition,
};
use cg_simplify::Engine;
use cg_solve::{SolveError, Values};
use serde::Serialize;

/// Rulesets whose values are kept, each with its variant and its parameters.
const KEPT: usize = 64;

/// The values of positions of any rulesets of the table, by canonical form. What was worked
/// out is kept for the next position of the same rules.
///
/// ```
/// use cg_calculator::{Calculator, PositionValues, cg_rulesets::Start};
/// let mut calculator = Calculator::new()?;
/// let mut values = PositionValues::default();
/// let value = values.value(calculator.engine(), &Start::read("clobber xo")?)?;
/// assert_eq!(value, calculator.nimber(1u8)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default, Debug)]
pub struct PositionValues {
    /// The engine to which they belong.
    engine: u64,
    /// The [`Values`] of each ruleset, whatever the type of its positions.
    values: HashMap<Varied<cg_rulesets::Game>, Box<dyn Any + Send>>,
}

/// The question for the value of a position, whatever its type.
struct Valuing<'a> {
    engine: &'a mut Engine,
    kept: hash_map::Entry<'a, Varied<cg_rulesets::Game>, Box<dyn Any + Send>>,
}

impl StartVisitor for Valuing<'_> {
    type Output = Result<Value_, SolveError>;

    fn visit<R>(self, rules: R, position: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let kept = self.kept.or_insert_with(|| Box::new(Values::<R::Position>::new()));
        let values: &mut Values<R::Position> =
            kept.downcast_mut().expect("all positions of a ruleset have one type");
        values.value(self.engine, &rules, position)
    }
}

impl PositionValues {
    /// The value of a position. Those of another engine are forgotten.
    ///
    /// # Errors
    /// Limits and interruptions of the engine.
    pub fn value(&mut self, engine: &mut Engine, start: &Start) -> Result<Value_, SolveError> {
        if self.engine != engine.id() || self.values.len() >= KEPT {
            *self = PositionValues { engine: engine.id(), values: HashMap::new() };
        }
        let kept = self.values.entry(start.rules.clone());
        start.visit(Valuing { engine, kept })
    }
}

/// The values that all functions of a session find.
pub(crate) type Shared = Arc<Mutex<PositionValues>>;

/// The functions to add to a session.
pub(crate) fn functions(known: &Shared) -> Vec<BuiltIn> {
    let mut functions: Vec<BuiltIn> = Entry::all()
        .iter()
        .map(|entry| {
            let known = Arc::clone(known);
            let name = entry.function;
            let about = format!("The value of a position of {}.", entry.title);
            let function =
                BuiltIn::new(name, format!("{name}(position)"), about, 1..=usize::MAX, {
                    move |context, arguments| {
                        let start = start(context, entry, Variant::Plain, arguments)?;
                        Ok(Value::Game(value(context, &known, &start, name)?))
                    }
                });
            let function = function.with_moves(move |context, arguments, player| {
                moves(context, entry, Variant::Plain, arguments, player)
            });
            // Its moves are not all that its rules say: in misère play they would mislead.
            match entry.among_impartial {
                true => function.in_normal_play_alone(),
                false => function,
            }
        })
        .collect();
    for variant in Variant::NAMED {
        let known = Arc::clone(known);
        let name = variant.name();
        let about = format!("The value of a position of a ruleset, {name}. {}", variant.rule());
        let varied = move |context: &mut Context<'_>, argument: &Value| {
            let entry = named(context, argument, name)?;
            if entry.among_impartial {
                return Err(refused(name, format!("{} has no variants", entry.title)));
            }
            entry.refuses(variant).map_or(Ok(entry), |problem| Err(refused(name, problem)))
        };
        let body = move |context: &mut Context<'_>, arguments: &[Value]| {
            let entry = varied(context, &arguments[0])?;
            let start = start(context, entry, variant, &arguments[1..])?;
            Ok(Value::Game(value(context, &known, &start, name)?))
        };
        let usage = format!("{name}(Ruleset(position))");
        let function = BuiltIn::new(name, usage, about, 2..=usize::MAX, body);
        functions.push(function.with_calls_apart().with_moves(
            move |context, arguments, player| {
                let entry = varied(context, &arguments[0])?;
                moves(context, entry, variant, arguments, player)
            },
        ));
    }
    functions.push(boards());
    functions
}

/// The ruleset that an argument of `function` names: its function, or a text.
fn named(context: &mut Context<'_>, argument: &Value, function: &str) -> RunResult<&'static Entry> {
    let name = match argument {
        Value::Text(text) => text.as_str().to_owned(),
        function => context.show(function),
    };
    Entry::named(&name).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        refused(
            function,
            match Entry::refused(&name) {
                Some(why) => format!("{shown} cannot be played here: {why}"),
                None => match Entry::similar(&name).and_then(Entry::named) {
                    Some(entry) => {
                        format!("`{shown}` is no ruleset: did you mean `{}`?", entry.function)
                    }
                    None => format!(
                        "`{shown}` is no ruleset: write one that `:rulesets` lists, as in `Clobber`"
                    ),
                },
            },
        )
    })
}

/// The most rows or numbers of a position: no ruleset reads so many.
const MOST_ITEMS: usize = 100_000;

fn refused(function: &str, message: impl Into<String>) -> RunError {
    RunError::Refused { function: function.into(), message: message.into() }
}

/// Behind a twisted position, whose text does not tell it: the players have each other's roles.
const EXCHANGED: &str = "exchanged";

/// The game at the position that the arguments of its function say.
fn start(
    context: &mut Context<'_>,
    entry: &'static Entry,
    variant: Variant,
    arguments: &[Value],
) -> RunResult<Start> {
    let (arguments, exchanged) = match (variant, arguments) {
        (Variant::Twisted, [position @ .., Value::Text(last)])
            if !position.is_empty() && last.as_str() == EXCHANGED =>
        {
            (position, true)
        }
        _ => (arguments, false),
    };
    let text = text(context, entry, arguments)?;
    let start = Start::of(entry, variant, &text).map_err(|error| {
        let signs = text[..error.at.start].chars().count() + 1;
        let place = match text.chars().count() {
            0..2 => String::new(),
            _ => format!(", at sign {signs} of the position"),
        };
        refused(entry.function, format!("{}{place}", error.problem))
    })?;
    let position = VariedPosition { exchanged, ..start.position };
    Ok(Start { position, ..start })
}

/// The text of a position: a text, rows of one, a board, a graph, or numbers.
fn text(
    context: &mut Context<'_>,
    entry: &'static Entry,
    arguments: &[Value],
) -> RunResult<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut numbers: Vec<String> = Vec::new();
    let place = format!("the position of `{}`", entry.function);
    let mut look = |value: &Value| -> RunResult<()> {
        match value {
            Value::Text(text) => rows.push(text.as_str().to_owned()),
            Value::Board(board) => rows.push(board.to_string()),
            Value::Graph(graph) => rows.push(match graph.to_string() {
                empty if empty.is_empty() => cg_rulesets::EMPTY_GRAPH.to_owned(),
                graph => graph,
            }),
            number => {
                let wrong = |_| RunError::WrongKind {
                    place: place.clone(),
                    expected: "a text".into(),
                    found: number.kind().into(),
                    help: Some(format!(
                        "write {}, as in {}(\"{}\")",
                        entry.format, entry.function, entry.example
                    )),
                };
                numbers.push(context.integer(number, &place).map_err(wrong)?.to_string());
            }
        }
        Ok(())
    };
    for argument in arguments {
        match argument {
            Value::List(list) => {
                if list.length() > MOST_ITEMS {
                    let message = format!("a position has at most {MOST_ITEMS} rows or numbers");
                    return Err(refused(entry.function, message));
                }
                list.items().iter().try_for_each(&mut look)?;
            }
            other => look(other)?,
        }
    }
    // Parameters stand alone, before rows or numbers.
    let mut text = String::new();
    if entry.has_parameters() && rows.first().is_some_and(|row| row.trim_end().ends_with(')')) {
        text = rows.remove(0) + " ";
    }
    let between = match entry.numbers {
        Numbers::Size if numbers.len() == 1 && rows.is_empty() => {
            return Ok(text + "1x" + &numbers[0]);
        }
        Numbers::Size => "x",
        Numbers::None | Numbers::Heaps => " ",
    };
    text += &rows.join("|");
    text += &numbers.join(between);
    Ok(text)
}

/// The game at the position that a call of a function of a ruleset, or of a variant, says.
/// `None` when the function is neither, or the position does not read.
pub(crate) fn start_of_call(
    context: &mut Context<'_>,
    function: &str,
    arguments: &[Value],
) -> Option<Start> {
    let variant = Variant::NAMED.into_iter().find(|variant| variant.name() == function);
    let (entry, arguments) = match variant {
        None => (Entry::all().iter().find(|entry| entry.function == function)?, arguments),
        Some(_) => (named(context, arguments.first()?, function).ok()?, &arguments[1..]),
    };
    start(context, entry, variant.unwrap_or(Variant::Plain), arguments).ok()
}

/// The moves of a player in a call. The arguments of those of a variant begin with the
/// function that is varied.
fn moves(
    context: &mut Context<'_>,
    entry: &'static Entry,
    variant: Variant,
    arguments: &[Value],
    player: Player,
) -> RunResult<Vec<MoveTo>> {
    let varied = usize::from(variant != Variant::Plain);
    let (function, arguments) = arguments.split_at(varied);
    let start = start(context, entry, variant, arguments)?;
    let Ok(moves) = start.rules.named_moves(&start.position, player, usize::MAX);
    let name = start.rules.rules().name();
    let parameters = &name[entry.name.len()..];
    let gap = if parameters.is_empty() { "" } else { " " };
    let mut calls = Vec::with_capacity(moves.list.len());
    for chosen in moves.list {
        let Ok(position) = start.rules.after(&start.position, &chosen);
        let Ok(text) = start.rules.write_position(&position);
        let mut after = function.to_vec();
        after.push(context.text(format!("{parameters}{gap}{text}")));
        if position.exchanged {
            after.push(context.text(EXCHANGED.to_owned()));
        }
        calls.push(MoveTo { after, name: Some(start.rules.write_move(&chosen)) });
    }
    Ok(calls)
}

/// The value of a position, by canonical form.
fn value(
    context: &mut Context<'_>,
    known: &Shared,
    start: &Start,
    function: &str,
) -> RunResult<Value_> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    known.value(context.engine, start).map_err(|error| match error {
        SolveError::Engine(error) => RunError::Game(error),
        error => refused(function, error.to_string()),
    })
}

/// `boards(NAME, rows, columns)`: the boards of this size, one of each class of alike ones.
fn boards() -> BuiltIn {
    BuiltIn::new(
        "boards",
        "boards(ruleset, rows, columns)",
        "The boards of this size as texts, one of each class of boards that are alike; with \"all\" behind them, all.",
        3..=4,
        |context, arguments| {
            let entry = named(context, &arguments[0], "boards")?;
            if entry.letters.is_empty() {
                return Err(refused(
                    "boards",
                    format!("positions of {} are no boards of letters", entry.title),
                ));
            }
            if !entry.parameters.is_empty() {
                return Err(refused(
                    "boards",
                    format!("{} has parameters, and `boards` takes none", entry.title),
                ));
            }
            let rows = context.count(&arguments[1], 64, "the number of rows of `boards`")?;
            let columns = context.count(&arguments[2], 64, "the number of columns of `boards`")?;
            let all = match arguments.get(3) {
                None => false,
                Some(Value::Text(text)) if text.as_str() == "all" => true,
                Some(_) => {
                    return Err(refused("boards", "the last argument is \"all\", or nothing"));
                }
            };
            let mut items = Vec::new();
            let mut stopped = Ok(());
            let side = |side| usize::try_from(side).expect("a side is at most 64");
            let (rows, columns) = (side(rows), side(columns));
            if rows == 0 || columns == 0 {
                return Err(refused("boards", "a board has at least one row and one column"));
            }
            let listed = entry.each_board(rows, columns, all, &mut |start| {
                items.push(start.board());
                stopped = context.engine.check();
                if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            stopped?;
            if !listed {
                return Err(refused(
                    "boards",
                    format!(
                        "there are more than {MOST_BOARDS} such boards: take fewer rows or columns"
                    ),
                ));
            }
            let items = items.into_iter().map(|text| context.text(text)).collect();
            context.list(items)
        },
    )
    .that_lists_boards()
}

/// The list of all rulesets, for `:rulesets` and `cg rulesets`.
pub fn ruleset_list() -> String {
    let ending = Entry::all().iter().map(|entry| [entry.name, entry.function, entry.example]);
    let loopy = LoopyRules::ALL.map(|rules| [rules.name(), rules.function(), rules.example()]);
    let width = ending.clone().chain(loopy).map(|[name, ..]| name.len()).max().unwrap_or(0) + 2;
    let line = |[name, function, example]: [&str; 3]| {
        let text = format!("{name:width$}{function}  {example}");
        text.chars().take(80).collect::<String>().trim_end().to_owned()
    };
    let ending: Vec<String> = ending.map(line).collect();
    format!(
        "{}\n\nPositions of these come back (`:help loopy`):\n\n{}\n\n\
         `:help NAME` and `cg rulesets NAME` explain one. Before a name of the first list: {}.",
        ending.join("\n"),
        loopy.map(line).join("\n"),
        Variant::NAMED.map(Variant::name).join(", ")
    )
}

/// A ruleset of a table as a catalogue has it: its rules, how positions are written, an example.
///
/// ```
/// use cg_calculator::RulesetDescription;
/// let clobber = RulesetDescription::named("clobber").unwrap();
/// assert_eq!((clobber.function, clobber.loopy), ("Clobber", false));
/// assert_eq!(RulesetDescription::named("chess"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "ruleset")]
#[non_exhaustive]
pub struct RulesetDescription {
    /// Its name as it is typed.
    pub name: &'static str,
    /// Other names that it has.
    pub aliases: &'static [&'static str],
    /// The name of its function in the language G.
    pub function: &'static str,
    /// Its name for a heading.
    pub title: &'static str,
    /// Its rules in a few sentences.
    pub rules: &'static str,
    /// How a position is written.
    pub format: String,
    /// How its parameters are written; empty, if it has none.
    pub parameters: &'static str,
    /// A position.
    pub example: &'static str,
    /// The value of the example, in standard notation.
    pub value: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// Whether positions come back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub loopy: bool,
}

impl RulesetDescription {
    /// The ruleset of this name.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(rules) = LoopyRules::named(name) {
            return Some(RulesetDescription {
                name: rules.name(),
                aliases: rules.aliases(),
                function: rules.function(),
                title: rules.title(),
                rules: rules.rules(),
                format: rules.format(),
                parameters: "",
                example: rules.example(),
                value: rules.value(),
                source: rules.source(),
                loopy: true,
            });
        }
        let entry = Entry::named(name)?;
        Some(RulesetDescription {
            name: entry.name,
            aliases: entry.aliases,
            function: entry.function,
            title: entry.title,
            rules: entry.rules,
            format: entry.format.to_owned(),
            parameters: entry.parameters,
            example: entry.example,
            value: entry.value,
            source: entry.source,
            loopy: false,
        })
    }
}

/// Why there is no ruleset of this name, with a similar name where there is one.
///
/// ```
/// assert!(cg_calculator::no_such_ruleset("clober").contains("did you mean `clobber`?"));
/// ```
pub fn no_such_ruleset(name: &str) -> String {
    if let Some(why) = Entry::refused(name) {
        return format!("{name}: {why}");
    }
    let similar = Entry::similar(name);
    let similar = similar.map_or(String::new(), |name| format!("did you mean `{name}`? "));
    let name = name.escape_debug();
    format!("there is no ruleset `{name}`: {similar}`cg rulesets` lists them")
}

/// The directive `:rulesets`.
pub(crate) fn directive() -> AddedDirective {
    AddedDirective::new(
        "rulesets",
        ":rulesets",
        "Lists the rulesets that are built in.",
        |session, name| match name.trim() {
            "" => Ok(ruleset_list()),
            name => {
                Ok(session.help(name).map_err(|error| RunError::argument(error.to_string()))?)
            }
        },
    )
}

/// The topics of help, one for each ruleset.
pub(crate) fn help() -> &'static str {
    static HELP: LazyLock<String> = LazyLock::new(|| {
        // Without a title: there are too many for the overview, which has `:rulesets`.
        let mut page = String::new();
        for entry in Entry::all() {
            page.push('\n');
            page += &entry.help();
        }
        page
    });
    &HELP
}
