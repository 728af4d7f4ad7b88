//! The checker of certificates in Rust: the walk of the Coq library's `Arena.v`, apart from
//! the search that found the certificate.
//!
//! It shares with the search what a state is and how it moves (`arena.rs`), and nothing that
//! decides.

use std::collections::HashSet;

use cg_core::Player;
use rustc_hash::FxBuildHasher;

use crate::arena::{State, Universe};
use crate::rules::{Position, Rules, Set};
use crate::strategy::Goal;

type States = HashSet<State, FxBuildHasher>;

/// Whether the numbers are a winning strategy for the goal: each obligation is answered, and
/// no number is left over.
pub(crate) fn accepts(universe: &mut Universe, goal: &Goal, numbers: &[u32]) -> bool {
    let mut rest = numbers.iter().map(|&number| number as usize);
    let start = match goal {
        Goal::Second(state) => universe.normal(state),
        Goal::First(state) => {
            let state = universe.normal(state);
            let first = rest.next().and_then(|number| universe.left_move(&state, number));
            match first {
                Some(state) => state,
                None => return false,
            }
        }
    };
    let (mut won, mut answered) = (States::default(), States::default());
    // A state that is being shown, and the moves of Right that are still to be answered; the
    // last of them is answered when the state above is shown.
    let open = |universe: &mut Universe, state: State| {
        let mut moves = universe.moves(&state, Player::Right);
        moves.reverse();
        (state, moves)
    };
    let mut stack = vec![open(universe, start)];
    while let Some((state, moves)) = stack.last_mut() {
        let Some(position) = moves.last() else {
            won.insert(std::mem::take(state));
            stack.pop();
            if let Some((_, moves)) = stack.last_mut() {
                answered.extend(moves.pop());
            }
            continue;
        };
        if answered.contains(position) {
            moves.pop();
            continue;
        }
        let reply = rest.next().and_then(|number| universe.left_move(position, number));
        let Some(reply) = reply else { return false };
        if won.contains(&reply) {
            answered.extend(moves.pop());
        } else {
            stack.push(open(universe, reply));
        }
    }
    rest.next().is_none()
}

/// Whether sets are bands of a set: they make it up, and no domino, whose squares are as far
/// apart as one of the distances says, lies in two of them.
pub(crate) fn are_bands(distances: &[u32], whole: Set, bands: &[Set]) -> bool {
    let mut rest = whole;
    for &band in bands {
        let other = rest & !band;
        let crossed = |&d: &u32| band & other >> d != 0 || other & band >> d != 0;
        if rest & band != band || distances.iter().any(crossed) {
            return false;
        }
        rest = other;
    }
    rest == 0
}

/// Whether each move of the opponent of `player` on a board can be answered by a move to one of
/// these boards.
pub(crate) fn are_replies(rules: &Rules, board: Set, boards: &[Set], player: Player) -> bool {
    let is_named = |after: &Position| matches!(after, Position::Set(set) if boards.contains(set));
    let moves = rules.moves(&Position::Set(board), player.opponent());
    moves.iter().all(|moved| rules.moves(moved, player).iter().any(is_named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_answer_all_moves() {
        // Two rows of two squares: a move leaves the opponent none.
        let rules = Rules::Domineering(3);
        let square = 0b011_011;
        for player in Player::BOTH {
            assert!(!are_replies(&rules, square, &[0], player));
        }
        // A row of two squares above a column of two: Right's only move is answered.
        let both = 0b011_000 | 0b001 << 9 | 0b001 << 12;
        assert!(are_replies(&rules, both, &[0], Player::Left));
        assert!(!are_replies(&rules, both, &[1], Player::Left));
        assert!(!are_replies(&rules, both, &[], Player::Left));
    }
}
