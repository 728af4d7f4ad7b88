//! Boards within 8 by 8 cells, with a byte for each row: there a reflection or an exchange of
//! rows and columns is a handful of operations on the word.
//!
//! A search turns most positions that it makes into their normal form and does nothing else
//! with them, so that this is where its time goes. The long way in `grid.rs` gives the same
//! normal forms, and the tests compare them.

use crate::Sign;
use crate::grid::{Bits, Grid, Images, Reflected, least};

/// The sides of the square.
const SIDE: u32 = 8;

/// A board whose row *r* is byte *r* of each plane; its first row and its first column are not
/// empty, and it ends with the last cell whose state is not 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square<const P: usize> {
    rows: u16,
    columns: u16,
    planes: [u64; P],
}

/// For each number of columns the cells that move in each step of [`spread`]: rows 4 to 7, then the
/// upper two rows of each four, then the upper one of each two.
const MOVING: [[u64; 3]; 9] = {
    let mut moving = [[0; 3]; 9];
    let mut columns = 1;
    while columns <= 8 {
        let (mut step, mut rows) = (0, 4);
        while rows > 0 {
            let block = 2 * rows * 8;
            let upper = u64::MAX >> (64 - rows * columns) << (rows * columns);
            let mut from = 0;
            while from < 64 {
                moving[columns][step] |= upper << from;
                from += block;
            }
            step += 1;
            rows /= 2;
        }
        columns += 1;
    }
    moving
};

/// The cells of a grid of at most 8 rows with so many columns, with a byte for each row.
#[inline]
fn spread(plane: u64, columns: u32) -> u64 {
    let [four, two, one] = MOVING[columns as usize];
    let wider = SIDE - columns;
    let up = |plane: u64, moving: u64, rows: u32| {
        plane & !moving | (plane & moving).wrapping_shl(rows * wider)
    };
    up(up(up(plane, four, 4), two, 2), one, 1)
}

/// The opposite of [`spread`].
#[inline]
fn packed(plane: u64, columns: u32) -> u64 {
    let wider = SIDE - columns;
    let down = |plane: u64, moving: u64, rows: u32| {
        plane & !moving | (plane & moving).wrapping_shr(rows * wider)
    };
    let (one, two) = (0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000);
    down(down(down(plane, one, 1), two, 2), 0xffff_ffff_0000_0000, 4)
}

/// Exchanges the bits of two masks that lie `by` apart.
#[inline]
fn exchanged(word: u64, mask: u64, by: u32) -> u64 {
    let differ = (word ^ word >> by) & mask;
    word ^ differ ^ differ << by
}

/// Rows and columns exchanged. Source: Warren, *Hacker's Delight*, section 7-3.
#[inline]
fn transposed(plane: u64) -> u64 {
    let plane = exchanged(plane, 0x00aa_00aa_00aa_00aa, 7);
    let plane = exchanged(plane, 0x0000_cccc_0000_cccc, 14);
    exchanged(plane, 0x0000_0000_f0f0_f0f0, 28)
}

