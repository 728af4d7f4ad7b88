//! Databases on disk: what is known of all components of a ruleset up to a size.
//!
//! ```text
//! file    = magic, length of the header (u32), header (JSON), CRC-32 of the header (u32), body
//! body    = values, answers, blocks, index
//! value   = 0, number, nimber and ups; or 1, the numbers of the options of both players
//! answer  = 0, number of a value; or outcome (1 to 4), the numbers of two bounds + 1, 0 for none
//! block   = up to 64 entries, sorted: bytes shared with the key before, length and bytes of
//!           the rest, number of the answer
//! index   = where the blocks begin (u32 each)
//! ```
//!
//! Whole numbers in the body are counts, see [`cg_core::encoding`]; those of the index are
//! little-endian. The key of an entry is the text of a component in its normal form: the
//! component itself, and no hash of it. The checksum of the body is in the header, and is
//! looked at when a file is opened; then the file is mapped, and a look-up reads one block.
//!
//! | idea | where |
//! | --- | --- |
//! | values as bytes | `values.rs` |
//! | reading a file | here |
//! | what a solver looks up | `look_up.rs` |
//! | making, writing | `build.rs` |

mod build;
mod look_up;
mod values;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cg_core::encoding::{Decoder, Encoder};
use cg_core::{Game, Outcome};
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use crate::error::SolveError;
use values::{Node, ValueId};

pub use build::DatabaseWriter;

/// The first bytes of every database.
const MAGIC: &[u8; 8] = b"CGSOLVE\n";
/// The version of the format, and of what it takes for granted of the rules: normal forms
/// and texts of positions.
const VERSION: u32 = 2;
/// No header is longer.
const MAX_HEADER: usize = 1 << 16;
/// Entries of a block.
const BLOCK: usize = 64;

/// What a database says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format, 1.
    version: u32,
    /// The game, with its variant and parameters; of a program the function.
    pub game: String,
    /// The definitions of the function, if it is one of a program: other ones make another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Rows and columns of the largest boards.
    pub up_to: [u32; 2],
    /// Steps of the engine that the value of a component might take.
    pub steps: u32,
    /// Boards that are done, in their order; `None` when all are.
    pub boards_done: Option<u64>,
    /// Components.
    pub components: u64,
    /// Components without a value, with an outcome and bounds.
    pub without_value: u64,
    /// Values, options of values included.
    values: u32,
    /// Different answers.
    answers: u32,
    /// Bytes of the values, the answers, the blocks and the index.
    bytes: [u64; 4],
    /// The CRC-32 of the body.
    crc: u32,
}

/// What is known of a component; values are numbers of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answer {
    Value(ValueId),
    Bounded { outcome: Outcome, bounds: [Option<ValueId>; 2] },
}

/// The outcomes, in the order of their numbers in a file, from 1.
const OUTCOMES: [Outcome; 4] = [Outcome::Previous, Outcome::Next, Outcome::Left, Outcome::Right];

impl Answer {
    fn write(self, to: &mut Encoder) {
        match self {
            Answer::Value(id) => {
                to.count(0);
                to.count(id.into());
            }
            Answer::Bounded { outcome, bounds } => {
                let at = OUTCOMES.iter().position(|&one| one == outcome);
                to.count(at.expect("all outcomes are there") as u64 + 1);
                for bound in bounds {
                    to.count(bound.map_or(0, |id| u64::from(id) + 1));
                }
            }
        }
    }

    /// Reads an answer whose values are among so many.
    fn read(from: &mut Decoder<'_>, values: u32) -> Result<Self, String> {
        let id = |id: u64| {
            let id = ValueId::try_from(id).ok().filter(|id| *id < values);
            id.ok_or_else(|| "an answer is a value that is not there".to_owned())
        };
        let count = |from: &mut Decoder<'_>| from.count().map_err(|error| error.to_string());
        match count(from)? {
            0 => Ok(Answer::Value(id(count(from)?)?)),
            outcome @ 1..=4 => {
                let outcome = OUTCOMES[usize::try_from(outcome).expect("at most 4") - 1];
                let mut bounds = [None; 2];
                for bound in &mut bounds {
                    *bound = count(from)?.checked_sub(1).map(id).transpose()?;
                }
                Ok(Answer::Bounded { outcome, bounds })
            }
            _ => Err("an answer is of no known kind".into()),
        }
    }
}

