//! The functions of G on octal games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use cg_lang::{BuiltIn, Context, Run as Evaluated, RunError, Value};
use cg_octal::{Limits, OctalError, Rules, Run, Sequence, Settings};
use dashu_int::UBig;

/// The largest heap that a program may ask for.
const LARGEST: u64 = 10_000_000;

/// Heaps among which `period` looks when nothing is said.
const LOOK: u64 = 100_000;

/// Heaps between two looks at the limits.
const STEP: usize = 1 << 10;

/// Sequences that are kept for the next call.
const KEPT: usize = 16;

/// The sequences that were asked for, each as far as it was computed.
type Sequences = Arc<Mutex<HashMap<Rules, Sequence>>>;

/// The functions to add to a session.
pub(crate) fn functions() -> Vec<BuiltIn> {
    let known = Sequences::default();
    let (for_game, for_list) = (Arc::clone(&known), known);
    vec![
        BuiltIn::new(
            "octal",
            "octal(code, n)",
            "The value of a heap of n tokens of an octal game; for a list of heaps, of their sum.",
            2..=2,
            move |context, arguments| {
                let game = game(&arguments[0], "octal")?;
                let heaps = match &arguments[1] {
                    Value::List(list) => heaps(context, list.items(), "octal")?,
                    heap => vec![heap_size(context, heap, "octal")?],
                };
                let values = values(context, &for_game, &game, &heaps)?;
                let sum = values.iter().fold(0, |sum, value| sum ^ value);
                Ok(Value::Game(context.engine.nimber(&UBig::from(sum))?))
            },
        ),
        BuiltIn::new(
            "nimsequence",
            "nimsequence(code, n)",
            "The nim-values of the heaps 0 to n of an octal game, or of the heaps in a list.",
            2..=2,
            move |context, arguments| {
                let game = game(&arguments[0], "nimsequence")?;
                let heaps = match &arguments[1] {
                    Value::List(list) => heaps(context, list.items(), "nimsequence")?,
                    last => (0..=heap_size(context, last, "nimsequence")?).collect(),
                };
                let values = values(context, &for_list, &game, &heaps)?;
                let items = values.iter().map(|&value| context.integer_value(value.into()));
                let items = items.collect();
                context.list(items)
            },
        ),
        BuiltIn::new(
            "period",
            "period(code)",
            "The period of an octal game, as pairs of a name and a value; period(code, n) looks at n heaps.",
            1..=2,
            |context, arguments| {
                let game = game(&arguments[0], "period")?;
                let most = match arguments.get(1) {
                    Some(most) => {
                        context.count(most, LARGEST, "the number of heaps of `period`")?
                    }
                    None => LOOK,
                };
                period(context, &game, most)
            },
        ),
    ]
}

fn refused(function: &str, error: &OctalError) -> RunError {
    RunError::Refused { function: function.into(), message: error.to_string() }
}

fn game(value: &Value, function: &str) -> Evaluated<Rules> {
    match value {
        Value::Text(text) => text.as_str().parse().map_err(|error| refused(function, &error)),
        _ => Err(RunError::Refused {
            function: function.into(),
            message: "the first argument is the code or name of a game, in quotation marks".into(),
        }),
    }
}

fn heap_size(context: &mut Context<'_>, value: &Value, function: &str) -> Evaluated<usize> {
    let size = context.count(value, LARGEST, &format!("the heap of `{function}`"))?;
    Ok(usize::try_from(size).unwrap_or(usize::MAX))
}

fn heaps(context: &mut Context<'_>, items: &[Value], function: &str) -> Evaluated<Vec<usize>> {
    items.iter().map(|item| heap_size(context, item, function)).collect()
}

/// The settings of the library within the limits of the session.
fn settings(context: &Context<'_>) -> Settings {
    let default = Settings::default();
    let memory = usize::try_from(context.engine.limits().memory).unwrap_or(usize::MAX);
    Settings { memory: default.memory.min(memory), ..default }
}

/// The values of `heaps`, computed as far as needed.
fn values(
    context: &mut Context<'_>,
    known: &Sequences,
    game: &Rules,
    heaps: &[usize],
) -> Evaluated<Vec<u32>> {
    let count = heaps.iter().max().map_or(0, |&largest| largest + 1);
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= KEPT && !known.contains_key(game) {
        known.clear();
    }
    let sequence = match known.entry(game.clone()) {
        std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
        std::collections::hash_map::Entry::Vacant(entry) => {
            let sequence = Sequence::new(game, settings(context));
            entry.insert(sequence.map_err(|error| refused("nimsequence", &error))?)
        }
    };
    while sequence.known() < count {
        let target = (sequence.known() + STEP).min(count);
        let interrupt = context.engine.limits().interrupt.clone();
        let extended = sequence.extend(target, &interrupt);
        // Says that it was interrupted in the words of the engine.
        context.engine.look(0)?;
        extended.map_err(|error| refused("nimsequence", &error))?;
    }
    let value = |&heap: &usize| {
        sequence.value(heap).ok_or_else(|| RunError::Refused {
            function: "nimsequence".into(),
            message: format!("the value of heap {heap} was dropped to save memory"),
        })
    };
    heaps.iter().map(value).collect()
}

/// What is found about the period among `most` heaps.
fn period(context: &mut Context<'_>, game: &Rules, most: u64) -> Evaluated<Value> {
    let fail = |error: OctalError| refused("period", &error);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut run = Run::new(game, settings(context)).map_err(fail)?;
    let interrupt = context.engine.limits().interrupt.clone();
    while run.finding().is_none() && run.sequence().known() < most {
        let heaps = (run.sequence().known() + STEP).min(most);
        let ending =
            run.go(Limits { heaps, time: None, all_heaps: false }, &interrupt, &mut |_| Ok(()));
        context.engine.look(0)?;
        if let cg_octal::Ending::Limit(message) = ending.map_err(fail)? {
            return Err(RunError::Refused { function: "period".into(), message });
        }
    }
    let mut record: Vec<(&str, Value)> = Vec::new();
    let natural = |value: u64| context.integer_value(value.into());
    if let Some(finding) = run.finding() {
        record.push(("period", natural(finding.period.period)));
        record.push(("preperiod", natural(finding.period.preperiod)));
        record.push(("saltus", natural(finding.period.saltus)));
    }
    record
        .push(("proved", Value::Truth(run.finding().is_some_and(|found| found.method.is_some()))));
    record.push(("heaps", natural(run.sequence().known() as u64)));
    record.push(("maximum", natural(run.maximum().0.into())));
    let mut pairs = Vec::new();
    for (name, value) in record {
        let name = context.text(name);
        pairs.push(context.list(vec![name, value])?);
    }
    context.list(pairs)
}
