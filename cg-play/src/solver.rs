//! What a computer must know of a ruleset to play it: who wins, by which moves, and why.

use std::hash::Hash;

use cg_core::{Interrupt, Outcome, Player};
use cg_loopy::{Ending, LoopyOutcome};
use cg_rulesets::{
    Convention, Drawing, MoveList, Moves, Notated, OutcomeSearch, ReadError, SearchError, Sign,
};

use crate::{PlayError, Result};

/// A ruleset that can be played: one whose positions and moves people can write, and whose
/// errors are errors of a game.
pub trait Playable: Notated<Error: Into<PlayError>> {}

impl<R: Notated<Error: Into<PlayError>>> Playable for R {}

/// The replies to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replies {
    /// How many of them win.
    pub winning: u128,
    /// How many there are.
    pub total: u128,
}

/// A move that seems good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub chosen: M,
    /// How many moves were looked ahead.
    pub ahead: u32,
}

/// A solver of a ruleset, under one convention.
///
/// Only [`Solver::wins`] must be written; a solver of games that may be drawn also writes
/// [`Solver::ending`], [`Solver::best_moves`] and [`Solver::comes_back`]. The other methods have answers that try all
/// moves; a solver that knows a theory answers faster and says why. In an impartial game
/// the player who is asked about makes no difference.
///
/// Errors of all methods: limits, an interruption, faults of rules that a user wrote.
pub trait Solver<R: Playable> {
    /// Whether `mover`, who is to move, wins with best play.
    fn wins(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<bool>;

    /// Every winning move of `mover`; empty when there is none.
    fn winning_moves(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Move>> {
        by_trial(self, rules, position, mover)
    }

    /// How play ends with best play when `mover` is to move. Games that come back to a
    /// position may be drawn.
    fn ending(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Ending> {
        let wins = self.wins(rules, position, mover)?;
        Ok(Ending::win(if wins { mover } else { mover.opponent() }))
    }

    /// Whether positions may come back, so that a game may be drawn.
    fn comes_back(&self) -> bool {
        false
    }

    /// The moves among which a computer chooses. Without a better answer those that win. A
    /// solver that knows more gives those that win the fastest, else those that draw, else
    /// those that lose the latest.
    fn best_moves(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Move>> {
        self.winning_moves(rules, position, mover)
    }

    /// Who wins, or draws, by who moves first.
    fn outcome(&mut self, rules: &R, position: &R::Position) -> Result<LoopyOutcome> {
        let left = self.wins(rules, position, Player::Left)?;
        let right = match rules.is_impartial() {
            true => left,
            false => self.wins(rules, position, Player::Right)?,
        };
        Ok(Outcome::from_first_moves(left, right).into())
    }

    /// How many moves `mover` has, and how many of them win; in a drawn position, how many
    /// draw.
    fn replies(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Replies> {
        let winning = self.winning_moves(rules, position, mover)?.len() as u128;
        let total = rules.named_moves(position, mover, 1).map_err(Into::into)?.total;
        Ok(Replies { winning, total })
    }

    /// Whether [`Solver::replies`] takes as long as there are replies.
    fn lists_replies(&self) -> bool {
        true
    }

    /// A move that seems good in a position that is too large to be solved. Without a better
    /// answer the solver does not judge.
    fn judged(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Judged<R::Move>>> {
        let _ = (rules, position, mover);
        Ok(None)
    }

    /// What decides who wins, in a few lines: nim-values, a value, a table.
    fn reasons(&mut self, rules: &R, position: &R::Position) -> Result<Vec<String>> {
        let _ = (rules, position);
        Ok(vec!["Found by search.".into()])
    }

    /// Why a winning move wins, as the end of a sentence that begins with the move.
    fn why(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
        chosen: &R::Move,
    ) -> Result<String> {
        let _ = (rules, position, mover, chosen);
        Ok("every reply to it loses, as the search finds".into())
    }
}

/// The winning moves, found by trying all of them.
pub(crate) fn by_trial<R: Playable, S: Solver<R> + ?Sized>(
    solver: &mut S,
    rules: &R,
    position: &R::Position,
    mover: Player,
) -> Result<Vec<R::Move>> {
    let mut winning = Vec::new();
    for candidate in rules.named_moves(position, mover, usize::MAX).map_err(Into::into)?.list {
        let after = rules.after(position, &candidate).map_err(Into::into)?;
        if !solver.wins(rules, &after, mover.opponent())? {
            winning.push(candidate);
        }
    }
    Ok(winning)
}

/// The most positions that a search remembers: some hundred megabytes, and some seconds.
pub(crate) const MOST_POSITIONS: usize = 500_000;

/// The most bytes that a search takes, about.
const MOST_BYTES: usize = 1 << 30;

/// The solver of rulesets that have no better one: a search through all positions.
///
/// ```
/// use cg_core::{Interrupt, Player};
/// use cg_play::{BySearch, Convention, Game};
/// use cg_rulesets::Nim;
///
/// let search = BySearch::new(Convention::Misere, &Interrupt::new());
/// let mut nim = Game::new(Nim, search, vec![1, 2, 3], Convention::Misere);
/// assert!(!nim.wins(&vec![1, 2, 3], Player::Left)?);
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BySearch<P> {
    search: OutcomeSearch<P>,
    interrupt: Interrupt,
}

impl<P: Clone + Eq + Hash> BySearch<P> {
    /// A search that knows nothing yet; `interrupt` stops it.
    pub fn new(convention: Convention, interrupt: &Interrupt) -> Self {
        BySearch { search: OutcomeSearch::new(convention), interrupt: interrupt.clone() }
    }

    fn searched<R: Playable<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        mover: Player,
    ) -> Result<bool> {
        let interrupt = &self.interrupt;
        let mut look = |held: cg_rulesets::Footprint| {
            if interrupt.is_raised() {
                Err(PlayError::Interrupted)
            } else if held.positions > MOST_POSITIONS || held.bytes > MOST_BYTES {
                Err(PlayError::TooLarge(format!(
                    "this position has more than {MOST_POSITIONS} positions to search: choose a smaller one"
                )))
            } else {
                Ok(())
            }
        };
        let sum = [(position.clone(), Sign::Plus)];
        self.search.wins(rules, &sum, mover, &mut look).map_err(|error| match error {
            SearchError::Rules(error) => error.into(),
            SearchError::Stopped(error) => error,
            // The game is loopy.
            _ => PlayError::Start(
                "a position comes back, and this search is for games that end".into(),
            ),
        })
    }
}

impl<R: Playable> Solver<R> for BySearch<R::Position> {
    fn wins(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<bool> {
        match self.searched(rules, position, mover) {
            // What comes later in a game may not find room beside what is remembered: then
            // that is forgotten, once.
            Err(PlayError::TooLarge(_)) => {
                self.search.forget();
                self.searched(rules, position, mover)
            }
            answer => answer,
        }
    }
}

/// A game: a ruleset, the position in which it begins, who wins at its end, and the
/// solver that knows it.
#[derive(Clone, Debug)]
pub struct Game<R: Playable, S> {
    rules: R,
    solver: S,
    start: R::Position,
    convention: Convention,
}

/// Errors of the methods that look at moves or ask the solver: limits, an interruption,
/// faults of rules that a user wrote.
impl<R: Playable, S: Solver<R>> Game<R, S> {
    /// A game that begins at `start`; the solver must be one for this convention.
    pub fn new(rules: R, solver: S, start: R::Position, convention: Convention) -> Self {
        Game { rules, solver, start, convention }
    }

    /// The game, when its solver can tell who wins it: what cannot be answered at the
    /// start could not be later.
    pub(crate) fn tried(mut self) -> Result<Self> {
        let start = self.start.clone();
        self.winning_moves(&start, Player::Left)?;
        Ok(self)
    }

    /// Its rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Who wins when no move is left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether the players may have different moves.
    pub fn is_partizan(&self) -> bool {
        !self.rules.is_impartial()
    }

    /// The position in which it begins.
    pub fn start(&self) -> R::Position {
        self.start.clone()
    }

    /// A position in one line.
    ///
    /// # Errors
    /// See above.
    pub fn position_text(&self, position: &R::Position) -> Result<String> {
        self.rules.write_position(position).map_err(Into::into)
    }

    /// A position as a drawing.
    ///
    /// # Errors
    /// See above.
    pub fn drawing(&self, position: &R::Position) -> Result<Drawing> {
        self.rules.draw(position).map_err(Into::into)
    }

    /// The moves of `mover`: all when they are at most `most`, else some.
    ///
    /// # Errors
    /// See above.
    pub fn moves(
        &self,
        position: &R::Position,
        mover: Player,
        most: usize,
    ) -> Result<Moves<R::Move>> {
        self.rules.named_moves(position, mover, most).map_err(Into::into)
    }

    /// The moves of `mover` for a reader, in at most about `most` lines.
    ///
    /// # Errors
    /// See above.
    pub fn list_moves(
        &self,
        position: &R::Position,
        mover: Player,
        most: usize,
    ) -> Result<Vec<String>> {
        Ok(match self.rules.list_moves(position, mover, most).map_err(Into::into)? {
            MoveList::Cells(texts) => crate::text::columns(&texts, most),
            MoveList::Lines(lines) => lines,
        })
    }

    /// The position after one of its moves.
    ///
    /// # Errors
    /// See above.
    pub fn after(&self, position: &R::Position, chosen: &R::Move) -> Result<R::Position> {
        self.rules.after(position, chosen).map_err(Into::into)
    }

    /// A move as it is typed.
    pub fn move_text(&self, chosen: &R::Move) -> String {
        self.rules.write_move(chosen)
    }

    /// Reads a move.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] says what is wrong with it.
    pub fn read_move(&self, position: &R::Position, mover: Player, text: &str) -> Result<R::Move> {
        self.rules.read_move(position, mover, text).map_err(|error| match error {
            ReadError::Rules(error) => error.into(),
            ReadError::Text(error) => PlayError::Illegal(error.problem),
        })
    }

    /// Whether `mover`, who is to move, wins with best play.
    ///
    /// # Errors
    /// See above.
    pub fn wins(&mut self, position: &R::Position, mover: Player) -> Result<bool> {
        self.solver.wins(&self.rules, position, mover)
    }

    /// How play ends with best play when `mover` is to move.
    ///
    /// # Errors
    /// See above.
    pub fn ending(&mut self, position: &R::Position, mover: Player) -> Result<Ending> {
        self.solver.ending(&self.rules, position, mover)
    }

    /// Whether positions may come back, so that the game may be drawn.
    pub fn comes_back(&self) -> bool {
        self.solver.comes_back()
    }

    /// The moves among which a computer chooses, as [`Solver::best_moves`] says.
    ///
    /// # Errors
    /// See above.
    pub fn best_moves(&mut self, position: &R::Position, mover: Player) -> Result<Vec<R::Move>> {
        self.solver.best_moves(&self.rules, position, mover)
    }

    /// Every winning move of `mover`; empty when there is none.
    ///
    /// # Errors
    /// See above.
    pub fn winning_moves(&mut self, position: &R::Position, mover: Player) -> Result<Vec<R::Move>> {
        self.solver.winning_moves(&self.rules, position, mover)
    }

    /// How many moves `mover` has, and how many of them win.
    ///
    /// # Errors
    /// See above.
    pub fn replies(&mut self, position: &R::Position, mover: Player) -> Result<Replies> {
        self.solver.replies(&self.rules, position, mover)
    }

    /// A move that seems good, where who wins is not known.
    ///
    /// # Errors
    /// See above.
    pub fn judged(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Judged<R::Move>>> {
        self.solver.judged(&self.rules, position, mover)
    }

    /// Whether [`Game::replies`] takes as long as there are replies.
    pub fn lists_replies(&self) -> bool {
        self.solver.lists_replies()
    }

    /// Who wins, or draws, by who moves first.
    ///
    /// # Errors
    /// See above.
    pub fn outcome(&mut self, position: &R::Position) -> Result<LoopyOutcome> {
        self.solver.outcome(&self.rules, position)
    }

    /// What decides who wins, in a few lines.
    ///
    /// # Errors
    /// See above.
    pub fn reasons(&mut self, position: &R::Position) -> Result<Vec<String>> {
        self.solver.reasons(&self.rules, position)
    }

    /// Why a winning move wins, as the end of a sentence.
    ///
    /// # Errors
    /// See above.
    pub fn why(
        &mut self,
        position: &R::Position,
        mover: Player,
        chosen: &R::Move,
    ) -> Result<String> {
        self.solver.why(&self.rules, position, mover, chosen)
    }

    /// The player who has won because the one to move cannot.
    ///
    /// # Errors
    /// See above.
    pub fn winner(&self, position: &R::Position, mover: Player) -> Result<Option<Player>> {
        let over = self.moves(position, mover, 1)?.total == 0;
        let stuck_wins = self.convention.stuck_player_wins();
        Ok(over.then(|| if stuck_wins { mover } else { mover.opponent() }))
    }
}
