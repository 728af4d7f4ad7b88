//! A game in progress.

use cg_core::{Outcome, Player};
use cg_rulesets::{Drawing, Notated};

use crate::{Computer, Convention, Game, PlayError, Playable, Replies, Result, Solver};

/// The most moves of a game.
const MOST_TURNS: usize = 20_000;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who made it.
    pub mover: Player,
    /// The move as it is typed.
    pub text: String,
}

/// A game with the moves made so far.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Contest, Convention, games};
///
/// let mut contest = Contest::new(games::nim(vec![1, 2], Convention::Normal)?, Player::Left);
/// assert_eq!(contest.favourite()?, Player::Left);
/// contest.play("heap 2 take 1")?;
/// contest.play("1 1")?;
/// contest.play("2 1")?;
/// assert_eq!(contest.winner()?, Some(Player::Left));
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Contest<R: Playable, S> {
    game: Game<R, S>,
    first: Player,
    turns: Vec<Turn>,
    /// The first position, and the one after each turn.
    positions: Vec<R::Position>,
}

/// Errors of the methods that make or look for moves: limits, an interruption, faults of
/// rules that a user wrote.
impl<R: Playable, S: Solver<R>> Contest<R, S> {
    /// A game in which `first` begins.
    pub fn new(game: Game<R, S>, first: Player) -> Self {
        let positions = vec![game.start()];
        Contest { game, first, turns: Vec::new(), positions }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game<R, S> {
        &self.game
    }

    /// Who began.
    pub fn first(&self) -> Player {
        self.first
    }

    /// The moves so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The position now.
    pub fn position(&self) -> &R::Position {
        self.positions.last().expect("the first position is never taken away")
    }

    /// Who is to move.
    pub fn mover(&self) -> Player {
        if self.turns.len().is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// Calls `ask` with the game, the position and who is to move.
    ///
    /// # Errors
    /// Those of `ask`.
    pub fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut Game<R, S>, &R::Position, Player) -> Result<T>,
    ) -> Result<T> {
        let mover = self.mover();
        let position = self.positions.last().expect("the first position is never taken away");
        ask(&mut self.game, position, mover)
    }

    /// Who wins from here with best play.
    ///
    /// # Errors
    /// See above.
    pub fn favourite(&mut self) -> Result<Player> {
        let mover = self.mover();
        let wins = self.ask(|game, position, mover| game.wins(position, mover))?;
        Ok(if wins { mover } else { mover.opponent() })
    }

    /// Who has won, when no move is left.
    ///
    /// # Errors
    /// See above.
    pub fn winner(&mut self) -> Result<Option<Player>> {
        self.ask(|game, position, mover| game.winner(position, mover))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// A game of more than 20,000 moves; then nothing changes.
    pub fn make(&mut self, chosen: &R::Move) -> Result<()> {
        if self.turns.len() >= MOST_TURNS {
            return Err(PlayError::TooLarge(format!(
                "the game has more than {MOST_TURNS} moves: that many are not kept"
            )));
        }
        let after = self.game.after(self.position(), chosen)?;
        self.turns.push(Turn { mover: self.mover(), text: self.game.move_text(chosen) });
        self.positions.push(after);
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
        let undone = self.turns.pop().is_some();
        if undone {
            self.positions.pop();
        }
        undone
    }
}

/// What the computer would do, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move as it is typed.
    pub text: String,
    /// The replies that it leaves, when it is known not to win.
    pub leaves: Option<Replies>,
    /// How many moves were looked ahead, when nobody knows whether it wins.
    pub judged: Option<u32>,
    /// Why it wins, as the end of a sentence, when it wins.
    pub why: Option<String>,
}

/// A [`Contest`] of any ruleset: everything in words and drawings.
///
/// A program that plays games by name has one of these ([`crate::Opening::begin`]), and
/// does not know which game it is. Errors are those of [`Contest`].
pub trait AnyContest {
    /// The name of the game, for a heading.
    fn title(&self) -> String;

    /// Its rules in a few lines, without who wins at the end.
    fn rules(&self) -> Vec<String>;

    /// How moves are written, in a few lines.
    fn move_help(&self) -> Vec<String>;

    /// Who wins when no move is left.
    fn convention(&self) -> Convention;

