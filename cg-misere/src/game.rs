//! Games whose positions are sums of heaps: octal games, and the finite closure of some positions
//! of any impartial ruleset.

use std::collections::HashMap;

use cg_core::{Arrange, Player};
use cg_octal::{Code, Rules};
use cg_rulesets::{Known, Ruleset, Sign};
use rustc_hash::FxBuildHasher;

use crate::{MisereError, Result, Watch};

/// An impartial game whose positions are multisets of heaps, numbered 0, 1, 2, ...
///
/// Every option of a heap consists of heaps with smaller numbers. Heap 0 is empty.
pub trait HeapGame {
    /// Calls `see` with the heaps of every option of `heap`. The empty list is the position without
    /// heaps. The same option may occur twice.
    fn each_option(&self, heap: u64, see: &mut dyn FnMut(&[u64]));

    /// A bound on the number of options of a heap.
    fn most_options(&self, heap: u64) -> usize;

    /// The largest heap; `None` if there is no largest heap.
    fn last_heap(&self) -> Option<u64>;

    /// The data of the periodicity theorem: see
    /// [`MiserePeriod::bound`](crate::MiserePeriod::bound). `None` if no theorem applies to the
    /// game.
    fn periodicity(&self) -> Option<Periodicity>;
}

/// The data of a game for the periodicity theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The largest number of tokens that a move takes.
    pub length: u64,
    /// The largest number of heaps that a move leaves.
    pub parts: u32,
}

impl HeapGame for Rules {
    fn each_option(&self, heap: u64, see: &mut dyn FnMut(&[u64])) {
        Rules::each_option(self, heap, see);
    }

    fn most_options(&self, heap: u64) -> usize {
        Rules::most_options(self, heap)
    }

    fn last_heap(&self) -> Option<u64> {
        None
    }

    fn periodicity(&self) -> Option<Periodicity> {
        let code = self.code()?;
        let length = code.length()? as u64;
        Some(Periodicity { length, parts: Code::most_parts(code).max(1) })
    }
}

/// The positions that can be reached from some positions of an impartial ruleset. They are numbered
/// so that every option has smaller numbers: heaps of a finite game.
///
/// ```
/// use cg_misere::Closure;
/// use cg_octal::{Heaps, Rules};
///
/// let kayles: Rules = "Kayles".parse()?;
/// let closure = Closure::new(&kayles, &[Heaps::from([7])], 1000, &Default::default())
///     .expect("the limit is not reached").expect("rules of heaps cannot fail");
/// assert_eq!(closure.len(), 8);
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Closure<P> {
    positions: Vec<Option<P>>,
    options: Vec<Vec<Box<[u64]>>>,
    numbers: HashMap<P, u64, FxBuildHasher>,
    /// About the number of bytes of everything.
    held: usize,
}

/// About the bytes of a position and of what the rules remember about it.
const BYTES_OF_POSITION: usize = 400;

/// A position in work: its options as parts, and the number of numbered parts.
struct Level<P> {
    position: P,
    options: Vec<Vec<P>>,
    at: (usize, usize),
}

impl<P: Clone + Eq + std::hash::Hash> Closure<P> {
    /// The closure of `positions`, with at most `most` positions. If a position splits into
    /// components, only its components are numbered.
    ///
    /// # Errors
    /// More than `most` positions; the limits of `watch`; inside the result, errors of the rules.
    pub fn new<R: Ruleset<Position = P>>(
        rules: &R,
        positions: &[P],
        most: usize,
        watch: &Watch,
    ) -> Result<std::result::Result<Self, R::Error>> {
        let mut closure = Closure {
            positions: vec![None],
            options: vec![Vec::new()],
            numbers: HashMap::default(),
            held: 0,
        };
        for position in positions {
            match closure.add(rules, position, most, watch) {
                Ok(()) => {}
                Err(Stopped::Rules(error)) => return Ok(Err(error)),
                Err(Stopped::Here(error)) => return Err(error),
            }
        }
        Ok(Ok(closure))
    }

