//! A pair: something of Left and something of Right.

use serde::Serialize;

/// Something of each player.
#[derive(Clone, Debug, Serialize)]
pub struct Sides<T> {
    /// Left's.
    pub left: T,
    /// Right's.
    pub right: T,
}
