//! Values of impartial loopy games: loopy nim-values.
//!
//! The value of a position is a nimber `*m`, or ∞(K), where K is the set of the nim-values of its
//! options. A position has the nim-value m under two conditions. m is the least number that is not
//! the nim-value of an option. Each option without a nim-value, or with a larger one, has itself an
//! option with the nim-value m, so a move to it is answered by a move to m. A position without a
//! nim-value has the value ∞(K). (C. A. B. Smith, "Graphs and composite games", 1966; A. S.
//! Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", 1975; *Winning Ways*,
//! chapter 12.)

use std::collections::BTreeSet;
use std::fmt;

use cg_core::{Meter, Outcome, Player, Result};

use crate::graph::{Graph, too_large};
use crate::outcome::{Ending, LoopyOutcome};

/// The value of an impartial loopy game.
///
/// ```
/// use cg_loopy::LoopyNimber;
///
/// let star2 = LoopyNimber::Nimber(2);
/// let infinite = LoopyNimber::Infinite([0, 3].into());
/// assert_eq!(star2.sum(&infinite), LoopyNimber::Infinite([1, 2].into()));
/// assert_eq!(infinite.to_string(), "infinity(0,3)");
/// // Whoever moves takes the option 0.
/// assert_eq!(infinite.outcome().to_string(), "first player win");
/// assert_eq!(star2.sum(&infinite).outcome().to_string(), "draw");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopyNimber {
    /// A nim-value: the game equals this heap of Nim.
    Nimber(u32),
    /// ∞(K), with the nim-values K of its options.
    Infinite(BTreeSet<u32>),
}

impl LoopyNimber {
    /// The value of a sum. Nim-values are added without carrying, also to each number of K. The sum
    /// of two infinite values is ∞ without nim-values.
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        match (self, other) {
            (LoopyNimber::Nimber(a), LoopyNimber::Nimber(b)) => LoopyNimber::Nimber(a ^ b),
            (LoopyNimber::Nimber(a), LoopyNimber::Infinite(set))
            | (LoopyNimber::Infinite(set), LoopyNimber::Nimber(a)) => {
                LoopyNimber::Infinite(set.iter().map(|b| a ^ b).collect())
            }
            _ => LoopyNimber::Infinite(BTreeSet::new()),
        }
    }

    /// The outcome. The nim-value 0 is a P-position, and any other nim-value an N-position. ∞(K) is
    /// an N-position if 0 is in K, and a draw otherwise.
    pub fn outcome(&self) -> LoopyOutcome {
        match self {
            LoopyNimber::Nimber(0) => Outcome::Previous.into(),
            LoopyNimber::Nimber(_) => Outcome::Next.into(),
            LoopyNimber::Infinite(set) if set.contains(&0) => Outcome::Next.into(),
            LoopyNimber::Infinite(_) => LoopyOutcome { left: Ending::Draw, right: Ending::Draw },
        }
    }
}

/// `*5`, or `infinity(0,2)`.
impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyNimber::Nimber(0) => f.write_str("0"),
            LoopyNimber::Nimber(1) => f.write_str("*"),
            LoopyNimber::Nimber(value) => write!(f, "*{value}"),
            LoopyNimber::Infinite(set) => {
                let set: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "infinity({})", set.join(","))
            }
        }
    }
}

/// The mark of a vertex without a known value.
const OPEN: u32 = u32::MAX;
const INFINITE: u32 = u32::MAX - 1;

/// The values of all vertices of a graph of an impartial game. It uses the moves of Left. The time
/// grows with the number of moves times the largest nim-value.
///
/// ```
/// use cg_core::{Limits, Meter};
/// use cg_loopy::{Graph, LoopyNimber, loopy_nimbers};
///
/// // From vertex 0 to 1 and back; from 1 to 2 too, where nobody can move.
/// let moves = [vec![1], vec![0, 2], vec![]].map(|moves| [moves.clone(), moves]);
/// let values = loopy_nimbers(&Graph::new(&moves)?, &mut Meter::new(Limits::default()))?;
/// assert_eq!(values[2], LoopyNimber::Nimber(0));
/// // Who moves from 0 to 1 is moved on to 2: so 0 is worth nothing, and 1 is worth *.
/// assert_eq!(values[0], LoopyNimber::Nimber(0));
/// assert_eq!(values[1], LoopyNimber::Nimber(1));
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Errors
/// A limit, an interrupt.
pub fn loopy_nimbers(graph: &Graph, meter: &mut Meter) -> Result<Vec<LoopyNimber>> {
    let vertices = graph.vertices();
    let count = u32::try_from(vertices).map_err(|_| too_large())?;
    let before = graph.lists(Player::Left).reversed();
    let mut values = vec![OPEN; vertices];
    for value in 0.. {
        // All values are known.
        if !values.contains(&OPEN) {
            break;
        }
        // For each vertex, the number of options without an answer, and whether it has an option
        // with this value. An option has no answer if it has neither a smaller nim-value nor an
        // option with this value.
        let mut unanswered = vec![0u32; vertices];
        let mut answered = vec![false; vertices];
        let mut found = Vec::new();
        for vertex in 0..count {
            let to = graph.moves(vertex, Player::Left);
            let without = to.iter().filter(|&&to| values[to as usize] >= INFINITE).count();
            unanswered[vertex as usize] = u32::try_from(without).expect("a list of 32-bit length");
            if values[vertex as usize] == OPEN && without == 0 {
                found.push(vertex);
            }
        }
        while let Some(vertex) = found.pop() {
            let at = vertex as usize;
            if values[at] != OPEN || answered[at] {
                continue;
            }
            values[at] = value;
            for &from in before.of(vertex) {
                let known = values[from as usize] < INFINITE;
                if known || std::mem::replace(&mut answered[from as usize], true) {
                    continue;
                }
                // A move to `from` is answered by a move to the value.
                for &earlier in before.of(from) {
                    let open = &mut unanswered[earlier as usize];
                    *open -= 1;
                    if *open == 0 && values[earlier as usize] == OPEN {
                        found.push(earlier);
                    }
                }
            }
            if meter.due() {
                meter.look(vertices, graph.memory() * 2 + 16 * vertices)?;
            }
        }
        for at in 0..vertices {
            if values[at] == OPEN && !answered[at] {
                values[at] = INFINITE;
            }
        }
        meter.look(vertices, graph.memory() * 2 + 16 * vertices)?;
    }
    let value = |vertex: u32| match values[vertex as usize] {
        INFINITE => {
            let options = graph.moves(vertex, Player::Left).iter();
            let known = options.map(|&to| values[to as usize]).filter(|&value| value < INFINITE);
            LoopyNimber::Infinite(known.collect())
        }
        value => LoopyNimber::Nimber(value),
    };
    Ok((0..count).map(value).collect())
}
