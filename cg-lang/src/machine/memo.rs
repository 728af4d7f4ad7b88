//! What calls gave.
//!
//! A function of one small integer, or of two, keeps its values in pages, so that the
//! recursions of heap games cost an array access each; other arguments go into
//! a hash table. A page is made where it is needed, so that calls from the top
//! down (`Down(1000000)`) and a few calls far out are both cheap.
//!
//! [`Recent`] keeps the last values of calls that are not remembered for good.

use std::hash::{Hash, Hasher};

use cg_core::Game;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::value::Value;

/// Slots in a page.
const PAGE: usize = 1 << 10;
/// Arguments from here on go into the table.
const MOST_DENSE: usize = 1 << 30;
/// Of two integers the second is below this, so that a page has calls with one first integer.
const MOST_SECOND: usize = 1 << 15;
/// Entries of the table have numbers from here on, those of pages lower ones.
const IN_TABLE: u32 = 1 << 31;
/// Entries that the table can have.
const MOST_ENTRIES: usize = (1 << 31) - 1;

/// What is known of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    Nothing,
    /// It is being computed.
    Busy,
    Value(Value),
}

/// [`Known`] in eight bytes.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    Empty,
    Busy,
    Game(Game),
    /// A truth value: that of an outcome that is written by hand.
    Truth(bool),
    /// Any other value, in [`Memo::others`].
    Other(u32),
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The hash of the arguments in 32 bits: they lie elsewhere, and are looked at only when it fits.
    half: u32,
    entry: u32,
}

impl Row {
    fn new(hash: u64, entry: u32) -> Self {
        Row { half: half(hash), entry }
    }

    /// Its hash in the table.
    fn hash(self) -> u64 {
        spread(self.half)
    }
}

/// A hash in 32 bits.
#[inline]
fn half(hash: u64) -> u32 {
    u32::try_from((hash ^ hash >> 32) & 0xffff_ffff).expect("it has 32 bits")
}

