//! Scores as data.

use cg_core::Player;
use cg_universes::Score;
use serde::Serialize;

use crate::sides::Sides;

/// The scores of a position that points decide: `? G`, `?? G`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ScoreReply {
    /// Left's points less Right's at the end when Left moves first and both play well.
    pub left_first: String,
    /// The same when Right moves first.
    pub right_first: String,
    /// The first moves that reach these scores, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Sides<Vec<ScoreMoveReply>>>,
    #[serde(skip)]
    pub(super) reached: [Score; 2],
    /// All first moves of each player, when they were asked for.
    #[serde(skip)]
    pub(crate) moves: Option<[Vec<ScoreMove>; 2]>,
}

impl ScoreReply {
    /// Who wins in one line: `Left wins by 3` if no one has a move, else for each who moves first.
    pub(crate) fn summary(&self) -> String {
        let ended = self.moves.as_ref().is_some_and(|moves| moves.iter().all(Vec::is_empty));
        match ended {
            true => self.words(Player::Left),
            false => {
                let side = |player| format!("{player} first: {}", self.words(player));
                Player::BOTH.map(side).join("; ")
            }
        }
    }

    /// Who wins, and by how much, when `first` moves first: `Left wins by 3`, or `a tie`.
    pub fn words(&self, first: Player) -> String {
        let score = self.reached[first as usize];
        match score.cmp(&Score::ZERO) {
            std::cmp::Ordering::Greater => format!("Left wins by {score}"),
            std::cmp::Ordering::Equal => "a tie".into(),
            std::cmp::Ordering::Less => format!("Right wins by {}", score.negated()),
        }
    }
}

/// A first move that reaches the best score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScoreMoveReply {
    /// The term in which it is made.
    pub from: String,
    /// The line that it draws, or what the term becomes.
    #[serde(rename = "move")]
    pub name: String,
}

/// A first move, with the score that it reaches.
#[derive(Clone, Debug)]
pub(crate) struct ScoreMove {
    /// The term in which it is made, by its place, and one copy of it as it is written.
    pub(crate) term: usize,
    pub(crate) from: String,
    pub(crate) name: String,
    /// What the term becomes, with its sign.
    pub(crate) becomes: String,
    /// Whether the same player moves again.
    pub(crate) again: bool,
    /// `None` if it takes too long to know.
    pub(crate) reaches: Option<Score>,
}

impl ScoreMove {
    /// Whether the player who makes it has more points at the end.
    pub(crate) fn wins(&self, player: Player) -> Option<bool> {
        self.reaches.map(|reached| match player {
            Player::Left => reached > Score::ZERO,
            Player::Right => reached < Score::ZERO,
        })
    }
}
