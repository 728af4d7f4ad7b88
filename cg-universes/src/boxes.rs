//! Dots and Boxes as a game of scores.
//!
//! Who draws the last line around a box has it and draws again. There is no theory of sums for scores
//! with such turns, so that positions are searched: the *net* of a position is the number of boxes that
//! who moves gets from now on, less those of the other.
//!
//! The search uses what Winning Ways (chapter 16) proves of good play. Boxes that can be had are taken,
//! but for the last two of a chain or the last four of a loop: with these the player may instead make the
//! other take them and move. Of the lines that open a chain one is enough, in a chain of two the middle one.

use cg_core::{LimitReached, Limits, Meter};
use rustc_hash::{FxHashMap, FxHashSet};

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
    lines: u32,
    /// The lines of each box, as bits.
    boxes: Vec<u64>,
    /// The boxes at each line.
    beside: Vec<Vec<usize>>,
    /// What each symmetry of the board but the first makes of each line.
    symmetries: Vec<Vec<u32>>,
}

/// A chain of boxes with two lines to draw, or with one at an end where boxes can be taken.
#[derive(Debug)]
struct Chain {
    /// The lines between its boxes and at its ends, in order; in a chain that can be taken the first
    /// takes a box.
    lines: Vec<u32>,
    boxes: usize,
    /// Whether it is a loop; where boxes can be taken, whether they can be from both ends.
    closed: bool,
}

impl Chain {
    /// The line that leaves the last two boxes of a chain, or the last four of a loop, to the other.
    fn is_left_by(&self) -> Option<u32> {
        matches!((self.closed, self.boxes), (false, 2) | (true, 4)).then(|| self.lines[1])
    }
}

impl DotsAndBoxes {
    /// A board with some rows and columns of boxes.
    ///
    /// # Errors
    /// More than 64 lines.
    pub fn new(rows: u32, columns: u32) -> Result<Self> {
        let count = |rows: u64, columns: u64| (rows + 1) * columns + rows * (columns + 1);
        let lines = count(rows.into(), columns.into());
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
        let at = |line: u32| (0..boxes.len()).filter(|&b| boxes[b] >> line & 1 == 1).collect();
        let beside = (0..lines).map(at).collect();
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
        Ok(DotsAndBoxes { lines, boxes, beside, symmetries })
    }

