//! Boards of squares as bits: the common ground of Domineering, Clobber, Amazons and
//! their like.
//!
//! A [`Board`] has rows and columns of cells, each in one of a few states. The states
//! are planes of bits: bit *r* times columns + *c* of plane *k* is bit *k* of the state
//! of the cell in row *r* and column *c*. State 0 is what lies beyond the border, so a
//! board may be cut down to the cells in other states. The word is as short as the
//! board allows: `u64` up to 64 cells, `u128` up to 128, [`Long`] up to 256, [`Wide`]
//! beyond, and the parts of a large board are small boards again.
//!
//! A ruleset is a [`GridGame`]: moves and parts, written once over [`Bits`]. The macro
//! `on_grid` makes a [`crate::Ruleset`] and a [`crate::Notated`] of it.
//!
//! | question | answer |
//! | --- | --- |
//! | words, shifts | [`Bits`] |
//! | neighbours, connected regions, lines, reflections | [`Grid`] |
//! | boards of any size, the normal form | [`Board`], [`Images`] |
//! | text, coordinates | [`Cell`], [`Board::read`], [`Board::write`] |
//! | what a game must say | [`GridGame`] |

mod bits;
mod game;
mod square;
mod text;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::Sign;
use square::Square;

pub use bits::{Bits, Groups, Long, Wide};
pub use game::{GridGame, Titled};
pub(crate) use game::{ahead, listed_on_grid, named, on_grid, read_cells};
pub use text::{Cell, Letters};

/// A grid of at most `B::BITS` cells, with `P` bits of state for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid<B, const P: usize> {
    rows: u16,
    columns: u16,
    planes: [B; P],
}

/// A word for both sides, and one for each plane: few, as positions are hashed all the time.
impl<B: Bits, const P: usize> Hash for Grid<B, P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(u32::from(self.rows) << 16 | u32::from(self.columns));
        for plane in &self.planes {
            plane.hash(state);
        }
    }
}

/// The side of a part of a grid.
fn small(side: u32) -> u16 {
    u16::try_from(side).expect("no longer than that of the grid")
}

/// A step from a cell: rows down, columns to the right.
pub type Step = (i32, i32);

/// The steps to the four cells that share a side with a cell.
pub const SIDES: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The steps to the four cells that share a corner alone with a cell.
pub const DIAGONALS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The steps to the eight cells that share a side or a corner with a cell.
pub const CORNERS: [Step; 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A step on a grid, as the shift of its bits.
#[derive(Clone, Copy, Debug)]
pub struct Shift<B> {
    /// By how many places bits move up.
    places: i32,
    /// The cells of the columns in which the step can end.
    inside: B,
}

impl<B: Bits> Shift<B> {
    /// The cells that are the step away from some of `cells`.
    #[inline]
    pub fn apply(&self, cells: B) -> B {
        let by = self.places.unsigned_abs();
        (if self.places < 0 { cells.down(by) } else { cells.up(by) }) & self.inside
    }

    /// The place so many steps before a cell, which is on the grid.
    #[inline]
    pub fn before(&self, to: u32, steps: i32) -> u32 {
        to.checked_add_signed(-self.places * steps).expect("a stone came from a cell of the grid")
    }
}

/// Ways to be beside a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The two cells of its row that share a side with it.
    InRow,
    /// The four cells that share a side with it.
    Sides,
    /// The four cells that share a corner alone with it.
    Diagonals,
    /// The eight cells that share a side or a corner with it.
    Corners,
    /// The eight cells that a knight reaches from it.
    Knights,
    /// Six of the eight cells that share a side or a corner with it, not those below to the right
    /// and above to the left: the neighbours of a hexagon.
    Hexagon,
}

impl<B: Bits, const P: usize> Grid<B, P> {
    /// A grid with these planes.
    ///
    /// # Panics
    /// When it has more cells than the word has bits.
    pub fn new(rows: u16, columns: u16, planes: [B; P]) -> Self {
        let grid = Grid { rows, columns, planes };
        assert!(grid.cells() <= B::BITS, "{rows} by {columns} cells do not fit the word");
        grid
    }