/// A hash in all bits: the table takes the highest and the lowest.
#[inline]
fn spread(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

type Page = Box<[Slot; PAGE]>;

/// Where the value of a call that is being computed will lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u32);

#[derive(Default)]
pub(super) struct Memo {
    pages: Vec<Option<Page>>,
    pages_held: usize,
    /// Slots that were ever filled.
    filled: usize,
    others: Vec<Value>,
    /// Entries by the hash of their arguments.
    table: HashTable<Row>,
    /// The arguments of the entries, `arity` each, and what they gave.
    keys: Vec<Value>,
    slots: Vec<Slot>,
    /// Entries whose calls were abandoned.
    free: Vec<u32>,
    arity: usize,
}

/// The hash of arguments. Boards, lists and texts know theirs.
#[inline]
pub(super) fn hash(arguments: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    for argument in arguments {
        argument.hash(&mut hasher);
    }
    hasher.finish()
}

/// The hash of a call with one argument of this hash.
#[inline]
pub(super) fn hash_of_position(hash: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(hash);
    hasher.finish()
}

impl Memo {
    /// The game that a call with one small integer gave, if it is known.
    #[inline]
    pub(super) fn game(&self, argument: i64) -> Option<Game> {
        let (page, at) = self.page(argument)?;
        match page[at] {
            Slot::Game(game) => Some(game),
            _ => None,
        }
    }

    /// The value of a call with one small integer, if it is known.
    #[inline]
    pub(super) fn of_integer(&self, argument: i64) -> Option<Value> {
        let (page, at) = self.page(argument)?;
        self.value(page[at])
    }

    /// The same of a call with two.
    #[inline]
    pub(super) fn of_integers(&self, first: i64, second: i64) -> Option<Value> {
        let place = place_of_two(first, second)?;
        let page = self.pages.get(place / PAGE)?.as_ref()?;
        self.value(page[place % PAGE])
    }

    /// The game that a call with two small integers gave, if it is known.
    #[inline]
    pub(super) fn game_of_two(&self, first: i64, second: i64) -> Option<Game> {
        let place = place_of_two(first, second)?;
        match self.pages.get(place / PAGE)?.as_ref()?[place % PAGE] {
            Slot::Game(game) => Some(game),
            _ => None,
        }
    }

    /// The page of a call with one small integer, and the place in it.
    #[inline]
    pub(super) fn page(&self, argument: i64) -> Option<(&[Slot; PAGE], usize)> {
        let argument = usize::try_from(argument).ok()?;
        Some((self.pages.get(argument / PAGE)?.as_ref()?, argument % PAGE))
    }

    /// What is known of a call whose arguments have this hash, and of which `same` is true.
    #[inline]
    pub(super) fn find_by(&self, hash: u64, same: impl Fn(&[Value]) -> bool) -> Option<Slot> {
        Some(self.slots[self.find_row(hash, same)?.entry as usize])
    }

    #[inline]
    fn find_row(&self, hash: u64, same: impl Fn(&[Value]) -> bool) -> Option<Row> {
        let half = half(hash);
        let fits = |row: &Row| row.half == half && same(self.key(row.entry));
        self.table.find(spread(half), fits).copied()
    }

    /// What is known of a call with these arguments, whose hash is `hash`.
    pub(super) fn find(&self, hash: u64, arguments: &[Value]) -> Known {
        let page = dense(arguments).and_then(|(page, at)| {
            let slots = self.pages.get(page)?.as_ref()?;
            Some(slots[at]).filter(|slot| !matches!(slot, Slot::Empty))
        });
        // The page may be younger than the call.
        let slot =
            page.or_else(|| self.find_by(hash, |key| key == arguments)).unwrap_or(Slot::Empty);
        match (slot, self.value(slot)) {
            (_, Some(value)) => Known::Value(value),
            (Slot::Busy, None) => Known::Busy,
            (_, None) => Known::Nothing,
        }
    }

    /// The value in a slot, if there is one.
    pub(super) fn value(&self, slot: Slot) -> Option<Value> {
        match slot {
            Slot::Empty | Slot::Busy => None,
            Slot::Game(game) => Some(Value::Game(game)),
            Slot::Truth(truth) => Some(Value::Truth(truth)),
            Slot::Other(at) => Some(self.others[at as usize].clone()),
        }
    }

    /// Where the value of a call that is being computed will lie.
    pub(super) fn entry(&self, hash: u64, arguments: &[Value]) -> Entry {
        if let Some((page, at)) = dense(arguments)
            && let Some(Some(slots)) = self.pages.get(page)
            && !matches!(slots[at], Slot::Empty)
        {
            return Entry(small(page * PAGE + at));
        }
        let found = self.find_row(hash, |key| key == arguments);
        Entry(found.expect("a call that is being computed has an entry").entry | IN_TABLE)
    }

    /// Marks a call of which nothing is known as being computed.
    /// `None` when there is no room for more entries: then the call is not remembered.
    pub(super) fn begin(&mut self, hash: u64, arguments: &[Value]) -> Option<Entry> {
        self.arity = arguments.len();
        if let Some((page, at)) = self.dense_slot(hash, arguments) {
            self.pages[page].as_mut().expect("the page was made")[at] = Slot::Busy;
            self.filled += 1;
            return Some(Entry(small(page * PAGE + at)));
        }
        let entry = match self.free.pop() {
            Some(entry) => {
                let from = entry as usize * self.arity;
                self.keys[from..from + self.arity].clone_from_slice(arguments);
                self.slots[entry as usize] = Slot::Busy;
                entry
            }
            None => {
                if self.slots.len() >= MOST_ENTRIES {
                    return None;
                }
                self.keys.extend_from_slice(arguments);
                self.slots.push(Slot::Busy);
                small(self.slots.len() - 1)
            }
        };
        let row = Row::new(hash, entry);
        self.table.insert_unique(row.hash(), row, |row| row.hash());
        Some(Entry(entry | IN_TABLE))
    }

    /// The call gave `value`.
    pub(super) fn leave(&mut self, entry: Entry, value: &Value) {
        let slot = match value {
            Value::Game(game) => Slot::Game(*game),
            Value::Truth(truth) => Slot::Truth(*truth),
            value => match u32::try_from(self.others.len()) {
                Ok(at) => {
                    self.others.push(value.clone());
                    Slot::Other(at)
                }
                // Four billion values: the call is computed anew next time.
                Err(_) => return self.abandon(entry),
            },
        };
        *self.at(entry) = slot;
    }

    /// The call gave nothing, or nothing to remember: it is no longer being computed.
    pub(super) fn abandon(&mut self, entry: Entry) {
        *self.at(entry) = Slot::Empty;
        if entry.0 & IN_TABLE == 0 {
            return;
        }
        let number = entry.0 & !IN_TABLE;
        let row = Row::new(hash(self.key(number)), number);
        let found = self.table.find_entry(row.hash(), |other| other.entry == number);
        found.expect("an entry that was begun lies in the table").remove();
        let from = number as usize * self.arity;
        self.keys[from..from + self.arity].fill(Value::Truth(false));
        self.free.push(number);
    }

    fn at(&mut self, entry: Entry) -> &mut Slot {
        let number = (entry.0 & !IN_TABLE) as usize;
        if entry.0 & IN_TABLE != 0 {
            return &mut self.slots[number];
        }
        let page = self.pages[number / PAGE].as_mut().expect("an entry that was begun has a page");
        &mut page[number % PAGE]
    }

    fn key(&self, entry: u32) -> &[Value] {
        key(&self.keys, self.arity, entry)
    }

    /// The slot of a call with small integers. Few calls over a wide range
    /// would take a page each, so then there is none.
    fn dense_slot(&mut self, hash: u64, arguments: &[Value]) -> Option<(usize, usize)> {
        let (page, at) = dense(arguments)?;
        if self.pages.get(page).is_none_or(Option::is_none) {
            if self.pages_held > 16 + self.count() / 64 {
                return None;
            }
            // A call that lies in the table stays there.
            if self.find_row(hash, |key| key == arguments).is_some() {
                return None;
            }
            if self.pages.len() <= page {
                self.pages.resize_with(page + 1, || None);
            }
            self.pages[page] = Some(Box::new([Slot::Empty; PAGE]));
            self.pages_held += 1;
        }
        Some((page, at))
    }

    /// The calls whose values are known.
    pub(super) fn known(&self) -> impl Iterator<Item = (Vec<Value>, Value)> + '_ {
        let arity = self.arity;
        let pages = self.pages.iter().enumerate().flat_map(move |(page, slots)| {
            let slots = slots.iter().flat_map(|slots| slots.iter().enumerate());
            slots.map(move |(at, &slot)| {
                let place = page * PAGE + at;
                let integer =
                    |part: usize| Value::Integer(i64::try_from(part).expect("it is below 2^30"));
                let arguments = match arity {
                    2 => vec![integer(place / MOST_SECOND), integer(place % MOST_SECOND)],
                    _ => vec![integer(place)],
                };
                (arguments, slot)
            })
        });
        let table = self.slots.iter().zip(0..);
        let table = table.map(|(&slot, entry)| (self.key(entry).to_vec(), slot));
        pages.chain(table).filter_map(|(arguments, slot)| Some((arguments, self.value(slot)?)))
    }

    /// How many calls are known, or being computed.
    pub(super) fn count(&self) -> usize {
        self.filled + self.slots.len() - self.free.len()
    }

    pub(super) fn clear(&mut self) {
        *self = Memo::default();
    }

    /// Bytes held, the values that lists and texts hold not counted.
    pub(super) fn memory(&self) -> usize {
        self.pages.capacity() * size_of::<Option<Page>>()
            + self.pages_held * size_of::<[Slot; PAGE]>()
            + (self.others.capacity() + self.keys.capacity()) * size_of::<Value>()
            + self.slots.capacity() * size_of::<Slot>()
            + self.free.capacity() * size_of::<u32>()
            + self.table.allocation_size()
    }
}

