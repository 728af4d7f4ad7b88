//! The winner of a loopy game: retrograde analysis, with draws.
//!
//! A player who cannot move loses. Endless play is a draw. A position without moves is lost for the
//! player to move. From there, the analysis goes backwards. A position is won if some move leads to
//! a position that the opponent loses. It is lost if all moves lead to positions that the opponent
//! wins. A position that is never decided is drawn (Siegel, *Combinatorial Game Theory*, section
//! VI.1).

use std::fmt;

use cg_core::{Arrange, Meter, Outcome, Player, Result};

use crate::graph::{Graph, too_large};

/// The result if both players play their best and one of them starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// Right wins.
    Right,
    /// Nobody wins: play goes on for ever.
    Draw,
    /// Left wins.
    Left,
}

impl Ending {
    /// A win of `player`.
    pub const fn win(player: Player) -> Self {
        match player {
            Player::Left => Ending::Left,
            Player::Right => Ending::Right,
        }
    }

    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Ending::Right => Some(Player::Right),
            Ending::Draw => None,
            Ending::Left => Some(Player::Left),
        }
    }

    /// Exchanges the players.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Ending::Right => Ending::Left,
            Ending::Draw => Ending::Draw,
            Ending::Left => Ending::Right,
        }
    }
}

/// The outcome class of a loopy game: the ending if Left starts, and the ending if Right starts.
/// There are nine classes.
///
/// ```
/// use cg_loopy::{Ending, LoopyOutcome};
/// let hat = LoopyOutcome { left: Ending::Left, right: Ending::Draw };
/// assert_eq!(hat.to_string(), "Left wins moving first; a draw if Right starts");
/// assert_eq!(hat.to_finite(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyOutcome {
    /// The ending if Left starts.
    pub left: Ending,
    /// The ending if Right starts.
    pub right: Ending,
}

impl LoopyOutcome {
    /// The ending if `player` starts.
    pub const fn when_starts(self, player: Player) -> Ending {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// One of the four classes of games without draws; `None` if there is a draw.
    pub fn to_finite(self) -> Option<Outcome> {
        let wins_first = |player| Some(self.when_starts(player).winner()? == player);
        Some(Outcome::from_first_moves(wins_first(Player::Left)?, wins_first(Player::Right)?))
    }

    /// The outcome of the negative.
    #[must_use]
    pub const fn reversed(self) -> Self {
        LoopyOutcome { left: self.right.reversed(), right: self.left.reversed() }
    }
}

impl From<Outcome> for LoopyOutcome {
    fn from(outcome: Outcome) -> Self {
        let ending = |starter: Player| {
            let wins = outcome.won_by_first(starter);
            Ending::win(if wins { starter } else { starter.opponent() })
        };
        LoopyOutcome { left: ending(Player::Left), right: ending(Player::Right) }
    }
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outcome) = self.to_finite() {
            return outcome.fmt(f);
        }
        if self.left == self.right {
            return f.write_str("draw");
        }
        let (drawer, starter) = match self.left {
            Ending::Draw => (Player::Left, Player::Right),
            _ => (Player::Right, Player::Left),
        };
        let winner = self.when_starts(starter).winner().expect("not both endings are draws");
        let how = if winner == starter { "moving first" } else { "moving second" };
        write!(f, "{winner} wins {how}; a draw if {drawer} starts")
    }
}

/// The state of an undecided position. For a decided one, the length of the win is stored.
const DRAWN: u32 = u32::MAX;

/// The winner of each vertex of a graph, for each player to move, and the number of moves.
///
/// ```
/// use cg_core::{Limits, Meter, Player};
/// use cg_loopy::{Ending, Graph, Solved};
///
/// // Both may pass in vertex 0; Left may also move to vertex 1, where nobody can move.
/// let graph = Graph::new(&[[vec![0, 1], vec![0]], [vec![], vec![]]])?;
/// let solved = Solved::new(&graph, &mut Meter::new(Limits::default()))?;
/// assert_eq!(solved.ending(0, Player::Left), Ending::Left);
/// assert_eq!(solved.length(0, Player::Left), Some(1));
/// // Moving to 1 wins at once; a pass wins too, for Right can only pass.
/// assert_eq!(solved.best_moves(&graph, 0, Player::Left), [1, 0]);
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solved {
    /// For each vertex and player to move: twice the length of play, plus 1 if that player wins.
    states: [Vec<u32>; 2],
}

