//! The texts of heaps and moves, for players.

use std::convert::Infallible;

use cg_core::Player;
use cg_rulesets::{
    Drawing, Heap, Moves, Notated, NotationError, ReadError, listed, read_heaps, read_numbers,
};

use crate::{Code, HeapMove, Heaps, Rules};

const HOW: &str =
    "write a heap by its size and what becomes of it, such as `12 -> 5 + 5`, or `2 -> 0`";

/// Moves are written by sizes: `12 -> 5 + 5`.
///
/// ```
/// use cg_core::Player;
/// use cg_octal::{Heaps, Rules};
/// use cg_rulesets::Notated;
///
/// let kayles: Rules = "Kayles".parse()?;
/// let start = kayles.read_position("12")?;
/// let found = kayles.read_move(&start, Player::Left, "12 -> 5 + 5")?;
/// assert_eq!(kayles.after(&start, &found)?, Heaps::from([5, 5]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Notated for Rules {
    type Move = HeapMove;

    fn title(&self) -> String {
        match self.name() {
            Some(name) if self.code().is_some() => format!("{name} ({self})"),
            Some(name) => name.into(),
            None => format!("The game {self}"),
        }
    }

    fn rules(&self) -> Vec<String> {
        const MOST: usize = 6;
        let lines = self.explain();
        let more = lines.len().saturating_sub(1 + MOST);
        let mut shown: Vec<String> = lines.into_iter().skip(1).take(MOST).collect();
        if more > 0 {
            shown.push(format!("... and {more} more rules, see `cg octal explain {self}`"));
        }
        shown
    }

    fn read_position(&self, text: &str) -> Result<Heaps, ReadError<Infallible>> {
        Ok(read_heaps(text)?.into_iter().collect())
    }

    fn write_position(&self, position: &Heaps) -> Result<String, Infallible> {
        let texts: Vec<String> = position.iter().map(u64::to_string).collect();
        Ok(if texts.is_empty() { "0".into() } else { texts.join(" ") })
    }

    fn draw(&self, position: &Heaps) -> Result<Drawing, Infallible> {
        if position.is_empty() {
            return Ok(Drawing::Text { text: "nothing is left".into() });
        }
        let heap = |&tokens: &u64| Heap { label: "heap".into(), tokens };
        Ok(Drawing::Heaps { heaps: position.iter().map(heap).collect(), token: '|' })
    }

    fn named_moves(
        &self,
        position: &Heaps,
        _: Player,
        most: usize,
    ) -> Result<Moves<HeapMove>, Infallible> {
        let mut all = Vec::new();
        for heap in position.sizes() {
            self.each_option(heap, &mut |left| all.push(HeapMove { heap, left: left.to_vec() }));
        }
        Ok(Moves::spread(all, most))
    }

    fn after(&self, position: &Heaps, chosen: &HeapMove) -> Result<Heaps, Infallible> {
        Ok(position.after(chosen).expect("a move of this position is made in one of its heaps"))
    }

    fn write_move(&self, chosen: &HeapMove) -> String {
        arrow(chosen.heap, &chosen.left)
    }

    fn read_move(
        &self,
        position: &Heaps,
        _: Player,
        text: &str,
    ) -> Result<HeapMove, ReadError<Infallible>> {
        let illegal =
            |problem: String| Err(ReadError::Text(NotationError::new(problem, 0..text.len())));
        let all = read_numbers(&text.replace("->", "  "), &['+', ','], HOW)?;
        let [(heap, heap_at), left @ ..] = &all[..] else {
            return illegal(format!("a move is missing: {HOW}"));
        };
        if left.is_empty() {
            return illegal(format!("what becomes of {heap} is missing: {HOW}"));
        }
        let heap = *heap;
        let left: Heaps = left.iter().map(|&(part, _)| part).collect();
        if !position.contains(&heap) {
            let sizes: Vec<u64> = position.sizes().collect();
            let heaps = match sizes[..] {
                [size] => format!("all heaps have {size}"),
                _ => format!("the sizes are {}", listed(&sizes, "and")),
            };
            let problem = format!("there is no heap of {heap}: {heaps}");
            return Err(NotationError::new(problem, heap_at.clone()).into());
        }
        let rest = left.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
        if rest.is_none_or(|rest| rest > heap) {
            return illegal(format!("{} leaves more than there was", arrow(heap, &left)));
        }
        let mut found = false;
        self.each_option(heap, &mut |option| found |= *option == left[..]);
        match found {
            true => Ok(HeapMove { heap, left: left.to_vec() }),
            false => illegal(refusal(self, heap, &left)),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "12 -> 5 + 5   of a heap of 12, heaps of 5 and 5 are left (or shorter 12 5 5)".into(),
            "2 -> 0        nothing is left of a heap of 2".into(),
        ]
    }
}

