//! Operations on values: where integers become games, and what is refused.

mod exact;
mod loopy;
mod operators;
mod outcomes;
mod rationals;

pub(crate) use exact::MOST_EXACT;
pub(crate) use loopy::PASS;
pub(crate) use operators::Joining;
pub(crate) use rationals::Ordered;
use rationals::shortened;

use cg_core::{Dyadic, Game, Notation};
use cg_loopy::Stoppers;
use cg_simplify::{Engine, Form};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::error::RunError;
use crate::heap::Heap;
use crate::loops::Loops;
use crate::value::{MOST_NESTED, Names, Value};

/// The result of an operation on values.
pub type RunResult<T> = Result<T, RunError>;

/// What operations on values need: the engine, the memory of lists and texts,
/// and the notation in which games are shown.
pub struct Context<'a> {
    /// The engine that holds the games.
    pub engine: &'a mut Engine,
    /// Loopy games, which belong to the engine.
    pub stoppers: &'a mut Stoppers,
    /// Loopy games that are not closed yet.
    pub(crate) loops: &'a mut Loops,
    pub(crate) heap: &'a Heap,
    pub(crate) notation: Notation,
    pub(crate) function_names: &'a Names,
    /// The names of built-in functions, by number.
    pub(crate) builtin_names: &'a Names,
}

impl Context<'_> {
    /// The notation in which answers are printed.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The game that `value` is; `place` says which value it is in the error.
    ///
    /// # Errors
    /// A value that is no game; the engine's errors.
    pub fn game(&mut self, value: &Value, place: &str) -> RunResult<Game> {
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
            Value::Rational(value) => {
                Err(RunError::NotDyadic { quotient: shortened(&value.to_string()) })
            }
            Value::Open(_) => Err(RunError::StillOpen),
            Value::Loopy(_) => Err(RunError::WrongKind {
                place: place.into(),
                expected: "a game that ends".into(),
                found: self.show(value),
                help: Some("`:help loopy` lists what takes games that may go on for ever".into()),
            }),
            _ => Err(wrong_kind(place, "a game", value)),
        }
    }

    /// The number that `value` is.
    ///
    /// # Errors
    /// A value that is no number; the engine's errors.
    pub fn number(&mut self, value: &Value, place: &str) -> RunResult<Dyadic> {
        if let Some(integer) = value.held_integer() {
            return Ok(Dyadic::from(integer));
        }
        match self.as_number(value)? {
            Some(number) => Ok(number),
            None => {
                let transfinite = match value {
                    Value::Game(game) => self.engine.is_number(*game)?,
                    _ => false,
                };
                let expected = if transfinite { "a dyadic number" } else { "a number" };
                Err(self.wrong(place, expected, value))
            }
        }
    }

    /// The integer that `value` is.
    ///
    /// # Errors
    /// A value that is no integer; the engine's errors.
    pub fn integer(&mut self, value: &Value, place: &str) -> RunResult<IBig> {
        if let Some(integer) = value.held_integer() {
            return Ok(integer);
        }
        let number = self.as_number(value)?;
        match number.as_ref().and_then(Dyadic::to_integer) {
            Some(integer) => Ok(integer),
            None => Err(self.wrong(place, "an integer", value)),
        }
    }

    /// The integer that `value` is, from 0 to `most`.
    ///
    /// # Errors
    /// A value that is no such integer; the engine's errors.
    pub fn count(&mut self, value: &Value, most: u64, place: &str) -> RunResult<u64> {
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
    pub fn text(&self, text: impl AsRef<str> + Into<String>) -> Value {
        self.heap.text(text)
    }

    /// What a function has to say about a game: prints without quotation marks.
    pub fn bare_text(&self, text: impl AsRef<str> + Into<String>) -> Value {
        self.heap.bare_text(text)
    }

    /// A finding of a function, of several lines: see [`Heap::finding`].
    pub fn finding(
        &self,
        kind: &'static str,
        text: impl Into<String>,
        bytes: usize,
        data: impl std::any::Any + Send + Sync,
    ) -> Value {
        self.heap.finding(kind, text, bytes, data)
    }

    /// A list of these values.
    ///
    /// # Errors
    /// Lists nested too deep; the engine's errors.
    pub fn list(&mut self, mut items: Vec<Value>) -> RunResult<Value> {
        for item in &mut items {
            self.engine.check()?;
            self.normalize(item)?;
        }
        self.list_of_normal(items)
    }

    /// A list of values that come from lists.
    pub(crate) fn list_of_normal(&mut self, items: Vec<Value>) -> RunResult<Value> {
        self.heap.list(items).ok_or(RunError::NestedTooDeep(MOST_NESTED))
    }

    /// Holds a game that is an integer as an integer, so that equal values are
    /// equal in lists and as arguments.
    pub(crate) fn normalize(&mut self, value: &mut Value) -> RunResult<()> {
        if let Value::Open(_) = value {
            return Err(RunError::StillOpen);
        }
        if let Value::Game(game) = *value
            && let Some(number) = self.engine.as_number(game)?
            && let Some(integer) = number.to_integer()
        {
            *value = self.heap.integer(integer);
        }
        Ok(())
    }

    /// The form that `value` is: of a game its canonical form.
    ///
    /// # Errors
    /// A value that is no game; the engine's errors.
    pub fn form(&mut self, value: &Value, place: &str) -> RunResult<Form> {
        match value {
            Value::Form(form) => Ok(*form),
            value => {
                let game = self.game(value, place)?;
                Ok(self.engine.canonical_form(game)?)
            }
        }
    }

    /// The form with these options: two lists of games and forms.
    pub(crate) fn form_of(&mut self, left: &Value, right: &Value) -> RunResult<Value> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            let Value::List(options) = options else {
                unreachable!("the compiler makes lists of the options of a form")
            };
            for option in options.items() {
                side.push(self.form(option, "an option")?);
            }
        }
        let [left, right] = sides;
        Ok(Value::Form(self.engine.form(&left, &right)?))
    }

    /// The value with forms, those in lists too, replaced by the games that they
    /// are.
    pub(crate) fn simplified(&mut self, value: Value) -> RunResult<Value> {
        match &value {
            Value::Form(form) => Ok(Value::Game(self.engine.value(*form)?)),
            // Lists are nested only so deep.
            Value::List(list) if list.holds_forms() => {
                let items = list.items().iter().map(|item| self.simplified(item.clone()));
                let items = items.collect::<RunResult<Vec<Value>>>()?;
                self.list(items)
            }
            _ => Ok(value),
        }
    }

    /// The truth value that `value` is.
    ///
    /// # Errors
    /// Any other value.
    pub fn truth(&self, value: &Value, place: &str) -> RunResult<bool> {
        match value {
            Value::Truth(truth) => Ok(*truth),
            _ => Err(wrong_kind(place, "a truth value", value)),
        }
    }

    /// The nimber of a number that counts from 0.
    pub(crate) fn nimber(&mut self, value: &Value) -> RunResult<Value> {
        if let Value::Game(_) | Value::Form(_) = value {
            let size = self.game(value, "the number of `*`")?;
            if self.engine.is_number(size)? && self.engine.as_number(size)?.is_none() {
                return match self.engine.nimber_of_size(size)? {
                    Some(nimber) => Ok(Value::Game(nimber)),
                    None => Err(self.wrong("the number of `*`", "an ordinal", value)),
                };
            }
        }
        let integer = self.integer(value, "the number of `*`")?;
        match UBig::try_from(integer) {
            Ok(number) => Ok(Value::Game(self.engine.nimber(&number)?)),
            Err(_) => Err(RunError::NegativeNimber(self.show(value))),
        }
    }

    /// The up of a number.
    pub(crate) fn up(&mut self, value: &Value) -> RunResult<Value> {
        let order = self.number(value, "the number of `^`")?;
        Ok(Value::Game(self.engine.up(&order)?))
    }

    fn wrong(&mut self, place: &str, expected: &str, value: &Value) -> RunError {
        let found = match value {
            Value::Integer(_)
            | Value::Big(_)
            | Value::Rational(_)
            | Value::Game(_)
            | Value::Form(_) => self.show(value),
            _ => value.kind().to_owned(),
        };
        RunError::WrongKind { place: place.into(), expected: expected.into(), found, help: None }
    }
}