impl Solved {
    /// Solves a graph, in time that grows with its moves. [`Solved::memory_for`] gives the memory
    /// that it takes.
    ///
    /// # Errors
    /// A limit, an interrupt; lines of play longer than 2^31 moves.
    pub fn new(graph: &Graph, meter: &mut Meter) -> Result<Self> {
        let vertices = graph.vertices();
        let memory = Self::memory_for(graph);
        meter.look(vertices, memory)?;
        let count = u32::try_from(vertices).map_err(|_| too_large())?;
        let before = Player::BOTH.map(|player| graph.lists(player).reversed());
        // For each player to move, the number of moves that are not known to lose.
        let mut open = Player::BOTH.map(|player| {
            let degree = |vertex| {
                u32::try_from(graph.moves(vertex, player).len()).expect("a list of 32-bit length")
            };
            (0..count).map(degree).collect::<Vec<u32>>()
        });
        let mut states = [vec![DRAWN; vertices], vec![DRAWN; vertices]];
        // The vertices that are decided with the current length of play, for each player to move.
        // Shorter lengths come first.
        let mut decided: [Vec<u32>; 2] = Default::default();
        for ((states, open), decided) in states.iter_mut().zip(&open).zip(&mut decided) {
            decided.extend((0..count).filter(|&vertex| open[vertex as usize] == 0));
            decided.iter().for_each(|&vertex| states[vertex as usize] = 0);
        }
        let mut length = 0;
        while decided.iter().any(|vertices| !vertices.is_empty()) {
            length += 1;
            if length > DRAWN / 2 - 1 {
                return Err(too_large());
            }
            let mut next: [Vec<u32>; 2] = Default::default();
            for mover in [0, 1] {
                let other = 1 - mover;
                for &vertex in &decided[mover] {
                    let won = states[mover][vertex as usize] % 2 == 1;
                    for &from in before[other].of(vertex) {
                        let at = from as usize;
                        if states[other][at] != DRAWN {
                            continue;
                        }
                        if won {
                            open[other][at] -= 1;
                            if open[other][at] > 0 {
                                continue;
                            }
                        }
                        states[other][at] = 2 * length + u32::from(!won);
                        next[other].push(from);
                    }
                    if meter.due() {
                        meter.look(vertices, memory)?;
                    }
                }
            }
            decided = next;
        }
        Ok(Solved { states })
    }

    /// The largest number of bytes that [`Solved::new`] takes, including the graph. It is eight for
    /// each move and 32 for each vertex, for the graph in both directions and the results. Up to 24
    /// for each vertex are for those that were decided last. Eight for each vertex are kept.
    pub fn memory_for(graph: &Graph) -> usize {
        let both_ways = 8 * graph.edges() + 4 * 4 * (graph.vertices() + 1);
        both_ways + (4 * 4 + 24) * graph.vertices()
    }

    fn state(&self, vertex: u32, mover: Player) -> u32 {
        let states = match mover {
            Player::Left => &self.states[0],
            Player::Right => &self.states[1],
        };
        states[vertex as usize]
    }

    /// The ending of play from `vertex` if `mover` moves first.
    pub fn ending(&self, vertex: u32, mover: Player) -> Ending {
        match self.state(vertex, mover) {
            DRAWN => Ending::Draw,
            state if state % 2 == 1 => Ending::win(mover),
            _ => Ending::win(mover.opponent()),
        }
    }

    /// The outcome class of `vertex`.
    pub fn outcome(&self, vertex: u32) -> LoopyOutcome {
        LoopyOutcome {
            left: self.ending(vertex, Player::Left),
            right: self.ending(vertex, Player::Right),
        }
    }

    /// The number of moves, of both players together, until the win from `vertex` if `mover` moves
    /// first. The winner plays for a short game, and the loser for a long one. `None` for a draw.
    pub fn length(&self, vertex: u32, mover: Player) -> Option<u32> {
        let state = self.state(vertex, mover);
        (state != DRAWN).then_some(state / 2)
    }

    /// The moves of `mover` that keep the best result. If some move wins, these are the winning
    /// moves, the shortest wins first. Otherwise they are the drawing moves. A lost position has
    /// none.
    pub fn best_moves(&self, graph: &Graph, vertex: u32, mover: Player) -> Vec<u32> {
        let ending = self.ending(vertex, mover);
        if ending == Ending::win(mover.opponent()) {
            return Vec::new();
        }
        let after = mover.opponent();
        let mut moves = graph.moves(vertex, mover).to_vec();
        moves.retain(|&to| self.ending(to, after) == ending);
        moves.arrange_by_key(|&to| self.length(to, after));
        moves
    }
}
