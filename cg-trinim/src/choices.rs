//! Choices of block-ID pieces: those with few updates, and those with which a run takes little time
//! within the memory and the disk of a machine.

use crate::plan::MOST_FORESEEN;
use crate::store::Order;
use crate::{Folding, Layers, Layout, Means, Plan, Rates, Result, Symmetry, moves};
use cg_core::Arrange;
use std::collections::BTreeSet;
use std::time::Duration;

/// Choices of `pieces` block-ID pieces with the fewest updates, best first, at most `most`.
///
/// With `symmetric`, all unions of orbits of the six symmetries are compared by their updates into
/// canonical blocks. Otherwise, sets of pieces are compared by their updates in full. If there are
/// at most some millions of sets, all are compared. If there are more, a greedy exchange of single
/// pieces chooses some.
///
/// # Errors
///
/// [`crate::Error::BlockPieces`] if there are too many pieces.
pub fn search_plans(
    layers: Layers,
    pieces: u32,
    symmetric: bool,
    most: usize,
) -> Result<Vec<Plan>> {
    let sets =
        if symmetric { unions_of_orbits(layers, pieces) } else { fewest(layers, pieces, most) };
    let plan = |set: u64| Ok(Plan::new(&Folding::new(layers, set, symmetric)?, None, None));
    let mut plans = sets.into_iter().map(plan).collect::<Result<Vec<_>>>()?;
    plans.arrange_by_key(|p| (p.updates, p.reads, p.block_pieces.pieces()));
    plans.truncate(most);
    Ok(plans)
}

/// This many block-ID pieces more than the memory needs are tried. Then the blocks are an eighth as
/// large.
const MORE_PIECES: u32 = 3;

/// The number of choices for which an order of blocks is searched.
const MOST_ORDERED: usize = 8;

/// Choices for a run that [keeps only what is needed](crate::RunOptions::keep_final), within
/// `means` and `disk` bytes. They are sorted by expected time, and there are at most `most`. Only
/// choices that all symmetries keep are compared, and only those with at most some thousand blocks.
/// There may be none. Nine layers take some seconds.
///
/// ```
/// use cg_trinim::{Layers, Means, Rates, affordable_plans};
/// let rates = Rates {
///     decode: 4e9, image: 2e10, update: 5e10, settle: 2.5e9, count: 4e10, write: 5e8,
///     bits: 0.13, options: 41.0, outside: 25.0,
/// };
/// let means = Means::of_one_thread(100 << 20);
/// let best = &affordable_plans(Layers::new(8)?, &rates, means, 1 << 30, 1)?[0];
/// assert!(best.estimate.expect("by these rates").core_hours < 0.1);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
///
/// # Errors
///
/// [`crate::Error::BlockPieces`] if a choice is not possible.
pub fn affordable_plans(
    layers: Layers,
    rates: &Rates,
    means: Means,
    disk: u64,
    most: usize,
) -> Result<Vec<Plan>> {
    let fits = |&set: &u64| -> Result<Option<Folding>> {
        let folding = Folding::new(layers, set, true)?;
        let Ok(layout) = Layout::of_files(&folding) else { return Ok(None) };
        let needed = layout.memory_per_job().saturating_mul(means.threads.get() as u64);
        let fits =
            needed <= means.memory && folding.canonical_blocks().count() as u64 <= MOST_FORESEEN;
        Ok(fits.then_some(folding))
    };
    // Symmetries map at most six blocks to one.
    let mut most_pieces = (6 * MOST_FORESEEN).ilog2().min(layers.pieces());
    let mut rough = Vec::new();
    let mut pieces = 0;
    while pieces <= most_pieces {
        for set in unions_of_orbits(layers, pieces) {
            if let Some(folding) = fits(&set)? {
                most_pieces = most_pieces.min(pieces + MORE_PIECES);
                rough.push(Plan::with_order(&folding, Some(rates), Some(means), Order::in_turn));
            }
        }
        pieces += 1;
    }
    // The search for an order reduces the disk space by about a fifth.
    let disk = disk as f64;
    rough.retain(|plan| needed_bytes(plan) <= 1.25 * disk);
    rough.arrange_by_key(expected_time);
    rough.truncate(MOST_ORDERED.max(most));
    let ordered = |plan: Plan| {
        let folding = Folding::new(layers, plan.block_pieces.pieces(), true)?;
        Ok(Plan::new(&folding, Some(rates), Some(means)))
    };
    let mut plans = rough.into_iter().map(ordered).collect::<Result<Vec<_>>>()?;
    plans.retain(|plan| needed_bytes(plan) <= disk);
    plans.arrange_by_key(expected_time);
    plans.truncate(most);
    Ok(plans)
}

fn needed_bytes(plan: &Plan) -> f64 {
    let needed = plan.estimate.and_then(|estimate| estimate.bytes_needed);
    needed.expect("plans by rates and means have it")
}

/// The key by which plans are compared.
fn expected_time(plan: &Plan) -> Duration {
    let hours = plan.estimate.expect("plans by rates have it").core_hours;
    Duration::try_from_secs_f64(hours * 3600.0).unwrap_or(Duration::MAX)
}

fn unions_of_orbits(layers: Layers, pieces: u32) -> Vec<u64> {
    let orbit =
        |p: u32| Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, 1 << p));
    let orbits: BTreeSet<u64> = (0..layers.pieces()).map(orbit).collect();
    let unions = orbits.iter().fold(vec![0], |unions: Vec<u64>, orbit| {
        unions.iter().flat_map(|&u| [u, u | orbit]).filter(|u| u.count_ones() <= pieces).collect()
    });
    unions.into_iter().filter(|u| u.count_ones() == pieces).collect()
}

/// Up to this number of sets, all are tried, which takes seconds.
const MAX_SETS: u64 = 2_000_000;

/// Sets of `size` pieces with the fewest updates in full, at most `most`.
fn fewest(layers: Layers, size: u32, most: usize) -> Vec<u64> {
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
    /// Updates in full: for each set that a move can take, the number of blocks that have it.
    fn of(&self, set: u64) -> u64 {
        let mut steps: Vec<u64> = self.moves.iter().map(|m| m & set).filter(|&h| h != 0).collect();
        steps.sort_unstable();
        steps.dedup();
        steps.iter().map(|h| 1 << (set.count_ones() - h.count_ones())).sum()
    }

    /// Exchanges single pieces while that helps; the best exchange is made first.
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

/// A set to start from; each `start` gives another.
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

/// The next larger set, as a number, with the same number of members.
fn next_of_size(set: u64) -> Option<u64> {
    let low = set & set.wrapping_neg();
    let ripple = set.checked_add(low).filter(|_| low != 0)?;
    Some(ripple | ((set ^ ripple) >> 2).checked_div(low)?)
}

fn binomial(n: u32, k: u32) -> u64 {
    (1..=u64::from(k)).fold(1u64, |c, i| c.saturating_mul(u64::from(n) + 1 - i) / i)
}
