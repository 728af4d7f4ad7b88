//! A game in progress.

use cg_core::Player;
use cg_loopy::{Ending, LoopyOutcome};
use cg_rulesets::{Drawing, Notated};
use cg_universes::Score;

use crate::{Computer, Convention, Game, PlayError, Playable, Points, Promise, Result, Solver};

/// The largest number of moves of a game.
const MOST_TURNS: usize = 20_000;

/// A turn of the game: a move, or the claim of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player whose turn it was.
    pub mover: Player,
    /// The move as it is typed; [`DRAW`] for a claim of a draw.
    pub text: String,
}

/// The text that claims a draw, in games with draws.
pub const DRAW: &str = "draw";

/// The game is a draw when a position has come up this many times with the same player to move.
const REPETITIONS: usize = 3;

/// A game with its moves so far.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Contest, Convention, Ending, games};
///
/// let mut contest = Contest::new(games::nim(vec![1, 2], Convention::Normal)?, Player::Left);
/// assert_eq!(contest.favourite()?, Ending::Left);
/// contest.play("heap 2 take 1")?;
/// contest.play("1 1")?;
/// contest.play("2 1")?;
/// assert_eq!(contest.ended()?, Some(Ending::Left));
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Contest<R: Playable, S> {
    game: Game<R, S>,
    first: Player,
    turns: Vec<Turn>,
    /// The first position, and the position after each turn, each with the player to move.
    positions: Vec<(R::Position, Player)>,
}

/// The errors of the methods that make or search moves: limits, an interruption, errors in a user's
/// rules.
impl<R: Playable, S: Solver<R>> Contest<R, S> {
    /// A game in which `first` begins.
    pub fn new(game: Game<R, S>, first: Player) -> Self {
        let positions = vec![(game.start(), first)];
        Contest { game, first, turns: Vec::new(), positions }
    }

    /// The game.
    pub fn game(&self) -> &Game<R, S> {
        &self.game
    }

    /// The player who began.
    pub fn first(&self) -> Player {
        self.first
    }

    /// The moves so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The current position.
    pub fn position(&self) -> &R::Position {
        &self.now().0
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.now().1
    }

    fn now(&self) -> &(R::Position, Player) {
        self.positions.last().expect("the first position is never taken away")
    }

    /// Calls `ask` with the game, the position and the player to move.
    ///
    /// # Errors
    /// The errors of `ask`.
    pub fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut Game<R, S>, &R::Position, Player) -> Result<T>,
    ) -> Result<T> {
        let last = self.positions.last();
        let (position, mover) = last.expect("the first position is never taken away");
        ask(&mut self.game, position, *mover)
    }

    /// The result from here with best play.
    ///
    /// # Errors
    /// The errors of the rules and the solver.
    pub fn favourite(&mut self) -> Result<Ending> {
        self.ask(|game, position, mover| game.ending(position, mover))
    }

    /// The result of the game, if it has ended: there is no move, a draw was claimed, or the
    /// position has come up for the third time with the same player to move.
    ///
    /// # Errors
    /// The errors of the rules and the solver.
    pub fn ended(&mut self) -> Result<Option<Ending>> {
        let claimed = self.turns.last().is_some_and(|turn| turn.text == DRAW);
        if self.game.comes_back() && (claimed || self.seen() >= REPETITIONS) {
            return Ok(Some(Ending::Draw));
        }
        self.ask(|game, position, mover| game.result(position, mover))
    }

    /// The number of times that the position has come up with the same player to move.
    fn seen(&self) -> usize {
        self.positions.iter().filter(|&at| at == self.now()).count()
    }

    /// Claims a draw. The claim is right if the position has come up before with the same player to
    /// move, or if nobody can win it.
    fn claim(&mut self) -> Result<()> {
        if !self.game.comes_back() {
            return Err(PlayError::Illegal("this game always ends: there are no draws".into()));
        }
        if self.seen() < 2
            && let Some(winner) = self.favourite()?.winner()
        {
            return Err(PlayError::Illegal(format!(
                "that is no draw: the position has not come back, and {winner} can win"
            )));
        }
        let mover = self.mover();
        self.turns.push(Turn { mover, text: DRAW.into() });
        self.positions.push((self.position().clone(), mover.opponent()));
        Ok(())
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The game has 20,000 moves already. Then nothing changes.
    pub fn make(&mut self, chosen: &R::Move) -> Result<()> {
        if self.turns.len() >= MOST_TURNS {
            return Err(PlayError::TooLarge(format!(
                "the game has more than {MOST_TURNS} moves: that many are not kept"
            )));
        }
        let (position, mover) = self.now();
        let after = self.game.after(position, chosen)?;
        let next = self.game.next_mover(position, chosen, *mover);
        self.turns.push(Turn { mover: *mover, text: self.game.move_text(chosen) });
        self.positions.push((after, next));
        Ok(())
    }

    /// Makes the move in a text, or claims a draw with [`DRAW`].
    ///
    /// # Errors
    /// A move that is not allowed, or a wrong claim. Then nothing changes.
    pub fn play(&mut self, text: &str) -> Result<()> {
        if text.trim() == DRAW {
            return self.claim();
        }
        let chosen = self.ask(|game, position, mover| game.read_move(position, mover, text))?;
        self.make(&chosen)
    }

    /// Takes the last move back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.turns.pop().is_some();
        if undone {
            self.positions.pop();
        }
        undone
    }
}

