//! Positions of rulesets, and sums of them with values.

use std::hash::{DefaultHasher, Hash, Hasher};

use cg_calculator::cg_plot::{Picture, PositionDrawn, Positions};
use cg_calculator::cg_rulesets::{
    Entry, Notated, OutcomeSearch, SearchError, Sign, Start, Variant, VariedPosition,
};
use cg_calculator::cg_solve::{MOST_RULESETS, Term};
use cg_calculator::{Convention, Game, Ruleset, Shape};
use pyo3::prelude::*;

use crate::engine::{State, slow};
use crate::fault::{Class, Done, Fault};
use crate::game::{PyGame, player};

/// A position of a ruleset.
#[pyclass(frozen, name = "Position", module = "cg_calculator", subclass)]
#[derive(Clone)]
pub(crate) struct PyPosition(Start);

/// A ruleset of the table: its function, name, title, rules, format, parameters, example,
/// value of the example, source, and what numbers mean: "size", "heaps" or nothing.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// All rulesets.
#[pyfunction]
pub(crate) fn ruleset_table() -> Vec<Row> {
    use cg_calculator::cg_rulesets::Numbers;
    let row = |entry: &'static Entry| {
        let numbers = match entry.numbers {
            Numbers::None => "",
            Numbers::Size => "size",
            Numbers::Heaps => "heaps",
        };
        (
            entry.function,
            entry.name,
            entry.title,
            entry.rules,
            entry.format,
            entry.parameters,
            entry.example,
            entry.value,
            entry.source,
            numbers,
        )
    };
    Entry::all().iter().map(row).collect()
}

/// The position that a text says, of the ruleset of this name.
#[pyfunction]
pub(crate) fn read_position(
    py: Python<'_>,
    ruleset: &str,
    variant: &str,
    text: &str,
) -> PyResult<PyPosition> {
    let variant = match variant {
        "" => Variant::Plain,
        name => *Variant::NAMED.iter().find(|variant| variant.name() == name).ok_or_else(|| {
            let message = format!("a variant is {}, and not {name:?}", Variant::names());
            Fault::new(Class::Value, message).raise(py)
        })?,
    };
    let entry = Entry::named(ruleset).ok_or_else(|| {
        let message = format!("there is no ruleset {ruleset:?}: rulesets() lists them");
        Fault::new(Class::Value, message).raise(py)
    })?;
    if let Some(problem) = entry.refuses(variant) {
        return Err(Fault::new(Class::Value, problem).raise(py));
    }
    let start = Start::of(entry, variant, text).map_err(|error| {
        let place = text[..error.at.start.min(text.len())].chars().count() + 1;
        let message = match text.chars().count() {
            0..2 => error.problem,
            _ => format!("{}, at sign {place} of {text:?}", error.problem),
        };
        Fault::new(Class::Notation, message).raise(py)
    })?;
    Ok(PyPosition(start))
}

#[pymethods]
impl PyPosition {
    /// The name of the ruleset with its variant and parameters: "impartial clobber".
    #[getter]
    fn ruleset(&self) -> String {
        self.0.game()
    }

    /// "impartial", "dicotic", "twisted" or "xt"; empty for the plain rules.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.rules.variant().name()
    }

    /// The parameters of the ruleset as text; empty where there are none.
    #[getter]
    fn parameters(&self) -> String {
        let name = self.0.rules.rules().name();
        let inside = name.split_once('(').map_or("", |(_, rest)| rest);
        inside.strip_suffix(')').unwrap_or(inside).to_owned()
    }

    /// The name of the function of the language.
    #[getter]
    fn function(&self) -> &'static str {
        self.0.rules.rules().entry().function
    }

    /// The position as text, which reads back.
    #[getter]
    fn board(&self) -> String {
        self.0.board()
    }

    /// Whether both players have the same moves everywhere.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.0.rules.is_impartial()
    }

    fn __str__(&self) -> String {
        self.0.board()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// The moves of a player: pairs of the move as text, and the position after it.
    fn _moves(&self, py: Python<'_>, player: &str) -> PyResult<Vec<(String, PyPosition)>> {
        let player = self::player(py, player)?;
        let start = self.0.clone();
        let moves = py.detach(move || {
            let Ok(moves) = start.rules.named_moves(&start.position, player, usize::MAX);
            let after = |chosen| {
                let Ok(position) = start.rules.after(&start.position, &chosen);
                let name = start.rules.write_move(&chosen);
                (name, PyPosition(Start { rules: start.rules.clone(), position }))
            };
            moves.list.into_iter().map(after).collect()
        });
        Ok(moves)
    }

    /// The components whose sum the position is, each with whether it is the negative of
    /// the position.
    fn components(&self) -> Vec<(PyPosition, bool)> {
        let rules = &self.0.rules;
        let mut parts: Vec<(VariedPosition<_>, Sign)> = Vec::new();
        let Ok(()) = rules.split(self.0.position.clone(), &mut parts);
        let part = |(position, sign)| {
            (PyPosition(Start { rules: rules.clone(), position }), sign == Sign::Minus)
        };
        parts.into_iter().map(part).collect()
    }

    /// The value in canonical form.
    fn value(&self, py: Python<'_>) -> PyResult<PyGame> {
        let start = self.0.clone();
        let value =
            slow(py, move |state| Ok(state.values.value(state.calculator.engine(), &start)?));
        value.map(PyGame)
    }

    fn _game_(&self, py: Python<'_>) -> PyResult<PyGame> {
        self.value(py)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let Ok(drawing) = self.0.rules.draw(&self.0.position);
        let position = PositionDrawn { drawing, caption: String::new() };
        let picture = Positions { title: String::new(), positions: vec![position] };
        picture.svg().map_err(|error| Fault::from(error).raise(py))
    }

    /// The drawing as the board code of the worksheet takes it, in JSON.
    fn _shape(&self) -> String {
        serde_json::to_string(&self.shape()).expect("a shape is plain data")
    }

    /// The signs that a cell can have, where any will do; else empty.
    #[getter]
    fn _letters(&self) -> &'static str {
        self.0.rules.rules().entry().letters
    }

    /// Where in the drawing a move is, in JSON: what it touches, and what its name names.
    fn _spots(&self, name: &str, after: &PyPosition) -> String {
        let shape = self.shape();
        let (touched, named) = (shape.changed(&after.shape()), shape.named(name));
        serde_json::json!({ "touched": touched, "named": named }).to_string()
    }
}

