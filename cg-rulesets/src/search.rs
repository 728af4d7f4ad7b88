//! Who wins a sum of positions, by search, in normal and in misère play.
//!
//! Each component is interned once, with its moves, as a number; a sum is a sorted
//! list of such numbers. A sum is always seen by its mover, who plays Left: where
//! Right moves, the negative is kept. So one table serves both players, and the
//! search is depth-first on a stack of its own.

use std::hash::Hash;
use std::sync::Arc;

use cg_core::{Arrange, Outcome, Player};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use crate::{Convention, Known, Ruleset, Sign};

/// A component of a sum: the number of an interned position, and its sign in the
/// lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Component(u32);

impl Component {
    fn new(number: usize, sign: Sign) -> Self {
        let doubled = number.checked_mul(2).and_then(|doubled| u32::try_from(doubled).ok());
        let doubled = doubled.expect("2^31 positions with their moves fit no memory");
        Component(doubled | u32::from(sign == Sign::Minus))
    }

    fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn sign(self) -> Sign {
        if self.0 & 1 == 0 { Sign::Plus } else { Sign::Minus }
    }

    fn negative(self) -> Self {
        Component(self.0 ^ 1)
    }
}

/// Components, sorted.
type Sum = Box<[Component]>;

/// A position that is part of some sum.
#[derive(Clone, Debug)]
struct Interned<P> {
    position: P,
    /// The sums that Left and Right can move to, once they are asked for.
    moves: [Option<Arc<[Sum]>>; 2],
}

/// What the table says of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is on the stack of the search.
    Open,
    /// Who is to move wins.
    Won,
    /// Who is to move loses.
    Lost,
}

/// How much a search holds, for a caller that has limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Sums whose winner is known or sought.
    pub positions: usize,
    /// Bytes of all that is remembered, about.
    pub bytes: usize,
}

/// Finds who wins sums of positions, and remembers what it finds.
///
/// It works for impartial and for partizan rulesets, under either [`Convention`]. All
/// calls of one search must be given the same rules.
///
/// ```
/// use std::convert::Infallible;
/// use cg_core::{Outcome, Player};
/// use cg_rulesets::{Convention, OutcomeSearch, Ruleset, Sign};
///
/// /// A heap of Nim.
/// struct Heap;
///
/// impl Ruleset for Heap {
///     type Position = u8;
///     type Error = Infallible;
///     fn moves(&self, heap: &u8, _: Player, out: &mut impl Extend<u8>) -> Result<(), Infallible> {
///         out.extend(0..*heap);
///         Ok(())
///     }
///     fn is_impartial(&self) -> bool {
///         true
///     }
/// }
///
/// let heaps = [1, 1, 1].map(|heap| (heap, Sign::Plus));
/// let mut misere = OutcomeSearch::new(Convention::Misere);
/// assert_eq!(misere.outcome(&Heap, &heaps)?, Some(Outcome::Previous));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OutcomeSearch<P> {
    convention: Convention,
    numbers: HashMap<P, usize, FxBuildHasher>,
    interned: Vec<Interned<P>>,
    verdicts: HashMap<Sum, Verdict, FxBuildHasher>,
    bytes: usize,
}

/// A sum in work: the place in its moves where the search stands.
struct Level {
    sum: Sum,
    component: usize,
    option: usize,
    can_move: bool,
}

impl<P: Clone + Eq + Hash> OutcomeSearch<P> {
    /// A search that knows nothing yet.
    pub fn new(convention: Convention) -> Self {
        OutcomeSearch {
            convention,
            numbers: HashMap::default(),
            interned: Vec::new(),
            verdicts: HashMap::default(),
            bytes: 0,
        }
    }

    /// The convention under which it searches.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Forgets everything, which frees the memory.
    pub fn forget(&mut self) {
        *self = Self::new(self.convention);
    }

    /// How much it holds.
    pub fn footprint(&self) -> Footprint {
        Footprint { positions: self.verdicts.len(), bytes: self.bytes }
    }

