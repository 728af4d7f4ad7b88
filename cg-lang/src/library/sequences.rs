//! Questions about lists and texts, what is made of them, and choices by a seed.

use dashu_int::IBig;

use super::values::list;
use crate::builtin::{BuiltIn, Special};
use crate::context::{Context, RunResult, wrong_kind};
use crate::error::RunError;
use crate::value::Value;

/// Questions about items, and lists and texts made of others.
pub(super) fn on_items() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "any",
            "any(F, list)",
            "Whether F(x) is true for some x in the list; any(list) of truth values.",
            1..=2,
            |context, values| {
                let found = position(context, "any", &values[0], true)?;
                Ok(found.is_some().into())
            },
        )
        .special_form(Special::First(true)),
        BuiltIn::new(
            "all",
            "all(F, list)",
            "Whether F(x) is true for all x in the list; all(list) of truth values.",
            1..=2,
            |context, values| {
                let found = position(context, "all", &values[0], false)?;
                Ok(found.is_none().into())
            },
        )
        .special_form(Special::First(false)),
        BuiltIn::new(
            "count",
            "count(F, list)",
            "For how many x in the list F(x) is true; count(s, x): how often x is in a list or a text.",
            1..=2,
            |context, values| match values {
                [truths] => {
                    let mut count = 0;
                    for item in list(truths, "count")? {
                        count += i64::from(context.truth(item, "an item that `count` counts")?);
                    }
                    Ok(Value::from(count))
                }
                values => {
                    let count = places(context, "count", &values[0], &values[1])?.len();
                    Ok(context.integer_value(count.into()))
                }
            },
        )
        .with_sentences()
        .special_form(Special::OverItems),
        BuiltIn::new(
            "find",
            "find(F, list)",
            "Where the first x is for which F(x) is true, or -1; find(s, x): where x is in a list or a text.",
            1..=2,
            |context, values| {
                let found = match values {
                    [truths] => position(context, "find", truths, true)?,
                    values => first_place(context, &values[0], &values[1])?,
                };
                Ok(match found {
                    Some(at) => context.integer_value(at.into()),
                    None => Value::from(-1),
                })
            },
        )
        .with_sentences()
        .special_form(Special::OverItems),
        BuiltIn::new(
            "replace",
            "replace(s, x, y)",
            "A list or a text with y for each x in it.",
            3..=3,
            |context, values| match values {
                [Value::Text(text), Value::Text(old), Value::Text(new)] => {
                    if old.as_str().is_empty() {
                        return Err(refused("replace", "the text to be replaced is empty"));
                    }
                    let growth = text.as_str().len() / old.as_str().len() * new.as_str().len();
                    context.admit(growth + text.as_str().len())?;
                    Ok(context.text(text.as_str().replace(old.as_str(), new.as_str())))
                }
                [Value::Text(_), old @ Value::Text(_), new] | [Value::Text(_), new, old] => {
                    let odd = if matches!(old, Value::Text(_)) { new } else { old };
                    Err(wrong_kind("what `replace` puts into a text", "a text", odd))
                }
                values => {
                    let mut items = Vec::new();
                    for item in list(&values[0], "replace")? {
                        context.engine.check()?;
                        let same = context.same(item, &values[1])?;
                        items.push(if same { values[2].clone() } else { item.clone() });
                    }
                    context.list(items)
                }
            },
        )
        .with_sentences(),
        BuiltIn::new(
            "split",
            "split(text, by)",
            "The list of the parts of a text between the texts `by`.",
            2..=2,
            |context, values| {
                let (Value::Text(text), Value::Text(by)) = (&values[0], &values[1]) else {
                    let odd = values.iter().find(|value| !matches!(value, Value::Text(_)));
                    return Err(wrong_kind(
                        "an argument of `split`",
                        "a text",
                        odd.expect("not both are texts"),
                    ));
                };
                if by.as_str().is_empty() {
                    return Err(refused("split", "the text to split by is empty"));
                }
                let parts = text.as_str().split(by.as_str());
                context.admit(text.length() * size_of::<Value>())?;
                let parts = parts.map(|part| context.text(part)).collect();
                context.list(parts)
            },
        )
        .with_sentences(),
        BuiltIn::new(
            "join",
            "join(list, by)",
            "The items of a list as texts, one behind the other, with the text `by` between them.",
            2..=2,
            |context, values| {
                let Value::Text(by) = &values[1] else {
                    return Err(wrong_kind("what `join` puts between texts", "a text", &values[1]));
                };
                let mut joined = String::new();
                for (at, item) in list(&values[0], "join")?.iter().enumerate() {
                    let part = context.as_text(item)?;
                    context.admit(joined.len() + by.as_str().len() + part.len())?;
                    if at > 0 {
                        joined += by.as_str();
                    }
                    joined += &part;
                }
                Ok(context.text(joined))
            },
        ),
        BuiltIn::new(
            "chunks",
            "chunks(s, n)",
            "A list or a text cut into pieces of n items, the last as long as is left.",
            2..=2,
            |context, values| {
                let most = i64::MAX.unsigned_abs();
                let size = context.count(&values[1], most, "the length of a piece of `chunks`")?;
                let size = usize::try_from(size).unwrap_or(usize::MAX);
                if size == 0 {
                    return Err(refused("chunks", "pieces have at least one item"));
                }
                if let Value::Text(text) = &values[0] {
                    let signs: Vec<char> = text.as_str().chars().collect();
                    context.admit(signs.len() * size_of::<Value>())?;
                    let pieces = signs.chunks(size);
                    let pieces = pieces.map(|piece| context.text(piece.iter().collect::<String>()));
                    let pieces = pieces.collect();
                    return context.list(pieces);
                }
                let mut pieces = Vec::new();
                for piece in list(&values[0], "chunks")?.chunks(size) {
                    context.engine.check()?;
                    pieces.push(context.list(piece.to_vec())?);
                }
                context.list(pieces)
            },
        )
        .that_keeps_positions()
        .with_sentences(),
        BuiltIn::new(
            "zip",
            "zip(a, b, ...)",
            "The list of the lists of items at the same place, as long as the shortest list.",
            1..=usize::MAX,
            |context, values| {
                let lists: Vec<&[Value]> =
                    values.iter().map(|value| list(value, "zip")).collect::<RunResult<_>>()?;
                let length = lists.iter().map(|list| list.len()).min().unwrap_or(0);
                let mut rows = Vec::new();
                for at in 0..length {
                    context.engine.check()?;
                    let row = lists.iter().map(|list| list[at].clone()).collect();
                    rows.push(context.list(row)?);
                }
                context.list(rows)
            },
        )
        .that_keeps_positions(),
    ]
}

