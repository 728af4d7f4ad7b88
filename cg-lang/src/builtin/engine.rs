//! The engine's functions on games, through one adapter.

use cg_simplify::{Answer, Argument, FUNCTIONS, Function, FunctionError};

use super::BuiltIn;
use crate::context::{Context, Run};
use crate::error::RunError;
use crate::value::Value;

pub(super) fn functions() -> Vec<BuiltIn> {
    FUNCTIONS.iter().map(adapted).collect()
}

fn adapted(function: &'static Function) -> BuiltIn {
    let help = format!("{}.", capitalized(function.summary));
    let count = function.arity..=function.arity;
    BuiltIn::new(function.name, function.usage, help, count, move |context, values| {
        let mut arguments = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            arguments.push(argument(context, function, index, value)?);
        }
        let answer = function.call(context.engine, &arguments);
        answered(context, function, answer.map_err(|error| refused(function, error))?)
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
            let own = message.strip_prefix(function.name).and_then(|rest| rest.strip_prefix(' '));
            let message = own.unwrap_or(&message).to_owned();
            RunError::Refused { function: function.name.into(), message }
        }
    }
}
