//! The language G: programs, its functions by name, and what an editor asks.

use std::sync::Arc;

use cg_calculator::cg_families::FamilyReply;
use cg_calculator::cg_lang::{Heap, Piece, Reading, WordKind};
use cg_calculator::cg_plot::{Picture, SequencePicture, Terminal};
use cg_calculator::cg_simplify::{self, Answer, Argument, Thermograph};
use cg_calculator::dashu_ratio::RBig;
use cg_calculator::{
    AnswerKind, Dyadic, Engine, Event, Game, IBig, Notation, PictureKind, Role, Session, Source,
    Stretch, Value,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use crate::engine::{quick, slow, slow_with_news};
use crate::fault::{Class, Done, Fault};
use crate::game::{PyGame, PyThermograph, value_of};
use crate::loopy::PyLoopy;
use crate::numbers::{self, Number};

/// Something that Python gives to a function, or gets from it.
#[derive(Clone)]
pub(crate) enum Passed {
    Game(Game),
    Number(Dyadic),
    Integer(IBig),
    Rational(RBig),
    Truth(bool),
    Text(String),
    List(Vec<Passed>),
    /// A game that may go on for ever.
    Loopy(Value),
    Thermograph(Arc<Thermograph>),
    /// A finding of a function, as objects with names.
    Found(serde_json::Value),
    /// What Python has no type for, as text.
    Other(String),
}

/// How deep lists of Python may be nested.
const MOST_NESTED: usize = 256;

impl Passed {
    /// What an object of Python stands for.
    pub(crate) fn read(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Self> {
        if let Ok(game) = object.cast::<PyGame>() {
            return Ok(Passed::Game(game.get().0));
        }
        if let Ok(loopy) = object.cast::<PyLoopy>() {
            return Ok(Passed::Loopy(loopy.get().0.clone()));
        }
        if let Ok(truth) = object.cast::<PyBool>() {
            return Ok(Passed::Truth(truth.is_true()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Passed::Text(text.extract()?));
        }
        match numbers::read(object)? {
            Some(Number::Small(small)) => return Ok(Passed::Integer(small.into())),
            Some(Number::Large(large)) => return Ok(Passed::Integer(large)),
            Some(Number::Fraction(fraction)) => return Ok(Passed::Number(fraction)),
            Some(Number::Rational(rational)) => return Ok(Passed::Rational(rational)),
            None => {}
        }
        if let Some(game) = value_of(object)? {
            return Ok(Passed::Game(game));
        }
        let refuse = |message: &str| Fault::new(Class::Type, message).raise(object.py());
        if depth == MOST_NESTED {
            return Err(refuse("lists are nested too deep"));
        }
        let Ok(items) = object.try_iter() else {
            return Err(refuse(
                "the language has games, numbers, texts, truth values and lists of them",
            ));
        };
        let items = items.map(|item| Passed::read(&item?, depth + 1));
        Ok(Passed::List(items.collect::<PyResult<_>>()?))
    }

    pub(crate) fn into_value(self, engine: &mut Engine, heap: &Heap) -> Done<Value> {
        Ok(match self {
            Passed::Game(game) => Value::Game(game),
            Passed::Loopy(value) => value,
            Passed::Number(number) => Value::Game(engine.number(&number)?),
            Passed::Integer(integer) => heap.integer(integer),
            Passed::Rational(rational) => heap.rational(rational),
            Passed::Truth(truth) => truth.into(),
            Passed::Text(text) => heap.text(text),
            Passed::List(items) => {
                let items = items.into_iter().map(|item| item.into_value(engine, heap));
                let list = heap.list(items.collect::<Done<_>>()?);
                list.ok_or_else(|| Fault::new(Class::Limit, "lists are nested too deep"))?
            }
            Passed::Thermograph(_) | Passed::Found(_) | Passed::Other(_) => {
                unreachable!("no object of Python is read as this")
            }
        })
    }

    /// The argument of a function of the engine; none when it must be one of the language.
    fn into_argument(self, engine: &mut Engine) -> Done<Option<Argument>> {
        Ok(Some(Argument::Game(match self {
            Passed::Game(game) => game,
            Passed::Number(number) => engine.number(&number)?,
            Passed::Integer(integer) => engine.integer(&integer)?,
            Passed::Rational(rational) => return Err(numbers::no_game(&rational)),
            _ => return Ok(None),
        })))
    }

    /// What a value of the language is in Python.
    pub(crate) fn of_value(engine: &mut Engine, value: &Value) -> Done<Self> {
        Ok(match value {
            Value::Game(game) => Passed::Game(*game),
            Value::Form(form) => Passed::Game(engine.value(*form)?),
            Value::Truth(truth) => Passed::Truth(*truth),
            Value::Text(text) => Passed::Text(text.as_str().to_owned()),
            Value::List(list) => {
                let items = list.items().iter();
                let items = items.map(|item| Passed::of_value(engine, item));
                Passed::List(items.collect::<Done<_>>()?)
            }
            Value::Rational(rational) => Passed::Rational((**rational).clone()),
            Value::Outcome(outcome) => Passed::Text(outcome.to_string()),
            Value::Board(board) => Passed::Text(board.to_string()),
            Value::Graph(graph) => Passed::Text(graph.to_string()),
            Value::Loopy(_) => Passed::Loopy(value.clone()),
            Value::Finding(found) => match found.data::<FamilyReply>() {
                Some(family) => {
                    Passed::Found(serde_json::to_value(family).expect("a reply has names for keys"))
                }
                None => Passed::Text(found.text().to_owned()),
            },
            value => match value.held_integer() {
                Some(integer) => Passed::Integer(integer),
                None => Passed::Other(value.kind().to_owned()),
            },
        })
    }

    fn of_answer(engine: &mut Engine, answer: Answer) -> Done<Self> {
        Ok(match answer {
            Answer::Game(game) => Passed::Game(game),
            Answer::Form(form) => Passed::Game(engine.value(form)?),
            Answer::Number(number) => Passed::Number(number),
            Answer::Count(count) => Passed::Integer(count.into()),
            Answer::Flag(flag) => Passed::Truth(flag),
            Answer::Scores(scores) => {
                Passed::List(scores.into_iter().map(Passed::Number).collect())
            }
            Answer::Games(games) => Passed::List(games.into_iter().map(Passed::Game).collect()),
            Answer::Lines(lines) => {
                let line =
                    |line: Vec<_>| Passed::List(line.into_iter().map(Passed::Game).collect());
                Passed::List(lines.into_iter().map(line).collect())
            }
            Answer::Thermograph(thermograph) => Passed::Thermograph(thermograph),
            Answer::Uptimal(expansion) => Passed::Text(expansion.to_string()),
            other => {
                let message = format!("Python has no value for {other:?}");
                return Err(Fault::new(Class::Refused, message));
            }
        })
    }

    /// What lies in it that Python has no type for.
    fn lacks_type(&self) -> Option<&str> {
        match self {
            Passed::Other(kind) => Some(kind),
            Passed::List(items) => items.iter().find_map(Passed::lacks_type),
            _ => None,
        }
    }

    pub(crate) fn write(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Passed::Game(game) => PyGame(game).into_pyobject(py)?.into_any().unbind(),
            Passed::Number(number) => numbers::write(py, &number)?,
            Passed::Integer(integer) => numbers::write_integer(py, &integer)?,
            Passed::Rational(rational) => numbers::write_rational(py, &rational)?,
            Passed::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any().unbind(),
            Passed::Text(text) | Passed::Other(text) => text.into_pyobject(py)?.into_any().unbind(),
            Passed::List(items) => {
                let items = items.into_iter().map(|item| item.write(py));
                let items = items.collect::<PyResult<Vec<_>>>()?;
                PyList::new(py, items)?.into_any().unbind()
            }
            Passed::Loopy(value) => PyLoopy(value).into_pyobject(py)?.into_any().unbind(),
            Passed::Found(found) => write_json(py, found)?,
            Passed::Thermograph(graph) => {
                let picture = PyThermograph { graph, name: String::new() };
                picture.into_pyobject(py)?.into_any().unbind()
            }
        })
    }
}

/// Data as dicts, lists, texts and numbers.
fn write_json(py: Python<'_>, data: serde_json::Value) -> PyResult<Py<PyAny>> {
    use serde_json::Value as Json;
    Ok(match data {
        Json::Null => py.None(),
        Json::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any().unbind(),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => integer.into_pyobject(py)?.into_any().unbind(),
            None => number.as_f64().into_pyobject(py)?.into_any().unbind(),
        },
        Json::String(text) => text.into_pyobject(py)?.into_any().unbind(),
        Json::Array(items) => {
            let items = items.into_iter().map(|item| write_json(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any().unbind()
        }
        Json::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, write_json(py, field)?)?;
            }
            dict.into_any().unbind()
        }
    })
}

