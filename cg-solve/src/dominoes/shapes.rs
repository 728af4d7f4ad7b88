//! Lower bounds of connected shapes, from those of their options.
//!
//! Left places upright dominoes. What Right's bound of a shape is, the bound of the transposed
//! shape says.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a shape has few cells, and a line fits a word of 32 bits"
)]

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::low::{FINE, LARGEST, Low, Total, UNIT};
use crate::thermographs::wall::{Floor, ONE, OutOfRange, Wall, Walls};

/// Cells of a box with so many columns: bit row * columns + column. The first row and the first
/// column are not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// The columns in the highest byte, the cells below.
    word: u64,
}

/// The columns of a shape stand at this bit.
const COLUMNS_AT: u32 = 56;

/// The first column of a box of so many columns and 56 cells.
fn first_column(columns: u32) -> u64 {
    let rows = COLUMNS_AT / columns;
    (0..rows).fold(0, |cells, row| cells | 1 << (row * columns))
}

impl Shape {
    /// The cells of some lines, the first line first, each a word; the box is made as small as it
    /// can be.
    ///
    /// # Panics
    /// When the box has more than 56 cells.
    pub(super) fn of_lines(lines: &[u32]) -> Shape {
        let all = lines.iter().fold(0, |all, line| all | line);
        let (shift, columns) = (all.trailing_zeros(), u32::BITS - all.leading_zeros());
        let columns = columns - shift;
        let first = lines.iter().take_while(|&&line| line == 0).count();
        let last = lines.iter().rposition(|&line| line != 0).expect("a shape has cells");
        let mut cells = 0;
        for (row, line) in (0..).zip(&lines[first..=last]) {
            cells |= u64::from(line >> shift) << (row * columns);
        }
        let rows = (last - first + 1) as u32;
        assert!(rows * columns <= COLUMNS_AT, "a shape is small");
        Shape { word: cells | u64::from(columns) << COLUMNS_AT }
    }

    #[inline]
    fn columns(self) -> u32 {
        (self.word >> COLUMNS_AT) as u32
    }

    #[inline]
    fn cells(self) -> u64 {
        self.word & ((1 << COLUMNS_AT) - 1)
    }

    #[inline]
    fn rows(self) -> u32 {
        (u64::BITS - self.cells().leading_zeros()).div_ceil(self.columns())
    }

    /// The line of a row.
    #[inline]
    fn line(self, row: u32) -> u32 {
        let columns = self.columns();
        (self.cells() >> (row * columns)) as u32 & ((1 << columns) - 1)
    }

    /// Rows and columns exchanged.
    pub(super) fn transposed(self) -> Shape {
        let (rows, columns) = (self.rows(), self.columns());
        let (mut from, mut cells) = (self.cells(), 0);
        while from != 0 {
            let at = from.trailing_zeros();
            from &= from - 1;
            cells |= 1 << (at % columns * rows + at / columns);
        }
        Shape { word: cells | u64::from(rows) << COLUMNS_AT }
    }

    /// The least of the four images under reflections: the same game.
    fn normal(self) -> Shape {
        let (rows, columns) = (self.rows(), self.columns());
        let (mut mirrored, mut upside, mut turned) = (0, 0, 0);
        for row in 0..rows {
            let line = self.line(row);
            let back = u64::from(line.reverse_bits() >> (u32::BITS - columns));
            let (here, there) = (row * columns, (rows - 1 - row) * columns);
            mirrored |= back << here;
            upside |= u64::from(line) << there;
            turned |= back << there;
        }
        let cells = self.cells().min(mirrored).min(upside).min(turned);
        Shape { word: cells | u64::from(columns) << COLUMNS_AT }
    }