fn refused(function: &str, message: &str) -> RunError {
    RunError::Refused { function: function.into(), message: message.into() }
}

/// Where the first of these truth values is the `wanted` one.
fn position(
    context: &mut Context<'_>,
    name: &str,
    truths: &Value,
    wanted: bool,
) -> RunResult<Option<usize>> {
    let place = format!("an item that `{name}` looks at");
    for (at, item) in list(truths, name)?.iter().enumerate() {
        if context.truth(item, &place)? == wanted {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Where x begins in a list or, without overlaps, in a text.
fn places(
    context: &mut Context<'_>,
    name: &str,
    sequence: &Value,
    x: &Value,
) -> RunResult<Vec<usize>> {
    let mut found = Vec::new();
    match (sequence, x) {
        (Value::Text(text), Value::Text(part)) => {
            if part.as_str().is_empty() {
                return Err(refused(name, "the text to look for is empty"));
            }
            found.extend(text.as_str().match_indices(part.as_str()).map(|(at, _)| at));
        }
        (Value::Text(_), other) => {
            return Err(wrong_kind(&format!("what `{name}` looks for in a text"), "a text", other));
        }
        (sequence, wanted) => {
            for (at, item) in list(sequence, name)?.iter().enumerate() {
                context.engine.check()?;
                if context.same(item, wanted)? {
                    found.push(at);
                }
            }
        }
    }
    Ok(found)
}

fn first_place(context: &mut Context<'_>, sequence: &Value, x: &Value) -> RunResult<Option<usize>> {
    let first = places(context, "find", sequence, x)?.first().copied();
    Ok(match sequence {
        // Texts are indexed by character.
        Value::Text(text) => first.map(|at| text.as_str()[..at].chars().count()),
        _ => first,
    })
}

// Choices by a seed: the same seed gives the same choice, on any machine.

/// Choices for experiments.
pub(super) fn by_seed() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "random",
            "random(a, b, seed)",
            "An integer from a to b, both included, that the integer `seed` chooses.",
            3..=3,
            |context, values| {
                let low = context.integer(&values[0], "the least number of `random`")?;
                let high = context.integer(&values[1], "the greatest number of `random`")?;
                if high < low {
                    return Err(refused("random", "there is no number between the ends"));
                }
                let mut source = seeded(context, "random", &values[2])?;
                let span = high - &low + IBig::ONE;
                Ok(context.integer_value(low + source.below(&span)))
            },
        ),
        BuiltIn::new(
            "choice",
            "choice(list, seed)",
            "The item of a list that the integer `seed` chooses.",
            2..=2,
            |context, values| {
                let items = list(&values[0], "choice")?;
                if items.is_empty() {
                    return Err(refused("choice", "an empty list has nothing to choose"));
                }
                let mut source = seeded(context, "choice", &values[1])?;
                Ok(items[source.index(items.len())].clone())
            },
        )
        .that_keeps_positions(),
        BuiltIn::new(
            "shuffle",
            "shuffle(list, seed)",
            "The items of a list in an order that the integer `seed` chooses.",
            2..=2,
            |context, values| {
                let mut items = list(&values[0], "shuffle")?.to_vec();
                let mut source = seeded(context, "shuffle", &values[1])?;
                // Fisher and Yates: each order comes up equally often.
                for last in (1..items.len()).rev() {
                    context.engine.check()?;
                    items.swap(last, source.index(last + 1));
                }
                context.list(items)
            },
        )
        .that_keeps_positions(),
    ]
}

/// The generator `SplitMix64` of Steele, Lea and Flood (2014).
struct SplitMix(u64);

fn seeded(context: &mut Context<'_>, name: &str, seed: &Value) -> RunResult<SplitMix> {
    let seed = context.integer(seed, &format!("the seed of `{name}`"))?;
    let word = seed % IBig::from(u64::MAX);
    let positive = if word < IBig::ZERO { word + IBig::from(u64::MAX) } else { word };
    Ok(SplitMix(u64::try_from(positive).expect("a remainder by a word is a word")))
}

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number from 0 up to and without `end`, which is positive. 64 bits more than
    /// needed make the difference between the chances too small to be noticed.
    fn below(&mut self, end: &IBig) -> IBig {
        let words = dashu_int::ops::BitTest::bit_len(end) / 64 + 2;
        let mut number = IBig::ZERO;
        for _ in 0..words {
            number = (number << 64) + IBig::from(self.next());
        }
        number % end
    }

    fn index(&mut self, length: usize) -> usize {
        let chosen = self.below(&IBig::from(length));
        usize::try_from(chosen).expect("it is less than a length")
    }
}
