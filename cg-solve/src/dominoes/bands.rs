//! The best way to cut a board into bands of one, two or three rows.
//!
//! Where upright dominoes may no longer cross some lines between rows, the player who places them
//! is worse off, and the board is the sum of its bands. So the bounds of the bands add up to a
//! lower bound of the board.
#![expect(clippy::cast_possible_truncation, reason = "bands of three rows fit a word of 32 bits")]

use cg_rulesets::grid::Bits;

use super::MOST_LINES;
use super::low::{Low, Total};
use super::shapes::Shapes;

/// Three rows are looked at where each part has at most so many cells.
const MOST_OF_THREE: u32 = 16;

/// At most two to this power bands of three rows are remembered.
const MOST_THREES: u32 = 18;

/// The bounds of bands with so many columns. Means decide most questions, so that they stand
/// apart: they take less of a cache.
#[derive(Debug)]
pub(super) struct Bands {
    columns: u32,
    /// All cells of no row, one, two and three.
    full: [u32; 4],
    /// How many bits of the hash of three rows are no part of their place.
    rest: u32,
    /// The bounds of one row or two, by the cells.
    twos: Vec<Low>,
    means_of_two: Vec<i16>,
    /// Bands of three rows that were looked at lately.
    threes: Vec<Low>,
    /// The rest of the hash of their cells, and their means.
    means_of_three: Vec<(u16, i16)>,
}

/// The mean of a band that was not looked at.
const UNKNOWN: i16 = i16::MIN;

/// The mean of three rows with many cells, which are no band. It stands for less than -31, and no best
/// cut has it: three rows of ten columns are at least -15 one by one.
const NO_BAND: i16 = UNKNOWN + 1;

/// A band of some rows, the first and the one behind the last.
type Rows = (usize, usize);

/// A line between rows, or at an edge, for each one.
type Lines = [u8; MOST_LINES as usize + 1];

/// The means of the best cuts of some rows, for each line that they begin or end at.
type Means = [i32; MOST_LINES as usize + 1];

/// The best cut of a board that differs from another one in a few rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changed {
    pub(super) mean: i32,
    /// The line behind its last band that holds such a row.
    end: usize,
    /// The first row of the best band that ends at each line.
    starts: Lines,
}

/// The best cuts of the rows before and after each line of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cuts {
    before: Means,
    after: Means,
    /// The first row of the last band before each line, and the end of the first band after it.
    starts: Lines,
    ends: Lines,
    /// The band of the best cut of all rows that holds each row.
    best: [Band; MOST_LINES as usize],
}

/// A band of the best cut of a board.
#[derive(Clone, Copy, Debug, Default)]
struct Band {
    start: u8,
    end: u8,
    mean: i32,
}

impl Bands {
    pub(super) fn new(columns: u32) -> Self {
        let twos = 1 << (2 * columns);
        let threes = 1 << MOST_THREES.min(3 * columns);
        Bands {
            columns,
            full: [0, 1, 2, 3].map(|count| (1 << (count * columns)) - 1),
            rest: (3 * columns).saturating_sub(MOST_THREES),
            twos: vec![Low::default(); twos],
            means_of_two: vec![UNKNOWN; twos],
            threes: vec![Low::default(); threes],
            means_of_three: vec![(0, UNKNOWN); threes],
        }
    }

    pub(super) fn memory(&self) -> usize {
        let of_two = self.twos.capacity() * (size_of::<Low>() + size_of::<i16>());
        of_two + self.threes.capacity() * (size_of::<Low>() + size_of::<(u16, i16)>())
    }

    /// Some rows of a board, the first one in the lowest bits.
    #[inline]
    fn rows<B: Bits>(&self, cells: B, first: usize, count: u32) -> u32 {
        let rows = cells.down(first as u32 * self.columns).group(0);
        rows as u32 & self.full[count as usize]
    }

    /// From the first row to the last one that has cells.
    #[inline]
    pub(super) fn lines_of<B: Bits>(&self, cells: B) -> Rows {
        let [first, last] = [cells.lowest(), cells.highest()]
            .map(|at| at.expect("a move takes cells") / self.columns);
        (first as usize, last as usize + 1)
    }

    /// The rows one by one.
    fn lines(&self, rows: u32) -> [u32; 3] {
        [0, 1, 2].map(|at| rows >> (at * self.columns) & self.full[1])
    }

