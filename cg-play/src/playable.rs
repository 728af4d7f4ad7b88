//! What a game must tell so that it can be played.

use std::fmt::Debug;

use cg_core::{Outcome, Player};
use cg_trinim::Convention;

use crate::Result;

/// Moves of a position: all of them, or some when there are too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves<M> {
    /// The moves, or some that are spread evenly over all.
    pub list: Vec<M>,
    /// How many there are in all.
    pub total: u128,
}

impl<M> Moves<M> {
    /// Of all moves the first of each stretch, so that at most `most` are left.
    pub fn spread(all: Vec<M>, most: usize) -> Self {
        let total = all.len() as u128;
        let step = all.len().div_ceil(most.max(1)).max(1);
        Moves { list: all.into_iter().step_by(step).take(most).collect(), total }
    }
}

/// The replies to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replies {
    /// How many of them win.
    pub winning: u128,
    /// How many there are.
    pub total: u128,
}

/// A game between two players who move in turn, with its first position.
///
/// An impartial game is one whose players have the same moves; there the player
/// who is asked about makes no difference, and [`Player::Left`] stands for who
/// starts. Errors of all methods: limits, an interruption, faults of rules that a
/// user wrote.
pub trait Playable {
    /// A position.
    type Position: Clone + Debug;
    /// A move.
    type Move: Clone + PartialEq + Debug;

    /// The name of the game, for a heading.
    fn title(&self) -> String;

    /// Its rules in a few lines, without who wins at the end.
    fn rules(&self) -> Vec<String>;

    /// Who wins when no move is left.
    fn convention(&self) -> Convention;

    /// Whether the players may have different moves.
    fn is_partizan(&self) -> bool;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// A position in one line.
    fn position_text(&mut self, position: &Self::Position) -> Result<String>;

    /// A position as a drawing, in lines of at most 80 columns where it can be.
    fn picture(&mut self, position: &Self::Position) -> Result<String>;

    /// The moves of `mover`: all when they are at most `most`.
    fn moves(
        &mut self,
        position: &Self::Position,
        mover: Player,
        most: usize,
    ) -> Result<Moves<Self::Move>>;

    /// The position after a move that [`Playable::moves`] or [`Playable::read_move`]
    /// gave for this one.
    fn after(&self, position: &Self::Position, chosen: &Self::Move) -> Self::Position;

    /// A move as it is typed.
    fn move_text(&self, chosen: &Self::Move) -> String;

    /// Reads a move as [`Playable::move_text`] writes it, or in a shorter way.
    ///
    /// # Errors
    /// [`crate::PlayError::Illegal`] says what is wrong with it.
    fn read_move(
        &mut self,
        position: &Self::Position,
        mover: Player,
        text: &str,
    ) -> Result<Self::Move>;

    /// How moves are written, in a few lines.
    fn move_help(&self) -> Vec<String>;

    /// Whether `mover`, who is to move, wins with best play.
    fn wins(&mut self, position: &Self::Position, mover: Player) -> Result<bool>;

    /// What decides who wins, in a few lines: nim-values, a value, a table.
    fn reasons(&mut self, position: &Self::Position) -> Result<Vec<String>>;

    /// Why a winning move wins, in a sentence.
    fn why(
        &mut self,
        position: &Self::Position,
        mover: Player,
        chosen: &Self::Move,
    ) -> Result<String>;

    /// Every winning move of `mover`; empty when there is none.
    fn winning_moves(
        &mut self,
        position: &Self::Position,
        mover: Player,
    ) -> Result<Vec<Self::Move>> {
        by_trial(self, position, mover)
    }

    /// How many moves `mover` has, and how many of them win.
    fn replies(&mut self, position: &Self::Position, mover: Player) -> Result<Replies> {
        let winning = self.winning_moves(position, mover)?.len() as u128;
        Ok(Replies { winning, total: self.moves(position, mover, 1)?.total })
    }

    /// Whether [`Playable::replies`] takes as long as there are replies.
    fn lists_replies(&self) -> bool {
        true
    }

    /// Who wins, by who moves first.
    fn outcome(&mut self, position: &Self::Position) -> Result<Outcome> {
        let left = self.wins(position, Player::Left)?;
        let right = if self.is_partizan() { self.wins(position, Player::Right)? } else { left };
        Ok(Outcome::from_first_moves(left, right))
    }

    /// The player who has won because the one to move cannot.
    fn winner(&mut self, position: &Self::Position, mover: Player) -> Result<Option<Player>> {
        let over = self.moves(position, mover, 1)?.total == 0;
        Ok(over
            .then(|| if self.convention().stuck_player_wins() { mover } else { mover.opponent() }))
    }

    /// The moves of `mover` for a reader, a line each or several in a line, at most
    /// about `most` lines.
    fn list_moves(
        &mut self,
        position: &Self::Position,
        mover: Player,
        most: usize,
    ) -> Result<Vec<String>> {
        let moves = self.moves(position, mover, usize::MAX)?;
        let texts: Vec<String> = moves.list.iter().map(|found| self.move_text(found)).collect();
        Ok(crate::text::columns(&texts, most))
    }
}

/// The winning moves, found by trying all of them.
pub(crate) fn by_trial<G: Playable + ?Sized>(
    game: &mut G,
    position: &G::Position,
    mover: Player,
) -> Result<Vec<G::Move>> {
    let mut winning = Vec::new();
    for candidate in game.moves(position, mover, usize::MAX)?.list {
        let after = game.after(position, &candidate);
        if !game.wins(&after, mover.opponent())? {
            winning.push(candidate);
        }
    }
    Ok(winning)
}
