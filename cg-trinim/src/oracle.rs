//! The rules and nothing else, against which everything faster is tested.

use crate::{Convention, Position};
use std::collections::HashMap;

/// Win or loss of single positions by plain recursion over the options.
///
/// Feasible up to 4 layers in full, and for boards with some 20 pieces left.
///
/// ```
/// use cg_trinim::{Convention, Oracle};
/// let mut oracle = Oracle::new(Convention::Misere);
/// assert!(oracle.is_win("xx/x".chars().rev().collect::<String>().parse()?));
/// # Ok::<(), cg_trinim::Error>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    convention: Convention,
    known: HashMap<Position, bool>,
}

impl Oracle {
    /// An oracle that knows nothing yet.
    pub fn new(convention: Convention) -> Self {
        Self { convention, known: HashMap::new() }
    }

    /// Whether the player to move wins: an N-position.
    pub fn is_win(&mut self, position: Position) -> bool {
        if position.pieces() == 0 {
            return self.convention.empty_is_win();
        }
        if let Some(&win) = self.known.get(&position) {
            return win;
        }
        let win = position.options().any(|option| !self.is_win(option));
        self.known.insert(position, win);
        win
    }
}
