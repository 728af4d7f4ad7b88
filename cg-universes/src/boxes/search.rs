//! The search for the net of a position.

use cg_core::{LimitReached, Limits, Meter};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::DotsAndBoxes;
use super::graph::{BoxGraph, Chains, Takeable};
use crate::{Result, UniverseError};

/// What tells positions apart. An entry of the table with such a key has 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// The two halves of the lines that are drawn. Those of chains apart count as drawn.
    drawn: [u32; 2],
    /// The number of the kinds of these chains.
    kinds: u32,
}

impl Key {
    fn new(drawn: u64, kinds: u32) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "each half keeps its bits")]
        Key { drawn: [drawn as u32, (drawn >> 32) as u32], kinds }
    }
}

/// The kinds of some chains, in their order.
type Kinds = SmallVec<[u8; 16]>;

/// The least and the most that a net can be.
type Bounds = (i8, i8);

/// Finds the nets of the positions of one or more boards, and remembers them.
///
/// The *net* of a position is the number of boxes that the player to move gets from now on, less those of
/// the other player. A position is the set of the lines that are drawn, as bits; the lines of each board come
/// behind those of the boards before it.
///
/// ```
/// use cg_core::Limits;
/// use cg_universes::{BoxesSolver, DotsAndBoxes};
/// // Two boards of one box each: each player gets a box.
/// let board = DotsAndBoxes::new(1, 1)?;
/// let mut solver = BoxesSolver::new([&board, &board], Limits::default())?;
/// assert_eq!(solver.net(0)?, 0);
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Debug)]
pub struct BoxesSolver {
    graph: BoxGraph,
    known: FxHashMap<Key, Bounds>,
    /// The numbers of chains and loops that no other box touches, by their sizes.
    kinds: FxHashMap<Kinds, u32>,
    meter: Meter,
}

