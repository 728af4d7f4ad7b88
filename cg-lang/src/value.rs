//! The values of G: integers, games, truth values, texts, lists, functions.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cg_core::{Game, Outcome};
use cg_loopy::LoopyOutcome;
use cg_simplify::Form;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, PowerOfTwo};
use dashu_ratio::RBig;
use rustc_hash::FxHasher;

use crate::board::Board;
use crate::collection::Collection;
use crate::finding::Finding;
use crate::graph::Graph;
use crate::heap::{Heap, Shared};
use crate::loops::{LoopyGame, Open};
use crate::sum::Sum;

/// A value of the language.
///
/// An integer is kept as an integer as long as it can be, and becomes a game
/// where a game is due, and so does a form. Inside lists and as arguments, games that are integers
/// are held as integers, so that equal values are equal there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer that fits 64 bits.
    Integer(i64),
    /// Any other integer.
    Big(Shared<IBig>),
    /// A rational number that is no dyadic: it counts, and is the value of no finite game.
    Rational(Shared<RBig>),
    /// A game.
    Game(Game),
    /// A game as it is written, not simplified: its value where a game is due.
    Form(Form),
    /// `true` or `false`.
    Truth(bool),
    /// A text.
    Text(Text),
    /// A list.
    List(Shared<List>),
    /// A board.
    Board(Shared<Board>),
    /// A graph.
    Graph(Shared<Graph>),
    /// A set or a dictionary.
    Collection(Shared<Collection>),
    /// The finding of a function, of several lines: a family of games.
    Finding(Shared<Finding>),
    /// A game that may go on for ever, and is no short game.
    Loopy(Shared<LoopyGame>),
    /// A part of such a game whose braces are not closed yet: it stands only as an option.
    Open(Open),
    /// Who wins: what `outcome(G)` answers.
    Outcome(LoopyOutcome),
    /// A position: where a game is due, it is its value.
    Position(Shared<Sum>),
    /// A function of the program, by its number in the session: what `map` is
    /// given.
    Function(u32),
    /// A built-in function, by its number in the session.
    BuiltIn(u32),
}

/// Arguments of calls are looked up by their hash: it is one word for each value.
impl Hash for Value {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Integer(value) => state.write_i64(*value),
            Value::Big(value) => value.hash(state),
            Value::Rational(value) => value.hash(state),
            Value::Game(game) => state.write_usize(game.index()),
            Value::Form(form) => form.hash(state),
            Value::Truth(truth) => state.write_u64(u64::from(*truth) + 2),
            Value::Text(text) => text.hash(state),
            Value::List(list) => list.hash(state),
            Value::Board(board) => board.hash(state),
            Value::Graph(graph) => graph.hash(state),
            Value::Collection(collection) => collection.hash(state),
            Value::Finding(found) => found.hash(state),
            Value::Loopy(game) => game.hash(state),
            Value::Open(open) => open.hash(state),
            Value::Outcome(outcome) => outcome.hash(state),
            Value::Position(position) => position.hash(state),
            Value::Function(number) => state.write_u32(*number),
            Value::BuiltIn(number) => state.write_u32(!*number),
        }
    }
}

// What kind of value a value is, and integers of any size.

