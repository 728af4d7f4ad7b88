//! Functions on integers and numbers.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, Gcd};
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::builtin::{BuiltIn, Native, Special, only_compiled};
use crate::context::{Context, LONG, Ordered, RunResult, wrong_kind};
use crate::error::RunError;
use crate::value::{MOST_INTEGER_BITS, Value};

/// Functions on integers and numbers.
pub(super) fn on_numbers() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "min",
            "min(a, b, ...)",
            "The smallest of some numbers, or of a list; min(F, list): the item x with the least F(x).",
            1..=usize::MAX,
            |context, values| extreme(context, "min", values, Ordering::Less),
        )
        .with_keys(|context, pairs| {
            let pairs = list(&pairs[0], "min")?;
            by_key(context, "min", pairs, |candidate, best| candidate < best)
        })
        .with_instruction(Native::Extreme(Ordering::Less)),
        BuiltIn::new(
            "max",
            "max(a, b, ...)",
            "The largest of some numbers, or of a list; max(F, list): the item x with the largest F(x).",
            1..=usize::MAX,
            |context, values| extreme(context, "max", values, Ordering::Greater),
        )
        .with_keys(|context, pairs| {
            let pairs = list(&pairs[0], "max")?;
            by_key(context, "max", pairs, |candidate, best| candidate > best)
        })
        .with_instruction(Native::Extreme(Ordering::Greater)),
        BuiltIn::new(
            "abs",
            "abs(a)",
            "The absolute value of a number.",
            1..=1,
            |context, values| {
                if let Value::Rational(number) = &values[0] {
                    return context.rational_value((**number).clone().abs());
                }
                let number = context.number(&values[0], "the argument of `abs`")?;
                context.number_value(&number.abs())
            },
        ),
        BuiltIn::new(
            "gcd",
            "gcd(a, b, ...)",
            "The greatest common divisor of some integers; of zeros, 0.",
            1..=usize::MAX,
            |context, values| {
                let mut divisor = IBig::ZERO;
                for value in values {
                    let value = context.integer(value, "an argument of `gcd`")?;
                    // Of two zeros the library knows none.
                    if !value.is_zero() || !divisor.is_zero() {
                        divisor = common_divisor(context, divisor, value)?;
                    }
                }
                Ok(context.integer_value(divisor))
            },
        ),
        BuiltIn::new(
            "pow",
            "pow(a, b)",
            "The integer a to the power b, b at least 0. Also written `a ** b`.",
            2..=2,
            |context, values| integer_power(context, "pow", &values[0], &values[1]),
        ),
        BuiltIn::new(
            "xor",
            "xor(a, b)",
            "The nim-sum of two integers: addition in binary without carries. Also written `a xor b`.",
            2..=2,
            |context, values| context.xor(&values[0], &values[1]),
        ),
    ]
}

/// The first number to which no other stands as `beats` says.
fn extreme(
    context: &mut Context<'_>,
    name: &str,
    values: &[Value],
    beats: Ordering,
) -> RunResult<Value> {
    let items = match values {
        [Value::List(list)] => list.items(),
        values => values,
    };
    let integer = |item: &Value| match item {
        Value::Integer(integer) => Some(*integer),
        _ => None,
    };
    let better = |one: i64, other: i64| if other.cmp(&one) == beats { other } else { one };
    let machine = items.iter().map(integer).reduce(|one, other| Some(better(one?, other?)));
    if let Some(Some(best)) = machine {
        return Ok(Value::Integer(best));
    }
    let place = format!("an argument of `{name}`");
    let mut best = None;
    for item in items {
        let number = context.ordered(item, &place)?;
        if best.as_ref().is_none_or(|(_, best)| number.cmp(best) == beats) {
            best = Some((item, number));
        }
    }
    match best {
        Some((value, _)) => Ok(value.clone()),
        None => Err(RunError::Refused {
            function: name.into(),
            message: "an empty list has no smallest and no largest value".into(),
        }),
    }
}

