//! The values of forms by their options: many positions of a game have the same ones.

use std::hash::{Hash, Hasher};
use std::mem::size_of;

use cg_core::Game;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The values of the last forms.
#[derive(Debug)]
pub(crate) struct OptionsMemo {
    young: Forms,
    /// The forms when there were last as many as are kept.
    old: Forms,
    /// As many options are kept at least, twice as many at most.
    most: u64,
}

#[derive(Debug, Default)]
struct Forms {
    entries: HashTable<Entry>,
    /// The options of all forms, those of Left first.
    options: Vec<Game>,
}

#[derive(Debug)]
struct Entry {
    hash: u64,
    /// Where the options begin, where those of Right begin, where they end.
    bounds: [u32; 3],
    value: Game,
}

impl Forms {
    fn find(&self, hash: u64, left: &[Game], right: &[Game]) -> Option<Game> {
        let same = |entry: &Entry| {
            let [start, middle, end] = entry.bounds.map(|bound| bound as usize);
            self.options[start..middle] == *left && self.options[middle..end] == *right
        };
        self.entries.find(hash, same).map(|entry| entry.value)
    }

    fn keep(&mut self, hash: u64, left: &[Game], right: &[Game], value: Game) {
        let bound = |options: &[Game]| u32::try_from(options.len()).expect("few are kept");
        let start = bound(&self.options);
        self.options.extend_from_slice(left);
        let middle = bound(&self.options);
        self.options.extend_from_slice(right);
        let bounds = [start, middle, bound(&self.options)];
        self.entries.insert_unique(hash, Entry { hash, bounds, value }, |entry| entry.hash);
    }

    fn memory(&self) -> usize {
        self.entries.allocation_size() + self.options.capacity() * size_of::<Game>()
    }
}

impl OptionsMemo {
    /// The most options that are kept, before the last ones: some tens of megabytes with them.
    const MOST: u64 = 1 << 18;
    /// Bytes of the limit of memory for each option that is kept: a small part of it.
    const BYTES_PER_OPTION: u64 = 1 << 14;
    /// Forms with more options come once.
    const MOST_OF_FORM: usize = 64;

    /// An empty memo for an engine with this limit of memory, in bytes.
    pub(crate) fn within(memory: u64) -> Self {
        let mut memo =
            OptionsMemo { young: Forms::default(), old: Forms::default(), most: Self::MOST };
        memo.bound(memory);
        memo
    }

    /// Changes the limit of memory.
    pub(crate) fn bound(&mut self, memory: u64) {
        self.most = (memory / Self::BYTES_PER_OPTION).min(Self::MOST);
    }

    /// Forgets all forms.
    pub(crate) fn clear(&mut self) {
        (self.young, self.old) = (Forms::default(), Forms::default());
    }

    /// The hash of a form with these options, each side in ascending order.
    pub(crate) fn hash(left: &[Game], right: &[Game]) -> u64 {
        let mut hasher = FxHasher::default();
        (left, right).hash(&mut hasher);
        hasher.finish()
    }

    /// The value of a form.
    pub(crate) fn get(&self, hash: u64, left: &[Game], right: &[Game]) -> Option<Game> {
        self.young.find(hash, left, right).or_else(|| self.old.find(hash, left, right))
    }

    /// Remembers the value of a form, which is not known yet.
    pub(crate) fn insert(&mut self, hash: u64, left: &[Game], right: &[Game], value: Game) {
        let options = left.len() + right.len();
        if options > Self::MOST_OF_FORM {
            return;
        }
        if (self.young.options.len() + options) as u64 > self.most {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.keep(hash, left, right, value);
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.young.memory() + self.old.memory()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use cg_core::{Limits, Registry, Result};

    use super::*;
    use crate::Engine;

    #[test]
    fn the_last_forms_are_found_by_their_options() -> Result<()> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let games = engine.born_by(3)?;
        let mut memo = OptionsMemo::within(Limits::DEFAULT_MEMORY);
        let mut map: HashMap<(&[Game], &[Game]), Game> = HashMap::new();
        // Two games of Left and up to 61 of Right.
        for (number, pair) in games.windows(2).cycle().take(20_000).enumerate() {
            let right = &games[number % 1000..number % 1000 + number % 62];
            let hash = OptionsMemo::hash(pair, right);
            if let Some(value) = memo.get(hash, pair, right) {
                assert_eq!(map.get(&(pair, right)), Some(&value));
                continue;
            }
            let value = games[number % games.len()];
            memo.insert(hash, pair, right, value);
            map.insert((pair, right), value);
            assert_eq!(memo.get(hash, pair, right), Some(value), "what came last is there");
            let exchanged = memo.get(OptionsMemo::hash(right, pair), right, pair);
            assert!(exchanged.is_none_or(|value| map.get(&(right, pair)) == Some(&value)));
        }
        let mut kept = 0;
        for (&(left, right), &value) in &map {
            let found = memo.get(OptionsMemo::hash(left, right), left, right);
            assert!(found.is_none_or(|found| found == value));
            kept += usize::from(found.is_some());
        }
        assert!(kept > 8000 && kept < map.len(), "{kept} of {}", map.len());
        let options = (memo.young.options.len() + memo.old.options.len()) as u64;
        assert!(options > OptionsMemo::MOST && options <= 2 * OptionsMemo::MOST);
        Ok(())
    }

    #[test]
    fn little_memory_keeps_few_forms() -> Result<()> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let games = engine.born_by(3)?;
        let mut memo = OptionsMemo::within(1000 * OptionsMemo::BYTES_PER_OPTION);
        for pair in games.windows(2) {
            memo.insert(OptionsMemo::hash(pair, &[]), pair, &[], games[3]);
            assert!(memo.young.options.len() <= 1000 && memo.old.options.len() <= 1000);
        }
        assert!(memo.old.options.len() > 900);
        memo.clear();
        assert_eq!(memo.memory(), 0);
        Ok(())
    }

    #[test]
    fn long_forms_are_not_kept() -> Result<()> {
        let mut engine = Engine::new(Registry::empty(), Limits::default())?;
        let games = engine.born_by(3)?;
        let mut memo = OptionsMemo::within(Limits::DEFAULT_MEMORY);
        for (length, kept) in
            [(OptionsMemo::MOST_OF_FORM, true), (OptionsMemo::MOST_OF_FORM + 1, false)]
        {
            let options = &games[..length];
            let hash = OptionsMemo::hash(&[], options);
            memo.insert(hash, &[], options, games[7]);
            assert_eq!(memo.get(hash, &[], options).is_some(), kept);
        }
        Ok(())
    }
}
