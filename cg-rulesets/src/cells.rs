//! Boards and strips with a letter in each cell: the common ground of the rulesets that
//! are written down in letters and need no bits.
//!
//! | question | answer |
//! | --- | --- |
//! | a board, its text, its coordinates | [`Cells`] |
//! | which boards are alike | [`Image`], [`Cells::representative`] |
//! | into which parts does a board fall | [`Cells::regions`] |

use std::fmt;

use crate::{Drawing, NotationError, Sign};

/// The most cells of a board: more than any computation reaches.
pub const MOST_CELLS: usize = 1024;

/// A board: rows of cells, a letter in each. A strip is a board of one row.
///
/// ```
/// use cg_rulesets::Cells;
/// let board = Cells::read("xo.|oxo", ".xo#")?;
/// assert_eq!((board.rows(), board.columns(), board.at(0, 1)), (2, 3, Some(b'o')));
/// assert_eq!(board.to_string(), "xo.|oxo");
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells {
    columns: usize,
    letters: Box<[u8]>,
}

/// A step from a cell: rows down, columns to the right.
pub type Step = (isize, isize);

/// The steps to the four cells that share a side with a cell.
pub const SIDES: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The steps to the eight cells that share a side or a corner with a cell.
pub const CORNERS: [Step; 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Cells {
    /// A board of these rows. All have the same length.
    fn new(columns: usize, letters: Vec<u8>) -> Self {
        Cells { columns, letters: letters.into() }
    }

    /// A board with one letter in all cells.
    pub fn filled(rows: usize, columns: usize, letter: u8) -> Self {
        Cells::new(columns, vec![letter; rows * columns])
    }

    /// Reads rows of letters, joined by `|`. `letters` are those that a cell can have; a
    /// small letter stands for a large one, and the other way, where only one of them is
    /// among them; `_` and `□` stand for the empty place `.` where that is among them.
    /// Blanks may stand around rows, or between all cells of a row. `(XO)^20` stands for `XO`
    /// twenty times.
    ///
    /// # Errors
    /// No cells or too many, rows of different lengths, a blank between some cells of a row and
    /// not between others, another letter: with its place.
    pub fn read(text: &str, letters: &str) -> Result<Self, NotationError> {
        let spread = repeated(text)?;
        evenly_spaced(&spread, letters)?;
        let mut rows: Vec<Vec<u8>> = vec![Vec::new()];
        for &(letter, at) in &spread {
            let row = rows.last_mut().expect("there is a first row");
            let letter = plain_cell(letter);
            let meant = [letter, letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
            let meant = meant.into_iter().find(|&meant| letters.contains(meant));
            match meant.map(u8::try_from) {
                _ if letter == '|' => rows.push(Vec::new()),
                _ if letter.is_whitespace() => {}
                Some(Ok(letter)) => row.push(letter),
                _ => {
                    let problem = format!(
                        "`{}` is no cell: a cell is one of `{letters}`, and `|` joins rows",
                        letter.escape_debug()
                    );
                    return Err(NotationError::new(problem, at..at + letter.len_utf8()));
                }
            }
        }
        let columns = rows[0].len();
        if let Some(wrong) = rows.iter().position(|row| row.len() != columns) {
            let problem = format!(
                "row {} has {}, and the first row {columns}: all rows have the same length",
                wrong + 1,
                counted(rows[wrong].len(), "cell"),
            );
            let ends = text.match_indices('|').map(|(at, _)| at);
            let start = ends.clone().nth(wrong - 1).map_or(0, |at| at + 1);
            let end = ends.clone().nth(wrong).unwrap_or(text.len());
            return Err(NotationError::new(problem, start.min(end)..end));
        }
        match rows.len() * columns {
            0 => Err(NotationError::new(
                format!("there is no cell: write rows of `{letters}`, joined by `|`"),
                0..text.len(),
            )),
            cells if cells > MOST_CELLS => Err(too_many(cells, 0..text.len())),
            _ => Ok(Cells::new(columns, rows.concat())),
        }
    }

    /// Reads a board as [`Cells::read`] does, or the size of one: `3x4`, which is filled by
    /// `start` from the row and the column of each cell.
    ///
    /// # Errors
    /// As [`Cells::read`]; a size of no cells.
    pub fn read_or_start(
        text: &str,
        letters: &str,
        start: impl Fn(usize, usize) -> u8,
    ) -> Result<Self, NotationError> {
        let plain = text.trim();
        let size = plain.strip_prefix("checker").unwrap_or(plain).trim();
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match size.split_once(['x', 'X']) {
            Some((rows, columns)) if digits(rows) && digits(columns) => {
                // What does not fit a number is larger than any board.
                let [rows, columns] =
                    [rows, columns].map(|number| number.parse().unwrap_or(usize::MAX));
                match rows.saturating_mul(columns) {
                    0 => {
                        let problem = "there is no cell: write at least one row and one column";
                        Err(NotationError::new(problem, 0..text.len()))
                    }
                    cells if cells > MOST_CELLS => Err(too_many(cells, 0..text.len())),
                    cells => {
                        let letter = |place| start(place / columns, place % columns);
                        Ok(Cells::new(columns, (0..cells).map(letter).collect()))
                    }
                }
            }
            _ => Cells::read(text, letters),
        }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.letters.len() / self.columns
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The letters, row by row.
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// The letter of a cell.
    pub fn at(&self, row: usize, column: usize) -> Option<u8> {
        (column < self.columns).then(|| self.letters.get(row * self.columns + column).copied())?
    }

    /// The place of the cell that is a step away, when it is on the board.
    pub fn stepped(&self, place: usize, (down, right): Step) -> Option<usize> {
        let row = (place / self.columns).checked_add_signed(down)?;
        let column = (place % self.columns).checked_add_signed(right)?;
        (row < self.rows() && column < self.columns).then_some(row * self.columns + column)
    }

    /// The places of the cells with a letter.
    pub fn places(&self, letter: u8) -> impl Iterator<Item = usize> + '_ {
        let found = self.letters.iter().enumerate().filter(move |&(_, &at)| at == letter);
        found.map(|(place, _)| place)
    }

    /// The board with other letters at some places.
    pub fn with(&self, changes: &[(usize, u8)]) -> Self {
        let mut after = self.clone();
        for &(place, letter) in changes {
            after.letters[place] = letter;
        }
        after
    }

    /// The board with each letter replaced.
    pub fn mapped(&self, letter: impl Fn(u8) -> u8) -> Self {
        Cells::new(self.columns, self.letters.iter().map(|&at| letter(at)).collect())
    }

    /// A cell as it is written: the letter of its column, the number of its row from the
    /// top. `a1` is the upper left corner.
    pub fn name(&self, place: usize) -> String {
        cell_name(place / self.columns, place % self.columns)
    }

    /// Its rows as texts.
    pub fn lines(&self) -> Vec<String> {
        let row = |row: &[u8]| row.iter().map(|&letter| char::from(letter)).collect();
        self.letters.chunks(self.columns).map(row).collect()
    }

    /// The drawing of it.
    pub fn drawing(&self) -> Drawing {
        Drawing::Board(self.lines())
    }

    /// The board turned or reflected, without its empty margins if there are some.
    fn turned(&self, turn: Turn) -> Self {
        let (rows, columns) = (self.rows(), self.columns);
        let (height, width) = if turn.transposed { (columns, rows) } else { (rows, columns) };
        let letter = |place: usize| {
            let (mut row, mut column) = (place / width, place % width);
            if turn.upside_down {
                row = height - 1 - row;
            }
            if turn.mirrored {
                column = width - 1 - column;
            }
            if turn.transposed {
                (row, column) = (column, row);
            }
            self.letters[row * columns + column]
        };
        Cells::new(width, (0..height * width).map(letter).collect())
    }

    /// Of the images of the board the one that comes first, with the sign of that image.
    /// Of two equal images with different signs the plus counts.
    pub fn representative(self, images: &[Image], other: impl Fn(u8) -> u8) -> (Self, Sign) {
        let image = |image: &Image| {
            let turned = self.turned(image.turn);
            (if image.exchanged { turned.mapped(&other) } else { turned }, image.sign)
        };
        let first = images.iter().map(image).min_by(|(one, plus), (two, minus)| {
            one.cmp(two).then((*plus == Sign::Minus).cmp(&(*minus == Sign::Minus)))
        });
        first.expect("a board is its own image")
    }

    /// The connected regions of the cells that are not `wall`, each cut out of the board;
    /// `steps` lead from a cell to its neighbours. What lies outside a region is wall.
    pub fn regions(&self, steps: &[Step], wall: impl Fn(u8) -> bool, outside: u8) -> Vec<Cells> {
        let mut region_of = vec![usize::MAX; self.letters.len()];
        let mut regions: Vec<Vec<usize>> = Vec::new();
        for start in 0..self.letters.len() {
            if region_of[start] != usize::MAX || wall(self.letters[start]) {
                continue;
            }
            let number = regions.len();
            region_of[start] = number;
            let mut region = vec![start];
            let mut next = 0;
            while let Some(&place) = region.get(next) {
                next += 1;
                for &step in steps {
                    if let Some(beside) = self.stepped(place, step)
                        && region_of[beside] == usize::MAX
                        && !wall(self.letters[beside])
                    {
                        region_of[beside] = number;
                        region.push(beside);
                    }
                }
            }
            regions.push(region);
        }
        regions.iter().map(|region| self.cut(region, outside)).collect()
    }

    /// The smallest board with these places; its other cells have the letter `outside`.
    fn cut(&self, places: &[usize], outside: u8) -> Cells {
        let rows = || places.iter().map(|place| place / self.columns);
        let columns = || places.iter().map(|place| place % self.columns);
        let (Some(top), Some(bottom)) = (rows().min(), rows().max()) else {
            unreachable!("a region has cells")
        };
        let left = columns().min().expect("a region has cells");
        let width = columns().max().expect("a region has cells") - left + 1;
        let mut letters = vec![outside; (bottom - top + 1) * width];
        for &place in places {
            let (row, column) = (place / self.columns - top, place % self.columns - left);
            letters[row * width + column] = self.letters[place];
        }
        Cells::new(width, letters)
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("|"))
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cells({self})")
    }
}

/// A cell as it is written, by its row and column from 0: `a1` is the upper left corner, `b1`
/// is beside it.
pub fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// The letters of a column: a to z, then aa, ab and so on.
pub(crate) fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(column % 26).expect("there are 26 letters"));
    match column / 26 {
        0 => letter.into(),
        rest => column_name(rest - 1) + &letter.to_string(),
    }
}

