//! Boards as text: rows joined by `|`, shapes, repetitions, coordinates.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::NotationError;
use crate::grid::Board;

/// The letters of the states of a game.
///
/// A state may have several letters; the first is the one that is written. A small letter
/// means the capital one, and the other way, where only one of them is a letter of the game.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// A letter and the state that it stands for.
    pub states: &'static [(char, u8)],
}

impl Letters {
    fn state(&self, letter: char) -> Option<u8> {
        let letter = crate::cells::plain_cell(letter);
        let found = self.states.iter().find(|(own, _)| *own == letter);
        let alike = || self.states.iter().find(|(own, _)| own.eq_ignore_ascii_case(&letter));
        found.or_else(alike).map(|&(_, state)| state)
    }

    fn letter(&self, state: u8) -> char {
        let found = self.states.iter().find(|&&(_, own)| own == state);
        found.expect("each state of a game has a letter").0
    }

    fn listed(&self) -> String {
        let letters: Vec<String> = self.states.iter().map(|(own, _)| format!("`{own}`")).collect();
        crate::listed(&letters, "and")
    }
}

/// The most characters of a text that a message repeats.
const MOST_SHOWN: usize = 20;

impl<const P: usize> Board<P> {
    /// Reads a board. It is written in one of these ways, with blanks around it or not:
    ///
    /// | text | board |
    /// | --- | --- |
    /// | `XO.\|OX#` | two rows of three cells |
    /// | `XOXO` | a strip: one row |
    /// | `(XO)^20`, `X(XO)^3\|(OX)^3.` | what is in brackets, so many times |
    /// | `4x5` | 4 rows and 5 columns, filled by `start` (row, column, rows, columns), if it can |
    /// | `checker 4x5` | stones in turn, `X` at the top left |
    ///
    /// # Errors
    /// Rows of different lengths, a character that is no letter of the game, a board
    /// without cells or with more than 1,024 of them, a bad number: with the place.
    pub fn read(
        text: &str,
        letters: Letters,
        start: impl Fn([u32; 4]) -> Option<u8>,
    ) -> Result<Self, NotationError> {
        let plain = text.trim();
        let before = text.len() - text.trim_start().len();
        let whole = before..before + plain.len();
        if plain.is_empty() {
            let problem = "a board needs at least one cell: write its rows with `|` between them";
            return Err(NotationError::new(problem, 0..text.len()));
        }
        let words = plain.strip_prefix("checker").filter(|rest| rest.starts_with([' ', '\t']));
        let size = words.map_or(plain, str::trim_start);
        if let Some((rows, columns)) = shape(size, whole.end - size.len()..whole.end)? {
            let stones = letters.state('X').zip(letters.state('O'));
            let state = |row, column| match words {
                None => start([row, column, rows, columns]),
                Some(_) => {
                    stones.map(|(left, right)| if (row + column) % 2 == 0 { left } else { right })
                }
            };
            let rows: Option<Vec<Vec<u8>>> = (0..rows)
                .map(|row| (0..columns).map(|column| state(row, column)).collect())
                .collect();
            let Some(rows) = rows else {
                if words.is_none() {
                    let problem = format!(
                        "no start position has a size here: write rows of {}, with `|` between them",
                        letters.listed()
                    );
                    return Err(NotationError::new(problem, whole));
                }
                let problem = format!(
                    "a checkerboard needs stones `X` and `O`: here the cells are {}",
                    letters.listed()
                );
                return Err(NotationError::new(problem, whole));
            };
            return Ok(Self::from_states(&rows).expect("the shape was looked at"));
        }
        if words.is_some() {
            let problem = format!(
                "`{}` is no size: write rows and columns, such as `checker 4x5`",
                short(size)
            );
            return Err(NotationError::new(problem, whole.end - size.len()..whole.end));
        }
        let mut rows = vec![Vec::new()];
        let mut row_at = whole.start;
        let signs = expanded(plain, whole.start)?;
        let cells: String = letters.states.iter().map(|&(letter, _)| letter).collect();
        crate::cells::evenly_spaced(&signs, &cells)?;
        for (letter, at) in signs {
            if letter == '|' {
                ragged(&rows, row_at..at)?;
                rows.push(Vec::new());
                row_at = at + 1;
                continue;
            }
            if letter.is_whitespace() {
                continue;
            }
            let Some(state) = letters.state(letter) else {
                let problem = format!(
                    "`{}` is no cell: the cells are {}, with `|` between rows",
                    letter.escape_debug(),
                    letters.listed()
                );
                return Err(NotationError::new(problem, at..at + letter.len_utf8()));
            };
            rows.last_mut().expect("there is a first row").push(state);
        }
        ragged(&rows, row_at..whole.end)?;
        if rows[0].is_empty() {
            let problem = "a board needs at least one cell: the first row is empty";
            return Err(NotationError::new(problem, whole));
        }
        let cells = rows.len() * rows[0].len();
        Self::from_states(&rows).ok_or_else(|| too_large(&cells.to_string(), whole))
    }

