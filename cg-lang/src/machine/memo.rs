//! What calls gave.
//!
//! A function of one small integer keeps its values in pages, so that the
//! recursions of heap games cost an array access each; other arguments go into
//! a hash table. A page is made where it is needed, so that calls from the top
//! down (`Down(1000000)`) and a few calls far out are both cheap.

use cg_core::Game;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::value::Value;

/// Slots in a page.
const PAGE: usize = 1 << 10;
/// Arguments from here on go into the table.
const MOST_DENSE: usize = 1 << 30;

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
enum Slot {
    Empty,
    Busy,
    Game(Game),
    /// A value that is no game, in [`Memo::others`].
    Other(u32),
}

type Page = Box<[Slot; PAGE]>;

#[derive(Default)]
pub(super) struct Memo {
    pages: Vec<Option<Page>>,
    pages_held: usize,
    /// Slots that were ever filled.
    filled: usize,
    others: Vec<Value>,
    /// `None` while it is being computed.
    table: HashMap<Box<[Value]>, Option<Value>, FxBuildHasher>,
    /// Values in the keys of the table.
    keys: usize,
}

impl Memo {
    /// The game that a call with one small integer gave, if it is known.
    #[inline]
    pub(super) fn game(&self, argument: i64) -> Option<Game> {
        let argument = usize::try_from(argument).ok()?;
        match self.pages.get(argument / PAGE)?.as_ref()?[argument % PAGE] {
            Slot::Game(game) => Some(game),
            _ => None,
        }
    }

    /// What is known of a call; a call of which nothing is known is marked as
    /// being computed.
    pub(super) fn enter(&mut self, arguments: &[Value]) -> Known {
        if let Some(slot) = self.slot(arguments) {
            return match *slot {
                Slot::Empty => {
                    *slot = Slot::Busy;
                    self.filled += 1;
                    Known::Nothing
                }
                Slot::Busy => Known::Busy,
                Slot::Game(game) => Known::Value(Value::Game(game)),
                Slot::Other(at) => Known::Value(self.others[at as usize].clone()),
            };
        }
        match self.table.get(arguments) {
            Some(Some(value)) => Known::Value(value.clone()),
            Some(None) => Known::Busy,
            None => {
                self.keys += arguments.len();
                self.table.insert(arguments.into(), None);
                Known::Nothing
            }
        }
    }

    /// The call gave `value`.
    pub(super) fn leave(&mut self, arguments: &[Value], value: &Value) {
        let other = u32::try_from(self.others.len());
        if let Some(slot) = self.slot(arguments) {
            match (value, other) {
                (Value::Game(game), _) => *slot = Slot::Game(*game),
                (value, Ok(at)) => {
                    *slot = Slot::Other(at);
                    self.others.push(value.clone());
                }
                // Four billion values: the call is computed anew next time.
                (_, Err(_)) => *slot = Slot::Empty,
            }
        } else if let Some(entry) = self.table.get_mut(arguments) {
            *entry = Some(value.clone());
        }
    }

    /// The call gave nothing: it is no longer being computed.
    pub(super) fn abandon(&mut self, arguments: &[Value]) {
        if let Some(slot) = self.slot(arguments) {
            *slot = Slot::Empty;
        } else if self.table.remove(arguments).is_some() {
            self.keys -= arguments.len();
        }
    }

    /// The slot of a call with one small integer. Few calls over a wide range
    /// would take a page each, so then there is none.
    fn slot(&mut self, arguments: &[Value]) -> Option<&mut Slot> {
        let [Value::Integer(argument)] = arguments else { return None };
        let argument = usize::try_from(*argument).ok().filter(|&argument| argument < MOST_DENSE)?;
        let (page, at) = (argument / PAGE, argument % PAGE);
        if self.pages.get(page).is_none_or(Option::is_none) {
            if self.pages_held > 16 + self.filled / 64 {
                return None;
            }
            // A call that lies in the table stays there.
            if self.table.contains_key(arguments) {
                return None;
            }
            if self.pages.len() <= page {
                self.pages.resize_with(page + 1, || None);
            }
            self.pages[page] = Some(Box::new([Slot::Empty; PAGE]));
            self.pages_held += 1;
        }
        self.pages[page].as_mut().map(|slots| &mut slots[at])
    }

    pub(super) fn clear(&mut self) {
        *self = Memo::default();
    }

    /// Bytes held, the values that lists and texts hold not counted.
    pub(super) fn memory(&self) -> usize {
        self.pages.capacity() * size_of::<Option<Page>>()
            + self.pages_held * size_of::<[Slot; PAGE]>()
            + self.others.capacity() * size_of::<Value>()
            + self.table.allocation_size()
            + self.keys * size_of::<Value>()
            + self.table.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a plain hash map, over arguments that cross pages and kinds.
    #[test]
    fn remembers_what_a_map_remembers() {
        let mut memo = Memo::default();
        let mut plain: HashMap<Vec<Value>, Value, FxBuildHasher> = HashMap::default();
        let mut seed = 1u64;
        for step in 0..20_000i64 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let random = i64::try_from(seed >> 33).unwrap();
            let arguments = match step % 4 {
                0 => vec![Value::Integer(random % 5000)],
                1 => vec![Value::Integer(random * 1000)],
                2 => vec![Value::Integer(-random % 100)],
                _ => vec![Value::Integer(random % 50), Value::Truth(random % 2 == 0)],
            };
            match memo.enter(&arguments) {
                Known::Nothing => {
                    assert!(!plain.contains_key(&arguments));
                    assert_eq!(memo.enter(&arguments), Known::Busy);
                    if random % 7 == 0 {
                        memo.abandon(&arguments);
                    } else {
                        let value = if random % 2 == 0 {
                            Value::Game(Game::ZERO)
                        } else {
                            Value::Integer(step)
                        };
                        memo.leave(&arguments, &value);
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