    /// The outcome of a sum, without limits. It is `None` if a position comes back.
    ///
    /// # Errors
    /// Those of the rules.
    pub fn outcome<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        sum: &[(P, Sign)],
    ) -> Result<Option<Outcome>, R::Error> {
        self.outcome_within(rules, sum, &mut |_| Ok(()))
    }

    /// The outcome of a sum. It is `None` if a position comes back. Before each step `look` gets the
    /// size of the search. If it fails, the search ends with its error, and keeps its findings.
    ///
    /// # Errors
    /// Those of the rules and of `look`.
    pub fn outcome_within<R: Ruleset<Position = P, Error: Into<E>>, E>(
        &mut self,
        rules: &R,
        sum: &[(P, Sign)],
        look: &mut impl FnMut(Footprint) -> Result<(), E>,
    ) -> Result<Option<Outcome>, E> {
        let left = self.wins(rules, sum, Player::Left, look)?;
        let right =
            if rules.is_impartial() { left } else { self.wins(rules, sum, Player::Right, look)? };
        Ok(left.zip(right).map(|(left, right)| Outcome::from_first_moves(left, right)))
    }

    /// Whether `mover`, who is to move, wins a sum; `look` as in
    /// [`OutcomeSearch::outcome_within`]. `None` where a position comes back: the search is for games
    /// that end.
    ///
    /// # Errors
    /// Those of the rules and of `look`.
    pub fn wins<R: Ruleset<Position = P, Error: Into<E>>, E>(
        &mut self,
        rules: &R,
        sum: &[(P, Sign)],
        mover: Player,
        look: &mut impl FnMut(Footprint) -> Result<(), E>,
    ) -> Result<Option<bool>, E> {
        let mut components = Vec::new();
        for (position, sign) in sum {
            self.intern(rules, position.clone(), *sign, &mut components).map_err(Into::into)?;
        }
        if mover == Player::Right {
            self.negate(rules, &mut components);
        }
        let start = self.finish(rules, components);
        let mut levels = Vec::new();
        let result = self.search(rules, start, &mut levels, look);
        // Of the sums in work nothing is known, if the search ended before its end.
        for level in levels {
            self.verdicts.remove(&level.sum);
        }
        result
    }

    fn search<R: Ruleset<Position = P, Error: Into<E>>, E>(
        &mut self,
        rules: &R,
        start: Sum,
        levels: &mut Vec<Level>,
        look: &mut impl FnMut(Footprint) -> Result<(), E>,
    ) -> Result<Option<bool>, E> {
        // The verdict of the sum that was looked at last.
        let mut found = self.enter(start, levels);
        loop {
            look(self.footprint())?;
            if found == Some(Verdict::Open) {
                return Ok(None);
            }
            let Some(level) = levels.last_mut() else {
                let found = found.expect("a sum leaves the stack only when its winner is known");
                return Ok(Some(found == Verdict::Won));
            };
            let wins = if found == Some(Verdict::Lost) {
                // The opponent loses after this move.
                true
            } else {
                if found.is_some() {
                    level.option += 1;
                }
                match self.next_option(rules, level).map_err(Into::into)? {
                    Some(option) => {
                        found = self.enter(option, levels);
                        continue;
                    }
                    None => !level.can_move && self.convention.stuck_player_wins(),
                }
            };
            let level = levels.pop().expect("the level was there above");
            let verdict = if wins { Verdict::Won } else { Verdict::Lost };
            self.verdicts.insert(level.sum, verdict);
            found = Some(verdict);
        }
    }

    /// What is known of a sum, or the sum as a new level.
    fn enter(&mut self, sum: Sum, levels: &mut Vec<Level>) -> Option<Verdict> {
        match self.verdicts.entry(sum) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                // The list, its place in the table, and the free places beside it.
                self.bytes +=
                    size_of_val::<[Component]>(entry.key()) + 2 * size_of::<(Sum, Verdict)>();
                let sum = entry.key().clone();
                entry.insert(Verdict::Open);
                levels.push(Level { sum, component: 0, option: 0, can_move: false });
                None
            }
        }
    }

    /// The sum after the move at which a level stands, seen by the player who moves
    /// next; `None` after the last move.
    fn next_option<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        level: &mut Level,
    ) -> Result<Option<Sum>, R::Error> {
        while let Some(&component) = level.sum.get(level.component) {
            let moves = self.moves(rules, component)?;
            let Some(moved) = moves.get(level.option) else {
                // Equal components have equal moves.
                let equal = level.sum[level.component..].iter().take_while(|&&c| c == component);
                level.component += equal.count();
                level.option = 0;
                continue;
            };
            level.can_move = true;
            let mut after = Vec::with_capacity(level.sum.len() - 1 + moved.len());
            after.extend_from_slice(&level.sum[..level.component]);
            after.extend_from_slice(&level.sum[level.component + 1..]);
            match component.sign() {
                Sign::Plus => after.extend_from_slice(moved),
                // Moves are kept for the position itself.
                Sign::Minus => after.extend(moved.iter().map(|part| self.minus(rules, *part))),
            }
            self.negate(rules, &mut after);
            return Ok(Some(self.finish(rules, after)));
        }
        Ok(None)
    }

    /// The sums to which Left can move in a component, or, for a negative one, the
    /// negatives of those.
    fn moves<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        component: Component,
    ) -> Result<Arc<[Sum]>, R::Error> {
        let player = component.sign().player(Player::Left);
        let side = player as usize;
        if let Some(moves) = &self.interned[component.number()].moves[side] {
            return Ok(Arc::clone(moves));
        }
        let position = self.interned[component.number()].position.clone();
        let mut positions = Vec::new();
        rules.moves(&position, player, &mut positions)?;
        let mut sums = Vec::with_capacity(positions.len());
        for position in positions {
            let mut components = Vec::new();
            self.intern(rules, position, Sign::Plus, &mut components)?;
            sums.push(self.finish(rules, components));
        }
        sums.sort_unstable();
        sums.dedup();
        self.bytes += sums
            .iter()
            .map(|sum| size_of::<Sum>() + size_of_val::<[Component]>(sum))
            .sum::<usize>();
        let sums: Arc<[Sum]> = sums.into();
        self.interned[component.number()].moves[side] = Some(Arc::clone(&sums));
        Ok(sums)
    }

    /// Adds the components of a position to `components`. Those in which nobody can
    /// move are left out.
    fn intern<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: P,
        sign: Sign,
        components: &mut Vec<Component>,
    ) -> Result<(), R::Error> {
        let mut parts = Vec::new();
        rules.split(position, &mut parts)?;
        for (part, part_sign) in parts {
            let (part, normal_sign) = rules.normal(part);
            let number = match self.numbers.get(&part) {
                Some(&number) => number,
                None if rules.known(&part)? == Some(Known::Ended) => continue,
                None => {
                    let number = self.interned.len();
                    self.interned.push(Interned { position: part.clone(), moves: [None, None] });
                    self.numbers.insert(part, number);
                    self.bytes += size_of::<Interned<P>>() + 2 * size_of::<(P, usize)>();
                    number
                }
            };
            let sign =
                if rules.is_impartial() { Sign::Plus } else { sign * part_sign * normal_sign };
            components.push(Component::new(number, sign));
        }
        Ok(())
    }

    /// The negative of a component; an impartial game is its own.
    fn minus<R: Ruleset>(&self, rules: &R, component: Component) -> Component {
        if rules.is_impartial() { component } else { component.negative() }
    }

    fn negate<R: Ruleset>(&self, rules: &R, components: &mut [Component]) {
        if !rules.is_impartial() {
            for component in components {
                *component = component.negative();
            }
        }
    }

    /// Components as the table keeps them: sorted, and in normal play without pairs
    /// whose sum is 0.
    fn finish<R: Ruleset>(&self, rules: &R, mut components: Vec<Component>) -> Sum {
        components.arrange();
        if self.convention == Convention::Normal {
            let mut kept: Vec<Component> = Vec::with_capacity(components.len());
            for component in components {
                // A position and its negative have the same number, so they are neighbours.
                if kept.last() == Some(&self.minus(rules, component)) {
                    kept.pop();
                } else {
                    kept.push(component);
                }
            }
            components = kept;
        }
        components.into()
    }
}
