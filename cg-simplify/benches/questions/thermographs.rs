//! Thermographs of boards of Domineering.

use std::collections::BTreeSet;
use std::sync::Arc;

use cg_core::{Dyadic, Game, Limits, Result};
use cg_simplify::Thermograph;

use crate::boards::cells_of_subset;
use crate::domineering::Solver;

/// The values of all subsets of the 4x4 board, subset by subset, without known thermographs.
pub(crate) fn values_of_4x4() -> Result<(Solver, Vec<Game>)> {
    let mut solver = Solver::new(Limits::default())?;
    let values = (0..1 << 16)
        .map(|subset| solver.value(cells_of_subset(subset, 4, 4)))
        .collect::<Result<_>>()?;
    solver.engine.forget();
    Ok((solver, values))
}

/// The thermograph of each game.
pub(crate) fn thermographs(solver: &mut Solver, games: &[Game]) -> Result<Vec<Arc<Thermograph>>> {
    games.iter().map(|&game| solver.engine.thermograph(game)).collect()
}

/// Checks the known facts about the thermographs of all subsets of the 4x4 board.
pub(crate) fn check(thermographs: &[Arc<Thermograph>]) {
    let texts: BTreeSet<String> = thermographs.iter().map(|t| t.to_string()).collect();
    let temperatures = thermographs.iter().map(|t| t.temperature());
    let total = temperatures.clone().fold(Dyadic::ZERO, |sum, t| &sum + t);
    let hottest = temperatures.max().map(Dyadic::to_string);
    let found = (texts.len(), hottest, total.to_string());
    assert_eq!(found, (516, Some("7/4".to_owned()), "16923/2".to_owned()));
}
