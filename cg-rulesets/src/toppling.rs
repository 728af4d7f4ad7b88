//! Toppling Dominoes: rows of dominoes that fall to one side.

use cg_core::Player;

use crate::grid::{Beside, Bits, Cell, Grid, GridGame, Images, Letters, listed_on_grid};

/// Rows of dominoes: `l` Left's, `r` Right's, `e` of either player, `.` none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopplingDominoes;

impl GridGame<2> for TopplingDominoes {
    const LETTERS: Letters =
        Letters { states: &[('.', 0), ('l', 1), ('r', 2), ('e', 3), ('x', 1), ('o', 2), ('#', 3)] };
    const SIGNS: crate::Signs = crate::Signs::SIDES;
    const IMAGES: Images = Images::COLOURED_ROWS;
    const MOVE: &'static str =
        "b1 left   the domino on b1 topples to the left, and all on that side of it";

    fn moves<B: Bits>(
        &self,
        rows: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let own = rows.plane(player as usize);
        for run in rows.regions(rows.occupied(), Beside::InRow) {
            let mut pushed = run & own;
            while let Some(at) = pushed.take() {
                for (cells, fallen) in
                    [(&[at][..], run & B::first(at + 1)), (&[at, at], run.without(B::first(at)))]
                {
                    visit(cells, rows.with(rows.planes().map(|plane| plane.without(fallen))));
                }
            }
        }
    }

    /// The domino stands there twice when it topples to the right.
    fn name(&self, cells: &[Cell]) -> String {
        format!("{} {}", cells[0], if cells.len() == 1 { "left" } else { "right" })
    }

    fn parts<B: Bits>(&self, rows: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        rows.regions(rows.occupied(), Beside::InRow).for_each(|run| part(rows.only(run)));
    }
}

listed_on_grid!(TopplingDominoes, 2);
