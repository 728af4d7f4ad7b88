//! The two players, the outcome of a game, and the relation of two games.

use std::fmt;
use std::ops::Neg;

/// One of the two players. A statement about Left, with the sides exchanged, holds for Right. So
/// algorithms take a `Player` and are written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left. Positive games are good for Left.
    Left,
    /// Right. Negative games are good for Right.
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

/// The outcome class of a game under normal play and perfect play
/// (Siegel, *Combinatorial Game Theory*, section I.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who moves second wins: the game is 0.
    Previous,
    /// The player who moves first wins: the game is confused with 0.
    Next,
    /// Left wins, no matter who starts: the game is positive.
    Left,
    /// Right wins, no matter who starts: the game is negative.
    Right,
}

impl Outcome {
    /// The outcome of a game, from whether Left wins moving first and whether Right wins moving
    /// first.
    ///
    /// ```
    /// use cg_core::Outcome;
    /// assert_eq!(Outcome::from_first_moves(true, false), Outcome::Left);
    /// ```
    pub const fn from_first_moves(left_wins_first: bool, right_wins_first: bool) -> Self {
        match (left_wins_first, right_wins_first) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        }
    }

    /// Whether `player` wins moving first.
    ///
    /// ```
    /// use cg_core::{Outcome, Player};
    /// assert!(Outcome::Next.won_by_first(Player::Right));
    /// assert!(!Outcome::Left.won_by_first(Player::Right));
    /// ```
    pub const fn won_by_first(self, player: Player) -> bool {
        match player {
            Player::Left => matches!(self, Outcome::Next | Outcome::Left),
            Player::Right => matches!(self, Outcome::Next | Outcome::Right),
        }
    }

    /// Whether the game is at least 0: Left wins moving second.
    pub const fn at_least_zero(self) -> bool {
        matches!(self, Outcome::Previous | Outcome::Left)
    }

    /// Whether the game is at most 0: Right wins moving second.
    pub const fn at_most_zero(self) -> bool {
        matches!(self, Outcome::Previous | Outcome::Right)
    }

    /// The letter that the field uses: P, N, L or R.
    pub const fn letter(self) -> char {
        match self {
            Outcome::Previous => 'P',
            Outcome::Next => 'N',
            Outcome::Left => 'L',
            Outcome::Right => 'R',
        }
    }
}

impl Neg for Outcome {
    type Output = Outcome;

    fn neg(self) -> Outcome {
        match self {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            other => other,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Previous => "second player win",
            Outcome::Next => "first player win",
            Outcome::Left => "left player win",
            Outcome::Right => "right player win",
        })
    }
}

/// The relation of a game G to a game H, which is the outcome of G - H. The order of games is
/// partial, so this is not [`std::cmp::Ordering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// G = H.
    Equal,
    /// G < H.
    Less,
    /// G > H.
    Greater,
    /// G is confused with H: neither at least nor at most H.
    Confused,
}

impl Relation {
    /// The relation of G to H, from whether G <= H and whether G >= H.
    pub const fn from_bounds(at_most: bool, at_least: bool) -> Self {
        match (at_most, at_least) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        }
    }

    /// Whether G <= H.
    pub const fn at_most(self) -> bool {
        matches!(self, Relation::Equal | Relation::Less)
    }

    /// Whether G >= H.
    pub const fn at_least(self) -> bool {
        matches!(self, Relation::Equal | Relation::Greater)
    }

    /// The relation of H to G.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Relation::Less => Relation::Greater,
            Relation::Greater => Relation::Less,
            other => other,
        }
    }
}

/// The relation of G to H, from the outcome of G - H.
impl From<Outcome> for Relation {
    fn from(difference: Outcome) -> Self {
        match difference {
            Outcome::Previous => Relation::Equal,
            Outcome::Next => Relation::Confused,
            Outcome::Left => Relation::Greater,
            Outcome::Right => Relation::Less,
        }
    }
}

/// The outcome of a game, from its relation to 0.
impl From<Relation> for Outcome {
    fn from(to_zero: Relation) -> Self {
        match to_zero {
            Relation::Equal => Outcome::Previous,
            Relation::Confused => Outcome::Next,
            Relation::Greater => Outcome::Left,
            Relation::Less => Outcome::Right,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "==",
            Relation::Less => "<",
            Relation::Greater => ">",
            Relation::Confused => "<>",
        })
    }
}
