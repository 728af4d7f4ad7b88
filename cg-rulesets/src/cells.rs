//! Boards and strips with a letter in each cell, for rules that need no fast search.

use std::fmt;

use crate::grid::Step;
use crate::{Drawing, NotationError, Signs};

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
        let [down, right] = [down, right].map(|steps| isize::try_from(steps).ok());
        let row = (place / self.columns).checked_add_signed(down?)?;
        let column = (place % self.columns).checked_add_signed(right?)?;
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
    pub fn drawing(&self, signs: Signs) -> Drawing {
        Drawing::board(&self.lines(), signs)
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
}
