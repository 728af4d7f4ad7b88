//! Figures of games: mean, temperature, stops and thermograph.

use cg_core::{Dyadic, Player};
use cg_simplify::Thermograph;

/// A figure of a game: how hot it is, and where play in it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The mean, `mean(G)`.
    Mean,
    /// The temperature, `temperature(G)`.
    Temperature,
    /// The number at which play ends when this player moves first, `leftstop(G)`.
    Stop(Player),
    /// The thermograph, `thermograph(G)`.
    Thermograph,
}

impl Figure {
    /// All figures, each with the function of the language that asks for it.
    pub(crate) const ALL: [(&'static str, Figure); 5] = [
        ("mean", Figure::Mean),
        ("temperature", Figure::Temperature),
        ("leftstop", Figure::Stop(Player::Left)),
        ("rightstop", Figure::Stop(Player::Right)),
        ("thermograph", Figure::Thermograph),
    ];
}

/// A figure that was worked out.
#[derive(Clone, Debug)]
pub enum Figured {
    /// A mean, a temperature or a stop.
    Number(Dyadic),
    /// A thermograph.
    Thermograph(Thermograph),
}