impl BoxesSolver {
    /// A solver that knows nothing yet.
    ///
    /// # Errors
    /// The boards have more than 64 lines.
    pub fn new<'b>(
        boards: impl IntoIterator<Item = &'b DotsAndBoxes>,
        limits: Limits,
    ) -> Result<Self> {
        let mut all: Option<BoxGraph> = None;
        for board in boards {
            let lines = all.as_ref().map_or(0, |all| all.lines) + board.graph.lines;
            if lines > 64 {
                let problem =
                    format!("the boards have {lines} lines together: at most 64 are searched");
                return Err(UniverseError::Refused(problem));
            }
            all = Some(match all {
                None => board.graph.clone(),
                Some(before) => before.and(&board.graph),
            });
        }
        let graph = all.unwrap_or_default();
        Ok(BoxesSolver {
            graph,
            known: FxHashMap::default(),
            kinds: FxHashMap::default(),
            meter: Meter::new(limits),
        })
    }

    /// Sets the limits of the next questions. Their clock starts now.
    pub fn set_limits(&mut self, limits: Limits) {
        self.meter = Meter::new(limits);
    }

    /// Forgets what it knows.
    pub fn forget(&mut self) {
        self.known = FxHashMap::default();
    }

    /// A line that seems good: one that takes boxes, else one that gives none away, else one that opens the
    /// shortest chain. `None` if all lines are drawn.
    pub fn likely(&self, drawn: u64) -> Option<u32> {
        match self.graph.takeable(drawn).first() {
            Some(chain) => Some(chain.takes),
            None => self.graph.lines_to_try(drawn, &self.graph.chains(drawn)).first().copied(),
        }
    }

    /// About how many bytes it holds.
    pub fn memory(&self) -> usize {
        self.known.capacity() * (size_of::<(Key, Bounds)>() + 1)
    }

    /// The net of a position.
    ///
    /// # Errors
    /// Lines that the boards do not have; limits.
    pub fn net(&mut self, drawn: u64) -> Result<i8> {
        if drawn & !self.graph.all() != 0 {
            return Err(UniverseError::Refused("the board has fewer lines".into()));
        }
        let (mut least, mut most) = self.trivial(drawn);
        while least < most {
            // Nets of a position are all even or all odd.
            let asked = i8::midpoint(least, most);
            let asked = if (asked - least) % 2 == 0 { asked } else { asked - 1 };
            if self.at_least(drawn, asked + 2)? {
                least = asked + 2;
            } else {
                most = asked;
            }
        }
        Ok(least)
    }

    /// The lines that can be drawn, each with the net that it leads to for who draws it.
    ///
    /// # Errors
    /// Lines that the boards do not have; limits.
    pub fn moves(&mut self, drawn: u64) -> Result<Vec<(u32, i8)>> {
        let mut moves = Vec::new();
        for line in (0..self.graph.lines).filter(|line| drawn >> line & 1 == 0) {
            let taken = self.graph.completes(drawn, line);
            let after = self.net(drawn | 1 << line)?;
            moves.push((line, if taken > 0 { taken + after } else { -after }));
        }
        Ok(moves)
    }

    /// Whether the player who draws a line gets at least this net.
    ///
    /// # Errors
    /// Lines that the boards do not have; limits.
    pub fn reaches(&mut self, drawn: u64, line: u32, net: i8) -> Result<bool> {
        if (drawn | 1 << line) & !self.graph.all() != 0 {
            return Err(UniverseError::Refused("the board has fewer lines".into()));
        }
        match self.graph.completes(drawn, line) {
            0 => Ok(!self.at_least(drawn | 1 << line, 1 - net)?),
            taken => self.at_least(drawn | 1 << line, net - taken),
        }
    }

    /// What is known of a net by the boxes that are left.
    fn trivial(&self, drawn: u64) -> Bounds {
        let left = self.graph.boxes.iter().filter(|&&one| one & !drawn != 0).count();
        let left = i8::try_from(left).expect("there are fewer boxes than lines");
        (-left, left)
    }

    /// Whether the net of a position is at least so much. At most as deep as there are lines.
    fn at_least(&mut self, drawn: u64, asked: i8) -> Result<bool> {
        let (least, most) = self.trivial(drawn);
        if asked <= least || asked > most {
            return Ok(asked <= least);
        }
        let takeable = self.graph.takeable(drawn);
        if !takeable.is_empty() {
            return self.by_taking(drawn, &takeable, asked);
        }
        let chains = self.graph.chains(drawn);
        let key = self.key(drawn, &chains);
        let (mut least, mut most) = self.known.get(&key).copied().unwrap_or((least, most));
        if asked <= least || asked > most {
            return Ok(asked <= least);
        }
        if self.meter.due() {
            self.meter.look(self.known.len(), self.memory())?;
        }
        let mut holds = false;
        for line in self.graph.lines_to_try(drawn, &chains) {
            // To have at least so much, the other must not have more than its negative.
            if !self.at_least(drawn | 1 << line, 1 - asked)? {
                holds = true;
                break;
            }
        }
        if holds {
            least = asked;
        } else {
            most = asked - 1;
        }
        if self.known.len() as u64 >= self.meter.limits().games {
            return Err(LimitReached::Games { limit: self.meter.limits().games }.into());
        }
        self.known.insert(key, (least, most));
        Ok(holds)
    }

    /// The key of a position in which no box can be taken: where chains and loops lie that no other box touches
    /// does not matter.
    fn key(&mut self, drawn: u64, chains: &Chains) -> Key {
        let (mut kinds, mut with) = (Kinds::new(), drawn);
        for chain in chains.iter().filter(|chain| chain.apart) {
            kinds.push(chain.kind());
            with |= chain.lines;
        }
        kinds.sort_unstable();
        let next = u32::try_from(self.kinds.len()).expect("chains of few boxes have few kinds");
        Key::new(self.graph.normal(with), *self.kinds.entry(kinds).or_insert(next))
    }

    /// The same where boxes can be taken.
    fn by_taking(&mut self, drawn: u64, takeable: &[Takeable], asked: i8) -> Result<bool> {
        // Boxes that are no use to leave are taken first, then those of a loop: to leave two is cheaper
        // than to leave four.
        let kept = |chain: &&Takeable| (chain.leaves.is_some(), !chain.closed);
        let chain = takeable.iter().min_by_key(kept).expect("boxes can be taken");
        if takeable.len() == 1
            && let Some(line) = chain.leaves
            && !self.at_least(drawn | 1 << line, 1 - asked)?
        {
            return Ok(true);
        }
        let taken = self.graph.completes(drawn, chain.takes);
        self.at_least(drawn | 1 << chain.takes, asked - taken)
    }
}