/// Calls a function of the language, built in or of a program, by its name.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments))]
pub(crate) fn call(
    py: Python<'_>,
    name: &str,
    arguments: &Bound<'_, PyTuple>,
) -> PyResult<Py<PyAny>> {
    let passed = arguments.iter().map(|argument| Passed::read(&argument, 0));
    let passed = passed.collect::<PyResult<Vec<_>>>()?;
    // Functions of the engine have typed answers.
    if let Some(function) = cg_simplify::function(name)
        && function.arity == passed.len()
    {
        let given = passed.clone();
        let answer = quick(py, move |engine| {
            let mut arguments = Vec::with_capacity(given.len());
            for argument in &given {
                match argument.clone().into_argument(engine)? {
                    Some(argument) => arguments.push(argument),
                    None => return Ok(None),
                }
            }
            let answer = function.call(engine, &arguments)?;
            Passed::of_answer(engine, answer).map(Some)
        })?;
        if let Some(answer) = answer {
            return answer.write(py);
        }
    }
    let name = name.to_owned();
    let value = slow(py, move |state| {
        let calculator = &mut state.calculator;
        let heap = calculator.session().heap().clone();
        let arguments = passed.into_iter().map(|one| one.into_value(calculator.engine(), &heap));
        let arguments = arguments.collect::<Done<Vec<_>>>()?;
        let value = calculator.call(&name, &arguments)?;
        let value = Passed::of_value(calculator.engine(), &value)?;
        match value.lacks_type() {
            Some(kind) => {
                let message = format!("Python has no type for {kind}: ask for it in a program");
                Err(Fault::new(Class::Refused, message))
            }
            None => Ok(value),
        }
    })?;
    value.write(py)
}

