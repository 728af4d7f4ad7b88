//! Boards of boxes, and the table of the nets of all positions of a small one.

use cg_core::{Limits, Meter};
use rustc_hash::FxHashMap;

use super::BoxesSolver;
use super::graph::BoxGraph;
use crate::{Result, UniverseError};

/// The most lines of a board whose positions are all solved at once.
const MOST_LINES_OF_TABLE: u32 = 27;

/// A board of boxes. Lines have numbers: the horizontal ones from the top, row by row, then the
/// vertical ones. A position is the set of the lines that are drawn, as bits.
///
/// ```
/// use cg_core::Limits;
/// use cg_universes::DotsAndBoxes;
/// // Of four boxes who starts gets three.
/// let board = DotsAndBoxes::new(2, 2)?;
/// assert_eq!(board.net(0, &Limits::default())?, 2);
/// // Of nine boxes she gets three.
/// let board = DotsAndBoxes::new(3, 3)?;
/// assert_eq!(board.net(0, &Limits::default())?, -3);
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) graph: BoxGraph,
}

impl DotsAndBoxes {
    /// A board with some rows and columns of boxes.
    ///
    /// # Errors
    /// More than 64 lines.
    pub fn new(rows: u32, columns: u32) -> Result<Self> {
        let (high, wide) = (u128::from(rows), u128::from(columns));
        let lines = (high + 1) * wide + high * (wide + 1);
        if lines > 64 || rows == 0 || columns == 0 {
            let problem = format!(
                "a board of {rows}x{columns} boxes has {lines} lines: it needs a box, and at most 64 lines"
            );
            return Err(UniverseError::Refused(problem));
        }
        let across = |row: u32, column: u32| row * columns + column;
        let down = |row: u32, column: u32| (rows + 1) * columns + row * (columns + 1) + column;
        let mut boxes = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let lines = [
                    across(row, column),
                    across(row + 1, column),
                    down(row, column),
                    down(row, column + 1),
                ];
                boxes.push(lines.iter().fold(0, |bits, line| bits | 1 << line));
            }
        }
        let lines = u32::try_from(lines).expect("at most 64");
        // Lines by their middles, twice as large as places of dots.
        let middle = |line: u32| match line.checked_sub((rows + 1) * columns) {
            None => (2 * (line / columns), 2 * (line % columns) + 1),
            Some(rest) => (2 * (rest / (columns + 1)) + 1, 2 * (rest % (columns + 1))),
        };
        let of_middle: FxHashMap<(u32, u32), u32> =
            (0..lines).map(|line| (middle(line), line)).collect();
        let mut symmetries = Vec::new();
        for turn in 1..8 {
            if turn >= 4 && rows != columns {
                break;
            }
            let image = |line: u32| {
                let (mut y, mut x) = middle(line);
                if turn & 1 == 1 {
                    y = 2 * rows - y;
                }
                if turn & 2 == 2 {
                    x = 2 * columns - x;
                }
                of_middle[&if turn & 4 == 4 { (x, y) } else { (y, x) }]
            };
            symmetries.push((0..lines).map(image).collect());
        }
        // Lines in the middle come first, above all in the middle of the longer sides: a board that falls into
        // two is soon decided.
        let from_middle = |line: &u32| {
            let (y, x) = middle(*line);
            let (short, long) = (y.abs_diff(rows), x.abs_diff(columns));
            let (short, long) = if rows > columns { (long, short) } else { (short, long) };
            (2 * long + short, *line)
        };
        let mut order: Vec<u32> = (0..lines).collect();
        order.sort_unstable_by_key(from_middle);
        Ok(DotsAndBoxes { rows, columns, graph: BoxGraph::new(boxes, order, symmetries) })
    }

    /// How many rows and columns of boxes the board has.
    pub fn size(&self) -> (u32, u32) {
        (self.rows, self.columns)
    }

    /// How many lines the board has.
    pub fn lines(&self) -> u32 {
        self.graph.lines
    }

    /// All lines, as bits.
    pub fn all(&self) -> u64 {
        self.graph.all()
    }

    /// The nets of all positions of a small board, at the place of their bits. Nothing is known of good
    /// play here.
    ///
    /// # Errors
    /// More than 27 lines; limits.
    pub fn all_nets(&self, limits: &Limits) -> Result<Vec<i8>> {
        if self.graph.lines > MOST_LINES_OF_TABLE {
            let problem = format!(
                "a board with {} lines has 2^{0} positions: a table has room for those of {MOST_LINES_OF_TABLE}",
                self.graph.lines
            );
            return Err(UniverseError::Refused(problem));
        }
        let meter = Meter::new(limits.clone());
        let positions = 1usize << self.graph.lines;
        meter.look(0, positions)?;
        let mut nets = vec![0i8; positions];
        // The boxes at each line without the line itself; nothing is ever all of `u64::MAX`.
        let needs: Vec<[u64; 2]> = (0..self.graph.lines)
            .map(|line| {
                let mut needs = self.graph.beside[line as usize]
                    .iter()
                    .map(|&b| self.graph.boxes[b] & !(1 << line));
                [needs.next().unwrap_or(u64::MAX), needs.next().unwrap_or(u64::MAX)]
            })
            .collect();
        for drawn in (0..positions - 1).rev() {
            if drawn % (1 << 16) == 0 {
                meter.look(positions - drawn, positions)?;
            }
            let bits = drawn as u64;
            let mut best = i8::MIN;
            let mut left = self.all() & !bits;
            while left != 0 {
                let line = left.trailing_zeros();
                left &= left - 1;
                let taken: i8 =
                    needs[line as usize].iter().map(|need| i8::from(need & !bits == 0)).sum();
                let after = nets[drawn | 1 << line];
                best = best.max(if taken > 0 { taken + after } else { -after });
            }
            nets[drawn] = best;
        }
        Ok(nets)
    }

    /// The net of a position.
    ///
    /// # Errors
    /// Lines that the board does not have; limits.
    pub fn net(&self, drawn: u64, limits: &Limits) -> Result<i8> {
        BoxesSolver::new([self], limits.clone())?.net(drawn)
    }
}
