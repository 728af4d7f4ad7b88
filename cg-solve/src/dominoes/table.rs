//! Who wins the positions that were searched, by their cells: no hash stands for a position.
#![expect(
    clippy::cast_possible_truncation,
    reason = "the hash needs both halves of a key, and fits a place"
)]

/// A position: its cells, the number beside them, and which way the board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u128);

/// The number begins at this bit, above the cells.
const NUMBER_AT: u32 = super::MOST_CELLS;

/// How many bits the number takes.
const NUMBER_BITS: u32 = 12;

/// The bit of the way that the board lies.
const TURNED_AT: u32 = NUMBER_AT + NUMBER_BITS;

/// The work begins at this bit, above the position: how many bits the number of positions has that
/// were looked at.
const WORK_AT: u32 = TURNED_AT + 1;

/// No entry has this bit and lacks the next one.
const USED: u128 = 1 << 126;
const WON: u128 = 1 << 127;

impl Key {
    /// # Panics
    /// When the number is too large.
    pub(super) fn new(cells: u128, number: i32, turned: bool) -> Self {
        let half = 1 << (NUMBER_BITS - 1);
        let number = u128::try_from(number + half).expect("it is at least the negative of half");
        assert!(number < 1 << NUMBER_BITS, "the number beside a board is small");
        Key(cells | number << NUMBER_AT | u128::from(turned) << TURNED_AT)
    }
}

/// An entry: a position, the work it took, and who wins.
type Entry = u128;

/// A table that keeps, of two places for a position, what took most work in the first one and what
/// came last in the second one.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<[Entry; 2]>,
    used: usize,
    /// It grows to at most so many slots.
    most: usize,
}

/// It begins with so many slots.
const FIRST: usize = 1 << 14;

impl Table {
    /// A table of at most so many bytes, but at least half a megabyte.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<[Entry; 2]>()).max(FIRST);
        Table { slots: vec![[0; 2]; FIRST], used: 0, most: 1 << most.ilog2() }
    }

    pub(super) fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<[Entry; 2]>()
    }

    #[inline]
    fn place(&self, key: u128) -> usize {
        let halves = key as u64 ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = halves.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> (u64::BITS - self.slots.len().ilog2())) as usize
    }

    #[inline]
    fn key(entry: Entry) -> u128 {
        entry & ((1 << WORK_AT) - 1)
    }

    fn work(entry: Entry) -> u128 {
        (entry & (USED - 1)) >> WORK_AT
    }

    /// Whether the mover of a position wins.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<bool> {
        let slot = &self.slots[self.place(key.0)];
        let entry = slot.iter().find(|&&entry| entry & USED != 0 && Table::key(entry) == key.0)?;
        Some(entry & WON != 0)
    }

    /// Notes who wins a position that took so many positions.
    pub(super) fn insert(&mut self, key: Key, won: bool, work: u64) {
        if self.used > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let work = u128::from(u64::BITS - work.leading_zeros());
        self.put(key.0 | work << WORK_AT | USED | if won { WON } else { 0 });
    }

    fn put(&mut self, entry: Entry) {
        let place = self.place(Table::key(entry));
        let slot = &mut self.slots[place];
        self.used += slot.iter().filter(|&&entry| entry == 0).count().min(1);
        if slot[0] == 0 || Table::work(entry) >= Table::work(slot[0]) {
            if Table::key(slot[0]) != Table::key(entry) && slot[0] != 0 {
                slot[1] = slot[0];
            }
            slot[0] = entry;
        } else {
            slot[1] = entry;
        }
    }

    /// Twice as many slots.
    fn grow(&mut self) {
        let slots = vec![[0; 2]; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, slots);
        self.used = 0;
        for entry in old.into_iter().flat_map(|[first, second]| [second, first]) {
            if entry != 0 {
                self.put(entry);
            }
        }
    }
}
