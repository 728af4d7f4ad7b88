//! The genus of a game, and its distance from Nim.
//!
//! The genus is computed along options. The options of a game plus n copies of `*2` are of two
//! kinds: options of the game, plus n copies; and the game plus n - 1 copies and 0 or `*1`. Adding
//! `*1` changes the last bit of a misère nim-value.

use std::collections::HashMap;
use std::fmt;

use rustc_hash::FxBuildHasher;
use serde::Serialize;

use crate::watch::table;
use crate::{HeapGame, MisereError, Result, Watch};

/// The genus of a game: its nim-value, and the misère nim-values of the game plus 0, 1, 2,
/// ... copies of `*2`.
///
/// It is written `2^{1420}`: the values until the last two alternate for ever. If one of them is
/// greater than 9, there are commas between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u32,
    /// At least two values. The last two repeat for ever.
    misere: Vec<u32>,
}

impl Genus {
    /// The nim-value in normal play.
    pub fn normal(&self) -> u32 {
        self.normal
    }

    /// The misère nim-value of the game plus `copies` of `*2`.
    pub fn misere(&self, copies: usize) -> u32 {
        let first = self.misere.len() - 2;
        if copies < first { self.misere[copies] } else { self.misere[first + (copies - first) % 2] }
    }

    /// The genus of a game, computed from the genera of its options.
    ///
    /// ```
    /// use cg_misere::Genus;
    /// let zero = Genus::of_options(&[]);
    /// let star = Genus::of_options(&[&zero]);
    /// assert_eq!(zero.to_string(), "0^{120}");
    /// assert_eq!(Genus::of_options(&[&zero, &star]).to_string(), "2^{20}");
    /// ```
    pub fn of_options(options: &[&Genus]) -> Self {
        let stable = options.iter().map(|genus| genus.misere.len()).max().unwrap_or(2);
        let mut misere: Vec<u32> = Vec::new();
        let mut seen = Vec::new();
        loop {
            let n = misere.len();
            seen.clear();
            seen.extend(options.iter().map(|genus| genus.misere(n)));
            if let Some(last) = n.checked_sub(1) {
                seen.extend([misere[last], misere[last] ^ 1]);
            }
            misere.push(if seen.is_empty() { 1 } else { mex(&mut seen) });
            // From `stable` on, the options repeat with period 2, and so do the later values.
            if n >= stable && misere[n] == misere[n - 2] {
                break;
            }
        }
        while let [.., a, _, b] = misere[..]
            && a == b
        {
            misere.pop();
        }
        let mut normal: Vec<u32> = options.iter().map(|genus| genus.normal).collect();
        Genus { normal: mex(&mut normal), misere }
    }

    /// Whether a sum of Nim heaps has this genus: `0^{120}`, `1^{031}`, or n with n and n xor 2.
    pub fn is_of_nim(&self) -> bool {
        match (self.normal, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (n, &[a, b]) => a == n && b == n ^ 2,
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.misere.iter().any(|&value| value > 9) { "," } else { "" };
        let values: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        write!(f, "{}^{{{}}}", self.normal, values.join(by))
    }
}

/// The least unseen value.
fn mex(seen: &mut [u32]) -> u32 {
    seen.sort_unstable();
    seen.iter().fold(0, |least, &value| if value == least { least + 1 } else { least })
}

/// The distance between the misère play of a game and that of Nim, in the words of Winning Ways
/// (chapter 13).
///
/// A sum of tame games is tame. Its genus is that of the sum of Nim heaps of the same genera.
///
/// Options that are not tame do no harm if the move to them has a *reverting move* as an answer: a
/// move to a game of the genus and the temper of the game itself. So equal games have the same
/// temper, however they are written: the canonical form leaves out only options with such an
/// answer. A game that is tame without reverting moves is *hereditarily tame*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Temper {
    /// The genus is that of a sum of Nim heaps and follows from the tame options alone, and the
    /// moves to all other options revert. A game that equals 0 is tame, too.
    Tame,
    /// The game is not tame, all options are tame or revert, and its nim-value is 0 or 1.
    Restive,
    /// The game is not tame, all options are tame or revert, and its misère nim-value is 0 or 1.
    Restless,
    /// Any other game. (Winning Ways calls restive and restless games wild, too.)
    Wild,
}

/// The facts about a game that are needed for the games that have it as an option.
#[derive(Clone, Debug)]
pub(crate) struct Character {
    pub(crate) genus: Genus,
    pub(crate) temper: Temper,
    /// Whether it equals 0: it is N, and every option has an option that equals 0; or there are no
    /// options.
    is_zero: bool,
    has_zero: bool,
}