    /// Hands the connected parts of some of its cells to `part`, those of one cell left out.
    #[inline]
    fn parts(self, mut cells: u64, first: u64, mut part: impl FnMut(Shape)) {
        let columns = self.columns();
        let (not_first, not_last) = (!first, !(first << (columns - 1)));
        while cells != 0 {
            let mut found = cells & cells.wrapping_neg();
            loop {
                let flat = (found & not_last) << 1 | (found & not_first) >> 1;
                let more = found | (flat | found << columns | found >> columns) & cells;
                if more == found {
                    break;
                }
                found = more;
            }
            cells &= !found;
            if found & (found - 1) == 0 {
                continue;
            }
            let bottom = found.trailing_zeros() / columns;
            let mut rest = found >> (bottom * columns);
            let (mut lines, mut count, mask) = ([0; COLUMNS_AT as usize], 0, (1 << columns) - 1);
            while rest != 0 {
                lines[count] = (rest & mask) as u32;
                (rest, count) = (rest >> columns, count + 1);
            }
            part(Shape::of_lines(&lines[..count]));
        }
    }
}

/// The bounds of the shapes that were met.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    lows: HashMap<Shape, Low, FxBuildHasher>,
    /// The walls of shapes of at most two rows: walls that are at most those of the game.
    walls: HashMap<Shape, Walls, FxBuildHasher>,
}

/// Shapes of so many rows get walls, which are dearer than switches.
const ROWS_WITH_WALLS: u32 = 2;

/// How far below the best first number of a switch others are tried, in eighths.
const TRIED: i32 = 8;

impl Shapes {
    /// About how many bytes it holds.
    pub(super) fn memory(&self) -> usize {
        let lows = self.lows.capacity() * (size_of::<(Shape, Low)>() + 1);
        lows + self.walls.capacity() * (size_of::<(Shape, Walls)>() + 1)
    }

    /// A lower bound of a shape.
    pub(super) fn low(&mut self, shape: Shape) -> Low {
        self.normal(shape.normal())
    }

    /// A lower bound of the sum of the connected parts of some lines.
    pub(super) fn of_lines(&mut self, lines: &[u32]) -> Total {
        let mut total = Total::default();
        if lines.iter().all(|&line| line == 0) {
            return total;
        }
        let shape = Shape::of_lines(lines);
        self.of_cells(shape, shape.cells(), first_column(shape.columns()), &mut total);
        total
    }

    /// The same, of some cells of a shape.
    fn of_cells(&mut self, shape: Shape, cells: u64, first: u64, total: &mut Total) {
        shape.parts(cells, first, |part| *total = total.with(self.low(part)));
    }

    /// The bound of a shape in its normal form. The depth is at most half the cells of a shape.
    fn normal(&mut self, shape: Shape) -> Low {
        if let Some(&low) = self.lows.get(&shape) {
            return low;
        }
        let (cells, columns) = (shape.cells(), shape.columns());
        let first = first_column(columns);
        let after = |shapes: &mut Self, domino: u64| {
            let mut total = Total::default();
            shapes.of_cells(shape, cells & !domino, first, &mut total);
            total
        };
        // The largest number that an option of Left is at least.
        let mut best: Option<i32> = None;
        let mut upright = cells & cells >> columns;
        while upright != 0 {
            let at = upright & upright.wrapping_neg();
            upright ^= at;
            let number = after(self, at | at << columns).at_least();
            best = best.max(Some(number));
        }
        let mut rights: SmallVec<[Total; 32]> = SmallVec::new();
        let mut flat = cells & (cells & !first) >> 1;
        while flat != 0 {
            let at = flat & flat.wrapping_neg();
            flat ^= at;
            let option = after(self, at | at << 1);
            if !rights.contains(&option) {
                rights.push(option);
            }
        }
        let mut total = Total::of_number(number_below(best, &rights));
        if let Some(best) = best
            && let Some(switch) = switch_below(best, &rights)
            && !total.is_better(switch)
        {
            total = switch;
        }
        if shape.rows() <= ROWS_WITH_WALLS {
            // The walls of a number that the shape is at least bound those of the shape from below.
            let walls = self.walls_of_options(shape, first).unwrap_or_else(|OutOfRange| {
                let number = i64::from(total.at_least());
                Walls::number(number * ONE / i64::from(UNIT))
            });
            // A wall is in units of 1/2^36, and a mean in units of 1/1024: both are rounded
            // such that the bound is lower.
            let grain = ONE / i64::from(UNIT * FINE);
            let rough = |value: i64| i32::try_from(value).expect("a shape has few cells");
            let mean = rough((-walls.right.mast).div_euclid(grain));
            let temperature = walls.top().map(|top| rough(-(-top.max(0)).div_euclid(grain)));
            total = total.or_walls(mean, temperature);
            self.walls.insert(shape, walls);
        }
        let low = total.low();
        self.lows.insert(shape, low);
        low
    }

