//! Nim: heaps of tokens, of which a move makes one smaller.

use std::convert::Infallible;

use cg_core::Player;

use crate::notated::{listed, read_heaps, read_numbers};
use crate::{
    Drawing, Heap, Known, MoveList, Moves, NamedMove, Notated, NotationError, ReadError, Ruleset,
    Sign,
};

/// Nim with any number of heaps of up to 2^64 - 1 tokens.
///
/// The place of a heap is its number, also when it is empty.
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::{Nim, Notated};
///
/// let start = Nim.read_position("3 4 5")?;
/// let found = Nim.read_move(&start, Player::Left, "heap 1 take 2")?;
/// assert_eq!(Nim.after(&start, &found)?, [1, 4, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nim;

impl Nim {
    /// The move that takes `tokens` tokens from the heap at `heap`, counted from 0.
    ///
    /// # Panics
    /// When the position has no such heap, or too few tokens in it.
    pub fn take(self, heaps: &[u64], heap: usize, tokens: u64) -> NamedMove<Vec<u64>> {
        let name = format!("heap {} take {tokens}", heap + 1);
        NamedMove { name, after: taken(heaps, heap, tokens) }
    }
}

/// The heaps after a move.
fn taken(heaps: &[u64], heap: usize, tokens: u64) -> Vec<u64> {
    let mut after = heaps.to_vec();
    let left = after[heap].checked_sub(tokens);
    after[heap] = left.expect("a move takes no more tokens than there are");
    after
}

impl Ruleset for Nim {
    type Position = Vec<u64>;
    type Error = Infallible;

    fn moves(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        out: &mut impl Extend<Vec<u64>>,
    ) -> Result<(), Infallible> {
        for (heap, &size) in heaps.iter().enumerate() {
            out.extend((1..=size).map(|tokens| taken(heaps, heap, tokens)));
        }
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn split(
        &self,
        heaps: Vec<u64>,
        parts: &mut impl Extend<(Vec<u64>, Sign)>,
    ) -> Result<(), Infallible> {
        parts.extend(heaps.into_iter().map(|heap| (vec![heap], Sign::Plus)));
        Ok(())
    }

    fn normal(&self, mut heaps: Vec<u64>) -> (Vec<u64>, Sign) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Sign::Plus)
    }

    fn known(&self, heaps: &Vec<u64>) -> Result<Option<Known>, Infallible> {
        Ok(heaps.iter().all(|&heap| heap == 0).then_some(Known::Ended))
    }
}

const HOW: &str =
    "write the number of a heap and how many tokens to take, such as `heap 1 take 2` or `1 2`";

fn tokens(number: u64) -> String {
    if number == 1 { "1 token".into() } else { format!("{number} tokens") }
}

impl Notated for Nim {
    type Move = NamedMove<Vec<u64>>;

    fn title(&self) -> String {
        "Nim".into()
    }

    fn rules(&self) -> Vec<String> {
        vec!["A move takes one or more tokens from one heap.".into()]
    }

    fn read_position(&self, text: &str) -> Result<Vec<u64>, ReadError<Infallible>> {
        Ok(read_heaps(text)?)
    }

