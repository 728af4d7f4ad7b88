//! Games on boards in which stones jump or split: Konane, Fission, Peg Duotaire.

use cg_core::Player;

use crate::clobber::checker;
use crate::grid::{
    Beside, Bits, Grid, GridGame, Images, Letters, SIDES, Shift, Titled, ahead, listed_on_grid,
    on_grid,
};

/// A stone jumps over a stone of the enemy beside it into the empty cell behind, and takes it;
/// it may go on so in the same direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Konane;

/// A stone of either player splits into two, which go to the empty cells above and below
/// (Left) or to the left and the right (Right).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fission;

/// A peg jumps over a peg beside it into the hole behind, and takes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PegDuotaire;

/// The states of boards with stones of one kind: plane 0 has the stones, plane 1 the empty
/// cells.
const ONE_KIND: Letters = Letters { states: &[('.', 2), ('X', 1), ('#', 0)] };

/// Where a jump is written.
const JUMP: &str = "a1-c1   the stone on a1 jumps to c1";

/// Hands the regions with a stone to `part`: taken cells part a board.
fn regions<B: Bits>(grid: &Grid<B, 2>, stones: B, part: &mut impl FnMut(Grid<B, 2>)) {
    for region in grid.regions(grid.occupied(), Beside::Sides) {
        if !(region & stones).is_empty() {
            part(grid.only(region));
        }
    }
}

/// The cells in which a stone lands after one jump over an enemy.
#[inline]
fn landings<B: Bits>(shift: &Shift<B>, stones: B, enemies: B, empty: B) -> B {
    shift.apply(shift.apply(stones) & enemies) & empty
}

impl Konane {
    /// The stones of `player`, those of the enemy, and the empty cells.
    #[inline]
    fn cells<B: Bits>(grid: &Grid<B, 2>, player: Player) -> [B; 3] {
        let [left, right] = *grid.planes();
        let empty = left & right;
        let [own, enemies] = [player, player.opponent()].map(|player| grid.plane(player as usize));
        [own.without(empty), enemies.without(empty), empty]
    }
}

impl Titled for Konane {
    const TITLE: &'static str = "Konane";
    const RULES: &'static [&'static str] = &[
        "A stone jumps over a stone of the enemy beside it into the empty cell behind, and takes it.",
        "It may go on in the same direction. Left has the X, Right the O.",
    ];
}

impl GridGame<2> for Konane {
    /// Both planes are set where a cell is empty.
    const LETTERS: Letters = Letters { states: &[('.', 3), ('X', 1), ('O', 2), ('#', 0)] };
    const IMAGES: Images = Images::COLOURS;
    const MOVE: &'static str = JUMP;

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let [left, right] = *grid.planes();
        let [stones, enemies, empty] = Self::cells(grid, player);
        let other = player.opponent() as usize;
        for step in SIDES {
            let shift = grid.shift(step);
            let mut jumps = landings(&shift, stones, enemies, empty);
            while let Some(mut to) = jumps.take() {
                let from = shift.before(to, 2);
                // The cells that the jumps leave empty.
                let mut emptied = B::bit(from);
                loop {
                    emptied = emptied | B::bit(shift.before(to, 1));
                    let landing = B::bit(to);
                    let mut planes = [left | emptied, right | emptied];
                    planes[other] = planes[other].without(landing);
                    visit(&[from, to], grid.with(planes));
                    match landings(&shift, landing, enemies, empty).lowest() {
                        Some(next) => to = next,
                        None => break,
                    }
                }
            }
        }
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        regions(grid, grid.plane(0) ^ grid.plane(1), part);
    }

    fn size<B: Bits>(&self, grid: &Grid<B, 2>) -> u32 {
        (grid.plane(0) ^ grid.plane(1)).count()
    }

    fn estimate<B: Bits>(&self, grid: &Grid<B, 2>) -> f32 {
        ahead(|player| {
            let [stones, enemies, empty] = Self::cells(grid, player);
            let moves = |step| landings(&grid.shift(step), stones, enemies, empty).count();
            SIDES.into_iter().map(moves).sum()
        })
    }

    fn start(&self, [row, column, ..]: [u32; 4]) -> Option<u8> {
        Some(checker(row, column))
    }
}

impl Fission {
    /// The stones that `player` can split.
    fn splitting<B: Bits>(grid: &Grid<B, 2>, player: Player) -> B {
        let [stones, empty] = *grid.planes();
        let both = match player {
            Player::Left => grid.below(empty) & grid.above(empty),
            Player::Right => grid.left(empty) & grid.right(empty),
        };
        stones & both
    }
}

impl GridGame<2> for Fission {
    const LETTERS: Letters = ONE_KIND;
    const SIGNS: crate::Signs = crate::Signs::PIECES;
    const IMAGES: Images = Images::TURN_NEGATES;
    const MOVE: &'static str = "b2   the stone on b2 splits";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let [stones, empty] = *grid.planes();
        let mut splitting = Self::splitting(grid, player);
        while let Some(from) = splitting.take() {
            let at = B::bit(from);
            let two = match player {
                Player::Left => grid.below(at) | grid.above(at),
                Player::Right => grid.left(at) | grid.right(at),
            };
            visit(&[from], grid.with([stones.without(at) | two, empty.without(two) | at]));
        }
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        regions(grid, grid.plane(0), part);
    }

    fn size<B: Bits>(&self, grid: &Grid<B, 2>) -> u32 {
        grid.plane(0).count()
    }

    fn estimate<B: Bits>(&self, grid: &Grid<B, 2>) -> f32 {
        ahead(|player| Self::splitting(grid, player).count())
    }
}

impl GridGame<2> for PegDuotaire {
    const LETTERS: Letters = ONE_KIND;
    const SIGNS: crate::Signs = crate::Signs::PIECES;
    const IMAGES: Images = Images::SAME;
    const IMPARTIAL: bool = true;
    const MOVE: &'static str = JUMP;

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        _: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let [pegs, holes] = *grid.planes();
        for step in SIDES {
            let shift = grid.shift(step);
            let mut jumps = landings(&shift, pegs, pegs, holes);
            while let Some(to) = jumps.take() {
                let from = shift.before(to, 2);
                let (gone, landing) = (B::bit(from) | B::bit(shift.before(to, 1)), B::bit(to));
                let planes = [pegs.without(gone) | landing, holes.without(landing) | gone];
                visit(&[from, to], grid.with(planes));
            }
        }
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        regions(grid, grid.plane(0), part);
    }

    fn size<B: Bits>(&self, grid: &Grid<B, 2>) -> u32 {
        grid.plane(0).count()
    }
}

on_grid!(Konane, 2);
listed_on_grid!(Fission, 2);
listed_on_grid!(PegDuotaire, 2);
