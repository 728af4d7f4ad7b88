//! A pair: something of Left and something of Right.

use cg_core::Player;
use serde::Serialize;

/// Something of each player.
#[derive(Clone, Debug, Serialize)]
pub struct Sides<T> {
    /// Left's.
    pub left: T,
    /// Right's.
    pub right: T,
}

/// A player as programs read it.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}