    /// A board as rows of letters with `|` between them; [`Board::read`] reads it as
    /// the same.
    pub fn write(&self, letters: Letters) -> String {
        self.lines(letters).join("|")
    }

    /// The rows of a board as letters.
    pub fn lines(&self, letters: Letters) -> Vec<String> {
        let line = |row| {
            (0..self.columns()).map(|column| letters.letter(self.state(row, column))).collect()
        };
        (0..self.rows()).map(line).collect()
    }
}

fn short(text: &str) -> String {
    let mut short: String = text.chars().take(MOST_SHOWN).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}

fn too_large(cells: &str, at: Range<usize>) -> NotationError {
    let most = Board::<1>::MOST_CELLS;
    NotationError::new(format!("{cells} cells are too many: a board has at most {most}"), at)
}

fn ragged(rows: &[Vec<u8>], at: Range<usize>) -> Result<(), NotationError> {
    let (first, last) = (rows[0].len(), rows[rows.len() - 1].len());
    if first == last {
        return Ok(());
    }
    let problem = format!(
        "row {} has {last} cells and the first has {first}: all rows must be equally long",
        rows.len()
    );
    Err(NotationError::new(problem, at))
}

/// `4x5` as 4 and 5; `None` when the text is no size.
fn shape(text: &str, at: Range<usize>) -> Result<Option<(u32, u32)>, NotationError> {
    let digits = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    let sides = text.split_once(['x', 'X', '×']);
    let Some((rows, columns)) = sides.filter(|(rows, columns)| digits(rows) && digits(columns))
    else {
        return Ok(None);
    };
    let most = Board::<1>::MOST_CELLS;
    let side = |side: &str| side.parse::<u32>().ok().filter(|&side| side <= most);
    let product =
        side(rows).zip(side(columns)).map(|(rows, columns)| (rows, columns, rows * columns));
    match product {
        Some((_, _, 0)) => {
            let problem = "a board needs at least one cell: write at least 1 row and 1 column";
            Err(NotationError::new(problem, at))
        }
        Some((rows, columns, cells)) if cells <= most => Ok(Some((rows, columns))),
        _ => Err(too_large(&format!("{} by {}", short(rows), short(columns)), at)),
    }
}

/// The characters of a text, with repetitions written out, each with its place.
fn expanded(text: &str, before: usize) -> Result<Vec<(char, usize)>, NotationError> {
    // With `|` between them.
    let most = 2 * Board::<1>::MOST_CELLS as usize;
    let mut all = Vec::new();
    let mut bracket: Option<(usize, usize)> = None;
    let mut rest = text.char_indices().map(|(at, c)| (c, before + at)).peekable();
    let fault = |problem: &str, at: Range<usize>| Err(NotationError::new(problem, at));
    while let Some((letter, at)) = rest.next() {
        match letter {
            '(' if bracket.is_some() => {
                return fault(
                    "brackets stand beside each other, not inside each other",
                    at..at + 1,
                );
            }
            '(' => bracket = Some((all.len(), at)),
            ')' => {
                let Some((from, _)) = bracket.take() else {
                    return fault("`)` closes no bracket: write `(XO)^3`", at..at + 1);
                };
                if rest.next_if(|&(c, _)| c == '^').is_none() {
                    return fault("after `)` write how many times, such as `(XO)^3`", at..at + 1);
                }
                let mut digits = String::new();
                while let Some((digit, _)) = rest.next_if(|(c, _)| c.is_ascii_digit()) {
                    digits.push(digit);
                }
                let place = at + 2..at + 2 + digits.len();
                if digits.is_empty() {
                    return fault("after `^` write how many times, such as `(XO)^3`", at..at + 2);
                }
                let part = all.split_off(from);
                let times = digits.parse::<usize>().ok().filter(|times| {
                    times.checked_mul(part.len()).is_some_and(|more| all.len() + more <= most)
                });
                let Some(times) = times else {
                    return Err(too_large(
                        &format!("{} times {}", short(&digits), part.len()),
                        place,
                    ));
                };
                for _ in 0..times {
                    all.extend_from_slice(&part);
                }
            }
            letter => all.push((letter, at)),
        }
        if all.len() > most {
            return Err(too_large("these", before..before + text.len()));
        }
    }
    match bracket {
        Some((_, at)) => fault("`(` is not closed: write `(XO)^3`", at..at + 1),
        None => Ok(all),
    }
}

