//! The computer as a player.

use cg_core::Player;

use cg_loopy::Ending;
use cg_universes::Score;

use crate::{Game, PlayError, Playable, Replies, Result, Solver};

/// In a lost position, at most this many moves are compared. If there are more, some are chosen,
/// spread evenly over all.
const MOST_CANDIDATES: usize = 200;

/// After this many replies, the best move so far is played.
const MOST_REPLIES: u128 = 200_000;

/// A player that makes no mistake in games that can be solved.
///
/// In a won position it makes a winning move: the fastest one, if the solver knows the lengths of
/// wins. In a drawn position it makes a move that draws. In a lost position it makes the move after
/// which the smallest share of the opponent's replies wins. Among these it chooses the move that
/// leaves the most replies, and then the first in the order of the game. All moves are compared if
/// there are at most 200 with at most 200,000 replies. Otherwise it compares as many as that
/// allows, spread over the list. If the solver knows the lengths of losses, it makes the move that
/// loses latest.
///
/// If a position is too large to be solved, and the solver of the game can judge, it makes the move
/// that seems best some moves ahead.
///
/// Among equally good moves it chooses the first, or a random one if it has a seed. The same seed
/// gives the same game.
#[derive(Clone, Debug, Default)]
pub struct Computer {
    random: Option<fastrand::Rng>,
}

/// The move that the computer makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub chosen: M,
    /// The result of the move.
    pub promise: Promise,
}

/// The known result of a computer's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// It wins.
    Wins,
    /// It draws, and no move wins.
    Draws,
    /// Points decide, and with best play the player has this lead at the end. No move has a larger one.
    Lead(Score),
    /// It loses, as every move does; these replies win.
    Loses(Replies),
    /// The result is unknown. The move seems best when this many moves are examined ahead.
    Judged(u32),
}

impl<M> Choice<M> {
    /// Whether the move surely wins.
    pub fn wins(&self) -> bool {
        match self.promise {
            Promise::Wins => true,
            Promise::Lead(lead) => lead > Score::ZERO,
            Promise::Draws | Promise::Loses(_) | Promise::Judged(_) => false,
        }
    }
}

impl Computer {
    /// A computer that chooses among equal moves at random.
    pub fn with_seed(seed: u64) -> Self {
        Computer { random: Some(fastrand::Rng::with_seed(seed)) }
    }

    /// The move of `mover`; `None` if there is none.
    ///
    /// # Errors
    /// The errors of the game.
    pub fn choose<R: Playable, S: Solver<R>>(
        &mut self,
        game: &mut Game<R, S>,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Choice<R::Move>>> {
        match self.solved(game, position, mover) {
            Err(PlayError::TooLarge(problem)) => match game.judged(position, mover)? {
                Some(judged) => Ok(Some(Choice {
                    chosen: judged.chosen,
                    promise: Promise::Judged(judged.ahead),
                })),
                None => Err(PlayError::TooLarge(problem)),
            },
            solved => solved,
        }
    }

    /// The move of `mover`, if it is known who wins.
    fn solved<R: Playable, S: Solver<R>>(
        &mut self,
        game: &mut Game<R, S>,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Choice<R::Move>>> {
        let best = game.best_moves(position, mover)?;
        if let Some(chosen) = self.pick(best) {
            if let Some(lead) = game.lead(position, mover)? {
                return Ok(Some(Choice { chosen, promise: Promise::Lead(lead) }));
            }
            let promise = match game.ending(position, mover)? {
                Ending::Draw => Promise::Draws,
                ending if ending == Ending::win(mover) => Promise::Wins,
                _ => {
                    let after = game.after(position, &chosen)?;
                    Promise::Loses(game.replies(&after, mover.opponent())?)
                }
            };
            return Ok(Some(Choice { chosen, promise }));
        }
        let mut best: Vec<R::Move> = Vec::new();
        let mut least = Replies { winning: 1, total: 0 };
        let mut looked_at = 0;
        for candidate in game.moves(position, mover, MOST_CANDIDATES)?.list {
            let after = game.after(position, &candidate)?;
            let replies = game.replies(&after, mover.opponent())?;
            if best.is_empty() || replies.is_more_trying_than(least) {
                best.clear();
                least = replies;
            }
            if replies == least {
                best.push(candidate);
            }
            looked_at += if game.lists_replies() { replies.total } else { 1 };
            if looked_at > MOST_REPLIES {
                break;
            }
        }
        Ok(self.pick(best).map(|chosen| Choice { chosen, promise: Promise::Loses(least) }))
    }

    fn pick<M>(&mut self, mut moves: Vec<M>) -> Option<M> {
        if moves.is_empty() {
            return None;
        }
        let at = self.random.as_mut().map_or(0, |random| random.usize(..moves.len()));
        Some(moves.swap_remove(at))
    }
}

impl Replies {
    /// Compares by the share of winning replies: a smaller share is more trying. Of equal shares,
    /// more replies are.
    fn is_more_trying_than(self, other: Self) -> bool {
        // Without a reply the opponent has won: the worst share, 1 of 1.
        let share = |replies: Replies| match replies.total {
            0 => (1, 1),
            total => (replies.winning, total),
        };
        let ((winning, total), (others, of)) = (share(self), share(other));
        // These are products of numbers of moves in one position, each below 2^64 times the number
        // of heaps. Saturation could only make large products equal.
        let (mine, theirs) = (winning.saturating_mul(of), others.saturating_mul(total));
        mine < theirs || mine == theirs && self.total > other.total
    }
}
