//! The handle of a value.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A value: a short game in canonical form, as a handle into an [`crate::Arena`].
///
/// One value has exactly one handle in its arena, so `==` on handles is equality of games. A handle
/// has no meaning in another arena. In builds with debug assertions it knows its arena, and panics
/// if it is used in another one or compared with a handle of another one ([`Game::ZERO`] and
/// [`Game::DRAFT`] belong to all). Other builds do not notice such a use.
///
/// It has 32 bits (if it does not know its arena), so a pair of games is one 64-bit memo key. The
/// arena refuses to make more games than fit.
#[derive(Clone, Copy)]
pub struct Game {
    index: u32,
    owner: Owner,
}

#[cfg(not(debug_assertions))]
const _: () = assert!(size_of::<Game>() == 4);

impl Game {
    /// The game 0, `{ | }`: the first of every arena.
    pub const ZERO: Game = Game { index: 0, owner: Owner::ALL };

    /// The only handle that is not a value: a form `{L | R}` whose options need not be canonical
    /// (see [`crate::Arena::set_draft`]). Only the algorithm for canonical forms uses it.
    pub const DRAFT: Game = Game { index: 1, owner: Owner::ALL };

    /// The handle with number `index`, for which the arena of this owner has room.
    #[inline]
    pub(crate) const fn new(index: u32, owner: Owner) -> Self {
        Game { index, owner }
    }

    /// In builds with debug assertions, panics if the handle belongs to another owner.
    #[inline]
    #[track_caller]
    pub(crate) fn check(self, owner: Owner) {
        self.owner.check(owner);
    }

    /// The number of this handle, from 0 in the order of creation. For tables that are indexed by
    /// games.
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The number of this handle in memo keys.
    #[inline]
    pub const fn id(self) -> u32 {
        self.index
    }
}

impl PartialEq for Game {
    #[inline]
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.owner.check(other.owner);
        self.index == other.index
    }
}

impl Eq for Game {}

impl Hash for Game {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

/// In the order of creation.
impl Ord for Game {
    #[inline]
    #[track_caller]
    fn cmp(&self, other: &Self) -> Ordering {
        self.owner.check(other.owner);
        self.index.cmp(&other.index)
    }
}

impl PartialOrd for Game {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.index)
    }
}

/// The arena that made a handle. In builds without debug assertions it is empty and takes no space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    /// 0 means that the handle belongs to all arenas.
    #[cfg(debug_assertions)]
    number: u32,
}

impl Owner {
    /// The owner of the handles that all arenas share.
    const ALL: Owner = Owner {
        #[cfg(debug_assertions)]
        number: 0,
    };

    /// A new owner.
    pub(crate) fn new() -> Self {
        #[cfg(debug_assertions)]
        {
            use std::sync::atomic::{AtomicU32, Ordering};
            static NEXT: AtomicU32 = AtomicU32::new(1);
            Owner { number: NEXT.fetch_add(1, Ordering::Relaxed) }
        }
        #[cfg(not(debug_assertions))]
        Owner::ALL
    }

    #[inline]
    #[track_caller]
    fn check(self, other: Owner) {
        #[cfg(debug_assertions)]
        assert!(
            self.number == other.number || self.number == 0 || other.number == 0,
            "a Game of one engine meets another engine, or a Game of another engine: handles mean \
             something in the engine that made them"
        );
        let _ = other;
    }
}
