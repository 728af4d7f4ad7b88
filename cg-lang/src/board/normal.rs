//! The normal form of a board: its parts, each turned and reflected until it is the least.
//!
//! What a definition declares says which parts and which images have what value. When it says
//! so by the functions `parts`, `swap`, `mirror`, `transpose` and their like alone, it is read
//! here, and the machine finds the value of a board by the values of its normal form, without
//! a call. Other declarations run as the code that they are.

use std::cmp::Ordering;

use super::{Board, Image};

/// A function of which declarations of normal forms are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfBoards {
    /// `parts`.
    Parts,
    /// `swap`.
    Swap,
    /// These images of a board.
    Images(&'static [Image]),
}

/// A way to look at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    image: Image,
    /// These two cells change places.
    swapped: Option<(u8, u8)>,
}

impl View {
    pub(crate) const WHOLE: View = View { image: Image::SAME, swapped: None };

    pub(crate) const fn of(image: Image) -> Self {
        View { image, swapped: None }
    }

    pub(crate) const fn swap(x: u8, y: u8) -> Self {
        View { image: Image::SAME, swapped: Some((x, y)) }
    }

    /// What is seen when one looks so at what this view shows; `None` where that is no view.
    pub(crate) fn then(self, next: View) -> Option<View> {
        let swapped = match (self.swapped, next.swapped) {
            (swapped, None) | (None, swapped) => swapped,
            _ => return None,
        };
        Some(View { image: self.image.then(next.image), swapped })
    }

    #[inline(always)]
    fn cell(self, cell: u8) -> u8 {
        match self.swapped {
            Some((x, y)) if cell == x => y,
            Some((x, y)) if cell == y => x,
            _ => cell,
        }
    }
}

/// What a definition says of the values of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Normal {
    /// The cells that separate parts, where a board is the sum of its parts.
    between: Option<Box<[u8]>>,
    /// The views among which the least is chosen, and whether what they show has the negative
    /// value. The first one shows the board as it is.
    views: Box<[(View, bool)]>,
}

impl Normal {
    /// `None` where two views after one another are no view.
    pub(crate) fn new(
        between: Option<Box<[u8]>>,
        symmetric: &[View],
        negative: &[View],
    ) -> Option<Self> {
        let mut views = vec![(View::WHOLE, false)];
        views.extend(symmetric.iter().map(|&view| (view, false)));
        for &first in negative {
            views.push((first, true));
            for &next in symmetric {
                views.push((first.then(next)?, true));
            }
        }
        Some(Normal { between, views: views.into() })
    }

    /// The boards whose values make up the value of a board, each with whether it is the
    /// negative of its value that counts.
    pub(crate) fn form(&self, board: &Board) -> Vec<(Board, bool)> {
        let parts = match &self.between {
            None => vec![board.clone()],
            Some(between) => board.parts(between),
        };
        let normal = |part: Board| {
            let (view, negative) = self.least(&part);
            (if view == View::WHOLE { part } else { Seen::of(&part, view).board() }, negative)
        };
        parts.into_iter().map(normal).collect()
    }

    /// Whether a board is its own normal form.
    pub(crate) fn is_form(&self, board: &Board) -> bool {
        let whole = match &self.between {
            None => true,
            Some(between) => board.parts(between) == std::slice::from_ref(board),
        };
        whole && self.least(board).0 == View::WHOLE
    }

    /// The first view that shows the least board.
    fn least(&self, board: &Board) -> (View, bool) {
        let mut least = (self.views[0], Seen::of(board, self.views[0].0));
        for &(view, negative) in &self.views[1..] {
            let seen = Seen::of(board, view);
            if seen.compare(&least.1) == Ordering::Less {
                least = ((view, negative), seen);
            }
        }
        least.0
    }
}

/// The cells of a board as a view shows them.
struct Seen<'b> {
    cells: &'b [u8],
    view: View,
    rows: isize,
    cols: isize,
    /// The place of the first cell, and how far it is to the one below it and beside it.
    first: usize,
    down: isize,
    right: isize,
}

impl<'b> Seen<'b> {
    fn of(board: &'b Board, view: View) -> Self {
        let Image { transposed, mirrored, flipped } = view.image;
        let [rows, cols] = [board.rows(), board.cols()]
            .map(|count| isize::try_from(count).expect("a board has at most 2^16 cells"));
        let mut seen =
            Seen { cells: board.cells(), view, rows, cols, first: 0, down: cols, right: 1 };
        if transposed {
            (seen.rows, seen.cols, seen.down, seen.right) = (cols, rows, 1, cols);
        }
        for (turned, step, count) in
            [(mirrored, &mut seen.right, seen.cols), (flipped, &mut seen.down, seen.rows)]
        {
            if turned && count > 0 {
                seen.first = seen.first.wrapping_add_signed(*step * (count - 1));
                *step = -*step;
            }
        }
        seen
    }