impl Value {
    /// The kind of value, for messages: "a list".
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) | Value::Big(_) => "an integer",
            Value::Rational(_) => "a number that is no game",
            Value::Game(_) => "a game",
            Value::Form(_) => "a form of a game",
            Value::Truth(_) => "a truth value",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Board(_) => "a board",
            Value::Graph(_) => "a graph",
            Value::Collection(collection) => collection.kind(),
            Value::Finding(found) => found.kind(),
            Value::Loopy(_) => "a loopy game",
            Value::Open(_) => "an option of a loop that is not closed",
            Value::Outcome(_) => "an outcome",
            Value::Position(_) => "a game",
            Value::Function(_) | Value::BuiltIn(_) => "a function",
        }
    }

    /// The integer that this is held as. A game may be an integer all the same.
    pub fn held_integer(&self) -> Option<IBig> {
        match self {
            Value::Integer(value) => Some(IBig::from(*value)),
            Value::Big(value) => Some((**value).clone()),
            _ => None,
        }
    }

    /// The text that it is.
    ///
    /// ```
    /// let heap = cg_lang::Heap::default();
    /// assert_eq!(heap.text("T.F").as_text(), Some("T.F"));
    /// assert_eq!(cg_lang::Value::Integer(3).as_text(), None);
    /// ```
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }

    /// The rows of the board that it is, or the texts of the list that it is, when it is a
    /// list of texts only.
    ///
    /// ```
    /// let heap = cg_lang::Heap::default();
    /// let rows = heap.list(vec![heap.text(".#"), heap.text("..")]).unwrap();
    /// assert_eq!(rows.as_texts(), Some(vec![".#", ".."]));
    /// ```
    pub fn as_texts(&self) -> Option<Vec<&str>> {
        match self {
            Value::List(list) => list.items().iter().map(Value::as_text).collect(),
            Value::Board(board) => Some(board.texts()),
            _ => None,
        }
    }

    /// Whether it is a game: an integer, a game, a form, or a game that may go on for ever.
    pub fn is_game(&self) -> bool {
        matches!(self, Value::Game(_) | Value::Form(_) | Value::Loopy(_) | Value::Open(_))
            || self.is_held_integer()
    }

    /// Whether it is a position, or a list that holds one: where games are due, those are
    /// their values.
    #[inline]
    pub(crate) fn holds_positions(&self) -> bool {
        match self {
            Value::Position(_) => true,
            Value::List(list) => list.holds_positions(),
            _ => false,
        }
    }

    /// How many positions lie in it, each inside the one before.
    pub(crate) fn positions_inside(&self) -> u32 {
        match self {
            Value::Position(sum) => sum.inside,
            Value::List(list) if list.holds_positions() => {
                list.items().iter().map(Value::positions_inside).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Whether the value of a position in it depends on what one of these functions means.
    pub(crate) fn mentions_functions(&self, functions: &HashSet<u32>) -> bool {
        match self {
            Value::Position(sum) => sum.mentions_functions(functions),
            Value::List(list) => list.items().iter().any(|item| item.mentions_functions(functions)),
            _ => false,
        }
    }

    /// Whether it is held as an integer.
    pub fn is_held_integer(&self) -> bool {
        matches!(self, Value::Integer(_) | Value::Big(_))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Integer(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Truth(value)
    }
}

impl From<LoopyOutcome> for Value {
    fn from(value: LoopyOutcome) -> Self {
        Value::Outcome(value)
    }
}

impl From<Outcome> for Value {
    fn from(value: Outcome) -> Self {
        Value::Outcome(value.into())
    }
}

impl From<Game> for Value {
    fn from(value: Game) -> Self {
        Value::Game(value)
    }
}

impl Heap {
    /// An integer of any size.
    pub fn integer(&self, value: IBig) -> Value {
        match i64::try_from(&value) {
            Ok(value) => Value::Integer(value),
            Err(_) => {
                let bytes = value.as_sign_words().1.len() * size_of::<usize>();
                Value::Big(self.share(value, bytes))
            }
        }
    }

    /// A board.
    pub fn board(&self, board: Board) -> Value {
        let bytes = board.bytes();
        Value::Board(self.share(board, bytes))
    }

    /// A graph.
    pub fn graph(&self, graph: Graph) -> Value {
        let bytes = graph.bytes();
        Value::Graph(self.share(graph, bytes))
    }

    /// A finding of this kind, with its text and its data, which hold about `bytes` bytes.
    pub fn finding(
        &self,
        kind: &'static str,
        text: impl Into<String>,
        bytes: usize,
        data: impl Any + Send + Sync,
    ) -> Value {
        let text = text.into();
        let all = bytes.saturating_add(text.capacity());
        Value::Finding(self.share(Finding::new(kind, text, Arc::new(data)), all))
    }

    /// A rational number that is no dyadic: a dyadic one is a game.
    pub fn rational(&self, value: RBig) -> Value {
        debug_assert!(!value.denominator().is_power_of_two(), "a dyadic number is a game");
        let words = value.numerator().bit_len() + value.denominator().bit_len();
        Value::Rational(self.share(value, words / 8))
    }
}

// Lists.

/// The largest integers that the language computes with, in bits: about a
/// million decimal digits, so that printing them stays a matter of seconds.
pub const MOST_INTEGER_BITS: usize = 1 << 22;

/// How deep lists may be nested. What walks, compares or drops a list needs
/// the machine's stack for each level.
pub const MOST_NESTED: u32 = 256;

/// A list of values.
#[derive(Debug)]
pub struct List {
    items: Vec<Value>,
    /// 1 for a list without lists in it.
    depth: u32,
    /// Computed when it is first asked for, and 0 until then.
    hash: AtomicU64,
    /// A form or an outcome lies in it, or in a list in it: what is not the same value can be
    /// equal to it.
    forms: bool,
    /// A position lies in it, or in a list in it.
    positions: bool,
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|list| list.hash.load(Ordering::Relaxed));
        (a == b || a == 0 || b == 0) && self.items == other.items
    }
}

impl Eq for List {}

impl Hash for List {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash_code());
    }
}

