//! The two players.

use std::fmt;

/// One of the two players. What holds for Left with the sides exchanged holds
/// for Right, so algorithms take a `Player` and are written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, for whom positive games are good.
    Left,
    /// Right, for whom negative games are good.
    Right,
}

impl Player {
    /// Left, then Right.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    ///
    /// ```
    /// use cg_core::Player;
    /// assert_eq!(Player::Left.opponent(), Player::Right);
    /// ```
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}