pub(crate) fn wrong_kind(place: &str, expected: &str, value: &Value) -> RunError {
    wrong_kind_named(place, expected, value.kind())
}

pub(crate) fn wrong_kind_named(place: &str, expected: &str, found: &str) -> RunError {
    RunError::WrongKind {
        place: place.into(),
        expected: expected.into(),
        found: found.into(),
        help: None,
    }
}

// Values as text.

/// Printing an integer of more bits takes noticeable time, so it looks at the limits.
pub(crate) const LONG: usize = 1 << 18;

/// The printing of texts of more bytes looks at the limits.
const LONG_TEXT: usize = 1 << 12;

/// How many items of a list are written between two looks at the memory.
const ITEMS_PER_LOOK: usize = 1 << 12;

/// How long a value may be in an error message.
const MOST_SHOWN: usize = 80;

impl Context<'_> {
    /// The value as text that reads back as the same value.
    ///
    /// # Errors
    /// The engine's errors.
    pub fn print(&mut self, value: &Value) -> RunResult<String> {
        let (text, whole) = self.print_start(value, cg_simplify::MOST_TEXT)?;
        if whole {
            return Ok(text);
        }
        Err(cg_core::Error::TextTooLong { limit: cg_simplify::MOST_TEXT }.into())
    }

    /// The text of the value, and whether it is whole: of a long list only the first
    /// `most` bytes or a few more are written.
    ///
    /// # Errors
    /// The engine's errors.
    pub(crate) fn print_start(&mut self, value: &Value, most: usize) -> RunResult<(String, bool)> {
        let mut text = String::new();
        let whole = self.write(value, most, &mut text)?;
        Ok((text, whole))
    }

    /// An integer in decimal. A long one takes seconds, so the limits are looked at
    /// between its parts.
    pub(crate) fn decimal(&mut self, value: &IBig) -> RunResult<String> {
        if value.bit_len() < LONG {
            return Ok(value.to_string());
        }
        check_digits(value.bit_len())?;
        let value = value.clone();
        self.beside(move || value.to_string())
    }

    /// A game as text.
    fn game_text(&mut self, game: Game) -> RunResult<String> {
        // Digits that would be too many are not made first.
        if let Some(number) = self.engine.as_number(game)? {
            check_digits(number.bit_len().max(number.exponent()))?;
        }
        Ok(self.engine.print(game, self.notation)?)
    }

    /// Adds the value's text; false when it stopped after `most` bytes.
    fn write(&mut self, value: &Value, most: usize, text: &mut String) -> RunResult<bool> {
        match value {
            Value::Integer(value) => *text += &value.to_string(),
            Value::Big(value) => *text += &self.decimal(value)?,
            Value::Rational(value) => *text += &self.rational_text(value),
            Value::Game(game) => *text += &self.game_text(*game)?,
            Value::Loopy(game) => *text += &self.print_loopy(game)?,
            Value::Open(_) => *text += PASS,
            Value::Outcome(outcome) => *text += &crate::outcome::short(*outcome),
            Value::Position(_) => *text += value.kind(),
            Value::Form(form) => *text += &self.engine.print_form(*form, self.notation)?,
            Value::Truth(truth) => *text += if *truth { "true" } else { "false" },
            Value::Text(value) => {
                let value_bytes = value.as_str().len();
                if value_bytes > LONG_TEXT {
                    // It may be escaped, and grows by doubling.
                    self.engine.look(text.capacity() + 2 * value_bytes)?;
                }
                if value.is_bare() {
                    *text += value.as_str();
                } else {
                    write_text(value.as_str(), text);
                }
            }
            Value::Finding(found) => {
                self.engine.look(text.capacity() + 2 * found.text().len())?;
                *text += found.text();
            }
            Value::Function(function) => *text += self.function_names.name(*function),
            Value::BuiltIn(function) => *text += self.builtin_names.name(*function),
            Value::Graph(graph) => {
                *text += "graph(";
                write_text(&graph.to_string(), text);
                text.push(')');
            }
            Value::Board(board) => {
                *text += "board(";
                write_text(&board.to_string(), text);
                text.push(')');
            }
            Value::Collection(collection) => {
                *text += collection.maker();
                text.push('(');
                if !self.write(&collection.list(), most, text)? {
                    return Ok(false);
                }
                text.push(')');
            }
            // Lists are nested only so deep.
            Value::List(list) => {
                text.push('[');
                for (index, item) in list.items().iter().enumerate() {
                    self.engine.check()?;
                    if index % ITEMS_PER_LOOK == 0 {
                        self.engine.look(text.capacity())?;
                    }
                    if index > 0 {
                        *text += ", ";
                    }
                    if !self.write(item, most, text)? || text.len() > most {
                        return Ok(false);
                    }
                }
                text.push(']');
            }
        }
        Ok(true)
    }

    /// The value in an error message: shortened, and never failing.
    pub fn show(&mut self, value: &Value) -> String {
        let start = self.print_start(value, 4 * MOST_SHOWN);
        let text = start.map_or_else(|_| value.kind().to_owned(), |(text, _)| text);
        match text.char_indices().nth(MOST_SHOWN) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    /// An integer in an error message.
    pub(crate) fn show_integer(&mut self, value: &IBig) -> String {
        let value = self.heap.integer(value.clone());
        self.show(&value)
    }

    /// The value where it stands as one operand, in an error message.
    pub(crate) fn show_atom(&mut self, value: &Value) -> String {
        atom(self.show(value))
    }
}