pub(crate) fn too_many(cells: usize, at: std::ops::Range<usize>) -> NotationError {
    NotationError::new(format!("{cells} cells are too many: a board has at most {MOST_CELLS}"), at)
}

/// A number with its noun: `1 cell`, `3 cells`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The signs of a text with their places, after `(...)^n` was written out.
fn repeated(text: &str) -> Result<Vec<(char, usize)>, NotationError> {
    let mut all = Vec::new();
    let mut rest = 0;
    while let Some(open) = text[rest..].find('(').map(|at| at + rest) {
        all.extend(text[rest..open].char_indices().map(|(at, sign)| (sign, at + rest)));
        let wrong = |end: usize| {
            let problem = "a repetition is written `(XO)^20`: signs, then how often";
            Err(NotationError::new(problem, open..end))
        };
        let Some(close) = text[open..].find(")^").map(|at| at + open) else {
            return wrong(text.len());
        };
        let digits = text[close + 2..].bytes().take_while(u8::is_ascii_digit).count();
        let end = close + 2 + digits;
        let Ok(times) = text[close + 2..end].parse::<usize>() else { return wrong(end) };
        let inside = text[open + 1..close].char_indices().map(|(at, sign)| (sign, at + open + 1));
        let inside: Vec<(char, usize)> = inside.collect();
        let length = inside.len().saturating_mul(times);
        if length > 4 * MOST_CELLS {
            return Err(too_many(length, open..end));
        }
        (0..times).for_each(|_| all.extend_from_slice(&inside));
        rest = end;
    }
    all.extend(text[rest..].char_indices().map(|(at, sign)| (sign, at + rest)));
    Ok(all)
}