/// The bits of each byte in the opposite order.
#[inline]
fn mirrored(plane: u64) -> u64 {
    let plane = plane >> 1 & 0x5555_5555_5555_5555 | (plane & 0x5555_5555_5555_5555) << 1;
    let plane = plane >> 2 & 0x3333_3333_3333_3333 | (plane & 0x3333_3333_3333_3333) << 2;
    plane >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (plane & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// The rows of a plane, or its columns, when it has at most 8 of both.
#[inline]
pub(super) fn lines<B: Bits>(
    plane: B,
    [rows, columns]: [u32; 2],
    turned: bool,
) -> Option<impl Iterator<Item = u64>> {
    if rows > SIDE || columns > SIDE {
        return None;
    }
    let plane = spread(plane.group(0), columns);
    let (plane, count) = if turned { (transposed(plane), columns) } else { (plane, rows) };
    Some((0..count).map(move |line| plane >> (line * SIDE) & 0xff))
}

impl<const P: usize> Square<P> {
    /// A grid, cut down to its cells with a state other than 0, when it fits and has such cells.
    #[inline]
    pub(super) fn cropped<B: Bits>(grid: &Grid<B, P>) -> Option<Self> {
        let (rows, columns) = (grid.rows(), grid.columns());
        if rows > SIDE || columns > SIDE {
            return None;
        }
        let planes = grid.planes().map(|plane| spread(plane.group(0), columns));
        let occupied = planes.iter().fold(0, |all, plane| all | plane);
        if occupied == 0 {
            return None;
        }
        let folded = occupied | occupied >> 32;
        let folded = folded | folded >> 16;
        let folded = (folded | folded >> 8) & 0xff;
        let (top, left) = (occupied.trailing_zeros() / SIDE, folded.trailing_zeros());
        let side = |last: u32, first: u32| u16::try_from(last - first + 1).expect("at most 8");
        Some(Square {
            rows: side(occupied.ilog2() / SIDE, top),
            columns: side(folded.ilog2(), left),
            planes: planes.map(|plane| plane >> (top * SIDE + left)),
        })
    }

    /// The least of some images, with the sign of that image: planes with a byte for each row
    /// are in the same order as packed ones.
    #[inline]
    pub(super) fn least(&self, images: &Images) -> (Grid<u64, P>, Sign) {
        let (planes, turned, sign) = least(self, images);
        let (rows, columns) =
            if turned { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let pack = |plane| packed(plane, columns.into());
        (Grid { rows, columns, planes: planes.map(pack) }, sign)
    }
}

impl<const P: usize> Reflected<P> for Square<P> {
    type Plane = u64;

    #[inline]
    fn sides(&self) -> [u16; 2] {
        [self.rows, self.columns]
    }

    #[inline]
    fn planes(&self) -> [u64; P] {
        self.planes
    }

    #[inline]
    fn transposed(&self) -> Self {
        Square { rows: self.columns, columns: self.rows, planes: self.planes.map(transposed) }
    }

    #[inline]
    fn upside_down(&self, planes: &[u64; P]) -> [u64; P] {
        let up = SIDE * (SIDE - u32::from(self.rows));
        planes.map(|plane| plane.swap_bytes().wrapping_shr(up))
    }

    #[inline]
    fn mirrored(&self, planes: &[u64; P]) -> [u64; P] {
        let aside = SIDE - u32::from(self.columns);
        planes.map(|plane| mirrored(plane).wrapping_shr(aside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with a bit set here and there.
    fn words() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(0x9e37_79b9_7f4a_7c15u64), |word| {
            Some(word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1))
        })
        .take(200)
    }

    #[test]
    fn lines_hold_the_cells() {
        for (word, (rows, columns)) in
            words().zip((1..=9u16).flat_map(|r| [(r, 7u16), (7, r), (r, 8)]).cycle())
        {
            if rows * columns > 64 {
                continue;
            }
            let plane = word & u64::first(u32::from(rows * columns));
            let grid = Grid { rows, columns, planes: [plane] };
            for turned in [false, true] {
                let mut lines: Vec<u64> = Vec::new();
                grid.line_words(0, turned, &mut lines);
                let (count, length) = if turned { (columns, rows) } else { (rows, columns) };
                assert_eq!(lines.len(), usize::from(count));
                for (line, cells) in (0u32..).zip(lines) {
                    for at in 0..u32::from(length) {
                        let (row, column) = if turned { (at, line) } else { (line, at) };
                        let cell = plane.has(row * u32::from(columns) + column);
                        assert_eq!(cells.has(at), cell, "{grid:?} {line} {at}");
                    }
                }
            }
        }
    }

    /// The short way to the normal form and the long one.
    #[test]
    fn the_least_image_is_that_of_any_board() {
        let words: Vec<u64> = words().collect();
        for (rows, columns) in (1..=8u16).flat_map(|r| (1..=8u16).map(move |c| (r, c))) {
            let keep = u64::first(u32::from(rows * columns));
            for pair in words.chunks(2) {
                // Few cells, so that boards are cut down.
                for few in [!0, pair[0] >> 7 & pair[1] >> 3, pair[0] & pair[0] >> 1 & pair[1]] {
                    let first = pair[0] & keep & few;
                    let grid =
                        Grid { rows, columns, planes: [first, pair[1] & keep & few & !first] };
                    let Some(square) = Square::cropped(&grid) else {
                        assert_eq!(grid.occupied(), 0);
                        continue;
                    };
                    for images in
                        [Images::COLOURS, Images::SAME, Images::TURN_NEGATES, Images::NONE]
                    {
                        assert_eq!(
                            square.least(&images),
                            grid.cropped().least(&images),
                            "{grid:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn cells_go_where_they_should() {
        let at = |word: u64, row: u32, column: u32| word >> (SIDE * row + column) & 1;
        for word in words() {
            for row in 0..SIDE {
                for column in 0..SIDE {
                    let cell = at(word, row, column);
                    assert_eq!(at(transposed(word), column, row), cell);
                    assert_eq!(at(mirrored(word), row, SIDE - 1 - column), cell);
                }
            }
            for (rows, columns) in (1..=SIDE).flat_map(|r| (1..=SIDE).map(move |c| (r, c))) {
                let plane = word & u64::first(rows * columns);
                let spread = spread(plane, columns);
                assert_eq!(packed(spread, columns), plane);
                for row in 0..rows {
                    for column in 0..columns {
                        assert_eq!(at(spread, row, column), plane >> (row * columns + column) & 1);
                    }
                }
            }
        }
    }
}