/// The built-in functions: name, usage, what it does, and whether it is a question about a
/// game, its first argument.
#[pyfunction]
pub(crate) fn function_table(py: Python<'_>) -> PyResult<Vec<(String, String, String, bool)>> {
    slow(py, |state| {
        let functions = state.calculator.session().built_ins();
        let row = |function: &cg_calculator::cg_lang::BuiltIn| {
            let (name, usage) = (function.name().to_owned(), function.usage().to_owned());
            let about = cg_simplify::function(&name).is_some() || usage == format!("{name}(G)");
            (name, usage, function.help().to_owned(), about)
        };
        Ok(functions.iter().map(row).collect())
    })
}

/// What a statement of a program gave.
struct Told {
    kind: &'static str,
    shown: String,
    latex: Option<String>,
    statement: Option<String>,
    seconds: Option<f64>,
    value: Option<Passed>,
    fault: Option<Fault>,
}

impl Told {
    fn note(text: String) -> Self {
        Told {
            kind: "note",
            shown: text,
            latex: None,
            statement: None,
            seconds: None,
            value: None,
            fault: None,
        }
    }

    fn of_event(session: &mut Session, event: Event) -> Self {
        match event {
            Event::Answer(answer) => match Told::of_answer(session, &answer) {
                Ok(told) => told,
                Err(fault) => Told::failed(fault),
            },
            Event::Error(error) => Told::failed(error.into()),
            Event::Note(text) => Told::note(text),
            other => Told::note(format!("{other:?}")),
        }
    }

