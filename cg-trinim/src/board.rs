//! The triangle and the positions on it.

use crate::{Error, Result, symmetry};

/// The number of layers k of a board: the side of its triangle.
///
/// The `i`-th row from the top has `i` pieces, so that there are k(k+1)/2. At
/// most 10 layers are supported: their 55 pieces fit the 64 bits of a
/// [`Position`].
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

/// The piece at `column` of `row`, both from 0: rows are numbered from the top.
pub(crate) fn piece(row: u32, column: u32) -> u32 {
    row * (row + 1) / 2 + column
}

/// The pieces that are left: a set, with the board it lives on.
///
/// Piece `r(r+1)/2 + c` is bit `r(r+1)/2 + c`: row r from the top, place c in
/// the row, both from 0. The player to move is not part of it: the game is
/// impartial.
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
    /// [`Error::Notation`] when a bit lies outside the board.
    pub fn new(layers: Layers, pieces: u64) -> Result<Self> {
        if pieces & !layers.full() == 0 {
            Ok(Self { layers, pieces })
        } else {
            let message = format!("piece {} is not on a board of {layers} layers", pieces.ilog2());
            Err(Error::Notation { message, at: 0 })
        }
    }

    /// A position whose pieces are known to lie on the board.
    pub(crate) fn on(layers: Layers, pieces: u64) -> Self {
        debug_assert_eq!(pieces & !layers.full(), 0);
        Self { layers, pieces }
    }

    /// The board with every piece in place.
    pub fn full(layers: Layers) -> Self {
        Self { layers, pieces: layers.full() }
    }

    /// The board it lives on.
    pub fn layers(self) -> Layers {
        self.layers
    }

    /// The pieces left, one bit each.
    pub fn pieces(self) -> u64 {
        self.pieces
    }

    /// The positions one move later, in the order of [`crate::moves`].
    pub fn options(self) -> impl Iterator<Item = Self> {
        let applicable =
            crate::moves(self.layers).into_iter().filter(move |m| m & !self.pieces == 0);
        applicable.map(move |m| Self { pieces: self.pieces ^ m, ..self })
    }

    /// The six images under the symmetries of the triangle, with repetitions,
    /// in the order of [`crate::Symmetry::ALL`].
    pub fn images(self) -> [Self; 6] {
        symmetry::Symmetry::ALL.map(|s| s.apply(self))
    }

    /// The image with the smallest number: equal for symmetric positions.
    pub fn canonical(self) -> Self {
        let pieces = self.images().map(|p| p.pieces).into_iter().min().unwrap_or(self.pieces);
        Self { pieces, ..self }
    }
}