    /// How many rows it has.
    #[inline]
    pub fn rows(&self) -> u32 {
        self.rows.into()
    }

    /// How many columns it has.
    #[inline]
    pub fn columns(&self) -> u32 {
        self.columns.into()
    }

    /// How many cells it has.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.rows() * self.columns()
    }

    /// All cells.
    #[inline]
    pub fn all(&self) -> B {
        B::first(self.cells())
    }

    /// A plane: the cells that have this bit in their state.
    #[inline]
    pub fn plane(&self, plane: usize) -> B {
        self.planes[plane]
    }

    /// All planes.
    #[inline]
    pub fn planes(&self) -> &[B; P] {
        &self.planes
    }

    /// The same grid with other states.
    #[inline]
    #[must_use]
    pub fn with(&self, planes: [B; P]) -> Self {
        Grid { planes, ..*self }
    }

    /// The same grid, in which all cells but these have state 0.
    #[inline]
    #[must_use]
    pub fn only(&self, cells: B) -> Self {
        self.with(self.planes.map(|plane| plane & cells))
    }

    /// The state of a cell.
    pub fn state(&self, at: u32) -> u8 {
        (0..)
            .zip(&self.planes)
            .fold(0, |state, (bit, plane)| state | u8::from(plane.has(at)) << bit)
    }

    /// The cells whose state is not 0.
    #[inline]
    pub fn occupied(&self) -> B {
        self.planes.iter().fold(B::NONE, |all, &plane| all | plane)
    }

    /// The cells one step to the right of `cells`.
    #[inline]
    pub fn right(&self, cells: B) -> B {
        cells.up(1).without(B::column(self.columns())) & self.all()
    }

    /// The cells one step to the left of `cells`.
    #[inline]
    pub fn left(&self, cells: B) -> B {
        cells.without(B::column(self.columns())).down(1)
    }

    /// The cells one step below `cells`.
    #[inline]
    pub fn below(&self, cells: B) -> B {
        cells.up(self.columns()) & self.all()
    }

    /// The cells one step above `cells`.
    #[inline]
    pub fn above(&self, cells: B) -> B {
        cells.down(self.columns())
    }

    /// The cells beside some of `cells`. They may be among `cells`.
    #[inline]
    pub fn beside(&self, cells: B, how: Beside) -> B {
        let flat = |cells: B| self.right(cells) | self.left(cells);
        let upright = |cells: B| self.below(cells) | self.above(cells);
        match how {
            Beside::InRow => flat(cells),
            Beside::Sides => flat(cells) | upright(cells),
            Beside::Diagonals => upright(flat(cells)),
            Beside::Corners => {
                let flat = cells | flat(cells);
                flat | upright(flat)
            }
            Beside::Knights => {
                let one = flat(cells);
                let two = self.right(self.right(cells)) | self.left(self.left(cells));
                upright(two) | self.below(self.below(one)) | self.above(self.above(one))
            }
            Beside::Hexagon => {
                let (right, left) = (self.right(cells), self.left(cells));
                right | left | self.above(cells | right) | self.below(cells | left)
            }
        }
    }

    /// The shift of bits that is a step.
    #[inline]
    pub fn shift(&self, (down, right): Step) -> Shift<B> {
        let border = |columns: u32| {
            (0..columns).fold(B::NONE, |all, column| all | B::column(self.columns()).up(column))
        };
        let aside = right.unsigned_abs().min(self.columns());
        let beyond = match right {
            0 => B::NONE,
            1.. => border(aside),
            _ => border(aside).up(self.columns() - aside),
        };
        let places = i32::from(self.columns) * down + right;
        Shift { places, inside: self.all().without(beyond) }
    }

    /// The cells of `within` that can be reached from `seed` through cells of `within`.
    #[inline]
    pub fn flood(&self, seed: B, within: B, how: Beside) -> B {
        let mut region = seed & within;
        if self.rows == 1 && !matches!(how, Beside::Diagonals | Beside::Knights) {
            return self.flood_row(region, within);
        }
        loop {
            let more = region | self.beside(region, how) & within;
            if more == region {
                return region;
            }
            region = more;
        }
    }

    /// As [`Grid::flood`] in a single row, in steps of 1, 2, 4 and so on.
    fn flood_row(&self, seed: B, within: B) -> B {
        let (mut region, mut up, mut down) = (seed, within, within);
        let mut step = 1;
        while step < self.columns() {
            // Up and down are the cells before and behind which `step` cells are within.
            region = region | region.up(step) & up | region.down(step) & down;
            up = up & up.up(step);
            down = down & down.down(step);
            step *= 2;
        }
        region
    }

    /// The connected regions of a set of cells.
    pub fn regions(&self, cells: B, how: Beside) -> impl Iterator<Item = B> + use<B, P> {
        let grid = *self;
        let mut rest = cells;
        // From the middle of a large region its borders are near.
        let half = B::first(if grid.rows == 1 { 0 } else { grid.cells() / 2 + 1 });
        let is_whole = match how {
            Beside::Sides | Beside::Corners | Beside::Hexagon => cells == grid.all(),
            Beside::InRow | Beside::Diagonals | Beside::Knights => false,
        };
        std::iter::from_fn(move || {
            let seed = (rest & half).highest().or_else(|| rest.lowest())?;
            let region = if is_whole { rest } else { grid.flood(B::bit(seed), rest, how) };
            rest = rest.without(region);
            Some(region)
        })
    }

    /// The free cells that a queen reaches from a cell without a jump, diagonals
    /// included.
    pub fn queen(&self, from: u32, free: B) -> B {
        let start = B::bit(from);
        let mut reached = B::NONE;
        for down in 0..3 {
            for across in 0..3 {
                let mut at = start;
                loop {
                    at = match across {
                        0 => self.left(at),
                        1 => at,
                        _ => self.right(at),
                    };
                    at = match down {
                        0 => self.above(at),
                        1 => at,
                        _ => self.below(at),
                    } & free;
                    if at.is_empty() || at == start {
                        break;
                    }
                    reached = reached | at;
                }
            }
        }
        reached
    }

    /// One row of a plane, its cells at the lowest bits.
    #[inline]
    fn row(&self, plane: B, row: u32) -> B {
        plane.down(row * self.columns()) & B::first(self.columns())
    }

    /// The cells of each row of a plane, or of each column: a word for each. Nothing when one
    /// has more than 64 cells.
    pub fn line_words(&self, plane: usize, columns: bool, words: &mut impl Extend<u64>) {
        let plane = self.planes[plane];
        if let Some(lines) = square::lines(plane, [self.rows(), self.columns()], columns) {
            words.extend(lines);
        } else if columns && self.rows() <= 64 {
            words.extend((0..self.columns()).map(|column| {
                let mut cells = plane.down(column) & B::column(self.columns());
                let mut word = 0;
                while let Some(at) = cells.take() {
                    word |= 1 << (at / self.columns());
                }
                word
            }));
        } else if !columns && self.columns() <= 64 {
            words.extend((0..self.rows()).map(|row| self.row(plane, row).group(0)));
        }
    }

    /// Some neighbouring rows of the grid, as a grid of their own.
    #[must_use]
    pub fn some_rows(&self, rows: Range<u32>) -> Self {
        let (from, count) = (rows.start * self.columns(), (rows.end - rows.start) * self.columns());
        let planes = self.planes.map(|plane| plane.down(from) & B::first(count));
        Grid { rows: small(rows.end - rows.start), columns: self.columns, planes }
    }

    /// Some neighbouring columns of the grid, as a grid of their own.
    #[must_use]
    pub fn some_columns(&self, columns: Range<u32>) -> Self {
        let count = columns.end - columns.start;
        let mask = B::first(count);
        let planes = self.planes.map(|plane| {
            (0..self.rows()).fold(B::NONE, |packed, row| {
                let cells = plane.down(row * self.columns() + columns.start) & mask;
                packed | cells.up(row * count)
            })
        });
        Grid { rows: self.rows, columns: small(count), planes }
    }

    /// Cut down to the smallest rectangle that holds all cells whose state is not 0.
    #[must_use]
    pub fn cropped(&self) -> Self {
        let occupied = self.occupied();
        let (Some(lowest), Some(highest)) = (occupied.lowest(), occupied.highest()) else {
            return Grid { rows: 0, columns: 0, planes: [B::NONE; P] };
        };
        let (top, bottom) = (lowest / self.columns(), highest / self.columns());
        let rows = bottom - top + 1;
        let folded = (top..=bottom).fold(B::NONE, |all, row| all | self.row(occupied, row));
        let left = folded.lowest().expect("some cell is occupied");
        let columns = folded.highest().expect("some cell is occupied") - left + 1;
        let cut = if rows == self.rows() { *self } else { self.some_rows(top..bottom + 1) };
        if columns == self.columns() { cut } else { cut.some_columns(left..left + columns) }
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let planes = if self.rows == 1 || self.columns == 1 {
            self.planes
        } else {
            self.planes.map(|plane| {
                let mut turned = B::NONE;
                for row in 0..self.rows() {
                    let mut cells = self.row(plane, row);
                    while let Some(column) = cells.take() {
                        turned = turned | B::bit(column * self.rows() + row);
                    }
                }
                turned
            })
        };
        Grid { rows: self.columns, columns: self.rows, planes }
    }

    /// This grid as it is, upside down, turned by half, and in the mirror.
    fn reflections(&self) -> [[B; P]; 4] {
        let mirror = self.mirrored(&self.planes);
        [self.planes, self.upside_down(&self.planes), self.upside_down(&mirror), mirror]
    }

    /// The normal form of a board or of a part of one: see [`Board::normal`].
    #[inline]
    fn normal(&self, images: &Images) -> (Board<P>, Sign) {
        if let Some(square) = Square::cropped(self) {
            let (least, sign) = square.least(images);
            return (Board::Small(least), sign);
        }
        let cropped = self.cropped();
        if cropped.cells() <= 64 && (cropped.rows, cropped.columns) != (self.rows, self.columns) {
            return Board::fitted(&cropped).normal(images);
        }
        let (least, sign) = cropped.least(images);
        (Board::fitted(&least), sign)
    }

    /// The least of some images of the grid, with the sign of that image. The grid must be cut
    /// down.
    fn least(&self, images: &Images) -> (Self, Sign) {
        let (planes, turned, sign) = least(self, images);
        let (rows, columns) =
            if turned { (self.columns, self.rows) } else { (self.rows, self.columns) };
        (Grid { rows, columns, planes }, sign)
    }
}

