//! What a search remembers of sums: who wins, or how far it has come.
//!
//! Threads that search together share a table: it is cut into stripes, each with a lock of its
//! own, and tells how many threads are at work on a sum. What a thread has on its own stack, so
//! that a sum that comes back is seen, is in its own table alone.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// Sums in two generations.
///
/// A full table is kept as the old one, and a new one is begun; what is found in the old one
/// is put into the new one. So what was not asked for in a long time is forgotten, which
/// costs time and changes no answer.
#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Words, Numbers, FxBuildHasher>,
    old: HashMap<Words, Numbers, FxBuildHasher>,
}

impl Generations {
    fn memory(&self) -> usize {
        self.young.allocation_size() + self.old.allocation_size()
    }

    fn get(&self, words: Words) -> Option<Verdict> {
        let found = self.young.get(&words).or_else(|| self.old.get(&words));
        found.map(|&numbers| Verdict::unpacked(numbers))
    }

    fn insert(&mut self, words: Words, verdict: Verdict) {
        self.young.insert(words, verdict.packed());
    }

    /// Says whether there was something among the young.
    fn remove(&mut self, words: Words) -> bool {
        self.old.remove(&words);
        self.young.remove(&words).is_some()
    }

    /// Forgets what is oldest, when the table takes more than this; what is in work stays.
    fn keep_within(&mut self, bytes: usize) {
        if self.young.allocation_size() <= bytes / 2 {
            return;
        }
        let old = std::mem::replace(&mut self.old, std::mem::take(&mut self.young));
        let open = old.into_iter().filter(|(_, numbers)| *numbers == Numbers::UNBOUNDED);
        self.young.extend(open.filter(|(key, _)| !self.old.contains_key(key)));
    }
}

/// The table of several threads.
#[derive(Debug)]
pub(crate) struct Shared {
    stripes: Vec<Mutex<Generations>>,
    bytes: AtomicUsize,
    /// How many threads are at work on the sums with a certain hash: a guess, that only says
    /// where to search next.
    busy: Vec<AtomicU32>,
}

impl Shared {
    /// So many that two threads seldom wait for each other.
    const STRIPES: usize = 64;
    /// So many that the sums on a few stacks seldom meet.
    const BUSY: usize = 1 << 12;

    pub(crate) fn new() -> Self {
        Shared {
            stripes: (0..Self::STRIPES).map(|_| Mutex::default()).collect(),
            bytes: AtomicUsize::new(0),
            busy: (0..Self::BUSY).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    fn lock(stripe: &Mutex<Generations>) -> MutexGuard<'_, Generations> {
        // Each change of a table is whole.
        stripe.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stripe of a key, by bits that its table does not look at first.
    fn stripe(&self, words: Words) -> MutexGuard<'_, Generations> {
        Self::lock(&self.stripes[(words[0] >> 32) as usize % Self::STRIPES])
    }

    fn busy(&self, words: Words) -> &AtomicU32 {
        &self.busy[(words[0] >> 40) as usize % Self::BUSY]
    }

    /// Changes a table, and counts its bytes.
    fn change(
        &self,
        mut table: MutexGuard<'_, Generations>,
        change: impl FnOnce(&mut Generations),
    ) {
        let before = table.memory();
        change(&mut table);
        let after = table.memory();
        // It wraps round and back.
        self.bytes.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
    }

    fn insert(&self, words: Words, verdict: Verdict) {
        let table = self.stripe(words);
        // Another thread may know the winner that this one left.
        let known = matches!(verdict, Verdict::Left(_))
            && matches!(table.get(words), Some(Verdict::Won | Verdict::Lost));
        if !known {
            self.change(table, |table| table.insert(words, verdict));
        }
    }

    fn keep_within(&self, bytes: usize) {
        for stripe in &self.stripes {
            let table = Self::lock(stripe);
            self.change(table, |table| table.keep_within(bytes / Self::STRIPES));
        }
    }
}

/// Sums whose winner is known or sought.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Of a thread among others: what is in work alone.
    own: Generations,
    shared: Option<Arc<Shared>>,
}

impl Table {
    /// The table of one of several threads.
    pub(crate) fn of_thread(shared: Arc<Shared>) -> Self {
        Table { own: Generations::default(), shared: Some(shared) }
    }

    /// What is shared is counted by each thread.
    pub(crate) fn memory(&self) -> usize {
        let shared = self.shared.as_ref();
        self.own.memory() + shared.map_or(0, |shared| shared.bytes.load(Ordering::Relaxed))
    }

    pub(crate) fn get(&self, key: Key) -> Option<Verdict> {
        let words = words(key);
        match (self.own.get(words), &self.shared) {
            (None, Some(shared)) => shared.stripe(words).get(words),
            (found, _) => found,
        }
    }

    pub(crate) fn insert(&mut self, key: Key, verdict: Verdict) {
        debug_assert!(
            !matches!(verdict, Verdict::Left(Numbers { won: 0 | NEVER, lost: 0 | NEVER })),
            "what is left is not known"
        );
        match &self.shared {
            None => self.own.insert(words(key), verdict),
            Some(shared) if verdict == Verdict::Open => {
                self.own.insert(words(key), verdict);
                shared.busy(words(key)).fetch_add(1, Ordering::Relaxed);
            }
            Some(shared) => {
                shared.insert(words(key), verdict);
                self.remove(key);
            }
        }
    }

    /// It is in work no more.
    pub(crate) fn remove(&mut self, key: Key) {
        let open = self.own.remove(words(key));
        if let Some(shared) = &self.shared
            && open
        {
            shared.busy(words(key)).fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Whether the mover of a sum with this key wins, when that was found.
    pub(crate) fn known(&self, key: Key) -> Option<bool> {
        known(self.get(key)?)
    }

    /// The same of a sum that this thread has in work, and another one may have finished.
    pub(crate) fn known_elsewhere(&self, key: Key) -> Option<bool> {
        let shared = self.shared.as_ref()?;
        known(shared.stripe(words(key)).get(words(key))?)
    }

    /// Whether another thread has a sum in work, most likely; it is not in work here.
    pub(crate) fn is_busy(&self, key: Key) -> bool {
        let shared = self.shared.as_ref();
        shared.is_some_and(|shared| shared.busy(words(key)).load(Ordering::Relaxed) > 0)
    }

    /// Forgets what is oldest, when the table takes more than this; what is in work stays.
    pub(crate) fn keep_within(&mut self, bytes: usize) {
        match &self.shared {
            None => self.own.keep_within(bytes),
            Some(shared) => shared.keep_within(bytes),
        }
    }
}

/// Whether the mover wins, when that was found.
fn known(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Won => Some(true),
        Verdict::Lost => Some(false),
        Verdict::Open | Verdict::Left(_) => None,
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
