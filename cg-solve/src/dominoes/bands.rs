//! The best way to cut a board into bands of one, two or three rows.
//!
//! Where upright dominoes may no longer cross some lines between rows, the player who places them
//! is worse off, and the board is the sum of its bands. So the bounds of the bands add up to a
//! lower bound of the board.
#![expect(clippy::cast_possible_truncation, reason = "bands of three rows fit a word of 32 bits")]

use std::cmp::Reverse;

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
    best: [(u8, u8); MOST_LINES as usize],
}

impl Bands {
    pub(super) fn new(columns: u32) -> Self {
        let twos = 1 << (2 * columns);
        let threes = 1 << MOST_THREES.min(3 * columns);
        Bands {
            columns,
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
        (rows & ((1 << (count * self.columns)) - 1)) as u32
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
        let mask = (1 << self.columns) - 1;
        [0, 1, 2].map(|at| rows >> (at * self.columns) & mask)
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
        let bits = 3 * self.columns;
        let mixed = rows.wrapping_mul(0x9e37_79b1) & ((1 << bits) - 1);
        let rest = bits - self.threes.len().ilog2();
        ((mixed >> rest) as usize, (mixed & ((1 << rest) - 1)) as u16)
    }

    /// The mean of three rows with few cells.
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
        let low = shapes.of_lines(&self.lines(rows)).low();
        let (place, rest) = self.place(rows);
        self.threes[place] = low;
        self.means_of_three[place] = (rest, low.mean);
        low.mean
    }

    /// The mean of a band; `None` for three rows with many cells.
    #[inline]
    fn mean<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, (first, end): Rows) -> Option<i32> {
        let count = (end - first) as u32;
        let rows = self.rows(cells, first, count);
        match count {
            1 | 2 => Some(self.mean_of_two(shapes, rows)),
            _ if rows.count_ones() > MOST_OF_THREE => None,
            _ => Some(self.mean_of_three(shapes, rows)),
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
        let (means, lines) = ([0; MOST_LINES as usize + 1], [0; MOST_LINES as usize + 1]);
        let best = [(0, 0); MOST_LINES as usize];
        let mut cuts = Cuts { before: means, after: means, starts: lines, ends: lines, best };
        let mut bands = [[None; 3]; MOST_LINES as usize];
        for end in 1..=rows {
            let mut best = None;
            for start in end.saturating_sub(3)..end {
                let mean = self.mean(shapes, cells, (start, end));
                bands[start][end - start - 1] = mean;
                best = best.max(mean.map(|mean| (cuts.before[start] + mean, start)));
            }
            let (mean, start) = best.expect("a row has a mean");
            (cuts.before[end], cuts.starts[end]) = (mean, start as u8);
        }
        for start in (0..rows).rev() {
            let ends = start + 1..=rows.min(start + 3);
            let found = ends
                .zip(bands[start])
                .filter_map(|(end, mean)| mean.map(|mean| (cuts.after[end] + mean, Reverse(end))));
            let (mean, Reverse(end)) = found.max().expect("a row has a mean");
            (cuts.after[start], cuts.ends[start]) = (mean, end as u8);
        }
        let mut start = 0;
        while start < rows {
            let end = cuts.ends[start].into();
            cuts.best[start..end].fill((start as u8, end as u8));
            start = end;
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
            let (start, line) = cuts.best[row];
            let (start, line) = (start.into(), line.into());
            let mean =
                self.mean(shapes, cells, (start, line)).expect("it has no more cells than before");
            gain += cuts.before[start] + mean + cuts.after[line] - cuts.after[0];
            row = line;
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
            let found = (line.saturating_sub(3)..line.min(end)).filter_map(|start| {
                let mean = self.mean(shapes, cells, (start, line))?;
                Some((before[start] + mean, start))
            });
            // Three rows with many cells have no mean.
            let Some((mean, start)) = found.max() else { continue };
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