/// A board with `P` planes that is turned and reflected.
trait Reflected<const P: usize> {
    /// A plane of it.
    type Plane: Ord + Copy;

    /// How many rows and columns it has.
    fn sides(&self) -> [u16; 2];

    /// Its planes.
    fn planes(&self) -> [Self::Plane; P];

    /// Rows and columns exchanged.
    fn transposed(&self) -> Self;

    /// Planes of a board with these sides, the last row first.
    fn upside_down(&self, planes: &[Self::Plane; P]) -> [Self::Plane; P];

    /// Planes of a board with these sides, the last column first.
    fn mirrored(&self, planes: &[Self::Plane; P]) -> [Self::Plane; P];
}

impl<B: Bits, const P: usize> Reflected<P> for Grid<B, P> {
    type Plane = B;

    fn sides(&self) -> [u16; 2] {
        [self.rows, self.columns]
    }

    fn planes(&self) -> [B; P] {
        self.planes
    }

    fn transposed(&self) -> Self {
        Grid::transposed(self)
    }

    fn upside_down(&self, planes: &[B; P]) -> [B; P] {
        if self.rows == 1 {
            return *planes;
        }
        planes.map(|plane| {
            (0..self.rows()).fold(B::NONE, |turned, row| {
                turned | self.row(plane, row).up((self.rows() - 1 - row) * self.columns())
            })
        })
    }