/// A sign of an empty place as the sign that is written for it.
pub(crate) fn plain_cell(sign: char) -> char {
    if matches!(sign, '_' | '\u{25a1}') { '.' } else { sign }
}

/// Fails when blanks separate some cells of a row and not others: such a blank could stand for an
/// empty place or for the end of a row.
pub(crate) fn evenly_spaced(signs: &[(char, usize)], letters: &str) -> Result<(), NotationError> {
    for row in signs.split(|&(sign, _)| sign == '|') {
        let blank = |&(sign, _): &(char, usize)| sign.is_whitespace();
        let Some(first) = row.iter().position(|sign| !blank(sign)) else { continue };
        let last = row.iter().rposition(|sign| !blank(sign)).expect("there is a first");
        let row = &row[first..=last];
        let glued = row.windows(2).any(|pair| !pair.iter().any(blank));
        if let (true, Some(&(_, at))) = (glued, row.iter().find(|sign| blank(sign))) {
            let empty = if letters.contains('.') { ", `.` for an empty place" } else { "" };
            let problem =
                format!("a blank in a row could mean two things: write `|` between rows{empty}");
            return Err(NotationError::new(problem, at..at + 1));
        }
    }
    Ok(())
}

/// A way to turn or reflect a board: transposed, then mirrored, then upside down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Left and right are exchanged.
    pub mirrored: bool,
    /// Top and bottom are exchanged.
    pub upside_down: bool,
    /// Rows and columns are exchanged.
    pub transposed: bool,
}

