//! Octal games, misère quotients, Triangular Nim.

use std::time::Duration;

use cg_calculator::cg_misere::{MisereLimits, MisereSearch, Solution};
use cg_calculator::cg_octal::{Limits, Method, Rules, Run, Sequence, Settings};
use cg_calculator::cg_trinim::{Convention, Layers, Lookup, Position, Search};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::engine::{State, slow};
use crate::fault::{Class, Done, Fault};

/// Sequences that are kept for the next question.
const KEPT: usize = 16;

/// The largest heap that may be asked for: all values up to it are held.
const LARGEST: usize = 1_000_000_000;

/// Heaps between two looks at the memory.
const STEP: usize = 1 << 16;

fn rules(code: &str) -> Done<Rules> {
    Ok(code.parse()?)
}

/// The code of a game as it is written, and its name if it has one.
#[pyfunction]
pub(crate) fn octal_game(
    py: Python<'_>,
    code: &str,
) -> PyResult<(String, Option<&'static str>, Vec<String>)> {
    let rules = rules(code).map_err(|fault| fault.raise(py))?;
    Ok((rules.to_string(), rules.name(), rules.explain()))
}

/// The sequence of a game, known for the heaps below `count`.
fn sequence<'s>(state: &'s mut State, game: &Rules, count: usize) -> Done<&'s Sequence> {
    if count > LARGEST {
        let message = format!("heaps up to {LARGEST} can be asked for");
        return Err(Fault::new(Class::Limit, message));
    }
    let limits = state.calculator.limits().clone();
    if state.sequences.len() >= KEPT && !state.sequences.contains_key(game) {
        state.sequences.clear();
    }
    if !state.sequences.contains_key(game) {
        let default = Settings::default();
        let memory = usize::try_from(limits.memory).unwrap_or(usize::MAX);
        let settings = Settings { memory: default.memory.min(memory), ..default };
        state.sequences.insert(game.clone(), Sequence::new(game, settings)?);
    }
    let sequence = state.sequences.get_mut(game).expect("it was put there above");
    while sequence.known() < count {
        let target = (sequence.known() + STEP).min(count);
        sequence.extend(target, &limits.interrupt)?;
        state.calculator.engine().look(0)?;
    }
    Ok(sequence)
}