    fn mirrored(&self, planes: &[B; P]) -> [B; P] {
        self.upside_down(&planes.map(|plane| plane.reversed(self.cells())))
    }
}

/// The least of some images of a board, with the sign of that image; where an image and its
/// negative are equal, the sign is plus. Says whether rows and columns were exchanged.
#[inline]
fn least<R: Reflected<P>, const P: usize>(
    board: &R,
    images: &Images,
) -> ([R::Plane; P], bool, Sign) {
    // The shape decides first.
    let [rows, columns] = board.sides();
    let stays = rows <= columns || !images.transpose;
    let mut best = None;
    if stays {
        least_reflection(board, &images.signs[0], &mut best);
    }
    if images.transpose && rows >= columns {
        least_reflection(&board.transposed(), &images.signs[1], &mut best);
    }
    let (planes, sign) = best.expect("some image keeps the rows no longer than the columns");
    (planes, !stays, sign)
}

/// Puts the least of the reflections of a board that have a sign in the place of a greater image.
#[inline]
fn least_reflection<R: Reflected<P>, const P: usize>(
    board: &R,
    &[same, upside_down, half_turn, mirror]: &[Signs; 4],
    best: &mut Option<([R::Plane; P], Sign)>,
) {
    let mut consider = |mut planes: [R::Plane; P], [plain, exchanged]: Signs| {
        // Of an image and its negative the lesser one can be the least.
        let swaps = exchanged.is_some() && (plain.is_none() || planes[1] < planes[0]);
        if swaps {
            planes.swap(0, 1);
        }
        let Some(sign) = (if swaps { exchanged } else { plain }) else { return };
        // Most images differ in the first plane.
        let better = best.as_ref().is_none_or(|(least, known)| match planes[0].cmp(&least[0]) {
            Ordering::Less => true,
            Ordering::Equal => (&planes[1..], sign) < (&least[1..], *known),
            Ordering::Greater => false,
        });
        if better {
            *best = Some((planes, sign));
        }
    };
    let planes = board.planes();
    consider(planes, same);
    if upside_down != NO {
        consider(board.upside_down(&planes), upside_down);
    }
    if half_turn != NO || mirror != NO {
        let planes = board.mirrored(&planes);
        consider(planes, mirror);
        if half_turn != NO {
            consider(board.upside_down(&planes), half_turn);
        }
    }
}