    #[cold]
    fn new_two(&mut self, shapes: &mut Shapes, rows: u32) -> i16 {
        let low = shapes.of_lines(&self.lines(rows)).low();
        self.twos[rows as usize] = low;
        self.means_of_two[rows as usize] = low.mean;
        low.mean
    }

    /// The mean of one row or two.
    #[inline]
    fn mean_of_two(&mut self, shapes: &mut Shapes, rows: u32) -> i32 {
        match self.means_of_two[rows as usize] {
            UNKNOWN => self.new_two(shapes, rows).into(),
            mean => mean.into(),
        }
    }

    /// The place of three rows, and the rest of their hash: both together tell the rows, since an
    /// odd factor maps words of so many bits one to one.
    #[inline]
    fn place(&self, rows: u32) -> (usize, u16) {
        let mixed = rows.wrapping_mul(0x9e37_79b1) & self.full[3];
        ((mixed >> self.rest) as usize, (mixed & ((1 << self.rest) - 1)) as u16)
    }

    /// The mean of three rows.
    #[inline]
    fn mean_of_three(&mut self, shapes: &mut Shapes, rows: u32) -> i32 {
        let (place, rest) = self.place(rows);
        match self.means_of_three[place] {
            (seen, mean) if seen == rest && mean != UNKNOWN => mean.into(),
            _ => self.new_three(shapes, rows).into(),
        }
    }

    #[cold]
    fn new_three(&mut self, shapes: &mut Shapes, rows: u32) -> i16 {
        let (place, rest) = self.place(rows);
        if rows.count_ones() > MOST_OF_THREE {
            self.means_of_three[place] = (rest, NO_BAND);
            return NO_BAND;
        }
        let low = shapes.of_lines(&self.lines(rows)).low();
        self.threes[place] = low;
        self.means_of_three[place] = (rest, low.mean);
        low.mean
    }

    /// The three rows before a line, the last one in the highest bits; rows before the board are empty.
    #[inline]
    fn rows_before<B: Bits>(&self, cells: B, line: usize) -> u32 {
        match line {
            0..3 => self.rows(cells, 0, line as u32) << ((3 - line as u32) * self.columns),
            _ => self.rows(cells, line - 3, 3),
        }
    }

    /// The means of one, two and three rows: the last ones of three.
    #[inline]
    fn means(&mut self, shapes: &mut Shapes, rows: u32) -> [i32; 3] {
        [
            self.mean_of_two(shapes, rows >> (2 * self.columns)),
            self.mean_of_two(shapes, rows >> self.columns),
            self.mean_of_three(shapes, rows),
        ]
    }

