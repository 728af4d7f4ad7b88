//! Nim, by nim-sums (Bouton 1901; Winning Ways, chapters 2 and 13).

use cg_core::Player;
use cg_rulesets::{Convention, NamedMove, Nim};

use super::{check_number, joined, read_heaps, total};
use crate::opening::{NamedGame, Opening, boxed};
use crate::text::{nim_table, wrapped};
use crate::{Game, Result, Solver};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &["nim"],
    listed: "nim",
    example: &["nim", "3", "4", "5"],
    claims: |_| false,
    read: |words| {
        let heaps = read_heaps(words)?;
        let (position, size) = (joined(&heaps), total(&heaps));
        Ok(Opening::new("nim".into(), position, size, |convention, _, _| {
            Ok(boxed(nim(heaps, convention)?))
        }))
    },
};

/// Nim with these heaps. Heaps are numbered by their places.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, games};
///
/// let mut nim = games::nim(vec![3, 4, 5], Convention::Normal)?;
/// let winning = nim.winning_moves(&nim.start(), Player::Left)?;
/// assert_eq!(nim.move_text(&winning[0]), "heap 1 take 2");
/// # Ok::<(), cg_play::PlayError>(())
/// ```
///
/// # Errors
/// No heaps, or too many.
pub fn nim(heaps: Vec<u64>, convention: Convention) -> Result<Game<Nim, NimSums>> {
    check_number(heaps.len())?;
    Ok(Game::new(Nim, NimSums(convention), heaps, convention))
}

/// The solver of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NimSums(Convention);

impl NimSums {
    /// Whether the player to move wins.
    fn is_won(self, position: &[u64]) -> bool {
        match self.0 {
            Convention::Misere if position.iter().all(|&heap| heap <= 1) => nim_sum(position) == 0,
            _ => nim_sum(position) != 0,
        }
    }
}

fn nim_sum(position: &[u64]) -> u64 {
    position.iter().fold(0, |sum, heap| sum ^ heap)
}

impl Solver<Nim> for NimSums {
    fn wins(&mut self, _: &Nim, position: &Vec<u64>, _: Player) -> Result<bool> {
        Ok(self.is_won(position))
    }

    fn winning_moves(
        &mut self,
        _: &Nim,
        position: &Vec<u64>,
        _: Player,
    ) -> Result<Vec<NamedMove<Vec<u64>>>> {
        let sum = nim_sum(position);
        let mut winning = Vec::new();
        for (heap, &size) in position.iter().enumerate() {
            // A winning move leaves the nim-sum 0 or, in misère play, only heaps of one. In the
            // second case the heap itself is left with 0 or 1.
            let mut left = vec![size ^ sum, 0, 1];
            left.sort_unstable();
            left.dedup();
            for left in left.into_iter().rev().filter(|&left| left < size) {
                let found = Nim.take(position, heap, size - left);
                if !self.is_won(&found.after) {
                    winning.push(found);
                }
            }
        }
        Ok(winning)
    }

    fn lists_replies(&self) -> bool {
        false
    }

    fn reasons(&mut self, _: &Nim, position: &Vec<u64>) -> Result<Vec<String>> {
        let label = |(number, &heap): (u64, &u64)| (format!("heap {number}"), heap);
        let mut lines = nim_table(&(1..).zip(position).map(label).collect::<Vec<_>>());
        let ones = position.iter().filter(|&&heap| heap == 1).count();
        let small = position.iter().all(|&heap| heap <= 1);
        lines.extend(match (self.0, nim_sum(position)) {
            (Convention::Normal, 0) => vec![
                "The nim-sum is 0: every move makes it something else, and the other player".into(),
                "can make it 0 again, up to the last token.".into(),
            ],
            (Convention::Normal, sum) => vec![
                format!(
                    "The nim-sum is {sum}, not 0: who moves can make it 0, and again after each"
                ),
                "move of the other player, up to the last token.".into(),
            ],
            (Convention::Misere, _) if small => vec![
                format!(
                    "No heap has more than one token, and {} one:",
                    match ones {
                        1 => "1 has".to_owned(),
                        ones => format!("{ones} have"),
                    }
                ),
                "who moves when their number is odd takes the last token, and loses.".into(),
            ],
            (Convention::Misere, sum) => vec![
                "Misere: play as in normal play, to a nim-sum of 0, as long as that leaves a heap"
                    .into(),
                "of two or more; else leave an odd number of heaps of one.".into(),
                match sum {
                    0 => "The nim-sum is 0: who moves has to change it.".into(),
                    sum => format!("The nim-sum is {sum}, not 0: who moves can do so."),
                },
            ],
        });
        Ok(lines)
    }

    fn why(
        &mut self,
        _: &Nim,
        _: &Vec<u64>,
        _: Player,
        chosen: &NamedMove<Vec<u64>>,
    ) -> Result<String> {
        let after = &chosen.after;
        let left: Vec<u64> = after.iter().copied().filter(|&heap| heap > 0).collect();
        let text = wrapped(&left.iter().map(u64::to_string).collect::<Vec<_>>(), " ");
        Ok(match (self.0, left.len()) {
            (Convention::Normal, 0) => "it takes the last token".into(),
            (Convention::Misere, ones) if left.iter().all(|&heap| heap <= 1) => match ones {
                1 => "it leaves a single token, which the other player must take".into(),
                _ => format!("it leaves {ones} heaps of one, an odd number"),
            },
            _ => format!("it leaves {text}, with nim-sum {}", nim_sum(after)),
        })
    }
}
