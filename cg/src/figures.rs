//! Mean, temperature, stops and thermograph of a sum whose value would take long, by the walls of
//! its positions.

use std::ops::ControlFlow;

use cg_core::{Dyadic, Error as GameError, Notation, Player};
use cg_lang::{Figure, Figured};
use cg_simplify::Engine;
use cg_solve::{Figures, Range, SolveError, Term};

use crate::solve::{SumSolver, WrittenSum};
use crate::solve_why::cut;

/// Why a figure is not known.
pub(crate) enum Unfigured {
    /// A limit or an interruption came first; what is known is a sentence.
    Stopped { error: GameError, known: String },
    /// The rules, the engine or the numbers fail.
    Failed(SolveError),
}

impl From<SolveError> for Unfigured {
    fn from(error: SolveError) -> Self {
        Unfigured::Failed(error)
    }
}

/// What the solver is asked for, to know a figure.
fn wanted(asked: Figure) -> cg_solve::Figure {
    match asked {
        Figure::Mean => cg_solve::Figure::Mean,
        Figure::Temperature => cg_solve::Figure::Temperature,
        Figure::Stop(_) | Figure::Thermograph => cg_solve::Figure::Stops,
    }
}

/// What is known of a figure, and its name.
fn range(found: &Figures, asked: Figure) -> (&Range, &'static str) {
    match asked {
        Figure::Mean => (&found.mean, "mean"),
        Figure::Temperature | Figure::Thermograph => (&found.temperature, "temperature"),
        Figure::Stop(Player::Left) => (&found.stops[0], "left stop"),
        Figure::Stop(Player::Right) => (&found.stops[1], "right stop"),
    }
}

/// What is known where a limit ended the work, in sentences.
fn sentences(found: &Figures, asked: Figure) -> String {
    let mut told = Vec::new();
    let figures = match asked {
        Figure::Thermograph => vec![Figure::Mean, Figure::Temperature],
        asked => vec![asked],
    };
    for asked in figures {
        let (range, name) = range(found, asked);
        told.push(format!("The {name} is {range}."));
    }
    told.join(" ")
}

fn figures(
    engine: &mut Engine,
    solver: &mut SumSolver,
    terms: &[Term],
    asked: Figure,
) -> Result<Figures, Unfigured> {
    let found = solver.solver().figures(engine, terms, wanted(asked))?;
    match &found.stopped {
        Some(error) if range(&found, asked).0.number().is_none() => {
            Err(Unfigured::Stopped { error: error.clone(), known: sentences(&found, asked) })
        }
        // What was asked for is known even so.
        _ => Ok(found),
    }
}

/// A figure of a sum.
pub(crate) fn figure(
    engine: &mut Engine,
    solver: &mut SumSolver,
    sum: &WrittenSum,
    asked: Figure,
) -> Result<Figured, Unfigured> {
    let terms = sum.terms();
    if asked == Figure::Thermograph {
        match solver.solver().thermograph(engine, &terms) {
            Ok(found) => return Ok(Figured::Thermograph(found)),
            Err(SolveError::Engine(error))
                if error.is_limit() || error == GameError::Interrupted =>
            {
                let known = "Of the thermograph nothing is known.".to_owned();
                return Err(Unfigured::Stopped { error, known });
            }
            Err(error) => return Err(error.into()),
        }
    }
    let found = figures(engine, solver, &terms, asked)?;
    let (range, _) = range(&found, asked);
    Ok(Figured::Number(range.number().expect("no limit stopped the work").clone()))
}

/// How a figure of a sum is come by: what both players do first, and where that ends.
pub(crate) fn reasons(
    engine: &mut Engine,
    notation: Notation,
    solver: &mut SumSolver,
    sum: &WrittenSum,
    asked: Figure,
) -> Result<Vec<String>, Unfigured> {
    let terms = sum.terms();
    let found = figures(engine, solver, &terms, Figure::Temperature)?;
    let exact = |range: &Range| range.number().cloned().expect("no limit stopped the work");
    let temperature = exact(&found.temperature);
    let mut lines = vec![FROM_MOVES.to_owned()];
    if temperature < Dyadic::ZERO {
        lines.push(format!("It is the number {}, in which no player wants to move.", found.mean));
        return Ok(lines);
    }
    let at = match asked {
        Figure::Stop(_) => Dyadic::ZERO,
        Figure::Mean | Figure::Temperature | Figure::Thermograph => temperature,
    };
    if at > Dyadic::ZERO {
        lines.push(format!("At temperature {at} a move costs {at}, and both players may move:"));
    }
    for player in Player::BOTH {
        if !matches!(asked, Figure::Stop(first) if first != player) {
            lines.push(line_of_play(engine, notation, solver, sum, player, &at)?);
        }
    }
    Ok(lines)
}

const FROM_MOVES: &str = "Its value would take long, so the walls of its moves were worked out.";

/// The most moves of a line of play that are shown.
const MOST_MOVES: usize = 12;

/// A best line of play where each move costs `at`, when `first` moves first: until nobody wants to
/// move at this cost.
fn line_of_play(
    engine: &mut Engine,
    notation: Notation,
    solver: &mut SumSolver,
    sum: &WrittenSum,
    first: Player,
    at: &Dyadic,
) -> Result<String, Unfigured> {
    let better = |wall: &Dyadic, best: &Dyadic| match first {
        Player::Left => wall > best,
        Player::Right => wall < best,
    };
    let mut best: Option<(Dyadic, String, Vec<Term>)> = None;
    solver.each_move(engine, notation, sum, first, &mut |solver, engine, made, after| {
        let wall = solver.wall_at(engine, after, first.opponent(), at)?;
        if best.as_ref().is_none_or(|(known, ..)| better(&wall, known)) {
            best = Some((wall, sum.shown(&made), after.to_vec()));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let Some((end, name, mut after)) = best else {
        return Ok(format!("{first} has no move."));
    };
    let mut text = format!("{first} moves first: {name}");
    let mut mover = first.opponent();
    for shown in 0.. {
        let Some(next) = solver.solver().best_move(engine, &after, mover, at)? else { break };
        if shown == MOST_MOVES {
            text += ", and so on";
            break;
        }
        let mut terms = Vec::with_capacity(next.len());
        for &term in &next {
            terms.push(solver.solver().text(engine, term)?);
        }
        text += &format!("; {mover} leaves {}", cut(&terms.join(" + ")));
        (after, mover) = (next, mover.opponent());
    }
    let end = match (first, at.is_zero()) {
        (_, true) => {
            format!("{end}, the {} stop", if first == Player::Left { "left" } else { "right" })
        }
        (Player::Left, false) => {
            format!("{end}, and the cost {at} of the first move leaves {}", &end - at)
        }
        (Player::Right, false) => {
            format!("{end}, and the cost {at} of the first move leaves {}", &end + at)
        }
    };
    Ok(format!("{text}. That is worth {end}."))
}