/// A database that was opened and found whole.
pub struct Database {
    path: PathBuf,
    file: Box<dyn AsRef<[u8]> + Send + Sync>,
    header: Header,
    /// Where the values begin in the file, and where the last one ends.
    values: Vec<usize>,
    answers: Vec<Answer>,
    /// Where the blocks begin in the file, and where the last one ends.
    index: Vec<usize>,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("path", &self.path).finish_non_exhaustive()
    }
}

/// The place that a decoder of `bytes` has reached.
fn place(bytes: &[u8], decoder: &Decoder<'_>) -> usize {
    bytes.len() - decoder.clone().rest().len()
}

impl Database {
    /// Opens a database: all of its bytes are checked.
    ///
    /// # Errors
    /// A file that cannot be read; what is wrong with a foreign, damaged or truncated one.
    pub fn open(path: &Path) -> Result<Self, SolveError> {
        let refused = |reason: String| SolveError::database(path, reason);
        let file = cg_files::Mapped::open(path).map_err(|error| refused(error.to_string()))?;
        Self::parse(path, Box::new(file)).map_err(refused)
    }

    /// Reads the bytes of a database. Never panics, and takes little more memory than they
    /// do.
    ///
    /// ```
    /// use cg_solve::Database;
    /// let refused = Database::parse("here".as_ref(), Box::new("something else")).unwrap_err();
    /// assert_eq!(refused, "this is no database of components");
    /// ```
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn parse(path: &Path, file: Box<dyn AsRef<[u8]> + Send + Sync>) -> Result<Self, String> {
        let bytes: &[u8] = (*file).as_ref();
        let (header, from) = Self::header_of(bytes)?;
        let body = &bytes[from..];
        if crc32fast::hash(body) != header.crc {
            return Err("it is damaged: the checksum of its body differs".into());
        }
        let mut places = [from; 5];
        for (at, length) in header.bytes.iter().enumerate() {
            let end = usize::try_from(*length).ok().and_then(|it| it.checked_add(places[at]));
            places[at + 1] = end.filter(|&end| end <= bytes.len()).ok_or("it is cut off")?;
        }
        if places[4] != bytes.len() {
            return Err("there is something behind its end".into());
        }
        let section = |at: usize| &bytes[..places[at + 1]];
        let begin = |at: usize| Decoder::new(&bytes[places[at]..places[at + 1]]);
        let mut decoder = begin(0);
        let mut values = vec![places[0]];
        for own in 0..header.values {
            Node::read(&mut decoder, own).map_err(|error| error.to_string())?;
            values.push(place(section(0), &decoder));
        }
        decoder.finish().map_err(|error| error.to_string())?;
        let mut decoder = begin(1);
        let mut answers = Vec::new();
        for _ in 0..header.answers {
            answers.push(Answer::read(&mut decoder, header.values)?);
        }
        decoder.finish().map_err(|error| error.to_string())?;
        let blocks = places[2]..places[3];
        let (words, left) = bytes[places[3]..places[4]].as_chunks::<4>();
        let mut index = Vec::with_capacity(words.len() + 1);
        for word in words {
            let offset = u32::from_le_bytes(*word) as usize;
            let start = blocks.start + offset;
            let follows = index.last().map_or(offset == 0, |last| *last < start);
            if !follows || start >= blocks.end {
                return Err("its index is wrong".into());
            }
            index.push(start);
        }
        if !left.is_empty() || index.is_empty() != blocks.is_empty() {
            return Err("its index is wrong".into());
        }
        index.push(blocks.end);
        Ok(Database { path: path.to_owned(), header, values, answers, index, file })
    }

