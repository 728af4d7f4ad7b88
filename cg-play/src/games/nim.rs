//! Nim, by nim-sums (Bouton 1901; Winning Ways, chapters 2 and 13).

use cg_core::Player;
use cg_trinim::Convention;

use super::check_number;
use super::numbers::numbers;
use crate::text::{listed, nim_table, rows_of_marks, wrapped};
use crate::{Moves, PlayError, Playable, Replies, Result};

const HOW: &str =
    "write the number of a heap and how many tokens to take, such as `heap 1 take 2` or `1 2`";

/// Nim with heaps of up to 2^64 - 1 tokens.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, Playable, games::Nim};
///
/// let mut nim = Nim::new(vec![3, 4, 5], Convention::Normal)?;
/// let start = nim.start();
/// let winning = nim.winning_moves(&start, Player::Left)?;
/// assert_eq!(nim.move_text(&winning[0]), "heap 1 take 2");
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: Vec<u64>,
    convention: Convention,
}

/// A move of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The heap, counted from 0.
    pub heap: usize,
    /// How many tokens are taken; at least 1.
    pub tokens: u64,
}

impl Nim {
    /// Nim with these heaps.
    ///
    /// # Errors
    /// No heaps, or too many.
    pub fn new(heaps: Vec<u64>, convention: Convention) -> Result<Self> {
        check_number(heaps.len())?;
        Ok(Nim { heaps, convention })
    }

    fn labelled(position: &[u64]) -> Vec<(String, u64)> {
        (1..).zip(position).map(|(number, &heap)| (format!("heap {number}"), heap)).collect()
    }

    /// Whether who is to move wins.
    fn is_won(&self, position: &[u64]) -> bool {
        match self.convention {
            Convention::Misere if position.iter().all(|&heap| heap <= 1) => nim_sum(position) == 0,
            _ => nim_sum(position) != 0,
        }
    }
}

fn nim_sum(position: &[u64]) -> u64 {
    position.iter().fold(0, |sum, heap| sum ^ heap)
}

fn taken(position: &[u64], found: Take) -> Vec<u64> {
    let mut after = position.to_vec();
    if let Some(heap) = after.get_mut(found.heap) {
        *heap = heap.saturating_sub(found.tokens);
    }
    after
}

fn tokens(number: u64) -> String {
    if number == 1 { "1 token".into() } else { format!("{number} tokens") }
}

impl Playable for Nim {
    type Position = Vec<u64>;
    type Move = Take;

    fn title(&self) -> String {
        "Nim".into()
    }

    fn rules(&self) -> Vec<String> {
        vec!["A move takes one or more tokens from one heap.".into()]
    }

