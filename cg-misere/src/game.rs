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

/// The positions that can be reached from some positions of a ruleset. They are numbered so that every
/// option has smaller numbers: heaps of a finite game.
///
/// [`Closure::new`] takes the game to be impartial, [`Closure::partizan`] does not. There a heap is a position
/// or its negative, in which the players are exchanged.
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
    components: Vec<Option<(P, Sign)>>,
    /// The options of Left and of Right; Right's are missing in an impartial game.
    options: [Vec<Options>; 2],
    is_partizan: bool,
    numbers: HashMap<(P, Sign), u64, FxBuildHasher>,
    /// About the number of bytes of everything.
    held: usize,
}

/// The options of a heap, each a sorted list of heaps.
type Options = Vec<Box<[u64]>>;

/// About the bytes of a position and of what the rules remember about it.
const BYTES_OF_POSITION: usize = 400;

/// A position in work: its options as parts, and the number of numbered parts.
struct Level<P> {
    component: (P, Sign),
    options: Vec<(Player, Vec<(P, Sign)>)>,
    at: (usize, usize),
}

impl<P: Clone + Eq + std::hash::Hash> Closure<P> {
    /// The closure of `positions` of an impartial game, with at most `most` positions. If a position splits
    /// into components, only its components are numbered.
    ///
    /// # Errors
    /// More than `most` positions; the limits of `watch`; inside the result, errors of the rules.
    pub fn new<R: Ruleset<Position = P>>(
        rules: &R,
        positions: &[P],
        most: usize,
        watch: &Watch,
    ) -> Result<std::result::Result<Self, R::Error>> {
        Self::of(rules, positions, most, watch, false)
    }

    /// The same of a game in which the players may have different moves.
    ///
    /// # Errors
    /// Those of [`Closure::new`].
    pub fn partizan<R: Ruleset<Position = P>>(
        rules: &R,
        positions: &[P],
        most: usize,
        watch: &Watch,
    ) -> Result<std::result::Result<Self, R::Error>> {
        Self::of(rules, positions, most, watch, true)
    }