    #[inline(always)]
    fn at(&self, row: isize, col: isize) -> u8 {
        let at = self.first.wrapping_add_signed(self.down * row + self.right * col);
        self.view.cell(self.cells[at])
    }

    /// By the numbers of rows and columns, and then cell by cell.
    fn compare(&self, other: &Seen<'_>) -> Ordering {
        let sizes = (self.rows, self.cols).cmp(&(other.rows, other.cols));
        if sizes != Ordering::Equal {
            return sizes;
        }
        for row in 0..self.rows {
            for col in 0..self.cols {
                let cells = self.at(row, col).cmp(&other.at(row, col));
                if cells != Ordering::Equal {
                    return cells;
                }
            }
        }
        Ordering::Equal
    }

    fn board(&self) -> Board {
        let [rows, cols] = [self.rows, self.cols].map(isize::unsigned_abs);
        Board::of(rows, cols, |new| {
            for (row, cells) in (0..).zip(new.chunks_exact_mut(cols.max(1))) {
                for (col, cell) in (0..).zip(cells) {
                    *cell = self.at(row, col);
                }
            }
        })
    }
}

impl Board {
    /// An image of the board.
    pub(crate) fn image(&self, image: Image) -> Board {
        Seen::of(self, View::of(image)).board()
    }

    /// Whether this board is chosen before another one that has the same value.
    pub(crate) fn is_before(&self, other: &Board) -> bool {
        let [this, other] = [self, other].map(|board| Seen::of(board, View::WHOLE));
        this.compare(&other) == Ordering::Less
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(rows: usize, cols: usize, cells: &[u8]) -> Vec<Board> {
        let count = cells.len().pow(u32::try_from(rows * cols).unwrap());
        let board = |number: usize| {
            Board::of(rows, cols, |new| {
                let mut rest = number;
                for cell in new {
                    *cell = cells[rest % cells.len()];
                    rest /= cells.len();
                }
            })
        };
        (0..count).map(board).collect()
    }

    fn swapped(board: &Board, x: u8, y: u8) -> Board {
        board.with(|cells| {
            for cell in cells {
                *cell = if *cell == x {
                    y
                } else if *cell == y {
                    x
                } else {
                    *cell
                };
            }
        })
    }

    #[test]
    fn images_after_one_another_are_one_image() {
        let board = Board::read(["abc", "def"]).unwrap();
        let all: Vec<Image> = [Image::SAME].into_iter().chain(Image::SYMMETRIES).collect();
        for &first in &all {
            for &next in &all {
                assert_eq!(board.image(first).image(next), board.image(first.then(next)));
            }
        }
    }

    /// Against all images, made one after another and compared as they are written.
    #[test]
    fn the_least_of_all_images_is_chosen() {
        let symmetric = Image::SYMMETRIES.map(View::of);
        let normal = Normal::new(None, &symmetric, &[View::swap(b'x', b'o')]).unwrap();
        for board in boards(2, 3, b".xo").into_iter().chain(boards(2, 2, b".xo")) {
            let images = |board: &Board| {
                let images = Image::SYMMETRIES.map(|image| board.image(image));
                [vec![board.clone()], images.to_vec()].concat()
            };
            let (same, opposite) = (images(&board), images(&swapped(&board, b'x', b'o')));
            let key = |board: &Board| (board.rows(), board.cols(), board.to_string());
            let least = same.iter().chain(&opposite).map(key).min().unwrap();
            let form = normal.form(&board);
            let [(chosen, negative)] = &form[..] else { panic!("one part") };
            assert_eq!(key(chosen), least);
            assert!(if *negative { &opposite } else { &same }.contains(chosen));
            assert_eq!(normal.is_form(&board), key(&board) == least);
        }
    }

    #[test]
    fn parts_are_turned_one_by_one() {
        let reflections = Image::REFLECTIONS.map(View::of);
        let transposed = Image::TRANSPOSED.map(View::of);
        let between = Some(b"#".as_slice().into());
        let normal = Normal::new(between, &reflections, &transposed).unwrap();
        let form = normal.form(&Board::read([".#.", "##.", "#.."]).unwrap());
        let texts: Vec<_> = form.iter().map(|(part, sign)| (part.to_string(), *sign)).collect();
        assert_eq!(texts, [(".".into(), false), ("##.|...".into(), true)]);
        assert_eq!(normal.form(&Board::read(["###"]).unwrap()), []);
    }

    #[test]
    fn two_exchanges_after_one_another_are_no_view() {
        assert_eq!(Normal::new(None, &[View::swap(b'a', b'b')], &[View::swap(b'c', b'd')]), None);
    }
}