impl List {
    fn hash_code(&self) -> u64 {
        let mut hash = self.hash.load(Ordering::Relaxed);
        if hash == 0 {
            hash = hash_of_items(&self.items);
            self.hash.store(hash, Ordering::Relaxed);
        }
        hash
    }

    /// The items.
    #[inline]
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// Whether a form or an outcome lies in it, or in a list in it.
    pub(crate) fn holds_forms(&self) -> bool {
        self.forms
    }

    /// Whether a position lies in it, or in a list in it.
    #[inline]
    pub(crate) fn holds_positions(&self) -> bool {
        self.positions
    }
}

/// The hash of a list of these items; never 0.
pub(crate) fn hash_of_items(items: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    for item in items {
        item.hash(&mut hasher);
    }
    hasher.write_usize(items.len());
    hasher.finish() | 1
}

impl Heap {
    /// A list of these items; `None` when it would be nested deeper than
    /// [`MOST_NESTED`].
    pub fn list(&self, items: Vec<Value>) -> Option<Value> {
        let (mut depth, mut forms, mut positions) = (0, false, false);
        for item in &items {
            match item {
                Value::List(list) => {
                    depth = depth.max(list.depth);
                    forms |= list.forms;
                    positions |= list.positions;
                }
                Value::Collection(collection) => {
                    let Value::List(list) = collection.list() else {
                        unreachable!("the items of a collection are a list")
                    };
                    depth = depth.max(list.depth);
                    forms |= list.forms;
                }
                Value::Form(_) | Value::Outcome(_) => forms = true,
                Value::Position(_) => positions = true,
                _ => {}
            }
        }
        let depth = depth + 1;
        if depth > MOST_NESTED {
            return None;
        }
        let bytes = items.capacity() * size_of::<Value>();
        let hash = AtomicU64::new(0);
        Some(Value::List(self.share(List { items, depth, hash, forms, positions }, bytes)))
    }
}

impl Shared<List> {
    /// How many items there are.
    pub fn length(&self) -> usize {
        self.items.len()
    }
}

// Texts.

/// So many ASCII characters lie in the value itself: the rows and the cells of most boards.
const MOST_SHORT: usize = 14;

/// So many bytes lie in one block with what else is known of a long text.
const MOST_FEW: usize = 46;

/// A text, indexed by character.
#[derive(Clone, Debug)]
pub struct Text(Held);

#[derive(Clone, Debug)]
enum Held {
    /// ASCII; the bytes behind the text are 0. Every such text of the program is held so.
    Short {
        length: u8,
        bytes: [u8; MOST_SHORT],
    },
    Long(Shared<LongText>),
}

#[derive(Debug)]
struct LongText {
    bytes: Bytes,
    /// In characters.
    length: usize,
    bare: bool,
    /// Texts are arguments of calls, looked up more often than made.
    hash: u64,
}

/// The bytes of a long text: with it in one block, when they are few.
#[derive(Debug)]
enum Bytes {
    Few(u8, [u8; MOST_FEW]),
    Many(String),
}

impl LongText {
    fn text(&self) -> &str {
        match &self.bytes {
            Bytes::Few(length, bytes) => std::str::from_utf8(&bytes[..usize::from(*length)])
                .expect("the bytes are those of a text"),
            Bytes::Many(text) => text,
        }
    }

    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Few(length, bytes) => &bytes[..usize::from(*length)],
            Bytes::Many(text) => text.as_bytes(),
        }
    }
}

/// The hash of a text with these bytes.
#[inline]
pub(crate) fn hash_of_text(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    if text.len() <= MOST_SHORT {
        let mut bytes = [0; 16];
        bytes[..text.len()].copy_from_slice(text);
        bytes[15] = u8::try_from(text.len()).expect("a short text has few characters");
        let [low, high] = [&bytes[..8], &bytes[8..]]
            .map(|half| u64::from_le_bytes(half.try_into().expect("half of 16 bytes")));
        hasher.write_u64(low);
        hasher.write_u64(high);
    } else {
        hasher.write(text);
    }
    hasher.finish()
}