impl<B: Bits, const P: usize> Grid<B, P> {
    /// Whether the grid is equal to an image that is its negative.
    fn is_own_negative(&self, images: &Images) -> bool {
        let equal = |grid: &Self, signs: &[[Option<Sign>; 2]; 4]| {
            grid.reflections().into_iter().zip(signs).any(|(mut planes, &[plain, exchanged])| {
                plain == Some(Sign::Minus) && planes == self.planes
                    || exchanged == Some(Sign::Minus) && {
                        planes.swap(0, 1);
                        planes == self.planes
                    }
            })
        };
        let [stays, turns] = &images.signs;
        equal(self, stays)
            || images.transpose && self.rows == self.columns && equal(&self.transposed(), turns)
    }

    /// Whether the grid is equal to itself turned by half.
    pub fn is_turned_onto_itself(&self) -> bool {
        self.planes.iter().all(|plane| plane.reversed(self.cells()) == *plane)
    }
}

/// The signs of the images by one reflection, without and with planes 0 and 1 exchanged; `None`
/// where it is no image.
type Signs = [Option<Sign>; 2];

const NO: Signs = [None, None];
const SAME: Signs = [Some(Sign::Plus), None];
const NEGATIVE: Signs = [Some(Sign::Minus), None];
const COLOURED: Signs = [Some(Sign::Plus), Some(Sign::Minus)];

