//! Boards: grids of cells as values, and strips, which are texts.
//!
//! A board is made from rows of text and never changes: [`Board::with`] gives a new one.
//! A cell is one printable ASCII character other than `|`, which stands between rows. So a
//! board is its bytes, and its hash is computed once.
//!
//! The functions of the language on boards and strips are in [`crate::library::boards`].

mod normal;
mod regions;

pub(crate) use normal::{Normal, OfBoards, View};
pub(crate) use regions::STEPS;

use std::hash::{Hash, Hasher};

use cg_rulesets::NotationError;
use rustc_hash::FxHasher;

/// Boards have at most so many cells.
pub const MOST_CELLS: usize = 1 << 16;

/// So many cells lie in the board itself.
const INLINE: usize = 46;

/// A grid of cells.
///
/// ```
/// let heap = cg_lang::Heap::default();
/// let board = cg_lang::Board::read(["..", ".#"]).unwrap();
/// assert_eq!((board.rows(), board.cols(), board.cell(1, 1)), (2, 2, Some(b'#')));
/// assert_eq!(board.to_string(), "..|.#");
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    hash: u64,
    rows: u32,
    cols: u32,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    Inline([u8; INLINE]),
    Many(Box<[u8]>),
}

impl Cells {
    fn empty(length: usize) -> Self {
        match length <= INLINE {
            true => Cells::Inline([0; INLINE]),
            false => Cells::Many(vec![0; length].into()),
        }
    }

    #[inline]
    fn all(&self) -> &[u8] {
        match self {
            Cells::Inline(cells) => cells,
            Cells::Many(cells) => cells,
        }
    }

    #[inline]
    fn all_mut(&mut self) -> &mut [u8] {
        match self {
            Cells::Inline(cells) => cells,
            Cells::Many(cells) => cells,
        }
    }
}

/// Whether a cell can be this byte.
#[inline]
pub(crate) fn is_cell(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'|'
}

impl Board {
    /// The board with these rows. The place of an error counts them as joined by `|`.
    ///
    /// # Errors
    /// Rows of different lengths, a character that no cell can be, too many cells.
    pub fn read<'t>(rows: impl IntoIterator<Item = &'t str>) -> Result<Self, NotationError> {
        let (mut cells, mut count, mut cols, mut start) = (Vec::new(), 0, 0, 0);
        for text in rows {
            let (at, found) = (start..start + text.len(), text.len());
            let mut signs = text.char_indices();
            if let Some((wrong, c)) = signs.find(|&(_, c)| !u8::try_from(c).is_ok_and(is_cell)) {
                let problem = format!(
                    "{c:?} is no cell: a cell is one printable ASCII character other than `|`"
                );
                let wrong = start + wrong;
                return Err(NotationError::new(problem, wrong..wrong + c.len_utf8()));
            }
            if count == 0 {
                cols = found;
            } else if found != cols {
                let problem = format!("row {count} has {found} cells, and the first has {cols}");
                return Err(NotationError::new(problem, at));
            }
            cells.extend_from_slice(text.as_bytes());
            count += 1;
            if cells.len() > MOST_CELLS || count > MOST_CELLS {
                let problem = format!("a board has at most {MOST_CELLS} cells");
                return Err(NotationError::new(problem, at));
            }
            start = at.end + 1;
        }
        Ok(Self::of(count, cols, |all| all.copy_from_slice(&cells)))
    }

    /// The board of this size with the cells that `fill` writes, row by row.
    pub(crate) fn of(rows: usize, cols: usize, fill: impl FnOnce(&mut [u8])) -> Self {
        let small = |number: usize| u32::try_from(number).expect("a board has at most 2^16 cells");
        let mut cells = Cells::empty(rows * cols);
        fill(&mut cells.all_mut()[..rows * cols]);
        let mut board = Board { hash: 0, rows: small(rows), cols: small(cols), cells };
        board.hash = board.compute_hash();
        board
    }

    #[inline]
    fn compute_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(u64::from(self.rows) << 32 | u64::from(self.cols));
        hasher.write(self.cells());
        hasher.finish()
    }

    /// The bytes that it holds beside itself.
    pub(crate) fn bytes(&self) -> usize {
        match &self.cells {
            Cells::Inline(_) => 0,
            Cells::Many(cells) => cells.len(),
        }
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// How many cells a row has.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// All cells, row by row.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells.all()[..self.rows() * self.cols()]
    }

    /// The cells of one row.
    ///
    /// # Panics
    /// There is no such row.
    pub fn row(&self, row: usize) -> &str {
        let cells = &self.cells()[row * self.cols()..][..self.cols()];
        std::str::from_utf8(cells).expect("cells are ASCII")
    }

    /// One cell; `None` outside.
    #[inline(always)]
    pub fn cell(&self, row: usize, col: usize) -> Option<u8> {
        if row < self.rows() && col < self.cols() {
            // A board has at most 2^16 cells, so nothing wraps.
            return self.cells.all().get(row.wrapping_mul(self.cols()).wrapping_add(col)).copied();
        }
        None
    }

    /// The board after `change`.
    pub(crate) fn with(&self, change: impl FnOnce(&mut [u8])) -> Self {
        let mut board = self.clone();
        board.change(change);
        board
    }

    /// Changes its cells.
    #[inline]
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut [u8]) -> T) -> T {
        let length = self.rows() * self.cols();
        let changed = change(&mut self.cells.all_mut()[..length]);
        self.hash = self.compute_hash();
        changed
    }

    /// Its rows as texts.
    pub fn texts(&self) -> Vec<&str> {
        (0..self.rows()).map(|row| self.row(row)).collect()
    }
}

