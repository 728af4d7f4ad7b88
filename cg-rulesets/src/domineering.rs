//! Domineering and Cram: dominoes on the free cells of a board.

use std::ops::Range;

use cg_core::Player;

use crate::Dominoes;
use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, Titled, on_grid};

/// Left places an upright domino on two free cells, Right a flat one.
///
/// Source: Göran Andersson's game; *Winning Ways*, chapter 5.
///
/// ```
/// use cg_core::{Outcome, Player};
/// use cg_rulesets::{Convention, Domineering, Notated, OutcomeSearch, Ruleset, Sign};
///
/// let board = Domineering.read_position("..|.#")?;
/// let moves = Domineering.named_moves(&board, Player::Left, 9)?;
/// assert_eq!(Domineering.write_move(&moves.list[0]), "a1-a2");
/// let mut search = OutcomeSearch::new(Convention::Normal);
/// let square = Domineering.read_position("2x2")?;
/// assert_eq!(search.outcome(&Domineering, &[(square, Sign::Plus)])?, Some(Outcome::Next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Domineering;

/// Both players place upright and flat dominoes on two free cells.
///
/// Source: *Winning Ways*, chapter 15.
///
/// ```
/// use cg_core::Outcome;
/// use cg_rulesets::{Convention, Cram, Notated, OutcomeSearch, Sign};
///
/// let board = Cram.read_position("2x4")?;
/// let mut search = OutcomeSearch::new(Convention::Normal);
/// assert_eq!(search.outcome(&Cram, &[(board, Sign::Plus)])?, Some(Outcome::Previous));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cram;

const FREE: Letters = Letters { states: &[('.', 1), ('#', 0)] };

/// Hands the dominoes of one direction to `visit`: `upright` or flat.
fn place<B: Bits>(grid: &Grid<B, 1>, upright: bool, visit: &mut impl FnMut(&[u32], Grid<B, 1>)) {
    let free = grid.plane(0);
    let step = if upright { grid.columns() } else { 1 };
    let mut firsts = free & if upright { grid.above(free) } else { grid.left(free) };
    while let Some(at) = firsts.take() {
        let domino = B::bit(at) | B::bit(at + step);
        visit(&[at, at + step], grid.with([free.without(domino)]));
    }
}

/// Hands the connected regions of at least two cells to `part`.
fn regions<B: Bits>(grid: &Grid<B, 1>, part: &mut impl FnMut(Grid<B, 1>)) {
    let large = grid.regions(grid.plane(0), Beside::Sides).filter(|region| region.count() > 1);
    large.for_each(|region| part(grid.only(region)));
}

impl Titled for Domineering {
    const TITLE: &'static str = "Domineering";
    const RULES: &'static [&'static str] =
        &["Left places a domino upright on two free cells, Right flat."];
}

impl GridGame<1> for Domineering {
    const LETTERS: Letters = FREE;
    const IMAGES: Images = Images::TURN_NEGATES;
    const SMALL: u32 = 10;
    const TAKES_FREE_CELLS: bool = true;
    const MOVE: &'static str = "the two cells of the domino, such as a1-a2";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 1>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 1>),
    ) {
        place(grid, player == Player::Left, visit);
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 1>, part: &mut impl FnMut(Grid<B, 1>)) {
        regions(grid, part);
    }

    fn start(&self, _: [u32; 4]) -> Option<u8> {
        Some(1)
    }

    fn lines<B: Bits>(&self, grid: &Grid<B, 1>, player: Player) -> u32 {
        match player {
            Player::Left => grid.rows(),
            Player::Right => grid.columns(),
        }
    }

    fn band<B: Bits>(&self, grid: &Grid<B, 1>, player: Player, lines: Range<u32>) -> Grid<B, 1> {
        match player {
            Player::Left => grid.some_rows(lines),
            Player::Right => grid.some_columns(lines),
        }
    }

    fn line_words<B: Bits>(&self, grid: &Grid<B, 1>, player: Player, words: &mut impl Extend<u64>) {
        grid.line_words(0, player == Player::Right, words);
    }

    fn dominoes<B: Bits>(&self, grid: &Grid<B, 1>) -> Option<Dominoes> {
        let (rows, columns) = (grid.rows(), grid.columns());
        let free = grid.plane(0);
        let free = u128::from(free.group(0)) | u128::from(free.group(1)) << 64;
        (rows * columns <= u128::BITS).then_some(Dominoes { rows, columns, free })
    }
}

on_grid!(Domineering, 1);

impl Titled for Cram {
    const TITLE: &'static str = "Cram";
    const RULES: &'static [&'static str] =
        &["A move places a domino on two free cells, upright or flat."];
}

impl GridGame<1> for Cram {
    const LETTERS: Letters = FREE;
    const IMAGES: Images = Images::SAME;
    const SMALL: u32 = 0;
    const IMPARTIAL: bool = true;
    const TAKES_FREE_CELLS: bool = true;
    const MOVE: &'static str = "the two cells of the domino, such as a1-a2";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 1>,
        _: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 1>),
    ) {
        place(grid, true, visit);
        place(grid, false, visit);
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 1>, part: &mut impl FnMut(Grid<B, 1>)) {
        regions(grid, part);
    }

    fn start(&self, _: [u32; 4]) -> Option<u8> {
        Some(1)
    }

    fn is_copied<B: Bits>(&self, grid: &Grid<B, 1>) -> bool {
        // Half a turn maps no domino onto one that it meets unless the middle of the
        // board is inside a domino or a cell.
        let (free, cells) = (grid.plane(0), grid.cells());
        let own = |one: u32, other: u32| free.has(one) && free.has(other);
        grid.is_turned_onto_itself()
            && match (grid.rows() % 2, grid.columns() % 2) {
                (0, 0) => true,
                (1, 1) => !free.has(cells / 2),
                (1, 0) => !own(cells / 2, cells / 2 - 1),
                _ => {
                    let below = cells / 2 + grid.columns() / 2;
                    !own(below, below - grid.columns())
                }
            }
    }
}

on_grid!(Cram, 1);
