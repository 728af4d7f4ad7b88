//! Thermographs: the stops of a game at every temperature.

mod build;
#[cfg(test)]
mod tests;
mod wall;

use std::fmt;

use cg_core::{Dyadic, Player};

pub use wall::{Point, Wall};

/// The thermograph of a game, exact, for temperatures t >= -1: two walls that
/// meet in the mast. The left wall at t is the left stop of the game cooled by t.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The wall of `player`.
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Where the mast stands: the mean value.
    pub fn mean(&self) -> &Dyadic {
        self.left.mast()
    }

    /// Where the mast starts: the temperature.
    pub fn temperature(&self) -> &Dyadic {
        self.left.vertical_from().max(self.right.vertical_from())
    }
}

/// The mast, then the walls as points (value, temperature) from hot to cold,
/// the last ones at t = -1.
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "mast {} from {}; left {}; right {}",
            self.mean(),
            self.temperature(),
            self.left,
            self.right
        )
    }
}