/// The board without cells.
impl Default for Board {
    fn default() -> Self {
        Board::of(0, 0, |_| ())
    }
}

impl PartialEq for Board {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && (self.rows, self.cols) == (other.rows, other.cols)
            && self.cells() == other.cells()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Its rows with `|` between them.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.texts().join("|"))
    }
}

// Rotations and reflections.

/// An image of a board: first rows may become columns, reflected in the diagonal from the
/// upper left; then left and right, then the upper and the lower side may change places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) transposed: bool,
    pub(crate) mirrored: bool,
    pub(crate) flipped: bool,
}

impl Image {
    const fn new(transposed: bool, mirrored: bool, flipped: bool) -> Self {
        Image { transposed, mirrored, flipped }
    }

    /// What an image of an image is.
    pub(crate) const fn then(self, next: Image) -> Image {
        let (mirrored, flipped) = match next.transposed {
            true => (self.flipped, self.mirrored),
            false => (self.mirrored, self.flipped),
        };
        Image::new(
            self.transposed != next.transposed,
            mirrored != next.mirrored,
            flipped != next.flipped,
        )
    }

    pub(crate) const SAME: Image = Image::new(false, false, false);
    pub(crate) const TRANSPOSED: [Image; 1] = [Image::new(true, false, false)];
    pub(crate) const MIRRORED: [Image; 1] = [Image::new(false, true, false)];
    pub(crate) const FLIPPED: [Image; 1] = [Image::new(false, false, true)];
    /// Turned by a quarter, to the right.
    pub(crate) const TURNED: [Image; 1] = [Image::new(true, true, false)];

    /// Rows stay rows.
    pub(crate) const REFLECTIONS: [Image; 3] =
        [Image::MIRRORED[0], Image::FLIPPED[0], Image::new(false, true, true)];

    /// All but the board itself.
    pub(crate) const SYMMETRIES: [Image; 7] = [
        Image::MIRRORED[0],
        Image::FLIPPED[0],
        Image::new(false, true, true),
        Image::new(true, true, false),
        Image::new(true, false, true),
        Image::new(true, true, true),
        Image::new(true, false, false),
    ];
}

impl Board {
    /// The hash that tells positions apart.
    #[inline]
    pub(crate) fn hash_code(&self) -> u64 {
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_read_as_they_are_written() {
        for rows in [vec![], vec![""], vec!["."], vec!["xo", "#."], vec!["........"; 9]] {
            let board = Board::read(rows.iter().copied()).unwrap();
            assert_eq!(board.texts(), rows);
        }
        let wrong = |rows: &[&str]| Board::read(rows.iter().copied()).unwrap_err();
        let ragged = NotationError::new("row 1 has 1 cells, and the first has 2", 3..4);
        assert_eq!(wrong(&["..", "."]), ragged);
        assert_eq!((wrong(&["é"]).at, wrong(&[".", "|"]).at), (0..2, 2..3));
        assert!(wrong(&["é"]).problem.starts_with("'é' is no cell: "));
        let row = ".".repeat(MOST_CELLS);
        assert!(Board::read([row.as_str()]).is_ok());
        let too_large = "a board has at most 65536 cells";
        assert_eq!(wrong(&[row.as_str(); 2]).problem, too_large);
    }

    #[test]
    fn reflections_are_those_of_the_square() {
        let board = Board::read(["abc", "def"]).unwrap();
        let of = |image| board.image(image).to_string();
        assert_eq!(of(Image::TRANSPOSED[0]), "ad|be|cf");
        assert_eq!(of(Image::MIRRORED[0]), "cba|fed");
        assert_eq!(of(Image::FLIPPED[0]), "def|abc");
        assert_eq!(of(Image::TURNED[0]), "da|eb|fc");
        assert_eq!(of(Image::REFLECTIONS[2]), "fed|cba");
        assert_eq!(of(Image::new(true, false, true)), "cf|be|ad");
        assert_eq!(of(Image::new(true, true, true)), "fc|eb|da");
        let tall = Board::read(["ab", "cd", "ef"]).unwrap();
        assert_eq!(tall.image(Image::FLIPPED[0]).to_string(), "ef|cd|ab");
        for empty in [vec![], vec![""], vec!["", ""]] {
            let empty = Board::read(empty).unwrap();
            for image in Image::SYMMETRIES {
                assert_eq!(empty.image(image).cells(), b"");
            }
        }
    }
}