/// The images of boards that are as good as the board, or its negative.
///
/// The images of a game must form a group; then every board of a class of alike boards
/// has the same normal form.
#[derive(Clone, Copy, Debug)]
pub struct Images {
    /// The signs for the board as it is, upside down, turned by half, and in the mirror; then
    /// the same with rows and columns exchanged.
    signs: [[Signs; 4]; 2],
    /// Whether rows and columns are exchanged in some image.
    transpose: bool,
}

impl Images {
    const fn new(signs: [[Signs; 4]; 2]) -> Self {
        let (mut transpose, mut at) = (false, 0);
        while at < 4 {
            let [plain, exchanged] = signs[1][at];
            transpose |= plain.is_some() || exchanged.is_some();
            at += 1;
        }
        Images { signs, transpose }
    }

    /// The board alone, without any symmetry.
    pub const NONE: Images = Images::new([[SAME, NO, NO, NO], [NO; 4]]);

    /// All eight symmetries of a square keep the game.
    pub const SAME: Images = Images::new([[SAME; 4]; 2]);

    /// A quarter turn exchanges the players, as in Domineering.
    pub const TURN_NEGATES: Images = Images::new([[SAME; 4], [NEGATIVE; 4]]);

    /// All eight symmetries of a square keep the game; planes 0 and 1 are the stones of
    /// Left and Right, whose exchange is the negative.
    pub const COLOURS: Images = Images::new([[COLOURED; 4]; 2]);

    /// The four reflections keep the game, as rows have nothing to do with each other.
    pub const ROWS: Images = Images::new([[SAME; 4], [NO; 4]]);

    /// As [`Images::ROWS`]; planes 0 and 1 are those of Left and Right, whose exchange is the
    /// negative.
    pub const COLOURED_ROWS: Images = Images::new([[COLOURED; 4], [NO; 4]]);

    /// Only the exchange of rows and columns keeps the game.
    pub const TRANSPOSED: Images = Images::new([[SAME, NO, NO, NO]; 2]);

    /// The mirror exchanges the players with their stones, planes 0 and 1, as in Toads
    /// and Frogs; so does nothing else.
    pub const MIRROR_NEGATES: Images =
        Images::new([[SAME, NO, NO, [None, Some(Sign::Minus)]], [NO; 4]]);
}

/// A board of at most 1,024 cells, with `P` bits of state for each.
///
/// ```
/// use cg_rulesets::Clobber;
/// use cg_rulesets::Notated;
///
/// let board = Clobber.read_position("checker 3x4")?;
/// assert_eq!((board.rows(), board.columns()), (3, 4));
/// assert_eq!(Clobber.write_position(&board)?, "XOXO|OXOX|XOXO");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board<const P: usize> {
    /// At most 64 cells.
    Small(Grid<u64, P>),
    /// At most 128 cells. In a box, as all others are smaller for it.
    Medium(Box<Grid<u128, P>>),
    /// Up to 256 cells.
    Long(Box<Grid<Long, P>>),
    /// At most 1,024 cells.
    Large(Box<Grid<Wide, P>>),
}

/// Evaluates an expression with the grid of a board, whatever its word.
macro_rules! with_grid {
    ($board:expr, $grid:ident => $result:expr) => {
        match $board {
            $crate::grid::Board::Small($grid) => $result,
            $crate::grid::Board::Medium($grid) => $result,
            $crate::grid::Board::Long($grid) => $result,
            $crate::grid::Board::Large($grid) => $result,
        }
    };
}
pub(crate) use with_grid;

/// The hash of the grid: the word follows from its sides.
impl<const P: usize> Hash for Board<P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        with_grid!(self, grid => grid.hash(state));
    }
}