    /// The header of a file, and where the body begins.
    fn header_of(bytes: &[u8]) -> Result<(Header, usize), String> {
        let rest = bytes.strip_prefix(MAGIC).ok_or("this is no database of components")?;
        let cut = "it is cut off";
        let (length, rest) = rest.split_first_chunk().ok_or(cut)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > MAX_HEADER {
            return Err("its header is damaged: the length is impossible".into());
        }
        let (json, rest) = rest.split_at_checked(length).ok_or(cut)?;
        let (crc, body) = rest.split_first_chunk().ok_or(cut)?;
        if crc32fast::hash(json) != u32::from_le_bytes(*crc) {
            return Err("its header is damaged: the checksum differs".into());
        }
        let header: Header = serde_json::from_slice(json)
            .map_err(|error| format!("its header does not read: {error}"))?;
        if header.version != VERSION {
            let version = header.version;
            return Err(format!(
                "it has version {version} of the format, and this program reads version {VERSION}: build it again"
            ));
        }
        Ok((header, bytes.len() - body.len()))
    }

    /// The bytes of a file with this header, its lengths and checksums made right, and this
    /// body; `None` when the header does not read.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn forged(json: &[u8], body: &[u8]) -> Option<Vec<u8>> {
        let header: Header = serde_json::from_slice(json).ok()?;
        Some(file_bytes(&Header { crc: crc32fast::hash(body), ..header }, body))
    }

    /// What it says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> usize {
        (*self.file).as_ref().len()
    }

    fn damaged(&self, reason: impl Into<String>) -> SolveError {
        SolveError::database(&self.path, reason)
    }

    /// A block: its entries from the first on.
    fn block(&self, number: usize) -> Entries<'_> {
        let bytes = &(*self.file).as_ref()[self.index[number]..self.index[number + 1]];
        Entries { database: self, decoder: Decoder::new(bytes), at: 0, key: Vec::new() }
    }

    /// What is known of the component with this text.
    fn find(&self, key: &str) -> Result<Option<Answer>, SolveError> {
        let (mut low, mut high) = (0, self.index.len() - 1);
        // The last block whose first key is not behind the one that is looked for.
        while low < high {
            let middle = low.midpoint(high);
            let mut block = self.block(middle);
            block.next_entry()?;
            if &block.key[..] <= key.as_bytes() { low = middle + 1 } else { high = middle }
        }
        let Some(number) = low.checked_sub(1) else { return Ok(None) };
        let mut block = self.block(number);
        while let Some(answer) = block.next_entry()? {
            if &block.key[..] >= key.as_bytes() {
                return Ok((block.key == key.as_bytes()).then_some(answer));
            }
        }
        Ok(None)
    }

    /// The texts of all components, in order, each with whether it has a value.
    ///
    /// # Errors
    /// A file that says what cannot be.
    pub fn each(&self, found: &mut dyn FnMut(&str, bool)) -> Result<(), SolveError> {
        self.each_answer(&mut |key, answer| found(key, matches!(answer, Answer::Value(_))))
    }

    fn each_answer(&self, found: &mut dyn FnMut(&str, Answer)) -> Result<(), SolveError> {
        let mut last: Vec<u8> = Vec::new();
        let mut count = 0;
        for number in 0..self.index.len() - 1 {
            let mut block = self.block(number);
            while let Some(answer) = block.next_entry()? {
                if count > 0 && block.key <= last {
                    return Err(self.damaged("its components are out of order"));
                }
                let key = std::str::from_utf8(&block.key);
                found(key.map_err(|_| self.damaged("a component is no text"))?, answer);
                last.clone_from(&block.key);
                count += 1;
            }
        }
        match count == self.header.components {
            true => Ok(()),
            false => Err(self.damaged("the number of its components is wrong")),
        }
    }

    /// A value of the table.
    fn node(&self, id: ValueId) -> Node {
        let at = id as usize;
        let bytes = &(*self.file).as_ref()[self.values[at]..self.values[at + 1]];
        Node::read(&mut Decoder::new(bytes), id).expect("it was read when the file was opened")
    }
}

