//! Handles of values: stoppers, and games with two sides.

use cg_core::Game;

/// A stopper that is not a short game, in simplest form: a handle into
/// [`Stoppers`](crate::Stoppers).
///
/// Equal values have the same handle, so `==` is equality of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stopper(pub(crate) u32);

/// A stopper: a short game, or one with cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// A short game.
    Game(Game),
    /// A stopper whose simplest form has cycles.
    Stopper(Stopper),
}

impl From<Game> for Side {
    fn from(game: Game) -> Self {
        Side::Game(game)
    }
}

impl From<Stopper> for Side {
    fn from(stopper: Stopper) -> Self {
        Side::Stopper(stopper)
    }
}

/// The value of a game G that is *stopper-sided*. Its onside S is the value of G if endless play is
/// a win for Left. Its offside T is the value if endless play is a win for Right. Both are
/// stoppers, and T <= S. A stopper, and so a short game, is its own onside and offside.
///
/// `==` is equality of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loopy {
    /// S of `S & T`.
    pub onside: Side,
    /// T of `S & T`.
    pub offside: Side,
}

impl<S: Into<Side>> From<S> for Loopy {
    fn from(value: S) -> Self {
        let side = value.into();
        Loopy { onside: side, offside: side }
    }
}

impl Loopy {
    /// The stopper, if it is one; `None` if onside and offside differ.
    pub fn stopper(self) -> Option<Side> {
        (self.onside == self.offside).then_some(self.onside)
    }

    /// The short game, if it is one.
    pub fn game(self) -> Option<Game> {
        match self.stopper() {
            Some(Side::Game(game)) => Some(game),
            _ => None,
        }
    }
}