    /// Whether the players may have different moves.
    fn is_partizan(&self) -> bool;

    /// Begins again: no move is made, and `first` is to move.
    fn restart(&mut self, first: Player);

    /// Who began.
    fn first(&self) -> Player;

    /// Who is to move.
    fn mover(&self) -> Player;

    /// The moves so far.
    fn turns(&self) -> &[Turn];

    /// The position in one line.
    fn position_text(&mut self) -> Result<String>;

    /// The position as a drawing.
    fn drawing(&mut self) -> Result<Drawing>;

    /// The moves for a reader, in at most about `most` lines.
    fn list_moves(&mut self, most: usize) -> Result<Vec<String>>;

    /// Who wins the position, by who moves first.
    fn outcome(&mut self) -> Result<Outcome>;

    /// What decides who wins, in a few lines.
    fn reasons(&mut self) -> Result<Vec<String>>;

    /// Who wins from here with best play.
    fn favourite(&mut self) -> Result<Player>;

    /// Who has won, when no move is left.
    fn winner(&mut self) -> Result<Option<Player>>;

    /// Makes the move that a text writes; after an error nothing has changed.
    fn play(&mut self, text: &str) -> Result<()>;

    /// Lets the computer move; says whether there was a move.
    fn let_move(&mut self, computer: &mut Computer) -> Result<bool>;

    /// What the computer would do; `None` when there is no move.
    fn advice(&mut self, computer: &mut Computer) -> Result<Option<Advice>>;

    /// Takes the last move back; says whether there was one.
    fn undo(&mut self) -> bool;
}

impl<R: Playable, S: Solver<R>> AnyContest for Contest<R, S> {
    fn title(&self) -> String {
        self.game.rules().title()
    }

    fn rules(&self) -> Vec<String> {
        Notated::rules(self.game.rules())
    }

    fn move_help(&self) -> Vec<String> {
        self.game.rules().move_help()
    }

    fn convention(&self) -> Convention {
        self.game.convention()
    }

    fn is_partizan(&self) -> bool {
        self.game.is_partizan()
    }

    fn restart(&mut self, first: Player) {
        self.first = first;
        self.turns.clear();
        self.positions.truncate(1);
    }

    fn first(&self) -> Player {
        self.first
    }

    fn mover(&self) -> Player {
        Contest::mover(self)
    }

    fn turns(&self) -> &[Turn] {
        &self.turns
    }

    fn position_text(&mut self) -> Result<String> {
        self.ask(|game, position, _| game.position_text(position))
    }

    fn drawing(&mut self) -> Result<Drawing> {
        self.ask(|game, position, _| game.drawing(position))
    }

    fn list_moves(&mut self, most: usize) -> Result<Vec<String>> {
        self.ask(|game, position, mover| game.list_moves(position, mover, most))
    }

    fn outcome(&mut self) -> Result<Outcome> {
        self.ask(|game, position, _| game.outcome(position))
    }

    fn reasons(&mut self) -> Result<Vec<String>> {
        self.ask(|game, position, _| game.reasons(position))
    }

    fn favourite(&mut self) -> Result<Player> {
        Contest::favourite(self)
    }

    fn winner(&mut self) -> Result<Option<Player>> {
        Contest::winner(self)
    }

    fn play(&mut self, text: &str) -> Result<()> {
        Contest::play(self, text)
    }

    fn let_move(&mut self, computer: &mut Computer) -> Result<bool> {
        let choice = self.ask(|game, position, mover| computer.choose(game, position, mover))?;
        choice.map_or(Ok(false), |choice| self.make(&choice.chosen).map(|()| true))
    }

    fn advice(&mut self, computer: &mut Computer) -> Result<Option<Advice>> {
        self.ask(|game, position, mover| {
            let Some(choice) = computer.choose(game, position, mover)? else { return Ok(None) };
            let why = match choice.wins() {
                true => Some(game.why(position, mover, &choice.chosen)?),
                false => None,
            };
            let (leaves, judged) = (choice.leaves, choice.judged);
            Ok(Some(Advice { text: game.move_text(&choice.chosen), leaves, judged, why }))
        })
    }

    fn undo(&mut self) -> bool {
        Contest::undo(self)
    }
}
