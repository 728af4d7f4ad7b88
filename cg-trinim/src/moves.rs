//! The moves: segments of a line.

use crate::{Layers, board::piece};

/// Every move of a board, as the set of pieces it takes, each once.
///
/// A move takes one or more consecutive pieces along a line in one of the three
/// directions; it is legal when all of them are left (a gap ends a run, so a
/// segment with a missing piece is no move). There are k^2(k+1)/2.
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
