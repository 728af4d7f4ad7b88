//! A game in progress.

use cg_core::Player;

use crate::{PlayError, Playable, Result};

/// The most moves of a game.
const MOST_TURNS: usize = 20_000;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<P> {
    /// Who made it.
    pub mover: Player,
    /// The move as it is typed.
    pub text: String,
    /// The position after it.
    pub after: P,
}

/// A game with the moves made so far.
///
/// ```
/// use cg_play::{Contest, Convention, Playable, games::Nim};
/// use cg_core::Player;
///
/// let nim = Nim::new(vec![1, 2], Convention::Normal)?;
/// let mut contest = Contest::new(nim, Player::Left);
/// assert_eq!(contest.favourite()?, Player::Left);
/// contest.play("heap 2 take 1")?;
/// contest.play("1 1")?;
/// contest.play("2 1")?;
/// assert_eq!(contest.winner()?, Some(Player::Left));
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Contest<G: Playable> {
    game: G,
    first: Player,
    start: G::Position,
    turns: Vec<Turn<G::Position>>,
}

impl<G: Playable> Contest<G> {
    /// A game in which `first` begins.
    pub fn new(game: G, first: Player) -> Self {
        let start = game.start();
        Contest { game, first, start, turns: Vec::new() }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who began.
    pub fn first(&self) -> Player {
        self.first
    }

    /// The position in which it began.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// The moves so far.
    pub fn turns(&self) -> &[Turn<G::Position>] {
        &self.turns
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.turns.last().map_or(&self.start, |turn| &turn.after)
    }

    /// Who is to move.
    pub fn mover(&self) -> Player {
        if self.turns.len().is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// Calls `ask` with the rules, the position and who is to move.
    ///
    /// # Errors
    /// Those of `ask`.
    pub fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut G, &G::Position, Player) -> Result<T>,
    ) -> Result<T> {
        let mover = self.mover();
        let position = self.turns.last().map_or(&self.start, |turn| &turn.after);
        ask(&mut self.game, position, mover)
    }

    /// Who wins from here with best play.
    ///
    /// # Errors
    /// Those of the game.
    pub fn favourite(&mut self) -> Result<Player> {
        let mover = self.mover();
        let wins = self.ask(|game, position, mover| game.wins(position, mover))?;
        Ok(if wins { mover } else { mover.opponent() })
    }

    /// Who has won, when no move is left.
    ///
    /// # Errors
    /// Those of the game.
    pub fn winner(&mut self) -> Result<Option<Player>> {
        self.ask(|game, position, mover| game.winner(position, mover))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// A game of more than 20,000 moves.
    pub fn make(&mut self, chosen: &G::Move) -> Result<()> {
        if self.turns.len() >= MOST_TURNS {
            return Err(PlayError::TooLarge(format!(
                "the game has more than {MOST_TURNS} moves: that many are not kept"
            )));
        }
        let mover = self.mover();
        let after = self.game.after(self.position(), chosen);
        self.turns.push(Turn { mover, text: self.game.move_text(chosen), after });
        Ok(())
    }

    /// Makes the move that a text writes.
    ///
    /// # Errors
    /// A move that is not allowed; then nothing changes.
    pub fn play(&mut self, text: &str) -> Result<()> {
        let chosen = self.ask(|game, position, mover| game.read_move(position, mover, text))?;
        self.make(&chosen)
    }

    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.turns.pop().is_some()
    }
}
