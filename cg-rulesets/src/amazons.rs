//! Amazons: queens that move and shoot.

use cg_core::Player;

use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, Titled, on_grid};

/// An amazon moves as a queen of chess over empty cells, then shoots as a queen moves:
/// the cell that is hit is blocked for ever. Left has the amazons `X`, Right the `O`.
///
/// The start position of any size has Left's amazons in the corners of the first row
/// and Right's in those of the last.
///
/// Source: Walter Zamkauskas, 1988.
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::{Amazons, Notated};
///
/// let board = Amazons.read_position("X.|.#")?;
/// let chosen = Amazons.read_move(&board, Player::Left, "a1-b1-a1")?;
/// let after = Amazons.after(&board, &chosen)?;
/// assert_eq!(Amazons.write_position(&after)?, "#X|.#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amazons;

/// The state of an empty cell: both planes.
const EMPTY: u8 = 3;

impl Titled for Amazons {
    const TITLE: &'static str = "Amazons";
    const RULES: &'static [&'static str] = &[
        "An amazon moves as a queen of chess, then shoots as a queen moves.",
        "The cell that is hit is blocked for ever. Left has the X, Right the O.",
    ];
}

impl GridGame<2> for Amazons {
    const LETTERS: Letters = Letters { states: &[('.', EMPTY), ('X', 1), ('O', 2), ('#', 0)] };
    const IMAGES: Images = Images::COLOURS;
    const SMALL: u32 = 5;
    const MOVE: &'static str = "from where to where, and the cell that is hit, such as a1-a3-b3";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let [left, right] = *grid.planes();
        let empty = left & right;
        let mut amazons = grid.plane(player as usize).without(empty);
        while let Some(from) = amazons.take() {
            let mut targets = grid.queen(from, empty);
            while let Some(to) = targets.take() {
                let free = (empty | B::bit(from)).without(B::bit(to));
                let mut shots = grid.queen(to, free);
                while let Some(shot) = shots.take() {
                    let left_free = free.without(B::bit(shot));
                    let gone = B::bit(from) | B::bit(to) | B::bit(shot);
                    let mut planes = [left, right].map(|plane| plane.without(gone) | left_free);
                    let own = player as usize;
                    planes[own] = planes[own] | B::bit(to);
                    visit(&[from, to, shot], grid.with(planes));
                }
            }
        }
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        let [left, right] = *grid.planes();
        let empty = left & right;
        for region in grid.regions(left | right, Beside::Corners) {
            // Amazons of one colour or of none have moves only where a cell is free.
            if !(region & empty).is_empty() && !region.without(empty).is_empty() {
                part(grid.only(region));
            }
        }
    }

    fn estimate<B: Bits>(&self, grid: &Grid<B, 2>) -> f32 {
        let [left, right] = *grid.planes();
        let empty = left & right;
        // Cells that only one player reaches in a move, how many are reached, and how much room
        // is around the amazons. The weights are the best of a few that were tried on 4x4.
        let mut reached = [B::NONE; 2];
        let mut moves = [0u16; 2];
        for player in Player::BOTH {
            let mut amazons = grid.plane(player as usize).without(empty);
            while let Some(from) = amazons.take() {
                let cells = grid.queen(from, empty);
                reached[player as usize] = reached[player as usize] | cells;
                moves[player as usize] += low(cells.count());
            }
        }
        let own = reached[0].without(reached[1]).count();
        let other = reached[1].without(reached[0]).count();
        let [room, other_room] = [left, right].map(|plane| {
            let amazons = plane.without(empty);
            (grid.beside(amazons, Beside::Corners) & empty).count()
        });
        f32::from(low(own)) - f32::from(low(other))
            + (f32::from(moves[0]) - f32::from(moves[1]))
            + 2.0 * (f32::from(low(room)) - f32::from(low(other_room)))
    }

    fn start(&self, [row, column, rows, columns]: [u32; 4]) -> Option<u8> {
        let corner = column == 0 || column + 1 == columns;
        if !corner {
            return Some(EMPTY);
        }
        // In a single row the two stand at its ends.
        Some(match row {
            0 if rows > 1 || column == 0 => 1,
            row if row + 1 == rows => 2,
            _ => EMPTY,
        })
    }
}

/// A count of cells, which are few.
fn low(count: u32) -> u16 {
    u16::try_from(count).expect("a board has at most 1,024 cells")
}

on_grid!(Amazons, 2);
