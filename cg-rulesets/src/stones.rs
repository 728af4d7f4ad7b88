//! Relatives of Clobber: stones that step or slide onto others, or onto empty cells.

use cg_core::Player;

use crate::clobber::checker;
use crate::grid::{
    Beside, Bits, CORNERS, DIAGONALS, Grid, GridGame, Images, Letters, SIDES, Shift, Step, ahead,
    listed_on_grid,
};

/// A relative of Clobber. Left has the `X`, Right the `O`; `.` is empty, `#` taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stones {
    /// A stone steps onto an empty cell beside it and leaves a stone of the enemy behind.
    Anti,
    /// A stone steps onto a stone of either colour beside it, which is taken.
    Hot,
    /// Clobber with diagonal steps.
    Diagonal,
    /// Clobber with the steps of a king.
    Kings,
    /// Clobber with the moves of a knight.
    Knights,
    /// Clobber with the moves of a rook, over empty cells.
    Rooks,
    /// Clobber with the moves of a queen, over empty cells.
    Queens,
}

const KNIGHT: [Step; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Stones {
    fn steps(self) -> &'static [Step] {
        match self {
            Stones::Anti | Stones::Hot | Stones::Rooks => &SIDES,
            Stones::Diagonal => &DIAGONALS,
            Stones::Kings | Stones::Queens => &CORNERS,
            Stones::Knights => &KNIGHT,
        }
    }

    fn slides(self) -> bool {
        matches!(self, Stones::Rooks | Stones::Queens)
    }

    /// Hands to `take` the cells onto which stones of `player` go with each step, so many times.
    fn each_step<B: Bits>(
        self,
        grid: &Grid<B, 2>,
        player: Player,
        mut take: impl FnMut(B, &Shift<B>, i32),
    ) {
        let [left, right] = *grid.planes();
        let empty = left & right;
        let [own, enemies] =
            [player, player.opponent()].map(|player| grid.plane(player as usize).without(empty));
        let goes = match self {
            Stones::Anti => empty,
            Stones::Hot => own | enemies,
            _ => enemies,
        };
        for &step in self.steps() {
            let shift = grid.shift(step);
            let (mut front, mut steps) = (own, 0);
            while !front.is_empty() {
                front = shift.apply(front);
                steps += 1;
                take(front & goes, &shift, steps);
                front = if self.slides() { front & empty } else { B::NONE };
            }
        }
    }
}

impl GridGame<2> for Stones {
    /// Both planes are set where a cell is empty.
    const LETTERS: Letters = Letters { states: &[('.', 3), ('X', 1), ('O', 2), ('#', 0)] };
    const IMAGES: Images = Images::COLOURS;
    const SMALL: u32 = 6;
    const MOVE: &'static str = "a1-b1   from one cell to another; `moves` lists all";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let own = player as usize;
        self.each_step(grid, player, |mut targets, shift, steps| {
            while let Some(to) = targets.take() {
                let from = shift.before(to, steps);
                let mut planes = *grid.planes();
                if *self == Stones::Anti {
                    planes[own] = planes[own].without(B::bit(from));
                } else {
                    planes[own] = planes[own] | B::bit(to);
                }
                let other = &mut planes[1 - own];
                *other = other.without(B::bit(to)) | B::bit(from);
                visit(&[from, to], grid.with(planes));
            }
        });
    }

    /// Empty cells part stones that only step onto stones; taken cells part all but knights.
    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        let [left, right] = *grid.planes();
        let stones = left ^ right;
        let over_empty = self.slides() || *self == Stones::Anti;
        let cells = if over_empty { left | right } else { stones };
        let beside = match self {
            Stones::Diagonal => Beside::Diagonals,
            Stones::Kings | Stones::Queens => Beside::Corners,
            Stones::Knights => Beside::Knights,
            _ => Beside::Sides,
        };
        for region in grid.regions(cells, beside) {
            let colours = [left, right].map(|plane| !(plane & stones & region).is_empty());
            let moves = match self {
                Stones::Anti => !(region & left & right).is_empty() && colours.contains(&true),
                Stones::Hot => region.count() > 1,
                _ => colours == [true; 2],
            };
            if moves {
                part(grid.only(region));
            }
        }
    }

    fn size<B: Bits>(&self, grid: &Grid<B, 2>) -> u32 {
        (grid.plane(0) ^ grid.plane(1)).count()
    }

    fn estimate<B: Bits>(&self, grid: &Grid<B, 2>) -> f32 {
        ahead(|player| {
            let mut moves = 0;
            self.each_step(grid, player, |targets, _, _| moves += targets.count());
            moves
        })
    }

    fn start(&self, [row, column, ..]: [u32; 4]) -> Option<u8> {
        Some(checker(row, column))
    }
}

listed_on_grid!(Stones, 2);