    /// The mean of a band.
    #[inline]
    fn mean<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, (first, end): Rows) -> i32 {
        let count = (end - first) as u32;
        let rows = self.rows(cells, first, count);
        match count {
            1 | 2 => self.mean_of_two(shapes, rows),
            _ => self.mean_of_three(shapes, rows),
        }
    }

    /// The bound of a band that has a mean.
    fn low<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, (first, end): Rows) -> Low {
        let count = (end - first) as u32;
        let rows = self.rows(cells, first, count);
        match count {
            1 | 2 => {
                self.mean_of_two(shapes, rows);
                self.twos[rows as usize]
            }
            _ => {
                self.mean_of_three(shapes, rows);
                self.threes[self.place(rows).0]
            }
        }
    }

    /// The best cuts of a board with so many rows.
    pub(super) fn cuts<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, rows: usize) -> Cuts {
        let mut cuts = Cuts {
            before: [0; MOST_LINES as usize + 1],
            after: [0; MOST_LINES as usize + 1],
            starts: [0; MOST_LINES as usize + 1],
            ends: [0; MOST_LINES as usize + 1],
            best: [Band::default(); MOST_LINES as usize],
        };
        let mut means = [[0; 3]; MOST_LINES as usize + 1];
        for (line, means) in (1..=rows).zip(&mut means[1..]) {
            *means = self.means(shapes, self.rows_before(cells, line));
            let mut best = (i32::MIN, 0);
            for count in (1..=3.min(line)).rev() {
                let mean = cuts.before[line - count] + means[count - 1];
                if mean >= best.0 {
                    best = (mean, line - count);
                }
            }
            (cuts.before[line], cuts.starts[line]) = (best.0, best.1 as u8);
        }
        for line in (0..rows).rev() {
            let mut best = (i32::MIN, 0);
            for count in 1..=3.min(rows - line) {
                let mean = cuts.after[line + count] + means[line + count][count - 1];
                if mean > best.0 {
                    best = (mean, line + count);
                }
            }
            (cuts.after[line], cuts.ends[line]) = (best.0, best.1 as u8);
        }
        let mut start = 0;
        while start < rows {
            let end = cuts.ends[start];
            let line = usize::from(end);
            let band = Band { start: start as u8, end, mean: means[line][line - start - 1] };
            cuts.best[start..line].fill(band);
            start = line;
        }
        cuts
    }

    /// The bound of the rows from a line on, of a board that has these cuts.
    pub(super) fn after<B: Bits>(
        &mut self,
        shapes: &mut Shapes,
        cells: B,
        (mut start, rows): Rows,
        cuts: &Cuts,
    ) -> Total {
        let mut total = Total::default();
        while start < rows {
            let end = cuts.ends[start].into();
            total = total.with(self.low(shapes, cells, (start, end)));
            start = end;
        }
        total
    }

    /// The gain of the mean of the best cut, or less, where the rows `first..end` lose cells.
    #[inline]
    pub(super) fn gain<B: Bits>(
        &mut self,
        shapes: &mut Shapes,
        cells: B,
        (first, end): Rows,
        cuts: &Cuts,
    ) -> i32 {
        let (mut gain, mut row) = (0, first);
        while row < end {
            let band = cuts.best[row];
            let rows = (band.start.into(), band.end.into());
            gain += self.mean(shapes, cells, rows) - band.mean;
            row = rows.1;
        }
        gain
    }

    /// The best cut of a board that differs from the one that was cut in the rows `first..end`
    /// alone: it has lost cells there.
    pub(super) fn changed<B: Bits>(
        &mut self,
        shapes: &mut Shapes,
        cells: B,
        rows: usize,
        (first, end): Rows,
        cuts: &Cuts,
    ) -> Changed {
        let mut changed = Changed { mean: i32::MIN, end, starts: [0; MOST_LINES as usize + 1] };
        let mut before = cuts.before;
        for line in first + 1..=rows.min(end + 2) {
            let band = self.rows_before(cells, line);
            let mut best = (i32::MIN, 0);
            if line >= 3 {
                let mean = self.mean_of_three(shapes, band);
                // A band of three rows alone reaches the last line.
                if line == end + 2 && mean == i32::from(NO_BAND) {
                    continue;
                }
                best = (before[line - 3] + mean, line - 3);
            }
            if line >= 2 && line <= end + 1 {
                let mean = before[line - 2] + self.mean_of_two(shapes, band >> self.columns);
                if mean >= best.0 {
                    best = (mean, line - 2);
                }
            }
            if line <= end {
                let mean = before[line - 1] + self.mean_of_two(shapes, band >> (2 * self.columns));
                if mean >= best.0 {
                    best = (mean, line - 1);
                }
            }
            let (mean, start) = best;
            before[line] = mean;
            changed.starts[line] = start as u8;
            if line >= end && mean + cuts.after[line] > changed.mean {
                (changed.mean, changed.end) = (mean + cuts.after[line], line);
            }
        }
        changed
    }

    /// The bound that a cut gives.
    pub(super) fn of_changed<B: Bits>(
        &mut self,
        shapes: &mut Shapes,
        cells: B,
        (first, rows): Rows,
        changed: &Changed,
        cuts: &Cuts,
    ) -> Total {
        let mut line = changed.end;
        let mut total = self.after(shapes, cells, (line, rows), cuts);
        while line > 0 {
            let starts = if line > first { &changed.starts } else { &cuts.starts };
            let start = starts[line].into();
            total = total.with(self.low(shapes, cells, (start, line)));
            line = start;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn places_tell_three_rows_apart() {
        for columns in [1, 3, 7] {
            let bands = Bands::new(columns);
            let places: HashSet<_> =
                (0..1 << (3 * columns)).map(|rows| bands.place(rows)).collect();
            assert_eq!(places.len(), 1 << (3 * columns), "{columns}");
        }
    }
}
