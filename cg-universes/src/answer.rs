//! Answers about positions that points decide.

use cg_core::Player;

use crate::Score;

/// Who wins a position by how much, and the first moves.
#[derive(Clone, Debug)]
pub struct ScoreAnswer {
    /// The points of Left and of Right that stand as scores in the sum.
    pub points: [Score; 2],
    /// The other components as they are written, with their signs.
    pub components: Vec<String>,
    /// Left's points less Right's at the end, when Left and when Right moves first and both play well.
    pub reached: [Score; 2],
    /// All first moves of each player, if they were asked for.
    pub moves: Option<[Vec<ScoreMove>; 2]>,
}

/// A first move in a position that points decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreMove {
    /// The place of the term in which it is made.
    pub term: usize,
    /// One copy of the term as it is written.
    pub from: String,
    /// The line that it draws, or what the term becomes.
    pub name: String,
    /// What the term becomes, with its sign.
    pub becomes: String,
    /// The whole position after it. The points that are certain stand first.
    pub after: String,
    /// Whether the same player moves again.
    pub again: bool,
    /// The score that it reaches; `None` if it takes too long to know.
    pub reaches: Option<Score>,
}

impl ScoreMove {
    /// Whether the player who makes it has more points at the end.
    pub fn wins(&self, player: Player) -> Option<bool> {
        self.reaches.map(|reached| match player {
            Player::Left => reached > Score::ZERO,
            Player::Right => reached < Score::ZERO,
        })
    }
}
