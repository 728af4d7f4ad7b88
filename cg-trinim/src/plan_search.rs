//! Sets of block-ID pieces with few inter-block updates.

use crate::{Layers, moves};
use std::collections::BTreeSet;

/// So many sets are tried one by one, in seconds.
const MAX_SETS: u64 = 2_000_000;

/// Sets of `size` pieces with the fewest updates in full, at most `most`.
pub(crate) fn fewest(layers: Layers, size: u32, most: usize) -> Vec<u64> {
    let cost = Cost { moves: moves(layers) };
    if size > layers.pieces() {
        return Vec::new();
    }
    let mut best: BTreeSet<(u64, u64)> = BTreeSet::new();
    let mut keep = |set: u64, cost: u64| {
        best.insert((cost, set));
        if best.len() > most {
            best.pop_last();
        }
    };
    if binomial(layers.pieces(), size) <= MAX_SETS {
        let mut set = (1u64 << size) - 1;
        while set <= layers.full() {
            keep(set, cost.of(set));
            let Some(next) = next_of_size(set) else { break };
            set = next;
        }
    } else {
        for start in 0..u64::from(layers.pieces()) {
            let set = cost.descend(layers, scattered(layers, size, start));
            keep(set, cost.of(set));
        }
    }
    best.into_iter().map(|(_, set)| set).collect()
}

struct Cost {
    moves: Vec<u64>,
}

impl Cost {
    /// Updates in full: for each set that a move can take, the blocks that have it.
    fn of(&self, set: u64) -> u64 {
        let mut steps: Vec<u64> = self.moves.iter().map(|m| m & set).filter(|&h| h != 0).collect();
        steps.sort_unstable();
        steps.dedup();
        steps.iter().map(|h| 1 << (set.count_ones() - h.count_ones())).sum()
    }

    /// Exchanges single pieces while that helps, the best exchange first.
    fn descend(&self, layers: Layers, mut set: u64) -> u64 {
        let mut now = self.of(set);
        loop {
            let outs = (0..layers.pieces()).filter(|p| set >> p & 1 == 1);
            let exchanges = outs.flat_map(|out| {
                (0..layers.pieces())
                    .filter(move |p| set >> p & 1 == 0)
                    .map(move |p| set ^ (1 << out) ^ (1 << p))
            });
            match exchanges.map(|s| (self.of(s), s)).min() {
                Some((cost, better)) if cost < now => (now, set) = (cost, better),
                _ => return set,
            }
        }
    }
}

/// Some set to start from, another for each `start`.
fn scattered(layers: Layers, size: u32, start: u64) -> u64 {
    let n = u64::from(layers.pieces());
    let mut set = 0u64;
    let mut at = start;
    while set.count_ones() < size {
        at = (at * 5 + 7 * start + 3) % n;
        while set >> at & 1 == 1 {
            at = (at + 1) % n;
        }
        set |= 1 << at;
    }
    set
}

/// The next larger set with as many members.
fn next_of_size(set: u64) -> Option<u64> {
    let low = set & set.wrapping_neg();
    let ripple = set.checked_add(low).filter(|_| low != 0)?;
    Some(ripple | ((set ^ ripple) >> 2).checked_div(low)?)
}

fn binomial(n: u32, k: u32) -> u64 {
    (1..=u64::from(k)).fold(1u64, |c, i| c.saturating_mul(u64::from(n) + 1 - i) / i)
}
