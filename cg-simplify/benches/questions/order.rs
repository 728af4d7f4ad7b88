//! The order of all pairs of games born by day 3.

use cg_core::{Game, Limits, Registry, Result};
use cg_simplify::Engine;

/// The number of pairs (g, h) of the 1,474 games with g <= h.
pub(crate) const AT_MOST: usize = 654_647;

/// All games born by day 3, in an engine without subgroups. The engine has forgotten its results,
/// so their order starts cold.
pub(crate) fn day_three() -> Result<(Engine, Vec<Game>)> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let games = engine.born_by(3)?;
    engine.forget();
    Ok((engine, games))
}

/// The number of pairs of `games` in which the first is at most the second.
pub(crate) fn pairs_at_most(engine: &mut Engine, games: &[Game]) -> Result<usize> {
    let mut at_most = 0;
    for &g in games {
        for &h in games {
            at_most += usize::from(engine.le(g, h)?);
        }
    }
    Ok(at_most)
}