    /// The walls of a shape whose options have walls.
    fn walls_of_options(&mut self, shape: Shape, first: u64) -> Result<Walls, OutOfRange> {
        let floor = Floor::BelowZero;
        let (cells, columns) = (shape.cells(), shape.columns());
        let mut best: [Option<Wall>; 2] = [None, None];
        let firsts = [cells & cells >> columns, cells & (cells & !first) >> 1];
        for ((best, mut firsts), step) in best.iter_mut().zip(firsts).zip([columns, 1]) {
            while firsts != 0 {
                let at = firsts & firsts.wrapping_neg();
                firsts ^= at;
                let mut terms: SmallVec<[Walls; 4]> = SmallVec::new();
                shape.parts(cells & !(at | at << step), first, |part| {
                    let part = part.normal();
                    self.normal(part);
                    terms.push(self.walls[&part].clone());
                });
                let option = match &terms[..] {
                    [] => Walls::number(0),
                    [only] => only.clone(),
                    _ => Walls::below_sum(&terms, floor)?,
                };
                let wall = if step == 1 { option.left } else { option.right };
                *best = Some(match best.take() {
                    None => wall,
                    Some(best) => best.lower(&wall, floor),
                });
            }
        }
        let [left, right] = &best;
        Walls::of_options([left.as_ref(), right.as_ref()], floor)
    }
}

/// A number of eighths that a game is at least, from a number that an option of Left is at least
/// and bounds of Right's options.
///
/// G is at least n when Right, who moves first in G - n, loses: when Left wins each option of
/// Right less n as the first to move, and wins G less the left option of n, too. The last holds
/// when an option of Left is at least that left option.
fn number_below(best: Option<i32>, rights: &[Total]) -> i32 {
    let most = rights.iter().map(|right| right.first_at_least()).min();
    let mut number = match (most, best) {
        (Some(most), _) => most,
        // Right cannot move: only the left option of the number counts.
        (None, Some(best)) => (best.div_euclid(UNIT) + 1).max(0) * UNIT,
        (None, None) => 0,
    };
    loop {
        let is_integer = number % UNIT == 0;
        if is_integer && number <= 0 {
            return number;
        }
        let step = if is_integer { UNIT } else { number & number.wrapping_neg() };
        if best.is_some_and(|best| number - step <= best) {
            return number;
        }
        number -= 1;
    }
}

/// A switch {top | bottom} that a game is at least, from a number that an option of Left is at
/// least and bounds of Right's options.
///
/// G is at least the switch when Right, who moves first in G less the switch, loses. Right may
/// move to G - top, where Left answers with the option that is at least top. Or Right moves to
/// an option less the switch: its bound says that Left wins there as the first to move.
fn switch_below(best: i32, rights: &[Total]) -> Option<Total> {
    let least = rights.iter().map(|right| right.at_least()).min()?;
    let mut found: Option<(i32, i32)> = None;
    for top in (best - TRIED..=best).rev() {
        let mut bottom = top;
        while found.is_none_or(|(top_found, bottom_found)| top + bottom > top_found + bottom_found)
            && top - bottom <= 2 * LARGEST
            && bottom >= least - 1
        {
            let negative = Total::of_switch(top, bottom).opposite();
            if rights.iter().all(|right| right.and(negative).wins_first()) {
                found = Some((top, bottom));
                break;
            }
            bottom -= 2;
        }
    }
    found.map(|(top, bottom)| Total::of_switch(top, bottom))
}
