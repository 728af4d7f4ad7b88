//! Positions of rulesets, and sums of them with values.

use std::hash::{DefaultHasher, Hash, Hasher};

use cg_calculator::cg_plot::{Picture, PositionDrawn, Positions, Scene};
use cg_calculator::cg_rulesets::{Drawing, Entry, Notated, Sign, Start, Variant, VariedPosition};
use cg_calculator::cg_solve::{MOST_RULESETS, Term};
use cg_calculator::{Game, Player, Ruleset};
use pyo3::prelude::*;

use crate::engine::{State, Sums, slow, slow_rules};
use crate::fault::{Class, Done, Fault};
use crate::game::{PyGame, player};
use crate::rules::{Part, Portable, Rules};

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

    fn _repr_svg_(&self) -> String {
        let positions = vec![PositionDrawn::new(self.drawing())];
        Positions { positions, ..Positions::default() }.svg()
    }

    /// The drawing as the board code of the worksheet takes it, in JSON: what it shows, and the same as marks at places.
    fn _drawing(&self) -> String {
        let drawing = self.drawing();
        serde_json::json!({ "scene": Scene::of(&drawing), "drawing": drawing }).to_string()
    }

    /// Where in the drawing a move is, in JSON: what it touches, and what its name names.
    fn _spots(&self, name: &str, after: &PyPosition) -> String {
        let drawing = self.drawing();
        let (touched, named) = (drawing.changed(&after.drawing()), drawing.named(name));
        serde_json::json!({ "touched": touched, "named": named }).to_string()
    }
}

impl PyPosition {
    fn drawing(&self) -> Drawing {
        let Ok(drawing) = self.0.rules.draw(&self.0.position);
        drawing
    }
}

/// A term of a sum.
#[derive(FromPyObject)]
pub(crate) enum Summand<'py> {
    Position(Bound<'py, PyPosition>),
    Game(Bound<'py, PyGame>),
    /// A position of rules that are written in Python, by its number.
    Python(u32),
}

/// The same on its way to an engine.
enum Given {
    Position(Box<Start>),
    /// A value of this engine.
    Game(Game),
    /// A value of another engine.
    Carried(Portable),
    Python(u32),
}

/// The terms of a sum for the solver.
fn solver_terms(state: &mut State, terms: Vec<(Given, bool)>, misere: bool) -> Done<Vec<Term>> {
    let mut all = Vec::new();
    for (term, minus) in terms {
        let value = match &term {
            Given::Game(game) => Some(*game),
            Given::Carried(value) => Some(value.game(state.calculator.engine())?),
            _ => None,
        };
        let found = match (term, value) {
            (_, Some(value)) if value == Game::ZERO => Vec::new(),
            (_, Some(_)) if misere => {
                let message = "values do not say who wins in misère play: give positions";
                return Err(Fault::new(Class::Value, message));
            }
            (_, Some(value)) => vec![Term::Value(value)],
            (Given::Position(start), _) => {
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
            (Given::Python(number), _) => {
                let (_, id) = state.sums.python.as_ref().expect("they were added before");
                let engine = state.calculator.engine();
                state.sums.solver.interpreted_terms(engine, *id, Part::Position(number))?
            }
            (Given::Game(_) | Given::Carried(_), None) => unreachable!("it has a value"),
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
            _ => None,
        })
        .collect();
    // One place is for rules that are written in Python.
    if rules.len() >= MOST_RULESETS {
        let message = format!("a sum has positions of at most {} rulesets", MOST_RULESETS - 1);
        return Err(Fault::new(Class::Limit, message));
    }
    let new = rules.iter().filter(|rules| !state.sums.rulesets.contains_key(rules)).count();
    if state.sums.rulesets.len() + new >= MOST_RULESETS {
        state.sums = Sums::new();
    }
    Ok(())
}

/// Whether `mover` wins a sum moving first.
fn winner(state: &mut State, terms: Vec<(Given, bool)>, mover: Player, misere: bool) -> Done<bool> {
    let terms = solver_terms(state, terms, misere)?;
    let engine = state.calculator.engine();
    Ok(match misere {
        true => state.sums.solver.wins_misere(engine, &terms, mover)?,
        false => state.sums.solver.wins(engine, &terms, mover)?,
    })
}

/// Whether a player wins a sum moving first.
#[pyfunction]
pub(crate) fn sum_wins(
    py: Python<'_>,
    terms: Vec<(Summand<'_>, bool)>,
    mover: &str,
    misere: bool,
) -> PyResult<bool> {
    let mover = player(py, mover)?;
    let given = |(term, minus): (Summand<'_>, bool)| match term {
        Summand::Position(position) => {
            Ok((Given::Position(Box::new(position.get().0.clone())), minus))
        }
        Summand::Game(game) => Ok((Given::Game(game.get().0), minus)),
        Summand::Python(_) => {
            Err(Fault::new(Class::Type, "a term is a position or a game").raise(py))
        }
    };
    let terms = terms.into_iter().map(given).collect::<PyResult<Vec<_>>>()?;
    slow(py, move |state| {
        make_room(state, &terms)?;
        winner(state, terms, mover, misere)
    })
}

/// The same of a sum with positions of rules that are written in Python, which stand in a book
/// ([`Rules::new`]); `None` when so many steps are not enough. What was found is kept until there
/// is another book.
#[pyfunction]
#[pyo3(signature = (terms, mover, misere, book, steps, seconds))]
pub(crate) fn rules_win(
    py: Python<'_>,
    terms: Vec<(Summand<'_>, bool)>,
    mover: &str,
    misere: bool,
    book: Py<PyAny>,
    steps: Option<u32>,
    seconds: Option<f64>,
) -> PyResult<Option<bool>> {
    let mover = player(py, mover)?;
    let given = |(term, minus): (Summand<'_>, bool)| {
        let term = match term {
            Summand::Position(position) => Given::Position(Box::new(position.get().0.clone())),
            Summand::Game(game) => Given::Carried(Portable::of(py, game.get().0)?),
            Summand::Python(number) => Given::Python(number),
        };
        Ok((term, minus))
    };
    let terms = terms.into_iter().map(given).collect::<PyResult<Vec<_>>>()?;
    let asked = Rules::new(book);
    let found = slow_rules(py, seconds, move |state| {
        make_room(state, &terms)?;
        if state.sums.python.as_ref().is_some_and(|(known, _)| !known.has_the_book_of(&asked)) {
            state.sums = Sums::new();
        }
        if state.sums.python.is_none() {
            let id = state.sums.solver.add_interpreter(asked.clone());
            state.sums.python = Some((asked, id));
        }
        let before = steps.map(|steps| (state.calculator.engine().bound(steps), steps));
        let found = winner(state, terms, mover, misere);
        if let Some((before, steps)) = before {
            state.calculator.engine().restore(before, steps);
        }
        let (rules, _) = state.sums.python.as_ref().expect("they were added");
        match (rules.take_raised(), found) {
            (Some(raised), _) => Ok(Err(raised)),
            (None, Err(fault)) if fault.is_unfinished() => Ok(Ok(None)),
            (None, found) => found.map(|wins| Ok(Some(wins))),
        }
    });
    found?
}
