//! The solver of loopy rulesets. It solves all positions at once, backwards from those without a
//! move, with draws.

use std::hash::Hash;

use cg_core::{Interrupt, Limits, Meter, Player};
use cg_loopy::{Ending, Graph, LoopyOutcome, Positions, Solved};

use crate::{PlayError, Playable, Replies, Result, Solver};

/// About the largest number of bytes for the positions of a game.
const MOST_BYTES: u64 = 1 << 30;

/// The solver of loopy rulesets, in normal play. It examines all positions that can come up. For
/// each it finds the winner and the number of moves, or a draw.
///
/// ```
/// use cg_core::{Interrupt, Player};
/// use cg_play::{ByRetrograde, Convention, Ending, Game};
/// use cg_rulesets::LoopyRules;
///
/// let rules = LoopyRules::Backsliding;
/// let start = rules.read("tf.")?;
/// let mut game = Game::new(rules, ByRetrograde::new(&Interrupt::new()), start, Convention::Normal);
/// // The toad jumps, the frog steps to the edge, and the toad slides back beside it.
/// assert_eq!(game.ending(&game.start(), Player::Left)?, Ending::Left);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByRetrograde<P> {
    interrupt: Interrupt,
    found: Option<Found<P>>,
}

/// All positions that can come up from some start, with their results.
#[derive(Clone, Debug)]
struct Found<P> {
    graph: Graph,
    positions: Positions<P>,
    solved: Solved,
}

/// Why the positions were not found.
enum Failed<E> {
    Rules(E),
    Graph(cg_core::Error),
}

impl<E> From<cg_core::Error> for Failed<E> {
    fn from(error: cg_core::Error) -> Self {
        Failed::Graph(error)
    }
}

/// A limit, or an interruption, as an error of a game.
fn stopped(error: cg_core::Error) -> PlayError {
    match error {
        cg_core::Error::Interrupted => PlayError::Interrupted,
        error => PlayError::TooLarge(format!(
            "this game has too many positions to look at all of them ({error}): choose a smaller one"
        )),
    }
}

impl<P: Clone + Eq + Hash> ByRetrograde<P> {
    /// A solver without results. `interrupt` stops it.
    pub fn new(interrupt: &Interrupt) -> Self {
        ByRetrograde { interrupt: interrupt.clone(), found: None }
    }

    /// The results, and the vertex of a position.
    fn look<R: Playable<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
    ) -> Result<(&Found<P>, u32)> {
        let known = |found: &Found<P>| found.positions.contains(position);
        if !self.found.as_ref().is_some_and(known) {
            // Results for other positions are dropped.
            self.found = None;
            let limits = Limits {
                memory: MOST_BYTES,
                interrupt: self.interrupt.clone(),
                ..Limits::default()
            };
            let mut meter = Meter::new(limits);
            let explored = Graph::explore([position.clone()], &mut meter, |at, player, out| {
                rules.moves(at, player, out).map_err(Failed::Rules)
            });
            let (graph, positions) = explored.map_err(|failed| match failed {
                Failed::Rules(error) => error.into(),
                Failed::Graph(error) => stopped(error),
            })?;
            let solved = Solved::new(&graph, &mut meter).map_err(stopped)?;
            self.found = Some(Found { graph, positions, solved });
        }
        let found = self.found.as_ref().expect("it was found, or an error was returned");
        let place = found.positions.get_index_of(position).expect("the start is among them");
        Ok((found, u32::try_from(place).expect("vertices have 32-bit numbers")))
    }

    /// The moves of `mover` that lead to one of these positions.
    fn leading<R: Playable<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        mover: Player,
        is_wanted: impl Fn(&Found<P>, u32) -> bool,
    ) -> Result<Vec<R::Move>> {
        let mut wanted = Vec::new();
        for one in rules.named_moves(position, mover, usize::MAX).map_err(Into::into)?.list {
            let after = rules.after(position, &one).map_err(Into::into)?;
            let (found, vertex) = self.look(rules, &after)?;
            if is_wanted(found, vertex) {
                wanted.push(one);
            }
        }
        Ok(wanted)
    }
}

