//! Sets and dictionaries: how they are made, and their functions in the language.

use crate::builtin::BuiltIn;
use crate::collection::{Collection, Sort, compare, key};
use crate::context::{Context, RunResult, wrong_kind};
use crate::error::RunError;
use crate::value::Value;

// Making collections.

impl Context<'_> {
    /// A value as keys are held: equal values are equal, and forms are their games.
    fn as_key(&mut self, value: &Value) -> RunResult<Value> {
        let mut key = self.simplified(value.clone())?;
        self.normalize(&mut key)?;
        Ok(key)
    }

    /// The set of these values.
    pub(crate) fn set_of(&mut self, values: &[Value]) -> RunResult<Value> {
        let mut keys = Vec::with_capacity(values.len());
        for value in values {
            self.engine.check()?;
            keys.push(self.as_key(value)?);
        }
        self.sort_watched(&mut keys, compare)?;
        keys.dedup();
        self.collection(Sort::Set, keys)
    }

    /// The dictionary of these pairs; of several with one key the last counts.
    pub(crate) fn dictionary_of(&mut self, pairs: &[Value]) -> RunResult<Value> {
        let mut keyed = Vec::with_capacity(pairs.len());
        for item in pairs {
            self.engine.check()?;
            let pair = match item {
                Value::List(list) => list.items(),
                _ => &[],
            };
            let [key, value] = pair else {
                let found = self.show(item);
                return Err(RunError::WrongKind {
                    place: "an item of `dict`".into(),
                    expected: "a list of a key and its value".into(),
                    found,
                    help: Some("write `dict([[\"a\", 1], [\"b\", 2]])`".into()),
                });
            };
            let pair = vec![self.as_key(key)?, value.clone()];
            keyed.push(self.list(pair)?);
        }
        self.sort_watched(&mut keyed, |a, b| compare(key(a), key(b)))?;
        // The order of pairs with one key is that in which they came.
        let mut kept: Vec<Value> = Vec::with_capacity(keyed.len());
        for item in keyed {
            match kept.last_mut() {
                Some(last) if key(last) == key(&item) => *last = item,
                _ => kept.push(item),
            }
        }
        self.collection(Sort::Dictionary, kept)
    }

    /// A collection of items that are normal and in order.
    fn collection(&mut self, sort: Sort, items: Vec<Value>) -> RunResult<Value> {
        let Value::List(items) = self.list_of_normal(items)? else {
            unreachable!("a list is a list")
        };
        Ok(Value::Collection(self.heap.share(Collection { sort, items }, 0)))
    }

    /// What is in both, or in one of two sets or dictionaries; the values are those of
    /// the second.
    fn united(&mut self, a: &Collection, b: &Collection) -> RunResult<Value> {
        self.admit((a.items().len() + b.items().len()) * size_of::<Value>())?;
        let both = [a.items(), b.items()].concat();
        match a.sort {
            Sort::Set => self.set_of(&both),
            Sort::Dictionary => self.dictionary_of(&both),
        }
    }

    /// `a ++ b`
    pub(crate) fn join_collections(&mut self, a: &Collection, b: &Value) -> RunResult<Value> {
        match b {
            Value::Collection(b) if a.sort == b.sort => self.united(a, b),
            other => {
                let expected = format!("{}, as the other side is", a.kind());
                Err(wrong_kind("one side of `++`", &expected, other))
            }
        }
    }

    /// The value that a dictionary has for a key. An outcome and the texts that say it are one
    /// key.
    fn value_at<'c>(&self, dictionary: &'c Collection, key: &Value) -> Option<&'c Value> {
        let other = || self.same_keys(key).iter().find_map(|key| dictionary.get(key));
        dictionary.get(key).or_else(other)
    }

    /// `d[key]`
    pub(crate) fn looked_up(&mut self, dictionary: &Collection, at: &Value) -> RunResult<Value> {
        let key = self.as_key(at)?;
        match self.value_at(dictionary, &key) {
            Some(value) => Ok(value.clone()),
            None if dictionary.is_dictionary() => Err(RunError::NoKey { key: self.show(&key) }),
            None => Err(RunError::WrongKind {
                place: "what is indexed".into(),
                expected: "a list, a text, a board or a dictionary".into(),
                found: "a set".into(),
                help: Some("`contains(s, x)` says whether x is in it".into()),
            }),
        }
    }

    /// Whether a value is in a set, or is a key of a dictionary.
    pub(crate) fn is_in(&mut self, collection: &Collection, value: &Value) -> RunResult<bool> {
        let key = self.as_key(value)?;
        let mut keys = self.same_keys(&key);
        keys.push(key);
        Ok(keys.iter().any(|key| collection.contains(key)))
    }
}

// The functions of the language.