/// The page and the place in it of a call with one small integer.
#[inline]
fn dense(arguments: &[Value]) -> Option<(usize, usize)> {
    let place = match arguments {
        [Value::Integer(argument)] => {
            usize::try_from(*argument).ok().filter(|&argument| argument < MOST_DENSE)?
        }
        [Value::Integer(first), Value::Integer(second)] => place_of_two(*first, *second)?,
        _ => return None,
    };
    Some((place / PAGE, place % PAGE))
}

/// The place of a call with two small integers.
#[inline]
fn place_of_two(first: i64, second: i64) -> Option<usize> {
    let (first, second) = (usize::try_from(first).ok()?, usize::try_from(second).ok()?);
    (first < MOST_DENSE / MOST_SECOND && second < MOST_SECOND).then(|| first * MOST_SECOND + second)
}

fn key(keys: &[Value], arity: usize, entry: u32) -> &[Value] {
    &keys[entry as usize * arity..][..arity]
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("entries are fewer than 2^31")
}

// Values of calls that are not remembered for good.

/// The last values of some calls: a new one takes the place of an old one.
#[derive(Default)]
pub(super) struct Recent(Vec<Option<Call>>);

struct Call {
    hash: u64,
    arguments: Box<[Value]>,
    value: Value,
}

impl Recent {
    /// How many values are kept.
    const MOST: usize = 1 << 12;

    fn place(hash: u64) -> usize {
        usize::try_from(hash % Self::MOST as u64).expect("a place in the table")
    }

    pub(super) fn find(&self, hash: u64, arguments: &[Value]) -> Option<Value> {
        self.find_by(hash, |key| key == arguments)
    }

