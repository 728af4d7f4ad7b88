//! The six symmetries of the triangle.

use crate::{Layers, Position, board::piece};

/// A rotation or reflection of the triangle.
///
/// A cell has three distances to the sides, with sum k-1; a symmetry permutes
/// them.
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

    /// Where each piece of a board goes: entry `p` is the image of piece `p`.
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

/// The set that holds `map[p]` for each member `p` of `set`.
pub(crate) fn permute(mut set: u64, map: &[u32]) -> u64 {
    let mut image = 0;
    while set != 0 {
        image |= 1 << map[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    image
}