    fn add<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        most: usize,
        watch: &Watch,
    ) -> std::result::Result<(), Stopped<R::Error>> {
        let mut levels: Vec<Level<P>> = Vec::new();
        // The number of bytes in the levels.
        let mut waiting = 0;
        let roots = parts(rules, position.clone()).map_err(Stopped::Rules)?;
        for root in roots {
            if self.is_new(rules, &root).map_err(Stopped::Rules)? {
                let level = Level::new(rules, root).map_err(Stopped::Rules)?;
                waiting += level.bytes();
                levels.push(level);
            }
            loop {
                let in_work = levels.len();
                let Some(level) = levels.last_mut() else {
                    break;
                };
                watch.work(16, || self.held + waiting).map_err(Stopped::Here)?;
                if self.positions.len() + in_work > most {
                    let limit = format!("{most} positions");
                    return Err(Stopped::Here(MisereError::limit("the closure", limit)));
                }
                if let Some(part) = level.next() {
                    if self.is_new(rules, &part).map_err(Stopped::Rules)? {
                        let level = Level::new(rules, part).map_err(Stopped::Rules)?;
                        waiting += level.bytes();
                        levels.push(level);
                    }
                    continue;
                }
                let done = levels.pop().expect("the level was there above");
                waiting -= done.bytes();
                if !self.numbers.contains_key(&done.position) {
                    self.number(rules, done).map_err(Stopped::Rules)?;
                }
            }
        }
        Ok(())
    }

    /// Numbers a position whose options are numbered.
    fn number<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        done: Level<P>,
    ) -> std::result::Result<(), R::Error> {
        let mut options = Vec::new();
        for option in &done.options {
            let mut heaps = Vec::new();
            for part in option {
                match self.numbers.get(part) {
                    Some(&number) => heaps.push(number),
                    None => debug_assert!(rules.known(part)? == Some(Known::Ended)),
                }
            }
            heaps.sort_unstable();
            options.push(heaps.into_boxed_slice());
        }
        options.arrange();
        options.dedup();
        self.numbers.insert(done.position.clone(), self.positions.len() as u64);
        self.positions.push(Some(done.position));
        self.held += BYTES_OF_POSITION + 4 * size_of::<P>();
        self.held += options.iter().map(|heaps| 40 + 8 * heaps.len()).sum::<usize>();
        self.options.push(options);
        Ok(())
    }

    fn is_new<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        part: &P,
    ) -> std::result::Result<bool, R::Error> {
        Ok(!self.numbers.contains_key(part) && rules.known(part)? != Some(Known::Ended))
    }

    /// The number of heaps, including the empty one.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is only the empty heap.
    pub fn is_empty(&self) -> bool {
        self.positions.len() == 1
    }

    /// The position of a heap; `None` for the empty one.
    pub fn position(&self, heap: u64) -> Option<&P> {
        self.positions.get(usize::try_from(heap).ok()?)?.as_ref()
    }

    /// The heaps whose sum is `position`, if it is in the closure.
    ///
    /// # Errors
    /// Errors of the rules.
    pub fn heaps<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        position: P,
    ) -> std::result::Result<Option<Vec<u64>>, R::Error> {
        let mut heaps = Vec::new();
        for part in parts(rules, position)? {
            match self.numbers.get(&part) {
                Some(&heap) => heaps.push(heap),
                None if rules.known(&part)? == Some(Known::Ended) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(heaps))
    }
}

enum Stopped<E> {
    Rules(E),
    Here(MisereError),
}

/// The components of a position. Signs have no meaning in an impartial game.
fn parts<R: Ruleset>(
    rules: &R,
    position: R::Position,
) -> std::result::Result<Vec<R::Position>, R::Error> {
    let mut parts: Vec<(R::Position, Sign)> = Vec::new();
    rules.split(position, &mut parts)?;
    Ok(parts.into_iter().map(|(part, _)| rules.normal(part).0).collect())
}

impl<P: Clone> Level<P> {
    fn new<R: Ruleset<Position = P>>(
        rules: &R,
        position: P,
    ) -> std::result::Result<Self, R::Error> {
        let mut moves = Vec::new();
        rules.moves(&position, Player::Left, &mut moves)?;
        let options = moves.into_iter().map(|option| parts(rules, option));
        let options = options.collect::<std::result::Result<_, _>>()?;
        Ok(Level { position, options, at: (0, 0) })
    }

    /// About the number of bytes held.
    fn bytes(&self) -> usize {
        let parts: usize = self.options.iter().map(Vec::len).sum();
        BYTES_OF_POSITION + self.options.len() * 40 + parts * (BYTES_OF_POSITION / 2)
    }

    /// The next part of an option.
    fn next(&mut self) -> Option<P> {
        loop {
            let (option, part) = self.at;
            let found = self.options.get(option)?.get(part);
            self.at = if found.is_some() { (option, part + 1) } else { (option + 1, 0) };
            if let Some(found) = found {
                return Some(found.clone());
            }
        }
    }
}

impl<P> HeapGame for Closure<P> {
    fn each_option(&self, heap: u64, see: &mut dyn FnMut(&[u64])) {
        let at = usize::try_from(heap).expect("a heap of the closure is in memory");
        self.options[at].iter().for_each(|option| see(option));
    }

    fn most_options(&self, heap: u64) -> usize {
        self.options[usize::try_from(heap).expect("a heap of the closure is in memory")].len()
    }

    fn last_heap(&self) -> Option<u64> {
        Some(self.options.len() as u64 - 1)
    }

    fn periodicity(&self) -> Option<Periodicity> {
        None
    }
}
