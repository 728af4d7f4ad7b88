//! What is known of the walls of sums, by their keys: bounds, or the walls.

use std::hash::BuildHasher;

use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;

use super::wall::{Floor, Walls};
/// The key of a sum.
type Key = u128;

/// Walls that are kept once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WallsId(u32);

/// Walls that lie between those of two games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Option<WallsId>,
    pub(super) high: Option<WallsId>,
}

impl Bounds {
    pub(super) fn exact(walls: WallsId) -> Self {
        Bounds { low: Some(walls), high: Some(walls) }
    }

    /// The walls, when the bounds meet.
    pub(super) fn met(self) -> Option<WallsId> {
        self.low.filter(|_| self.low == self.high)
    }

    fn words(self) -> [u32; 2] {
        [self.low, self.high].map(|side| side.map_or(NONE, |walls| walls.0))
    }

    fn of_words(words: [u32; 2]) -> Self {
        let [low, high] = words.map(|word| (word != NONE).then_some(WallsId(word)));
        Bounds { low, high }
    }
}

const NONE: u32 = u32::MAX;

/// A sum in work.
const OPEN: [u32; 2] = [NONE - 1; 2];

/// What is known of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Nothing,
    /// It is in work.
    Open,
    Between(Bounds),
}

/// Bounds by the keys of sums. Many sums have the same walls.
#[derive(Debug, Default)]
pub(super) struct Table {
    walls: Vec<Walls>,
    numbers: HashTable<u32>,
    /// Keys in words of 8 bytes, so that an entry takes 24.
    sums: HashMap<[u64; 2], [u32; 2], FxBuildHasher>,
    /// Bytes of walls apart from their lists.
    apart: usize,
}

fn words(key: Key) -> [u64; 2] {
    let word = |bits: u128| u64::try_from(bits).expect("it has 64 bits");
    [word(key >> 64), word(key & u128::from(u64::MAX))]
}

impl Table {
    pub(super) fn id(&mut self, walls: Walls) -> WallsId {
        let hash = FxBuildHasher.hash_one(&walls);
        let kept = &self.walls;
        if let Some(&known) = self.numbers.find(hash, |&at| kept[at as usize] == walls) {
            return WallsId(known);
        }
        let number = u32::try_from(self.walls.len()).expect("memory ends before");
        for breaks in [&walls.left.breaks, &walls.right.breaks] {
            self.apart += if breaks.spilled() { size_of_val(&breaks[..]) } else { 0 };
        }
        self.walls.push(walls);
        let kept = &self.walls;
        let hash_of = |&at: &u32| FxBuildHasher.hash_one(&kept[at as usize]);
        self.numbers.insert_unique(hash, number, hash_of);
        WallsId(number)
    }

    pub(super) fn walls(&self, id: WallsId) -> &Walls {
        &self.walls[id.0 as usize]
    }

    pub(super) fn known(&self, key: Key) -> Known {
        match self.sums.get(&words(key)) {
            None => Known::Nothing,
            Some(&OPEN) => Known::Open,
            Some(&found) => Known::Between(Bounds::of_words(found)),
        }
    }

    pub(super) fn open(&mut self, key: Key) {
        self.sums.insert(words(key), OPEN);
    }

    pub(super) fn note(&mut self, key: Key, bounds: Bounds) {
        self.sums.insert(words(key), bounds.words());
    }

    /// Bounds that are at least as close as each of two.
    pub(super) fn closer(&mut self, a: Bounds, b: Bounds, floor: Floor) -> Bounds {
        let mut joined = |a: Option<WallsId>, b: Option<WallsId>, higher: bool| {
            let (Some(a), Some(b)) = (a, b) else { return a.or(b) };
            if a == b {
                return Some(a);
            }
            let (a, b) = (self.walls(a), self.walls(b));
            let walls = match higher {
                true => Walls {
                    left: a.left.higher(&b.left, floor),
                    right: a.right.lower(&b.right, floor),
                },
                false => Walls {
                    left: a.left.lower(&b.left, floor),
                    right: a.right.higher(&b.right, floor),
                },
            };
            Some(self.id(walls))
        };
        let low = joined(a.low, b.low, true);
        Bounds { low, high: joined(a.high, b.high, false) }
    }

    pub(super) fn forget(&mut self, key: Key) {
        self.sums.remove(&words(key));
    }

    pub(super) fn len(&self) -> usize {
        self.sums.len()
    }

    pub(super) fn memory(&self) -> usize {
        let walls = self.walls.capacity() * size_of::<Walls>() + self.apart;
        walls + self.numbers.allocation_size() + self.sums.allocation_size()
    }
}

/// What was found of walls, by floor.
#[derive(Debug, Default)]
pub(crate) struct Thermographs {
    below_zero: Table,
    minus_one: Table,
}

impl Thermographs {
    pub(super) fn at(&mut self, floor: Floor) -> &mut Table {
        match floor {
            Floor::BelowZero => &mut self.below_zero,
            Floor::MinusOne => &mut self.minus_one,
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.below_zero.memory() + self.minus_one.memory()
    }

    /// How many sums it knows something of.
    pub(crate) fn len(&self) -> usize {
        self.below_zero.len() + self.minus_one.len()
    }
}
