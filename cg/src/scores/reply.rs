//! Scores as data.

use cg_core::Player;
use cg_universes::{Score, ScoreAnswer, ScoreMove};
use serde::Serialize;

use crate::sides::Sides;
use crate::sums::SolvedMove;

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
    pub best_moves: Option<Sides<Vec<SolvedMove>>>,
    #[serde(skip)]
    reached: [Score; 2],
    /// Whether no player has a move, if moves were asked for.
    #[serde(skip)]
    ended: bool,
}

impl From<&ScoreAnswer> for ScoreReply {
    fn from(answer: &ScoreAnswer) -> Self {
        let best_moves = answer.moves.as_ref().map(|[left, right]| {
            let best = |moves: &[ScoreMove], reached: Score| {
                let best = moves.iter().filter(move |one| one.reaches == Some(reached));
                let named = |one: &ScoreMove| SolvedMove {
                    from: one.from.clone(),
                    name: one.name.clone(),
                    orthodox: false,
                };
                best.map(named).collect()
            };
            Sides { left: best(left, answer.reached[0]), right: best(right, answer.reached[1]) }
        });
        let [left_first, right_first] = answer.reached.map(|score| score.to_string());
        let ended = answer.moves.as_ref().is_some_and(|moves| moves.iter().all(Vec::is_empty));
        ScoreReply { left_first, right_first, best_moves, reached: answer.reached, ended }
    }
}

impl ScoreReply {
    /// Who wins in one line: `Left wins by 3` if no one has a move, else for each who moves first.
    pub(crate) fn summary(&self) -> String {
        match self.ended {
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