    fn write_position(&self, heaps: &Vec<u64>) -> Result<String, Infallible> {
        Ok(heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
    }

    fn draw(&self, heaps: &Vec<u64>) -> Result<Drawing, Infallible> {
        let heap =
            |(number, &tokens): (u64, &u64)| Heap { label: format!("heap {number}"), tokens };
        Ok(Drawing::Heaps { heaps: (1..).zip(heaps).map(heap).collect(), token: 'o' })
    }

    fn named_moves(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        most: usize,
    ) -> Result<Moves<NamedMove<Vec<u64>>>, Infallible> {
        let total = heaps.iter().map(|&heap| u128::from(heap)).sum();
        let mut list = Vec::new();
        let filled = heaps.iter().filter(|&&heap| heap > 0).count().max(1);
        let all = total <= most as u128;
        let of_each = (most / filled).max(1) as u64;
        for (heap, &size) in heaps.iter().enumerate() {
            let step = if all { 1 } else { size.div_ceil(of_each).max(1) };
            let mut tokens = 1;
            while tokens <= size && list.len() < most {
                list.push(self.take(heaps, heap, tokens));
                let Some(next) = tokens.checked_add(step) else { break };
                tokens = next;
            }
        }
        Ok(Moves { list, total })
    }

    fn after(&self, _: &Vec<u64>, chosen: &NamedMove<Vec<u64>>) -> Result<Vec<u64>, Infallible> {
        Ok(chosen.after.clone())
    }

    fn write_move(&self, chosen: &NamedMove<Vec<u64>>) -> String {
        chosen.name.clone()
    }

    fn read_move(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        text: &str,
    ) -> Result<NamedMove<Vec<u64>>, ReadError<Infallible>> {
        // The words may be left out; blanks in their place keep the bytes counted right.
        let plain = text.to_ascii_lowercase().replace("heap", "    ").replace("take", "    ");
        let numbers = read_numbers(&plain, &[','], HOW)?;
        let illegal = |problem: String, at| Err(NotationError::new(problem, at).into());
        let [(number, heap_at), (taken, take_at)] = &numbers[..] else {
            return illegal(format!("a move is two numbers: {HOW}"), 0..text.len());
        };
        let heap = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
        let Some((heap, &size)) = heap.and_then(|heap| Some((heap, heaps.get(heap)?))) else {
            let problem =
                format!("there is no heap {number}: the heaps are numbered 1 to {}", heaps.len());
            return illegal(problem, heap_at.clone());
        };
        match *taken {
            0 => illegal("a move takes at least one token".into(), take_at.clone()),
            _ if size == 0 => illegal(format!("heap {number} is empty"), heap_at.clone()),
            taken if taken > size => illegal(
                format!("heap {number} has {}: {taken} cannot be taken from it", tokens(size)),
                take_at.clone(),
            ),
            tokens => Ok(self.take(heaps, heap, tokens)),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "heap 1 take 2   takes 2 tokens from the first heap".into(),
            "1 2             the same, shorter".into(),
        ]
    }

    fn list_moves(&self, heaps: &Vec<u64>, _: Player, most: usize) -> Result<MoveList, Infallible> {
        let filled: Vec<(usize, u64)> =
            (1..).zip(heaps.iter().copied()).filter(|&(_, size)| size > 0).collect();
        let line = |&(number, size): &(usize, u64)| match size {
            1 => format!("heap {number} take 1"),
            size => format!("heap {number} take 1 to {size}"),
        };
        let mut lines: Vec<String> = filled.iter().take(most).map(line).collect();
        if filled.len() > most {
            let rest: Vec<usize> = filled.iter().skip(most).map(|&(number, _)| number).collect();
            lines.push(format!("... and from the heaps {}", listed(&rest, "and")));
        }
        Ok(MoveList::Lines(lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, heaps: &[u64]) -> String {
        Nim.read_move(&heaps.to_vec(), Player::Left, text).unwrap_err().to_string()
    }

    #[test]
    fn moves_are_read_in_both_ways() {
        for text in ["heap 2 take 3", "2 3", " Heap 2, take 3 ", "2,3"] {
            let found = Nim.read_move(&vec![3, 4, 5], Player::Left, text).unwrap();
            assert_eq!(found, Nim.take(&[3, 4, 5], 1, 3), "{text}");
            assert_eq!((&found.name[..], &found.after[..]), ("heap 2 take 3", &[3, 1, 5][..]));
        }
    }

    #[test]
    fn illegal_moves_are_explained() {
        assert_eq!(refused("1 4", &[3, 4]), "heap 1 has 3 tokens: 4 cannot be taken from it");
        assert_eq!(refused("1 2", &[1, 4]), "heap 1 has 1 token: 2 cannot be taken from it");
        assert_eq!(refused("1 0", &[3, 4]), "a move takes at least one token");
        assert_eq!(refused("1 1", &[0, 4]), "heap 1 is empty");
        assert_eq!(refused("3 1", &[3, 4]), "there is no heap 3: the heaps are numbered 1 to 2");
        assert_eq!(refused("0 1", &[3, 4]), "there is no heap 0: the heaps are numbered 1 to 2");
        assert!(refused("x", &[3]).starts_with("`x` is no number: write the number of a heap"));
        assert!(refused("1", &[3]).starts_with("a move is two numbers"));
        assert!(refused(&format!("1 1{}", "0".repeat(30)), &[3]).contains("larger than any"));
    }

    #[test]
    fn a_fault_has_its_place() {
        let at = |text: &str| match Nim.read_move(&vec![3, 4], Player::Left, text) {
            Err(ReadError::Text(error)) => error.at,
            other => panic!("{other:?}"),
        };
        assert_eq!(at("heap 2 take 9"), 12..13);
        assert_eq!(at("heap 7 take 1"), 5..6);
        assert_eq!(at("heap 2 take all"), 12..15);
    }

    #[test]
    fn huge_heaps_have_some_of_their_moves_listed() {
        let start = vec![u64::MAX, 1, u64::MAX - 1];
        let Ok(moves) = Nim.named_moves(&start, Player::Left, 100);
        assert!((3..=100).contains(&moves.list.len()));
        assert_eq!(moves.total, 2 * u128::from(u64::MAX));
    }
}
