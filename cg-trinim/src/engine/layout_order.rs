//! The order of the pieces inside a block: a choice of speed alone.

use super::permute::WORD_BITS;
use super::register::LOW_BITS;
use crate::{Layers, Symmetry, moves};

/// Orders `pieces`, lowest index bit first.
///
/// The 8 lowest should be pairwise non-adjacent, so that inside a register only
/// single pieces can be taken, and the 6 lowest should be permuted among
/// themselves by `symmetries`. Among such choices pieces that few moves take are
/// best, which are corners and edges; the pieces of many moves come next, so
/// that most options are near. Boards of 5 and 6 layers have no 8 such pieces.
pub(crate) fn inside(layers: Layers, pieces: u64, symmetries: &[Symmetry]) -> Vec<u32> {
    let moves = moves(layers);
    let degree = |p: u32| moves.iter().filter(|&m| m >> p & 1 == 1).count();
    let mut rest: Vec<u32> = (0..layers.pieces()).filter(|p| pieces >> p & 1 == 1).collect();
    rest.sort_by_key(|&p| (degree(p), p));
    let adjacent = |p: u32, q: u32| p != q && moves.contains(&(1 << p | 1 << q));
    let orbits = orbits(layers, &rest, symmetries);
    let singles: Vec<Vec<u32>> = rest.iter().map(|&p| vec![p]).collect();
    // A whole orbit for the bits after the word keeps the words of a line
    // together; else any two pieces, or as many as there are.
    let mut words = Vec::new();
    independent(&orbits, &adjacent, &[], WORD_BITS, &mut words);
    let extended = |units: &[Vec<u32>], size: usize| {
        words.iter().find_map(|word| {
            let mut found = Vec::new();
            independent(units, &adjacent, word, size - word.len(), &mut found);
            found.into_iter().next()
        })
    };
    let low = LOW_BITS as usize;
    let mut order =
        extended(&orbits, low + 1).or_else(|| extended(&singles, low)).unwrap_or_default();
    if order.is_empty() {
        order =
            (WORD_BITS..low).rev().find_map(|size| extended(&singles, size)).unwrap_or_default();
    }
    if order.is_empty() {
        let mut found = Vec::new();
        (0..=low).rev().find(|&size| {
            independent(&singles, &adjacent, &[], size, &mut found);
            !found.is_empty()
        });
        order = found.into_iter().next().unwrap_or_default();
    }
    rest.retain(|p| !order.contains(p));
    rest.reverse();
    order.extend(rest);
    order
}

/// The orbits of pieces, those of few moves first.
fn orbits(layers: Layers, pieces: &[u32], symmetries: &[Symmetry]) -> Vec<Vec<u32>> {
    let maps: Vec<_> = symmetries.iter().map(|s| s.piece_map(layers)).collect();
    let mut orbits: Vec<Vec<u32>> = Vec::new();
    for &p in pieces {
        if !orbits.iter().any(|o| o.contains(&p)) {
            let mut orbit: Vec<u32> = maps.iter().map(|m| m[p as usize]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbits.push(orbit);
        }
    }
    orbits
}

/// How many sets are looked at.
const CANDIDATES: usize = 64;

/// The first sets, `beside` included, that add to `beside` orbits of together
/// `size` pieces, so that no two of these are adjacent to each other or to it.
fn independent(
    orbits: &[Vec<u32>],
    adjacent: &dyn Fn(u32, u32) -> bool,
    beside: &[u32],
    size: usize,
    found: &mut Vec<Vec<u32>>,
) {
    if size == 0 {
        found.push(beside.to_vec());
        return;
    }
    for (i, orbit) in orbits.iter().enumerate() {
        let free =
            |p: &u32| !beside.contains(p) && !beside.iter().chain(orbit).any(|&q| adjacent(*p, q));
        if found.len() < CANDIDATES && orbit.len() <= size && orbit.iter().all(free) {
            let taken: Vec<u32> = beside.iter().chain(orbit).copied().collect();
            independent(&orbits[i + 1..], adjacent, &taken, size - orbit.len(), found);
        }
    }
}