    /// How many lines the board has.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// All lines, as bits.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.lines)
    }

    /// How many boxes a line that is not drawn completes.
    pub fn completes(&self, drawn: u64, line: u32) -> i8 {
        let with = drawn | 1 << line;
        let complete = |&&at: &&usize| self.boxes[at] & !with == 0;
        i8::try_from(self.beside[line as usize].iter().filter(complete).count())
            .expect("two at most")
    }

    /// The nets of all positions of a small board, at the place of their bits. Nothing is known of good
    /// play here.
    ///
    /// # Errors
    /// More than 27 lines; limits.
    pub fn all_nets(&self, limits: &Limits) -> Result<Vec<i8>> {
        if self.lines > MOST_LINES_OF_TABLE {
            let problem = format!(
                "a board with {} lines has 2^{0} positions: a table has room for those of {MOST_LINES_OF_TABLE}",
                self.lines
            );
            return Err(UniverseError::Refused(problem));
        }
        let meter = Meter::new(limits.clone());
        let positions = 1usize << self.lines;
        meter.look(0, positions)?;
        let mut nets = vec![0i8; positions];
        // The boxes at each line without the line itself; nothing is ever all of `u64::MAX`.
        let needs: Vec<[u64; 2]> = (0..self.lines)
            .map(|line| {
                let mut needs =
                    self.beside[line as usize].iter().map(|&b| self.boxes[b] & !(1 << line));
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
        Search::new(self, limits).net(drawn)
    }

    /// The lines that can be drawn, each with the net that it leads to for who draws it.
    ///
    /// # Errors
    /// Lines that the board does not have; limits.
    pub fn moves(&self, drawn: u64, limits: &Limits) -> Result<Vec<(u32, i8)>> {
        let mut search = Search::new(self, limits);
        let mut moves = Vec::new();
        for line in (0..self.lines).filter(|line| drawn >> line & 1 == 0) {
            let taken = self.completes(drawn, line);
            let after = search.net(drawn | 1 << line)?;
            moves.push((line, if taken > 0 { taken + after } else { -after }));
        }
        Ok(moves)
    }

    /// One position of each class of those that are alike.
    fn normal(&self, drawn: u64) -> u64 {
        let images = self.symmetries.iter().map(|symmetry| {
            let (mut image, mut left) = (0, drawn);
            while left != 0 {
                image |= 1 << symmetry[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            image
        });
        images.fold(drawn, u64::min)
    }

    /// The lines of a box that are not drawn, as bits.
    fn open(&self, drawn: u64, at: usize) -> u64 {
        self.boxes[at] & !drawn
    }

    /// The box on the other side of a line.
    fn across(&self, line: u32, from: usize) -> Option<usize> {
        self.beside[line as usize].iter().copied().find(|&at| at != from)
    }

    /// Follows a chain from one of its boxes through a line: the lines from there on, the boxes, and the
    /// last box if it is taken from the other side or was met before.
    fn follow(&self, drawn: u64, start: usize, line: u32) -> (Vec<u32>, Vec<usize>, bool) {
        let (mut lines, mut boxes) = (vec![line], vec![]);
        let (mut at, mut through) = (start, line);
        while let Some(next) = self.across(through, at) {
            let open = self.open(drawn, next);
            if next == start {
                return (lines, boxes, true);
            }
            match open.count_ones() {
                1 => {
                    boxes.push(next);
                    return (lines, boxes, true);
                }
                2 => {
                    boxes.push(next);
                    through = (open & !(1 << through)).trailing_zeros();
                    lines.push(through);
                    at = next;
                }
                _ => break,
            }
        }
        (lines, boxes, false)
    }

    /// The chains of which boxes can be taken.
    fn takeable(&self, drawn: u64) -> Vec<Chain> {
        let mut chains: Vec<Chain> = Vec::new();
        for start in 0..self.boxes.len() {
            let open = self.open(drawn, start);
            if open.count_ones() != 1 || chains.iter().any(|chain| self.ends_at(chain, open)) {
                continue;
            }
            let (lines, boxes, closed) = self.follow(drawn, start, open.trailing_zeros());
            chains.push(Chain { lines, boxes: boxes.len() + 1, closed });
        }
        chains
    }

    /// Whether a chain that can be taken from both ends ends with a line.
    fn ends_at(&self, chain: &Chain, line: u64) -> bool {
        chain.closed && chain.lines.last().is_some_and(|&last| 1 << last == line)
    }

    /// The lines that are worth a try in a position where no box can be taken: first those that give
    /// nothing away.
    fn lines_to_try(&self, drawn: u64) -> Vec<u32> {
        let mut safe = Vec::new();
        let mut opening: Vec<(usize, u32)> = Vec::new();
        let mut seen = FxHashSet::default();
        for line in (0..self.lines).filter(|line| drawn >> line & 1 == 0) {
            let beside = &self.beside[line as usize];
            let in_chain =
                beside.iter().copied().find(|&at| self.open(drawn, at).count_ones() == 2);
            let Some(start) = in_chain else {
                safe.push(line);
                continue;
            };
            if !seen.insert(line) {
                continue;
            }
            let chain = self.chain_through(drawn, start);
            seen.extend(chain.lines.iter().copied());
            let best = if chain.boxes == 2 && !chain.closed { 1 } else { 0 };
            opening.push((chain.boxes, chain.lines[best]));
        }
        opening.sort_unstable();
        safe.extend(opening.into_iter().map(|(_, line)| line));
        safe
    }

    /// The whole chain or loop of a box with two lines to draw, where no box can be taken.
    fn chain_through(&self, drawn: u64, start: usize) -> Chain {
        let open = self.open(drawn, start);
        let first = open.trailing_zeros();
        let (mut lines, boxes, closed) = self.follow(drawn, start, first);
        let mut count = boxes.len() + 1;
        if !closed {
            let other = (open & !(1 << first)).trailing_zeros();
            let (more, others, _) = self.follow(drawn, start, other);
            count += others.len();
            lines.reverse();
            lines.extend(more);
        }
        Chain { lines, boxes: count, closed }
    }
}

/// The least and the most that a net can be.
type Bounds = (i8, i8);

struct Search<'a> {
    board: &'a DotsAndBoxes,
    known: FxHashMap<u64, Bounds>,
    meter: Meter,
}

impl<'a> Search<'a> {
    fn new(board: &'a DotsAndBoxes, limits: &Limits) -> Self {
        Search { board, known: FxHashMap::default(), meter: Meter::new(limits.clone()) }
    }

    /// The net of a position, by questions whether it is more than a number.
    fn net(&mut self, drawn: u64) -> Result<i8> {
        if drawn & !self.board.all() != 0 {
            return Err(UniverseError::Refused("the board has fewer lines".into()));
        }
        let (mut least, mut most) = self.trivial(drawn);
        while least < most {
            // Nets of a position are all even or all odd.
            let asked = i8::midpoint(least, most);
            let asked = if (asked - least) % 2 == 0 { asked } else { asked - 1 };
            if self.at_least(drawn, asked + 2)? {
                least = asked + 2;
            } else {
                most = asked;
            }
        }
        Ok(least)
    }

    /// What is known of a net by the boxes that are left.
    fn trivial(&self, drawn: u64) -> Bounds {
        let left = self.board.boxes.iter().filter(|&&one| one & !drawn != 0).count();
        let left = i8::try_from(left).expect("there are fewer boxes than lines");
        (-left, left)
    }

    /// Whether the net of a position is at least so much. At most as deep as there are lines.
    fn at_least(&mut self, drawn: u64, asked: i8) -> Result<bool> {
        let (least, most) = self.trivial(drawn);
        if asked <= least || asked > most {
            return Ok(asked <= least);
        }
        let drawn = self.board.normal(drawn);
        let (mut least, mut most) = self.known.get(&drawn).copied().unwrap_or((least, most));
        if asked <= least || asked > most {
            return Ok(asked <= least);
        }
        if self.meter.due() {
            let memory = self.known.capacity() * (size_of::<(u64, Bounds)>() + 1);
            self.meter.look(self.known.len(), memory)?;
        }
        let holds = self.by_moves(drawn, asked)?;
        if holds {
            least = asked;
        } else {
            most = asked - 1;
        }
        if self.known.len() as u64 >= self.meter.limits().games {
            return Err(LimitReached::Games { limit: self.meter.limits().games }.into());
        }
        self.known.insert(drawn, (least, most));
        Ok(holds)
    }

    fn by_moves(&mut self, drawn: u64, asked: i8) -> Result<bool> {
        let board = self.board;
        let chains = board.takeable(drawn);
        // Boxes that are no use to leave are taken first, then those of a loop: to leave two is cheaper
        // than to leave four.
        let kept = |chain: &&Chain| (chain.is_left_by().is_some(), !chain.closed);
        let Some(chain) = chains.iter().min_by_key(kept) else {
            for line in board.lines_to_try(drawn) {
                // To have at least so much, the other must not have more than its negative.
                if !self.at_least(drawn | 1 << line, 1 - asked)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        };
        if chains.len() == 1
            && let Some(line) = chain.is_left_by()
            && !self.at_least(drawn | 1 << line, 1 - asked)?
        {
            return Ok(true);
        }
        let line = chain.lines[0];
        let taken = board.completes(drawn, line);
        self.at_least(drawn | 1 << line, asked - taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is used of good play changes no net.
    #[test]
    fn the_search_has_the_nets_of_the_table() {
        let limits = Limits::default();
        for (rows, columns) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3)] {
            let board = DotsAndBoxes::new(rows, columns).unwrap();
            let nets = board.all_nets(&limits).unwrap();
            let mut search = Search::new(&board, &limits);
            let step = 1 + nets.len() / 20_000;
            for drawn in (0..nets.len()).step_by(step) {
                let net = search.net(drawn as u64).unwrap();
                assert_eq!(net, nets[drawn], "{rows}x{columns}, {drawn:b}");
            }
        }
    }

    #[test]
    fn nets_of_known_boards() {
        let limits = Limits::default();
        for (rows, columns, net) in
            [(1, 1, -1), (1, 2, 0), (1, 3, -1), (1, 4, 0), (1, 5, -1), (2, 2, 2), (2, 3, -2)]
        {
            let board = DotsAndBoxes::new(rows, columns).unwrap();
            assert_eq!(board.net(0, &limits).unwrap(), net, "{rows}x{columns}");
        }
        assert!(DotsAndBoxes::new(5, 6).is_err());
        assert!(DotsAndBoxes::new(0, 3).is_err());
        let board = DotsAndBoxes::new(1, 1).unwrap();
        assert!(board.net(1 << 4, &limits).is_err());
    }
}
