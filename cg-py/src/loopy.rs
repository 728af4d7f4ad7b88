//! Games that may go on for ever. What they can do is what the language can do with them.

use std::hash::{DefaultHasher, Hash, Hasher};

use cg_calculator::{Player, Value};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

use crate::engine::slow;
use crate::fault::{Class, Fault};
use crate::game::{notation, operand, player};
use crate::language::Passed;
use crate::numbers;

/// A game that may go on for ever: `on`, `over`, `dud`. Games that end are of the type `Game`.
///
/// Equal values are equal. Sums that turn out to end are `Game`s again.
#[pyclass(frozen, name = "LoopyGame", module = "cg_calculator")]
#[derive(Clone)]
pub(crate) struct PyLoopy(pub(crate) Value);

/// The value of an expression in which `a` and `b` stand for values.
fn evaluated(py: Python<'_>, expression: &'static str, values: [Passed; 2]) -> PyResult<Passed> {
    slow(py, move |state| {
        let session = state.calculator.session();
        let heap = session.heap().clone();
        let [a, b] = values.map(|value| value.into_value(session.engine(), &heap));
        let value = session.evaluate_with(expression, &[("a", a?), ("b", b?)])?;
        Passed::of_value(session.engine(), &value)
    })
}

impl PyLoopy {
    fn passed(&self) -> Passed {
        Passed::Loopy(self.0.clone())
    }

    /// Another game that stands beside this one; none for what is no game.
    fn other(object: &Bound<'_, PyAny>) -> PyResult<Option<Passed>> {
        if let Ok(loopy) = object.cast::<PyLoopy>() {
            return Ok(Some(loopy.get().passed()));
        }
        Ok(operand(object)?.map(Passed::Game))
    }

    /// An operation with another game.
    fn with(
        &self,
        other: &Bound<'_, PyAny>,
        expression: &'static str,
    ) -> PyResult<Option<Py<PyAny>>> {
        let Some(other_) = Self::other(other)? else { return Ok(None) };
        let found = evaluated(other.py(), expression, [self.passed(), other_])?;
        found.write(other.py()).map(Some)
    }

    fn operated(&self, other: &Bound<'_, PyAny>, expression: &'static str) -> PyResult<Py<PyAny>> {
        Ok(self.with(other, expression)?.unwrap_or_else(|| other.py().NotImplemented()))
    }
}

#[pymethods]
impl PyLoopy {
    /// The game that a text of the language says.
    #[new]
    fn new(py: Python<'_>, text: String) -> PyResult<Self> {
        slow(py, move |state| {
            let value = state.calculator.session().evaluate(&text)?;
            match value {
                Value::Loopy(_) => Ok(PyLoopy(value)),
                value if value.is_game() => {
                    Err(Fault::new(Class::Value, format!("{text} ends: it is a Game")))
                }
                value => Err(Fault::new(Class::Value, format!("{text} is {}", value.kind()))),
            }
        })
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let equal = other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0);
        let answer = match op {
            CompareOp::Eq => equal,
            CompareOp::Ne => !equal,
            CompareOp::Lt => return self.operated(other, "a < b"),
            CompareOp::Le => return self.operated(other, "a <= b"),
            CompareOp::Gt => return self.operated(other, "a > b"),
            CompareOp::Ge => return self.operated(other, "a >= b"),
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether neither of the two is at least the other: they are not comparable.
    fn confused_with(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let refuse = || {
            let message = "only games can be compared: a Game, a LoopyGame or a number";
            Fault::new(Class::Type, message).raise(other.py())
        };
        self.with(other, "not (a <= b) and not (a >= b)")?.ok_or_else(refuse)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operated(other, "a + b")
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operated(other, "b + a")
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operated(other, "a - b")
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operated(other, "b - a")
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        evaluated(py, "-a", [self.passed(), self.passed()])?.write(py)
    }

    fn __pos__(&self) -> Self {
        self.clone()
    }

    /// So many copies: the other factor is an integer.
    fn __mul__(&self, count: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = count.py();
        let Some(count) = numbers::integer(count)? else { return Ok(py.NotImplemented()) };
        evaluated(py, "b.a", [self.passed(), Passed::Integer(count)])?.write(py)
    }

    fn __rmul__(&self, count: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(count)
    }

    /// Who wins, or draws, in words: "draw", "left player win".
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.0.clone();
        slow(py, move |state| Ok(state.calculator.session().loopy_outcome(&value)?.to_string()))
    }

    /// Who wins when a player ("left" or "right") moves first: "left", "right", or None for
    /// a draw.
    fn winner(&self, py: Python<'_>, first: &str) -> PyResult<Option<&'static str>> {
        let first = player(py, first)?;
        let value = self.0.clone();
        slow(py, move |state| {
            let outcome = state.calculator.session().loopy_outcome(&value)?;
            Ok(outcome.when_starts(first).winner().map(|winner| match winner {
                Player::Left => "left",
                Player::Right => "right",
            }))
        })
    }

    /// The game as text in a notation: "paper", "standard", "unicode" or "latex"; without
    /// one, in that of `settings`.
    #[pyo3(signature = (notation=None))]
    fn text(&self, py: Python<'_>, notation: Option<&str>) -> PyResult<String> {
        let notation = notation.map(|name| self::notation(py, name)).transpose()?;
        let value = self.0.clone();
        slow(py, move |state| {
            let session = state.calculator.session();
            let notation = notation.unwrap_or(session.notation());
            Ok(session.text_of(&value, notation)?)
        })
    }
}