    fn convention(&self) -> Convention {
        self.convention
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn start(&self) -> Vec<u64> {
        self.heaps.clone()
    }

    fn position_text(&mut self, position: &Vec<u64>) -> Result<String> {
        Ok(position.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
    }

    fn picture(&mut self, position: &Vec<u64>) -> Result<String> {
        Ok(rows_of_marks(&Self::labelled(position), "o"))
    }

    fn moves(&mut self, position: &Vec<u64>, _: Player, most: usize) -> Result<Moves<Take>> {
        let total = position.iter().map(|&heap| u128::from(heap)).sum();
        let mut list = Vec::new();
        let filled = position.iter().filter(|&&heap| heap > 0).count().max(1);
        let all = total <= most as u128;
        let of_each = (most / filled).max(1) as u64;
        for (heap, &size) in position.iter().enumerate() {
            let step = if all { 1 } else { size.div_ceil(of_each).max(1) };
            let mut tokens = 1;
            while tokens <= size && list.len() < most {
                list.push(Take { heap, tokens });
                let Some(next) = tokens.checked_add(step) else { break };
                tokens = next;
            }
        }
        Ok(Moves { list, total })
    }

    fn after(&self, position: &Vec<u64>, chosen: &Take) -> Vec<u64> {
        taken(position, *chosen)
    }

    fn move_text(&self, chosen: &Take) -> String {
        format!("heap {} take {}", chosen.heap + 1, chosen.tokens)
    }

    fn read_move(&mut self, position: &Vec<u64>, _: Player, text: &str) -> Result<Take> {
        let illegal = |problem: String| Err(PlayError::Illegal(problem));
        let plain = text.to_lowercase().replace("heap", " ").replace("take", " ");
        let &[number, taken] = &numbers(&plain, &[','], HOW)?[..] else {
            return illegal(format!("a move is two numbers: {HOW}"));
        };
        let heap = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
        let Some(&size) = position.get(heap) else {
            return illegal(format!(
                "there is no heap {number}: the heaps are numbered 1 to {}",
                position.len()
            ));
        };
        match taken {
            0 => illegal("a move takes at least one token".into()),
            _ if size == 0 => illegal(format!("heap {number} is empty")),
            _ if taken > size => illegal(format!(
                "heap {number} has {}: {taken} cannot be taken from it",
                tokens(size)
            )),
            tokens => Ok(Take { heap, tokens }),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "heap 1 take 2   takes 2 tokens from the first heap".into(),
            "1 2             the same, shorter".into(),
        ]
    }

    fn wins(&mut self, position: &Vec<u64>, _: Player) -> Result<bool> {
        Ok(self.is_won(position))
    }

    fn reasons(&mut self, position: &Vec<u64>) -> Result<Vec<String>> {
        let mut lines = nim_table(&Self::labelled(position));
        let ones = position.iter().filter(|&&heap| heap == 1).count();
        let small = position.iter().all(|&heap| heap <= 1);
        lines.extend(match (self.convention, nim_sum(position)) {
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

    fn why(&mut self, position: &Vec<u64>, _: Player, chosen: &Take) -> Result<String> {
        let after = taken(position, *chosen);
        let left: Vec<u64> = after.iter().copied().filter(|&heap| heap > 0).collect();
        let text = wrapped(&left.iter().map(u64::to_string).collect::<Vec<_>>(), " ");
        Ok(match (self.convention, left.len()) {
            (Convention::Normal, 0) => "it takes the last token".into(),
            (Convention::Misere, ones) if left.iter().all(|&heap| heap <= 1) => match ones {
                1 => "it leaves a single token, which the other player must take".into(),
                _ => format!("it leaves {ones} heaps of one, an odd number"),
            },
            _ => format!("it leaves {text}, with nim-sum {}", nim_sum(&after)),
        })
    }

    fn winning_moves(&mut self, position: &Vec<u64>, _: Player) -> Result<Vec<Take>> {
        let sum = nim_sum(position);
        let mut winning = Vec::new();
        for (heap, &size) in position.iter().enumerate() {
            // What wins leaves the nim-sum 0 or, in misere play, heaps of one only:
            // then the heap itself is left with 0 or 1.
            let mut left = vec![size ^ sum, 0, 1];
            left.sort_unstable();
            left.dedup();
            for left in left.into_iter().rev().filter(|&left| left < size) {
                let found = Take { heap, tokens: size - left };
                if !self.is_won(&taken(position, found)) {
                    winning.push(found);
                }
            }
        }
        Ok(winning)
    }

    fn replies(&mut self, position: &Vec<u64>, mover: Player) -> Result<Replies> {
        let winning = self.winning_moves(position, mover)?.len() as u128;
        Ok(Replies { winning, total: self.moves(position, mover, 0)?.total })
    }

    fn lists_replies(&self) -> bool {
        false
    }

    fn list_moves(&mut self, position: &Vec<u64>, _: Player, most: usize) -> Result<Vec<String>> {
        let filled: Vec<(usize, u64)> =
            (1..).zip(position.iter().copied()).filter(|&(_, size)| size > 0).collect();
        let line = |&(number, size): &(usize, u64)| match size {
            1 => format!("heap {number} take 1"),
            size => format!("heap {number} take 1 to {size}"),
        };
        let mut lines: Vec<String> = filled.iter().take(most).map(line).collect();
        if filled.len() > most {
            let rest: Vec<usize> = filled.iter().skip(most).map(|&(number, _)| number).collect();
            lines.push(format!("... and from the heaps {}", listed(&rest, "and")));
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests;
