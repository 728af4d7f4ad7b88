//! Playing sums of heaps: nim-sums, winning moves, and misère play by search.

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::{Effort, MisereSearch, OctalError, Result, Rules, Sequence, Settings};

/// A move: the heap it is made in, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The size of the heap.
    pub heap: u64,
    /// The heaps that are left of it.
    pub left: Vec<u64>,
}

/// A sum of heaps in normal play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// The nim-value of each heap.
    pub values: Vec<u32>,
    /// Their nim-sum: 0 when the player to move loses.
    pub nim_sum: u32,
    /// Every winning move, each once.
    pub winning: Vec<Move>,
}

/// The most options that are listed for one sum.
const MOST_OPTIONS: usize = 10_000_000;

/// The largest heap that is analysed.
const LARGEST_HEAP: u64 = 10_000_000;

/// Nim-values, nim-sum and all winning moves of a sum of heaps.
///
/// ```
/// let kayles = ".77".parse().unwrap();
/// let sum = cg_octal::analyse(&kayles, &[5, 9, 12]).unwrap();
/// assert_eq!((sum.values, sum.nim_sum), (vec![4, 4, 4], 4));
/// assert_eq!(cg_octal::analyse(&kayles, &[5, 9]).unwrap().winning, []);
/// ```
///
/// # Errors
///
/// Heaps or numbers of options above the limits.
pub fn analyse(rules: &Rules, heaps: &[u64]) -> Result<Analysis> {
    analyse_within(rules, heaps, &Effort::default())
}

/// As [`analyse`], within the memory of `effort`, and until its flag is raised.
///
/// # Errors
///
/// Limits, and the interrupt.
pub fn analyse_within(rules: &Rules, heaps: &[u64], effort: &Effort) -> Result<Analysis> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let count = usize::try_from(largest).ok().filter(|_| largest <= LARGEST_HEAP);
    let count = count
        .ok_or_else(|| OctalError::limit("the largest heap", format!("{LARGEST_HEAP} tokens")))?;
    let settings = Settings { memory: effort.memory, ..Settings::default() };
    let mut table = Sequence::new(rules, settings)?;
    table.extend(count + 1, &effort.interrupt)?;
    if let Some(heap) = (0..=count).find(|&heap| table.value(heap).is_none()) {
        return Err(OctalError::limit(
            format!("the value of heap {heap}"),
            format!("{} bytes of memory", effort.memory),
        ));
    }
    // Heaps and parts are at most `largest`.
    let value =
        |heap: u64| usize::try_from(heap).ok().and_then(|heap| table.value(heap)).unwrap_or(0);
    let values: Vec<u32> = heaps.iter().map(|&heap| value(heap)).collect();
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut winning = Vec::new();
    let mut sizes = heaps.to_vec();
    sizes.sort_unstable();
    sizes.dedup();
    let mut options = 0usize;
    for &heap in sizes.iter().filter(|_| nim_sum != 0) {
        let wanted = value(heap) ^ nim_sum;
        options = options.saturating_add(rules.most_options(heap));
        if effort.interrupt.is_raised() {
            return Err(OctalError::Interrupted { at: heap });
        }
        if options > MOST_OPTIONS {
            return Err(OctalError::limit("the list of moves", format!("{MOST_OPTIONS} moves")));
        }
        rules.each_option(heap, &mut |left| {
            if left.iter().fold(0, |sum, &part| sum ^ value(part)) == wanted {
                winning.push(Move { heap, left: left.to_vec() });
            }
        });
    }
    winning.dedup();
    Ok(Analysis { values, nim_sum, winning })
}

/// Whether the player to move wins a sum of heaps in misère play, where who
/// makes the last move loses; by search through all positions.
///
/// ```
/// let nim = "Nim".parse().unwrap();
/// assert!(!cg_octal::misere_wins(&nim, &[1], 1000).unwrap());
/// assert!(cg_octal::misere_wins(&nim, &[2], 1000).unwrap());
/// ```
///
/// # Errors
///
/// The limits and the interrupt of `effort`.
pub fn misere_wins(rules: &Rules, heaps: &[u64], effort: impl Into<Effort>) -> Result<bool> {
    MisereSearch::new(rules.clone(), effort).wins(heaps)
}

/// All misère-winning moves of a sum of heaps, by search.
///
/// ```
/// let nim = "Nim".parse().unwrap();
/// let moves = cg_octal::misere_moves(&nim, &[1, 2], 1000).unwrap();
/// assert_eq!((moves.len(), moves[0].heap, moves[0].left.as_slice()), (1, 2, &[][..]));
/// ```
///
/// # Errors
///
/// The limits and the interrupt of `effort`.
pub fn misere_moves(rules: &Rules, heaps: &[u64], effort: impl Into<Effort>) -> Result<Vec<Move>> {
    let mut search = MisereSearch::new(rules.clone(), effort);
    let mut winning = Vec::new();
    let mut sizes = heaps.to_vec();
    sizes.sort_unstable();
    sizes.dedup();
    for heap in sizes {
        for left in search.options(heap)? {
            let mut rest = heaps.to_vec();
            if let Some(at) = rest.iter().position(|&h| h == heap) {
                rest.swap_remove(at);
            }
            rest.extend(&left);
            if !search.wins(&rest)? {
                winning.push(Move { heap, left });
            }
        }
    }
    Ok(winning)
}