/// A board turned, perhaps with the colours exchanged, and what that makes of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// How it is turned.
    pub turn: Turn,
    /// Whether the colours are exchanged.
    pub exchanged: bool,
    /// Whether the image is the game or its negative.
    pub sign: Sign,
}

impl Image {
    const fn new(turns: usize, exchanged: bool, sign: Sign) -> Self {
        let turn = Turn {
            mirrored: turns & 1 != 0,
            upside_down: turns & 2 != 0,
            transposed: turns & 4 != 0,
        };
        Image { turn, exchanged, sign }
    }
}

/// Only the board itself.
pub const ITSELF: [Image; 1] = [Image::new(0, false, Sign::Plus)];

/// The board itself, and with the colours exchanged its negative.
pub const COLOURS: [Image; 2] =
    [Image::new(0, false, Sign::Plus), Image::new(0, true, Sign::Minus)];

/// Strips in which reflection changes nothing, and colours exchanged are the negative.
pub const MIRRORED: [Image; 4] = [
    Image::new(0, false, Sign::Plus),
    Image::new(1, false, Sign::Plus),
    Image::new(0, true, Sign::Minus),
    Image::new(1, true, Sign::Minus),
];

/// Strips whose reflection with the colours exchanged is the negative.
pub const FACING: [Image; 2] = [Image::new(0, false, Sign::Plus), Image::new(1, true, Sign::Minus)];

/// All eight images of a square: nothing changes.
pub const TURNED: [Image; 8] = {
    let mut images = [Image::new(0, false, Sign::Plus); 8];
    let mut at = 0;
    while at < 8 {
        images[at] = Image::new(at, false, Sign::Plus);
        at += 1;
    }
    images
};