impl PyPosition {
    fn shape(&self) -> Shape {
        let Ok(drawing) = self.0.rules.draw(&self.0.position);
        Shape::of(drawing)
    }
}

/// A term of a sum: a position or a game, and whether it is subtracted.
#[derive(FromPyObject)]
pub(crate) enum Summand<'py> {
    Position(Bound<'py, PyPosition>),
    Game(Bound<'py, PyGame>),
}

#[derive(Clone)]
enum Given {
    Position(Box<Start>),
    Game(Game),
}

fn given(terms: Vec<(Summand<'_>, bool)>) -> Vec<(Given, bool)> {
    let read = |(term, minus): (Summand<'_>, bool)| match term {
        Summand::Position(position) => (Given::Position(Box::new(position.get().0.clone())), minus),
        Summand::Game(game) => (Given::Game(game.get().0), minus),
    };
    terms.into_iter().map(read).collect()
}

/// The terms of a sum for the solver.
fn solver_terms(state: &mut State, terms: Vec<(Given, bool)>) -> Done<Vec<Term>> {
    let mut all = Vec::new();
    for (term, minus) in terms {
        let found = match term {
            Given::Game(game) => vec![Term::Value(game)],
            Given::Position(start) => {
                let sums = &mut state.sums;
                let id = match sums.rulesets.get(&start.rules) {
                    Some(&id) => id,
                    None => {
                        let id = sums.solver.add(start.rules.clone());
                        sums.rulesets.insert(start.rules.clone(), id);
                        id
                    }
                };
                sums.solver.terms(id, start.position)?
            }
        };
        for term in found {
            all.push(match minus {
                true => state.sums.solver.negative_term(state.calculator.engine(), term)?,
                false => term,
            });
        }
    }
    Ok(all)
}

/// Begins with an empty solver when it might not take the rulesets of one more sum.
fn make_room(state: &mut State, terms: &[(Given, bool)]) -> Done<()> {
    let rules: std::collections::HashSet<_> = terms
        .iter()
        .filter_map(|(term, _)| match term {
            Given::Position(start) => Some(&start.rules),
            Given::Game(_) => None,
        })
        .collect();
    if rules.len() > MOST_RULESETS {
        let message = format!("a sum may have positions of {MOST_RULESETS} rulesets at most");
        return Err(Fault::new(Class::Limit, message));
    }
    let new = rules.iter().filter(|rules| !state.sums.rulesets.contains_key(rules)).count();
    if state.sums.rulesets.len() + new > MOST_RULESETS {
        state.sums = crate::engine::Sums::new();
    }
    Ok(())
}

/// Whether a player wins a sum moving first. In misère play its positions are of one ruleset.
#[pyfunction]
pub(crate) fn sum_wins(
    py: Python<'_>,
    terms: Vec<(Summand<'_>, bool)>,
    mover: &str,
    misere: bool,
) -> PyResult<bool> {
    let mover = player(py, mover)?;
    let terms = given(terms);
    slow(py, move |state| {
        if !misere {
            make_room(state, &terms)?;
            let terms = solver_terms(state, terms)?;
            return Ok(state.sums.solver.wins(state.calculator.engine(), &terms, mover)?);
        }
        let mut rules = None;
        let mut sum = Vec::new();
        for (term, minus) in terms {
            let Given::Position(start) = term else {
                return Err(Fault::new(
                    Class::Value,
                    "values do not say who wins in misère play: give positions",
                ));
            };
            if rules.get_or_insert_with(|| start.rules.clone()) != &start.rules {
                return Err(Fault::new(
                    Class::Value,
                    "in misère play a sum is searched when its positions are of one ruleset",
                ));
            }
            sum.push((start.position, if minus { Sign::Minus } else { Sign::Plus }));
        }
        // Nobody can move in the empty sum: who is to move wins.
        let Some(rules) = rules else { return Ok(true) };
        let engine = state.calculator.engine();
        let mut search = OutcomeSearch::new(Convention::Misere);
        let look = &mut |held: cg_calculator::cg_rulesets::Footprint| {
            engine.check()?;
            if held.positions.is_multiple_of(1 << 10) { engine.look(held.bytes) } else { Ok(()) }
        };
        search.wins(&rules, &sum, mover, look).map_err(|error| match error {
            SearchError::Stopped(error) => Fault::from(error),
            error => Fault::new(Class::Refused, error.to_string()),
        })
    })
}