/// The functions on sets and dictionaries.
pub(crate) fn functions() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "setof",
            "setof(list)",
            "The set of the values in a list: each is there once, and their order does not matter.",
            1..=1,
            |context, values| {
                let items = items(&values[0], "setof")?;
                context.set_of(items)
            },
        ),
        BuiltIn::new(
            "dict",
            "dict(pairs)",
            "The dictionary of a list of pairs [key, value]: d[key] is the value.",
            1..=1,
            |context, values| {
                let items = items(&values[0], "dict")?;
                context.dictionary_of(items)
            },
        ),
        BuiltIn::new(
            "items",
            "items(s)",
            "The list of the values of a set, or of the pairs of a dictionary.",
            1..=1,
            |_, values| Ok(collection(&values[0], "items")?.list()),
        ),
        BuiltIn::new(
            "keys",
            "keys(d)",
            "The list of the keys of a dictionary.",
            1..=1,
            |context, values| {
                let pairs = dictionary(&values[0], "keys")?.items();
                context.list(pairs.iter().map(|item| key(item).clone()).collect())
            },
        ),
        BuiltIn::new(
            "get",
            "get(d, key, x)",
            "The value that a dictionary has for a key, and x when it has none.",
            3..=3,
            |context, values| {
                let dictionary = dictionary(&values[0], "get")?;
                let key = context.as_key(&values[1])?;
                Ok(context.value_at(dictionary, &key).unwrap_or(&values[2]).clone())
            },
        ),
        BuiltIn::new(
            "common",
            "common(a, b)",
            "The set of the values that are in both sets.",
            2..=2,
            |context, values| kept(context, "common", values, true),
        ),
        BuiltIn::new(
            "without",
            "without(a, b)",
            "The set of the values of the set a that are not in the set b.",
            2..=2,
            |context, values| kept(context, "without", values, false),
        ),
    ]
}

fn collection<'v>(value: &'v Value, name: &str) -> RunResult<&'v Collection> {
    match value {
        Value::Collection(collection) => Ok(collection),
        other => {
            let place = format!("the argument of `{name}`");
            Err(wrong_kind(&place, "a set or a dictionary", other))
        }
    }
}

fn dictionary<'v>(value: &'v Value, name: &str) -> RunResult<&'v Collection> {
    match value {
        Value::Collection(collection) if collection.is_dictionary() => Ok(collection),
        other => Err(wrong_kind(&format!("the argument of `{name}`"), "a dictionary", other)),
    }
}

fn set<'v>(value: &'v Value, name: &str) -> RunResult<&'v Collection> {
    match value {
        Value::Collection(collection) if !collection.is_dictionary() => Ok(collection),
        other => Err(wrong_kind(&format!("an argument of `{name}`"), "a set", other)),
    }
}

/// The items of a list or of a collection.
fn items<'v>(value: &'v Value, name: &str) -> RunResult<&'v [Value]> {
    match value {
        Value::Collection(collection) => Ok(collection.items()),
        value => super::values::list(value, name),
    }
}

/// The values of the first set of which this is true: they are in the second.
fn kept(context: &mut Context<'_>, name: &str, values: &[Value], inside: bool) -> RunResult<Value> {
    let (a, b) = (set(&values[0], name)?, set(&values[1], name)?);
    let mut kept = Vec::new();
    for item in a.items() {
        context.engine.check()?;
        if b.contains(item) == inside {
            kept.push(item.clone());
        }
    }
    context.collection(Sort::Set, kept)
}

#[cfg(test)]
mod tests {
    use cg_core::Registry;
    use cg_simplify::Engine;

    use super::*;
    use crate::heap::Heap;
    use crate::value::Names;

    /// Against a search through the whole list.
    #[test]
    fn collections_hold_what_a_list_holds() {
        let mut engine = Engine::new(Registry::empty(), cg_core::Limits::default()).unwrap();
        let (heap, names) = (Heap::default(), Names::default());
        let mut stoppers = cg_loopy::Stoppers::default();
        let mut context = Context {
            engine: &mut engine,
            stoppers: &mut stoppers,
            loops: &mut crate::loops::Loops::default(),
            heap: &heap,
            notation: cg_core::Notation::default(),
            function_names: &names,
            builtin_names: &names,
        };
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let mut pool = Vec::new();
            for _ in 0..random.usize(0..12) {
                let n = random.i64(-3..4);
                let one = match random.u8(0..5) {
                    0 => heap.text(n.to_string()),
                    1 => Value::Truth(n > 0),
                    2 => context.list(vec![Value::Integer(n), heap.text("x")]).unwrap(),
                    3 => heap.integer(dashu_int::IBig::from(n) << 70),
                    _ => Value::Integer(n),
                };
                pool.push(one);
            }
            let set = context.set_of(&pool).unwrap();
            let Value::Collection(found) = &set else { panic!("{set:?}") };
            let ascending = found.items().windows(2).all(|w| compare(&w[0], &w[1]).is_lt());
            assert!(ascending, "{found:?}");
            for value in &pool {
                assert!(context.is_in(found, value).unwrap());
            }
            assert!(found.items().iter().all(|item| pool.contains(item)));
            random.shuffle(&mut pool);
            assert_eq!(context.set_of(&pool).unwrap(), set);
            let pairs: Vec<Value> = pool
                .iter()
                .zip(0..)
                .map(|(key, at)| context.list(vec![key.clone(), Value::Integer(at)]).unwrap())
                .collect();
            let made = context.dictionary_of(&pairs).unwrap();
            let Value::Collection(dictionary) = &made else { panic!("{made:?}") };
            assert_eq!(dictionary.items().len(), found.items().len());
            for value in &pool {
                let last = pool.iter().rposition(|other| other == value).unwrap();
                let last = Value::Integer(i64::try_from(last).unwrap());
                assert_eq!(context.looked_up(dictionary, value).unwrap(), last);
            }
        }
    }
}
