//! Impartial games with entailing moves, by sets of nimbers.
//!
//! A(P) is the set of the k such that P + `*k` is won by a move in P. An ordinary move to Q puts the
//! nimber of Q in it. A move that *entails* Q makes the opponent answer in Q: it wins exactly for the k
//! that are not in A(Q). After a move to Q with another turn (*again*) the same player moves anywhere:
//! that wins for all k but the nimber of Q. The value of P is the least k that is not in A(P). When
//! there is none, P is *loony*: who moves wins, whatever nimber is beside it. The theory is in Winning
//! Ways, chapter 12, and in Larsson, Nowakowski and Santos, *Impartial games with entailing moves*.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use cg_core::{Limits, Meter};
use rustc_hash::FxBuildHasher;

use crate::{Result, UniverseError};

/// What an impartial position with entailing moves is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntailingValue {
    /// A heap of Nim.
    Nimber(u32),
    /// Who moves wins, whatever is beside it.
    Loony,
}

impl EntailingValue {
    /// The value of a sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nimber(a), Self::Nimber(b)) => Self::Nimber(a ^ b),
            _ => Self::Loony,
        }
    }
}

impl fmt::Display for EntailingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(0) => f.write_str("0"),
            Self::Nimber(1) => f.write_str("*"),
            Self::Nimber(n) => write!(f, "*{n}"),
            Self::Loony => f.write_str("loony"),
        }
    }
}

/// A move of an impartial game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntailingMove<P> {
    /// To a sum of positions.
    To(Vec<P>),
    /// To a position in which the opponent must answer.
    Entails(P),
    /// To a sum of positions, and the same player moves again.
    Again(Vec<P>),
}

/// An impartial game with entailing moves. Every line of play ends.
pub trait Entailing {
    /// A position.
    type Position: Clone + Eq + Hash;

    /// Hands all moves of a position to `out`.
    fn each_move(&self, position: &Self::Position, out: &mut Vec<EntailingMove<Self::Position>>);
}

/// A set of nimbers: those that are listed, or all others.
#[derive(Clone, Debug, Default)]
struct Nimbers {
    listed: BTreeSet<u32>,
    all_but: bool,
}

impl Nimbers {
    fn all_but(listed: impl IntoIterator<Item = u32>) -> Self {
        Nimbers { listed: listed.into_iter().collect(), all_but: true }
    }

    fn only(one: u32) -> Self {
        Nimbers { listed: BTreeSet::from([one]), all_but: false }
    }

    fn complement(&self) -> Self {
        Nimbers { listed: self.listed.clone(), all_but: !self.all_but }
    }

    fn join(&mut self, other: &Nimbers) {
        let (ours, theirs) = (&self.listed, &other.listed);
        let listed = match (self.all_but, other.all_but) {
            (false, false) => ours | theirs,
            (true, true) => ours & theirs,
            (true, false) => ours - theirs,
            (false, true) => theirs - ours,
        };
        *self = Nimbers { listed, all_but: self.all_but || other.all_but };
    }

    /// The least that is not in it.
    fn value(&self) -> EntailingValue {
        let least = match self.all_but {
            true => self.listed.first().copied(),
            false => (0..).find(|n| !self.listed.contains(n)),
        };
        least.map_or(EntailingValue::Loony, EntailingValue::Nimber)
    }
}

/// Finds the values of positions, and remembers them.
///
/// ```
/// use cg_core::Limits;
/// use cg_universes::{Entailing, EntailingMove, EntailingSolver, EntailingValue};
///
/// /// Take a coin, so that the opponent must answer in what is left, or split the stack.
/// struct TopEntails;
///
/// impl Entailing for TopEntails {
///     type Position = u32;
///     fn each_move(&self, &n: &u32, out: &mut Vec<EntailingMove<u32>>) {
///         out.extend((n > 0).then(|| EntailingMove::Entails(n - 1)));
///         out.extend((1..=n / 2).map(|k| EntailingMove::To(vec![k, n - k])));
///     }
/// }
///
/// let mut solver = EntailingSolver::new(TopEntails, Limits::default());
/// assert_eq!(solver.value(&3)?, EntailingValue::Loony);
/// assert_eq!(solver.value(&24)?, EntailingValue::Nimber(7));
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Debug)]
pub struct EntailingSolver<R: Entailing> {
    rules: R,
    known: HashMap<R::Position, (Nimbers, EntailingValue), FxBuildHasher>,
    /// Nimbers that are listed in all sets together.
    listed: usize,
    meter: Meter,
}