impl std::fmt::Display for Heaps {
    /// The heaps as a sum: `5 + 5`; 0 without heaps.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&sum(self))
    }
}

fn sum(heaps: &[u64]) -> String {
    match heaps {
        [] => "0".into(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
    }
}

fn arrow(heap: u64, left: &[u64]) -> String {
    format!("{heap} -> {}", sum(left))
}

/// Why no move takes this number of tokens from the heap and leaves this number of heaps.
fn refusal(rules: &Rules, heap: u64, left: &[u64]) -> String {
    let written = arrow(heap, left);
    let Some(code) = rules.code() else {
        return format!("{written} is no move: a heap is split into two heaps of different sizes");
    };
    let rest: u64 = left.iter().sum();
    let take = heap.saturating_sub(rest);
    if code.digit(take) == 0 {
        return format!("{written} takes {take}: from {heap} a move takes {}", allowed(code, heap));
    }
    let start = format!("Remove {take} token");
    match rules.explain().into_iter().find(|line| line.starts_with(&start)) {
        Some(line) => format!("{written} is no move. {line}"),
        None => format!("{written} is no move: it takes {take}, and may not leave that"),
    }
}

/// The numbers of tokens that a move may take from a heap; only the first few.
fn allowed(code: &Code, heap: u64) -> String {
    const MOST: usize = 8;
    let takes: Vec<u64> = (0..=heap).filter(|&take| code.digit(take) != 0).take(MOST + 1).collect();
    match takes.len() {
        0 => "nothing".into(),
        1..=MOST => listed(&takes, "or"),
        _ => {
            let some: Vec<String> = takes[..MOST].iter().map(u64::to_string).collect();
            format!("{}, ...", some.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(code: &str, heaps: &[u64], text: &str) -> String {
        let rules: Rules = code.parse().unwrap();
        rules.read_move(&heaps.into(), Player::Left, text).unwrap_err().to_string()
    }

    #[test]
    fn illegal_moves_are_explained() {
        assert_eq!(
            refused(".77", &[5, 7], "12 -> 5 + 5"),
            "there is no heap of 12: the sizes are 5 and 7"
        );
        assert_eq!(refused(".77", &[5, 5], "4 0"), "there is no heap of 4: all heaps have 5");
        assert_eq!(
            refused(".77", &[12], "12 -> 5 + 4"),
            "12 -> 4 + 5 takes 3: from 12 a move takes 1 or 2"
        );
        assert_eq!(refused(".77", &[12], "12 -> 7 + 7"), "12 -> 7 + 7 leaves more than there was");
        assert_eq!(
            refused(".137", &[5], "5 -> 4"),
            "5 -> 4 is no move. Remove 1 token: take the whole heap."
        );
        assert!(refused("Grundy", &[4], "4 -> 2 + 2").contains("different sizes"));
        assert!(refused(".77", &[12], "12").starts_with("what becomes of 12 is missing"));
        assert!(refused(".77", &[12], "").starts_with("a move is missing"));
        assert!(refused(".77", &[12], "twelve").starts_with("`twelve` is no number"));
        let huge = format!("12 -> {0} + {0}", u64::MAX);
        assert!(refused(".77", &[12], &huge).contains("more than there was"));
        assert!(refused(".07", &[1], "1 -> 0").contains("from 1 a move takes nothing"));
        assert!(
            refused("AllBut{1}", &[30], "30 -> 29").contains("takes 2, 3, 4, 5, 6, 7, 8, 9, ...")
        );
    }

    #[test]
    fn the_zero_of_a_heap_may_be_written_or_left_out() {
        let rules: Rules = "Kayles".parse().unwrap();
        let start = Heaps::from([2, 6]);
        let read = |text: &str| rules.read_move(&start, Player::Left, text).unwrap();
        assert_eq!(read("2 -> 0"), HeapMove { heap: 2, left: vec![] });
        assert_eq!(read("6 0 5"), read("6 -> 5"));
        assert_eq!(read("6 4 1"), read("6 -> 1 + 4"));
    }
}
