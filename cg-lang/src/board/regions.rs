//! Regions of a board: cells that hang together, and the parts into which a board falls.

use super::Board;

/// The steps to the neighbours of a cell: four, or eight with the diagonal ones.
pub(crate) const STEPS: [(isize, isize); 8] =
    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Board {
    /// The cell that lies `step` from a cell, if it is on the board.
    #[inline]
    pub(crate) fn step(
        &self,
        (row, col): (usize, usize),
        step: (isize, isize),
    ) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(step.0).filter(|&row| row < self.rows())?;
        let col = col.checked_add_signed(step.1).filter(|&col| col < self.cols())?;
        Some((row, col))
    }

    /// The cells that hang together with one cell, through neighbours of which `joins`
    /// says that they belong together; in ascending order. `seen` marks them.
    pub(crate) fn region(
        &self,
        first: usize,
        seen: &mut [bool],
        joins: impl Fn(u8) -> bool,
    ) -> Vec<usize> {
        let (cells, cols) = (self.cells(), self.cols());
        let mut region = vec![first];
        seen[first] = true;
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            for step in &STEPS[..4] {
                if let Some((row, col)) = self.step((at / cols, at % cols), *step) {
                    let near = row * cols + col;
                    if !seen[near] && joins(cells[near]) {
                        seen[near] = true;
                        region.push(near);
                    }
                }
            }
        }
        region.sort_unstable();
        region
    }

    /// The regions of the cells of which `joins` is true, by their first cells.
    pub(crate) fn regions(&self, joins: impl Fn(u8) -> bool) -> Vec<Vec<usize>> {
        let cells = self.cells();
        let mut seen = vec![false; cells.len()];
        let mut regions = Vec::new();
        for at in 0..cells.len() {
            if !seen[at] && joins(cells[at]) {
                regions.push(self.region(at, &mut seen, &joins));
            }
        }
        regions
    }

    /// What is left when the cells in `between` are taken away: each part cut out, the
    /// cells that do not belong to it in its rectangle filled with the first of `between`.
    pub(crate) fn parts(&self, between: &[u8]) -> Vec<Board> {
        if self.cells().len() <= 64 {
            return self.parts_of_few(between);
        }
        self.parts_of_many(between)
    }

    /// The same on a board of at most 64 cells: a set of cells is a word.
    fn parts_of_few(&self, between: &[u8]) -> Vec<Board> {
        let (cells, cols) = (self.cells(), self.cols());
        let mut open = 0_u64;
        for (at, cell) in cells.iter().enumerate() {
            open |= u64::from(!between.contains(cell)) << at;
        }
        // The cells of the first column, and of the last.
        let first = (0..self.rows()).fold(0_u64, |set, row| set | 1 << (row * cols));
        let last = if cols == 0 { 0 } else { first << (cols - 1) };
        let mut parts = Vec::new();
        while open != 0 {
            let mut region = open & open.wrapping_neg();
            loop {
                let sides = (region & !last) << 1 | (region & !first) >> 1;
                let ends = if cols < 64 { region << cols | region >> cols } else { 0 };
                let grown = region | (sides | ends) & open;
                if grown == region {
                    break;
                }
                region = grown;
            }
            open &= !region;
            parts.push(self.cut_out_set(region, between[0]));
        }
        parts
    }

    fn cut_out_set(&self, region: u64, around: u8) -> Board {
        let (cells, cols) = (self.cells(), self.cols());
        let (top, bottom) = (
            region.trailing_zeros() as usize / cols,
            (63 - region.leading_zeros() as usize) / cols,
        );
        let row_of = |row: usize| region >> (row * cols) & (u64::MAX >> (64 - cols));
        let across = (top..=bottom).fold(0, |set, row| set | row_of(row));
        let left = across.trailing_zeros() as usize;
        let width = 64 - across.leading_zeros() as usize - left;
        Board::of(bottom - top + 1, width, |new| {
            for (row, new) in (top..).zip(new.chunks_exact_mut(width)) {
                for (col, new) in (left..).zip(new) {
                    let inside = region >> (row * cols + col) & 1 == 1;
                    *new = if inside { cells[row * cols + col] } else { around };
                }
            }
        })
    }

    fn parts_of_many(&self, between: &[u8]) -> Vec<Board> {
        let regions = self.regions(|cell| !between.contains(&cell));
        regions.iter().map(|region| self.cut_out(region, between[0])).collect()
    }

    fn cut_out(&self, region: &[usize], around: u8) -> Board {
        let cols = self.cols();
        let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
        for &at in region {
            let (row, col) = (at / cols, at % cols);
            (top, bottom) = (top.min(row), bottom.max(row));
            (left, right) = (left.min(col), right.max(col));
        }
        let width = right - left + 1;
        Board::of(bottom - top + 1, width, |cells| {
            cells.fill(around);
            for &at in region {
                cells[(at / cols - top) * width + at % cols - left] = self.cells()[at];
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hang_together_and_lose_nothing() {
        let parts = |rows: &[&str]| -> Vec<String> {
            let board = Board::read(rows.iter().copied()).unwrap();
            board.parts(b"#").iter().map(ToString::to_string).collect()
        };
        assert_eq!(parts(&["..", ".."]), ["..|.."]);
        assert_eq!(parts(&["#.#", ".#."]), [".", ".", "."]);
        assert_eq!(parts(&["..#x", ".#xx", "###x"]), ["..|.#", "#x|xx|#x"]);
        assert!(parts(&["###", "###"]).is_empty());
        assert!(parts(&[]).is_empty());
    }

    /// Parts found by words are those found cell by cell.
    #[test]
    fn parts_of_small_boards_are_those_of_large_ones() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            usize::try_from((seed >> 33) % below).unwrap()
        };
        let sizes = [(1, 64), (64, 1), (8, 8), (1, 63), (7, 9), (5, 5), (3, 4), (2, 1), (0, 0)];
        for (rows, cols) in sizes {
            for density in 2..5 {
                for _ in 0..50 {
                    let board = Board::of(rows, cols, |cells| {
                        cells.iter_mut().for_each(|cell| {
                            *cell = b"#xo."[random(density).min(3)];
                        });
                    });
                    for between in [&b"#"[..], b"#.", b"x"] {
                        assert_eq!(board.parts_of_few(between), board.parts_of_many(between));
                    }
                }
            }
        }
    }

    /// On all boards of 3 rows and 3 columns with two kinds of cells: two cells lie in
    /// one region exactly when a path leads from one to the other.
    #[test]
    fn regions_are_those_of_paths() {
        for bits in 0..512_u32 {
            let text: String =
                (0..9).map(|at| if bits >> at & 1 == 1 { 'x' } else { '.' }).collect();
            let board = Board::read([&text[..3], &text[3..6], &text[6..]]).unwrap();
            let regions = board.regions(|cell| cell == b'x');
            let filled = |at: usize| bits >> at & 1 == 1;
            let near = |a: usize, b: usize| (a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3) <= 1;
            let step = |a, b| near(a, b) && filled(a) && filled(b);
            let mut reach: [[bool; 9]; 9] =
                std::array::from_fn(|a| std::array::from_fn(|b| step(a, b)));
            for through in 0..9 {
                for a in 0..9 {
                    for b in 0..9 {
                        reach[a][b] |= reach[a][through] && reach[through][b];
                    }
                }
            }
            for (a, reached) in reach.iter().enumerate() {
                for (b, &reached) in reached.iter().enumerate() {
                    let together = regions.iter().any(|r| r.contains(&a) && r.contains(&b));
                    assert_eq!(together, reached, "{text} {a} {b}");
                }
            }
        }
    }
}