impl<P> Found<P> {
    /// The number of moves of `mover` that keep the best result, and the number of all moves.
    fn replies(&self, vertex: u32, mover: Player) -> Replies {
        let best = self.solved.ending(vertex, mover);
        let moves = self.graph.moves(vertex, mover);
        let keeps = |&&to: &&u32| self.solved.ending(to, mover.opponent()) == best;
        let winning = match best.winner() {
            Some(winner) if winner != mover => 0,
            _ => moves.iter().filter(keeps).count(),
        };
        Replies { winning: winning as u128, total: moves.len() as u128 }
    }
}

impl<R: Playable> Solver<R> for ByRetrograde<R::Position> {
    fn wins(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<bool> {
        Ok(self.ending(rules, position, mover)? == Ending::win(mover))
    }

    fn ending(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Ending> {
        let (found, vertex) = self.look(rules, position)?;
        Ok(found.solved.ending(vertex, mover))
    }

    fn comes_back(&self) -> bool {
        true
    }

    fn outcome(&mut self, rules: &R, position: &R::Position) -> Result<LoopyOutcome> {
        let (found, vertex) = self.look(rules, position)?;
        Ok(found.solved.outcome(vertex))
    }

    fn winning_moves(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Move>> {
        let (win, then) = (Ending::win(mover), mover.opponent());
        self.leading(rules, position, mover, |found, to| found.solved.ending(to, then) == win)
    }

    /// The moves that win fastest. If no move wins, the moves to a draw after which the smallest
    /// share of replies draws. Otherwise the moves that lose latest.
    fn best_moves(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Move>> {
        let (found, vertex) = self.look(rules, position)?;
        let (best, then) = (found.solved.ending(vertex, mover), mover.opponent());
        let moves = found.graph.moves(vertex, mover).iter().copied();
        let moves: Vec<u32> = moves.filter(|&to| found.solved.ending(to, then) == best).collect();
        let wanted: Vec<u32> = match best {
            Ending::Draw => {
                // Two shares are compared by cross products.
                let replies = |&to: &u32| found.replies(to, then);
                let least = moves
                    .iter()
                    .map(replies)
                    .min_by(|a, b| (a.winning * b.total).cmp(&(b.winning * a.total)));
                let is_least = |to: &u32| {
                    let (one, least) = (replies(to), least.expect("there is a move that draws"));
                    one.winning * least.total == least.winning * one.total
                };
                moves.into_iter().filter(is_least).collect()
            }
            _ => {
                let length = |&to: &u32| found.solved.length(to, then);
                let wanted = match best == Ending::win(mover) {
                    true => moves.iter().filter_map(length).min(),
                    false => moves.iter().filter_map(length).max(),
                };
                moves.into_iter().filter(|to| length(to) == wanted).collect()
            }
        };
        self.leading(rules, position, mover, |_, to| wanted.contains(&to))
    }

    fn replies(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Replies> {
        let (found, vertex) = self.look(rules, position)?;
        Ok(found.replies(vertex, mover))
    }

    fn lists_replies(&self) -> bool {
        false
    }

    fn reasons(&mut self, rules: &R, position: &R::Position) -> Result<Vec<String>> {
        let (found, vertex) = self.look(rules, position)?;
        let line = |player| match (
            found.solved.ending(vertex, player),
            found.solved.length(vertex, player),
        ) {
            (Ending::Draw, _) | (_, None) => format!("If {player} moves, nobody can win: a draw."),
            (ending, Some(moves)) => {
                let winner = ending.winner().expect("a draw has been answered");
                let moves = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
                format!("If {player} moves, {winner} wins in {moves} of both players together.")
            }
        };
        Ok(vec![
            line(Player::Left),
            line(Player::Right),
            format!(
                "Found backwards from the ends, through all {} positions that can come up.",
                found.positions.len()
            ),
        ])
    }

    fn why(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
        chosen: &R::Move,
    ) -> Result<String> {
        let after = rules.after(position, chosen).map_err(Into::into)?;
        let (found, vertex) = self.look(rules, &after)?;
        Ok(match found.solved.length(vertex, mover.opponent()) {
            Some(0) => "the other player cannot move".into(),
            Some(1) => "1 move after it the other player cannot move".into(),
            Some(moves) => format!("after at most {moves} moves more the other player cannot move"),
            None => "nobody can win after it".into(),
        })
    }
}