    /// The value of a call whose arguments have this hash, and of which `same` is true.
    pub(super) fn find_by(&self, hash: u64, same: impl Fn(&[Value]) -> bool) -> Option<Value> {
        let call = self.0.get(Self::place(hash))?.as_ref()?;
        (call.hash == hash && same(&call.arguments)).then(|| call.value.clone())
    }

    pub(super) fn keep(&mut self, hash: u64, arguments: &[Value], value: &Value) {
        if self.0.is_empty() {
            self.0.resize_with(Self::MOST, || None);
        }
        self.0[Self::place(hash)] =
            Some(Call { hash, arguments: arguments.into(), value: value.clone() });
    }

    pub(super) fn clear(&mut self) {
        self.0 = Vec::new();
    }

    pub(super) fn memory(&self) -> usize {
        let each = |call: &Call| size_of::<Value>() * call.arguments.len();
        let first = self.0.iter().flatten().next().map_or(0, each);
        self.0.capacity() * (size_of::<Option<Call>>() + first)
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;
    use rustc_hash::FxBuildHasher;

    use super::*;

    /// Against a plain hash map, over arguments that cross pages and kinds.
    #[test]
    fn remembers_what_a_map_remembers() {
        for arity in [1, 2] {
            let mut memo = Memo::default();
            let mut plain: HashMap<Vec<Value>, Value, FxBuildHasher> = HashMap::default();
            let mut seed = 1u64;
            for step in 0..20_000i64 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let random = i64::try_from(seed >> 33).unwrap();
                let mut arguments = match step % 4 {
                    0 => vec![Value::Integer(random % 5000)],
                    1 => vec![Value::Integer(random * 1000)],
                    2 => vec![Value::Integer(-random % 100)],
                    _ => vec![Value::Truth(random % 2 == 0)],
                };
                arguments.resize(arity, Value::Integer(random % 50));
                let hash = hash(&arguments);
                match memo.find(hash, &arguments) {
                    Known::Nothing => {
                        assert!(!plain.contains_key(&arguments));
                        let entry = memo.begin(hash, &arguments).unwrap();
                        assert_eq!(memo.find(hash, &arguments), Known::Busy);
                        if random % 7 == 0 {
                            memo.abandon(entry);
                            assert_eq!(memo.find(hash, &arguments), Known::Nothing);
                        } else {
                            let value = if random % 2 == 0 {
                                Value::Game(Game::ZERO)
                            } else {
                                Value::Integer(step)
                            };
                            memo.leave(entry, &value);
                            plain.insert(arguments, value);
                        }
                    }
                    Known::Value(value) => assert_eq!(Some(&value), plain.get(&arguments)),
                    Known::Busy => panic!("{arguments:?} was left or abandoned"),
                }
            }
            // A thousand far arguments take no page each.
            assert!(memo.pages_held < 400, "{}", memo.pages_held);
        }
    }

    #[test]
    fn integers_of_any_size_are_remembered() {
        let large = [0, 1, (1 << 15) - 1, 1 << 15, 1 << 30, i64::MAX, -1, i64::MIN];
        let mut memo = Memo::default();
        let calls = large.into_iter().flat_map(|a| large.map(|b| [a, b])).zip(0..);
        let pair = |[a, b]: [i64; 2]| [Value::Integer(a), Value::Integer(b)];
        for (call, number) in calls.clone() {
            let arguments = pair(call);
            let entry = memo.begin(hash(&arguments), &arguments).unwrap();
            memo.leave(entry, &Value::Integer(number));
        }
        for (call, number) in calls {
            let arguments = pair(call);
            let known = Value::Integer(number);
            assert_eq!(memo.find(hash(&arguments), &arguments), Known::Value(known.clone()));
            assert!(memo.of_integers(call[0], call[1]).is_none_or(|value| value == known));
            assert!(memo.known().any(|row| row == (arguments.to_vec(), known.clone())));
        }
    }

    #[test]
    fn recent_values_are_those_of_their_calls() {
        let mut recent = Recent::default();
        for n in 0..20_000 {
            let call = [Value::Integer(n), Value::Integer(n / 3)];
            recent.keep(hash(&call), &call, &Value::Integer(n * n));
            assert_eq!(recent.find(hash(&call), &call), Some(Value::Integer(n * n)));
        }
        let found = |n| {
            let call = [Value::Integer(n), Value::Integer(n / 3)];
            recent.find(hash(&call), &call).map(|value| assert_eq!(value, Value::Integer(n * n)))
        };
        let kept = (0..20_000).filter_map(found).count();
        assert!((1000..=Recent::MOST).contains(&kept), "{kept}");
    }
}
