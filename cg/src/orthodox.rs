//! Hot sums that are too large to search: who wins by stops, and the orthodox moves.
//!
//! The ambient temperature is that of the hottest term. A move in that term is *orthodox* if it
//! reaches the wall of the term at this temperature (Berlekamp, *The economist's view of
//! combinatorial games*, 1996). Such a move is good advice. That it wins is another question, and
//! is said only if it is known.

use cg_core::{Dyadic, Error as GameError, Player};
use cg_simplify::Engine;
use cg_solve::{Figure, SolveError, Solver, Term};

/// Steps of the engine for all figures of a sum.
const STEPS: u32 = 30_000;

/// What figures tell of a sum.
#[derive(Default)]
pub(crate) struct Hot {
    /// The winner by who moves first, where stops tell.
    pub(crate) winners: [Option<Player>; 2],
    /// The ambient temperature, and the place of the first term that has it.
    pub(crate) ambient: Option<(Dyadic, usize)>,
}

/// The answer of bounded work: `None` if its steps or another limit did not suffice.
fn bounded<T>(found: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
    match found {
        Err(SolveError::Engine(error)) if error.is_limit() || error == GameError::Interrupted => {
            Ok(None)
        }
        // Infinite and very fine numbers have no walls, and games that come back have none.
        Err(SolveError::OutOfRange | SolveError::Loopy) => Ok(None),
        found => found.map(Some),
    }
}

/// What figures tell of a sum of terms, within a bounded number of steps.
///
/// # Errors
/// Rules, a failing subgroup. A limit is no error: then less is told.
pub(crate) fn hot(
    engine: &mut Engine,
    solver: &mut Solver,
    terms: &[&[Term]],
) -> Result<Hot, SolveError> {
    let mut hot = Hot::default();
    if terms.len() < 2 {
        return Ok(hot);
    }
    let found = engine.within(STEPS, |engine| {
        let whole = solver.figures(engine, &terms.concat(), Figure::Mean)?;
        hot.winners = whole.winners();
        let mut hottest: Option<(Dyadic, usize)> = None;
        for (at, term) in terms.iter().enumerate() {
            let found = solver.figures(engine, term, Figure::Temperature)?;
            let Some(temperature) = found.temperature.number() else { return Ok(None) };
            if hottest.as_ref().is_none_or(|(most, _)| temperature > most) {
                hottest = Some((temperature.clone(), at));
            }
        }
        Ok(hottest.filter(|(most, _)| *most > Dyadic::ZERO))
    });
    hot.ambient = bounded(found)?.flatten();
    Ok(hot)
}

/// The place of a move of `player` with which the wall of a term at this temperature is reached.
/// `moves` has the terms after each of his moves in it. `None` without a move, or where a limit is
/// reached.
///
/// # Errors
/// Rules, a failing subgroup.
pub(crate) fn orthodox<'m>(
    engine: &mut Engine,
    solver: &mut Solver,
    player: Player,
    temperature: &Dyadic,
    moves: impl Iterator<Item = &'m [Term]>,
) -> Result<Option<usize>, SolveError> {
    let found = engine.within(STEPS, |engine| {
        let mut best: Option<(Dyadic, usize)> = None;
        for (at, after) in moves.enumerate() {
            let wall = solver.wall_at(engine, after, player.opponent(), temperature)?;
            let better = best.as_ref().is_none_or(|(known, _)| match player {
                Player::Left => wall > *known,
                Player::Right => wall < *known,
            });
            if better {
                best = Some((wall, at));
            }
        }
        Ok(best.map(|(_, at)| at))
    });
    Ok(bounded(found)?.flatten())
}
