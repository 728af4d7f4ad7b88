//! Playing sums of heaps: nim-sums, winning moves, and misère play by search.

use cg_core::{Arrange, Interrupt, Player};
use cg_rulesets::{Convention, Footprint, OutcomeSearch, Sign};
use serde::Serialize;

use crate::{HeapMove, Heaps, OctalError, Result, Rules, Sequence, Settings};

/// The limits of the analysis of a sum.
///
/// ```
/// let effort = cg_octal::Effort::from(1000);
/// assert_eq!(effort.positions, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct Effort {
    /// The largest number of stored positions.
    pub positions: usize,
    /// About the largest number of bytes of positions and options, or of stored values.
    pub memory: usize,
    /// Stops the search when it is raised.
    pub interrupt: Interrupt,
}

impl Default for Effort {
    fn default() -> Self {
        let Settings { memory, .. } = Settings::default();
        Self { positions: usize::MAX, memory, interrupt: Interrupt::new() }
    }
}

impl From<usize> for Effort {
    /// An effort of this many positions.
    fn from(positions: usize) -> Self {
        Self { positions, ..Self::default() }
    }
}

impl Effort {
    /// Stops a search of [`cg_rulesets`] that holds more than it may, or is interrupted.
    ///
    /// ```
    /// let effort = cg_octal::Effort::from(10);
    /// assert!(effort.allows(Default::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The limit that is reached, and the interrupt.
    pub fn allows(&self, held: Footprint) -> Result<()> {
        let limit = |limit| Err(OctalError::limit("the misère search", limit));
        if held.positions > self.positions {
            return limit(format!("{} positions", self.positions));
        }
        if held.bytes > self.memory {
            return limit(format!("{} bytes of memory", self.memory));
        }
        if self.interrupt.is_raised() {
            return Err(OctalError::Interrupted { at: held.positions as u64 });
        }
        Ok(())
    }
}

/// A sum of heaps in normal play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// The nim-value of each heap.
    pub values: Vec<u32>,
    /// Their nim-sum: 0 if the player to move loses.
    pub nim_sum: u32,
    /// Every winning move, each once.
    pub winning: Vec<HeapMove>,
}

/// Who wins a sum of heaps and with which moves, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "sum")]
pub struct SumReport {
    /// The code of the game.
    pub code: String,
    /// The heaps.
    pub heaps: Vec<u64>,
    /// `normal` or `misere`.
    pub play: &'static str,
    /// The nim-values of the heaps; of normal play only.
    pub values: Option<Vec<u32>>,
    /// Their nim-sum; of normal play only.
    pub nim_sum: Option<u32>,
    /// Who wins, as the queries of the calculator say it.
    pub outcome: &'static str,
    /// Whether the player to move wins.
    #[serde(skip)]
    pub wins: bool,
    /// Every winning move, each once.
    pub winning_moves: Vec<HeapMove>,
}

impl SumReport {
    /// The report on a sum, in misère play by search.
    ///
    /// ```
    /// use cg_octal::{Effort, SumReport};
    /// let kayles = ".77".parse().unwrap();
    /// let report = SumReport::new(&kayles, &[1, 1], true, &Effort::default()).unwrap();
    /// assert_eq!((report.play, report.outcome), ("misere", "first player win"));
    /// ```
    ///
    /// # Errors
    ///
    /// Limits, and the interrupt.
    pub fn new(rules: &Rules, heaps: &[u64], misere: bool, effort: &Effort) -> Result<Self> {
        let (wins, normal, winning_moves) = match misere {
            true => {
                let wins = misere_wins(rules, heaps, effort.clone())?;
                let moves =
                    if wins { misere_moves(rules, heaps, effort.clone())? } else { Vec::new() };
                (wins, None, moves)
            }
            false => {
                let Analysis { values, nim_sum, winning } = analyse_within(rules, heaps, effort)?;
                (nim_sum != 0, Some((values, nim_sum)), winning)
            }
        };
        let (values, nim_sum) = normal.unzip();
        Ok(SumReport {
            code: rules.to_string(),
            heaps: heaps.to_vec(),
            play: if misere { "misere" } else { "normal" },
            values,
            nim_sum,
            outcome: if wins { "first player win" } else { "second player win" },
            wins,
            winning_moves,
        })
    }
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

/// The same as [`analyse`], within the memory of `effort`, and until its flag is raised.
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
    let known = table.values(count + 1)?;
    let value = |heap: u64| {
        let heap = usize::try_from(heap).expect("heaps and their parts are at most the largest");
        known[heap]
    };
    let values: Vec<u32> = heaps.iter().map(|&heap| value(heap)).collect();
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut winning = Vec::new();
    let mut options = 0usize;
    for heap in Heaps::from(heaps).sizes().filter(|_| nim_sum != 0) {
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
                winning.push(HeapMove { heap, left: left.to_vec() });
            }
        });
    }
    winning.dedup();
    Ok(Analysis { values, nim_sum, winning })
}

/// Whether the player to move wins a sum of heaps in misère play, in which the player who makes the
/// last move loses. It searches all positions.
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
    let position = Heaps::from(heaps);
    let effort = effort.into();
    room(rules, &position, &effort)?;
    wins(rules, position, &mut OutcomeSearch::new(Convention::Misere), &effort)
}

