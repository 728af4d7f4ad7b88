//! The triangle, the positions on it, their moves, symmetries and text.
//!
//! # Notation
//!
//! A board is written on one line, or as a picture. Both can be read.
//!
//! ```text
//! board   = number | row { separator row }     a number: the full board
//! row     = piece { piece }                    row i from the top has i pieces
//! piece   = "x" | "X" | "●"   left      "." | "·" | "○"   taken
//! separator = "/" or the end of a line; blanks inside a row are ignored
//! ```

use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// The number of layers k of a board: the side of its triangle.
///
/// The `i`-th row from the top has `i` pieces, so there are k(k+1)/2 pieces. At most 10
/// layers are supported: their 55 pieces fit into the 64 bits of a [`Position`].
///
/// ```
/// let layers = cg_trinim::Layers::new(9)?;
/// assert_eq!((layers.pieces(), layers.full()), (45, (1 << 45) - 1));
/// assert!(cg_trinim::Layers::new(40).is_err());
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layers(u8);

impl Layers {
    /// The largest supported board.
    pub const MAX: u8 = 10;

    /// A board of `layers` layers.
    ///
    /// # Errors
    ///
    /// [`Error::Layers`] unless `layers` is 1 to 10.
    pub fn new(layers: u64) -> Result<Self> {
        match u8::try_from(layers) {
            Ok(k) if (1..=Self::MAX).contains(&k) => Ok(Self(k)),
            _ => Err(Error::Layers(layers)),
        }
    }

    /// k itself.
    pub fn get(self) -> u8 {
        self.0
    }

    /// The number of pieces, k(k+1)/2.
    pub fn pieces(self) -> u32 {
        u32::from(self.0) * (u32::from(self.0) + 1) / 2
    }

    /// The full board as a set of pieces.
    pub fn full(self) -> u64 {
        (1 << self.pieces()) - 1
    }

    /// The place of a piece: its row from the top and its place in the row, from 0.
    pub fn cell(self, piece: u32) -> (u32, u32) {
        let mut row = 0;
        while (row + 1) * (row + 2) / 2 <= piece {
            row += 1;
        }
        (row, piece - row * (row + 1) / 2)
    }

    /// All supported boards, smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX).map(Self)
    }
}

impl std::fmt::Display for Layers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The piece at `column` of `row`. Both are counted from 0, and rows from the top.
pub(crate) fn piece(row: u32, column: u32) -> u32 {
    row * (row + 1) / 2 + column
}

/// The pieces that are left: a set, with its board.
///
/// Piece `r(r+1)/2 + c` is bit `r(r+1)/2 + c`: row r from the top, place c in the row, both from 0.
/// The player to move is not part of a position, because the game is impartial.
///
/// ```
/// use cg_trinim::{Layers, Position};
/// let full = Position::full(Layers::new(3)?);
/// let corner_gone: Position = "./xx/xxx".parse()?;
/// assert!(full.options().any(|option| option == corner_gone));
/// assert_eq!(full.options().count(), 18);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    layers: Layers,
    pieces: u64,
}

impl Position {
    /// The position of `pieces` on a board.
    ///
    /// # Errors
    ///
    /// [`Error::Notation`] if a bit is outside the board.
    pub fn new(layers: Layers, pieces: u64) -> Result<Self> {
        if pieces & !layers.full() == 0 {
            Ok(Self { layers, pieces })
        } else {
            let message = format!("piece {} is not on a board of {layers} layers", pieces.ilog2());
            Err(Error::Notation { message, at: 0 })
        }
    }

    /// A position whose pieces are known to be on the board.
    pub(crate) fn on(layers: Layers, pieces: u64) -> Self {
        debug_assert_eq!(pieces & !layers.full(), 0);
        Self { layers, pieces }
    }

    /// Refuses a position that is not on a board of `layers` layers.
    pub(crate) fn check_board(self, layers: Layers) -> Result<()> {
        let (expected, found) = (layers.get(), self.layers.get());
        if expected == found { Ok(()) } else { Err(Error::LayersDiffer { expected, found }) }
    }

    /// The board with every piece in place.
    pub fn full(layers: Layers) -> Self {
        Self { layers, pieces: layers.full() }
    }

    /// Its board.
    pub fn layers(self) -> Layers {
        self.layers
    }

    /// The pieces left, one bit each.
    pub fn pieces(self) -> u64 {
        self.pieces
    }

    /// The options, in the order of [`moves`].
    pub fn options(self) -> impl Iterator<Item = Self> {
        let applicable = moves(self.layers).into_iter().filter(move |m| m & !self.pieces == 0);
        applicable.map(move |m| Self { pieces: self.pieces ^ m, ..self })
    }

    /// The six images under the symmetries of the triangle, with repetitions,
    /// in the order of [`Symmetry::ALL`].
    pub fn images(self) -> [Self; 6] {
        Symmetry::ALL.map(|s| s.apply(self))
    }

    /// The image with the smallest number. It is equal for symmetric positions.
    pub fn canonical(self) -> Self {
        let least = self.images().map(|p| p.pieces).into_iter().min();
        let pieces = least.expect("there are six images");
        Self { pieces, ..self }
    }
}

