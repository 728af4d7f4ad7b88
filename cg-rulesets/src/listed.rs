//! What a ruleset of the table of rulesets says, in the fewest words.
//!
//! One method, [`Listed::each_move`], gives the moves with their names; all that solvers
//! and players ask follows from it. The table makes one type of all these rulesets, see
//! [`crate::Game`].

use std::fmt::Debug;
use std::hash::Hash;

use cg_core::Player;

use crate::{Drawing, Known, NotationError, Sign};

/// What takes a move: the position after it, and what gives its name when it is asked for.
pub type Found<'a, P> = &'a mut dyn FnMut(P, &dyn Fn() -> String);

/// A ruleset of the table: rules with their parameters, positions, moves with names.
pub trait Listed: Clone + Eq + Hash + Debug {
    /// A position.
    type Position: Clone + Eq + Hash + Debug;

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A position in one line, which [`Listed::read`] reads as the same.
    fn write(&self, position: &Self::Position) -> String;

    /// A position as a drawing.
    fn draw(&self, position: &Self::Position) -> Drawing {
        Drawing::Text(self.write(position))
    }

    /// Hands each move of `player` to `found`: the position after it, and its name.
    fn each_move(
        &self,
        position: &Self::Position,
        player: Player,
        found: Found<'_, Self::Position>,
    );

    /// Hands each position after a move of `player` to `found`. A ruleset that finds them
    /// faster without their names says so here.
    fn each_option(
        &self,
        position: &Self::Position,
        player: Player,
        found: &mut dyn FnMut(Self::Position),
    ) {
        self.each_move(position, player, &mut |after, _| found(after));
    }

    /// Whether both players have the same moves.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Hands to `part` positions whose sum is `position`. The moves of one do not depend on
    /// the others, under any variant of the rules.
    fn split(&self, position: Self::Position, part: &mut dyn FnMut(Self::Position, Sign)) {
        part(position, Sign::Plus);
    }

    /// One position of each class of alike positions, as [`crate::Ruleset::normal`] says.
    fn normal(&self, position: Self::Position) -> (Self::Position, Sign) {
        (position, Sign::Plus)
    }

    /// What is known of a position without a look at its moves.
    fn known(&self, position: &Self::Position) -> Option<Known> {
        let _ = position;
        None
    }

    /// How moves are written, in a few lines.
    fn move_help(&self) -> Vec<String> {
        vec!["a1-b1   from one cell to another; `moves` lists all".into()]
    }
}