/// All eight images of a square: nothing changes, and colours exchanged are the negative.
pub const TURNED_COLOURS: [Image; 16] = {
    let mut images = [Image::new(0, false, Sign::Plus); 16];
    let mut at = 0;
    while at < 8 {
        images[at] = Image::new(at, false, Sign::Plus);
        images[at + 8] = Image::new(at, true, Sign::Minus);
        at += 1;
    }
    images
};

/// Reflections change nothing, and the transposed board is the negative.
pub const TRANSPOSED: [Image; 8] = {
    let mut images = [Image::new(0, false, Sign::Plus); 8];
    let mut at = 0;
    while at < 4 {
        images[at] = Image::new(at, false, Sign::Plus);
        images[at + 4] = Image::new(at + 4, false, Sign::Minus);
        at += 1;
    }
    images
};

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (String, std::ops::Range<usize>) {
        let error = Cells::read(text, ".xo").unwrap_err();
        (error.problem, error.at)
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(refused("xo|x?").1, 4..5);
        assert_eq!(refused("xo|xox").1, 3..6);
        assert!(refused("xo|xox").0.contains("row 2 has 3 cells, and the first row 2"));
        assert!(refused("").0.contains("there is no cell"));
        assert!(refused("|").0.contains("there is no cell"));
        assert!(refused(&"x".repeat(1_000_000)).0.contains("too many"));
        assert!(refused("(xo)^99999999").0.contains("too many"));
        assert_eq!(refused("(xo)2").1, 0..5);
        assert_eq!(refused("x(xo)^").1, 1..6);
        assert_eq!(refused("xé").1, 1..3);
    }

    #[test]
    fn repetitions_and_large_letters_are_read() {
        let read = |text| Cells::read(text, ".xo").unwrap().to_string();
        assert_eq!(read("(XO)^3."), "xoxoxo.");
        assert_eq!(read("x o | . ."), "xo|..");
        assert_eq!(read("(x)^0o"), "o");
        assert_eq!(read("x_\u{25a1}o"), "x..o");
    }

    #[test]
    fn a_blank_between_some_cells_is_refused() {
        for text in ["xo xo", "x ox", "(xo)^2 x", "xo|x o.", ". xo"] {
            assert!(refused(text).0.contains("a blank in a row"), "{text}");
        }
        assert_eq!(refused("xo xo").1, 2..3);
        for text in [" xo ", "xo | ox", "x o . x", "x"] {
            assert!(Cells::read(text, ".xo").is_ok(), "{text}");
        }
    }

    #[test]
    fn columns_have_names() {
        assert_eq!([0, 25, 26, 27, 701].map(column_name), ["a", "z", "aa", "ab", "zz"]);
    }

    #[test]
    fn images_of_a_board_have_one_representative() {
        let other = |letter| match letter {
            b'x' => b'o',
            b'o' => b'x',
            other => other,
        };
        let board = Cells::read("xo.|..x", ".xo").unwrap();
        let (first, _) = board.clone().representative(&TURNED_COLOURS, other);
        for image in TURNED_COLOURS {
            let turned = board.turned(image.turn);
            let turned = if image.exchanged { turned.mapped(other) } else { turned };
            assert_eq!(turned.representative(&TURNED_COLOURS, other).0, first);
        }
        // Its own negative: one sign.
        let (_, sign) = Cells::read("xo", ".xo").unwrap().representative(&TURNED_COLOURS, other);
        assert_eq!(sign, Sign::Plus);
    }

    #[test]
    fn boards_fall_into_regions() {
        let board = Cells::read("xo.x|...o|xx.o", ".xo").unwrap();
        let regions = board.regions(&SIDES, |letter| letter == b'.', b'.');
        let texts: Vec<String> = regions.iter().map(Cells::to_string).collect();
        assert_eq!(texts, ["xo", "x|o|o", "xx"]);
    }
}
