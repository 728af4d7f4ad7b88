//! The handle of a value.

/// A value: a short game in simplest form, as a handle into an
/// [`crate::Arena`].
///
/// One value has exactly one handle in its arena, so `==` on handles is
/// equality of games. A handle means nothing in another arena.
///
/// 32 bits wide, so that a pair of games is one 64-bit memo key; the arena
/// refuses to make more games than fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(u32);

impl Game {
    /// The game 0, `{ | }`: the first of every arena.
    pub const ZERO: Game = Game(0);

    /// The one handle that stands for no value: a form `{L | R}` under work,
    /// whose options need not be canonical (see [`crate::Arena::set_draft`]).
    /// Only the algorithm that finds canonical forms uses it.
    pub const DRAFT: Game = Game(1);

    /// The handle with number `index`, which the arena has made room for.
    #[inline]
    pub(crate) const fn from_index(index: u32) -> Self {
        Game(index)
    }

    /// The number of this handle: dense from 0, in the order of creation. For
    /// tables indexed by game.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of this handle as it is kept in memo keys.
    #[inline]
    pub const fn id(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({})", self.0)
    }
}
