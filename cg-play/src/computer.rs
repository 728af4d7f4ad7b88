//! The computer as a player.

use cg_core::Player;

use cg_loopy::Ending;

use crate::{Game, PlayError, Playable, Replies, Result, Solver};

/// How many moves of a lost position are compared; of more, some that are spread
/// evenly over all.
const MOST_CANDIDATES: usize = 200;

/// After a look at this many replies the best move found so far is played.
const MOST_REPLIES: u128 = 200_000;

/// A player that does not err in games that can be solved.
///
/// In a won position it makes a winning move, where the solver knows how long a win takes the
/// fastest; in a drawn one a move that draws. In a lost one it makes the move
/// that sets the most problems: the one after which the smallest share of the
/// opponent's replies wins; among these the one that leaves the most replies; then
/// the first in the order of the game. All moves are compared when they are at
/// most 200 and have at most 200,000 replies, else as many as that allows, spread
/// over the list. Where the solver knows how long a loss takes, it makes the move that
/// loses the latest.
///
/// In a position that is too large to be solved it makes the move that seems best when it looks
/// some moves ahead, if the solver of the game can judge.
///
/// Among equally good moves it chooses the first, or by chance when it has a seed;
/// the same seed gives the same game.
#[derive(Clone, Debug, Default)]
pub struct Computer {
    random: Option<fastrand::Rng>,
}

/// The move that the computer makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub chosen: M,
    /// What comes of it.
    pub promise: Promise,
}

/// What is known of a move that a computer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// It wins.
    Wins,
    /// It draws, and no move wins.
    Draws,
    /// It loses, as every move does; these replies win.
    Loses(Replies),
    /// Nobody knows; it seems best when one looks so many moves ahead.
    Judged(u32),
}

impl<M> Choice<M> {
    /// Whether the move is known to win.
    pub fn wins(&self) -> bool {
        self.promise == Promise::Wins
    }
}

impl Computer {
    /// A computer that chooses among equal moves by chance.
    pub fn with_seed(seed: u64) -> Self {
        Computer { random: Some(fastrand::Rng::with_seed(seed)) }
    }

    /// The move of `mover`; `None` when there is none.
    ///
    /// # Errors
    /// Those of the game.
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

    /// The move of `mover`, when it is known who wins.
    fn solved<R: Playable, S: Solver<R>>(
        &mut self,
        game: &mut Game<R, S>,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Choice<R::Move>>> {
        let best = game.best_moves(position, mover)?;
        if let Some(chosen) = self.pick(best) {
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
    /// A smaller share of winning replies; of equal shares, more replies.
    fn is_more_trying_than(self, other: Self) -> bool {
        // Without a reply the opponent has won: the worst share, 1 of 1.
        let share = |replies: Replies| match replies.total {
            0 => (1, 1),
            total => (replies.winning, total),
        };
        let ((winning, total), (others, of)) = (share(self), share(other));
        // Products of numbers of moves of one position, each less than 2^64 times
        // the number of heaps: saturation could only make large ones alike.
        let (mine, theirs) = (winning.saturating_mul(of), others.saturating_mul(total));
        mine < theirs || mine == theirs && self.total > other.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Convention, games};

    #[test]
    fn a_lost_position_is_made_as_hard_as_it_can_be() {
        // The oracle: all pairs of moves and replies, counted one by one.
        for heaps in [[1u64, 2, 3], [2, 2, 0], [1, 1, 0], [4, 5, 1], [2, 4, 6]] {
            for convention in Convention::ALL {
                let mut nim = games::nim(heaps.to_vec(), convention).unwrap();
                let start = nim.start();
                if nim.wins(&start, Player::Left).unwrap() {
                    continue;
                }
                let choice =
                    Computer::default().choose(&mut nim, &start, Player::Left).unwrap().unwrap();
                let mut shares = Vec::new();
                for candidate in nim.moves(&start, Player::Left, usize::MAX).unwrap().list {
                    let after = nim.after(&start, &candidate).unwrap();
                    let replies = nim.moves(&after, Player::Left, usize::MAX).unwrap().list;
                    let winning = replies
                        .iter()
                        .filter(|reply| {
                            let then = nim.after(&after, reply).unwrap();
                            !nim.wins(&then, Player::Left).unwrap()
                        })
                        .count();
                    let share = match replies.len() {
                        0 => 1.0,
                        all => winning as f64 / all as f64,
                    };
                    shares.push((candidate, share, replies.len()));
                }
                let least = shares.iter().map(|s| s.1).fold(2.0, f64::min);
                let most = shares.iter().filter(|s| s.1 == least).map(|s| s.2).max();
                let found = shares.iter().find(|s| s.0 == choice.chosen).unwrap();
                assert_eq!((found.1, Some(found.2)), (least, most), "{heaps:?} {convention}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_choices_again() {
        let mut nim = games::nim(vec![7, 7], Convention::Normal).unwrap();
        let start = nim.start();
        let mut chosen = |seed| {
            let mut computer = Computer::with_seed(seed);
            let choices: Vec<_> = (0..20)
                .map(|_| computer.choose(&mut nim, &start, Player::Left).unwrap().unwrap())
                .collect();
            choices
        };
        assert_eq!(chosen(1), chosen(1));
        assert_ne!(chosen(1), chosen(2));
    }
}
