//! Domineering: the canonical forms of boards.
//!
//! The moves, the components and the symmetries are computed here, on bitboards. The engine does
//! the rest.

use cg_core::{Game, Limits, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

/// Free cells on a board of at most 8 by 8, cell (row, column) at bit
/// 8 * row + column.
pub(crate) type Cells = u64;

const FIRST_COLUMN: Cells = 0x0101_0101_0101_0101;
const FIRST_ROW: Cells = 0xff;

pub(crate) fn rectangle(rows: u32, columns: u32) -> Cells {
    let row = (1 << columns) - 1;
    (0..rows).fold(0, |cells, r| cells | row << (8 * r))
}

/// All cells that are connected with the lowest one.
fn first_component(cells: Cells) -> Cells {
    let mut component = cells & cells.wrapping_neg();
    loop {
        let sideways = (component & !(FIRST_COLUMN << 7)) << 1 | (component & !FIRST_COLUMN) >> 1;
        let grown = (component | sideways | component << 8 | component >> 8) & cells;
        if grown == component {
            return component;
        }
        component = grown;
    }
}

fn flipped_rows(cells: Cells) -> Cells {
    cells.swap_bytes()
}

fn transposed(mut x: Cells) -> Cells {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let t = (x ^ (x >> shift)) & mask;
        x ^= t ^ (t << shift);
    }
    x
}

/// Moved to the corner with bit 0.
fn cornered(mut cells: Cells) -> Cells {
    cells >>= cells.trailing_zeros() & !7;
    while cells & FIRST_COLUMN == 0 {
        cells >>= 1;
    }
    cells
}

/// The least image that keeps vertical dominoes vertical.
fn least_image(cells: Cells) -> Cells {
    let upside_down = flipped_rows(cells);
    // Half a turn reverses the bits. A mirror image is that image upside down.
    let turned = cells.reverse_bits();
    [cells, upside_down, turned, flipped_rows(turned)].map(cornered).into_iter().min().unwrap_or(0)
}

/// Boards and their values.
pub(crate) struct Solver {
    pub(crate) engine: Engine,
    /// By component, up to symmetry.
    pub(crate) values: FxHashMap<Cells, Game>,
}

impl Solver {
    pub(crate) fn new(limits: Limits) -> Result<Self> {
        let engine = Engine::new(cg_subgroups::standard().expect("the subgroups fit"), limits)?;
        Ok(Solver { engine, values: FxHashMap::default() })
    }

    pub(crate) fn value(&mut self, mut cells: Cells) -> Result<Game> {
        let mut sum = Game::ZERO;
        while cells != 0 {
            let component = first_component(cells);
            cells &= !component;
            if component.count_ones() > 1 {
                let value = self.component(component)?;
                sum = self.engine.add(sum, value)?;
            }
        }
        Ok(sum)
    }

    fn component(&mut self, cells: Cells) -> Result<Game> {
        let upright = least_image(cells);
        let lying = least_image(transposed(cells));
        let key = upright.min(lying);
        let value = match self.values.get(&key) {
            Some(&value) => value,
            None => {
                let value = self.by_moves(key)?;
                self.values.insert(key, value);
                value
            }
        };
        match upright <= lying {
            true => Ok(value),
            false => self.engine.negate(value),
        }
    }

    fn by_moves(&mut self, cells: Cells) -> Result<Game> {
        let mut options = [Vec::new(), Vec::new()];
        for (side, shift) in [(0, 8), (1, 1)] {
            let wraps = if shift == 1 { FIRST_COLUMN } else { FIRST_ROW };
            let mut starts = cells & (cells & !wraps) >> shift;
            while starts != 0 {
                let start = starts & starts.wrapping_neg();
                starts ^= start;
                let option = self.value(cells & !(start | start << shift))?;
                options[side].push(option);
            }
        }
        self.engine.game(&options[0], &options[1])
    }
}