/// The nim-values of the heaps from `first` to `last` as bytes: 32 bits each, little-endian.
#[pyfunction]
pub(crate) fn octal_values<'py>(
    py: Python<'py>,
    code: &str,
    first: usize,
    last: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let rules = rules(code).map_err(|fault| fault.raise(py))?;
    let bytes = slow(py, move |state| {
        let sequence = sequence(state, &rules, last.saturating_add(1))?;
        let mut bytes = Vec::with_capacity(4 * (last + 1).saturating_sub(first));
        for heap in first..=last {
            let value = sequence.value(heap).expect("the sequence was extended to it");
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        Ok(bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The preperiod, the period, the saltus, and the theorem that proves them.
type PeriodRow = (u64, u64, u64, Option<&'static str>);

/// The period of a game: preperiod, period, saltus, and the theorem that proves it for ever,
/// if one does. None when none is found among the heaps that are looked at.
#[pyfunction]
#[pyo3(signature = (code, heaps, seconds=None))]
pub(crate) fn octal_period(
    py: Python<'_>,
    code: &str,
    heaps: u64,
    seconds: Option<f64>,
) -> PyResult<Option<PeriodRow>> {
    let rules = rules(code).map_err(|fault| fault.raise(py))?;
    let time = time(py, seconds)?;
    slow(py, move |state| {
        let mut run = Run::new(&rules, Settings::default())?;
        let interrupt = state.calculator.interrupt();
        let limits =
            Limits { heaps: usize::try_from(heaps).unwrap_or(usize::MAX), time, all_heaps: false };
        run.go(limits, &interrupt, &mut |_| Ok(()))?;
        state.calculator.engine().look(0)?;
        Ok(run.finding().map(|finding| {
            let period = finding.period;
            let proof = finding.method.map(proof_name);
            (period.preperiod, period.period, period.saltus, proof)
        }))
    })
}

/// The theorem by which a period holds for ever.
fn proof_name(method: Method) -> &'static str {
    match method {
        Method::GuySmith { .. } => "Guy and Smith",
        Method::AllBut { .. } => "all-but",
        Method::Arithmetic { .. } => "arithmetic",
        Method::StateRepetition { .. } => "repeated state",
        _ => "proved",
    }
}

fn time(py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    seconds
        .map(Duration::try_from_secs_f64)
        .transpose()
        .map_err(|_| Fault::new(Class::Value, "a time is a number of seconds from 0").raise(py))
}

/// The misère quotient of an octal game, as far as it was found.
#[pyclass(frozen, name = "MisereQuotient", module = "cg_calculator")]
pub(crate) struct PyQuotient {
    rules: Rules,
    solution: Solution,
    proved: bool,
    ending: String,
}

/// Searches for the misère quotient of an octal game.
#[pyfunction]
#[pyo3(signature = (code, heaps, elements, seconds=None))]
pub(crate) fn misere_quotient(
    py: Python<'_>,
    code: &str,
    heaps: u64,
    elements: usize,
    seconds: Option<f64>,
) -> PyResult<PyQuotient> {
    let rules = rules(code).map_err(|fault| fault.raise(py))?;
    let limits =
        MisereLimits { heaps, elements, time: time(py, seconds)?, ..MisereLimits::default() };
    slow(py, move |state| {
        let mut search = MisereSearch::new(rules.clone());
        let interrupt = state.calculator.interrupt();
        let ending = search.go(&limits, &interrupt, &mut |_| {});
        state.calculator.engine().look(0)?;
        let proved = search.is_proved();
        let ending = format!("{ending:?}").to_lowercase();
        Ok(PyQuotient { rules, proved, ending, solution: search.into_solution() })
    })
}

#[pymethods]
impl PyQuotient {
    /// How many elements it has.
    #[getter]
    fn order(&self) -> usize {
        self.solution.quotient().order()
    }

    /// Whether it is the quotient of all heaps, and not only of those that were looked at.
    #[getter]
    fn proved(&self) -> bool {
        self.proved
    }

    /// Why the search ended: "proved", "heaps", "elements", "time" and others.
    #[getter]
    fn ending(&self) -> &str {
        &self.ending
    }

    /// The last heap for which it is verified.
    #[getter]
    fn last_heap(&self) -> u64 {
        self.solution.last_heap()
    }

    /// The preperiod and the period of the values of heaps, when they are proved.
    #[getter]
    fn period(&self) -> Option<(u64, u64)> {
        self.solution.period().map(|period| (period.preperiod, period.period))
    }

    /// The elements in which who is to move loses, as words of heaps.
    #[getter]
    fn p_positions(&self) -> Vec<String> {
        let quotient = self.solution.quotient();
        quotient.p_positions().map(|element| quotient.word(element).to_string()).collect()
    }

    /// Whether the player to move wins a sum of heaps in misère play.
    fn wins(&self, py: Python<'_>, heaps: Vec<u64>) -> PyResult<bool> {
        let wins = py.detach(move || self.solution.wins(&heaps));
        wins.map_err(|error| Fault::from(error).raise(py))
    }

    /// The winning moves of a sum of heaps: pairs of the heap and what is left of it.
    #[pyo3(signature = (heaps, most=1000))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        heaps: Vec<u64>,
        most: usize,
    ) -> PyResult<Vec<(u64, Vec<u64>)>> {
        let (rules, solution) = (self.rules.clone(), self.solution.clone());
        slow(py, move |state| {
            let found = solution.winning_moves(&rules, &heaps, &state.calculator.interrupt())?;
            let moves = found.iter().flat_map(|moves| moves.iter());
            Ok(moves.take(most).map(|chosen| (chosen.heap, chosen.left)).collect())
        })
    }

    fn __repr__(&self) -> String {
        let known = match self.proved {
            true => "proved".to_owned(),
            false => format!("verified for heaps to {}", self.solution.last_heap()),
        };
        format!("<MisereQuotient of {}: {} elements, {known}>", self.rules, self.order())
    }
}

// Triangular Nim.

fn board(layers: u64, text: Option<&str>) -> Done<Position> {
    let layers = Layers::new(layers)?;
    let Some(text) = text else { return Ok(Position::full(layers)) };
    let position: Position = text.parse()?;
    if position.layers() != layers {
        let (expected, found) = (layers.get(), position.layers().get());
        return Err(cg_calculator::cg_trinim::Error::LayersDiffer { expected, found }.into());
    }
    Ok(position)
}

/// A position of Triangular Nim as it is written: rows joined by `/`.
#[pyfunction]
#[pyo3(signature = (layers, text=None))]
pub(crate) fn trinim_board(
    py: Python<'_>,
    layers: u64,
    text: Option<&str>,
) -> PyResult<(String, String)> {
    let position = board(layers, text).map_err(|fault| fault.raise(py))?;
    Ok((position.to_string(), position.picture()))
}

/// The positions after each move.
#[pyfunction]
pub(crate) fn trinim_options(py: Python<'_>, layers: u64, text: &str) -> PyResult<Vec<String>> {
    let position = board(layers, Some(text)).map_err(|fault| fault.raise(py))?;
    Ok(position.options().map(|option| option.to_string()).collect())
}

/// For each position of a board, whether the player to move wins.
#[pyfunction]
pub(crate) fn trinim_wins(
    py: Python<'_>,
    layers: u64,
    boards: Vec<String>,
    misere: bool,
    most: u64,
) -> PyResult<Vec<bool>> {
    let positions =
        boards.into_iter().map(|text| board(layers, Some(&text))).collect::<Done<Vec<_>>>();
    let positions = positions.map_err(|fault| fault.raise(py))?;
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    slow(py, move |state| {
        let mut search = Search::new(convention, most).with_interrupt(state.calculator.interrupt());
        Ok(search.wins(&positions)?)
    })
}
