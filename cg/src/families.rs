//! `family(...)` in the language: the group that some games generate, and who wins any sum of them; and the
//! games that the boards of a ruleset give for it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use cg_core::Game;
use cg_families::{FamilyError, FamilyReply, Report, Settings};
use cg_lang::{
    BuiltIn, Error, Finding, GamePosition, PositionArgument, Rules, RunError, RunResult, Session,
    Source,
};
use cg_rulesets::{Entry, MOST_BOARDS, Notated, Ruleset, Start};
use cg_simplify::Engine;
use cg_solve::Values;

use crate::error::CalculatorError;

/// So many names stand in the title of a family at most.
const MOST_NAMED: usize = 4;

/// What a number of a corner or of a relation takes in a reply, roughly.
const BYTES_OF_ENTRY: usize = 16;

const NAME: &str = "family";

/// The function to add to a session.
pub(crate) fn function() -> BuiltIn {
    let about = "The group that the games of a list generate, and a proved rule that tells who wins any sum of them; family(F, list) is about the calls of F.";
    BuiltIn::of_positions(NAME, "family(games)", about, 1..=2, |rules, typed| {
        let report = report(rules, typed)?;
        let (text, reply) = (report.text().trim_end().to_owned(), report.reply());
        let entries = reply.values.len() * reply.relations.len() + text.len();
        let bytes = entries * BYTES_OF_ENTRY;
        Ok(rules.with_context(|context| context.finding("a family", text, bytes, reply)))
    })
    .of_values()
}

/// The family of the games that an expression lists.
///
/// # Errors
/// What is wrong in the expression, or is no list of games; limits.
pub(crate) fn of_expression(session: &mut Session, games: &str) -> Result<Report, Error> {
    session.with_positions(&Source::new("<family>", format!("{NAME}({games})")), report)
}

/// The family that a finding is about.
pub(crate) fn family_of(found: &Finding) -> Option<&FamilyReply> {
    found.data()
}

fn refused(message: impl Into<String>) -> RunError {
    RunError::Refused { function: NAME.into(), message: message.into() }
}

/// The games that are meant.
fn games(typed: &[PositionArgument]) -> RunResult<&[GamePosition]> {
    match typed {
        [PositionArgument::List(games)] => Ok(games),
        [PositionArgument::Position(game)] => Ok(std::slice::from_ref(game)),
        [PositionArgument::Function(name)] => {
            Err(refused(format!("say for which arguments: family({name}, 0..10)")))
        }
        [PositionArgument::Function(_), _] => {
            Err(refused("behind the function stands the list of its arguments, such as 0..10"))
        }
        _ => Err(refused(
            "it is about games: write a list of them, or a function and the list of its arguments",
        )),
    }
}

/// The family of the games that are given, each with its name as it is written.
///
/// # Errors
/// No games; errors of their rules; limits.
fn report(rules: &Rules<'_>, typed: &[PositionArgument]) -> RunResult<Report> {
    let mut named = Vec::new();
    for game in games(typed)? {
        let value = rules.value(game)?;
        named.push((rules.text(game)?, value));
    }
    let title = title(&named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
    let found = rules
        .with_context(|context| Report::of(context.engine, &title, &named, &Settings::default()));
    found.map_err(|error| match error {
        FamilyError::Game(error) => RunError::Game(error),
        other => refused(other.to_string()),
    })
}

/// The names of some games, or the first and the last of many.
fn title(names: &[&str]) -> String {
    match names {
        [] => "no games".into(),
        [first, second, .., last] if names.len() > MOST_NAMED => {
            format!("{first}, {second}, ..., {last}")
        }
        _ => names.join(", "),
    }
}

/// The title of a ruleset, and the values of the components of all its boards of at most so many rows and columns,
/// each with the first position that has it. `game` is the name of the ruleset, perhaps with a variant before it.
/// With `letters`, only boards whose cells have these letters count.
///
/// ```
/// use cg_calculator::{Calculator, board_components};
///
/// let mut calculator = Calculator::new()?;
/// let (title, games) = board_components(calculator.engine(), "domineering", [1, 2], None)?;
/// assert_eq!(title, "domineering");
/// assert!(games.iter().any(|(position, _)| position.contains("..")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No such ruleset, or none with boards of letters; more than [`MOST_BOARDS`] boards of a size; limits.
pub fn board_components(
    engine: &mut Engine,
    game: &str,
    [rows, columns]: [usize; 2],
    letters: Option<&str>,
) -> Result<(String, Vec<(String, Game)>), CalculatorError> {
    // Any board tells what is wrong with the name.
    let word = game.rsplit(' ').next().expect("a text has a last word");
    let letter = match Entry::named(word).map(|entry| (entry, entry.letters.chars().next())) {
        Some((_, Some(letter))) => letter,
        Some((entry, None)) => {
            return Err(CalculatorError::Asked(format!(
                "positions of {} are no boards of letters: give values with --values",
                entry.title
            )));
        }
        None => '.',
    };
    let start = Start::read(&format!("{game} {letter}"));
    let start = start.map_err(|error| CalculatorError::Asked(error.problem))?;
    let (rules, entry) = (&start.rules, start.rules.rules().entry());
    let mut known = Values::new();
    let (mut seen, mut games) = (HashSet::new(), Vec::new());
    let mut sizes: Vec<[usize; 2]> =
        (1..=rows).flat_map(|high| (1..=columns).map(move |wide| [high, wide])).collect();
    sizes.sort_by_key(|&[high, wide]| (high * wide, high));
    for [high, wide] in sizes {
        let mut failed = None;
        let listed = entry.each_board(high, wide, true, &mut |board| {
            let text = board.board().to_lowercase();
            let fits = |cell| cell == '|' || letters.is_none_or(|letters| letters.contains(cell));
            let mut parts = Vec::new();
            if text.chars().all(fits) {
                let Ok(()) = rules.split(board.position, &mut parts);
            }
            for (part, _) in parts {
                let (part, _) = rules.normal(part);
                match known.value(engine, rules, part.clone()) {
                    Ok(value) if seen.insert(value) => {
                        let Ok(text) = rules.write_position(&part);
                        games.push((text, value));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        if !listed {
            return Err(CalculatorError::Asked(format!(
                "there are more than {MOST_BOARDS} boards of {high}x{wide}: take a smaller size"
            )));
        }
    }
    Ok((start.game(), games))
}