/// An integer to the power of another, for `sign`.
pub(crate) fn integer_power(
    context: &mut Context<'_>,
    sign: &str,
    base: &Value,
    exponent: &Value,
) -> RunResult<Value> {
    let base = context.integer(base, &format!("the base of `{sign}`"))?;
    let trivial = base.is_zero() || base.is_one() || base == -IBig::ONE;
    let exponent = context.integer(exponent, &format!("the exponent of `{sign}`"))?;
    if exponent < IBig::ZERO {
        return Err(RunError::Refused {
            function: sign.into(),
            message: format!("the exponent {} is negative", context.show_integer(&exponent)),
        });
    }
    // The powers of 0, 1 and -1 depend on whether the exponent is 0 and on its last bit.
    let small = if trivial {
        usize::from(exponent.bit(0)) + if exponent > IBig::ONE { 2 } else { 0 }
    } else {
        let most = MOST_INTEGER_BITS / base.bit_len().saturating_sub(1).max(1);
        match usize::try_from(&exponent) {
            Ok(exponent) if exponent <= most => exponent,
            _ => return Err(RunError::IntegerTooLarge),
        }
    };
    context.checked(base.pow(small))
}

/// The greatest common divisor of two integers that are not both 0.
fn common_divisor(context: &mut Context<'_>, a: IBig, b: IBig) -> RunResult<IBig> {
    let divisor = move |a: &IBig, b: &IBig| IBig::from(a.gcd(b));
    if a.bit_len().min(b.bit_len()) < LONG {
        return Ok(divisor(&a, &b));
    }
    context.beside(move || divisor(&a, &b))
}

// Functions on lists and texts.