/// The move that the computer would make, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move as it is typed.
    pub text: String,
    /// The result of the move.
    pub promise: Promise,
    /// The reason why it wins, as the end of a sentence; `None` if it does not win.
    pub why: Option<String>,
}

/// A [`Contest`] of any ruleset, with texts and drawings only.
///
/// A program that plays games by name uses this trait ([`crate::Opening::begin`]) and does not know
/// the game. The errors are those of [`Contest`].
pub trait AnyContest {
    /// The name of the game, for a heading.
    fn title(&self) -> String;

    /// Its rules in a few lines, without the convention.
    fn rules(&self) -> Vec<String>;

    /// The notation of moves, in a few lines.
    fn move_help(&self) -> Vec<String>;

    /// The convention: who wins when no move is left.
    fn convention(&self) -> Convention;

    /// Whether the players may have different moves.
    fn is_partizan(&self) -> bool;

    /// Starts again: there are no moves, and `first` moves first.
    fn restart(&mut self, first: Player);

    /// The player who began.
    fn first(&self) -> Player;

    /// The player to move.
    fn mover(&self) -> Player;

    /// The moves so far.
    fn turns(&self) -> &[Turn];

    /// The position in one line.
    fn position_text(&mut self) -> Result<String>;

    /// The position as a drawing.
    fn drawing(&mut self) -> Result<Drawing>;

    /// The moves as text, in at most about `most` lines.
    fn list_moves(&mut self, most: usize) -> Result<Vec<String>>;

    /// The outcome of the position.
    fn outcome(&mut self) -> Result<LoopyOutcome>;

    /// Whether positions may come back, so that the game may be a draw.
    fn comes_back(&self) -> bool;

    /// The reasons for the outcome, in a few lines.
    fn reasons(&mut self) -> Result<Vec<String>>;

    /// The result from here with best play.
    fn favourite(&mut self) -> Result<Ending>;

    /// The result of the game, if it has ended.
    fn ended(&mut self) -> Result<Option<Ending>>;

    /// The points so far, in a game that points decide, with those of the end if no move is left.
    fn points(&self) -> Result<Option<Points>>;

    /// The lead of the player to move at the end with best play, in a game that points decide.
    fn lead(&mut self) -> Result<Option<Score>>;

    /// Makes the move in a text, or claims a draw with [`DRAW`]. After an error nothing has
    /// changed.
    fn play(&mut self, text: &str) -> Result<()>;

    /// Lets the computer move. Returns whether there was a move.
    fn let_move(&mut self, computer: &mut Computer) -> Result<bool>;

    /// The move that the computer would make; `None` if there is no move.
    fn advice(&mut self, computer: &mut Computer) -> Result<Option<Advice>>;

    /// Takes the last move back. Returns whether there was one.
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
        self.positions = vec![(self.game.start(), first)];
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

    fn outcome(&mut self) -> Result<LoopyOutcome> {
        self.ask(|game, position, _| game.outcome(position))
    }

    fn comes_back(&self) -> bool {
        self.game.comes_back()
    }

    fn reasons(&mut self) -> Result<Vec<String>> {
        self.ask(|game, position, _| game.reasons(position))
    }

    fn favourite(&mut self) -> Result<Ending> {
        Contest::favourite(self)
    }

    fn ended(&mut self) -> Result<Option<Ending>> {
        Contest::ended(self)
    }

    fn points(&self) -> Result<Option<Points>> {
        self.game.points(self.position(), self.mover())
    }

    fn lead(&mut self) -> Result<Option<Score>> {
        self.ask(|game, position, mover| game.lead(position, mover))
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
            let text = game.move_text(&choice.chosen);
            Ok(Some(Advice { text, promise: choice.promise, why }))
        })
    }

    fn undo(&mut self) -> bool {
        Contest::undo(self)
    }
}
