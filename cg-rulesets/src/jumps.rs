//! Games on boards in which stones jump or split: Konane, Fission, Peg Duotaire.

use cg_core::Player;

use crate::clobber::checker;
use crate::grid::{
    Beside, Bits, Grid, GridGame, Images, Letters, SIDES, Step, ahead, listed_on_grid,
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

impl Konane {
    /// The cells in which a stone of `player` lands after one jump.
    fn landings<B: Bits>(grid: &Grid<B, 2>, player: Player, step: Step) -> B {
        let [left, right] = *grid.planes();
        let empty = left & right;
        let enemies = grid.plane(player.opponent() as usize).without(empty);
        let over = grid.stepped(grid.plane(player as usize).without(empty), step) & enemies;
        grid.stepped(over, step) & empty
    }
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
        let empty = left & right;
        let own = player as usize;
        let enemies = grid.plane(player.opponent() as usize).without(empty);
        for step in SIDES {
            let mut jumps = Self::landings(grid, player, step);
            while let Some(first) = jumps.take() {
                let from = grid.before(first, step, 2);
                // What is empty after it beside the cell of the stone.
                let mut taken = B::bit(from);
                let mut landing = B::bit(first);
                loop {
                    taken = taken | grid.stepped(landing, (-step.0, -step.1));
                    let mut planes = [left | taken, right | taken];
                    planes[1 - own] = planes[1 - own].without(landing);
                    let to = landing.lowest().expect("a stone lands on a cell");
                    visit(&[from, to], grid.with(planes));
                    let over = grid.stepped(landing, step) & enemies;
                    landing = grid.stepped(over, step) & empty;
                    if landing.is_empty() {
                        break;
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
        let moves = |player, step| Self::landings(grid, player, step).count();
        ahead(|player| SIDES.iter().map(|&step| moves(player, step)).sum())
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
            let mut landings = grid.stepped(grid.stepped(pegs, step) & pegs, step) & holes;
            while let Some(to) = landings.take() {
                let from = grid.before(to, step, 2);
                let (gone, landing) = (B::bit(from) | B::bit(grid.before(to, step, 1)), B::bit(to));
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

listed_on_grid!(Konane, 2);
listed_on_grid!(Fission, 2);
listed_on_grid!(PegDuotaire, 2);