/// Functions on lists and texts.
pub(super) fn on_sequences() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "len",
            "len(s)",
            "How many items a list, or characters a text, has.",
            1..=1,
            |context, values| match context.length(&values[0]) {
                Some(length) => Ok(context.integer_value(length.into())),
                None => Err(wrong_kind("the argument of `len`", "a list or a text", &values[0])),
            },
        )
        .with_sentences()
        .with_instruction(Native::Length)
        .that_keeps_positions(),
        BuiltIn::new(
            "sum",
            "sum(list)",
            "The disjunctive sum of the games in a list.",
            1..=1,
            |context, values| {
                // The engine adds many games at once, each subgroup its own.
                let (mut games, mut others) = (Vec::new(), Value::Integer(0));
                for item in list(&values[0], "sum")? {
                    match item {
                        Value::Game(game) => games.push(*game),
                        _ => others = context.add(&others, item)?,
                    }
                }
                if games.is_empty() {
                    return Ok(others);
                }
                let sum = Value::Game(context.engine.sum(&games)?);
                context.add(&others, &sum)
            },
        )
        .special_form(Special::Sum),
        BuiltIn::new(
            "range",
            "range(a, b)",
            "The list of the integers from a to b, both included.",
            2..=2,
            |context, values| {
                let first = context.integer(&values[0], "the start of `range`")?;
                let last = context.integer(&values[1], "the end of `range`")?;
                let mut items = Vec::new();
                let mut next = first;
                while next <= last {
                    if items.len() % 4096 == 0 {
                        context.admit((items.len() + 4096) * size_of::<Value>())?;
                    }
                    context.engine.check()?;
                    items.push(context.integer_value(next.clone()));
                    next += 1;
                }
                context.list(items)
            },
        ),
        BuiltIn::new(
            "reverse",
            "reverse(s)",
            "A list or a text from back to front.",
            1..=1,
            |context, values| match &values[0] {
                Value::Text(text) => {
                    Ok(context.text(text.as_str().chars().rev().collect::<String>()))
                }
                value => {
                    let items = list(value, "reverse")?.iter().rev().cloned().collect();
                    context.list(items)
                }
            },
        )
        .that_keeps_positions()
        .with_sentences(),
        BuiltIn::new(
            "contains",
            "contains(s, x)",
            "Whether a list holds x, or a text has the text x in it.",
            2..=2,
            |context, values| match (&values[0], &values[1]) {
                (Value::Text(text), Value::Text(part)) => {
                    Ok(text.as_str().contains(part.as_str()).into())
                }
                (Value::Collection(collection), wanted) => {
                    Ok(context.is_in(collection, wanted)?.into())
                }
                (value, wanted) => {
                    for item in list(value, "contains")? {
                        context.engine.check()?;
                        if context.same(item, wanted)? {
                            return Ok(true.into());
                        }
                    }
                    Ok(false.into())
                }
            },
        )
        .with_sentences(),
        BuiltIn::new(
            "distinct",
            "distinct(list)",
            "The list without its repeated values, in the order of their first.",
            1..=1,
            |context, values| {
                // Normalized, equal values are equal; a form counts as its value.
                let mut seen: HashSet<Value, FxBuildHasher> = HashSet::default();
                let mut kept = Vec::new();
                for item in list(&values[0], "distinct")? {
                    context.engine.check()?;
                    let mut value = context.simplified(item.clone())?;
                    context.normalize(&mut value)?;
                    if seen.len() == seen.capacity() {
                        // The larger table is made beside the full one; the list grows too.
                        context.admit(4 * seen.capacity() * size_of::<Value>())?;
                    }
                    if seen.insert(value) {
                        kept.push(item.clone());
                    }
                }
                context.list(kept)
            },
        ),
        BuiltIn::new(
            "sort",
            "sort(list)",
            "A list of numbers, or of texts, in ascending order; sort(F, list): by the keys F(x).",
            1..=2,
            |context, values| match values {
                [items] => {
                    let items = list(items, "sort")?.iter();
                    sort(context, items.map(|item| (item.clone(), item.clone())).collect())
                }
                values => Err(wrong_kind("the first argument of `sort`", "a function", &values[0])),
            },
        )
        .with_keys(|context, pairs| {
            let pairs = list(&pairs[0], "sort")?.iter();
            let pairs = pairs.map(|pair| {
                let [key, item] = pair_of(pair);
                (key.clone(), item.clone())
            });
            sort(context, pairs.collect())
        }),
        BuiltIn::new(
            "groupby",
            "groupby(F, list)",
            "The dictionary of the items of a list by the value of F: each key has the list of its items.",
            2..=2,
            |_, values| Err(wrong_kind("the first argument of `groupby`", "a function", &values[0])),
        )
        .with_keys(|context, pairs| {
            let mut places: HashMap<Value, usize, FxBuildHasher> = HashMap::default();
            let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
            for pair in list(&pairs[0], "groupby")? {
                context.engine.check()?;
                let [key, item] = pair_of(pair);
                let mut key = context.simplified(key.clone())?;
                context.normalize(&mut key)?;
                let at = *places.entry(key.clone()).or_insert(groups.len());
                if at == groups.len() {
                    groups.push((key, Vec::new()));
                }
                groups[at].1.push(item.clone());
            }
            let mut pairs = Vec::with_capacity(groups.len());
            for (key, items) in groups {
                let items = context.list(items)?;
                pairs.push(context.list(vec![key, items])?);
            }
            context.dictionary_of(&pairs)
        }),
        BuiltIn::new(
            "map",
            "map(F, list)",
            "The list of F(x) for each x in the list.",
            2..=2,
            only_compiled,
        )
        .special_form(Special::Map),
        BuiltIn::new(
            "filter",
            "filter(F, list)",
            "The list of those x in the list of which F(x) is true.",
            2..=2,
            only_compiled,
        )
        .special_form(Special::Filter),
    ]
}

pub(crate) fn list<'v>(value: &'v Value, name: &str) -> RunResult<&'v [Value]> {
    match value {
        Value::List(list) => Ok(list.items()),
        _ => Err(wrong_kind(&format!("the argument of `{name}`"), "a list", value)),
    }
}

/// The key and the item of a pair that was made for a function with keys.
fn pair_of(pair: &Value) -> [&Value; 2] {
    let Value::List(pair) = pair else { unreachable!("keys stand in pairs") };
    [&pair.items()[0], &pair.items()[1]]
}

