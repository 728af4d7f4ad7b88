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

use crate::components::Numbered;
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
    /// By ruleset and number; 0 for a component that has no name yet.
    parts: Vec<Vec<Name>>,
}

impl Names {
    pub(crate) fn of_thread(thread: u64) -> Self {
        Names { thread, games: HashMap::default(), parts: Vec::new() }
    }

    pub(crate) fn memory(&self) -> usize {
        let parts: usize = self.parts.iter().map(Vec::capacity).sum();
        self.games.allocation_size() + parts * size_of::<Name>()
    }

    /// The name of a component: most are valued at once and need none.
    fn of_part(&mut self, sources: &[Box<dyn Numbered>], part: Signed) -> Name {
        let (ruleset, number) = (part.ruleset(), part.number());
        if self.parts.len() <= ruleset {
            self.parts.resize_with(ruleset + 1, Vec::new);
        }
        let parts = &mut self.parts[ruleset];
        if parts.len() <= number {
            reserve(parts, number + 1);
            parts.resize(number + 1, 0);
        }
        if parts[number] == 0 {
            let mut namer = Namer::new(COMPONENT);
            namer.word(ruleset as u64);
            namer.bytes(sources[ruleset].text(number).as_bytes());
            parts[number] = namer.finish();
        }
        match part.sign() {
            Sign::Plus => parts[number],
            Sign::Minus => other(NEGATIVE, parts[number]),
        }
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
    pub(crate) fn key(
        &mut self,
        engine: &mut Engine,
        sources: &[Box<dyn Numbered>],
        sum: &Sum,
    ) -> Result<Key, Error> {
        let mut key = other(COLD, self.of_game(engine, sum.cold)?);
        for &game in &sum.games {
            key = key.wrapping_add(self.of_game(engine, game)?);
        }
        for &part in &sum.parts {
            key = key.wrapping_add(self.of_part(sources, part));
        }
        Ok(key)
    }
}

/// A name made of another one.
fn other(kind: u64, name: Name) -> Name {
    let [low, high] = halves(name).map(|half| mixed(half.wrapping_add(kind << 32)));
    Namer { low, high }.finish()
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

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use cg_core::{Limits, Notation};
    use cg_rulesets::{Clobber, Hints, NoGo, Notated, Ruleset};

    use super::*;
    use crate::components::Interned;
    use crate::settings::Settings;
    use crate::solver::{RulesetId, Solver, Term};

    fn engine() -> Engine {
        Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
    }

    /// The values of all boards of a row of Clobber, met in this order, by their names.
    fn named(order: impl Iterator<Item = u32>) -> HashMap<Name, String> {
        let (mut engine, mut names) = (engine(), Names::of_thread(0));
        let mut solver = Solver::new(Settings::default());
        let id = solver.add(Clobber);
        let mut found = HashMap::new();
        for mut board in order {
            let cell = |_| {
                let letter = ["X", "O", "."][board as usize % 3];
                board /= 3;
                letter
            };
            let text: String = (0..8).map(cell).collect();
            let terms = solver.terms(id, Clobber.read_position(&text).unwrap()).unwrap();
            let value = solver.sum_value(&mut engine, &terms).unwrap();
            let name = names.of_game(&mut engine, value).unwrap();
            let shown = engine.print(value, Notation::Standard).unwrap();
            assert_eq!(*found.entry(name).or_insert_with(|| shown.clone()), shown);
        }
        found
    }

    /// Values have the same names in engines that met them in another order, and different
    /// values have different ones.
    #[test]
    fn names_of_values_do_not_depend_on_the_engine() {
        let boards = 3u32.pow(8);
        let forwards = named(0..boards);
        assert_eq!(forwards, named((0..boards).rev()));
        let shown: HashSet<&String> = forwards.values().collect();
        assert_eq!(shown.len(), forwards.len());
        assert!(forwards.len() > 50, "{}", forwards.len());
    }

    fn part<R>(solver: &mut Solver, id: RulesetId<R>, rules: &R, text: &str) -> Signed
    where
        R: Notated + Hints + Ruleset<Error = std::convert::Infallible> + Send + 'static,
        R::Position: Send + 'static,
    {
        let position = rules.read_position(text).unwrap_or_else(|_| panic!("{text}"));
        match solver.terms(id, position).unwrap()[..] {
            [Term::Component(part)] => part,
            _ => panic!("{text}"),
        }
    }

    /// The keys of sums of components that have other numbers are the same; a component and its
    /// negative, a component twice, or of another ruleset, are told apart.
    #[test]
    fn keys_do_not_depend_on_numbers() {
        let texts = ["XXOXX", "XXO", "XOX|O.."];
        let key = |order: [usize; 3], flipped: usize, twice: usize| {
            let mut engine = engine();
            let mut solver = Solver::new(Settings::default());
            let (clobber, nogo) = (solver.add(Clobber), solver.add(NoGo));
            let mut parts = [Signed::new(0, 0, Sign::Plus); 4];
            for at in order {
                parts[at] = part(&mut solver, clobber, &Clobber, texts[at]);
            }
            parts[3] = part(&mut solver, nogo, &NoGo, "X....");
            if let Some(part) = parts.get_mut(flipped) {
                *part = solver.negative(*part);
            }
            let mut sum = Sum::empty();
            for part in parts.into_iter().chain(parts.get(twice).copied()) {
                sum.add_part(part, part, false);
            }
            let mut names = Names::of_thread(7);
            names.key(&mut engine, &solver.sources, &sum).unwrap()
        };
        let first = key([0, 1, 2], 9, 9);
        assert_eq!(key([2, 0, 1], 9, 9), first);
        let mut all = vec![first];
        for at in 0..4 {
            assert_eq!(key([1, 2, 0], at, 9), key([0, 1, 2], at, 9));
            all.extend([key([0, 1, 2], at, 9), key([0, 1, 2], 9, at), key([0, 1, 2], at, at)]);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    /// Another text is another name: words of 8 bytes are told apart by the length.
    #[test]
    fn names_are_made_of_all_bytes() {
        let name = |text: &[u8]| {
            let mut namer = Namer::new(ELEMENT);
            namer.bytes(text);
            namer.finish()
        };
        let texts = (0..20).flat_map(|length| {
            (0..=length).map(move |at| {
                let mut text = vec![0u8; length];
                if let Some(byte) = text.get_mut(at) {
                    *byte = 1;
                }
                text
            })
        });
        let mut names: Vec<Name> = texts.map(|text| name(&text)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        let halves: HashSet<u64> = names.into_iter().flat_map(halves).collect();
        assert_eq!(halves.len(), 2 * count);
    }

    /// The ruleset and its numbers are all that a thread hands to another.
    #[test]
    fn components_are_handed_over() {
        let mut solver = Solver::new(Settings::default());
        let id = solver.add(Clobber);
        let _first = part(&mut solver, id, &Clobber, "XXO");
        let second = part(&mut solver, id, &Clobber, "XOX|OXX");
        let mut other = solver.sources[0].fork();
        assert_eq!(other.len(), 0);
        let handed = solver.sources[0].hand(second, &mut *other).unwrap();
        assert_eq!((handed.number(), handed.sign()), (0, second.sign()));
        assert_eq!(other.text(0), solver.sources[0].text(second.number()));
        assert!(other.as_any().downcast_mut::<Interned<Clobber>>().is_some());
    }
}