impl<R: Entailing> EntailingSolver<R> {
    /// Knows nothing yet.
    pub fn new(rules: R, limits: Limits) -> Self {
        EntailingSolver { rules, known: HashMap::default(), listed: 0, meter: Meter::new(limits) }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// A position that comes back; limits.
    pub fn value(&mut self, position: &R::Position) -> Result<EntailingValue> {
        // Each position with its moves; those that wait are marked.
        let mut open = vec![position.clone()];
        let mut waiting = rustc_hash::FxHashSet::default();
        let mut moves = Vec::new();
        while let Some(position) = open.last().cloned() {
            if self.known.contains_key(&position) {
                open.pop();
                continue;
            }
            moves.clear();
            self.rules.each_move(&position, &mut moves);
            let before = open.len();
            for one in &moves {
                let to = match one {
                    EntailingMove::To(parts) | EntailingMove::Again(parts) => &parts[..],
                    EntailingMove::Entails(part) => std::slice::from_ref(part),
                };
                for part in to.iter().filter(|part| !self.known.contains_key(part)) {
                    if *part == position || waiting.contains(part) {
                        let problem = "a position comes back: its play need not end";
                        return Err(UniverseError::Refused(problem.into()));
                    }
                    open.push(part.clone());
                }
            }
            if open.len() > before {
                waiting.insert(position);
            } else {
                waiting.remove(&position);
                let set = self.winning(&moves);
                let value = set.value();
                self.listed += set.listed.len();
                self.known.insert(position, (set, value));
                open.pop();
            }
            if self.meter.due() {
                let entry = size_of::<(R::Position, (Nimbers, EntailingValue))>() + 1;
                let memory = self.known.capacity() * entry + self.listed * 2 * size_of::<u32>();
                self.meter.look(self.known.len(), memory)?;
            }
        }
        Ok(self.known[position].1)
    }

    /// The nimbers beside which a move wins.
    fn winning(&self, moves: &[EntailingMove<R::Position>]) -> Nimbers {
        let sum = |parts: &[R::Position]| {
            let values = parts.iter().map(|part| self.known[part].1);
            values.fold(EntailingValue::Nimber(0), EntailingValue::plus)
        };
        let mut winning = Nimbers::default();
        for one in moves {
            let won = match one {
                EntailingMove::To(parts) => match sum(parts) {
                    EntailingValue::Nimber(n) => Nimbers::only(n),
                    EntailingValue::Loony => continue,
                },
                EntailingMove::Entails(part) => self.known[part].0.complement(),
                EntailingMove::Again(parts) => match sum(parts) {
                    EntailingValue::Nimber(n) => Nimbers::all_but([n]),
                    EntailingValue::Loony => Nimbers::all_but([]),
                },
            };
            winning.join(&won);
        }
        winning
    }
}

/// Strings and coins: a cut that frees a coin lets the same player move again. As a game of the last
/// move it is Nimstring. Positions are the strings that are left, as bits.
#[derive(Clone, Debug)]
pub struct StringsAndCoins {
    /// The strings that hold each coin, as bits.
    coins: Vec<u64>,
}

impl StringsAndCoins {
    /// A graph: each string ties two coins, or a coin to the ground (`None`).
    ///
    /// # Errors
    /// More than 64 strings.
    pub fn new(strings: &[[Option<usize>; 2]]) -> Result<Self> {
        if strings.len() > 64 {
            let problem = format!("{} strings are too many: at most 64", strings.len());
            return Err(UniverseError::Refused(problem));
        }
        let mut coins = Vec::new();
        for (at, ends) in strings.iter().enumerate() {
            for &coin in ends.iter().flatten() {
                if coins.len() <= coin {
                    coins.resize(coin + 1, 0);
                }
                coins[coin] |= 1 << at;
            }
        }
        Ok(StringsAndCoins { coins })
    }
}

impl Entailing for StringsAndCoins {
    type Position = u64;

    fn each_move(&self, &left: &u64, out: &mut Vec<EntailingMove<u64>>) {
        for string in (0..64).map(|at| 1 << at).filter(|string| left & string != 0) {
            let after = left & !string;
            let frees = self.coins.iter().any(|&coin| coin & left == string);
            out.push(match frees {
                true => EntailingMove::Again(vec![after]),
                false => EntailingMove::To(vec![after]),
            });
        }
    }
}