/// The item with the first key that no other beats.
fn by_key(
    context: &mut Context<'_>,
    name: &str,
    pairs: &[Value],
    beats: impl Fn(&Ordered, &Ordered) -> bool,
) -> RunResult<Value> {
    let place = format!("a key of `{name}`");
    let mut best: Option<(&Value, Ordered)> = None;
    for pair in pairs {
        let [key, item] = pair_of(pair);
        let key = context.ordered(key, &place)?;
        if best.as_ref().is_none_or(|(_, best)| beats(&key, best)) {
            best = Some((item, key));
        }
    }
    match best {
        Some((item, _)) => Ok(item.clone()),
        None => Err(RunError::Refused {
            function: name.into(),
            message: "an empty list has no smallest and no largest value".into(),
        }),
    }
}

/// The items in the order of their keys.
fn sort(context: &mut Context<'_>, mut pairs: Vec<(Value, Value)>) -> RunResult<Value> {
    // With the numbers that keys are, half of them once more while they are merged, and the answer.
    context.admit(pairs.len() * size_of::<(Ordered, Value)>() / 2 * 3 + size_of_val(&pairs[..]))?;
    if pairs.iter().all(|(key, _)| matches!(key, Value::Text(_) | Value::Outcome(_))) {
        for (key, _) in &mut pairs {
            *key = context.sentence(key);
        }
        sort_watched(context, &mut pairs, |(a, _), (b, _)| a.as_text().cmp(&b.as_text()))?;
        return context.list(pairs.into_iter().map(|(_, item)| item).collect());
    }
    let mut keyed: Vec<(Ordered, Value)> = Vec::with_capacity(pairs.len());
    for (key, item) in pairs {
        context.engine.check()?;
        match context.as_ordered(&key)? {
            Some(number) => keyed.push((number, item)),
            None => {
                return Err(RunError::Refused {
                    function: "sort".into(),
                    message: format!(
                        "{} has no place: only numbers, or only texts, are in order",
                        context.show(&key)
                    ),
                });
            }
        }
    }
    sort_watched(context, &mut keyed, |(a, _), (b, _)| a.cmp(b))?;
    context.list(keyed.into_iter().map(|(_, item)| item).collect())
}

/// How many items are sorted between two looks at the limits, at first.
const SORTED_AT_ONCE: usize = 1 << 14;

impl Context<'_> {
    /// Sorts, and looks at the limits meanwhile; equal items stay in their order.
    pub(crate) fn sort_watched<T>(
        &mut self,
        items: &mut [T],
        compare: impl Fn(&T, &T) -> Ordering,
    ) -> RunResult<()> {
        sort_watched(self, items, compare)
    }
}

/// Sorts stretch by stretch, each twice as long as those that it is merged from, and
/// looks at the limits in between. The library's sort finds stretches in order and
/// merges them.
fn sort_watched<T>(
    context: &mut Context<'_>,
    items: &mut [T],
    compare: impl Fn(&T, &T) -> Ordering,
) -> RunResult<()> {
    let mut stretch = SORTED_AT_ONCE;
    loop {
        for part in items.chunks_mut(stretch) {
            context.engine.look(0)?;
            part.sort_by(&compare);
        }
        if stretch >= items.len() {
            return Ok(());
        }
        stretch *= 2;
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Registry};

    use super::*;
    use crate::heap::Heap;
    use crate::value::Names;

    #[test]
    fn sorting_in_stretches_is_sorting() {
        let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default()).unwrap();
        let limits = engine.limits().clone();
        let (heap, names) = (Heap::default(), Names::default());
        let mut context = Context {
            engine: &mut engine,
            stoppers: &mut cg_loopy::Stoppers::default(),
            loops: &mut crate::loops::Loops::default(),
            heap: &heap,
            notation: cg_core::Notation::default(),
            function_names: &names,
            builtin_names: &names,
        };
        for length in [0, 1, SORTED_AT_ONCE, SORTED_AT_ONCE + 1, 3 * SORTED_AT_ONCE + 5] {
            // Equal keys tell whether the order of equals is kept.
            let mut items: Vec<(usize, usize)> =
                (0..length).map(|at| (at * 7919 % 1009, at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort_watched(&mut context, &mut items, |a, b| a.0.cmp(&b.0)).unwrap();
            assert_eq!(items, expected);
        }
        limits.interrupt.raise();
        assert!(sort_watched(&mut context, &mut [2, 1], Ord::cmp).is_err());
    }
}
