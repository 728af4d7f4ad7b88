//! Domineering as a ruleset, with and without the help that a solver can use.

use std::convert::Infallible;

use cg_core::Player;
use cg_rulesets::{Known, Ruleset, Sign};

/// Free cells of a board of at most 8 by 8: cell (row, column) at bit 8 row + column.
pub(crate) type Cells = u64;

const FIRST_COLUMN: Cells = 0x0101_0101_0101_0101;

/// Domineering: Left places upright dominoes, Right flat ones.
pub(crate) struct Domineering {
    /// Whether a solver is told of components and of symmetry.
    pub(crate) helps: bool,
}

/// The empty board.
pub(crate) fn board(rows: u32, columns: u32) -> Cells {
    (0..rows).fold(0, |cells, row| cells | ((1 << columns) - 1) << (8 * row))
}

fn neighbours(cells: Cells) -> Cells {
    (cells & !(FIRST_COLUMN << 7)) << 1 | (cells & !FIRST_COLUMN) >> 1 | cells << 8 | cells >> 8
}

fn cornered(mut cells: Cells) -> Cells {
    while cells != 0 && cells & 0xff == 0 {
        cells >>= 8;
    }
    while cells != 0 && cells & FIRST_COLUMN == 0 {
        cells >>= 1;
    }
    cells
}

fn transposed(cells: Cells) -> Cells {
    (0..64)
        .filter(|at| cells >> at & 1 == 1)
        .fold(0, |image, at| image | 1 << (at % 8 * 8 + at / 8))
}

impl Ruleset for Domineering {
    type Position = Cells;
    type Error = Infallible;

    fn moves(
        &self,
        cells: &Cells,
        player: Player,
        out: &mut impl Extend<Cells>,
    ) -> Result<(), Infallible> {
        let (step, mut firsts) = match player {
            Player::Left => (8, cells & cells >> 8),
            Player::Right => (1, cells & (cells & !FIRST_COLUMN) >> 1),
        };
        while firsts != 0 {
            let first = firsts & firsts.wrapping_neg();
            firsts ^= first;
            out.extend([cells & !(first | first << step)]);
        }
        Ok(())
    }

    fn split(
        &self,
        mut cells: Cells,
        parts: &mut impl Extend<(Cells, Sign)>,
    ) -> Result<(), Infallible> {
        if !self.helps {
            parts.extend([(cells, Sign::Plus)]);
            return Ok(());
        }
        while cells != 0 {
            let mut part = cells & cells.wrapping_neg();
            while neighbours(part) & cells & !part != 0 {
                part |= neighbours(part) & cells;
            }
            cells &= !part;
            parts.extend([(part, Sign::Plus)]);
        }
        Ok(())
    }

    fn normal(&self, cells: Cells) -> (Cells, Sign) {
        if !self.helps {
            return (cells, Sign::Plus);
        }
        let images = |cells: Cells| {
            let (flipped, turned) = (cells.swap_bytes(), cells.reverse_bits());
            [cells, flipped, turned, turned.swap_bytes()].map(cornered).into_iter().min()
        };
        let upright = images(cells).expect("there are four images");
        let lying = images(transposed(cells)).expect("there are four images");
        // Turned by a quarter the players have each other's moves.
        if lying < upright { (lying, Sign::Minus) } else { (upright, Sign::Plus) }
    }

    fn known(&self, cells: &Cells) -> Result<Option<Known>, Infallible> {
        Ok((self.helps && cells.count_ones() < 2).then_some(Known::Ended))
    }
}
