//! Who wins at the end: normal and misère play.

use serde::{Deserialize, Serialize};

/// The rule that decides the game when no piece is left.
///
/// ```
/// use cg_trinim::Convention;
/// assert!(!Convention::Normal.empty_is_win());
/// assert_eq!("misere".parse(), Ok(Convention::Misere));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Who takes the last piece wins: the empty board is a P-position.
    Normal,
    /// Who takes the last piece loses: the empty board is an N-position.
    Misere,
}

impl Convention {
    /// Both conventions, normal first.
    pub const ALL: [Self; 2] = [Self::Normal, Self::Misere];

    /// Whether the player to move on the empty board has won.
    pub fn empty_is_win(self) -> bool {
        self == Self::Misere
    }

    /// `normal` or `misere`, as written in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        }
    }
}

impl std::fmt::Display for Convention {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Convention {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "normal" => Ok(Self::Normal),
            "misere" | "misère" => Ok(Self::Misere),
            other => Err(format!("`{other}` is no convention: write `normal` or `misere`")),
        }
    }
}
