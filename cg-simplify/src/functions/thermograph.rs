//! The stops of a game, and its thermograph.

use std::fmt;

use cg_core::{Dyadic, Player};

use super::wall::{Point, Wall};

/// Both stops of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stops {
    /// The number reached if Left moves first.
    pub left: Dyadic,
    /// The number reached if Right moves first.
    pub right: Dyadic,
}

impl Stops {
    /// The stop if `player` moves first.
    pub fn of(&self, player: Player) -> &Dyadic {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// The thermograph of a game, exact, for temperatures t >= -1: two walls that meet in the mast. The
/// left wall at t is the left stop of the game cooled by t.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    pub(super) left: Wall,
    pub(super) right: Wall,
}

impl Thermograph {
    /// The thermograph with these walls, each as [`Wall::points`] has it: the points at which the
    /// slope changes, from hot to cold, and last the wall at t = -1.
    pub fn of_points(left: Vec<Point>, right: Vec<Point>) -> Self {
        Thermograph { left: Wall::of_points(left), right: Wall::of_points(right) }
    }

    /// The wall of `player`.
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The value of the mast: the mean.
    pub fn mean(&self) -> &Dyadic {
        self.left.mast()
    }

    /// The temperature at which the mast begins: the temperature of the game.
    pub fn temperature(&self) -> &Dyadic {
        self.left.vertical_from().max(self.right.vertical_from())
    }
}

/// The mast, then the walls as points (value, temperature) from hot to cold. The last points have t
/// = -1.
impl Thermograph {
    /// The corners of a wall from hot to cold. The first is the foot of the mast, even if the wall
    /// is vertical below it. The last is the wall at t = -1.
    pub fn corners(&self, player: Player) -> Vec<Point> {
        let wall = match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        };
        let foot = Point { temperature: self.temperature().clone(), value: self.mean().clone() };
        let starts_there = wall.vertical_from() == &foot.temperature;
        let first = (!starts_there).then_some(foot);
        first.into_iter().chain(wall.points().iter().cloned()).collect()
    }

    /// The thermograph as text. `number` writes its numbers.
    ///
    /// # Errors
    /// The errors of `number`.
    pub fn written<E>(
        &self,
        mut number: impl FnMut(&Dyadic) -> std::result::Result<String, E>,
    ) -> std::result::Result<String, E> {
        let mut text =
            format!("mast {} from {}", number(self.mean())?, number(self.temperature())?);
        for player in Player::BOTH {
            text += match player {
                Player::Left => "; left",
                Player::Right => "; right",
            };
            for Point { value, temperature } in self.corners(player) {
                text += &format!(" ({}, {})", number(&value)?, number(&temperature)?);
            }
        }
        Ok(text)
    }
}

/// In standard notation.
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.written(|number| Ok::<_, fmt::Error>(number.to_string()))?;
        f.write_str(&text)
    }
}