/// A cell by its coordinates: a letter for the column and a number for the row, both
/// from the top left, as in a spreadsheet. `a1` is the cell at the top left; after `z`
/// comes `aa`.
///
/// ```
/// use cg_rulesets::grid::Cell;
/// let cell: Cell = "c2".parse()?;
/// assert_eq!((cell.row, cell.column), (1, 2));
/// assert_eq!(Cell { row: 9, column: 26 }.to_string(), "aa10");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: u32,
    /// The column, counted from 0 at the left.
    pub column: u32,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut rest = self.column + 1;
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'a' + u8::try_from(rest % 26).expect("below 26")));
            rest /= 26;
        }
        letters.iter().rev().try_for_each(|letter| write!(f, "{letter}"))?;
        write!(f, "{}", self.row + 1)
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || {
            let text = short(text);
            format!("`{text}` is no cell: write a column and a row, such as `a1` at the top left")
        };
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(fault)?;
        let (letters, digits) = text.split_at(digits);
        let column = letters.chars().try_fold(0u32, |column, letter| {
            let letter = letter.to_ascii_lowercase();
            let digit = u32::from(letter).wrapping_sub(u32::from('a'));
            (digit < 26).then_some(())?;
            column.checked_mul(26)?.checked_add(digit + 1)
        });
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let row = digits.parse::<u32>().ok().filter(|_| plain);
        let before = |number: Option<u32>| number?.checked_sub(1);
        match (before(row), before(column)) {
            (Some(row), Some(column)) => Ok(Cell { row, column }),
            _ => Err(fault()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: Letters = Letters { states: &[('.', 0), ('X', 1), ('O', 2), ('#', 3)] };

    fn read(text: &str) -> Result<String, (String, Range<usize>)> {
        let board = Board::<2>::read(text, LETTERS, |[row, ..]| Some(u8::from(row == 0)));
        board.map(|board| board.write(LETTERS)).map_err(|error| (error.problem, error.at))
    }

    #[test]
    fn all_ways_to_write_a_board_are_read() {
        for (text, expected) in [
            ("xo.|OX#", "XO.|OX#"),
            ("  XOXO ", "XOXO"),
            ("(XO)^3", "XOXOXO"),
            ("X(XO|)^1.O", "XXO|.O"),
            ("2x3", "XXX|..."),
            ("checker 2x3", "XOX|OXO"),
            ("1x1", "X"),
            ("x o | . .", "XO|.."),
        ] {
            let found = read(text);
            if text.starts_with("X(") {
                // Three cells above two.
                assert!(found.is_err(), "{found:?}");
            } else {
                assert_eq!(found.as_deref(), Ok(expected), "{text}");
            }
        }
        assert_eq!(read("(X.|)^2OO").as_deref(), Ok("X.|X.|OO"));
        assert_eq!(read("32x32").unwrap().len(), 32 * 33 - 1);
    }

    #[test]
    fn each_fault_has_its_place() {
        for (text, words, at) in [
            ("", "a board needs at least one cell", 0..0),
            ("  ", "a board needs at least one cell", 0..2),
            ("|", "the first row is empty", 0..1),
            ("XO|X", "row 2 has 1 cells and the first has 2", 3..4),
            ("XO|X|XO", "row 2 has 1 cells and the first has 2", 3..4),
            (" XO|X?", "`?` is no cell: the cells are `.`, `X`, `O` and `#`", 5..6),
            ("Xé", "`é` is no cell", 1..3),
            ("0x5", "write at least 1 row", 0..3),
            ("1000x1000", "1000 by 1000 cells are too many: a board has at most 1024", 0..9),
            ("99999999999x1", "99999999999 by 1 cells are too many", 0..13),
            ("checker 4", "`4` is no size", 8..9),
            ("(XO", "`(` is not closed", 0..1),
            ("XO)", "`)` closes no bracket", 2..3),
            ("(XO)", "after `)` write how many times", 3..4),
            ("(XO)^", "after `^` write how many times", 3..5),
            ("((X)^2)^2", "not inside each other", 1..2),
            ("(XO)^1000000000", "1000000000 times 2 cells are too many", 5..15),
            ("(XO)^99999999999999999999999", "99999999999999999999... times 2", 5..28),
        ] {
            let (problem, place) = read(text).unwrap_err();
            assert!(problem.contains(words), "{text}: {problem}");
            assert_eq!(place, at, "{text}");
        }
        let long = "X".repeat(1_000_000);
        assert!(read(&long).unwrap_err().0.contains("too many"));
        assert_eq!(read(&"X".repeat(1024)).map(|text| text.len()), Ok(1024));
        assert!(read(&"X".repeat(1025)).is_err());
        let none =
            Board::<1>::read("checker 2x2", Letters { states: &[('.', 1), ('#', 0)] }, |_| Some(1));
        assert!(none.unwrap_err().problem.contains("a checkerboard needs stones"));
    }

    #[test]
    fn coordinates_read_back() {
        for row in [0, 8, 9, 1023] {
            for column in [0, 25, 26, 701, 702, 1023] {
                let cell = Cell { row, column };
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        for text in ["", "a", "1", "a0", "1a", "a1b", "a-1", "é1", "a99999999999", "zzzzzzzzzz1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
