//! Games: construction, arithmetic, order, options, texts.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use cg_calculator::cg_plot::{Picture, ThermographPicture, TreePicture};
use cg_calculator::cg_simplify::{Point, Thermograph};
use cg_calculator::{Game, Notation, Player, Relation};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::engine::{quick, slow};
use crate::fault::{Class, Done, Fault};
use crate::numbers::{self, Number};

/// The value of a game, in canonical form.
///
/// Equal games are equal, and a number equals the number of Python: `Game("1/2") == 0.5`.
#[pyclass(frozen, name = "Game", module = "cg_calculator")]
#[derive(Clone, Copy)]
pub(crate) struct PyGame(pub(crate) Game);

/// The game that an object of Python stands for: a game, a number, a text of the language
/// G, or whatever has a method `_game_`.
pub(crate) fn game_of(object: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.extract::<String>()?;
        return slow(object.py(), move |state| state.calculator.game(&text).map_err(Fault::from));
    }
    if let Some(game) = operand(object)?.map_or_else(|| value_of(object), |game| Ok(Some(game)))? {
        return Ok(game);
    }
    let kind = object.get_type().name()?;
    let message = format!(
        "a game is a Game, a number, a text such as \"{{1|-1}}\" or a position, and not {kind}"
    );
    Err(Fault::new(Class::Type, message).raise(object.py()))
}

/// The game that an operand is: a game or a number. With a position the operation is the
/// position's, whose sums are not valued at once.
pub(crate) fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<Game>> {
    if let Ok(game) = object.cast::<PyGame>() {
        return Ok(Some(game.get().0));
    }
    if let Some(number) = numbers::read(object)? {
        let made = quick(object.py(), move |engine| {
            Ok(match &number {
                Number::Small(0) => Game::ZERO,
                Number::Small(small) => engine.integer(&(*small).into())?,
                Number::Large(large) => engine.integer(large)?,
                Number::Fraction(fraction) => engine.number(fraction)?,
                Number::Rational(rational) => return Err(numbers::no_game(rational)),
            })
        });
        return made.map(Some);
    }
    Ok(None)
}

/// The value of a position, or of whatever has one.
pub(crate) fn value_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Game>> {
    if !object.hasattr("_game_")? {
        return Ok(None);
    }
    let game = object.call_method0("_game_")?;
    Ok(Some(game.cast::<PyGame>()?.get().0))
}

/// The options of one side: an iterable of games, or one game.
fn options(object: &Bound<'_, PyAny>) -> PyResult<Vec<Game>> {
    if let Ok(game) = object.cast::<PyGame>() {
        return Ok(vec![game.get().0]);
    }
    if object.is_instance_of::<PyString>() || numbers::read(object)?.is_some() {
        return Ok(vec![game_of(object)?]);
    }
    object.try_iter()?.map(|option| game_of(&option?)).collect()
}

/// A notation by its name.
pub(crate) fn notation(py: Python<'_>, name: &str) -> PyResult<Notation> {
    name.parse().map_err(|error: cg_calculator::GameError| {
        Fault::new(Class::Value, error.to_string()).raise(py)
    })
}

pub(crate) fn player(py: Python<'_>, name: &str) -> PyResult<Player> {
    match name {
        "left" => Ok(Player::Left),
        "right" => Ok(Player::Right),
        _ => {
            let message = format!("a player is \"left\" or \"right\", and not {name:?}");
            Err(Fault::new(Class::Value, message).raise(py))
        }
    }
}

impl PyGame {
    fn compare(self, py: Python<'_>, other: Game) -> PyResult<Relation> {
        let own = self.0;
        if own == other {
            return Ok(Relation::Equal);
        }
        quick(py, move |engine| Ok(engine.compare(own, other)?))
    }