/// A printed value where it stands as one operand: sums in parentheses.
pub(crate) fn atom(text: String) -> String {
    let bracketed = text.starts_with(['{', '[', '"']);
    let sum = text.char_indices().any(|(at, c)| matches!(c, '+' | '-' | ' ' | '/') && at > 0);
    if text.starts_with('-') || sum && !bracketed { format!("({text})") } else { text }
}

fn write_text(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => *text += "\\\"",
            '\\' => *text += "\\\\",
            '\n' => *text += "\\n",
            '\t' => *text += "\\t",
            other => text.push(other),
        }
    }
    text.push('"');
}

/// Fails when so many binary digits are more decimal ones than a text may have.
fn check_digits(bits: usize) -> RunResult<()> {
    // log10(2) > 3/10
    if bits / 10 * 3 > cg_simplify::MOST_TEXT {
        return Err(cg_core::Error::TextTooLong { limit: cg_simplify::MOST_TEXT }.into());
    }
    Ok(())
}

impl Context<'_> {
    /// Does `work` of a library, which knows no limits, and looks at the limits meanwhile:
    /// see [`cg_core::beside`].
    ///
    /// # Errors
    /// Limits and interruptions.
    pub(crate) fn beside<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> RunResult<T> {
        let engine = &*self.engine;
        Ok(cg_core::beside(|| engine.look(0), work)?)
    }
}
