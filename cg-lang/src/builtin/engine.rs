//! The engine's functions on games, through one adapter.

use cg_simplify::{Answer, Argument, FUNCTIONS, Function, FunctionError};

use super::BuiltIn;
use crate::context::{Context, Run};
use crate::error::RunError;
use crate::value::Value;

/// For `:help`, each of the function that it begins with.
const EXAMPLES: &[&str] = &[
    "leftstop({3|1} + *) is 3",
    "rightstop({3|1} + *) is 1",
    "mean({4|-2}) is 1",
    "temperature({4|-2}) is 3",
    "thermograph({4|-2}) is mast 1 from 3; left (1, 3) (5, -1); right (1, 3) (-3, -1)",
    "cool({4|-2}, 1) is {3|-1}",
    "heat(*, 2) is {2|-2}",
    "overheat(*, 1, 2) is {2|-2}",
    "freeze({4|-2} + ^) is 1+*(1)",
    "norton(3, ^) is 3^(1)",
    "conway(*(2), *(3)) is *(1)",
    "ordinal('{-1|1}', 1) is 0.1",
    "conjunctive(*(2), *(3)) is *(2)",
    "selective(*(2), *(3)) is *(5)",
    "incentives({2|-1}) is [{3|0}]",
    "leftincentives({2|-1}) is [{3|0}]",
    "rightincentives({2|-1}) is [{3|0}]",
    "atomicweight(3^ + *) is 3",
    "reduced({2|-1} + ^) is {2|-1}",
    "companion(^) is ^(1)+*(1)",
    "birthday(1/2) is 2",
    "stopcount({2|-1}) is 2",
    "followers(^) is [0, *(1), ^(1)]",
    "isnumber(1/2) is true",
    "isinteger(1/2) is false",
    "isnimber({0|0}) is true",
    "isinfinitesimal(^) is true",
    "isallsmall(^ + *) is true",
    "isnumberish(1/2 + ^) is true",
    "ishot({1|-1}) is true",
    "isswitch({3|1}) is true",
    "nimvalue(*(2) + *(3)) is 1",
    "simplest(1/2, 1) is 0.11",
    "uptimal(^(2) + *) is *.11",
    "tiny(2) is {0|{0|-2}}",
    "miny(2) is {{2|0}|0}",
];

pub(super) fn functions() -> Vec<BuiltIn> {
    FUNCTIONS.iter().map(adapted).collect()
}

fn adapted(function: &'static Function) -> BuiltIn {
    let help = format!("{}.", capitalized(function.summary));
    let example = EXAMPLES
        .iter()
        .find(|text| text.split_once('(').is_some_and(|(name, _)| name == function.name));
    let count = function.arity..=function.arity;
    BuiltIn::new(function.name, function.usage, help, count, move |context, values| {
        let mut arguments = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            arguments.push(argument(context, function, index, value)?);
        }
        let answer = function.call(context.engine, &arguments);
        answered(context, function, answer.map_err(|error| refused(function, error))?)
    })
    .with_example(example.copied().unwrap_or_default())
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
) -> Run<Argument> {
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

fn answered(context: &mut Context<'_>, function: &Function, answer: Answer) -> Run<Value> {
    Ok(match answer {
        Answer::Game(game) => Value::Game(game),
        Answer::Form(form) => Value::Form(form),
        Answer::Number(number) => context.number_value(&number)?,
        Answer::Count(count) => context.integer_value(count.into()),
        Answer::Flag(flag) => flag.into(),
        Answer::Games(games) => context.list(games.into_iter().map(Value::Game).collect())?,
        Answer::Thermograph(thermograph) => context.bare_text(thermograph.to_string()),
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
            let own = message.strip_prefix(function.name).map(|rest| rest.trim_start().to_owned());
            let message = own.unwrap_or(message);
            RunError::Refused { function: function.name.into(), message }
        }
    }
}