    /// A sum of two, the first of them with a sign.
    fn plus(
        self,
        other: &Bound<'_, PyAny>,
        work: fn(&mut cg_calculator::Engine, Game, Game) -> Result<Game, cg_calculator::GameError>,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = operand(other)? else { return Ok(py.NotImplemented()) };
        let own = self.0;
        let sum = quick(py, move |engine| Ok(work(engine, own, other)?))?;
        Ok(PyGame(sum).into_pyobject(py)?.into_any().unbind())
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (*values))]
    fn new(py: Python<'_>, values: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let values: Vec<Bound<'_, PyAny>> = values.iter().collect();
        match &values[..] {
            [] => Ok(PyGame(Game::ZERO)),
            // `None` is no game: it is nothing that was left out.
            [value] => Ok(PyGame(game_of(value)?)),
            [left, right] => {
                let side = |side: &Bound<'_, PyAny>| match side.is_none() {
                    true => Ok(Vec::new()),
                    false => options(side),
                };
                let sides = [side(left)?, side(right)?];
                let work = move |engine: &mut cg_calculator::Engine| {
                    Ok(engine.game(&sides[0], &sides[1])?)
                };
                quick(py, work).map(PyGame)
            }
            _ => Err(PyTypeError::new_err("a game is made of a value, or of two lists of options")),
        }
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = operand(other)? else { return Ok(py.NotImplemented()) };
        let answer = match op {
            CompareOp::Eq => self.0 == other,
            CompareOp::Ne => self.0 != other,
            _ => {
                let relation = self.compare(py, other)?;
                match op {
                    CompareOp::Lt => relation == Relation::Less,
                    CompareOp::Gt => relation == Relation::Greater,
                    CompareOp::Le => matches!(relation, Relation::Less | Relation::Equal),
                    _ => matches!(relation, Relation::Greater | Relation::Equal),
                }
            }
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// Equal values have equal hashes: a number has that of Python's number.
    fn __hash__(&self, py: Python<'_>) -> PyResult<i64> {
        let game = self.0;
        let number = quick(py, move |engine| Ok(engine.as_number(game)?))?;
        if let Some(number) = number {
            return Ok(numbers::write(py, &number)?.bind(py).hash()? as i64);
        }
        let mut hasher = DefaultHasher::new();
        game.index().hash(&mut hasher);
        // Python does not allow -1, and PyO3 takes care of that.
        Ok(hasher.finish().cast_signed())
    }

    /// Whether neither of the two is at least the other: they are not comparable.
    fn confused_with(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let relation = self.compare(other.py(), game_of(other)?)?;
        Ok(relation == Relation::Confused)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.plus(other, |engine, a, b| engine.add(a, b))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.plus(other, |engine, a, b| engine.add(b, a))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.plus(other, |engine, a, b| engine.subtract(a, b))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.plus(other, |engine, a, b| engine.subtract(b, a))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        let game = self.0;
        quick(py, move |engine| Ok(engine.negate(game)?)).map(PyGame)
    }

    fn __pos__(&self) -> Self {
        *self
    }

    /// So many copies: the other factor is an integer.
    fn __mul__(&self, count: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = count.py();
        let Some(count) = numbers::integer(count)? else { return Ok(py.NotImplemented()) };
        let game = self.0;
        let product = quick(py, move |engine| Ok(engine.multiple(&count, game)?))?;
        Ok(PyGame(product).into_pyobject(py)?.into_any().unbind())
    }

    fn __rmul__(&self, count: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(count)
    }

    /// Only 0 is false, as with numbers.
    fn __bool__(&self) -> bool {
        self.0 != Game::ZERO
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let number = self.number(py)?;
        match number.to_integer() {
            Some(integer) => numbers::write_integer(py, &integer),
            None => Err(Fault::new(Class::Value, "this game is no integer").raise(py)),
        }
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        numbers::write(py, &self.number(py)?)?.bind(py).call_method0("__float__")?.extract()
    }

    /// The numerator and the denominator of a number, as of `float` and `Fraction`.
    fn as_integer_ratio(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        numbers::ratio(py, &self.number(py)?)
    }

    /// The number that the game is: an int, or else a Fraction.
    fn as_number(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        numbers::write(py, &self.number(py)?)
    }

    /// Left's canonical options, in the order of printing.
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        self.side(py, Player::Left)
    }

    /// Right's canonical options, in the order of printing.
    #[getter]
    fn right(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        self.side(py, Player::Right)
    }

    /// The game as text in a notation: "paper", "standard", "unicode" or "latex"; without
    /// one, in that of `settings`.
    #[pyo3(signature = (notation=None))]
    fn text(&self, py: Python<'_>, notation: Option<&str>) -> PyResult<String> {
        let notation = notation.map(|name| self::notation(py, name)).transpose()?;
        let game = self.0;
        quick(py, move |engine| {
            let notation = notation.unwrap_or(engine.notation());
            Ok(engine.print(game, notation)?)
        })
    }

    /// The SVG of the tree of canonical options.
    fn _tree_svg(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.0;
        slow(py, move |state| {
            let notation = state.calculator.notation();
            let engine = state.calculator.engine();
            Ok(TreePicture::of_game(engine, game, notation, "")?.svg())
        })
    }
}

