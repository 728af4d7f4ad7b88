//! Functions on games that the language has beyond those of the engine.

use cg_core::{Game, Notation, Player};
use cg_simplify::{Answer, Argument, FUNCTIONS, Function, FunctionError};

use crate::builtin::{BuiltIn, Figure, Figured};
use crate::context::{Context, RunResult};
use crate::error::RunError;
use crate::position::PositionArgument;
use crate::value::Value;

/// A question about one game.
fn about(
    name: &'static str,
    help: &'static str,
    answer: impl Fn(&mut Context<'_>, Game) -> RunResult<Value> + Send + Sync + 'static,
) -> BuiltIn {
    let place = format!("the argument of `{name}`");
    BuiltIn::new(name, format!("{name}(G)"), help, 1..=1, move |context, values| {
        let game = context.game(&values[0], &place)?;
        answer(context, game)
    })
}

/// The questions about games that only the language asks.
pub(super) fn of_language() -> Vec<BuiltIn> {
    vec![
        about("outcome", "Who wins G, what `? G` answers, as a value.", |context, game| {
            Ok(context.engine.outcome(game)?.into())
        })
        .with_positions(|rules, position| Ok(rules.outcome(position)?.into())),
        about("left", "The list of Left's canonical options of G.", |context, game| {
            side(context, game, Player::Left)
        }),
        about("right", "The list of Right's canonical options of G.", |context, game| {
            side(context, game, Player::Right)
        }),
        about(
            "options",
            "The list of both lists of canonical options of G, Left's and Right's.",
            |context, game| {
                let sides =
                    [side(context, game, Player::Left)?, side(context, game, Player::Right)?];
                context.list(sides.into())
            },
        ),
        about("canonical", "The canonical form of G, written with braces.", canonical),
        about("subgroup", "The name of the subgroup that holds G, or `none`.", |context, game| {
            let name = context.engine.subgroup_name(game).unwrap_or("none").to_owned();
            Ok(context.bare_text(name))
        }),
        about(
            "signs",
            "The sign expansion of a number, a text of its runs: `+^(omega) -`.",
            |context, game| match context.engine.signs(game)? {
                Some(signs) => Ok(context.text(&signs)),
                None => Err(RunError::Refused {
                    function: "signs".into(),
                    message: format!(
                        "{} is no number with a sign expansion",
                        context.show(&Value::Game(game))
                    ),
                }),
            },
        ),
        BuiltIn::new(
            "ofsigns",
            "ofsigns(text)",
            "The number with this sign expansion: the value of a string of blue and red edges.",
            1..=1,
            |context, values| {
                let Value::Text(text) = &values[0] else {
                    return Err(crate::context::wrong_kind(
                        "the argument of `ofsigns`",
                        "a text",
                        &values[0],
                    ));
                };
                match context.engine.of_signs(text.as_str())? {
                    Some(number) => Ok(Value::Game(number)),
                    None => Err(RunError::Refused {
                        function: "ofsigns".into(),
                        message: "no subgroup that is loaded reads sign expansions".into(),
                    }),
                }
            },
        ),
        crate::position::misere(),
        about(
            "isimpartial",
            "Whether G is the value of an impartial game, that is, a nimber.",
            |context, game| Ok(context.engine.as_nimber(game)?.is_some().into()),
        ),
    ]
}

/// The canonical options in the order in which they are printed.
fn options(context: &mut Context<'_>, game: Game, player: Player) -> RunResult<Vec<Game>> {
    let options = context.engine.options(game, player)?;
    Ok(context.engine.in_order(&options)?)
}

fn side(context: &mut Context<'_>, game: Game, player: Player) -> RunResult<Value> {
    let options = options(context, game, player)?;
    context.list(options.into_iter().map(Value::Game).collect())
}

/// The options one level down, in braces.
fn canonical(context: &mut Context<'_>, game: Game) -> RunResult<Value> {
    let mut sides = Vec::new();
    for player in Player::BOTH {
        let mut texts = Vec::new();
        for option in options(context, game, player)? {
            texts.push(context.print(&Value::Game(option))?);
        }
        sides.push(texts.join(","));
    }
    let text = format!("{{{}|{}}}", sides[0], sides[1]);
    Ok(context.bare_text(text))
}

// The engine's functions on games, through one adapter.

/// The functions of the engine, each through one adapter.
pub(super) fn of_engine() -> Vec<BuiltIn> {
    // Others write `Tiny(2)`.
    let also = [("tiny", "Tiny"), ("miny", "Miny")].into_iter().filter_map(|(known, also)| {
        let function = cg_simplify::function(known)?;
        let usage = format!("{also}(x)");
        Some(adapted(function).renamed(also, usage))
    });
    FUNCTIONS.iter().map(adapted).chain(also).collect()
}

fn adapted(function: &'static Function) -> BuiltIn {
    let help = format!("{}.", capitalized(function.summary));
    let count = function.arity..=function.arity;
    let adapted =
        BuiltIn::new(function.name, function.usage, help, count, move |context, values| {
            let mut arguments = Vec::with_capacity(values.len());
            for (index, value) in values.iter().enumerate() {
                arguments.push(argument(context, function, index, value)?);
            }
            let answer = function.call(context.engine, &arguments);
            answered(context, function, answer.map_err(|error| refused(function, error))?)
        });
    let adapted = adapted.seen_on_thermographs(function.seen);
    match Figure::ALL.into_iter().find(|(name, _)| *name == function.name) {
        Some((_, figure)) => of_positions(adapted, function, figure),
        None => adapted,
    }
}

/// A function that tells a figure of positions whose values would take long, too.
fn of_positions(adapted: BuiltIn, function: &'static Function, figure: Figure) -> BuiltIn {
    adapted
        .with_positions(move |rules, position| match rules.figure(position, figure)? {
            Some(found) => rules.with_context(|context| {
                let answer = match found {
                    Figured::Number(number) => Answer::Number(number),
                    Figured::Thermograph(thermograph) => Answer::Thermograph(thermograph.into()),
                };
                answered(context, function, answer)
            }),
            None => rules.of_value(position, function.name),
        })
        .with_reasons(move |rules, typed| match typed {
            [PositionArgument::Position(position)] => {
                // Without walls, the value is all that there is to say.
                Ok(rules.figure_reasons(position, figure)?.unwrap_or_default())
            }
            _ => Ok(Vec::new()),
        })
}

fn capitalized(summary: &str) -> String {
    // A letter that stands for an argument stays as the usage writes it.
    match summary.split_once(' ') {
        Some((word, _)) if word.len() > 1 => summary[..1].to_uppercase() + &summary[1..],
        _ => summary.to_owned(),
    }
}

/// Forms stay forms: what takes values makes values of them.
fn argument(
    context: &mut Context<'_>,
    function: &Function,
    index: usize,
    value: &Value,
) -> RunResult<Argument> {
    if let Value::Form(form) = value {
        return Ok(Argument::Form(*form));
    }
    const PLACES: [&str; 3] = ["first", "second", "third"];
    let place = match PLACES.get(index) {
        Some(place) if function.arity > 1 => format!("the {place} argument of `{}`", function.name),
        _ => format!("the argument of `{}`", function.name),
    };
    Ok(Argument::Game(context.game(value, &place)?))
}

fn answered(context: &mut Context<'_>, function: &Function, answer: Answer) -> RunResult<Value> {
    Ok(match answer {
        Answer::Game(game) => Value::Game(game),
        Answer::Form(form) => Value::Form(form),
        Answer::Number(number) => context.number_value(&number)?,
        Answer::Count(count) => context.integer_value(count.into()),
        Answer::Flag(flag) => flag.into(),
        Answer::Games(games) => context.list(games.into_iter().map(Value::Game).collect())?,
        Answer::Scores(scores) => {
            let mut items = Vec::with_capacity(scores.len());
            for score in &scores {
                items.push(context.number_value(score)?);
            }
            context.list(items)?
        }
        Answer::Lines(lines) => {
            let mut items = Vec::with_capacity(lines.len());
            for line in lines {
                items.push(context.list(line.into_iter().map(Value::Game).collect())?);
            }
            context.list(items)?
        }
        Answer::Thermograph(thermograph) => {
            // All that one session prints is in one notation.
            let text = thermograph.written(|number| {
                if context.notation == Notation::Standard {
                    return Ok(number.to_string());
                }
                let value = context.number_value(number)?;
                context.print(&value)
            });
            context.bare_text(text?)
        }
        Answer::Uptimal(expansion) => context.bare_text(expansion.to_string()),
        other => {
            let message = format!("the language has no value for {other:?}");
            return Err(RunError::Refused { function: function.name.into(), message });
        }
    })
}

fn refused(function: &Function, error: FunctionError) -> RunError {
    match error {
        FunctionError::Game(error) => error.into(),
        error => {
            let message = error.to_string();
            let own = message.strip_prefix(function.name).and_then(|rest| rest.strip_prefix(' '));
            let message = own.unwrap_or(&message).to_owned();
            RunError::Refused { function: function.name.into(), message }
        }
    }
}
