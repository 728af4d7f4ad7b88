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

/// The most bands of three rows that are remembered.
const MOST_THREES: usize = 1 << 18;

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
    /// Their cells and means.
    means_of_three: Vec<(u32, i16)>,
}

/// The mean of a band of two rows that was not looked at.
const UNKNOWN: i16 = i16::MIN;

/// A band of some rows, the first and the one behind the last.
type Rows = (usize, usize);

/// The best cut of a board that differs from another one in a few rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changed {
    pub(super) mean: i32,
    /// The first row of the band that ends at `middle`, or of the only band.
    start: usize,
    middle: Option<usize>,
    end: usize,
}

/// The best cuts of the rows before and after each line of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cuts {
    before: [Total; MOST_LINES as usize + 1],
    after: [Total; MOST_LINES as usize + 1],
}

impl Cuts {
    /// The bound of the whole board.
    pub(super) fn whole(&self) -> Total {
        self.after[0]
    }
}

/// The better one of two bounds.
#[inline]
fn better(one: Option<Total>, other: Total) -> Option<Total> {
    match one {
        Some(one) if !other.is_better(one) => Some(one),
        _ => Some(other),
    }
}

impl Bands {
    pub(super) fn new(columns: u32) -> Self {
        let twos = 1 << (2 * columns);
        let threes = MOST_THREES.min(1 << (3 * columns));
        Bands {
            columns,
            twos: vec![Low::default(); twos],
            means_of_two: vec![UNKNOWN; twos],
            threes: vec![Low::default(); threes],
            means_of_three: vec![(0, 0); threes],
        }
    }

    pub(super) fn memory(&self) -> usize {
        let of_two = self.twos.capacity() * (size_of::<Low>() + size_of::<i16>());
        of_two + self.threes.capacity() * (size_of::<Low>() + size_of::<(u32, i16)>())
    }

    /// Some rows of a board, the first one in the lowest bits.
    #[inline]
    fn rows<B: Bits>(&self, cells: B, first: usize, count: u32) -> u32 {
        let rows = cells.down(first as u32 * self.columns).group(0);
        (rows & ((1 << (count * self.columns)) - 1)) as u32
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

    #[inline]
    fn place(&self, rows: u32) -> usize {
        (rows.wrapping_mul(0x9e37_79b1) >> (u32::BITS - self.threes.len().ilog2())) as usize
    }

    /// The mean of three rows with few cells.
    #[inline]
    fn mean_of_three(&mut self, shapes: &mut Shapes, rows: u32) -> i32 {
        match self.means_of_three[self.place(rows)] {
            (seen, mean) if seen == rows => mean.into(),
            _ => self.new_three(shapes, rows).into(),
        }
    }

    #[cold]
    fn new_three(&mut self, shapes: &mut Shapes, rows: u32) -> i16 {
        let low = shapes.of_lines(&self.lines(rows)).low();
        let place = self.place(rows);
        self.threes[place] = low;
        self.means_of_three[place] = (rows, low.mean);
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
                self.threes[self.place(rows)]
            }
        }
    }

    /// The bound of a band; `None` for three rows with many cells.
    fn band<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, rows: Rows) -> Option<Low> {
        self.mean(shapes, cells, rows)?;
        Some(self.low(shapes, cells, rows))
    }

    /// The best cuts of a board with so many rows.
    pub(super) fn cuts<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, rows: usize) -> Cuts {
        let none = [Total::default(); MOST_LINES as usize + 1];
        let mut cuts = Cuts { before: none, after: none };
        let mut bands = [[None; 3]; MOST_LINES as usize];
        for (first, bands) in bands.iter_mut().enumerate().take(rows) {
            for length in 1..=3.min(rows - first) {
                bands[length - 1] = self.band(shapes, cells, (first, first + length));
            }
        }
        for end in 1..=rows {
            let mut best = None;
            for length in 1..=3.min(end) {
                if let Some(low) = bands[end - length][length - 1] {
                    best = better(best, cuts.before[end - length].with(low));
                }
            }
            cuts.before[end] = best.expect("a row has a bound");
        }
        for first in (0..rows).rev() {
            let mut best = None;
            for length in 1..=3.min(rows - first) {
                if let Some(low) = bands[first][length - 1] {
                    best = better(best, cuts.after[first + length].with(low));
                }
            }
            cuts.after[first] = best.expect("a row has a bound");
        }
        cuts
    }

    /// The best cut of a board that differs from the one that was cut in the rows `first..end`
    /// alone, one or two.
    #[inline]
    pub(super) fn changed<B: Bits>(
        &mut self,
        shapes: &mut Shapes,
        cells: B,
        rows: usize,
        (first, end): Rows,
        cuts: &Cuts,
    ) -> Changed {
        let mut best = Changed { mean: i32::MIN, start: first, middle: None, end };
        for start in first.saturating_sub(2)..=first {
            for line in end..=(start + 3).min(rows) {
                let Some(mean) = self.mean(shapes, cells, (start, line)) else { continue };
                let mean = cuts.before[start].mean + mean + cuts.after[line].mean;
                if mean > best.mean {
                    best = Changed { mean, start, middle: None, end: line };
                }
            }
        }
        if end - first == 1 {
            return best;
        }
        // A cut between the two rows.
        let middle = first + 1;
        let (mut before, mut after) = ((i32::MIN, first), (i32::MIN, end));
        for start in middle.saturating_sub(3)..=first {
            let Some(mean) = self.mean(shapes, cells, (start, middle)) else { continue };
            before = before.max((cuts.before[start].mean + mean, start));
        }
        for line in end..=(middle + 3).min(rows) {
            let Some(mean) = self.mean(shapes, cells, (middle, line)) else { continue };
            after = after.max((mean + cuts.after[line].mean, line));
        }
        let mean = before.0 + after.0;
        if mean > best.mean {
            best = Changed { mean, start: before.1, middle: Some(middle), end: after.1 };
        }
        best
    }

    /// The bound that a cut gives.
    pub(super) fn of_changed<B: Bits>(
        &mut self,
        shapes: &mut Shapes,
        cells: B,
        changed: Changed,
        cuts: &Cuts,
    ) -> Total {
        let Changed { start, middle, end, .. } = changed;
        let mut total = cuts.before[start].and(cuts.after[end]);
        if let Some(middle) = middle {
            total = total.with(self.low(shapes, cells, (start, middle)));
        }
        total.with(self.low(shapes, cells, (middle.unwrap_or(start), end)))
    }

    /// The bound of a board.
    pub(super) fn bound<B: Bits>(&mut self, shapes: &mut Shapes, cells: B, rows: usize) -> Total {
        let mut before = [Total::default(); MOST_LINES as usize + 1];
        for end in 1..=rows {
            let mut best = None;
            let first = end.saturating_sub(3);
            for (start, rest) in before.iter().enumerate().take(end).skip(first) {
                if let Some(low) = self.band(shapes, cells, (start, end)) {
                    best = better(best, rest.with(low));
                }
            }
            before[end] = best.expect("a row has a bound");
        }
        before[rows]
    }
}
