//! Who wins at the end: normal play and misère play.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The rule that decides a game when the player to move has no move.
///
/// ```
/// use cg_rulesets::Convention;
/// assert!(!Convention::Normal.stuck_player_wins());
/// assert_eq!("misere".parse(), Ok(Convention::Misere));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Who makes the last move wins.
    Normal,
    /// Who makes the last move loses.
    Misere,
}

impl Convention {
    /// Both conventions, normal play first.
    pub const ALL: [Self; 2] = [Self::Normal, Self::Misere];

    /// Whether a player who has no move has won.
    pub const fn stuck_player_wins(self) -> bool {
        matches!(self, Self::Misere)
    }

    /// `normal` or `misere`, as in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Convention {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "normal" => Ok(Self::Normal),
            "misere" | "misère" => Ok(Self::Misere),
            other => Err(format!("`{other}` is no convention: write `normal` or `misere`")),
        }
    }
}
