//! Names of values and components that do not depend on who numbered them.
//!
//! Each thread has an engine and numbers of its own; what threads tell each other of sums is found
//! by names. A name is 128 bits of a hash of what tells a value or a component from all others:
//!
//! | of | it is made of |
//! | --- | --- |
//! | an element of a subgroup | the name of the subgroup and the canonical bytes there |
//! | another value | the names of its canonical options |
//! | a component | its ruleset and its text in normal form, as databases know it |
//!
//! A value that cannot be named, since its options are too many to be listed, say, gets a name that
//! no other thread gives.

use cg_core::{Error, Game, Player};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::components::{Signed, reserve};
use crate::sum::{Key, Sum, mixed};

/// 128 bits of a hash.
type Name = u128;

/// Makes a name of words: two hashes of 64 bits, each of all words.
struct Namer {
    low: u64,
    high: u64,
}

impl Namer {
    /// `kind` tells what is named.
    fn new(kind: u64) -> Self {
        let mut namer = Namer { low: 0x9e37_79b9_7f4a_7c15, high: 0xd1b5_4a32_d192_ed03 };
        namer.word(kind);
        namer
    }

    fn word(&mut self, word: u64) {
        self.low = mixed(self.low.rotate_left(23) ^ word);
        self.high = mixed(self.high.wrapping_add(mixed(word ^ 0xa076_1d64_78bd_642f)));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn name(&mut self, name: Name) {
        let [low, high] = halves(name);
        self.word(low);
        self.word(high);
    }

    fn finish(self) -> Name {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

fn halves(name: Name) -> [u64; 2] {
    let half = |bits: u128| u64::try_from(bits).expect("it has 64 bits");
    [half(name & u128::from(u64::MAX)), half(name >> 64)]
}

const ELEMENT: u64 = 0;
const OPTIONS: u64 = 1;
const COMPONENT: u64 = 2;
const NEGATIVE: u64 = 3;
const PRIVATE: u64 = 4;
const COLD: u64 = 5;

/// The names that were asked for.
#[derive(Debug)]
pub(crate) struct Names {
    /// The number of the thread.
    thread: u64,
    games: HashMap<Game, Name, FxBuildHasher>,
    /// By ruleset and number; of a component and its negative.
    parts: Vec<Vec<[Name; 2]>>,
}

impl Names {
    pub(crate) fn of_thread(thread: u64) -> Self {
        Names { thread, games: HashMap::default(), parts: Vec::new() }
    }

    pub(crate) fn memory(&self) -> usize {
        let parts: usize = self.parts.iter().map(Vec::capacity).sum();
        self.games.allocation_size() + parts * size_of::<[Name; 2]>()
    }

    /// Names the components of a ruleset that have no name yet, from their texts.
    pub(crate) fn name_parts(
        &mut self,
        ruleset: usize,
        count: usize,
        text: impl Fn(usize) -> String,
    ) {
        if self.parts.len() <= ruleset {
            self.parts.resize_with(ruleset + 1, Vec::new);
        }
        let parts = &mut self.parts[ruleset];
        reserve(parts, count);
        for number in parts.len()..count {
            let mut namer = Namer::new(COMPONENT);
            namer.word(ruleset as u64);
            namer.bytes(text(number).as_bytes());
            let name = namer.finish();
            parts.push([name, once_more(NEGATIVE, name)]);
        }
    }

    fn of_part(&self, part: Signed) -> Name {
        self.parts[part.ruleset()][part.number()][usize::from(part.sign() == Sign::Minus)]
    }

    /// The name of a value.
    ///
    /// # Errors
    /// A failing subgroup, an interruption.
    fn of_game(&mut self, engine: &mut Engine, game: Game) -> Result<Name, Error> {
        if let Some(&known) = self.games.get(&game) {
            return Ok(known);
        }
        let found = from_options(engine, game, &mut self.games, |made| {
            Ok(match made {
                Made::Element(subgroup, bytes) => {
                    let mut namer = Namer::new(ELEMENT);
                    namer.bytes(subgroup.as_bytes());
                    namer.bytes(&bytes);
                    namer.finish()
                }
                Made::Options(options) => {
                    let mut namer = Namer::new(OPTIONS);
                    for mut names in options {
                        // Each engine has an order of its own.
                        names.sort_unstable();
                        namer.word(names.len() as u64);
                        names.into_iter().for_each(|name| namer.name(name));
                    }
                    namer.finish()
                }
            })
        });
        match found {
            Err(error) if error.is_limit() => {
                let mut namer = Namer::new(PRIVATE);
                namer.word(self.thread);
                namer.word(game.index() as u64);
                let name = namer.finish();
                self.games.insert(game, name);
                Ok(name)
            }
            found => found,
        }
    }

    /// The key of a sum: the same one in each thread.
    ///
    /// # Errors
    /// As [`Names::of_game`].
    pub(crate) fn key(&mut self, engine: &mut Engine, sum: &Sum) -> Result<Key, Error> {
        let mut key = once_more(COLD, self.of_game(engine, sum.cold)?);
        for &game in &sum.games {
            key = key.wrapping_add(self.of_game(engine, game)?);
        }
        for &part in &sum.parts {
            key = key.wrapping_add(self.of_part(part));
        }
        Ok(key)
    }
}

/// A name made of another one.
fn once_more(kind: u64, name: Name) -> Name {
    let mut namer = Namer::new(kind);
    namer.name(name);
    namer.finish()
}

/// What a value is made of.
pub(crate) enum Made<'a, T> {
    /// An element of this subgroup, with its canonical bytes.
    Element(&'a str, Vec<u8>),
    /// What was found for the canonical options of Left and of Right.
    Options([Vec<T>; 2]),
}

/// Finds something for a value, from what is found for its canonical options in the same way;
/// all of it is kept in `known`.
///
/// # Errors
/// Limits, a failing subgroup; those of `find`.
pub(crate) fn from_options<T: Copy>(
    engine: &mut Engine,
    game: Game,
    known: &mut HashMap<Game, T, FxBuildHasher>,
    mut find: impl FnMut(Made<'_, T>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut waiting = vec![game];
    while let Some(&game) = waiting.last() {
        if known.contains_key(&game) {
            waiting.pop();
            continue;
        }
        let found = match engine.encode(game)? {
            Some((subgroup, bytes)) => find(Made::Element(subgroup, bytes))?,
            None => {
                let before = waiting.len();
                let mut options = [Vec::new(), Vec::new()];
                for (found, player) in options.iter_mut().zip(Player::BOTH) {
                    for option in engine.options(game, player)? {
                        match known.get(&option) {
                            Some(&option) => found.push(option),
                            None => waiting.push(option),
                        }
                    }
                }
                if waiting.len() > before {
                    continue;
                }
                find(Made::Options(options))?
            }
        };
        known.insert(game, found);
    }
    Ok(known[&game])
}