/// Every move of a board, once, as the set of pieces that it takes.
///
/// A move takes one or more consecutive pieces on a line in one of the three directions. It is
/// legal if all of these pieces are left: no move takes pieces on both sides of a gap. There are
/// k^2(k+1)/2 moves.
///
/// ```
/// let moves = cg_trinim::moves(cg_trinim::Layers::new(9)?);
/// assert_eq!(moves.len(), 405);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
pub fn moves(layers: Layers) -> Vec<u64> {
    let mut all: Vec<u64> = (0..layers.pieces()).map(|p| 1 << p).collect();
    for line in lines(layers) {
        for first in 0..line.len() {
            let mut taken = 1 << line[first];
            for &next in &line[first + 1..] {
                taken |= 1 << next;
                all.push(taken);
            }
        }
    }
    all
}

/// The 3k lines of a board, each from end to end: the rows, then the two kinds
/// of diagonal.
pub fn lines(layers: Layers) -> Vec<Vec<u32>> {
    let k = u32::from(layers.get());
    let rows = (0..k).map(|r| (0..=r).map(|c| piece(r, c)).collect());
    let falling = (0..k).map(|c| (c..k).map(|r| piece(r, c)).collect());
    let rising = (0..k).map(|d| (d..k).map(|r| piece(r, r - d)).collect());
    rows.chain(falling).chain(rising).collect()
}

/// A rotation or reflection of the triangle.
///
/// The distances of a cell to the three sides have the sum k-1. A symmetry permutes these
/// distances.
///
/// ```
/// use cg_trinim::{Position, Symmetry};
/// let top: Position = "x/../...".parse()?;
/// let seen: std::collections::HashSet<_> = Symmetry::ALL.map(|s| s.apply(top)).into();
/// assert_eq!(seen.len(), 3);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry([u8; 3]);

impl Symmetry {
    /// The identity, the two rotations, the three reflections.
    pub const ALL: [Self; 6] = [
        Self([0, 1, 2]),
        Self([1, 2, 0]),
        Self([2, 0, 1]),
        Self([0, 2, 1]),
        Self([1, 0, 2]),
        Self([2, 1, 0]),
    ];

    /// The identity.
    pub const IDENTITY: Self = Self([0, 1, 2]);

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Self {
        let mut inverse = [0; 3];
        for (to, &from) in (0..3).zip(&self.0) {
            inverse[usize::from(from)] = to;
        }
        Self(inverse)
    }

    /// The image of each piece of a board: entry `p` is the image of piece `p`.
    pub fn piece_map(self, layers: Layers) -> Vec<u32> {
        let k = u32::from(layers.get());
        let image = |p| {
            let (row, column) = layers.cell(p);
            let distances = [column, row - column, k - 1 - row];
            let [a, b, _] = self.0.map(|axis| distances[usize::from(axis)]);
            piece(a + b, a)
        };
        (0..layers.pieces()).map(image).collect()
    }

    /// The image of a set of pieces.
    pub fn apply_to(self, layers: Layers, pieces: u64) -> u64 {
        permute(pieces, &self.piece_map(layers))
    }

    /// The image of a position.
    pub fn apply(self, position: Position) -> Position {
        let layers = position.layers();
        Position::on(layers, self.apply_to(layers, position.pieces()))
    }
}

/// The set that contains `map[p]` for each member `p` of `set`.
pub(crate) fn permute(mut set: u64, map: &[u32]) -> u64 {
    let mut image = 0;
    while set != 0 {
        image |= 1 << map[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    image
}

impl Position {
    /// The connected parts. The pieces of a part are connected by neighbours.
    ///
    /// A move takes consecutive pieces, which are in one part, and pieces never come back. So the
    /// position is the sum of its parts.
    ///
    /// ```
    /// use cg_trinim::Position;
    /// let p: Position = "x/../xx.".parse()?;
    /// assert_eq!(p.parts().len(), 2);
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    pub fn parts(self) -> Vec<Self> {
        let pairs: Vec<u64> =
            moves(self.layers()).into_iter().filter(|m| m.count_ones() == 2).collect();
        let mut left = self.pieces();
        let mut parts = Vec::new();
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let touching =
                    pairs.iter().filter(|&pair| pair & !self.pieces() == 0 && pair & part != 0);
                let grown = touching.fold(part, |set, pair| set | pair);
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            parts.push(Self::on(self.layers(), part));
        }
        parts
    }

    /// The same pieces on the smallest board on which they fit, moved to its corner.
    ///
    /// ```
    /// let p: cg_trinim::Position = "./x./xx.".parse()?;
    /// assert_eq!(p.fitted().to_string(), "x/xx");
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    pub fn fitted(self) -> Self {
        let k = u32::from(self.layers().get());
        let cells: Vec<(u32, u32)> = (0..self.layers().pieces())
            .filter(|p| self.pieces() >> p & 1 == 1)
            .map(|p| self.layers().cell(p))
            .collect();
        // Distances to the left, right and lower sides.
        let least =
            |distance: &dyn Fn(&(u32, u32)) -> u32| cells.iter().map(distance).min().unwrap_or(0);
        let (left, right) = (least(&|&(_, c)| c), least(&|&(r, c)| r - c));
        let below = least(&|&(r, _)| k - 1 - r);
        let side = if cells.is_empty() { 1 } else { k - left - right - below };
        let pieces =
            cells.iter().fold(0, |set, &(r, c)| set | 1 << piece(r - left - right, c - left));
        let layers = Layers::new(u64::from(side)).expect("the side is at least 1 and at most k");
        Self::on(layers, pieces)
    }
}

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
    /// Whether the piece at `column` of `row`, both from 0, is there.
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