/// A header and a body as the bytes of a file.
fn file_bytes(header: &Header, body: &[u8]) -> Vec<u8> {
    let json = serde_json::to_vec(header).expect("a header is plain data");
    let length = u32::try_from(json.len()).expect("a header is short");
    let mut bytes = Vec::with_capacity(16 + json.len() + body.len());
    bytes.extend(MAGIC);
    bytes.extend(length.to_le_bytes());
    bytes.extend(&json);
    bytes.extend(crc32fast::hash(&json).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The entries of a block, one after the other.
struct Entries<'d> {
    database: &'d Database,
    decoder: Decoder<'d>,
    at: usize,
    /// Of the entry that was read last.
    key: Vec<u8>,
}

impl Entries<'_> {
    fn next_entry(&mut self) -> Result<Option<Answer>, SolveError> {
        if self.decoder.clone().rest().is_empty() {
            return Ok(None);
        }
        let wrong = || self.database.damaged("a block of components is wrong");
        let shared = self.decoder.count().map_err(|_| wrong())?;
        let shared = usize::try_from(shared).ok().filter(|&shared| shared <= self.key.len());
        let shared = shared.filter(|_| self.at < BLOCK).ok_or_else(wrong)?;
        let length = self.decoder.count().map_err(|_| wrong())?;
        let rest = self.decoder.take(length).map_err(|_| wrong())?;
        self.key.truncate(shared);
        self.key.extend_from_slice(rest);
        let answer = self.decoder.count().map_err(|_| wrong())?;
        self.at += 1;
        let answer = usize::try_from(answer).ok().and_then(|at| self.database.answers.get(at));
        answer.copied().map(Some).ok_or_else(wrong)
    }
}

/// A database with the values that were read from it for one engine.
pub(crate) struct Attached {
    database: Arc<Database>,
    games: HashMap<ValueId, Game, FxBuildHasher>,
}

/// What a database knows of a component.
#[derive(Clone, Copy)]
pub(crate) enum Found {
    Value(Game),
    /// Who wins, and values that are at most and at least the component.
    Bounded(Outcome, [Option<Game>; 2]),
}

impl Attached {
    pub(crate) fn new(database: Arc<Database>) -> Self {
        Attached { database, games: HashMap::default() }
    }

    /// The same database for another engine.
    pub(crate) fn again(&self) -> Self {
        Attached::new(Arc::clone(&self.database))
    }

    pub(crate) fn memory(&self) -> usize {
        self.games.allocation_size()
    }

    /// What is known of the component with this text.
    pub(crate) fn find(
        &mut self,
        engine: &mut Engine,
        key: &str,
    ) -> Result<Option<Found>, SolveError> {
        Ok(match self.database.find(key)? {
            None => None,
            Some(Answer::Value(id)) => Some(Found::Value(self.game(engine, id)?)),
            Some(Answer::Bounded { outcome, bounds }) => {
                let mut games = [None; 2];
                for (game, bound) in games.iter_mut().zip(bounds) {
                    *game = bound.map(|id| self.game(engine, id)).transpose()?;
                }
                Some(Found::Bounded(outcome, games))
            }
        })
    }

    /// A value of the table, in the engine.
    fn game(&mut self, engine: &mut Engine, id: ValueId) -> Result<Game, SolveError> {
        let mut waiting = vec![id];
        while let Some(&id) = waiting.last() {
            if self.games.contains_key(&id) {
                waiting.pop();
                continue;
            }
            let game = match self.database.node(id) {
                Node::Closed(form) => engine.closed_form(&form)?,
                Node::Options(options) => {
                    let before = waiting.len();
                    let mut games = [Vec::new(), Vec::new()];
                    for (side, options) in games.iter_mut().zip(&options) {
                        for option in options {
                            match self.games.get(option) {
                                Some(&game) => side.push(game),
                                None => waiting.push(*option),
                            }
                        }
                    }
                    if waiting.len() > before {
                        continue;
                    }
                    let [left, right] = &games;
                    engine.game(left, right)?
                }
            };
            self.games.insert(id, game);
            waiting.pop();
        }
        Ok(self.games[&id])
    }
}