impl<const P: usize> Board<P> {
    /// The most cells that a board has.
    pub const MOST_CELLS: u32 = Wide::BITS;

    /// A board from the states of its cells, row by row; `None` when there are more
    /// than [`Board::MOST_CELLS`] of them.
    ///
    /// # Panics
    /// When a row has another length than the first.
    pub fn from_states(rows: &[Vec<u8>]) -> Option<Self> {
        let columns = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == columns), "the rows are equally long");
        let cells = u32::try_from(rows.len().checked_mul(columns)?).ok()?;
        if cells > Self::MOST_CELLS {
            return None;
        }
        let mut planes = [Wide::NONE; P];
        for (at, &state) in (0..).zip(rows.iter().flatten()) {
            for (bit, plane) in planes.iter_mut().enumerate() {
                if state >> bit & 1 == 1 {
                    *plane = *plane | Wide::bit(at);
                }
            }
        }
        let side = |side: usize| u16::try_from(side).ok();
        Some(Self::fitted(&Grid { rows: side(rows.len())?, columns: side(columns)?, planes }))
    }

    /// A grid in the shortest word that holds it.
    pub fn fitted<B: Bits>(grid: &Grid<B, P>) -> Self {
        let Grid { rows, columns, planes } = *grid;
        let long = |plane: B| u128::from(plane.group(0)) | u128::from(plane.group(1)) << 64;
        match grid.cells() {
            0..=64 => Board::Small(Grid { rows, columns, planes: planes.map(|p| p.group(0)) }),
            65..=128 => Board::Medium(Box::new(Grid { rows, columns, planes: planes.map(long) })),
            129..=256 => {
                Board::Long(Box::new(Grid { rows, columns, planes: planes.map(Long::of) }))
            }
            _ => Board::Large(Box::new(Grid { rows, columns, planes: planes.map(Wide::of) })),
        }
    }

    /// A part of a grid in the shortest word that holds it; what is in the shortest
    /// word already is not cut down.
    pub fn part<B: Bits>(grid: &Grid<B, P>) -> Self {
        if B::BITS > 64 { Self::fitted(&grid.cropped()) } else { Self::fitted(grid) }
    }

    /// How many rows it has.
    pub fn rows(&self) -> u32 {
        with_grid!(self, grid => grid.rows())
    }

    /// How many columns it has.
    pub fn columns(&self) -> u32 {
        with_grid!(self, grid => grid.columns())
    }

    /// The state of the cell in this row and column, both counted from 0.
    ///
    /// # Panics
    /// When the board has no such cell.
    pub fn state(&self, row: u32, column: u32) -> u8 {
        assert!(row < self.rows() && column < self.columns(), "the board has no such cell");
        with_grid!(self, grid => grid.state(row * grid.columns() + column))
    }

    /// How many cells have a state other than 0.
    pub fn occupied(&self) -> u32 {
        with_grid!(self, grid => grid.occupied().count())
    }

    /// Cut down to its cells with a state other than 0, in the shortest word that
    /// holds them.
    #[must_use]
    pub fn cropped(&self) -> Self {
        with_grid!(self, grid => Self::fitted(&grid.cropped()))
    }

    /// The one board that stands for all images of this one, cut down; with
    /// [`Sign::Minus`] it is the negative of this one. A board that equals its own
    /// negative has [`Sign::Plus`].
    #[must_use]
    pub fn normal(&self, images: &Images) -> (Self, Sign) {
        with_grid!(self, grid => grid.normal(images))
    }

    /// The board with planes 0 and 1 exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        with_grid!(self, grid => {
            let mut planes = *grid.planes();
            planes.swap(0, 1);
            Self::fitted(&grid.with(planes))
        })
    }

    /// Whether some image that is the negative of this board equals it. The board must
    /// be cut down, as normal forms are.
    pub fn is_own_negative(&self, images: &Images) -> bool {
        with_grid!(self, grid => grid.is_own_negative(images))
    }
}
