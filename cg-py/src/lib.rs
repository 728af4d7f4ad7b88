//! The native part of `cg_calculator`, the calculator for Python.
//!
//! Python's own part, in the folder `python`, makes of it what users see: methods of the
//! language's table of functions, rulesets as functions, rules written in Python, pictures.

mod boards;
mod engine;
mod fault;
mod game;
mod heaps;
mod language;
mod loopy;
mod numbers;
mod rules;

use std::time::Duration;

use cg_calculator::Limits;
use pyo3::prelude::*;

use crate::engine::slow;
use crate::fault::{Class, Fault};

/// Stops what is computed now, in whichever thread it was asked for. False when nothing is.
#[pyfunction]
fn interrupt() -> bool {
    engine::interrupt()
}

/// Games and bytes that are held by what is computed now, as it wrote them last; nothing when nothing is.
#[pyfunction]
fn progress() -> Option<(u64, u64)> {
    engine::progress()
}

/// The limits: bytes of memory, seconds for one question, games.
#[pyfunction]
fn limits(py: Python<'_>) -> PyResult<(u64, Option<f64>, u64)> {
    slow(py, |state| {
        let limits = state.calculator.limits();
        Ok((limits.memory, limits.time.map(|time| time.as_secs_f64()), limits.games))
    })
}

/// Sets the limits.
#[pyfunction]
#[pyo3(signature = (memory, time, games))]
fn set_limits(py: Python<'_>, memory: u64, time: Option<f64>, games: u64) -> PyResult<()> {
    let time = time
        .map(Duration::try_from_secs_f64)
        .transpose()
        .map_err(|_| Fault::new(Class::Value, "a time is a number of seconds from 0").raise(py))?;
    slow(py, move |state| {
        let before = state.calculator.limits().clone();
        state.calculator.set_limits(Limits { memory, time, games, ..before });
        Ok(())
    })
}

/// The notation of answers.
#[pyfunction]
fn notation(py: Python<'_>) -> PyResult<&'static str> {
    slow(py, |state| Ok(state.calculator.notation().name()))
}

/// Sets the notation of answers.
#[pyfunction]
fn set_notation(py: Python<'_>, name: &str) -> PyResult<()> {
    let notation = game::notation(py, name)?;
    slow(py, move |state| {
        state.calculator.set_notation(notation);
        Ok(())
    })
}

/// Bytes of memory and games that are held.
#[pyfunction]
fn held(py: Python<'_>) -> PyResult<(usize, usize)> {
    slow(py, |state| Ok((state.calculator.session().memory(), state.calculator.engine().games())))
}

/// The native part of `cg_calculator`.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use super::boards::{PyPosition, read_position, rules_win, ruleset_table, sum_wins};
    #[pymodule_export]
    use super::game::{PyGame, PyThermograph, nimber, ups};
    #[pymodule_export]
    use super::heaps::{
        PyQuotient, misere_quotient, octal_game, octal_period, octal_values, trinim_board,
        trinim_options, trinim_wins,
    };
    #[pymodule_export]
    use super::language::{
        call, complete, function_table, help_text, illustrated, is_unfinished, picture, pieces,
        run, sequence_svg, usage,
    };
    #[pymodule_export]
    use super::loopy::PyLoopy;
    #[pymodule_export]
    use super::{held, interrupt, limits, notation, progress, set_limits, set_notation};
}