/// All winning moves of a sum of heaps in misère play, by search.
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
pub fn misere_moves(
    rules: &Rules,
    heaps: &[u64],
    effort: impl Into<Effort>,
) -> Result<Vec<HeapMove>> {
    let position = Heaps::from(heaps);
    let effort = effort.into();
    room(rules, &position, &effort)?;
    let mut search = OutcomeSearch::new(Convention::Misere);
    let mut winning = Vec::new();
    for heap in position.sizes() {
        let mut options = Vec::new();
        rules.each_option(heap, &mut |left| options.push(left.to_vec()));
        options.arrange();
        for left in options {
            let chosen = HeapMove { heap, left };
            let after = position.after(&chosen).expect("the heap is one of the position");
            if !wins(rules, after, &mut search, &effort)? {
                winning.push(chosen);
            }
        }
    }
    Ok(winning)
}

fn wins(
    rules: &Rules,
    position: Heaps,
    search: &mut OutcomeSearch<Heaps>,
    effort: &Effort,
) -> Result<bool> {
    let look = &mut |held| effort.allows(held);
    let found = search.wins(rules, &[(position, Sign::Plus)], Player::Left, look)?;
    Ok(found.expect("every move makes a heap smaller, so no position comes back"))
}

/// Whether there is memory for the list of all options of the largest heap.
fn room(rules: &Rules, position: &Heaps, effort: &Effort) -> Result<()> {
    let options = rules.most_options(position.last().copied().unwrap_or(0));
    let bytes = options.saturating_mul(size_of::<Heaps>());
    effort.allows(Footprint { positions: options, bytes })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Misère play straight from the definition.
    fn slow(rules: &Rules, heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        let heaps = Heaps::from(heaps).to_vec();
        if let Some(&wins) = known.get(&heaps) {
            return wins;
        }
        let mut options = Vec::new();
        for (at, &heap) in heaps.iter().enumerate() {
            rules.each_option(heap, &mut |left| {
                let mut next = heaps.clone();
                next.remove(at);
                next.extend(left);
                options.push(next);
            });
        }
        let wins = options.is_empty() || options.iter().any(|option| !slow(rules, option, known));
        known.insert(heaps, wins);
        wins
    }

    #[test]
    fn misere_outcomes_are_those_of_the_definition() {
        for code in [".77", ".07", "Nim", ".123", "4.4", "Grundy", ".2", ".8"] {
            let rules: Rules = code.parse().unwrap();
            let mut known = HashMap::new();
            for a in 0..9 {
                for b in 0..=a {
                    for c in 0..=b.min(3) {
                        let want = slow(&rules, &[a, b, c], &mut known);
                        assert_eq!(
                            misere_wins(&rules, &[a, b, c], 1 << 20).unwrap(),
                            want,
                            "{code} {a} {b} {c}"
                        );
                        let stuck = Heaps::from([a, b, c]).iter().all(|&h| {
                            let mut moves = false;
                            rules.each_option(h, &mut |_| moves = true);
                            !moves
                        });
                        let moves = misere_moves(&rules, &[a, b, c], 1 << 20).unwrap();
                        assert_eq!(!moves.is_empty() || stuck, want, "{code} {a} {b} {c}");
                    }
                }
            }
        }
    }

    #[test]
    fn normal_play_moves_lead_to_zero_and_are_all() {
        for code in [".77", ".137", "Nim", "Grundy", ".3F"] {
            let rules: Rules = code.parse().unwrap();
            let values = crate::oracle(&rules, 20);
            let sum = |heaps: &[u64]| {
                heaps.iter().fold(0, |s, &h| s ^ values[usize::try_from(h).unwrap()])
            };
            for heaps in [[3u64, 5, 7], [2, 2, 1], [6, 11, 4], [8, 8, 8]] {
                let analysis = analyse(&rules, &heaps).unwrap();
                assert_eq!(analysis.nim_sum, sum(&heaps));
                let mut want = Vec::new();
                let mut sizes = heaps.to_vec();
                sizes.sort_unstable();
                sizes.dedup();
                for heap in sizes {
                    rules.each_option(heap, &mut |left| {
                        let found = HeapMove { heap, left: left.to_vec() };
                        if sum(left) ^ sum(&heaps) ^ sum(&[heap]) == 0 && !want.contains(&found) {
                            want.push(found);
                        }
                    });
                }
                assert_eq!(analysis.winning.len(), want.len(), "{code} {heaps:?}");
                assert!(want.iter().all(|found| analysis.winning.contains(found)));
            }
        }
    }

    #[test]
    fn limits_are_errors() {
        let rules: Rules = ".77".parse().unwrap();
        assert!(analyse(&rules, &[u64::MAX]).is_err());
        assert!(misere_wins(&rules, &[40, 40], 100).is_err());
        assert!(misere_wins(&".8".parse().unwrap(), &[1_000_000], 1000).is_err());
        let little = Effort { memory: 10_000, ..Effort::default() };
        let error = misere_wins(&rules, &[40, 40], little.clone()).unwrap_err();
        assert!(error.to_string().contains("10000 bytes"), "{error}");
        assert!(analyse_within(&rules, &[1_000_000], &little).is_err());
        let stopped = Effort::default();
        stopped.interrupt.raise();
        let error = misere_moves(&rules, &[40, 40], stopped.clone()).unwrap_err();
        assert!(matches!(error, OctalError::Interrupted { .. }), "{error}");
        assert!(analyse_within(&rules, &[1_000_000], &stopped).is_err());
    }
}