    fn failed(fault: Fault) -> Self {
        Told { kind: "error", fault: Some(fault), ..Told::note(String::new()) }
    }

    fn of_answer(session: &mut Session, answer: &cg_calculator::Answer) -> Done<Self> {
        let mut told = Told::note(answer.to_text(session)?);
        told.statement = Some(answer.origin().slice(answer.span()).to_owned());
        told.seconds = Some(answer.elapsed().as_secs_f64());
        let mut kind = answer.kind();
        while let AnswerKind::Full(earlier) = kind {
            kind = earlier.kind();
        }
        told.kind = match kind {
            AnswerKind::Value(value) => {
                let passed = Passed::of_value(session.engine(), value)?;
                told.value = Some(match passed.lacks_type() {
                    Some(_) => Passed::Text(told.shown.clone()),
                    None => passed,
                });
                if has_latex(value) {
                    told.latex = Some(answer.text_in(session, Notation::Latex)?);
                }
                "value"
            }
            AnswerKind::Outcome { outcome, .. } => {
                told.value = Some(Passed::Text(outcome.to_string()));
                "outcome"
            }
            AnswerKind::Moves(moves) => {
                told.value = Some(Passed::Text(moves.outcome.to_string()));
                "moves"
            }
            AnswerKind::Verdict(verdict) | AnswerKind::Searched(verdict) => {
                told.value = Some(Passed::Text(verdict.outcome.to_string()));
                "outcome"
            }
            AnswerKind::Scored(scored) => {
                told.value = Some(Passed::of_value(session.engine(), &scored.value)?);
                "outcome"
            }
            AnswerKind::LoopyOutcome { outcome, .. } => {
                told.value = Some(Passed::Text(outcome.to_string()));
                "outcome"
            }
            AnswerKind::LoopyMoves(moves) => {
                told.value = Some(Passed::Text(moves.outcome.to_string()));
                "moves"
            }
            AnswerKind::Why(_) => "why",
            _ => "text",
        };
        Ok(told)
    }

    fn write(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let fields = PyDict::new(py);
        fields.set_item("kind", self.kind)?;
        fields.set_item("text", self.shown)?;
        fields.set_item("latex", self.latex)?;
        fields.set_item("statement", self.statement)?;
        fields.set_item("seconds", self.seconds)?;
        fields.set_item("value", self.value.map(|value| value.write(py)).transpose()?)?;
        fields.set_item("error", self.fault.map(|fault| fault.raise(py)))?;
        Ok(fields.into_any().unbind())
    }
}

/// Whether LaTeX says more of a value than text does.
fn has_latex(value: &Value) -> bool {
    match value {
        Value::List(list) => list.items().iter().all(has_latex),
        value => value.is_game(),
    }
}

/// Runs a program, and calls `hear` with each answer and each error as a dict, in order.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    program: String,
    name: String,
    hear: &Bound<'_, PyAny>,
) -> PyResult<()> {
    slow_with_news(
        py,
        move |state, say| {
            let source = Source::new(&name, program);
            state.calculator.run(&source, Role::Typed, &mut |session, event| {
                let told = Told::of_event(session, event);
                say(told);
            });
            Ok(())
        },
        |py, told| hear.call1((told.write(py)?,)).map(|_| ()),
    )
}

/// The picture of an expression as SVG and as text: a "tree", a "thermograph", a "sequence".
#[pyfunction]
pub(crate) fn picture(
    py: Python<'_>,
    kind: &str,
    expression: String,
) -> PyResult<(String, String)> {
    let kind = PictureKind::named(kind).ok_or_else(|| {
        let message = "trees, thermographs and sequences are drawn";
        Fault::new(Class::Value, message).raise(py)
    })?;
    slow(py, move |state| {
        let drawing = state.calculator.picture(kind, &expression)?;
        Ok((drawing.svg(), drawing.text(Terminal::default()).trim_end().to_owned()))
    })
}