    fn of<R: Ruleset<Position = P>>(
        rules: &R,
        positions: &[P],
        most: usize,
        watch: &Watch,
        is_partizan: bool,
    ) -> Result<std::result::Result<Self, R::Error>> {
        let mut closure = Closure {
            components: vec![None],
            options: [vec![Vec::new()], vec![Vec::new()]],
            is_partizan,
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
        let roots = self.parts(rules, position.clone(), Sign::Plus).map_err(Stopped::Rules)?;
        for root in roots {
            if self.is_new(rules, &root).map_err(Stopped::Rules)? {
                let level = self.level(rules, root).map_err(Stopped::Rules)?;
                waiting += level.bytes();
                levels.push(level);
            }
            loop {
                let in_work = levels.len();
                let Some(level) = levels.last_mut() else {
                    break;
                };
                watch.work(16, || self.held + waiting).map_err(Stopped::Here)?;
                if self.components.len() + in_work > most {
                    let limit = format!("{most} positions");
                    return Err(Stopped::Here(MisereError::limit("the closure", limit)));
                }
                if let Some(part) = level.next() {
                    if self.is_new(rules, &part).map_err(Stopped::Rules)? {
                        let level = self.level(rules, part).map_err(Stopped::Rules)?;
                        waiting += level.bytes();
                        levels.push(level);
                    }
                    continue;
                }
                let done = levels.pop().expect("the level was there above");
                waiting -= done.bytes();
                if !self.numbers.contains_key(&done.component) {
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
        let mut options = [Vec::new(), Vec::new()];
        for (player, option) in &done.options {
            let mut heaps = Vec::new();
            for part in option {
                match self.numbers.get(part) {
                    Some(&number) => heaps.push(number),
                    None => debug_assert!(rules.known(&part.0)? == Some(Known::Ended)),
                }
            }
            heaps.sort_unstable();
            options[*player as usize].push(heaps.into_boxed_slice());
        }
        self.numbers.insert(done.component.clone(), self.components.len() as u64);
        self.components.push(Some(done.component));
        self.held += BYTES_OF_POSITION + 4 * size_of::<P>();
        for (mut found, all) in options.into_iter().zip(&mut self.options) {
            found.arrange();
            found.dedup();
            self.held += found.iter().map(|heaps| 40 + 8 * heaps.len()).sum::<usize>();
            all.push(found);
        }
        Ok(())
    }

    fn is_new<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        part: &(P, Sign),
    ) -> std::result::Result<bool, R::Error> {
        Ok(!self.numbers.contains_key(part) && rules.known(&part.0)? != Some(Known::Ended))
    }

    /// The number of heaps, including the empty one.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Whether there is only the empty heap.
    pub fn is_empty(&self) -> bool {
        self.components.len() == 1
    }

    /// The position of a heap, and whether the players are exchanged in it; `None` for the empty heap.
    pub fn component(&self, heap: u64) -> Option<&(P, Sign)> {
        self.components.get(usize::try_from(heap).ok()?)?.as_ref()
    }

    /// The options of a player in a heap, each a sorted list of heaps.
    pub(crate) fn options(&self, heap: u64, player: Player) -> &[Box<[u64]>] {
        let side = if self.is_partizan { player } else { Player::Left };
        &self.options[side as usize][usize::try_from(heap).expect(IN_MEMORY)]
    }

    /// The components of a position. Signs have no meaning in an impartial game.
    fn parts<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        position: P,
        sign: Sign,
    ) -> std::result::Result<Vec<(P, Sign)>, R::Error> {
        let mut parts: Vec<(P, Sign)> = Vec::new();
        rules.split(position, &mut parts)?;
        let normal = |(part, of_part): (P, Sign)| {
            let (part, of_normal) = rules.normal(part);
            let sign = if self.is_partizan { sign * of_part * of_normal } else { Sign::Plus };
            (part, sign)
        };
        Ok(parts.into_iter().map(normal).collect())
    }

    fn level<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        component: (P, Sign),
    ) -> std::result::Result<Level<P>, R::Error> {
        let (position, sign) = &component;
        let mut options = Vec::new();
        for player in Player::BOTH.into_iter().take(if self.is_partizan { 2 } else { 1 }) {
            let mover = if *sign == Sign::Plus { player } else { player.opponent() };
            let mut moves = Vec::new();
            rules.moves(position, mover, &mut moves)?;
            for option in moves {
                options.push((player, self.parts(rules, option, *sign)?));
            }
        }
        Ok(Level { component, options, at: (0, 0) })
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
        for part in self.parts(rules, position, Sign::Plus)? {
            match self.numbers.get(&part) {
                Some(&heap) => heaps.push(heap),
                None if rules.known(&part.0)? == Some(Known::Ended) => {}
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

impl<P: Clone> Level<P> {
    /// About the number of bytes held.
    fn bytes(&self) -> usize {
        let parts: usize = self.options.iter().map(|(_, parts)| parts.len()).sum();
        BYTES_OF_POSITION + self.options.len() * 40 + parts * (BYTES_OF_POSITION / 2)
    }

    /// The next part of an option.
    fn next(&mut self) -> Option<(P, Sign)> {
        loop {
            let (option, part) = self.at;
            let found = self.options.get(option)?.1.get(part);
            self.at = if found.is_some() { (option, part + 1) } else { (option + 1, 0) };
            if let Some(found) = found {
                return Some(found.clone());
            }
        }
    }
}

const IN_MEMORY: &str = "a heap of the closure is in memory";

impl<P: Clone + Eq + std::hash::Hash> HeapGame for Closure<P> {
    fn each_option(&self, heap: u64, see: &mut dyn FnMut(&[u64])) {
        self.options(heap, Player::Left).iter().for_each(|option| see(option));
    }

    fn most_options(&self, heap: u64) -> usize {
        self.options(heap, Player::Left).len()
    }

    fn last_heap(&self) -> Option<u64> {
        Some(self.components.len() as u64 - 1)
    }

    fn periodicity(&self) -> Option<Periodicity> {
        None
    }
}
