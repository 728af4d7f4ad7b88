//! Octal games from the definition of their codes: nim-values by mex, misère play by plain search.

use std::collections::{BTreeSet, HashMap};

/// A heap as a place in a list.
pub(crate) fn place(heap: u64) -> usize {
    usize::try_from(heap).expect("heaps are small")
}

/// A game of heaps by its digits: digit d at place k says that k tokens may be taken so that no
/// heap, one heap, two heaps are left, as the bits 1, 2 and 4 of d are set.
pub(crate) struct Octal(Vec<u32>);

impl Octal {
    pub(crate) fn read(code: &str) -> Self {
        let digits = code.strip_prefix('.').expect("a code");
        Octal(digits.chars().map(|digit| digit.to_digit(8).expect("octal")).collect())
    }

    /// The longest move.
    pub(crate) fn most(&self) -> u64 {
        self.0.len() as u64
    }

    fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        for (taken, &digit) in (1..).zip(&self.0) {
            let Some(left) = u64::checked_sub(heap, taken) else { continue };
            if digit & 1 != 0 && left == 0 {
                found.push(vec![]);
            }
            if digit & 2 != 0 && left > 0 {
                found.push(vec![left]);
            }
            if digit & 4 != 0 {
                found.extend((1..=left / 2).map(|part| vec![part, left - part]));
            }
        }
        found
    }

    pub(crate) fn nim_values(&self, count: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..count {
            let options: BTreeSet<u64> = self
                .options(heap)
                .into_iter()
                .map(|parts| parts.into_iter().fold(0, |sum, part| sum ^ values[place(part)]))
                .collect();
            values.push((0..).find(|value| !options.contains(value)).expect("there is one"));
        }
        values
    }

    /// Whether the player to move wins in misère play.
    pub(crate) fn wins_misere(&self, heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        if let Some(&known) = known.get(&heaps) {
            return known;
        }
        let (mut moves, mut wins) = (0, false);
        for at in 0..heaps.len() {
            for parts in self.options(heaps[at]) {
                moves += 1;
                let mut after = heaps.clone();
                after.remove(at);
                after.extend(parts);
                wins |= !self.wins_misere(&after, known);
            }
        }
        let wins = wins || moves == 0;
        known.insert(heaps, wins);
        wins
    }
}

/// The nim product of `a` and `b`, from the products of smaller numbers.
pub(crate) fn nim_product(a: u64, b: u64, known: &mut HashMap<(u64, u64), u64>) -> u64 {
    if let Some(&known) = known.get(&(a, b)) {
        return known;
    }
    let mut smaller = BTreeSet::new();
    for x in 0..a {
        for y in 0..b {
            let sum =
                nim_product(x, b, known) ^ nim_product(a, y, known) ^ nim_product(x, y, known);
            smaller.insert(sum);
        }
    }
    let product = (0..).find(|value| !smaller.contains(value)).expect("there is one");
    known.insert((a, b), product);
    product
}

#[test]
fn the_definitions_know_what_everybody_knows() {
    let kayles = Octal::read(".77");
    assert_eq!(kayles.nim_values(12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert!(!kayles.wins_misere(&[1], &mut HashMap::new()));
    assert!(kayles.wins_misere(&[2, 1], &mut HashMap::new()));
    assert_eq!(nim_product(2, 3, &mut HashMap::new()), 1);
    assert_eq!(nim_product(4, 4, &mut HashMap::new()), 6);
}