/// The SVG of a nim-sequence or another list of whole numbers over their places.
#[pyfunction]
pub(crate) fn sequence_svg(py: Python<'_>, title: String, values: Vec<u64>) -> PyResult<String> {
    slow(py, move |_| {
        let top = values.iter().copied().max().unwrap_or(0);
        let axes = ["heap", "nim-value"];
        let mut picture = SequencePicture::new(title, axes, values.len() as u64, top);
        (0..).zip(values).for_each(|(place, value)| picture.add(place, value, false));
        Ok(picture.svg())
    })
}

// What an editor asks. Places are characters, as Python counts them.

/// The place in bytes of a place in characters.
fn bytes(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at)
}

/// What could stand at a place: where the word begins, and pairs of what is shown and
/// what is written.
#[pyfunction]
pub(crate) fn complete(
    py: Python<'_>,
    text: String,
    cursor: usize,
) -> PyResult<(usize, Vec<(String, String)>)> {
    slow(py, move |state| {
        let found = state.calculator.complete(&text, bytes(&text, cursor));
        let start = text[..found.start].chars().count();
        let words = found.candidates.into_iter().map(|word| (word.shown, word.text));
        Ok((start, words.collect()))
    })
}

/// A topic of help as text.
#[pyfunction]
#[pyo3(signature = (topic="", /))]
pub(crate) fn help_text(py: Python<'_>, topic: &str) -> PyResult<String> {
    let topic = topic.to_owned();
    slow(py, move |state| Ok(state.calculator.help(&topic)?))
}

/// How a word of an expression is written, if it is known: `temperature(g)`.
#[pyfunction]
pub(crate) fn usage(py: Python<'_>, word: String) -> PyResult<Option<String>> {
    slow(py, move |state| {
        let vocabulary = state.calculator.vocabulary();
        let known = vocabulary.word(&word).or_else(|| vocabulary.directive(&word));
        Ok(known.map(|word| match word.kind {
            WordKind::Binding => format!("{}: bound to a value", word.usage),
            WordKind::Keyword => format!("{}: a reserved word", word.usage),
            _ => word.usage.clone(),
        }))
    })
}

/// Whether what was typed goes on in another line.
#[pyfunction]
pub(crate) fn is_unfinished(py: Python<'_>, text: String) -> PyResult<bool> {
    slow(py, move |state| Ok(state.calculator.is_unfinished(&text)))
}

/// The text cut into pieces: triples of the first character, the end, and the kind.
#[pyfunction]
pub(crate) fn pieces(py: Python<'_>, text: String) -> PyResult<Vec<(usize, usize, &'static str)>> {
    slow(py, move |state| {
        let reading = state.calculator.vocabulary().reading;
        let (mut at, mut characters) = (0, 0);
        let mut place = |byte: usize| {
            characters += text[at..byte].chars().count();
            at = byte;
            characters
        };
        let found = cg_calculator::cg_lang::pieces(&text, &reading);
        let cut = |piece: &Piece| {
            let range = piece.span.range();
            (place(range.start), place(range.end), piece.kind.name())
        };
        Ok(found.iter().map(cut).collect())
    })
}

/// A program cut at the lines that ask for pictures: pairs of the kind of a picture and its
/// expression, or of None and statements.
#[pyfunction]
pub(crate) fn illustrated(program: &str) -> Vec<(Option<&'static str>, String)> {
    let cut = |part| match part {
        Stretch::Program(statements) => (None, statements),
        Stretch::Picture { kind, expression, .. } => (Some(kind.name()), expression.to_owned()),
    };
    cg_calculator::illustrated(program, &Reading::default()).into_iter().map(cut).collect()
}