impl Text {
    /// The text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Held::Short { length, bytes } => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).expect("short texts are ASCII")
            }
            Held::Long(long) => long.text(),
        }
    }

    /// The text as bytes of UTF-8.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Held::Short { length, bytes } => &bytes[..usize::from(*length)],
            Held::Long(long) => long.bytes(),
        }
    }

    /// How many characters it has.
    pub fn length(&self) -> usize {
        match &self.0 {
            Held::Short { length, .. } => usize::from(*length),
            Held::Long(long) => long.length,
        }
    }

    /// Whether it prints without quotation marks: what a function has to say
    /// about a game (`first player win`, `nimbers`), not a text of the program.
    pub fn is_bare(&self) -> bool {
        matches!(&self.0, Held::Long(long) if long.bare)
    }

    /// Whether all its characters are ASCII, so that characters are bytes.
    #[inline]
    pub(crate) fn is_ascii(&self) -> bool {
        match &self.0 {
            Held::Short { .. } => true,
            Held::Long(long) => long.length == long.bytes().len(),
        }
    }

    /// The characters from `from` up to and without `to`, which lie inside.
    pub fn slice(&self, from: usize, to: usize) -> &str {
        let text = self.as_str();
        if self.is_ascii() {
            return &text[from..to];
        }
        let at = |index| text.char_indices().nth(index).map_or(text.len(), |(at, _)| at);
        &text[at(from)..at(to)]
    }

    /// A text that fits into the value.
    #[inline]
    pub(crate) fn short(text: &[u8]) -> Option<Self> {
        if text.len() > MOST_SHORT || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; MOST_SHORT];
        bytes[..text.len()].copy_from_slice(text);
        let length = u8::try_from(text.len()).expect("a short text has few characters");
        Some(Text(Held::Short { length, bytes }))
    }

    /// The text of one ASCII character.
    #[inline]
    pub(crate) fn of_byte(byte: u8) -> Self {
        debug_assert!(byte.is_ascii());
        let mut bytes = [0; MOST_SHORT];
        bytes[0] = byte;
        Text(Held::Short { length: 1, bytes })
    }

    fn hashed(&self) -> u64 {
        match &self.0 {
            Held::Short { length, bytes } => {
                let mut all = [0; 16];
                all[..MOST_SHORT].copy_from_slice(bytes);
                all[15] = *length;
                let [low, high] = [&all[..8], &all[8..]]
                    .map(|half| u64::from_le_bytes(half.try_into().expect("half of 16 bytes")));
                let mut hasher = FxHasher::default();
                hasher.write_u64(low);
                hasher.write_u64(high);
                hasher.finish()
            }
            Held::Long(long) => long.hash,
        }
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Held::Short { length: a, bytes: x }, Held::Short { length: b, bytes: y }) => {
                // Cells are compared most.
                a == b && x[0] == y[0] && (*a < 2 || x == y)
            }
            _ => self.hashed() == other.hashed() && self.bytes() == other.bytes(),
        }
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hashed());
    }
}

impl Heap {
    /// A text of the program.
    pub fn text(&self, text: impl AsRef<str> + Into<String>) -> Value {
        match Text::short(text.as_ref().as_bytes()) {
            Some(text) => Value::Text(text),
            None => self.long_text(text, false),
        }
    }

    /// What a function has to say about a game: prints without quotation marks.
    pub fn bare_text(&self, text: impl AsRef<str> + Into<String>) -> Value {
        self.long_text(text, true)
    }

    /// A text of ASCII characters.
    pub(crate) fn ascii(&self, text: &[u8]) -> Value {
        match Text::short(text) {
            Some(text) => Value::Text(text),
            None => self.text(std::str::from_utf8(text).expect("ASCII is UTF-8")),
        }
    }

    fn long_text(&self, text: impl AsRef<str> + Into<String>, bare: bool) -> Value {
        let all = text.as_ref().as_bytes();
        let (length, hash) = (text.as_ref().chars().count(), hash_of_text(all));
        let (bytes, more) = match u8::try_from(all.len()) {
            Ok(count) if all.len() <= MOST_FEW => {
                let mut bytes = [0; MOST_FEW];
                bytes[..all.len()].copy_from_slice(all);
                (Bytes::Few(count, bytes), 0)
            }
            _ => {
                let text = text.into();
                let more = text.capacity();
                (Bytes::Many(text), more)
            }
        };
        Value::Text(Text(Held::Long(self.share(LongText { bytes, length, bare, hash }, more))))
    }
}

// The names that code refers to by number.

/// Numbers for names, given out as they appear.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of `name`, a new one if it has none.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number =
            u32::try_from(self.names.len()).expect("fewer than 2^32 names fit into a program");
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}