impl PyGame {
    fn number(self, py: Python<'_>) -> PyResult<cg_calculator::Dyadic> {
        let game = self.0;
        quick(py, move |engine| {
            engine
                .as_number(game)?
                .ok_or_else(|| Fault::new(Class::Value, "this game is no number"))
        })
    }

    fn side(self, py: Python<'_>, player: Player) -> PyResult<Py<PyTuple>> {
        let game = self.0;
        let options = quick(py, move |engine| {
            let options = engine.options(game, player)?;
            Ok(engine.in_order(&options)?)
        })?;
        Ok(PyTuple::new(py, options.into_iter().map(PyGame))?.unbind())
    }
}

/// The thermograph of a game: two walls that meet in the mast, for temperatures from -1 on.
#[pyclass(frozen, name = "Thermograph", module = "cg_calculator")]
pub(crate) struct PyThermograph {
    pub(crate) graph: Arc<Thermograph>,
    pub(crate) name: String,
}

#[pymethods]
impl PyThermograph {
    /// Where the mast stands: the mean value.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        numbers::write(py, self.graph.mean())
    }

    /// Where the mast begins: the temperature.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        numbers::write(py, self.graph.temperature())
    }

    /// The corners of the left wall as pairs (value, temperature), from hot to cold.
    #[getter]
    fn left_wall(&self, py: Python<'_>) -> PyResult<Vec<(Py<PyAny>, Py<PyAny>)>> {
        self.corners(py, Player::Left)
    }

    /// The corners of the right wall as pairs (value, temperature), from hot to cold.
    #[getter]
    fn right_wall(&self, py: Python<'_>) -> PyResult<Vec<(Py<PyAny>, Py<PyAny>)>> {
        self.corners(py, Player::Right)
    }

    fn __str__(&self) -> String {
        self.graph.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Thermograph of {}: {}>", self.name, self.graph)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().graph == self.graph)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.graph.to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// The picture as SVG.
    fn svg(&self) -> String {
        ThermographPicture::new(&self.graph, &self.name).svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}

impl PyThermograph {
    fn corners(&self, py: Python<'_>, player: Player) -> PyResult<Vec<(Py<PyAny>, Py<PyAny>)>> {
        let corner = |Point { value, temperature }| {
            Ok((numbers::write(py, &value)?, numbers::write(py, &temperature)?))
        };
        self.graph.corners(player).into_iter().map(corner).collect()
    }
}

/// A number of ups: `up(2)` is `^^`, `up(-1)` is `v`.
#[pyfunction]
pub(crate) fn ups(py: Python<'_>, count: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    let Some(count) = numbers::integer(count)? else {
        return Err(Fault::new(Class::Type, "the number of ups is an integer").raise(py));
    };
    quick(py, move |engine| -> Done<Game> {
        let up = engine.up(&cg_calculator::Dyadic::ONE)?;
        Ok(engine.multiple(&count, up)?)
    })
    .map(PyGame)
}

/// The nimber of this size.
#[pyfunction]
pub(crate) fn nimber(py: Python<'_>, size: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    let size = numbers::integer(size)?.and_then(|size| cg_calculator::UBig::try_from(size).ok());
    let Some(size) = size else {
        return Err(Fault::new(Class::Type, "the size of a nimber is an integer from 0").raise(py));
    };
    quick(py, move |engine| Ok(engine.nimber(&size)?)).map(PyGame)
}
