//! Mean, temperature, stops and thermograph of a sum whose value would take long, by the walls of
//! its positions.

use std::fmt::Display;

use cg_core::{Error as GameError, Player};
use cg_lang::{Figure, Figured, PartialAnswer};
use cg_simplify::{Engine, Thermograph};
use cg_solve::{Figures, Range, SolveError, Solver, Term};

/// Why a figure is not known.
pub(crate) enum Unfigured {
    /// A limit or an interruption came first.
    Stopped { error: GameError, known: Box<PartialAnswer> },
    /// The rules, the engine or the numbers fail.
    Failed(SolveError),
}

impl From<SolveError> for Unfigured {
    fn from(error: SolveError) -> Self {
        Unfigured::Failed(error)
    }
}

/// The figure that the solver is asked for.
fn wanted(asked: Figure) -> cg_solve::Figure {
    match asked {
        Figure::Mean => cg_solve::Figure::Mean,
        Figure::Temperature => cg_solve::Figure::Temperature,
        Figure::Stop(_) | Figure::Thermograph => cg_solve::Figure::Stops,
    }
}

/// The sentence about a figure.
pub(crate) fn sentence(name: &str, shown: impl Display) -> String {
    format!("The {name} is {shown}.")
}

/// The range of a figure, and its name.
fn range(found: &Figures, asked: Figure) -> (&Range, &'static str) {
    match asked {
        Figure::Mean => (&found.mean, "mean"),
        Figure::Temperature | Figure::Thermograph => (&found.temperature, "temperature"),
        Figure::Stop(Player::Left) => (&found.stops[0], "left stop"),
        Figure::Stop(Player::Right) => (&found.stops[1], "right stop"),
    }
}

/// The ranges that are known where a limit ended the work.
fn sentences(found: &Figures, asked: Figure) -> Box<PartialAnswer> {
    let mut told = Vec::new();
    let figures = match asked {
        Figure::Thermograph => vec![Figure::Mean, Figure::Temperature],
        asked => vec![asked],
    };
    for asked in figures {
        let (range, name) = range(found, asked);
        told.push(sentence(name, range));
    }
    Box::new(PartialAnswer::of_terms(told))
}

pub(crate) fn figures(
    engine: &mut Engine,
    solver: &mut Solver,
    terms: &[Term],
    asked: Figure,
) -> Result<Figures, Unfigured> {
    let found = solver.figures(engine, terms, wanted(asked))?;
    match &found.stopped {
        Some(error) if range(&found, asked).0.number().is_none() => {
            Err(Unfigured::Stopped { error: error.clone(), known: sentences(&found, asked) })
        }
        // What was asked for is known even so.
        _ => Ok(found),
    }
}

/// The sentences about the walls of a sum, where a limit ended the work.
fn walls_known(
    engine: &mut Engine,
    solver: &mut Solver,
    terms: &[Term],
) -> Result<Vec<String>, SolveError> {
    let known = match solver.thermograph_known(engine, terms) {
        // The limit may forbid even a look at the terms.
        Err(SolveError::Engine(error)) if error.is_limit() || error == GameError::Interrupted => {
            return Ok(Vec::new());
        }
        known => known?,
    };
    let bounds = known.into_iter().zip(["at least", "at most"]);
    let told = |(walls, bound): (Option<Thermograph>, &str)| {
        walls.map(|walls| format!("At each temperature its walls are {bound} those of {walls}."))
    };
    Ok(bounds.filter_map(told).collect())
}

/// A figure of a sum.
pub(crate) fn figure(
    engine: &mut Engine,
    solver: &mut Solver,
    terms: &[Term],
    asked: Figure,
) -> Result<Figured, Unfigured> {
    if asked == Figure::Thermograph {
        // From temperature 0 on walls take less work, and a limit leaves bounds of them.
        let found = solver.figures(engine, terms, wanted(asked))?;
        let stopped = match found.stopped.clone() {
            Some(error) => error,
            None => match solver.thermograph(engine, terms) {
                Ok(found) => return Ok(Figured::Thermograph(found)),
                Err(SolveError::Engine(error))
                    if error.is_limit() || error == GameError::Interrupted =>
                {
                    error
                }
                Err(error) => return Err(error.into()),
            },
        };
        let mut told = sentences(&found, asked);
        told.terms.extend(walls_known(engine, solver, terms)?);
        return Err(Unfigured::Stopped { error: stopped, known: told });
    }
    let found = figures(engine, solver, terms, asked)?;
    let (range, _) = range(&found, asked);
    Ok(Figured::Number(range.number().expect("no limit stopped the work").clone()))
}