impl Character {
    /// The facts about the game with these options. `answered` tells whether an option, by its
    /// index, has itself an option with the given genus and temper. If these are the genus and
    /// temper of the game, that is a reverting move.
    pub(crate) fn of_options(
        options: &[&Character],
        answered: impl Fn(usize, &Genus, Temper) -> bool,
    ) -> Self {
        let genera = |tame_only: bool| -> Vec<&Genus> {
            let wanted = options.iter().filter(|it| !tame_only || it.temper == Temper::Tame);
            wanted.map(|it| &it.genus).collect()
        };
        let genus = Genus::of_options(&genera(false));
        let has_zero = options.iter().any(|it| it.is_zero);
        let is_zero = options.is_empty()
            || genus.misere(0) != 0 && options.iter().all(|option| option.has_zero);
        let others_revert = |temper: Temper| {
            let mut others =
                options.iter().enumerate().filter(|(_, option)| option.temper != Temper::Tame);
            others.all(|(at, _)| answered(at, &genus, temper))
        };
        let tame = genera(true);
        let enough = || is_zero || !tame.is_empty() && Genus::of_options(&tame) == genus;
        let otherwise = match genus.normal() {
            0 | 1 => Temper::Restive,
            _ if genus.misere(0) <= 1 => Temper::Restless,
            _ => Temper::Wild,
        };
        let temper = if genus.is_of_nim() && enough() && others_revert(Temper::Tame) {
            Temper::Tame
        } else if otherwise != Temper::Wild && others_revert(otherwise) {
            otherwise
        } else {
            Temper::Wild
        };
        Character { genus, temper, is_zero, has_zero }
    }

    /// Whether it has this genus and temper.
    pub(crate) fn is(&self, genus: &Genus, temper: Temper) -> bool {
        self.temper == temper && self.genus == *genus
    }

    /// About the number of bytes on the heap.
    fn bytes(&self) -> usize {
        16 + 4 * self.genus.misere.capacity()
    }
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tame => "tame",
            Self::Restive => "restive",
            Self::Restless => "restless",
            Self::Wild => "wild",
        })
    }
}

/// The heaps of a sum in order, without empty ones.
type Heaps = Box<[u64]>;

/// Genera of sums of heaps, by search. Each reachable position is examined once.
///
/// ```
/// use cg_misere::{Genera, Temper};
/// use cg_octal::Rules;
///
/// let kayles: Rules = "Kayles".parse()?;
/// let mut genera = Genera::new(1_000_000);
/// let (genus, temper) = genera.of(&kayles, &[5], &Default::default())?;
/// assert_eq!((genus.to_string().as_str(), temper), ("4^{146}", Temper::Restless));
/// # Ok::<(), cg_misere::MisereError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Genera {
    known: HashMap<Heaps, Character, FxBuildHasher>,
    /// About the number of bytes of the entries on the heap.
    held: usize,
    most: usize,
}

impl Genera {
    /// Room for at most `most` positions.
    pub fn new(most: usize) -> Self {
        Self { known: HashMap::default(), held: 0, most }
    }

    /// The genus and the temper of a sum of heaps. All calls must use the same game.
    ///
    /// # Errors
    /// More positions than fit; the limits of `watch`.
    pub fn of(
        &mut self,
        game: &impl HeapGame,
        heaps: &[u64],
        watch: &Watch,
    ) -> Result<(Genus, Temper)> {
        let start = sorted(heaps.to_vec());
        // Positions in work with their options, and the number of known options. The last position
        // waits for its next option.
        let after = options(game, &start);
        // The number of bytes on the stack.
        let mut waiting = bytes_of(&after);
        let mut stack: Vec<(Heaps, Vec<Heaps>, usize)> = vec![(start.clone(), after, 0)];
        while let Some((position, after, at)) = stack.last_mut() {
            let own = table(&self.known) + self.held;
            watch.work(after.len(), || own + waiting)?;
            *at +=
                after[*at..].iter().take_while(|option| self.known.contains_key(*option)).count();
            if let Some(open) = after.get(*at) {
                let open = open.clone();
                if self.known.len() + stack.len() >= self.most {
                    return Err(MisereError::limit(
                        "the genus",
                        format!("{} positions", self.most),
                    ));
                }
                let further = options(game, &open);
                waiting += bytes_of(&further);
                stack.push((open, further, 0));
                continue;
            }
            if !self.known.contains_key(position) {
                let known: Vec<&Character> =
                    after.iter().map(|option| &self.known[option]).collect();
                let answered = |at: usize, genus: &Genus, temper: Temper| {
                    let answers = options(game, &after[at]);
                    answers.iter().any(|answer| self.known[answer].is(genus, temper))
                };
                let character = Character::of_options(&known, answered);
                self.held += 8 * position.len() + character.bytes();
                self.known.insert(position.clone(), character);
                if self.known.len() == self.known.capacity() {
                    watch.look(table(&self.known) + self.held + waiting)?;
                }
            }
            waiting -= bytes_of(after);
            stack.pop();
        }
        let found = &self.known[&start];
        Ok((found.genus.clone(), found.temper))
    }
}

/// The number of bytes of waiting positions.
fn bytes_of(positions: &[Heaps]) -> usize {
    positions.iter().map(|heaps| size_of::<Heaps>() + 16 + 8 * heaps.len()).sum()
}

/// Heaps in order, without empty ones.
fn sorted(mut heaps: Vec<u64>) -> Heaps {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps.into()
}

/// The options of a sum of heaps, each once.
fn options(game: &impl HeapGame, heaps: &[u64]) -> Vec<Heaps> {
    let mut all = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        if at > 0 && heaps[at - 1] == heap {
            continue;
        }
        game.each_option(heap, &mut |parts| {
            let mut after = heaps.to_vec();
            after.remove(at);
            after.extend_from_slice(parts);
            all.push(sorted(after));
        });
    }
    all.sort_unstable();
    all.dedup();
    all
}
