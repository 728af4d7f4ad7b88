//! What a search remembers of sums: who wins, or how far it has come.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::proof::{NEVER, Numbers};
use crate::sum::Key;

/// What the table says of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is in work.
    Open,
    Won,
    Lost,
    /// It was in work and was left.
    Left(Numbers),
}

impl Verdict {
    pub(crate) fn of(won: bool) -> Self {
        if won { Verdict::Won } else { Verdict::Lost }
    }

    /// Numbers alone tell verdicts apart: those that are left are never 0, and one of them
    /// is below [`NEVER`].
    fn packed(self) -> Numbers {
        match self {
            Verdict::Open => Numbers::UNBOUNDED,
            Verdict::Won => Numbers::WON,
            Verdict::Lost => Numbers::LOST,
            Verdict::Left(numbers) => numbers,
        }
    }

    fn unpacked(numbers: Numbers) -> Self {
        match numbers {
            Numbers::UNBOUNDED => Verdict::Open,
            Numbers::WON => Verdict::Won,
            Numbers::LOST => Verdict::Lost,
            numbers => Verdict::Left(numbers),
        }
    }
}

/// A key in words of 8 bytes, so that an entry takes 24.
type Words = [u64; 2];

fn words(key: Key) -> Words {
    let word = |bits: u128| u64::try_from(bits).expect("it has 64 bits");
    [word(key >> 64), word(key & u128::from(u64::MAX))]
}

/// Sums whose winner is known or sought.
///
/// A full table is kept as the old one, and a new one is begun; what is found in the old one
/// is put into the new one. So what was not asked for in a long time is forgotten, which
/// costs time and changes no answer.
#[derive(Debug, Default)]
pub(crate) struct Table {
    young: HashMap<Words, Numbers, FxBuildHasher>,
    old: HashMap<Words, Numbers, FxBuildHasher>,
}

impl Table {
    pub(crate) fn memory(&self) -> usize {
        self.young.allocation_size() + self.old.allocation_size()
    }

    pub(crate) fn get(&self, key: Key) -> Option<Verdict> {
        let words = words(key);
        let found = self.young.get(&words).or_else(|| self.old.get(&words));
        found.map(|&numbers| Verdict::unpacked(numbers))
    }

    pub(crate) fn insert(&mut self, key: Key, verdict: Verdict) {
        debug_assert!(
            !matches!(verdict, Verdict::Left(Numbers { won: 0 | NEVER, lost: 0 | NEVER })),
            "what is left is not known"
        );
        self.young.insert(words(key), verdict.packed());
    }

    pub(crate) fn remove(&mut self, key: Key) {
        self.young.remove(&words(key));
        self.old.remove(&words(key));
    }

    /// Whether the mover of a sum with this key wins, when that was found.
    pub(crate) fn known(&self, key: Key) -> Option<bool> {
        match self.get(key)? {
            Verdict::Won => Some(true),
            Verdict::Lost => Some(false),
            Verdict::Open | Verdict::Left(_) => None,
        }
    }

    /// Forgets what is oldest, when the table takes more than this; what is in work stays.
    pub(crate) fn keep_within(&mut self, bytes: usize) {
        if self.young.allocation_size() <= bytes / 2 {
            return;
        }
        let old = std::mem::replace(&mut self.old, std::mem::take(&mut self.young));
        let open = old.into_iter().filter(|(_, numbers)| *numbers == Numbers::UNBOUNDED);
        self.young.extend(open.filter(|(key, _)| !self.old.contains_key(key)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_told_apart() {
        let left = Verdict::Left(Numbers { won: 1, lost: NEVER - 1 });
        for verdict in [Verdict::Open, Verdict::Won, Verdict::Lost, left] {
            assert_eq!(Verdict::unpacked(verdict.packed()), verdict);
        }
        assert_eq!(size_of::<(Words, Numbers)>(), 24);
    }

    /// The newest are kept, and what is in work is kept whatever its age.
    #[test]
    fn a_full_table_forgets_the_oldest() {
        let mut table = Table::default();
        table.insert(u128::MAX, Verdict::Open);
        for key in 0..100_000u128 {
            table.insert(key << 70 | key, Verdict::of(key % 2 == 0));
            table.keep_within(100_000);
            assert_eq!(table.known(key << 70 | key), Some(key % 2 == 0));
            assert!(table.memory() <= 300_000, "{}", table.memory());
        }
        assert_eq!(table.get(u128::MAX), Some(Verdict::Open));
        assert_eq!(table.get(0), None);
    }
}
