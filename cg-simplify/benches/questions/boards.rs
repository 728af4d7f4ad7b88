//! Boards of Domineering: all subsets of one, and empty ones.

use cg_core::{Game, Limits, Result};
use rustc_hash::FxHashSet;

use crate::domineering::{Cells, Solver, rectangle};

/// The cells of the subset whose bits are listed row by row in `subset`.
pub(crate) fn cells_of_subset(subset: u64, rows: u32, columns: u32) -> Cells {
    let row_of = |row| subset >> (columns * row) & ((1 << columns) - 1);
    (0..rows).fold(0, |cells, row| cells | row_of(row) << (8 * row))
}

/// The values of all subsets of a board.
pub(crate) fn values_of_subsets(rows: u32, columns: u32) -> Result<(Solver, FxHashSet<Game>)> {
    let mut solver = Solver::new(Limits::default())?;
    let mut values = FxHashSet::default();
    for subset in 0u64..1 << (rows * columns) {
        values.insert(solver.value(cells_of_subset(subset, rows, columns))?);
    }
    Ok((solver, values))
}

/// The value of the empty board.
pub(crate) fn empty_board(rows: u32, columns: u32, limits: Limits) -> Result<(Solver, Game)> {
    let mut solver = Solver::new(limits)?;
    let value = solver.value(rectangle(rows, columns))?;
    Ok((solver, value))
}
