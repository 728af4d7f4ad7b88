//! Operations on values: where integers become games, and what is refused.

mod arithmetic;
mod beside;
mod compare;
mod print;
mod sequence;

pub(crate) use print::atom;

use cg_core::{Dyadic, Game, Notation};
use cg_simplify::{Engine, Form};
use dashu_int::{IBig, UBig};

use crate::builtin::BuiltIns;
use crate::compile::Names;
use crate::error::RunError;
use crate::value::{Heap, MOST_NESTED, Value};

/// The result of an operation on values.
pub type Run<T> = Result<T, RunError>;

/// The largest integers that the language computes with, in bits: about a
/// million decimal digits, so that printing them stays a matter of seconds.
pub const MOST_INTEGER_BITS: usize = 1 << 22;

/// What operations on values need: the engine, the memory of lists and texts,
/// and the notation in which games are shown.
pub struct Context<'a> {
    /// The engine that holds the games.
    pub engine: &'a mut Engine,
    pub(crate) heap: &'a Heap,
    pub(crate) notation: Notation,
    pub(crate) function_names: &'a Names,
    pub(crate) builtins: &'a BuiltIns,
}

impl Context<'_> {
    /// The game that `value` is; `place` says which value it is in the error.
    ///
    /// # Errors
    /// A value that is no game; the engine's errors.
    pub fn game(&mut self, value: &Value, place: &str) -> Run<Game> {
        match value {
            Value::Game(game) => Ok(*game),
            Value::Form(form) => Ok(self.engine.value(*form)?),
            Value::Integer(0) => Ok(Game::ZERO),
            Value::Integer(value) => Ok(self.engine.integer(&IBig::from(*value))?),
            Value::Big(value) => Ok(self.engine.integer(value)?),
            Value::Text(_) => Err(RunError::WrongKind {
                place: place.into(),
                expected: "a game".into(),
                found: value.kind().into(),
                help: Some(
                    "a position is a call of the function with its rules: `F(\"...\")`".into(),
                ),
            }),
            _ => Err(wrong_kind(place, "a game", value)),
        }
    }

    /// The number that `value` is.
    ///
    /// # Errors
    /// A value that is no number; the engine's errors.
    pub fn number(&mut self, value: &Value, place: &str) -> Run<Dyadic> {
        if let Some(integer) = value.held_integer() {
            return Ok(Dyadic::from(integer));
        }
        match self.as_number(value)? {
            Some(number) => Ok(number),
            None => Err(self.wrong(place, "a number", value)),
        }
    }

    /// The integer that `value` is.
    ///
    /// # Errors
    /// A value that is no integer; the engine's errors.
    pub fn integer(&mut self, value: &Value, place: &str) -> Run<IBig> {
        if let Some(integer) = value.held_integer() {
            return Ok(integer);
        }
        let number = self.as_number(value)?;
        match number.as_ref().and_then(Dyadic::to_integer) {
            Some(integer) => Ok(integer.clone()),
            None => Err(self.wrong(place, "an integer", value)),
        }
    }

    /// The integer that `value` is, from 0 to `most`.
    ///
    /// # Errors
    /// A value that is no such integer; the engine's errors.
    pub fn count(&mut self, value: &Value, most: u64, place: &str) -> Run<u64> {
        let integer = self.integer(value, place)?;
        match u64::try_from(&integer) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(self.wrong(place, &format!("an integer from 0 to {most}"), value)),
        }
    }

    /// The integer, held small if it can be.
    pub fn integer_value(&self, value: IBig) -> Value {
        self.heap.integer(value)
    }

    /// A text of the program.
    pub fn text(&self, text: impl Into<String>) -> Value {
        self.heap.text(text)
    }

    /// What a function has to say about a game: prints without quotation marks.
    pub fn bare_text(&self, text: impl Into<String>) -> Value {
        self.heap.bare_text(text)
    }

    /// A list of these values.
    ///
    /// # Errors
    /// Lists nested too deep; the engine's errors.
    pub fn list(&mut self, mut items: Vec<Value>) -> Run<Value> {
        for item in &mut items {
            self.engine.check()?;
            self.normalize(item)?;
        }
        self.heap.list(items).ok_or(RunError::NestedTooDeep(MOST_NESTED))
    }

    /// Holds a game that is an integer as an integer, so that equal values are
    /// equal in lists and as arguments.
    pub(crate) fn normalize(&mut self, value: &mut Value) -> Run<()> {
        if let Value::Game(game) = *value
            && let Some(number) = self.engine.as_number(game)?
            && let Some(integer) = number.to_integer()
        {
            *value = self.heap.integer(integer.clone());
        }
        Ok(())
    }

    /// The form that `value` is: of a game its canonical form.
    ///
    /// # Errors
    /// A value that is no game; the engine's errors.
    pub fn form(&mut self, value: &Value, place: &str) -> Run<Form> {
        match value {
            Value::Form(form) => Ok(*form),
            value => {
                let game = self.game(value, place)?;
                Ok(self.engine.canonical_form(game)?)
            }
        }
    }

    /// The form with these options: two lists of games and forms.
    pub(crate) fn form_of(&mut self, left: &Value, right: &Value) -> Run<Value> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            if let Value::List(options) = options {
                for option in options.items() {
                    side.push(self.form(option, "an option")?);
                }
            }
        }
        let [left, right] = sides;
        Ok(Value::Form(self.engine.form(&left, &right)?))
    }

    /// The value with forms, those in lists too, replaced by the games that they
    /// are.
    pub(crate) fn simplified(&mut self, value: Value) -> Run<Value> {
        match &value {
            Value::Form(form) => Ok(Value::Game(self.engine.value(*form)?)),
            // Lists are nested only so deep.
            Value::List(list) if list.holds_forms() => {
                let items = list.items().iter().map(|item| self.simplified(item.clone()));
                let items = items.collect::<Run<Vec<Value>>>()?;
                self.list(items)
            }
            _ => Ok(value),
        }
    }

    /// The truth value that `value` is.
    ///
    /// # Errors
    /// Any other value.
    pub fn truth(&self, value: &Value, place: &str) -> Run<bool> {
        match value {
            Value::Truth(truth) => Ok(*truth),
            _ => Err(wrong_kind(place, "a truth value", value)),
        }
    }

    /// The nimber of a number that counts from 0.
    pub(crate) fn nimber(&mut self, value: &Value) -> Run<Value> {
        let integer = self.integer(value, "the number of `*`")?;
        match UBig::try_from(integer) {
            Ok(number) => Ok(Value::Game(self.engine.nimber(&number)?)),
            Err(_) => Err(RunError::NegativeNimber(self.show(value))),
        }
    }

    /// The up of a number.
    pub(crate) fn up(&mut self, value: &Value) -> Run<Value> {
        let order = self.number(value, "the number of `^`")?;
        Ok(Value::Game(self.engine.up(&order)?))
    }

    fn wrong(&mut self, place: &str, expected: &str, value: &Value) -> RunError {
        let found = match value {
            Value::Integer(_) | Value::Big(_) | Value::Game(_) | Value::Form(_) => self.show(value),
            _ => value.kind().to_owned(),
        };
        RunError::WrongKind { place: place.into(), expected: expected.into(), found, help: None }
    }
}

pub(crate) fn wrong_kind(place: &str, expected: &str, value: &Value) -> RunError {
    RunError::WrongKind {
        place: place.into(),
        expected: expected.into(),
        found: value.kind().into(),
        help: None,
    }
}
