//! Boards as text: one line, or a picture; both read back.
//!
//! ```text
//! board   = number | row { separator row }     a number: the full board
//! row     = piece { piece }                    row i from the top has i pieces
//! piece   = "x" | "X" | "●"   left      "." | "·" | "○"   taken
//! separator = "/" or the end of a line; blanks inside a row are ignored
//! ```

use crate::{Error, Layers, Position, Result, board::piece};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Position {
    /// One line, rows from the top: `x/.x/xx.`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..u32::from(self.layers().get()) {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..=row {
                f.write_str(if self.has(row, column) { "x" } else { "." })?;
            }
        }
        Ok(())
    }
}

impl Position {
    /// Whether the piece at `column` of `row`, both from 0, is left.
    pub fn has(self, row: u32, column: u32) -> bool {
        self.pieces() >> piece(row, column) & 1 == 1
    }

    /// The board as a triangle, a row on each line, without a final line break.
    ///
    /// ```
    /// let p: cg_trinim::Position = "x/.x/xx.".parse()?;
    /// assert_eq!(p.picture(), "  x\n . x\nx x .");
    /// assert_eq!(p.picture().parse::<cg_trinim::Position>()?, p);
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    pub fn picture(self) -> String {
        let k = u32::from(self.layers().get());
        let row_text = |row: u32| {
            let indent = " ".repeat((k - 1 - row) as usize);
            let pieces: Vec<_> =
                (0..=row).map(|c| if self.has(row, c) { "x" } else { "." }).collect();
            indent + &pieces.join(" ")
        };
        (0..k).map(row_text).collect::<Vec<_>>().join("\n")
    }
}

fn wrong(at: usize, message: String) -> Error {
    Error::Notation { message, at }
}

impl FromStr for Position {
    type Err = Error;

    /// Reads the one-line notation, a picture, or the number of layers of a full board.
    fn from_str(text: &str) -> Result<Self> {
        let trimmed = text.trim();
        if !trimmed.is_empty() && trimmed.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(Self::full(Layers::new(trimmed.parse().unwrap_or(u64::MAX))?));
        }
        let (mut row, mut column, mut pieces) = (0u32, 0u32, 0u64);
        let offset = text.len() - text.trim_start().len();
        for (at, c) in trimmed.char_indices().map(|(i, c)| (i + offset, c)) {
            let left = match c {
                'x' | 'X' | '●' => true,
                '.' | '·' | '○' => false,
                '/' | '\n' => {
                    if column != row + 1 {
                        return Err(row_length(at, row, column));
                    }
                    (row, column) = (row + 1, 0);
                    if row >= u32::from(Layers::MAX) {
                        return Err(wrong(at, format!("more than {} rows", Layers::MAX)));
                    }
                    continue;
                }
                c if c.is_whitespace() => continue,
                c => {
                    return Err(wrong(
                        at,
                        format!("`{}` is no piece: write `x` or `.`", c.escape_debug()),
                    ));
                }
            };
            if column > row {
                return Err(row_length(at, row, column + 1));
            }
            pieces |= u64::from(left) << piece(row, column);
            column += 1;
        }
        if column != row + 1 {
            return Err(row_length(text.len(), row, column));
        }
        Self::new(Layers::new(u64::from(row) + 1)?, pieces)
    }
}

fn row_length(at: usize, row: u32, found: u32) -> Error {
    let most = if found > row + 1 { "at least " } else { "" };
    wrong(at, format!("row {} has {most}{found} pieces and should have {}", row + 1, row + 1))
}

impl serde::Serialize for Position {
    /// The one-line notation, as a string.
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Position {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
